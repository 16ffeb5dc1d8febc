import { toAmount, toGrams } from '#contract/kit/money.ts'
import {
  scheduleBars,
  type GrowerDetails,
  type OfferedDeduction,
  type ScheduleBar,
  type ScheduleBarFound,
} from '#contract/schedules/communalPayments.ts'
import type { AccountPurpose } from '#contract/payments/societyAccounts.ts'
import { now } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { readSetting } from '#server/facts/settings.ts'
import { communalCents, readPool } from '#server/payments/cycleFigures.ts'
import { readFigures } from '#server/payments/transferRows.ts'
import { readPoolOrigin } from './poolOrigin.ts'
import { holdReason } from './scheduleLines.ts'
import { dueOf, memberWeights, type Weighing } from './scheduleTotals.ts'

/** A season is paid in so many cycles at most. Source: domain 10.7. */
export const mostCycles = 3
/** What is only told; everything else keeps a schedule from being computed. */
const warnings: readonly ScheduleBar[] = ['waiting_deliveries', 'came_as_shillings', 'held_members']

type Facts = {
  limitCents: bigint | null
  isLast: boolean | null
  isOver: boolean
  isOpen: boolean
  isPaying: boolean
  isOwing: boolean
  waiting: number
  waitingKg: string
  held: number
  heldKg: string
  isExcepted: boolean
}
/** What a bar is about, where it is about something that is counted. */
type About = { count?: number; kilograms?: string; amount?: bigint }
type Named = { purpose: AccountPurpose; accNumber: string; accName: string; cents: bigint }
type Due = Omit<OfferedDeduction, 'amount'> & { cents: bigint }
type Owed = { id: string; loanProduct: string; cents: bigint; members: number }

/** The figures of a schedule as they are now, in cents, with what stands in its way. */
export async function readSchedule(tx: Tx, organisationId: string, season: string) {
  const pool = await readPool(tx, organisationId, season)
  const rateCents = communalCents(pool)
  const sinceLast = await readSetting(tx, 'cherrySinceLastPayment')
  const coolsUntil = new Date(now().getTime() - (await readSetting(tx, 'bankChangeCoolingHours')) * 3_600_000)
  const facts = await one(
    tx,
    sql<Facts>`select r.limit_cents as "limitCents", r.is_last as "isLast",
        exists (select from season_closings c where c.organisation_id = ${organisationId} and c.season = ${season} and c.reopened_at is null) as "isOver",
        exists (select from communal_payments p where p.organisation_id = ${organisationId} and p.status in ('PENDING_APPROVAL', 'PENDING_BANK_APPROVAL')) as "isOpen",
        exists (select from communal_payments p where p.organisation_id = ${organisationId} and p.status = 'APPROVED') as "isPaying",
        exists (select from communal_payments p join schedule_lender_payments s on s.communal_payment_id = p.id
          where p.organisation_id = ${organisationId} and p.status = 'PARTIALLY_PAID' and s.lender_id is not null and s.status <> 'SUCCESS') as "isOwing",
        exists (select from society_transfers x where x.organisation_id = ${organisationId} and x.season = ${season} and x.kind = 'RETENTION' and x.document <> ''
          and x.status in ('PROCESSING', 'DONE')) as "isExcepted", d.waiting, d.kilograms as "waitingKg", h.held, h.kilograms as "heldKg"
      from (select 1) x left join communal_rate_limits r on r.organisation_id = ${organisationId} and r.season = ${season} and r.cycle = ${pool.cycle} and r.status = 'APPROVED',
        lateral (select count(*)::integer as waiting, coalesce(sum(d.kilograms), 0)::text as kilograms from cherry_deliveries d
          where d.organisation_id = ${organisationId} and d.season = ${season} and d.status = 'PENDING_APPROVAL') d,
        lateral (select count(*)::integer as held, coalesce(sum(w.kilograms), 0)::text as kilograms
          from ${memberWeights({ organisationId, season, sinceLast })} w join farmers f on f.id = w.farmer_id where ${holdReason(coolsUntil)} <> '') h`,
  )
  const accounts = await rows(
    tx,
    sql<Named>`select a.purpose, a.account_number as "accNumber", a.account_name as "accName", l.debits_cents - l.credits_cents - l.held_credits_cents as cents
      from society_accounts a join ledger_accounts l on l.id = a.ledger_account_id where a.organisation_id = ${organisationId}`,
  )
  const { limitCents, isLast, isOver, isOpen, isPaying, isOwing, waiting, waitingKg, held, heldKg, isExcepted } = facts
  const { converted, asShillings } = await readPoolOrigin(tx, organisationId)
  const needsConversion = await readSetting(tx, 'scheduleNeedsConversion')
  const needsFloor = await readSetting(tx, 'scheduleNeedsFloor')
  const { retained, cameIn, mostRetained } = await readFigures(tx, organisationId, season)
  // Whole cents that may be retained, as an order of a retention judges it.
  const overRetained = retained - (cameIn * BigInt(mostRetained)) / 10_000n
  const isLastPayment = isLast ?? false
  const hasCherry = toGrams(pool.kilograms) > 0n
  const stands: [boolean, ScheduleBar, About?][] = [
    [!accounts.some(({ purpose }) => purpose === 'FARMERS_KES'), 'no_account'],
    [!hasCherry, 'no_cherry'],
    [hasCherry && rateCents === 0n, 'no_money'],
    [rateCents > 0n && converted === 0n && needsConversion, 'no_conversion', { amount: asShillings }],
    [overRetained > 0n && !isExcepted, 'retention', { amount: overRetained }],
    [isOpen, 'open_schedule'],
    // What it recovers is still owed in the books: another schedule would recover it once more.
    [isPaying, 'being_paid'],
    [isOwing, 'lender_unpaid'],
    [isOver || pool.cycle > mostCycles, 'no_cycle'],
    [limitCents === null && needsFloor, 'no_floor'],
    // What is left must go out with the last payment, whatever it comes to.
    [limitCents !== null && !isLastPayment && rateCents < limitCents, 'below_floor'],
    [waiting > 0, 'waiting_deliveries', { count: waiting, kilograms: waitingKg }],
    [rateCents > 0n && converted > 0n && asShillings > 0n, 'came_as_shillings', { amount: asShillings }],
    [held > 0, 'held_members', { count: held, kilograms: heldKg }],
  ]
  const bars = stands.flatMap(([is, code, { count, kilograms, amount } = {}]): ScheduleBarFound[] =>
    is
      ? [
          {
            code,
            message: scheduleBars[code],
            blocks: !warnings.includes(code),
            count: count ?? null,
            weight: kilograms === undefined ? null : Number(kilograms),
            amount: amount === undefined ? null : toAmount(amount),
          },
        ]
      : [],
  )
  return { pool, rateCents, limitCents, isLast: isLastPayment, sinceLast, accounts, bars }
}
export type ScheduleNow = Awaited<ReturnType<typeof readSchedule>>

