import { Refused } from '#server/kit/refused.ts'

/** A line of a statement; a credit is positive. `place` is its line in the file. */
export type ReadLine = {
  place: number
  key: string
  reference: string
  bookedOn: string
  narration: string
  amountCents: bigint
}

/** What a file says of one account. Its lines lead from the opening balance to the closing one. */
export type ReadStatement = {
  source: 'CAMT053' | 'CSV' | 'BANK'
  accountNumber: string
  fromOn: string
  toOn: string
  openingCents: bigint
  closingCents: bigint
  lines: ReadLine[]
}

export const mostLines = 100_000

/** Why a file was refused, and where in it. */
export const unreadable = (line: number, what: string): Refused =>
  new Refused('statement.unreadable', { message: `Line ${line}: ${what}`, details: { line } })

/** An amount of a file in cents; null when it is none. Never by way of a float. */
export function centsOf(text: string): bigint | null {
  const match = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text)
  return match ? BigInt(match[1] ?? '') * 100n + BigInt((match[2] ?? '').padEnd(2, '0')) : null
}

/** A day that exists, YYYY-MM-DD, of this century. */
export function dayOf(text: string): string | null {
  const match = /^20\d\d-\d\d-\d\d$/.exec(text)
  if (!match) return null
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null
}
