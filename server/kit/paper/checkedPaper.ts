import { createHash } from 'node:crypto'
import type { ErrorCode } from '#contract/house/errors.ts'
import type { Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { Refused } from '#server/kit/refused.ts'
import { paperOfCode, type PaperKind } from './paperCodes.ts'
import type { PaperCheck } from './pdfCheck.ts'

/** Sixteen letters over everything that a paper says, each on a line of its own: what was altered has others. */
export const fingerprintOver = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16).toUpperCase()

type Words = Record<'check' | 'checkHow' | 'code' | 'fingerprint', string>
type Checked = { code: string; fingerprint: string; address: string; more?: readonly string[] }

/** What stands at the end of a paper, for whoever checks it. */
export const checkAtEnd = (words: Words, { code, fingerprint, address, more = [] }: Checked): PaperCheck => ({
  title: words.check,
  how: words.checkHow,
  address,
  facts: [`${words.code}: ${code}`, `${words.fingerprint}: ${fingerprint}`, ...more],
})

type ByCode<Said> = {
  house: House
  kind: PaperKind
  code: string
  unknown: ErrorCode
  read: (tx: Tx, reference: string) => Promise<Said>
}

/** What a paper says to whoever holds its code. Who guesses learns nothing, and costs no look into the database: throws `unknown`. */
export async function readByCode<Said>({ house, kind, code, unknown, read }: ByCode<Said>): Promise<Said> {
  const reference = paperOfCode(house, kind, code)
  if (reference === null) throw new Refused(unknown)
  return house.db.transaction('system', (tx) => read(tx, reference), { readOnly: true })
}