/** What members who brought cherry owe, lender by lender: the fund of the state comes first, by law. Source: domain 2 and 10.8. */
export const readOwed = (tx: Tx, of: Weighing): Promise<Owed[]> =>
  rows(
    tx,
    sql<Owed>`select a.lender_id as id, coalesce(o.name, '') as "loanProduct", sum(a.debits_cents - a.credits_cents)::bigint as cents, count(distinct a.subject_id)::integer as members
      from ${memberWeights(of)} w join ledger_accounts a on a.subject_id = w.farmer_id and a.kind = 'loan' and a.organisation_id = ${of.organisationId} and a.debits_cents > a.credits_cents
        join organisations o on o.id = a.lender_id
      group by a.lender_id, o.name, o.type order by o.type <> 'KPCU', o.name`,
  )

/** What approved deductions are owed of members who brought cherry, and approved premiums are due to them, one by one. */
export const readDeductions = (tx: Tx, of: Weighing): Promise<Due[]> =>
  rows(
    tx,
    sql<Due>`select d.id, d.kind, d.title, d.minute_number as authority, d.minute_on::text as "authorityDate", sum(x.cents)::bigint as cents, count(*)::integer as members
      from ${dueOf(of)} x join deductions d on d.id = x.deduction_id group by d.id order by d.created_at, d.id`,
  )

/** The same on the wire. */
export function shapeDetails(
  growerCode: string,
  season: string,
  { pool, rateCents, limitCents, isLast, sinceLast, accounts, bars }: ScheduleNow,
  owed: readonly Owed[],
  due: readonly Due[],
): GrowerDetails {
  const accountOf = (wanted: AccountPurpose) => {
    const { accNumber = '', accName = '', cents = 0n } = accounts.find(({ purpose }) => purpose === wanted) ?? {}
    return { accNumber, accName, availableBalance: toAmount(cents) }
  }
  return {
    growerCode,
    season,
    cycle: pool.cycle,
    nonCheckoffAccount: accountOf('NON_CHECKOFF'),
    checkoffAccount: accountOf('CHECKOFF'),
    farmerUsdAccount: accountOf('FARMERS_USD'),
    farmerKesAccount: accountOf('FARMERS_KES'),
    totalCherry: Number(pool.kilograms),
    sinceLastPayment: sinceLast,
    members: pool.members,
    communalRate: toAmount(rateCents),
    lowestRate: limitCents === null ? null : toAmount(limitCents),
    lastPayment: isLast,
    loans: owed.map(({ cents, ...loan }) => ({ ...loan, loanAmount: toAmount(cents) })),
    premium: toAmount(pool.premium),
    deductions: due.map(({ cents, ...deduction }) => ({ ...deduction, amount: toAmount(cents) })),
    bars,
  }
}
