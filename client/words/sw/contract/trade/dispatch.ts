/** What is declared of dispatch, in Swahili. */
export const dispatch: Readonly<Record<string, string>> = {
  'Parchment received': 'Parchment iliyopokelewa',
  'Parchment bulk': 'Parchment iliyochanganywa',
  'Clean bulk': 'Kahawa safi iliyochanganywa',
  'Clean or estate cured received': 'Kahawa safi au iliyokobolewa shambani, imepokelewa',
  Sweepings: 'Mabaki ya kufagia',
  'No record selected': 'Hakuna rekodi iliyochaguliwa',
  'This record was edited, or has moved on. Open it and decide it on its own.':
    'Rekodi hii ilihaririwa, au imesonga mbele. Ifungue na uiamue peke yake.',
  'The terms were changed meanwhile. Read them again and agree to them.':
    'Masharti yalibadilishwa wakati huo. Yasome tena na uyakubali.',
  'The warehouse has begun to decide on this file, so it cannot be withdrawn. Ask it to decline what is wrong.':
    'Ghala limeanza kuamua kuhusu faili hii, kwa hiyo haiwezi kuondolewa. Liombe likatae kilicho na makosa.',
  'Records of this file are received already. Decline the other records instead; the file is then approved with those.':
    'Rekodi za faili hii zimeshapokelewa. Kataa rekodi nyingine badala yake; faili itaidhinishwa na zilizopokelewa.',
  'The mill has asked to delete this file. Decide on that first.': 'Kinu kimeomba faili hii ifutwe. Amua hilo kwanza.',
  'Coffee of this file stands in a catalogue or is sold, so the file stays. Withdraw it from the catalogue first.':
    'Kahawa ya faili hii imo katika katalogi au imeuzwa, kwa hiyo faili inabaki. Iondoe kwenye katalogi kwanza.',
  'This sale is not in the calendar. Look at the sales that are.':
    'Mnada huu haumo katika kalenda. Angalia minada iliyomo.',
  'The sale has taken no dispatch since its cut-off. Dispatch to a later sale.':
    'Mnada haupokei tena kahawa tangu muda wake wa mwisho. Tuma kwa mnada wa baadaye.',
  'Dispatch files': 'Faili za kahawa iliyotumwa',
  'File name, outturn or code of the mill': 'Jina la faili, outturn au msimbo wa kinu',
  'Sale number': 'Namba ya mnada',
  Lots: 'Loti',
  'Not as dispatched': 'Si kama ilivyotumwa',
  'Awaiting warehouse': 'Inasubiri ghala',
  'Deletion awaiting warehouse': 'Ufutaji unasubiri ghala',
  Deleted: 'Imefutwa',
  'Dispatch records': 'Rekodi za kahawa iliyotumwa',
  'Outturn, marks, file name or code of the grower': 'Outturn, alama, jina la faili au msimbo wa mkulima',
  'Split number': 'Namba ya sehemu',
  Marks: 'Alama',
  Pockets: 'Mifuko',
  'Gross weight (kg)': 'Uzito jumla (kg)',
  'Tare weight (kg)': 'Uzito wa magunia (kg)',
  'Difference (kg)': 'Tofauti (kg)',
  'Dispatched on': 'Ilitumwa tarehe',
  'Last changed by': 'Aliyebadilisha mwisho',
  'With the miller': 'Iko kwa kinu',
  'Back at the warehouse': 'Imerudi kwa ghala',
  'On hold': 'Imesitishwa',
  Received: 'Imepokelewa',
  'In the catalogue': 'Imo katika katalogi',
  'Sold, awaiting payment': 'Imeuzwa, inasubiri malipo',
  Collected: 'Imechukuliwa',
  'Differs from what was dispatched': 'Ni tofauti na ilivyotumwa',
  'As dispatched': 'Kama ilivyotumwa',
  'Rows of a dispatch file': 'Safu mlalo za faili ya kahawa iliyotumwa',
  'Outturn, grade or marks': 'Outturn, daraja au alama',
  'Weight differences': 'Tofauti za uzito',
  'Name or code of the mill': 'Jina au msimbo wa kinu',
  'Miller code': 'Msimbo wa kinu',
  Records: 'Rekodi',
  'Dispatched (kg)': 'Iliyotumwa (kg)',
  'Received (kg)': 'Iliyopokelewa (kg)',
  'Difference (%)': 'Tofauti (%)',
  'Records that differ': 'Rekodi zenye tofauti',
  'Missing (kg)': 'Iliyopungua (kg)',
  'Surplus (kg)': 'Iliyozidi (kg)',
  'Not agreed yet': 'Bado hawajakubaliana',
  'Dispatch file': 'Faili ya kahawa iliyotumwa',
  'Dispatch record': 'Rekodi ya kahawa iliyotumwa',
  'dispatch file': 'faili ya kahawa iliyotumwa',
  'dispatch record': 'rekodi ya kahawa iliyotumwa',
  'Decide every record': 'Amua kila rekodi',
  'Drop the file': 'Futa faili',
  'Approve the deletion': 'Idhinisha ufutaji',
  'Decline the deletion': 'Kataa ufutaji',
  'Every record is decided, and one at least is approved': 'Kila rekodi imeamuliwa, na angalau moja imeidhinishwa',
  'Every record is decided, and none is approved': 'Kila rekodi imeamuliwa, na hakuna iliyoidhinishwa',
  'Its file is approved': 'Faili yake imeidhinishwa',
  'Its file is declined': 'Faili yake imekataliwa',
  'Its file is deleted': 'Faili yake imefutwa',
  'Its outturn gave less parchment than what is dispatched of it':
    'Outturn yake ilitoa parchment pungufu ya kahawa iliyotumwa',
  'It stands in an approved catalogue': 'Imo katika katalogi iliyoidhinishwa',
  'It was withdrawn from the catalogue, or not sold': 'Iliondolewa kwenye katalogi, au haikuuzwa',
  'It is sold': 'Imeuzwa',
  'The buyer has paid': 'Mnunuzi amelipa',
  'The buyer has collected it': 'Mnunuzi ameichukua',
  Dispatch: 'Kahawa iliyotumwa',
  'One grade of an outturn, or one split of it, per row. Do not change the headings; the order of the columns is free.':
    'Daraja moja la outturn, au sehemu yake moja, kwa kila safu mlalo. Usibadilishe vichwa; mpangilio wa safu wima ni huru.',
  'A file is for one warehouse and one sale; its brokers may differ.':
    'Faili ni ya ghala moja na mnada mmoja; mawakala wanaweza kutofautiana.',
  'A bag holds 60 kg, and pockets are the kilograms left over: together they are the net weight to within one kilogram.':
    'Gunia lina kilo 60, na mifuko ni kilo zinazobaki: kwa pamoja ni uzito halisi, kwa tofauti isiyozidi kilo moja.',
  'Net weight is gross less tare; leave it empty and it is computed.':
    'Uzito halisi ni uzito jumla ukitoa wa magunia; uache wazi nao utakokotolewa.',
  'The sale must still take dispatch when the file is sent.':
    'Mnada lazima uwe bado unapokea kahawa wakati faili inapotumwa.',
  'Split Number': 'Namba ya sehemu',
  'Whole number from 0 to 99.': 'Namba nzima kutoka 0 hadi 99.',
  'Whole number from 0 to 20,000.': 'Namba nzima kutoka 0 hadi 20,000.',
  'Whole number from 0 to 59.': 'Namba nzima kutoka 0 hadi 59.',
  'Sale Number': 'Namba ya mnada',
  'Gross Weight': 'Uzito jumla',
  'Tare Weight': 'Uzito wa magunia',
  'Number from 0 to 1,000,000, with at most 3 decimals.': 'Namba kutoka 0 hadi 1,000,000, yenye desimali zisizozidi 3.',
  'Whole of a grade beside a split of it': 'Daraja zima kando ya sehemu yake',
  'Number every part of the grade, or keep one row for the whole of it.':
    'Ipe kila sehemu ya daraja namba, au bakiza safu mlalo moja ya daraja zima.',
  'Coffee that is dispatched already': 'Kahawa iliyokwisha kutumwa',
  'Leave the row out, or correct the outturn, the grade or the split.':
    'Iache safu mlalo, au sahihisha outturn, daraja au sehemu.',
  'Mill that does not send the file': 'Kinu kisichotuma faili hii',
  'Write the code of your own mill.': 'Andika msimbo wa kinu chako.',
  'More than one season in the file': 'Misimu zaidi ya mmoja katika faili',
  'Send the rows of each season in a file of their own.': 'Tuma safu mlalo za kila msimu katika faili yake.',
  'More than one sale in the file': 'Minada zaidi ya mmoja katika faili',
  'Send the rows of each sale in a file of their own.': 'Tuma safu mlalo za kila mnada katika faili yake.',
  'More than one warehouse in the file': 'Maghala zaidi ya moja katika faili',
  'Send the rows of each warehouse in a file of their own.': 'Tuma safu mlalo za kila ghala katika faili yake.',
  'Sale that takes no dispatch': 'Mnada usiopokea kahawa',
  'Write the number of a sale that is still open.': 'Andika namba ya mnada ulio wazi bado.',
  'More clean coffee than parchment came in': 'Kahawa safi nyingi kuliko parchment iliyoingia',
  'Correct the weights, or the outturn.': 'Sahihisha uzito, au outturn.',
  'Not as much of the parchment as is usual': 'Si kiasi cha kawaida cha parchment',
  'You can send the rows; check the weights of the outturn.': 'Unaweza kutuma safu mlalo; hakikisha uzito wa outturn.',
  'Outturn without a parchment record': 'Outturn isiyo na rekodi ya parchment',
  'You can send the rows; check the outturn, so that its society is known.':
    'Unaweza kutuma safu mlalo; hakikisha outturn, ili chama chake kijulikane.',
  'Letters of another mill': 'Herufi za kinu kingine',
  'You can send the rows; check that the outturns are yours.':
    'Unaweza kutuma safu mlalo; hakikisha kuwa outturn ni zako.',
  'Bags and pockets are not the net weight': 'Magunia na mifuko si uzito halisi',
  'Correct the bags, the pockets or the weights: a bag holds 60 kg.':
    'Sahihisha magunia, mifuko au uzito: gunia lina kilo 60.',
  'Net weight is not gross less tare': 'Uzito halisi si uzito jumla ukitoa wa magunia',
  'Correct a weight, or leave the net weight empty.': 'Sahihisha uzito, au acha uzito halisi wazi.',
  'This grade of the outturn is dispatched already': 'Daraja hili la outturn limekwisha kutumwa',
  'A part of this grade is dispatched already, or the whole of it: number the splits':
    'Sehemu ya daraja hili, au lote, imekwisha kutumwa: zipe sehemu namba',
  'This grade of the outturn is dispatched already, or a part of it':
    'Daraja hili la outturn limekwisha kutumwa, au sehemu yake',
  'No parchment of this outturn is recorded, so its society is not known':
    'Hakuna parchment ya outturn hii iliyorekodiwa, kwa hiyo chama chake hakijulikani',
  'The tare leaves nothing of the gross weight': 'Uzito wa magunia hauachi kitu kwenye uzito jumla',
  'Coffee of this file was dispatched in another file meanwhile. Look at the rows again.':
    'Kahawa ya faili hii ilitumwa katika faili nyingine wakati huo. Angalia safu mlalo tena.',
  'No sale takes dispatch now: the cut-off of every sale in the calendar has passed.':
    'Hakuna mnada unaopokea kahawa sasa: muda wa mwisho wa kila mnada katika kalenda umepita.',
  'Records declined': 'Rekodi zilizokataliwa',
  'Records on hold': 'Rekodi zilizositishwa',
  'Why it is on hold': 'Kwa nini imesitishwa',
  'Remove it from the dispatch': 'Iondoe kwenye kahawa iliyotumwa',
  'Asks to remove it': 'Inaomba iondolewe',
  'Records received': 'Rekodi zilizopokelewa',
  'Records deleted': 'Rekodi zilizofutwa',
  Terms: 'Masharti',
  'Terms of dispatch': 'Masharti ya kutuma kahawa',
  'Approved: the coffee is received': 'Imeidhinishwa: kahawa imepokelewa',
  'The warehouse is asked to delete the file': 'Ghala limeombwa kufuta faili',
  'The file stays': 'Faili inabaki',
  Agreed: 'Imekubaliwa',
  Dispatched: 'Imetumwa',
  'Put on hold': 'Imesitishwa',
  'Agreed: the warehouse decides next': 'Imekubaliwa: ghala litaamua sasa',
  'Removed from the dispatch': 'Imeondolewa kwenye kahawa iliyotumwa',
  'Put on hold: more is dispatched of this outturn than its parchment':
    'Imesitishwa: kahawa iliyotumwa ya outturn hii inazidi parchment yake',
  'Saved: the miller is asked to agree': 'Imehifadhiwa: kinu kimeombwa kikubali',
  'Saved: the warehouse decides next': 'Imehifadhiwa: ghala litaamua sasa',
  'Saved: it can be approved by somebody else': 'Imehifadhiwa: mtu mwingine anaweza kuiidhinisha',
  'Error reading file. Please try again.': 'Hitilafu katika kusoma faili. Jaribu tena.',
}

