/**
 * The only home of balances: a double-entry ledger. A movement takes cents from one account to another, under one reference
 * for ever; its trigger in the database writes the entries and keeps the balances in the same statement, and refuses what
 * overdraws. Call it inside the one transaction of `serve()`, late, because the accounts stay locked until the commit:
 *
 *   await move(tx, [
 *     { type: 'post_hold', reference: `loan/${id}/limit`, hold: `limit/${id}`, cause },
 *     { type: 'post', reference: `loan/${id}/paid`, debit: loan, credit: clearing, amountCents: 1_600_500n, cause },
 *     { type: 'post', reference: `loan/${id}/fee`, debit: loan, credit: fee, amountCents: 49_500n, cause },
 *   ])
 *
 * All of the list happens, in its order, or nothing does; a refusal leaves the transaction usable. The same list again answers
 * the same and moves nothing. Put all movements of a decision into one list, thousands if need be: accounts are locked in one
 * order, so lists never block each other in a ring. Choose accounts by society (`fee` and `clearing` have the society as their
 * subject), so that societies do not wait for each other; only a fund itself is shared, and moved once in a batch.
 * How limits move: limits.ts. How a loan moves: docs/decisions/0013-a-ledger-of-pairs.md.
 */
import { businessDate, now } from '#server/kit/clock.ts'
import { isPgError, rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { Refused } from '#server/kit/refused.ts'
import { findAccount, openAccounts, type AccountName, type OpenAccount } from './accounts.ts'

/** The record that a movement came of. */
export type Cause = { kind: string; id: string }
type Common = {
  /** One per intent, for ever, made of the record's id. */
  reference: string
  cause: Cause
  narration?: string
  /** YYYY-MM-DD; today when it is left out. */
  businessDate?: string
}
export type Post = Common & { debit: AccountName; credit: AccountName; amountCents: bigint }
type Hold = Post & { expiresAt?: Date }
/** `hold` is the reference of the hold. Less than was held may be posted; the rest is released. */
type PostHold = Common & { hold: string; amountCents?: bigint }
type VoidHold = Common & { hold: string }
export type Movement =
  | (Post & { type: 'post' })
  | (Hold & { type: 'hold' })
  | (PostHold & { type: 'post_hold' })
  | (VoidHold & { type: 'void_hold' })

/** What stands in the ledger under a reference. */
export type Moved = { id: string; reference: string; amountCents: bigint; businessDate: string; at: Date }

/** Moves at once, from the debited account to the credited one. */
export const post = (tx: Tx, posts: readonly Post[]): Promise<Moved[]> =>
  move(
    tx,
    posts.map((one) => ({ ...one, type: 'post' })),
  )

/** Reserves what will be moved later. Nobody else can use it until it is posted or voided. */
export const reserve = (tx: Tx, holds: readonly Hold[]): Promise<Moved[]> =>
  move(
    tx,
    holds.map((one) => ({ ...one, type: 'hold' })),
  )

/** Releases what was reserved. */
export const voidHold = (tx: Tx, closings: readonly VoidHold[]): Promise<Moved[]> =>
  move(
    tx,
    closings.map((one) => ({ ...one, type: 'void_hold' })),
  )

/**
 * Makes all movements in their order, or none. Refuses with `ledger.overdrawn`, `ledger.hold_closed`, `ledger.hold_expired`
 * or `ledger.other_content`, each naming the reference in its details.
 */
export async function move(tx: Tx, movements: readonly Movement[]): Promise<Moved[]> {
  if (movements.length === 0) return []
  const named = movements.flatMap((one) => ('debit' in one ? [one.debit, one.credit] : []))
  const accountOf = await openAccounts(tx, named)
  const opened = movements.map((movement): OpenedMovement => {
    if (!('debit' in movement)) return { movement, debit: null, credit: null }
    return { movement, debit: accountOf(movement.debit), credit: accountOf(movement.credit) }
  })
  return savepoint(tx, async () => {
    const inserted = await insert(tx, opened)
    const moved = inserted.length === opened.length ? inserted : await findStanding(tx, opened)
    const standing = new Map(moved.map((moved) => [moved.reference, moved]))
    return movements.map(({ reference }) => {
      const moved = standing.get(reference)
      if (!moved?.isSame) throw new Refused('ledger.other_content', { details: { reference } })
      const { isSame: _, ...answer } = moved
      return answer
    })
  }).catch((error: unknown) => {
    throw refusalOf(error) ?? error
  })
}

type OpenedMovement = { movement: Movement; debit: OpenAccount | null; credit: OpenAccount | null }
type Standing = Moved & { isSame: boolean }

const kinds = { post: 'POST', hold: 'HOLD', post_hold: 'POST_HOLD', void_hold: 'VOID_HOLD' } as const

/** One statement for all of them. References that stand already are left out of its answer; within the list the first counts. */
async function insert(tx: Tx, opened: readonly OpenedMovement[]): Promise<Standing[]> {
  const at = now()
  const today = businessDate(at)
  const column = <Value>(of: (one: OpenedMovement) => Value): Value[] => opened.map(of)
  const inserted = await rows(
    tx,
    sql<Moved>`insert into ledger_movements (id, organisation_id, reference, kind, hold_id, debit_account_id, credit_account_id, book, currency,
        amount_cents, business_date, cause_kind, cause_id, narration, expires_at, place, created_at)
      select g.id, coalesce(h.organisation_id, g.organisation_id), g.reference, g.kind, h.id, coalesce(h.debit_account_id, g.debit), coalesce(h.credit_account_id, g.credit),
        coalesce(h.book, g.book), coalesce(h.currency, g.currency), coalesce(g.amount, h.amount_cents), g.business_date, g.cause_kind, g.cause_id, g.narration, g.expires_at, g.place, ${at}
      from unnest(${column(() => newId())}::uuid[], ${column(ownerOf)}::uuid[], ${column(({ movement }) => movement.reference)}::text[],
          ${column(({ movement }) => kinds[movement.type])}::text[], ${column(({ movement }) => ('hold' in movement ? movement.hold : null))}::text[],
          ${column(({ debit }) => debit?.id ?? null)}::uuid[], ${column(({ credit }) => credit?.id ?? null)}::uuid[],
          ${column(({ debit }) => debit?.book ?? null)}::text[], ${column(({ debit }) => debit?.currency ?? null)}::text[],
          ${column(amountOf)}::bigint[], ${column(({ movement }) => movement.businessDate ?? today)}::date[],
          ${column(({ movement }) => movement.cause.kind)}::text[], ${column(({ movement }) => movement.cause.id)}::uuid[],
          ${column(({ movement }) => movement.narration ?? '')}::text[], ${column(expiryOf)}::timestamptz[])
        with ordinality as g (id, organisation_id, reference, kind, hold, debit, credit, book, currency, amount, business_date, cause_kind, cause_id, narration, expires_at, place)
        left join ledger_movements h on h.reference = g.hold and h.kind = 'HOLD'
      order by g.place
      on conflict (reference) do nothing
      returning id, reference, amount_cents as "amountCents", business_date as "businessDate", created_at as at`,
  )
  return inserted.map((moved) => ({ ...moved, isSame: true }))
}

/** What stood before under these references, and whether it is the same intent: kind, accounts, amount, hold and cause. */
async function findStanding(tx: Tx, opened: readonly OpenedMovement[]): Promise<Standing[]> {
  const column = <Value>(of: (one: OpenedMovement) => Value): Value[] => opened.map(of)
  return rows(
    tx,
    sql<Standing>`select m.id, m.reference, m.amount_cents as "amountCents", m.business_date as "businessDate", m.created_at as at,
        bool_and(m.kind = g.kind and m.cause_kind = g.cause_kind and m.cause_id = g.cause_id and m.amount_cents = coalesce(g.amount, h.amount_cents)
          and case when g.hold is null then m.debit_account_id = g.debit and m.credit_account_id = g.credit else h.reference = g.hold end) as "isSame"
      from unnest(${column(({ movement }) => movement.reference)}::text[], ${column(({ movement }) => kinds[movement.type])}::text[],
          ${column(({ movement }) => movement.cause.kind)}::text[], ${column(({ movement }) => movement.cause.id)}::uuid[], ${column(amountOf)}::bigint[],
          ${column(({ movement }) => ('hold' in movement ? movement.hold : null))}::text[],
          ${column(({ debit }) => debit?.id ?? null)}::uuid[], ${column(({ credit }) => credit?.id ?? null)}::uuid[])
        as g (reference, kind, cause_kind, cause_id, amount, hold, debit, credit)
        join ledger_movements m on m.reference = g.reference left join ledger_movements h on h.id = m.hold_id
      group by m.id`,
  )
}

const ownerOf = ({ movement }: OpenedMovement): string | null =>
  'debit' in movement ? movement.debit.organisationId : null
const amountOf = ({ movement }: OpenedMovement): bigint | null =>
  ('amountCents' in movement ? movement.amountCents : null) ?? null
const expiryOf = ({ movement }: OpenedMovement): Date | null =>
  ('expiresAt' in movement ? movement.expiresAt : null) ?? null

/** The database is the judge; its verdicts that a person may meet are refusals. */
function refusalOf(error: unknown): Refused | null {
  if (!isPgError(error)) return null
  const details = { reference: error.detail }
  if (error.code === 'KL001') return new Refused('ledger.overdrawn', { details })
  if (error.code === 'KL002') return new Refused('ledger.hold_expired', { details })
  return error.constraint === 'one_closing_of_a_hold' ? new Refused('ledger.hold_closed') : null
}

/** What an account has. `availableCents` is the balance without what open holds will take. */
export type Balance = { balanceCents: bigint; availableCents: bigint; heldCents: bigint }

/** The balance of an account in reach, on its normal side. */
export async function balanceOf(tx: Tx, name: AccountName): Promise<Balance> {
  const id = await findAccount(tx, name)
  const [balance] = await rows(
    tx,
    sql<Balance>`select b.balance as "balanceCents", b.balance - b.held as "availableCents", b.held as "heldCents"
      from ledger_accounts cross join lateral (
        select case normal_side when 'CREDIT' then credits_cents - debits_cents else debits_cents - credits_cents end as balance,
          case normal_side when 'CREDIT' then held_debits_cents else held_credits_cents end as held) b where id = ${id}`,
  )
  return balance ?? { balanceCents: 0n, availableCents: 0n, heldCents: 0n }
}

/** One line of a statement. `postedCents` moved on this side; `heldCents` was added to what is held there. */
type StatementLine = {
  n: bigint
  reference: string
  kind: 'POST' | 'HOLD' | 'POST_HOLD' | 'VOID_HOLD'
  side: 'DEBIT' | 'CREDIT'
  postedCents: bigint
  heldCents: bigint
  balanceAfterCents: bigint
  availableAfterCents: bigint
  businessDate: string
  causeKind: string
  causeId: string
  narration: string
  at: Date
}

/** The lines of an account in reach, oldest first, between two business dates; the next page begins after the last `n`. */
export async function statementOf(
  tx: Tx,
  name: AccountName,
  { from = '-infinity', to = 'infinity', after = 0n, most = 1_000 }: Period = {},
): Promise<StatementLine[]> {
  const id = await findAccount(tx, name)
  if (id === null) return []
  return rows(
    tx,
    sql<StatementLine>`select n, reference, kind, side, posted_cents as "postedCents", held_cents as "heldCents", balance_after_cents as "balanceAfterCents",
        available_after_cents as "availableAfterCents", business_date as "businessDate", cause_kind as "causeKind", cause_id as "causeId", narration, created_at as at
      from ledger_statement(${id}, ${from}, ${to}, ${after}, ${most})`,
  )
}
type Period = { from?: string; to?: string; after?: bigint; most?: number }

/** Releases expired holds, a thousand at a time; answers how many those were. May run twice at once. */
export async function releaseExpired(tx: Tx, at: Date = now()): Promise<number> {
  const expired = await rows(
    tx,
    sql<{ reference: string; kind: string; id: string }>`select m.reference, m.cause_kind as kind, m.cause_id as id
      from ledger_holds o join ledger_movements m on m.id = o.movement_id where o.expires_at <= ${at} order by m.id limit 1000`,
  )
  const closings = expired.map(({ reference, kind, id }) => ({
    reference: `${reference}/expired`,
    hold: reference,
    cause: { kind, id },
  }))
  return (await voidHold(tx, closings)).length
}
