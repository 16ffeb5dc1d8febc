/** What is declared of cherry deliveries, their files and factories, in Swahili. */
export const cherry: Readonly<Record<string, string>> = {
  // Lists: titles, columns, searches and filters
  'Cherry deliveries': 'Uwasilishaji wa matunda',
  'Cherry delivery uploads': 'Faili za uwasilishaji wa matunda',
  'Uploaded cherry deliveries': 'Uwasilishaji uliopakiwa',
  'Factory changes': 'Mabadiliko ya viwanda',
  'Name, ID, mobile, member or receipt number': 'Jina, kitambulisho, simu, namba ya mwanachama au ya risiti',
  'Member number, factory or receipt number': 'Namba ya mwanachama, kiwanda au namba ya risiti',
  'Name of the factory': 'Jina la kiwanda',
  'Member name': 'Jina la mwanachama',
  Crop: 'Zao',
  'Weight (kg)': 'Uzito (kg)',
  'Delivered on': 'Siku ya kuwasilisha',
  Factory: 'Kiwanda',
  'Receipt number': 'Namba ya risiti',
  Type: 'Aina',
  'Entered by': 'Aliyeingiza',
  'Entered on': 'Iliingizwa',
  Delivery: 'Uwasilishaji',
  Correction: 'Sahihisho',
  COFFEE: 'KAHAWA',
  '2023/2024': '2023/2024',
  '2024/2025': '2024/2025',
  '2025/2026': '2025/2026',
  '2026/2027': '2026/2027',
  '2027/2028': '2027/2028',
  '2028/2029': '2028/2029',
  '2029/2030': '2029/2030',
  '2030/2031': '2030/2031',
  '2031/2032': '2031/2032',
  'No. of deliveries': 'Idadi ya uwasilishaji',

  // Workflows
  'cherry delivery': 'uwasilishaji wa matunda',
  'cherry delivery upload': 'faili ya uwasilishaji wa matunda',
  'factory change': 'badiliko la kiwanda',

  // Files and forms: columns, rules and instructions
  'One delivery per row. Do not change the headings; the order of the columns is free.':
    'Uwasilishaji mmoja kwa kila safu. Usibadilishe vichwa; mpangilio wa safu wima ni huru.',
  'The season follows from the date. Factory and receipt number may stay empty.':
    'Msimu hutokana na tarehe. Kiwanda na namba ya risiti vinaweza kubaki wazi.',
  'By sending the file you confirm that its records are correct and reliable for processing payments under the third schedule of the Crops (Coffee) (General) Regulations 2019.':
    'Kwa kutuma faili unathibitisha kwamba rekodi zake ni sahihi na za kuaminika kwa kushughulikia malipo chini ya jedwali la tatu la Kanuni za Mazao (Kahawa) (Jumla) za 2019.',
  'Day, month and year, such as 2026-11-03 or 3/11/2026.': 'Siku, mwezi na mwaka, kama 2026-11-03 au 3/11/2026.',
  'Code or name of a factory of the society.': 'Namba au jina la kiwanda cha chama.',
  Kilograms: 'Kilo',
  'Receipt Number': 'Namba ya risiti',
  'Full Name': 'Jina kamili',
  Grower: 'Mzalishaji',
  'Grower ID': 'Namba ya mzalishaji',
  'Product Name': 'Jina la zao',
  'Current Delivery': 'Kilo zilizowasilishwa',
  Weight: 'Uzito',

  // Problems
  'No approved, active member has this number': 'Hakuna mwanachama hai aliyeidhinishwa mwenye namba hii',
  'Correct the number, or register the member first.': 'Sahihisha namba, au msajili mwanachama kwanza.',
  'Not an open factory of this society': 'Si kiwanda kilicho wazi cha chama hiki',
  'Write its code or name, or leave it empty.': 'Andika namba au jina lake, au kiache wazi.',
  'Day that takes no delivery': 'Siku isiyopokea uwasilishaji',
  'Correct the date. Days long ago need a correction with a reason.':
    'Sahihisha tarehe. Siku za zamani zinahitaji sahihisho lenye sababu.',
  'More than may be weighed at once': 'Zaidi ya uzito unaoruhusiwa kwa mara moja',
  'Correct the weight, or split the delivery.': 'Sahihisha uzito, au gawanya uwasilishaji.',
  'Receipt that was entered before': 'Risiti iliyoingizwa awali',
  'Same member, day and weight twice': 'Mwanachama, siku na uzito uleule mara mbili',
  'You can send the rows; check that nothing was entered twice.':
    'Unaweza kutuma safu hizi; hakikisha hakuna kilichoingizwa mara mbili.',
  'More per tree than expected': 'Zaidi kwa mti kuliko inavyotarajiwa',
  'You can send the rows; check the weights and the number of trees.':
    'Unaweza kutuma safu hizi; hakikisha uzito na idadi ya miti.',
  'The same member has another record of this weight on this day.':
    'Mwanachama huyohuyo ana rekodi nyingine ya uzito huu siku hii.',
  'This is more than three times what the member usually brings at once.':
    'Hii ni zaidi ya mara tatu ya kiasi ambacho mwanachama huleta kwa kawaida kwa mara moja.',
  'The member has delivered more per tree this season than the setting expects.':
    'Mwanachama amewasilisha zaidi kwa mti msimu huu kuliko inavyotarajiwa.',
  'The member is suspended, has died or left since this was entered.':
    'Mwanachama amesimamishwa, amefariki au ameondoka tangu hii ilipoingizwa.',
  'The member is suspended: nothing is added until the suspension ends. You can decline it.':
    'Mwanachama amesimamishwa: hakuna kinachoongezwa hadi kusimamishwa kuishe. Unaweza kukataa.',
  'A workbook holds at most 1,048,575 rows. Narrow the list, or export it as CSV.':
    'Kitabu cha kazi hubeba safu 1,048,575 tu. Punguza orodha, au ihamishe kama CSV.',
  'Enter a number other than zero': 'Weka namba isiyo sufuri',
  'Enter a date such as 2026-11-03': 'Weka tarehe kama 2026-11-03',
  'Please tick the checkbox to proceed': 'Tafadhali weka alama ya kukubali ili kuendelea',
  'The day lies in the future': 'Siku hiyo haijafika',
  'The day lies in no season': 'Siku hiyo haimo katika msimu wowote',
  'There is no such season': 'Hakuna msimu huo',
  'This is not the code of your society': 'Hii si namba ya chama chako',
  'This is not the ID number of the member': 'Hii si namba ya kitambulisho ya mwanachama huyu',
  'Not a delivery of this member in this season': 'Si uwasilishaji wa mwanachama huyu katika msimu huu',
  'Another factory has this code': 'Kiwanda kingine kina namba hii',
  'Another factory has this name': 'Kiwanda kingine kina jina hili',

  // Outcomes
  'Cherry Record Created successfully!': 'Rekodi ya matunda imeingizwa!',
  'Cherry Record Updated successfully!': 'Rekodi ya matunda imesahihishwa!',
  'Cherry Approved successfully!': 'Matunda yameidhinishwa!',
  'Cherry Declined successfully!': 'Matunda yamekataliwa!',
  'Correction entered; it waits for approval': 'Sahihisho limeingizwa; linasubiri idhini',
  'Approved: the change is in force': 'Imeidhinishwa: badiliko linatumika',

  // Refusals
  'No approved, active member of your society has this member number.':
    'Hakuna mwanachama hai aliyeidhinishwa wa chama chako mwenye namba hii.',
  'The last payment of this season is approved: it takes no more cherry, unless two people open it again.':
    'Malipo ya mwisho ya msimu huu yameidhinishwa: haupokei matunda tena, isipokuwa watu wawili waufungue upya.',
  'This delivery was already paid. Add a correction record.':
    'Uwasilishaji huu umeshalipwa. Ongeza rekodi ya sahihisho.',
  'A correction is not edited. Let it be declined and enter another one.':
    'Sahihisho halihaririwi. Likataliwe kisha uingize jingine.',
  'The member would have less than nothing in this season. Correct by fewer kilograms.':
    'Mwanachama angekuwa na chini ya sufuri msimu huu. Sahihisha kwa kilo chache zaidi.',
  'The disclaimer was changed meanwhile. Read it again and tick the checkbox.':
    'Kanusho limebadilishwa wakati huu. Lisome tena na uweke alama ya kukubali.',
  'This delivery was already entered with other values. Edit the record in the list.':
    'Uwasilishaji huu umeshaingizwa kwa thamani nyingine. Hariri rekodi katika orodha.',
  'Cherry summary': 'Muhtasari wa matunda',
  'Total cherry': 'Jumla ya matunda',
  'Deliveries waiting': 'Mawasilisho yanasubiri',
  'All approved': 'Yote yameidhinishwa',
  'First payment made': 'Malipo ya kwanza yamefanyika',
  'Second payment made': 'Malipo ya pili yamefanyika',
  'Third payment made': 'Malipo ya tatu yamefanyika',
  'Season closed': 'Msimu umefungwa',
}
