/** What is declared of cherry rates, in Swahili. */
export const rates: Readonly<Record<string, string>> = {
  'cherry rate': 'bei ya matunda',
  'Cherry rates': 'Bei za matunda',
  'Rate (KES per kg)': 'Bei (KES kwa kilo)',
  FCS: 'Chama',
  'Created by': 'Aliyeunda',
  'Created at': 'Iliundwa',
  'Decided on': 'Iliamuliwa',
  'A later rate of the society was approved': 'Bei ya baadaye ya chama iliidhinishwa',
  'Rate before': 'Bei ya awali',
  'Name or code of the society': 'Jina au msimbo wa chama',
  'In force': 'Inatumika',
  Replaced: 'Imebadilishwa',
  Withdrawn: 'Imeondolewa',
  Withdraw: 'Ondoa',
  'Approved: the rate is in force': 'Imeidhinishwa: bei inatumika',
  'Choose a society': 'Chagua chama',
  'The rate is too high': 'Bei ni kubwa mno',
  'The highest cherry rate was lowered meanwhile, and this rate is above it. Decline it.':
    'Bei ya juu kabisa ya matunda imepunguzwa wakati huo huo, na bei hii iko juu yake. Ikatae.',
  'Cherry rate of the fund': 'Bei ya matunda ya mfuko',
  'What a kilogram of cherry adds to a limit where the society has no approved rate of its own.':
    'Kile ambacho kilo moja ya matunda huongeza kwenye kikomo pale chama kisipokuwa na bei yake iliyoidhinishwa.',
  'KES per kg': 'KES kwa kilo',
  'Highest cherry rate': 'Bei ya juu kabisa ya matunda',
  'No cherry rate above this can be proposed.': 'Hakuna bei ya matunda iliyo juu ya hii inayoweza kupendekezwa.',
  'Grower code is required: say which society the rate is for':
    'Namba ya chama inahitajika: taja kiwango hiki ni cha chama gani',
}
