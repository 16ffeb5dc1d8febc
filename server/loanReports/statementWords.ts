import type { PrintLanguage } from '#server/kit/paper/printed.ts'
import type { StatementLine } from './statementLines.ts'

/** What a printed statement says, in the language of who gets it. */
export const statementWords = {
  en: {
    title: 'Loan statement',
    member: 'Member',
    memberNumber: 'Member number',
    idNumber: 'ID number',
    society: 'Society',
    period: 'Period',
    owed: 'Owed',
    date: 'Date',
    what: 'Details',
    loan: 'Loan',
    more: 'Added (KES)',
    less: 'Taken off (KES)',
    balance: 'Owed (KES)',
    opening: 'Opening balance',
    closing: 'Closing balance',
    none: 'Nothing has moved in this time.',
    paid: 'Loan paid out',
    fee: 'Fee of the loan',
    unpaid: 'Loan came back unpaid',
    feeReturned: 'Fee given back',
    other: 'Movement',
    check: 'Is this paper ours?',
    checkHow: 'Scan the code, or open this address and compare initials, last day, closing balance and fingerprint.',
    code: 'Code',
    fingerprint: 'Fingerprint',
    issued: (by: string, organisation: string, at: string) => `Printed by ${by}, ${organisation}, ${at}`,
    page: (at: number, of: number) => `Page ${at} of ${of}`,
  },
  sw: {
    title: 'Taarifa ya mikopo',
    member: 'Mwanachama',
    memberNumber: 'Namba ya mwanachama',
    idNumber: 'Namba ya kitambulisho',
    society: 'Chama',
    period: 'Kipindi',
    owed: 'Deni',
    date: 'Tarehe',
    what: 'Maelezo',
    loan: 'Mkopo',
    more: 'Ongezeko (KES)',
    less: 'Punguzo (KES)',
    balance: 'Deni (KES)',
    opening: 'Salio la kuanzia',
    closing: 'Salio la mwisho',
    none: 'Hakuna mabadiliko katika kipindi hiki.',
    paid: 'Mkopo umelipwa',
    fee: 'Ada ya mkopo',
    unpaid: 'Mkopo umerudi bila kulipwa',
    feeReturned: 'Ada imerudishwa',
    other: 'Mabadiliko',
    check: 'Je, karatasi hii ni yetu?',
    checkHow:
      'Changanua msimbo, au fungua anwani hii na ulinganishe herufi za jina, siku ya mwisho, salio la mwisho na alama ya karatasi.',
    code: 'Msimbo',
    fingerprint: 'Alama ya karatasi',
    issued: (by: string, organisation: string, at: string) => `Imechapishwa na ${by}, ${organisation}, ${at}`,
    page: (at: number, of: number) => `Ukurasa ${at} kati ya ${of}`,
  },
} as const satisfies Record<PrintLanguage, unknown>

const movements = { paid: 'paid', fee: 'fee', unpaid: 'unpaid', fee_returned: 'feeReturned' } as const

/** A movement in words: what a loan does by the end of its reference, everything else by its own narration. */
export function describeMovement(language: PrintLanguage, { reference, narration }: StatementLine): string {
  const words = statementWords[language]
  const end = reference.startsWith('loan/') ? reference.slice(reference.lastIndexOf('/') + 1) : ''
  return end in movements ? words[movements[end as keyof typeof movements]] : narration || words.other
}
