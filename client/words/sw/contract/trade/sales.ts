/** What is declared of the calendar of sales, in Swahili. */
export const sales: Readonly<Record<string, string>> = {
  'Write the season as 2026/2027': 'Andika msimu kama 2026/2027',
  sale: 'mnada',
  Sale: 'Mnada',
  Sales: 'Minada',
  'Sale number': 'Namba ya mnada',
  'Sale day': 'Siku ya mnada',
  'Dispatch until': 'Mwisho wa kupeleka',
  'Time of the cut-off': 'Saa ya mwisho',
  'Catalogue closes': 'Katalogi hufungwa',
  'Time of the close': 'Saa ya kufungwa',
  'Prompt day': 'Mwisho wa kulipa',
  'In the calendar': 'Kwenye kalenda',
  Stage: 'Hatua',
  'Takes dispatch': 'Unapokea kahawa',
  'Dispatch closed': 'Kupeleka kumefungwa',
  'Catalogue closed': 'Katalogi imefungwa',
  'Sale held': 'Umefanyika',
  Cancelled: 'Umefutwa',
  'Proposed by': 'Uliopendekezwa na',
  'Number, season or day, such as 2026-12': 'Namba, msimu au siku, kama 2026-12',
  'A later change of the sale was approved, or the sale was cancelled':
    'Badiliko la baadaye la mnada liliidhinishwa, au mnada ulifutwa',
  'Propose sales of the calendar, and changes of them.': 'Kupendekeza minada ya kalenda, na mabadiliko yake.',
  'Approve or decline sales of the calendar, and changes of them.':
    'Kuidhinisha au kukataa minada ya kalenda, na mabadiliko yake.',
  'Approved: the sale is in the calendar': 'Imeidhinishwa: mnada uko kwenye kalenda',
  'Approved: the sale is changed': 'Imeidhinishwa: mnada umebadilishwa',
  'Approved: the sale is cancelled': 'Imeidhinishwa: mnada umefutwa',
  'This sale is not in the calendar. Look at the sales that are.':
    'Mnada huu haupo kwenye kalenda. Angalia minada iliyopo.',
  'The sale has taken no dispatch since its cut-off. Dispatch to a later sale.':
    'Mnada haupokei kahawa tangu mwisho wa kupeleka. Peleka kwa mnada wa baadaye.',
  'A sale of this number is in the calendar. Open it there and change its days.':
    'Mnada wa namba hii upo kwenye kalenda. Ufungue hapo ubadilishe siku zake.',
  'The days of this sale cannot be any more. Decline it.': 'Siku za mnada huu haziwezekani tena. Ukatae.',
  'Coffee is dispatched or catalogued for this sale, so it is not cancelled. Change its days, or drop the coffee first.':
    'Kahawa imetumwa au kuorodheshwa kwa mnada huu, kwa hiyo haufutwi. Badilisha siku zake, au ondoa kahawa kwanza.',
  'The day of this sale has come, so it cannot be cancelled.': 'Siku ya mnada huu imefika, kwa hiyo hauwezi kufutwa.',
  'Enter the day of the sale': 'Weka siku ya mnada',
  'Enter a number from 1 to 99': 'Weka namba kutoka 1 hadi 99',
  'Enter a day such as 8 Dec 2026': 'Weka siku kama 8 Des 2026',
  'Enter a time such as 16:00': 'Weka saa kama 16:00',
  'Choose a day from Monday to Friday': 'Chagua siku kati ya Jumatatu na Ijumaa',
  'The catalogue stands one working day before the sale at the latest':
    'Katalogi hukamilika siku moja ya kazi kabla ya mnada, si baadaye',
  'The catalogue closes after the dispatch': 'Katalogi hufungwa baada ya mwisho wa kupeleka',
  'The dispatch ends before the day of the sale': 'Kupeleka huisha kabla ya siku ya mnada',
  'The dispatch ends at most 60 days before the sale': 'Kupeleka huisha si zaidi ya siku 60 kabla ya mnada',
  'Buyers pay after the day of the sale': 'Wanunuzi hulipa baada ya siku ya mnada',
  'Buyers pay within five working days after the sale': 'Wanunuzi hulipa ndani ya siku tano za kazi baada ya mnada',
  'The sale was held: only its prompt day can still be changed':
    'Mnada umefanyika: ni mwisho wa kulipa tu unaoweza kubadilishwa',
  'This has passed: choose a moment to come': 'Hii imepita: chagua wakati ujao',
  'Choose a day to come': 'Chagua siku ijayo',
  'Say why: the days are not the usual ones, or not those in force':
    'Eleza kwa nini: siku si za kawaida, au si zile zinazotumika',
}
