import type { RawBuilder } from 'kysely'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'
import { credited, day, stage, traded, type Counted } from './timelineFacts.ts'
import type { StageFacts, TimelineFacts } from './timelineStages.ts'

const { cell } = stagedCells(columnKeys(parchmentFile))

export type Society = { id: string; name: string }
type Member = Society & { farmerId: string }

/** A farmer in reach with the society. */
export async function getMember(tx: Tx, id: string): Promise<Member> {
  const [member] = await rows(
    tx,
    sql<Member>`select f.id as "farmerId", o.id, o.name from farmers f join organisations o on o.id = f.organisation_id where f.id = ${id} and f.status = 'APPROVED'`,
  )
  if (!member) throw new Refused('record.not_found')
  return member
}

/** Deliveries of a season: of a society, or of one of its members. */
async function delivered(tx: Tx, { id, name }: Society, season: string, farmerId: string | null): Promise<StageFacts> {
  const counted = await one(
    tx,
    sql<Counted>`select (count(*) filter (where status = 'APPROVED'))::int as done, count(*)::int as of, max(delivered_on) filter (where status = 'APPROVED') as on, null as due, null as names
      from cherry_deliveries where organisation_id = ${id} and season = ${season} and status in ('APPROVED', 'PENDING_APPROVAL') and (${farmerId}::uuid is null or farmer_id = ${farmerId})`,
  )
  const acts = counted.of > counted.done ? 'CAN_APPROVE_FARMERS' : 'CAN_UPLOAD_FARMERS'
  return stage({ ...counted, names: [name] }, 'SOCIETY', acts)
}

type Milled = Counted & { outturns: string[] | null; millers: string[] | null }

/** Outturns that a society has brought to mills in a season, confirmed or not. */
const milled = (tx: Tx, { id }: Society, season: string): Promise<Milled> =>
  one(
    tx,
    sql<Milled>`select (count(*) filter (where p.confirmed))::int as done, count(*)::int as of, max(${day(sql`p.decided_at`)}) filter (where p.confirmed) as on, null as due,
        array_agg(distinct p.miller) filter (where not p.confirmed) as names, array_agg(distinct p.outturn) as outturns, array_agg(distinct p.miller) as millers
      from (select u.status in ('PENDING_KPCU_APPROVAL', 'APPROVED') as confirmed, u.decided_at, ${cell('outturn')} as outturn, m.name as miller
        from uploads u join upload_rows r on r.upload_id = u.id join parchment_records b on b.upload_id = u.id join organisations m on m.id = b.miller_id
        where u.kind = 'parchment' and u.organisation_id = ${id} and ${cell('season')} = ${season} and r.state <> 'left_out'
          and u.status not in ('CHECKING', 'FAILED_VALIDATION', 'DISCARDED', 'REJECTED')) p`,
  )

/** What a society made of its dollars in a season. Dollars that lie there still are one more to convert. */
async function converted(tx: Tx, { id, name }: Society, season: string): Promise<StageFacts> {
  const { waits, way, ...counted } = await one(
    tx,
    sql<
      Counted & Record<'waits' | 'way', number>
    >`select (count(*) filter (where status = 'DONE'))::int as done, count(*)::int + (
          select count(*) filter (where l.debits_cents - l.credits_cents - l.held_credits_cents > 0) from society_accounts a join ledger_accounts l on l.id = a.ledger_account_id
          where a.organisation_id = ${id} and a.purpose = 'FARMERS_USD' and ${season} = ${currentSeason()})::int as of, max(${day(sql`settled_at`)}) filter (where status = 'DONE') as on,
        null as due, null as names, (count(*) filter (where status = 'PENDING_APPROVAL'))::int as waits, (count(*) filter (where status = 'PROCESSING'))::int as way
      from society_transfers where organisation_id = ${id} and season = ${season} and kind = 'CONVERSION' and status in ('PENDING_APPROVAL', 'PROCESSING', 'DONE')`,
  )
  if (way > 0) return stage(counted, 'BANK')
  const acts = waits > 0 ? 'CAN_APPROVE_SOCIETY_TRANSFER' : 'CAN_ORDER_SOCIETY_TRANSFER'
  return stage({ ...counted, names: [name] }, 'SOCIETY', acts)
}