/** The same with values in them. */
export const dispatchPatterns: readonly (readonly [RegExp, (parts: string[]) => string])[] = [
  [
    /^A file is for one (warehouse|sale|season), and most rows name (.+)$/,
    ([what, value]) =>
      `Faili ni ya ${what === 'sale' ? 'mnada' : what === 'season' ? 'msimu' : 'ghala'} mmoja tu, na safu mlalo nyingi zinataja ${value}`,
  ],
  [
    /^Row ([\d,]+) is the whole of this grade: number that one too, or take the splits out$/,
    ([row]) => `Safu mlalo ya ${row} ni daraja zima: ipe nayo namba, au ondoa sehemu`,
  ],
  [/^The mill that sends the file is (.+)$/, ([code]) => `Kinu kinachotuma faili ni ${code}`],
  [
    /^Sale (\d+) of (\S+) takes no dispatch any more$/,
    ([sale, season]) => `Mnada ${sale} wa ${season} haupokei kahawa tena`,
  ],
  [
    /^Sale (\d+) of (\S+) is not in the calendar$/,
    ([sale, season]) => `Mnada ${sale} wa ${season} haumo katika kalenda`,
  ],
  [
    /^Sale (\d+) of (\S+) has taken no dispatch since (.+)\. Dispatch to a later sale\.$/,
    ([sale, season, since]) => `Mnada ${sale} wa ${season} haupokei kahawa tangu ${since}. Tuma kwa mnada wa baadaye.`,
  ],
  [
    /^([\d.,]+) kg of clean coffee are dispatched of ([\d.,]+) kg of parchment$/,
    ([clean, parchment]) => `Kilo ${clean} za kahawa safi zimetumwa kati ya kilo ${parchment} za parchment`,
  ],
  [
    /^([\d.]+) % of its parchment so far; (\d+) to (\d+) % are usual$/,
    ([share, least, most]) => `Asilimia ${share} ya parchment yake hadi sasa; kawaida ni ${least} hadi ${most}`,
  ],
  [
    /^No outturn of this mill bears the letters (\w+) so far$/,
    ([letters]) => `Hakuna outturn ya kinu hiki yenye herufi ${letters} hadi sasa`,
  ],
  [
    /^A file is for one mill, warehouse and sale: this stays (.+)$/,
    ([value]) => `Faili ni ya kinu, ghala na mnada mmoja: hii inabaki ${value}`,
  ],
  [
    /^([\d,]+) approved \(([\d.,]+) kg\), ([\d,]+) declined \(([\d.,]+) kg\)$/,
    ([approved, kilograms, declined, others]) =>
      `${approved} zimeidhinishwa (kilo ${kilograms}), ${declined} zimekataliwa (kilo ${others})`,
  ],
  [/^Gross less tare is ([\d.,]+) kg$/, ([net]) => `Uzito jumla ukitoa wa magunia ni kilo ${net}`],
  [
    /^([\d,]+) bags of 60 kg and ([\d,]+) kg in pockets are ([\d.,]+) kg, not ([\d.,]+) kg$/,
    ([bags, pockets, packed, weight]) =>
      `Magunia ${bags} ya kilo 60 na kilo ${pockets} za mifuko ni kilo ${packed}, si kilo ${weight}`,
  ],
]
