import { balances, readsBalances, type BalanceName } from '#contract/balances/balances.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { notifyMakers } from '#server/kit/records/notify.ts'

const kind = 'balance'

type Opened = { id: string; organisationId: string | null; name: BalanceName; where: string }
const sameBalance = sql`b.name = o.name and b.organisation_id is not distinct from o.organisation_id and b.season = o.season and b.sale_number is not distinct from o.sale_number`

/**
 * Compares what does not close tonight with what did not before: who can see to it is notified once of each balance that has opened, and
 * what they have not read of one that closes again is read. A balance that opens anew is another opening.
 */
export async function noteOpenings(tx: Tx): Promise<void> {
  const closed = await rows(
    tx,
    sql<{ id: string }>`update balance_openings o set closed_at = ${now()} where closed_at is null
      and not exists (select from balances b where ${sameBalance} and b.open > 0) returning id`,
  )
  await sql`update notifications set read_at = ${now()} where kind = ${kind} and read_at is null and record_id = any (${closed.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )
  const opened = await rows(
    tx,
    sql<Opened>`with found as (
        select b.organisation_id, b.name, b.season, b.sale_number from balances b where b.open > 0
          and not exists (select from balance_openings o where ${sameBalance} and o.closed_at is null)),
      noted as (insert into balance_openings (id, organisation_id, name, season, sale_number, opened_at)
        select uuidv7(), organisation_id, name, season, sale_number, ${now()} from found returning *)
      select n.id, n.organisation_id as "organisationId", n.name, concat_ws(' · ', g.code, nullif(n.season, ''), n.sale_number) as where
      from noted n left join organisations g on g.id = n.organisation_id order by n.name, g.code nulls first, n.season, n.sale_number`,
  )
  const readers = new Map<string | null, string[]>()
  for (const { id, organisationId, name, where } of opened) {
    const makers = readers.get(organisationId) ?? (await readersOf(tx, organisationId))
    readers.set(organisationId, makers)
    await notifyMakers(tx, {
      makers,
      by: null,
      batch: newId(),
      kind,
      recordId: id,
      title: balances[name].label,
      to: 'open',
      comment: where,
    })
  }
}

/** Who can see to a balance: who answers for the payments of its society, who reconciles for the bank, and who runs the house. */
async function readersOf(tx: Tx, organisationId: string | null): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{
      id: string
    }>`select u.id from users u join roles r on r.name = u.role_name join organisations o on o.id = u.organisation_id
      where u.status = 'ACTIVE' and r.permissions && ${[...readsBalances]}::text[]
        and ((o.id = ${organisationId} and 'CAN_APPROVE_PAYMENT_SCHEDULE' = any (r.permissions)) or (o.type = 'COOPERATIVE_BANK' and 'CAN_APPROVE_RECONCILIATION' = any (r.permissions))
          or (o.type = 'OPERATOR' and 'CAN_ADMINISTER' = any (r.permissions))) order by u.id`,
  )
  return found.map(({ id }) => id)
}