/** The payment schedules of a season, or those in which a member stands. */
async function scheduled(tx: Tx, { id, name }: Society, season: string, farmerId: string | null): Promise<StageFacts> {
  const counted = await one(
    tx,
    sql<Counted>`select (count(*) filter (where p.status <> 'PENDING_APPROVAL'))::int as done, count(*)::int as of, max(${day(sql`p.decided_at`)}) filter (where p.status <> 'PENDING_APPROVAL') as on,
        null as due, null as names
      from communal_payments p where p.organisation_id = ${id} and p.season = ${season} and p.status not in ('REJECTED', 'WITHDRAWN')
        and (${farmerId}::uuid is null or exists (select from schedule_lines l where l.communal_payment_id = p.id and l.farmer_id = ${farmerId}))`,
  )
  const acts = counted.of > counted.done ? 'CAN_APPROVE_PAYMENT_SCHEDULE' : 'CAN_CREATE_PAYMENT_SCHEDULE'
  return stage({ ...counted, names: [name] }, 'SOCIETY', acts)
}

/** Lines of approved schedules of a season that have arrived: of all members, or of one. What is held or refused waits for the society. */
async function inAccount(tx: Tx, { id, name }: Society, season: string, farmerId: string | null): Promise<StageFacts> {
  const { stopped, ...counted } = await one(
    tx,
    sql<
      Counted & { stopped: number }
    >`select (count(*) filter (where l.status = 'SUCCESS'))::int as done, count(*)::int as of, max(${day(sql`l.settled_at`)}) filter (where l.status = 'SUCCESS') as on,
        null as due, null as names, (count(*) filter (where l.status in ('HELD', 'FAILED')))::int as stopped
      from schedule_lines l join communal_payments p on p.id = l.communal_payment_id
      where p.organisation_id = ${id} and p.season = ${season} and p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED') and l.status <> 'NIL'
        and (${farmerId}::uuid is null or l.farmer_id = ${farmerId})`,
  )
  return stopped > 0 ? stage({ ...counted, names: [name] }, 'SOCIETY', 'CAN_RETRY_PAYMENT') : stage(counted, 'BANK')
}

/**
 * How far the coffee of a season has come: of a society, or of one of its members, whose are the deliveries and the payments. Which
 * cherry became which parchment nobody records: what lies between is that of the society.
 */
export async function seasonFacts(
  tx: Tx,
  society: Society,
  { season, farmerId, daysOff }: { season: string; farmerId: string | null; daysOff: ReadonlySet<string> },
): Promise<TimelineFacts> {
  const { outturns, millers, ...brought } = await milled(tx, society, season)
  const own = (table: 't' | 'c'): RawBuilder<unknown> =>
    sql`${sql.ref(`${table}.season`)} = ${season} and (${sql.ref(`${table}.outturn`)} = any (${outturns ?? []}) or ${sql.ref(`${table}.grower_id`)} = ${society.id})`
  const coffee = {
    dispatches: own('t'),
    lots: own('c'),
    parts: sql`x.grower_id = ${society.id} and x.season = ${season}`,
  }
  return {
    DELIVERED: await delivered(tx, society, season, farmerId),
    MILLED:
      brought.of > 0
        ? stage(brought, 'MILLER', 'CAN_APPROVE_CCARF_PARCHMENT')
        : stage({ ...brought, names: [society.name] }, 'SOCIETY', 'CAN_UPLOAD_CCARF_PARCHMENT'),
    ...(await traded(tx, coffee, { millers: millers ?? [], daysOff })),
    CREDITED: await credited(tx, society, coffee),
    CONVERTED: await converted(tx, society, season),
    SCHEDULED: await scheduled(tx, society, season, farmerId),
    IN_ACCOUNT: await inAccount(tx, society, season, farmerId),
  }
}
