/** What is declared of lowest communal rates, in Swahili. */
export const communal: Readonly<Record<string, string>> = {
  'lowest communal rate': 'kiwango cha chini',
  'Lowest communal rates': 'Viwango vya chini',
  'Lowest rate (KES per kg)': 'Kiwango cha chini (KES kwa kilo)',
  'Rate by the account': 'Kiwango kwa akaunti',
  'Last payment': 'Malipo ya mwisho',
  Cycle: 'Mzunguko',
  'Set by': 'Kimewekwa na',
  'Another lowest rate of the cycle was approved': 'Kiwango kingine cha mzunguko kiliidhinishwa',
  'Cycle is required': 'Mzunguko unahitajika',
  'Please input season': 'Weka msimu',
  'Please input valid season format': 'Weka msimu kwa umbo sahihi',
  'At most KES 1,000 per kg': 'Isizidi KES 1,000 kwa kilo',
  'Another cycle of the season is the next one. Reload, and set the lowest rate of that one.':
    'Mzunguko mwingine wa msimu ndio unaofuata. Pakia upya, kisha uweke kiwango cha mzunguko huo.',
  'Approved: the lowest rate is in force': 'Kimeidhinishwa: kiwango cha chini kinatumika',
}
