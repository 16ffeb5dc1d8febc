import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import { centsPerKilogram, divideDown, toAmount, toCents } from '#contract/kit/money.ts'
import { holdReasons, type HoldReason } from '#contract/schedules/scheduleLines.ts'
import {
  trialRefusals,
  type MembersWithout,
  type ScheduleFigures,
  type SchedulePreview,
  type TriedFigures,
} from '#contract/schedules/scheduleTrials.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { cherryCents } from '#server/payments/cycleFigures.ts'
import { readDeductions, readOwed } from './scheduleBars.ts'
import { computedLines, type Schedule } from './scheduleLines.ts'
import type { Weighing } from './scheduleTotals.ts'
import { shapeShares, type NamedShare } from './splitPool.ts'

/** A schedule that is computed and not saved. */
export type Computed = Omit<Schedule, 'factories'> & { factories?: NamedShare[] | undefined }
type Trial = { schedule: Computed; retainedCents: bigint }

/** Lenders whose loans are ticked, in the order in which they are paid. Refuses a loan that is not offered. */
export async function tickedLenders(tx: Tx, of: Weighing, loansToRecover: string): Promise<string[]> {
  const ticked = idsOf(loansToRecover)
  const lenders = (await readOwed(tx, of)).map(({ id }) => id).filter((id) => ticked.has(id))
  if (lenders.length !== ticked.size)
    throw new Refused('input.invalid', { details: { fields: { loansToRecover: trialRefusals.loans } } })
  return lenders
}

const idsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().split(',').filter(Boolean))

/** Deductions that are left out of a schedule. Refuses one that is not offered, and a premium: the rate is computed with it. */
export async function leftOut(tx: Tx, of: Weighing, withoutDeductions: string): Promise<string[]> {
  const without = idsOf(withoutDeductions)
  if (without.size === 0) return []
  const due = await readDeductions(tx, of)
  const found = due.flatMap(({ id, kind }) => (without.has(id) && kind !== 'PREMIUM' ? [id] : []))
  if (found.length !== without.size)
    throw new Refused('input.invalid', { details: { fields: { withoutDeductions: trialRefusals.deductions } } })
  return found
}

/**
 * The schedule as it would be if what is tried were so. A retention makes the pool smaller, and with it the rate; where the pool is
 * split, each factory gives the same share of its amount. Premiums
 * stay as they are. Refuses to keep back more than lies on the account beside them.
 */
export async function triedOf(
  tx: Tx,
  schedule: Computed,
  pool: { available: bigint; premium: bigint; kilograms: string },
  { loansToRecover, withoutDeductions: left = '', retention }: TriedFigures,
): Promise<Trial> {
  const { poolCents } = schedule
  const lenders = await tickedLenders(tx, schedule, loansToRecover)
  const withoutDeductions = await leftOut(tx, schedule, left)
  const as = { ...schedule, lenders, withoutDeductions }
  const retainedCents = retention ? retainedOf(poolCents, retention) : 0n
  if (retainedCents === 0n) return { schedule: as, retainedCents }
  const forCherry = cherryCents(pool)
  if (retainedCents > forCherry)
    throw new Refused('input.invalid', { details: { fields: { 'tried.retention': trialRefusals.retention } } })
  const rest = forCherry - retainedCents
  const factories = schedule.factories?.map((share) => {
    const amountCents = divideDown(share.amountCents * rest, forCherry)
    return { ...share, amountCents, rateCents: centsPerKilogram(amountCents, share.kilograms) }
  })
  const rateCents = centsPerKilogram(rest, pool.kilograms)
  return { schedule: { ...as, rateCents, poolCents: poolCents - retainedCents, factories }, retainedCents }
}

/** Percent with two places of what lies there, cut to whole cents; or the shillings themselves. */
const retainedOf = (poolCents: bigint, { unit, value }: NonNullable<TriedFigures['retention']>): bigint =>
  unit === 'KES' ? toCents(value) : divideDown((poolCents > 0n ? poolCents : 0n) * toCents(value), 10_000n)

type Held = { reason: HoldReason; members: number; cents: string }
type Summed = Record<'total' | 'bonus' | 'deducted' | 'recovered' | 'net' | 'median' | 'least', bigint> &
  Record<'members' | 'held' | 'nothingLeft' | 'place' | 'without', number> & { holds: Held[] }

