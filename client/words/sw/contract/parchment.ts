/** What is declared of CCARF parchment, in Swahili. */
export const parchment: Readonly<Record<string, string>> = {
  'parchment record': 'rekodi ya parchment',
  'CCARF parchment': 'CCARF parchment',
  'Outturns of a parchment record': 'Outturn za rekodi ya parchment',
  'Coffee ID': 'Namba ya kahawa',
  'Communal rate (KES per kg)': 'Bei ya pamoja (KES kwa kilo)',
  'Second tranche (KES)': 'Awamu ya pili (KES)',
  'Date pulled': 'Tarehe ya kupokelewa',
  'File name, outturn or grower code': 'Jina la faili, outturn au msimbo wa mkulima',
  Miller: 'Kinu',
  Outturn: 'Outturn',
  Grade: 'Daraja',
  Bags: 'Magunia',
  'Net weight (kg)': 'Uzito halisi (kg)',
  'Bags as uploaded': 'Magunia kama yalivyopakiwa',
  'Weight as uploaded (kg)': 'Uzito kama ulivyopakiwa (kg)',
  'Outturn or grade': 'Outturn au daraja',
  'Awaiting miller': 'Inasubiri kinu',
  'Awaiting KPCU': 'Inasubiri KPCU',
  'Referred to the miller': 'Imerejeshwa kwa kinu',
  'Referred to the society': 'Imerejeshwa kwa chama',
  'Refer back': 'Rejesha',
  'Referred back': 'Imerejeshwa',
  Amend: 'Rekebisha',
  Amended: 'Imerekebishwa',
  'Amended and sent on': 'Imerekebishwa na kutumwa',
  'Decline for good': 'Kataa kabisa',
  'Approved and passed on': 'Imeidhinishwa na kupelekwa mbele',
  'Approved: the second tranche is added to limits': 'Imeidhinishwa: awamu ya pili imeongezwa kwenye vikomo',
  'Outturn Number': 'Namba ya outturn',
  'Total Bags': 'Jumla ya magunia',
  'Net Weight': 'Uzito halisi',
  'Week of the coffee year, two letters of the mill and four digits, such as 08TH0123.':
    'Wiki ya mwaka wa kahawa, herufi mbili za kinu na tarakimu nne, kama 08TH0123.',
  'Enter an outturn such as 08TH0123': 'Weka outturn kama 08TH0123',
  'One outturn per row. Do not change the headings; the order of the columns is free.':
    'Outturn moja kwa kila safu. Usibadilishe vichwa; mpangilio wa safuwima ni huru.',
  'Bags and net weight are those that the miller received; the miller confirms them.':
    'Magunia na uzito halisi ni vile ambavyo kinu kilipokea; kinu huvithibitisha.',
  'The society cannot bring more parchment than its approved cherry gives.':
    'Chama hakiwezi kuleta parchment zaidi ya ile inayotokana na matunda yake yaliyoidhinishwa.',
  'Outturn of another record': 'Outturn ya rekodi nyingine',
  'Correct the outturn, or leave the row out: it counts once in a season, unless the mill has bulked it of several societies.':
    'Sahihisha outturn, au acha safu hiyo: huhesabiwa mara moja katika msimu, isipokuwa kiwanda kimeichanganya ya vyama kadhaa.',
  'More parchment than the approved cherry gives': 'Parchment zaidi ya ile inayotokana na matunda yaliyoidhinishwa',
  'Correct the net weights, or have the deliveries approved first.':
    'Sahihisha uzito, au hakikisha uwasilishaji unaidhinishwa kwanza.',
  'Another record of this season has this outturn': 'Rekodi nyingine ya msimu huu ina outturn hii',
  'Failed:: review downloaded FCS_PARCHMENT FILE for errors':
    'Imeshindikana: angalia makosa katika faili ya FCS_PARCHMENT iliyopakuliwa',
  'Failed:: review downloaded CCARF Parchment file for errors':
    'Imeshindikana: angalia makosa katika faili ya CCARF Parchment iliyopakuliwa',
  'Miller Code is required': 'Msimbo wa kinu unahitajika',
  'There is no miller of this code': 'Hakuna kinu chenye msimbo huu',
  'No member of the society has an approved cherry limit in this season, so nobody can share the second tranche.':
    'Hakuna mwanachama wa chama mwenye kikomo cha matunda kilichoidhinishwa msimu huu, kwa hiyo hakuna wa kugawiwa awamu ya pili.',
  'Cherry in parchment': 'Matunda ndani ya parchment',
  'Kilograms of cherry that give a hundred kilograms of parchment.':
    'Kilo za matunda zinazotoa kilo mia moja za parchment.',
  'Parchment above what cherry gives': 'Parchment zaidi ya matunda',
  'So much more parchment than the approved cherry gives is still taken.':
    'Kiasi hiki cha parchment kinachozidi matunda yaliyoidhinishwa bado hukubaliwa.',
  'Second tranche of P1': 'Awamu ya pili ya P1',
  'Second tranche of P2': 'Awamu ya pili ya P2',
  'Second tranche of P3': 'Awamu ya pili ya P3',
  'What parchment P1 adds to limits for each kilogram of cherry in it.':
    'Kile ambacho parchment P1 huongeza kwenye vikomo kwa kila kilo ya matunda ndani yake.',
  'What parchment P2 adds to limits for each kilogram of cherry in it.':
    'Kile ambacho parchment P2 huongeza kwenye vikomo kwa kila kilo ya matunda ndani yake.',
  'What parchment P3 adds to limits for each kilogram of cherry in it.':
    'Kile ambacho parchment P3 huongeza kwenye vikomo kwa kila kilo ya matunda ndani yake.',
}
