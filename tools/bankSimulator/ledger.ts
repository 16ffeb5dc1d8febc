import { z } from 'zod'
import { currencyOfAccount, internalPic } from '#server/kit/bank/bankAccounts.ts'

const Cents = z.string().regex(/^\d+$/).transform(BigInt)

/** One movement of money from one account to another; it is never changed or removed. */
export const Posting = z.object({
  n: z.number().int(),
  at: z.iso.datetime(),
  reference: z.string(),
  transactionId: z.string(),
  debit: z.string(),
  credit: z.string(),
  cents: Cents,
  currency: z.enum(['KES', 'USD']),
  narration: z.string(),
})
export type Posting = z.output<typeof Posting>

/** The bank's own position: dollars that it bought, shillings that it sold. */
export const position = 'POSITION'

/** Where money comes from that the simulation does not follow: the other side of every opening balance. */
export const outside = 'OUTSIDE'

export type Ledger = ReturnType<typeof makeLedger>

/** Double entry: what leaves one account arrives in another, so that all balances together are always nothing. */
export function makeLedger() {
  const postings: Posting[] = []
  const balances = new Map<string, bigint>()
  const ofAccount = new Map<string, Posting[]>()

  function add(posting: Posting): void {
    postings.push(posting)
    for (const [key, cents] of [
      [posting.debit, -posting.cents],
      [posting.credit, posting.cents],
    ] as const) {
      const place = `${key} ${posting.currency}`
      balances.set(place, (balances.get(place) ?? 0n) + cents)
      const lines = ofAccount.get(key) ?? []
      lines.push(posting)
      ofAccount.set(key, lines)
    }
  }

  return {
    post: (movement: Omit<Posting, 'n'>): Posting => {
      const posting = { ...movement, n: postings.length + 1 }
      add(posting)
      return posting
    },
    /** Adds what was written down; a posting that is known already is passed over. */
    restore: (posting: Posting): void => {
      if (posting.n === postings.length + 1) add(posting)
    },
    balance: (key: string): bigint => balances.get(`${key} ${currencyOf(key)}`) ?? 0n,
    lines: (key: string): readonly Posting[] => ofAccount.get(key) ?? [],
    postings: (): readonly Posting[] => postings,
    balances: (): Record<string, string> =>
      Object.fromEntries(Array.from(balances, ([place, cents]) => [place, String(cents)])),
  }
}

/** Dollar accounts of Co-operative Bank hold dollars; everything else holds shillings. */
export const currencyOf = (key: string): 'KES' | 'USD' =>
  key.startsWith(`${internalPic}:`) ? currencyOfAccount(key.slice(internalPic.length + 1)) : 'KES'
