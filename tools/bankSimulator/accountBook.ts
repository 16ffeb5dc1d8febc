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
export type BookEntry = { name: string | null; status: Account['status'] }

/** Account numbers with this ending answer alike, whoever they were put in for; what is paid to some of them comes back days later. */
export const Ending = z.object({
  ending: z.string().regex(/^\d{2,8}$/),
  does: z.enum(['differs', 'closed', 'comes_back']),
})
export type Ending = z.infer<typeof Ending>

/** Whose account it is, named outside the bank's own calls; only the last ones are remembered, and none over a restart. */
export const HolderName = z.object({
  institutionCode: z.string().max(20),
  accountNumber: z.string().max(40),
  name: z.string().max(2000),
})
export type HolderName = z.infer<typeof HolderName>

const mostHolderNames = 20_000
const somebodyElse: BookEntry = { name: 'SOMEBODY ELSE', status: 'active' }
const closed: BookEntry = { name: null, status: 'closed' }

type AnswerAny = { on: boolean; name?: string | undefined }

export type AccountBook = ReturnType<typeof makeAccountBook>

/** The accounts of all institutions, in memory. */
export function makeAccountBook({ seed }: { seed: string }) {
  const accounts = new Map<string, BookEntry>()
  const holderNames = new Map<string, string>()
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
      holderNames.clear()
    },
    /** Remembers the last ones only. */
    nameHolder: ({ name, ...account }: HolderName): void => {
      const key = keyOf(plainAccount(account))
      holderNames.delete(key)
      holderNames.set(key, name)
      const [oldest] = holderNames.size > mostHolderNames ? holderNames.keys() : []
      if (oldest !== undefined) holderNames.delete(oldest)
    },
    setEndings: (to: readonly Ending[]): void => {
      endings = to
    },
    endings: () => endings,
    count: (): number => accounts.size,
    entries: () => accounts.entries(),
    restore: (entries: Iterable<[string, BookEntry]>): void => {
      for (const [key, entry] of entries) accounts.set(key, entry)
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
    comesBack: ({ accountNumber }: PlainAccount): boolean =>
      endings.some(({ ending, does }) => does === 'comes_back' && accountNumber.endsWith(ending)),
    find: (account: PlainAccount): BookEntry | undefined => {
      if (!account.isPossible) return undefined
      const key = keyOf(account)
      const special = endings.find(
        ({ ending, does }) => does !== 'comes_back' && account.accountNumber.endsWith(ending),
      )
      if (special) return special.does === 'closed' ? closed : somebodyElse
      const name = holderNames.get(key) ?? answerAny.name
      const made: BookEntry | undefined =
        answerAny.on || holderNames.has(key)
          ? { name: name ?? plausibleName(`${seed} ${key}`), status: 'active' }
          : undefined
      const entry = accounts.get(key) ?? made
      return entry && placeholders.has(account.pic) ? { ...entry, name: 'Whitelist' } : entry
    },
  }
}

function keyOf({ pic, accountNumber }: PlainAccount): string {
  return `${pic}:${accountNumber}`
}
