import { toAmount } from '#contract/kit/money.ts'
import { communalPaymentFlow } from '#contract/schedules/communalPaymentFlow.ts'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { scheduleRisks, type ScheduleRisk } from '#contract/schedules/scheduleRisks.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import type { Organisation } from '#server/kit/scope.ts'
import { inWords } from './scheduleLineRows.ts'

export const communalPaymentKind = recordKind({
  flow: communalPaymentFlow,
  table: 'communal_payments',
  where: sql<boolean>`true`,
  title: sql<string>`(select o.name from organisations o where o.id = t.organisation_id) || ' ' || t.season`,
  atStake: sql<string>`'KES ' || to_char(t.net_cents / 100.0, 'FM999,999,999,990.00')`,
})

type Stored = DecidedRow & {
  id: string
  organisation_id: string
  organisation_name: string
  organisation_code: string
  season: string
  cycle: number
  kilograms: string
  rate_cents: bigint
  pool_cents: bigint
  is_last: boolean
  since_last: boolean
  members: number
  held: number
  total_cents: bigint
  bonus_cents: bigint
  deducted_cents: bigint
  recovered_cents: bigint
  net_cents: bigint
  fingerprint: string
  risks: { code: ScheduleRisk; members: number; cents: number }[]
  society_decided_by_name: string | null
  society_decided_at: Date | null
  society_comment: string | null
  paid: number
  failed: number
  factories: (Omit<CommunalPayment['factories'][number], 'amount' | 'rate'> & { cents: number; rateCents: number })[]
  left_out: CommunalPayment['leftOut']
  lenders: (Omit<CommunalPayment['lenders'][number], 'amount'> & { cents: number })[]
}

const base = sql`communal_payments t join organisations o on o.id = t.organisation_id`

/** How payment schedules are read: of one society, or of all in reach. */
export const communalPaymentSource = (organisation: Organisation): ListSource<Stored> => ({
  base,
  from: sql`${base} left join lateral (
      select (count(*) filter (where l.status = 'SUCCESS'))::integer as paid, (count(*) filter (where l.status = 'FAILED'))::integer as failed,
        (count(*) filter (where l.status = 'HELD'))::integer as still_held
      from schedule_lines l where l.communal_payment_id = t.id) s on t.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED')`,
  select: sql<Stored>`t.id, t.organisation_id, o.name as organisation_name, o.code as organisation_code, t.season, t.cycle, t.kilograms, t.rate_cents, t.pool_cents, t.is_last, t.since_last,
    t.members, coalesce(s.still_held, t.held) as held, t.total_cents, t.bonus_cents, t.deducted_cents, t.recovered_cents, t.net_cents, t.fingerprint, t.risks,
    name_of_user(t.society_decided_by) as society_decided_by_name, t.society_decided_at, t.society_comment, coalesce(s.paid, 0) as paid, coalesce(s.failed, 0) as failed,
    coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'name', coalesce(k.name, d.title), 'cents', b.amount_cents, 'status', b.status, 'reason', b.reason)
        order by b.lender_id is null, k.name, b.id)
      from schedule_lender_payments b left join organisations k on k.id = b.lender_id left join deductions d on d.id = b.deduction_id where b.communal_payment_id = t.id), '[]') as lenders,
    coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'title', d.title, 'authority', d.minute_number, 'authorityDate', d.minute_on) order by d.title, d.id)
      from deductions d where d.id = any (t.without_deductions)), '[]') as left_out,
    coalesce((select jsonb_agg(jsonb_build_object('factory', s.factory_id, 'name', coalesce(w.name, ''), 'weight', s.kilograms, 'cents', s.amount_cents, 'rateCents', s.rate_cents)
        order by s.factory_id is null, w.name)
      from schedule_factories s left join factories w on w.id = s.factory_id where s.communal_payment_id = t.id), '[]') as factories,
    t.status, t.version, t.makers, name_of_user(t.made_by) as made_by_name, t.created_at, name_of_user(t.decided_by) as decided_by_name, t.decided_at, t.decision_comment`,
  where: organisation ? [sql`t.organisation_id = ${organisation.id}`] : [],
  columns: {
    dateCreated: sql`t.id`,
    organisationName: sql`o.name`,
    season: sql`t.season`,
    cycle: sql`t.cycle`,
    totalCherryWeight: sql`t.kilograms`,
    totalKesAmount: sql`t.pool_cents`,
    commissionRate: sql`t.rate_cents`,
    net: sql`t.net_cents`,
    status: sql`t.status`,
  },
  search: sql<string>`upper(t.season || ' ' || o.name || ' ' || o.code)`,
})

export const shapeCommunalPayment =
  (actor: Actor) =>
  (stored: Stored): CommunalPayment => {
    const { created: dateCreated, ...decided } = shapeDecided(communalPaymentFlow, stored, actor)
    const { organisation_id: id, organisation_name: organisationName, organisation_code: organisationCode } = stored
    return {
      id: stored.id,
      dateCreated,
      season: stored.season,
      organisation: { id, organisationName, organisationCode },
      organisationName,
      totalCherryWeight: Number(stored.kilograms),
      totalKesAmount: toAmount(stored.pool_cents),
      commissionRate: toAmount(stored.rate_cents),
      paymentCycle: { cycle: stored.cycle },
      cycle: stored.cycle,
      members: stored.members,
      held: stored.held,
      total: toAmount(stored.total_cents),
      bonus: toAmount(stored.bonus_cents),
      deducted: toAmount(stored.deducted_cents),
      recovered: toAmount(stored.recovered_cents),
      net: toAmount(stored.net_cents),
      carried: toAmount(stored.pool_cents - stored.recovered_cents - stored.deducted_cents - stored.net_cents),
      paid: stored.paid,
      failed: stored.failed,
      lenders: stored.lenders.map(({ cents, reason, ...lender }) => ({
        ...lender,
        reason: inWords(reason),
        amount: cents / 100,
      })),
      factories: stored.factories.map(({ cents, rateCents, ...factory }) => ({
        ...factory,
        amount: toAmount(BigInt(cents)),
        rate: toAmount(BigInt(rateCents)),
      })),
      leftOut: stored.left_out,
      lastPayment: stored.is_last,
      sinceLastPayment: stored.since_last,
      fingerprint: stored.fingerprint,
      risks: stored.risks.map(({ code, members, cents }) => ({
        code,
        label: scheduleRisks[code].label,
        members,
        amount: cents / 100,
      })),
      remarks: stored.risks.reduce((sum, { members }) => sum + members, 0),
      societyApprovedBy: stored.society_decided_by_name,
      societyApprovedAt: stored.society_decided_at?.toISOString() ?? null,
      societyComment: stored.society_comment,
      ...decided,
      approverComment: stored.decision_comment,
    }
  }
