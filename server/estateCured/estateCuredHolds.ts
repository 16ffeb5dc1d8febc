import type { EstateCuredHold } from '#contract/estateCured/estateCuredRecords.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import { batchOfHour } from '#server/kit/records/notify.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { findSale } from '#server/facts/saleDays.ts'
import { estateCuredKind as kind } from './estateCuredKind.ts'

/** What a hold is judged by. */
export type HeldBy = {
  id: string
  season: string
  saleNumber: number
  outturn: string
  grade: string
  splitNumber: string
}

/** Of two records with one outturn the second finds the first: no other is judged meanwhile. */
export const lockOutturns = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('estate_cured'))`.execute(tx)

/** Whether a sale takes no more coffee, and why. */
export async function saleHold(
  tx: Tx,
  { season, saleNumber: number }: Pick<HeldBy, 'season' | 'saleNumber'>,
): Promise<EstateCuredHold | null> {
  const sale = await findSale(tx, { season, number })
  if (!sale) return 'SALE_UNKNOWN'
  return sale.catalogueClose <= now() ? 'SALE_CLOSED' : null
}

/** Whether another record stands where this one would. */
export async function isTaken(tx: Tx, { id, season, outturn, grade, splitNumber }: HeldBy): Promise<boolean> {
  const [found] = await rows(
    tx,
    sql<{ taken: boolean }>`select estate_cured_taken(${id}, ${season}, ${outturn}, ${grade}, ${splitNumber}) as taken`,
  )
  return found?.taken ?? false
}

/** Why a record cannot be reconciled, or null when it can. The outturns are locked. */
export const holdOf = async (tx: Tx, record: HeldBy): Promise<EstateCuredHold | null> =>
  (await isTaken(tx, record)) ? 'TAKEN' : saleHold(tx, record)

type Held = HeldBy & { organisationId: string; title: string; reason: EstateCuredHold }
const atOnce = 200

/** Lets records go whose hold is settled: the other one is gone, or their sale came into the calendar. */
export async function releaseEstateCured({ db }: Pick<House, 'db'>): Promise<number> {
  let released = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; after !== '';) {
    const part = await db.transaction('system', (tx) => releaseSome(tx, after))
    released += part.released
    after = part.last
  }
  return released
}

async function releaseSome(tx: Tx, after: string): Promise<{ released: number; last: string }> {
  await lockOutturns(tx)
  // A record that somebody edits this moment is passed over.
  const held = await rows(
    tx,
    sql<Held>`select t.id, t.organisation_id as "organisationId", t.season, t.sale_number as "saleNumber", t.outturn, t.grade, t.split_number as "splitNumber",
        ${kind.title} as title, t.hold_reason as reason
      from estate_cured_records t where t.status = 'HOLDING_STATUS' and t.id > ${after} order by t.id limit ${atOnce} for update skip locked`,
  )
  const batch = batchOfHour(kind.flow.kind)
  let released = 0
  for (const { id, organisationId, title, reason, ...record } of held) {
    const hold = await holdOf(tx, { id, ...record })
    if (hold !== null) {
      if (hold !== reason) await sql`update estate_cured_records set hold_reason = ${hold} where id = ${id}`.execute(tx)
      continue
    }
    const moved = { from: 'HOLDING_STATUS', to: 'PENDING_APPROVAL', batch } as const
    if (await systemStep({ tx, kind, id, organisationId, title, ...moved })) released += 1
    await sql`update estate_cured_records set hold_reason = null where id = ${id}`.execute(tx)
  }
  return { released, last: held.length < atOnce ? '' : (held.at(-1)?.id ?? '') }
}

/** Looks every minute for records that nothing holds any more. */
export const startReleasingEstateCured = (house: House): { stop: () => Promise<void> } =>
  startInterval({
    everyMs: 60_000,
    work: () => releaseEstateCured(house),
    log: house.log,
    what: 'releasing estate cured records',
  })