const linesOf = (schedule: Schedule) =>
  sql`materialized (select farmer_id, reason, total, bonus, deducted, recovered, net from ${computedLines(schedule)} l)`

/** What lines come to in one row; `place` says of which they are. */
const sumsOf = (lines: RawBuilder<unknown>, place: number, without: RawBuilder<unknown>) => sql`
  select ${place}::integer as place, ${without} as without, count(*)::integer as members,
    (count(*) filter (where reason <> '' and net > 0))::integer as held, (count(*) filter (where net = 0))::integer as "nothingLeft",
    coalesce(sum(total), 0)::bigint as total, coalesce(sum(bonus), 0)::bigint as bonus, coalesce(sum(deducted), 0)::bigint as deducted,
    coalesce(sum(recovered), 0)::bigint as recovered, coalesce(sum(net), 0)::bigint as net,
    coalesce(percentile_disc(0.5) within group (order by net), 0)::bigint as median, coalesce(min(net) filter (where net > 0), 0)::bigint as least,
    coalesce((select jsonb_agg(to_jsonb(h) order by h.members desc, h.reason) from (
      select reason, count(*) as members, sum(net)::text as cents from ${lines} where reason <> '' and net > 0 group by reason) h), '[]') as holds
  from ${lines}`

/** Who has something as it is and nothing as tried, of the lines of both. */
const losing = sql`from computed c left join tried t on t.farmer_id = c.farmer_id where c.net > 0 and coalesce(t.net, 0) = 0`

/** What a schedule comes to, beside what it would come to as tried; both in one statement, of the same moment. */
export async function previewOf(tx: Tx, schedule: Computed, trial: Trial | undefined): Promise<SchedulePreview> {
  if (!trial) {
    const sums = await one(tx, sql<Summed>`with computed as ${linesOf(schedule)} ${sumsOf(sql`computed`, 1, sql`0`)}`)
    return { ...shapeSums(schedule, sums), tried: null }
  }
  const [asItIs, tried] = await rows(
    tx,
    sql<Summed>`with computed as ${linesOf(schedule)}, tried as ${linesOf(trial.schedule)}
      (${sumsOf(sql`computed`, 1, sql`0`)}) union all (${sumsOf(sql`tried`, 2, sql`(select count(*)::integer ${losing})`)}) order by place`,
  )
  if (!asItIs || !tried) throw new Error('a sum has one row')
  return {
    ...shapeSums(schedule, asItIs),
    tried: {
      figures: shapeSums(trial.schedule, tried),
      retained: toAmount(trial.retainedCents),
      without: tried.without,
    },
  }
}

function shapeSums(
  { rateCents, poolCents, factories = [] }: Computed,
  { place: _place, without: _without, total, bonus, deducted, recovered, net, median, least, holds, ...counts }: Summed,
): ScheduleFigures {
  return {
    ...counts,
    rate: toAmount(rateCents),
    total: toAmount(total),
    bonus: toAmount(bonus),
    deducted: toAmount(deducted),
    recovered: toAmount(recovered),
    net: toAmount(net),
    carried: toAmount(poolCents - recovered - deducted - net),
    median: toAmount(median),
    least: toAmount(least),
    factories: shapeShares(factories),
    holds: holds.map(({ reason, members, cents }) => ({
      reason,
      title: holdReasons[reason],
      members,
      amount: toAmount(cents),
    })),
  }
}

type Losing = { id: string; name: string; memberNumber: string; cents: bigint; count: number }
/** Who would get nothing as tried, and gets something as it is. */
export async function membersWithout(
  tx: Tx,
  schedule: Computed,
  trial: Trial,
): Promise<z.output<typeof MembersWithout>> {
  const found = await rows(
    tx,
    sql<Losing>`with computed as ${linesOf(schedule)}, tried as ${linesOf(trial.schedule)},
        losing as (select c.farmer_id, c.net ${losing})
      select m.id, m.full_name as name, m.member_number as "memberNumber", l.net as cents, (select count(*)::integer from losing) as count
      from losing l join farmers m on m.id = l.farmer_id order by l.net desc, m.member_number, m.id limit 100`,
  )
  return {
    count: found[0]?.count ?? 0,
    members: found.map(({ count: _count, cents, ...member }) => ({ ...member, amount: toAmount(cents) })),
  }
}
