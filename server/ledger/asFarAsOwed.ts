import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { AccountName } from './accounts.ts'
import type { Movement, Post } from './ledger.ts'

const keyOf = ({ organisationId, subjectId, season = '', lenderId = '' }: AccountName): string =>
  `${organisationId} ${subjectId} ${season} ${lenderId}`

/**
 * What is paid off a loan of which less is owed: a loan may come back from the bank while a schedule recovers it, or afterwards. As
 * much as is owed pays the loan; the rest the lender has without a loan for it, and owes it to the member.
 */
export const beyondOwed = (post: Post, owedCents: bigint): Post[] => {
  const { lenderId = '' } = post.credit
  const rest = post.amountCents - owedCents
  return [
    ...(owedCents > 0n ? [{ ...post, amountCents: owedCents }] : []),
    {
      ...post,
      reference: `${post.reference}/beyond`,
      narration: 'More than was owed: the lender owes it to the member',
      credit: { kind: 'outside', organisationId: lenderId, subjectId: lenderId },
      amountCents: rest,
    },
  ]
}

/** The same movements, of which none pays more off a loan than is owed at its turn. */
export async function asFarAsOwed(tx: Tx, movements: readonly Movement[]): Promise<Movement[]> {
  const loans = movements.flatMap((one) => (one.type === 'post' && one.credit.kind === 'loan' ? [one.credit] : []))
  if (loans.length === 0) return [...movements]
  const column = (of: (loan: AccountName) => string): string[] => loans.map(of)
  const found = await rows(
    tx,
    sql<{
      key: string
      cents: bigint
    }>`select distinct a.organisation_id || ' ' || a.subject_id || ' ' || a.season || ' ' || a.lender_id as key, a.debits_cents - a.credits_cents as cents
      from unnest(${column(({ organisationId }) => organisationId)}::uuid[], ${column(({ subjectId }) => subjectId)}::uuid[], ${column(({ season = '' }) => season)}::text[],
          ${column(({ lenderId = '' }) => lenderId)}::uuid[]) as n (organisation_id, subject_id, season, lender_id)
        join ledger_accounts a using (organisation_id, subject_id, season, lender_id) where a.kind = 'loan' and a.currency = 'KES'`,
  )
  const owed = new Map(found.map(({ key, cents }) => [key, cents]))
  const add = (name: AccountName, cents: bigint): void =>
    void (name.kind === 'loan' && owed.set(keyOf(name), (owed.get(keyOf(name)) ?? 0n) + cents))
  return movements.flatMap((one): Movement[] => {
    if (one.type !== 'post') return [one]
    add(one.debit, one.amountCents)
    if (one.credit.kind !== 'loan') return [one]
    const before = owed.get(keyOf(one.credit)) ?? 0n
    const cents = before < one.amountCents ? before : one.amountCents
    add(one.credit, -cents)
    return cents === one.amountCents ? [one] : beyondOwed(one, cents).map((post) => ({ ...post, type: 'post' }))
  })
}
