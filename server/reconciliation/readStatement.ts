import { inShillings } from '#contract/kit/money.ts'
import { createHash } from 'node:crypto'
import { readCamt } from './readCamt.ts'
import { readStatementCsv } from './readStatementCsv.ts'
import { unreadable, type ReadStatement } from './statementParts.ts'

/** Reads a bank's file: camt.053 when it is XML, else CSV. Refuses with `statement.unreadable`, naming the line. */
export async function readStatementFile(text: string): Promise<ReadStatement[]> {
  const bare = text.replace(/^\uFEFF/, '')
  const statements = /^\s*</.test(bare) ? await readCamt(bare) : readStatementCsv(bare)
  for (const statement of statements) mustAgree(statement)
  return statements
}

/** A line stands once in a file, and the lines lead from one balance to the other. */
export function mustAgree({ lines, openingCents, closingCents, fromOn, toOn }: ReadStatement): void {
  const known = new Set<string>()
  let sum = openingCents
  for (const { key, place, amountCents, bookedOn } of lines) {
    if (known.has(key)) throw unreadable(place, 'The bank’s id of this line stands in the file twice.')
    known.add(key)
    if (bookedOn < fromOn || bookedOn > toOn)
      throw unreadable(place, 'The date lies outside the period of the statement.')
    sum += amountCents
  }
  const at = lines.at(-1)?.place ?? 1
  if (sum !== closingCents)
    throw unreadable(
      at,
      `The lines lead to a balance of ${inShillings(sum)}, but the file says ${inShillings(closingCents)}.`,
    )
}

/** A name for what a statement says, whatever file says it. */
export function digestOf({ accountNumber, fromOn, toOn, openingCents, closingCents, lines }: ReadStatement): Buffer {
  const hash = createHash('sha256')
  hash.update(`${accountNumber} ${fromOn} ${toOn} ${openingCents} ${closingCents}`)
  for (const { key, reference, bookedOn, amountCents } of lines)
    hash.update(JSON.stringify([key, reference, bookedOn, String(amountCents)]))
  return hash.digest()
}
