import type { RawBuilder } from 'kysely'
import { centsPerKilogram, toAmount } from '#contract/kit/money.ts'
import type { CycleFigures } from '#contract/payments/communalRates.ts'
import { readSetting } from '#server/facts/settings.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { dueDeductions } from './dueDeductions.ts'
import { weighedBy, weightToPay, type Weighed } from './weightsToPay.ts'

/** What a communal rate is made of: cents on the farmers' shilling account, those of them that are premiums, the kilograms that the cycle pays, and members who have some. */
type Pool = { available: bigint; premium: bigint; kilograms: string; members: number; cycle: number }

/** Reads the pool of a society in a season, as a subquery with the columns of a `Pool`. */
export const poolOf = (
  organisationId: RawBuilder<unknown>,
  season: RawBuilder<unknown>,
  weighed: Weighed,
): RawBuilder<unknown> => sql`(
  select coalesce((select l.debits_cents - l.credits_cents - l.held_credits_cents from society_accounts a
      join ledger_accounts l on l.id = a.ledger_account_id
      where a.organisation_id = ${organisationId} and a.purpose = 'FARMERS_KES'), 0) as available,
    coalesce((select sum(d.cents) from ${dueDeductions({ organisationId, season, weighed, without: [] })} d where d.kind = 'PREMIUM'), 0)::bigint as premium,
    coalesce(sum(w.kilograms), 0)::text as kilograms, coalesce(sum(w.members), 0)::integer as members,
    (select 1 + count(*) from communal_payments p where p.organisation_id = ${organisationId} and p.season = ${season}
      and p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED'))::integer as cycle
  from ${weightToPay({ organisationId, season }, weighed)} w)`

/** What the premiums leave of the pool for cherry, in cents. */
export const cherryCents = ({ available, premium }: Pick<Pool, 'available' | 'premium'>): bigint =>
  available > premium ? available - premium : 0n

/** The communal rate in whole cents, of what the premiums leave: what is left over stays behind, so that the payments never exceed the account. */
export const communalCents = ({ kilograms, ...pool }: Pick<Pool, 'available' | 'premium' | 'kilograms'>): bigint =>
  centsPerKilogram(cherryCents(pool), kilograms)

/** The figures on the wire. */
export const shapeCycle = (season: string, pool: Pool): CycleFigures => ({
  season,
  cycle: pool.cycle,
  rate: toAmount(communalCents(pool)),
  available: toAmount(pool.available),
  totalCherry: Number(pool.kilograms),
  members: pool.members,
})

/** The pool of a society in a season at this moment. */
export async function readPool(tx: Tx, organisationId: string, season: string): Promise<Pool> {
  const weighed = weighedBy(await readSetting(tx, 'cherrySinceLastPayment'))
  return one(tx, sql<Pool>`select * from ${poolOf(sql`${organisationId}::uuid`, sql`${season}`, weighed)} p`)
}
