/** What is declared of the settlement of sales, in Swahili. */
export const settlement: Readonly<Record<string, string>> = {
  'fee rule': 'kanuni ya ada',
  'Fee rules': 'Kanuni za ada',
  'From sale day': 'Kuanzia mnada wa siku',
  'Broker %': 'Dalali %',
  'Settlement %': 'Malipo %',
  'Exchange %': 'Soko %',
  'Milling (USD per tonne)': 'Kukoboa (USD kwa tani)',
  'Handling (USD per package)': 'Kubeba (USD kwa gunia)',
  'Storage (USD per package and day)': 'Kuhifadhi (USD kwa gunia na siku)',
  'Warrant (USD per lot)': 'Waranti (USD kwa loti)',
  'Day, such as 2026-12': 'Siku, kama 2026-12',
  'A later rule for the same day was approved': 'Kanuni ya baadaye ya siku hiyo hiyo iliidhinishwa',
  'Approved: the fee rule is in force': 'Imeidhinishwa: kanuni ya ada inatumika',
  'What was charged on past sales stays as it was. Choose a day from today on.':
    'Kilichotozwa katika minada iliyopita hubaki kilivyokuwa. Chagua siku kuanzia leo.',
  'Propose what settles sales: fee rules, accounts, payments of buyers and lodged claims.':
    'Kupendekeza yanayolipa minada: kanuni za ada, akaunti, malipo ya wanunuzi na madai yaliyosajiliwa.',
  'Approve or decline what settles sales: fee rules, accounts, payments of buyers and lodged claims.':
    'Kuidhinisha au kukataa yanayolipa minada: kanuni za ada, akaunti, malipo ya wanunuzi na madai yaliyosajiliwa.',
  'Enter the day': 'Weka siku',
  'Not less than nothing': 'Isiwe chini ya sifuri',
  'At most USD 10,000': 'Si zaidi ya USD 10,000',
}
