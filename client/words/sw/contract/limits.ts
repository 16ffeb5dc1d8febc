/** What is declared of limit files and limits, in Swahili. */
export const limits: Readonly<Record<string, string>> = {
  // Lists: titles, columns, searches and filters
  'Limit files': 'Faili za vikomo',
  'Farmer limits of a file': 'Vikomo vya wakulima vya faili',
  Limits: 'Vikomo',
  'No. of records': 'Idadi ya rekodi',
  Lender: 'Mkopeshaji',
  KPCU: 'KPCU',
  Bank: 'Benki',
  'Farmer name': 'Jina la mkulima',
  'ID No': 'Namba ya kitambulisho',
  'Member No': 'Namba ya mwanachama',
  'Current delivery (kg)': 'Uwasilishaji wa sasa (kilo)',
  'Rate (per kg)': 'Bei (kwa kilo)',
  'Added to the limit (KES)': 'Kilichoongezwa kwenye kikomo (KES)',
  'Added to limits': 'Imeongezwa kwenye vikomo',
  'Name, member number or ID': 'Jina, namba ya mwanachama au kitambulisho',
  'Name, ID, mobile or member number': 'Jina, kitambulisho, simu au namba ya mwanachama',
  'Previous Limit(KES)': 'Kikomo cha awali (KES)',
  'Current Limit(KES)': 'Kikomo cha sasa (KES)',
  'Available (KES)': 'Kilichopo (KES)',
  'Available by lender (KES)': 'Kilichopo kwa kila mkopeshaji (KES)',
  'Reserved (KES)': 'Kilichotengwa (KES)',
  'Used (KES)': 'Kilichotumika (KES)',
  'Arrears (KES)': 'Malimbikizo (KES)',
  'Rate(Per KG)': 'Bei (kwa kilo)',
  'Latest Weight(KG)': 'Uzito wa karibuni (kilo)',
  'Approved By': 'Aliyeidhinisha',
  'Approved on': 'Iliidhinishwa tarehe',
  // Life of a limit file
  'limit file': 'faili la vikomo',
  'Limit file': 'Faili la vikomo',
  'Awaiting society': 'Linasubiri chama',
  'Awaiting KPCU': 'Linasubiri KPCU',
  'Awaiting bank': 'Linasubiri benki',
  // The file
  'Cherry limits': 'Vikomo vya matunda',
  'Full Name': 'Jina kamili',
  'Grower Code': 'Namba ya mkuzaji',
  'Produce Name': 'Jina la zao',
  'Current Delivery': 'Uwasilishaji wa sasa',
  Season: 'Msimu',
  'Crop year such as 2026/2027.': 'Mwaka wa zao kama 2026/2027.',
  'Enter a season such as 2026/2027': 'Weka msimu kama 2026/2027',
  'One of COFFEE.': 'Mojawapo: COFFEE.',
  'Choose one of COFFEE': 'Chagua COFFEE',
  'One member per row. Do not change the headings; the order of the columns is free.':
    'Mwanachama mmoja kwa kila mstari. Usibadili vichwa; mpangilio wa safu ni huru.',
  'Write only kilograms that no limit file has counted before: they are added to the limit of the member.':
    'Andika kilo ambazo hakuna faili la vikomo lililozihesabu: huongezwa kwenye kikomo cha mwanachama.',
  'Kilograms of a member never count for more than was approved in the season.':
    'Kilo za mwanachama hazihesabiwi zaidi ya zilizoidhinishwa katika msimu.',
  'Every row is checked when you upload and again at each approval; all rows are taken, or none.':
    'Kila mstari hukaguliwa unapopakia na tena kwa kila idhini; mistari yote huchukuliwa, au hakuna.',
  // Problems
  'ID number of somebody else': 'Namba ya kitambulisho ya mtu mwingine',
  'Correct the ID number or the member number.': 'Sahihisha namba ya kitambulisho au ya mwanachama.',
  'Name differs from the register': 'Jina linatofautiana na rejista',
  'You can send the rows; check that they name the right members.':
    'Unaweza kutuma mistari; hakikisha inataja wanachama sahihi.',
  'Grower code of another society': 'Namba ya mkuzaji ya chama kingine',
  'Correct the code, or leave the cell empty.': 'Sahihisha namba, au acha kisanduku wazi.',
  'Season that is not open': 'Msimu usio wazi',
  'Write an open season, such as the current one.': 'Andika msimu ulio wazi, kama wa sasa.',
  'More kilograms than a row may have': 'Kilo zaidi ya zinazoruhusiwa kwa mstari',
  'Correct the kilograms.': 'Sahihisha kilo.',
  'Too much land for the fund': 'Ardhi kubwa mno kwa mfuko',
  'Leave the row out, or send the file to the bank.': 'Acha mstari, au tuma faili kwa benki.',
  'More than the approved cherry of the member': 'Zaidi ya matunda yaliyoidhinishwa ya mwanachama',
  'Correct the kilograms, or have the deliveries approved first.':
    'Sahihisha kilo, au uwasilishaji uidhinishwe kwanza.',
  'Not the ID number of this member': 'Si namba ya kitambulisho ya mwanachama huyu',
  'Failed:: review downloaded Limit file for errors':
    'Imeshindikana: kagua makosa katika faili la vikomo lililopakuliwa',
  'The cherry rate has changed since you looked. Look at the amounts again.':
    'Bei ya matunda imebadilika tangu ulipoangalia. Angalia kiasi tena.',
  'Approved and passed on': 'Imeidhinishwa na kupelekwa mbele',
  // Settings
  'Most kilograms of a row in a limit file': 'Kilo nyingi zaidi za mstari katika faili la vikomo',
  'A row above this weight is refused as a slip of the pen.':
    'Mstari unaozidi uzito huu hukataliwa kama kosa la kuandika.',
  'Limits within the approved cherry': 'Vikomo ndani ya matunda yaliyoidhinishwa',
  'On: limit files never count more kilograms of a member than were approved in the season. Off: the checkers are warned.':
    'Ikiwashwa: faili za vikomo hazihesabu kilo za mwanachama zaidi ya zilizoidhinishwa katika msimu. Ikizimwa: wakaguzi huonywa.',
  'Most land for a limit of the fund': 'Ardhi kubwa zaidi kwa kikomo cha mfuko',
  'Members with more acres under coffee than this get no limit of the cherry advance fund.':
    'Wanachama wenye ekari nyingi zaidi ya hizi za kahawa hawapati kikomo cha mfuko wa matunda.',
  acres: 'ekari',
}
