import { z } from 'zod'
import { plainAccount, type PlainAccount } from '#server/kit/bank/bankAccounts.ts'
import { plausibleName } from './seeded.ts'

/** One account as it is put in; institutionCode '11', '0011', 'UNAIKEPC' or 'MPESA' with a mobile number. */
export const Account = z.object({
  institutionCode: z.string().min(1).max(20),
  accountNumber: z.string().min(1).max(40),
  name: z.string().max(2000).nullable(),
  status: z.enum(['active', 'closed', 'dormant', 'blocked']).default('active'),
})
export type Account = z.infer<typeof Account>

/** What the bank knows of an account. */
export type Held = { name: string | null; status: Account['status'] }

/** Account numbers with this ending answer alike, whoever they were put in for. */
export const Ending = z.object({ ending: z.string().regex(/^\d{2,8}$/), does: z.enum(['differs', 'closed']) })
export type Ending = z.infer<typeof Ending>

/** Whose account it is, told by somebody else than the bank; forgotten again, and never kept over a restart. */
export const Told = z.object({
  institutionCode: z.string().max(20),
  accountNumber: z.string().max(40),
  name: z.string().max(2000),
})
export type Told = z.infer<typeof Told>

const mostTold = 20_000
const somebodyElse: Held = { name: 'SOMEBODY ELSE', status: 'active' }
const closed: Held = { name: null, status: 'closed' }

type AnswerAny = { on: boolean; name?: string | undefined }

export type AccountBook = ReturnType<typeof makeAccountBook>

/** The accounts of all institutions, in memory. */
export function makeAccountBook({ seed }: { seed: string }) {
  const accounts = new Map<string, Held>()
  const told = new Map<string, string>()
  let endings: readonly Ending[] = []
  let answerAny: AnswerAny = { on: false }
  // Spire Bank is no longer in business, so nobody meets its placeholder by accident.
  let placeholders = new Set(['0049'])

  return {
    put: (account: Account): void => {
      accounts.set(keyOf(plainAccount(account)), { name: account.name, status: account.status })
    },
    clear: (): void => {
      accounts.clear()
      told.clear()
    },
    /** Remembers the last ones only. */
    tell: ({ name, ...account }: Told): void => {
      const key = keyOf(plainAccount(account))
      told.delete(key)
      told.set(key, name)
      const [oldest] = told.size > mostTold ? told.keys() : []
      if (oldest !== undefined) told.delete(oldest)
    },
    setEndings: (to: readonly Ending[]): void => {
      endings = to
    },
    endings: () => endings,
    count: (): number => accounts.size,
    entries: () => accounts.entries(),
    restore: (entries: Iterable<[string, Held]>): void => {
      for (const [key, held] of entries) accounts.set(key, held)
    },
    answerAny: (): AnswerAny => answerAny,
    setAnswerAny: (to: AnswerAny): void => {
      answerAny = to
    },
    placeholders: (): string[] => [...placeholders],
    setPlaceholders: (institutionCodes: string[]): void => {
      placeholders = new Set(
        institutionCodes.map((code) => plainAccount({ institutionCode: code, accountNumber: '' }).pic),
      )
    },
    find: (account: PlainAccount): Held | undefined => {
      if (!account.isPossible) return undefined
      const key = keyOf(account)
      const special = endings.find(({ ending }) => account.accountNumber.endsWith(ending))
      if (special) return special.does === 'closed' ? closed : somebodyElse
      const name = told.get(key) ?? answerAny.name
      const made: Held | undefined =
        answerAny.on || told.has(key) ? { name: name ?? plausibleName(`${seed} ${key}`), status: 'active' } : undefined
      const held = accounts.get(key) ?? made
      return held && placeholders.has(account.pic) ? { ...held, name: 'Whitelist' } : held
    },
  }
}

function keyOf({ pic, accountNumber }: PlainAccount): string {
  return `${pic}:${accountNumber}`
}
