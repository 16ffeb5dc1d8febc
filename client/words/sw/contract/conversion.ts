/** What is declared of conversion rates, in Swahili. */
export const conversion: Readonly<Record<string, string>> = {
  'conversion rate': 'kiwango cha ubadilishaji',
  'Conversion rates': 'Viwango vya ubadilishaji',
  'Deal code': 'Namba ya makubaliano',
  'KES per USD': 'KES kwa USD',
  'Change in %': 'Badiliko kwa %',
  Expires: 'Mwisho wa muda',
  'Deal code, or name or code of the society': 'Namba ya makubaliano, au jina au msimbo wa chama',
  'The deal expired before somebody decided': 'Muda wa makubaliano uliisha kabla mtu hajaamua',
  'The deal expired before it was used': 'Muda wa makubaliano uliisha kabla hayajatumika',
  'A later deal of the society was approved': 'Makubaliano ya baadaye ya chama yaliidhinishwa',
  'Digits only, at most 12.': 'Tarakimu pekee, zisizozidi 12.',
  'A deal code has up to 12 digits': 'Namba ya makubaliano ina tarakimu zisizozidi 12',
  'The bank knows no deal with this code': 'Benki haijui makubaliano yenye namba hii',
  'This deal was used already': 'Makubaliano haya yametumika tayari',
  'This deal is not about dollars for shillings': 'Makubaliano haya si ya dola kwa shilingi',
  'This deal has expired': 'Muda wa makubaliano haya umeisha',
  'The rate is far from the last one: give a reason': 'Kiwango kiko mbali na cha mwisho: toa sababu',
  'The deal has expired. Agree on another one with the dealer, and submit its code.':
    'Muda wa makubaliano umeisha. Kubaliana mengine na benki, kisha utume namba yake.',
  'This deal code was submitted already. A deal is good for one conversion.':
    'Namba hii ya makubaliano imeshatumwa. Makubaliano hutumika kwa ubadilishaji mmoja.',
  'Change of a conversion rate without a reason': 'Badiliko la kiwango cha ubadilishaji bila sababu',
  'A deal whose rate differs by more than this from the last one that was approved needs a reason.':
    'Makubaliano yenye kiwango kinachotofautiana zaidi ya hiki na cha mwisho kilichoidhinishwa yanahitaji sababu.',
}
