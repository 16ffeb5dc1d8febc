import { formats } from '#client/kit/format.ts'

/** What is declared of the settlement of sales, in Swahili. */
export const settlement: Readonly<Record<string, string>> = {
  'fee rule': 'kanuni ya ada',
  'Fee rules': 'Kanuni za ada',
  'This e-slip is for the growers of the lot, its broker and the bank. What concerns you of it stands on the screen.':
    'Hati hii ni ya wakulima wa loti, dalali wake na benki. Kinachokuhusu kinaonekana kwenye skrini.',
  'No evidence pack of ours has this code. Compare it letter by letter; if it is typed right, the paper is not genuine.':
    'Hakuna ushahidi wetu wenye namba hii. Ilinganishe herufi kwa herufi; ikiwa sahihi, karatasi si halali.',
  'No e-slip of ours has this code. Compare it letter by letter; if it is typed right, the paper is not genuine.':
    'Hakuna hati yetu yenye namba hii. Ilinganishe herufi kwa herufi; ikiwa sahihi, karatasi si halali.',
  'buyer’s payment': 'malipo ya mnunuzi',
  'Buyers’ payments': 'Malipo ya wanunuzi',
  Distributed: 'Yamegawanywa',
  Lots: 'Loti',
  'Reference of the bank': 'Namba ya benki',
  'Invoice, buyer or reference of the bank': 'Ankara, mnunuzi au namba ya benki',
  'Amount (USD)': 'Kiasi (USD)',
  'Approved: the proceeds are distributed': 'Imeidhinishwa: fedha zinagawanywa',
  'No lot of this invoice waits for its buyer. Look at the number of the invoice.':
    'Hakuna loti ya ankara hii inayomsubiri mnunuzi. Angalia namba ya ankara.',
  'The lots of this invoice come to another amount. An invoice is paid as a whole.':
    'Loti za ankara hii zina jumla nyingine. Ankara hulipwa nzima.',
  'A payment with this reference of the bank is recorded already.': 'Malipo yenye namba hii ya benki yameshaandikwa.',
  'The account that buyers pay onto is not open yet. Propose it first.':
    'Akaunti ambayo wanunuzi hulipia haijafunguliwa. Ipendekeze kwanza.',
  'lodged claim': 'dai lililosajiliwa',
  'Lodged claims': 'Madai yaliyosajiliwa',
  Covered: 'Limelipwa lote',
  'The proceeds of sales have paid all of it': 'Fedha za mauzo zimelipa lote',
  'Taken (USD)': 'Lililochukuliwa (USD)',
  'Document, or code or name of the society': 'Hati, au namba au jina la chama',
  'Approved: the claim is taken from the next sales': 'Imeidhinishwa: dai huchukuliwa katika mauzo yanayofuata',
  'No society has this code': 'Hakuna chama chenye namba hii',
  'account of a settlement': 'akaunti ya mauzo',
  'Settlement account': 'Akaunti ya mauzo',
  'Changes of settlement accounts': 'Mabadiliko ya akaunti za mauzo',
  'Account that buyers pay onto': 'Akaunti wanayolipia wanunuzi',
  'Fees of direct settlement': 'Ada za malipo ya moja kwa moja',
  'Fees of exchange and regulator': 'Ada za soko na msimamizi',
  'Account of the organisation': 'Akaunti ya shirika',
  'This organisation has no such account': 'Shirika hili halina akaunti ya aina hii',
  'Another account here has this number': 'Akaunti nyingine hapa ina namba hii',
  'Choose a day that has come': 'Chagua siku iliyofika',
  'The buyer has not paid this lot. It is released once the payment has arrived.':
    'Mnunuzi hajalipia loti hii. Itatolewa malipo yakifika.',
  'The buyer has not paid this lot in time. It is released once the payment has arrived.':
    'Mnunuzi hakulipia loti hii kwa wakati. Itatolewa malipo yakifika.',
  'e-slip': 'hati ya mauzo',
  'E-slip': 'Hati',
  'E-slips': 'Hati za mauzo',
  'No lot of yours was sold at this sale.': 'Hakuna loti yako iliyouzwa kwenye mnada huu.',
  'Settlement of sales': 'Malipo ya minada',
  'Season or number of the sale': 'Msimu au namba ya mnada',
  'Lots not paid': 'Loti ambazo hazijalipwa',
  'Lots not paid in time': 'Loti zilizochelewa kulipwa',
  'Awaiting buyers': 'Inasubiri wanunuzi',
  'Being paid': 'Inalipwa',
  Settled: 'Imelipwa yote',
  'Paid by buyers': 'Zilizolipwa na wanunuzi',
  Arrived: 'Zilizofika',
  'In clearing': 'Zilizo njiani',
  Closes: 'Inafunga',
  'Does not close': 'Haifungi',
  'No settlement report of ours has this code. Compare it letter by letter; if it is typed right, the paper is not genuine.':
    'Hakuna ripoti yetu ya malipo yenye namba hii. Ilinganishe herufi kwa herufi; ikiwa sahihi, karatasi si halali.',
  'Sales statement': 'Taarifa ya mauzo',
  'Clean coffee outturn': 'Outturn ya kahawa safi',
  'Parchment outturn': 'Outturn ya parchment',
  'Grower (USD)': 'Mkulima (USD)',
  'Broker (USD)': 'Dalali (USD)',
  'Miller (USD)': 'Kinu (USD)',
  'Warehouse (USD)': 'Ghala (USD)',
  'Paid, awaiting collection': 'Imelipwa, inasubiri kuchukuliwa',
  Collected: 'Imechukuliwa',
  'Not paid in time': 'Haikulipwa kwa wakati',
  Void: 'Batili',
  'The buyer has paid': 'Mnunuzi amelipa',
  'The prompt day has passed without a payment': 'Mwisho wa kulipa umepita bila malipo',
  'The buyer has paid late': 'Mnunuzi amelipa kwa kuchelewa',
  'The result of the sale was corrected': 'Matokeo ya mnada yalisahihishwa',
  Release: 'Kabidhi',
  'Released: the buyer may collect': 'Imeruhusiwa: mnunuzi anaweza kuchukua',
  Invoice: 'Ankara',
  'Gross (USD)': 'Jumla (USD)',
  'Deductions (USD)': 'Makato (USD)',
  'Net (USD)': 'Baada ya makato (USD)',
  'USD per 50 kg': 'USD kwa kilo 50',
  'Paid on': 'Ililipwa',
  Warrant: 'Waranti',
  'Collected at': 'Ilichukuliwa',
  Buyer: 'Mnunuzi',
  Grower: 'Mkulima',
  'E-slip, lot, outturn, warrant, grower or buyer': 'Hati, loti, outturn, waranti, mkulima au mnunuzi',
  'Direct settlement': 'Malipo ya moja kwa moja',
  'Exchange and regulator': 'Soko na msimamizi wake',
  Transport: 'Usafiri',
  Drying: 'Kukausha',
  'Hand sorting': 'Kuchambua kwa mkono',
  'Lodged claim': 'Dai lililosajiliwa',
  Waiting: 'Inasubiri',
  'At the bank': 'Iko benki',
  'Refused by the bank': 'Imekataliwa na benki',
  'No fee rule counts for the day of this sale, so no e-slip can be drawn. Put one in force first.':
    'Hakuna kanuni ya ada kwa siku ya mnada huu, kwa hiyo hati haziandikwi. Weka moja kwanza.',
  'The sale is not in the calendar, so nobody knows until when its buyers pay. Put it there first.':
    'Mnada haumo kwenye kalenda, kwa hiyo haijulikani wanunuzi hulipa hadi lini. Uweke kwanza.',
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
  'At most USD 1,000,000,000': 'Si zaidi ya USD 1,000,000,000',
  'A dollar account has 14 digits and begins with 02': 'Akaunti ya dola ina tarakimu 14 na huanza na 02',
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 1 Sep 2026, or Sept, as Swahili writes it. */
function inSwahiliDay(day = '', month = '', year = ''): string {
  const number = months.indexOf(month.slice(0, 3)) + 1
  return formats('sw').date(`${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`)
}

export const settlementPatterns: readonly (readonly [RegExp, (parts: string[]) => string])[] = [
  [/^From (\d{1,2}) ([A-Z][a-z]{2,3}) (\d{4})$/, (parts) => `Kuanzia ${inSwahiliDay(...parts)}`],
]
