import type { PrintLanguage } from '#server/kit/paper/printed.ts'

type Words = Record<
  | 'title'
  | 'payment'
  | 'cherry'
  | 'rate'
  | 'total'
  | 'bonus'
  | 'taken'
  | 'paid'
  | 'paidOn'
  | 'sources'
  | 'fetched'
  | 'leg'
  | 'gross'
  | 'none'
  | 'source'
  | 'sale'
  | 'lotWeight'
  | 'net'
  | 'deal'
  | 'dollars'
  | 'shillings'
  | 'part'
  | 'check'
  | 'checkHow'
  | 'code'
  | 'fingerprint',
  string
> & {
  lead: (society: string, season: string, cycle: string) => string
  issued: (by: string, at: string) => string
  lot: (lot: string, outturn: string, grade: string, eslip: string) => string
  kinds: Record<'LOT' | 'DOLLARS' | 'SHILLINGS', string>
}

/** The words of an evidence pack on paper. */
export const evidenceWords: Record<PrintLanguage, Words> = {
  en: {
    title: 'From dollar to shilling',
    lead: (society, season, cycle) =>
      `${society}, season ${season}, payment ${cycle}. It names no member: the code belongs to one line of the schedule.`,
    issued: (by, at) => `Printed by ${by}, ${at}`,
    payment: 'The payment',
    cherry: 'Cherry',
    rate: 'For a kilogram',
    total: 'For the cherry',
    bonus: 'Premiums',
    taken: 'Taken for loans and deductions',
    paid: 'To the account',
    paidOn: 'Paid on',
    sources: 'What its shillings came from',
    fetched: 'What each lot fetched, and to whom it went',
    leg: 'For',
    gross: 'Gross',
    none: 'The schedule is not approved yet.',
    source: 'Source',
    sale: 'Sale',
    lotWeight: 'kg',
    net: 'USD to the society',
    deal: 'Deal and rate',
    dollars: 'USD of it in the schedule',
    shillings: 'KES of it',
    part: 'KES in this payment',
    lot: (lot, outturn, grade, eslip) => `Lot ${lot}, ${outturn} ${grade}, ${eslip}`,
    kinds: { LOT: 'Lot', DOLLARS: 'Other dollars', SHILLINGS: 'Came as shillings' },
    check: 'Check this paper',
    checkHow:
      'Scan the code, or open the address and enter the letters. The page shows the same figures and fingerprint, or the paper is not ours.',
    code: 'Code',
    fingerprint: 'Fingerprint',
  },
  sw: {
    title: 'Kutoka dola hadi shilingi',
    lead: (society, season, cycle) =>
      `${society}, msimu ${season}, malipo ya ${cycle}. Haitaji mwanachama: namba ni ya mstari mmoja wa ratiba.`,
    issued: (by, at) => `Imechapishwa na ${by}, ${at}`,
    payment: 'Malipo',
    cherry: 'Matunda',
    rate: 'Kwa kilo',
    total: 'Ya matunda',
    bonus: 'Nyongeza',
    taken: 'Yaliyokatwa kwa mikopo na makato',
    paid: 'Kwenye akaunti',
    paidOn: 'Yalilipwa',
    sources: 'Shilingi zake zilikotoka',
    fetched: 'Kila loti ilileta kiasi gani, na kilienda kwa nani',
    leg: 'Kwa',
    gross: 'Jumla',
    none: 'Ratiba bado haijaidhinishwa.',
    source: 'Chanzo',
    sale: 'Mnada',
    lotWeight: 'kg',
    net: 'USD kwa chama',
    deal: 'Makubaliano na kiwango',
    dollars: 'USD zake katika ratiba',
    shillings: 'KES zake',
    part: 'KES katika malipo haya',
    lot: (lot, outturn, grade, eslip) => `Loti ${lot}, ${outturn} ${grade}, ${eslip}`,
    kinds: { LOT: 'Loti', DOLLARS: 'Dola nyingine', SHILLINGS: 'Zilikuja kama shilingi' },
    check: 'Hakiki karatasi hii',
    checkHow:
      'Piga picha ya alama, au fungua anwani na uandike herufi. Ukurasa unaonyesha takwimu na alama ileile, la sivyo karatasi si yetu.',
    code: 'Namba',
    fingerprint: 'Alama ya utambulisho',
  },
}
