/** What is declared of the accounts of a society, in Swahili. */
export const accounts: Readonly<Record<string, string>> = {
  'society account': 'akaunti ya chama',
  'Changes of accounts': 'Mabadiliko ya akaunti',
  'Name of the account': 'Jina la akaunti',
  'Non-checkoff account': 'Akaunti ya non-checkoff',
  'Checkoff account': 'Akaunti ya checkoff',
  'Farmers’ dollar account': 'Akaunti ya dola ya wakulima',
  'Farmers’ shilling account': 'Akaunti ya shilingi ya wakulima',
  Account: 'Akaunti',
  'Account is required': 'Chagua akaunti',
  'Account number is required.': 'Weka namba ya akaunti.',
  '14 digits; a dollar account begins with 02.': 'Tarakimu 14; akaunti ya dola huanza na 02.',
  'An account number has 14 digits': 'Namba ya akaunti ina tarakimu 14',
  'Valid dollar accounts start with 02.': 'Akaunti sahihi za dola huanza na 02.',
  'An account of shillings does not start with 02.': 'Akaunti ya shilingi haianzi na 02.',
  'Another account of a society has this number': 'Akaunti nyingine ya chama ina namba hii',
  'Approved: the account is in force': 'Imeidhinishwa: akaunti inatumika',
}
