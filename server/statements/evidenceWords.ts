import type { PrintLanguage } from '#server/kit/paper/printed.ts'

type Words = Record<
  | 'title'
  | 'payment'
  | 'cherry'
  | 'rate'
  | 'total'
  | 'bonus'
  | 'taken'
  | 'leftOver'
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
    leftOver: 'Cents that M-PESA does not pay',
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
    leftOver: 'Senti ambazo M-PESA hailipi',
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

type SlipWords = Record<'arrived' | 'stands' | 'nowhere' | 'where' | 'members', string> & {
  lead: (society: string, eslip: string) => string
  schedule: (season: string, cycle: string) => string
  places: Record<'nonCheckoff' | 'retained' | 'farmersUsd' | 'unpaid', string>
}

/** What the pack of a lot says besides. */
export const slipEvidenceWords: Record<PrintLanguage, SlipWords> = {
  en: {
    lead: (society, eslip) =>
      `${society}, e-slip ${eslip}. It names no member: the code belongs to what this society was paid for the lot.`,
    arrived: 'Arrived on',
    stands: 'Where its dollars are',
    nowhere: 'They have not arrived yet.',
    where: 'Where',
    members: 'Members paid',
    schedule: (season, cycle) => `Payment ${cycle} of season ${season}`,
    places: {
      nonCheckoff: 'On the account where dollars come in',
      retained: 'Retained',
      farmersUsd: 'On the way to the farmers’ dollars, or there',
      unpaid: 'Converted, and in no payment yet',
    },
  },
  sw: {
    lead: (society, eslip) =>
      `${society}, hati ${eslip}. Haitaji mwanachama: namba ni ya kile ambacho chama hiki kililipwa kwa loti hii.`,
    arrived: 'Zilifika',
    stands: 'Dola zake ziko wapi',
    nowhere: 'Hazijafika bado.',
    where: 'Mahali',
    members: 'Wanachama waliolipwa',
    schedule: (season, cycle) => `Malipo ya ${cycle} ya msimu ${season}`,
    places: {
      nonCheckoff: 'Kwenye akaunti ambako dola huingia',
      retained: 'Zilizobakizwa',
      farmersUsd: 'Njiani kwenda dola za wakulima, au huko',
      unpaid: 'Zimebadilishwa, hazijaingia malipo yoyote',
    },
  },
}
