import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { AccountBook } from './accountBook.ts'

const State = z.object({
  accounts: z.array(
    z.tuple([
      z.string(),
      z.object({ name: z.string().nullable(), status: z.enum(['active', 'closed', 'dormant', 'blocked']) }),
    ]),
  ),
  answerAny: z.object({ on: z.boolean(), name: z.string().optional() }),
  placeholders: z.array(z.string()),
})

/** Fills the book from the file; a file that is not there is an empty bank, a file that cannot be read stops the start. */
export function restore({ file, book }: { file: string; book: AccountBook }): void {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const state = State.parse(JSON.parse(text))
  book.restore(state.accounts)
  book.setAnswerAny(state.answerAny)
  book.setPlaceholders(state.placeholders)
}

/** Writes the book beside the file and renames, so that a kill leaves the old or the new state. Faults are not kept. */
export function keep({ file, book }: { file: string; book: AccountBook }): void {
  const state = { accounts: [...book.entries()], answerAny: book.answerAny(), placeholders: book.placeholders() }
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}
