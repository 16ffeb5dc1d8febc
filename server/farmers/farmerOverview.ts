import { farmerOverview, type FarmerOverview } from '#contract/farmers/farmerOverview.ts'
import { dayOfSeasonBefore, seasonBefore } from '#contract/house/seasons.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { toAmount } from '#contract/kit/money.ts'
import { loanRequestFlow } from '#contract/loans/loanFlow.ts'
import { seesLoans } from '#contract/loans/loanRequests.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { serve } from '#server/kit/web/serve.ts'
import { statusOf } from '#server/kit/web/status.ts'
import { daysAfterSeason } from '#server/ledger/limits.ts'
import { readTimeline } from './farmerTimeline.ts'

type Cherry = FarmerOverview['cherry']
type Money = NonNullable<FarmerOverview['money']>

/** What was delivered this season, and up to the same day of the season before. Reads two seasons of one farmer by its index. */
async function cherryOf(tx: Tx, id: string): Promise<Cherry> {
  const season = currentSeason()
  const before = seasonBefore(season)
  const toDay = dayOfSeasonBefore(businessDate())
  const { pending, toDayKg, wholeKg, ...kilograms } = await one(
    tx,
    sql<Pick<Cherry, 'approvedKg' | 'pendingKg' | 'pending'> & Pick<Cherry['before'], 'toDayKg' | 'wholeKg'>>`select
        coalesce(sum(kilograms) filter (where season = ${season} and status = 'APPROVED'), 0)::float8 as "approvedKg",
        coalesce(sum(kilograms) filter (where season = ${season} and status = 'PENDING_APPROVAL'), 0)::float8 as "pendingKg",
        coalesce(sum(kilograms) filter (where season = ${before} and status = 'APPROVED' and delivered_on <= ${toDay}), 0)::float8 as "toDayKg",
        coalesce(sum(kilograms) filter (where season = ${before} and status = 'APPROVED'), 0)::float8 as "wholeKg",
        (count(*) filter (where status = 'PENDING_APPROVAL'))::int as pending
      from cherry_deliveries where farmer_id = ${id}`,
  )
  return { season, ...kilograms, pending, before: { season: before, toDay, toDayKg, wholeKg } }
}

async function limitOf(tx: Tx, id: string): Promise<Money['limit']> {
  const [limit] = await rows(
    tx,
    sql<{
      season: string
      granted: bigint
      available: bigint
      isExpired: boolean
    }>`select l.season, l.granted_cents as granted, l.available_cents as available,
        not exists (select from seasons s where s.name = l.season and s.ends_on + ${daysAfterSeason}::int >= ${businessDate()}::date) as "isExpired"
      from farmer_limits l where l.farmer_id = ${id} order by l.season desc limit 1`,
  )
  if (!limit) return null
  const { season, granted, available, isExpired } = limit
  return { season, granted: toAmount(granted), available: isExpired ? 0 : toAmount(available), isExpired }
}

async function debtOf(tx: Tx, id: string): Promise<number> {
  const { cents } = await one(
    tx,
    sql<{ cents: bigint }>`select coalesce(sum(debits_cents - credits_cents), 0)::bigint as cents
      from ledger_accounts where subject_id = ${id} and kind = 'loan'`,
  )
  return toAmount(cents)
}

async function waitingLoansOf(tx: Tx, id: string): Promise<Money['waiting']> {
  const loans = await rows(
    tx,
    sql<{
      id: string
      reference: string
      cents: bigint
      status: string
    }>`select id, reference, amount_cents as cents, status from loan_requests
      where farmer_id = ${id} and status in ('PENDING_APPROVAL', 'APPROVED') order by id`,
  )
  return loans.map(({ cents, status, ...loan }) => ({
    ...loan,
    amount: toAmount(cents),
    status: statusOf(loanRequestFlow, status),
  }))
}

// What failed long ago has been dealt with, or is asked for again.
const failedDays = 7
const dayMs = 86_400_000

async function standingOf(tx: Tx, id: string): Promise<Money['standing']> {
  const payouts = await rows(
    tx,
    sql<
      Omit<Money['standing'][number], 'amount' | 'since'> & { cents: bigint; since: Date }
    >`select r.id as "loanId", r.reference, p.amount_cents as cents, p.status as payout, coalesce(p.settled_at, p.created_at) as since
      from loan_requests r join payouts p on p.source_kind = ${loanRequestFlow.kind} and p.source_id = r.id
      where r.farmer_id = ${id} and p.status <> 'PAID'
        and (p.status not in ('FAILED', 'REVERSED') or p.settled_at > ${new Date(now().getTime() - failedDays * dayMs)}) order by p.created_at desc`,
  )
  return payouts.map(({ cents, since, ...payout }) => ({
    ...payout,
    amount: toAmount(cents),
    since: since.toISOString(),
  }))
}

async function moneyOf(tx: Tx, actor: Actor, id: string): Promise<FarmerOverview['money']> {
  if (!seesLoans(actor)) return null
  return {
    limit: await limitOf(tx, id),
    debt: await debtOf(tx, id),
    waiting: await waitingLoansOf(tx, id),
    standing: await standingOf(tx, id),
  }
}

export const farmerOverviewRoutes = serve(farmerOverview, {
  overview: async ({ tx, actor, params: { id }, query }) => {
    const [farmer] = await rows(tx, sql<{ one: number }>`select 1 as one from farmers where id = ${id}`)
    if (!farmer) throw new Refused('record.not_found')
    const findings = await rows(
      tx,
      sql<{
        kind: FarmerOverview['findings'][number]
      }>`select kind from quality_findings where farmer_id = ${id} order by kind`,
    )
    return {
      cherry: await cherryOf(tx, id),
      money: await moneyOf(tx, actor, id),
      findings: findings.map(({ kind }) => kind),
      timeline: await readTimeline(tx, actor, { id, ...query }),
    }
  },
})
