import { toAmount } from '#contract/kit/money.ts'
import { makingRefused } from '#contract/kit/proposal.ts'
import { mostAttempts, paymentRetryFlow } from '#contract/schedules/paymentRetries.ts'
import {
  mendings,
  openLineList,
  openLines,
  openWhys,
  type Mending,
  type OpenLine,
} from '#contract/schedules/openLines.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { readSetting } from '#server/facts/settings.ts'
import { now } from '#server/kit/clock.ts'
import { one, sql } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import type { Work } from '#server/kit/records/waiting.ts'
import { personal, type Organisation } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'
import { attemptColumns } from './paymentAttempts.ts'
import { holdReason } from './scheduleLines.ts'

type Stored = Omit<OpenLine, 'amount' | 'mending' | 'mends' | 'canRetry'> & {
  amountCents: bigint
  isContradicted: boolean
}

/** Lines and payments to lenders and payees `t` of approved schedules `p` that are held or were refused. */
const unpaid = sql`(
    select id, organisation_id, communal_payment_id, farmer_id, null::uuid as lender_id, null::uuid as deduction_id, net_cents as amount_cents, institution_code, account_number, status, reason
      from schedule_lines where status in ('HELD', 'FAILED')
    union all
    select s.id, s.organisation_id, s.communal_payment_id, null, s.lender_id, s.deduction_id, s.amount_cents, o.institution_code, o.account_number, s.status, s.reason
      from schedule_lender_payments s left join lateral (select institution_code, account_number from payouts
        where source_kind = 'schedule_lender' and source_id = s.id order by created_at limit 1) o on true where s.status = 'FAILED') t
  join communal_payments p on p.id = t.communal_payment_id and p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED')`
const retryWaits = sql<boolean>`exists (select from payment_retries y where (y.line_id = t.id or y.lender_payment_id = t.id) and y.status = 'PENDING_APPROVAL')`

/** What was refused goes again to the same account; what is held, and what is the dead's, is judged by the register as it is now. */
const openFrom = (coolsUntil: Date) => sql`${unpaid}
  join organisations o on o.id = t.organisation_id left join farmers f on f.id = t.farmer_id left join organisations k on k.id = t.lender_id
  left join deductions d on d.id = t.deduction_id
  left join institutions i on i.code = case when t.status = 'HELD' or f.life_state = 'DECEASED' then f.institution_code else t.institution_code end
  cross join lateral (select case when t.farmer_id is null then '' else ${holdReason(coolsUntil)} end as hold offset 0) h
  cross join lateral (select case
    when t.status = 'FAILED' and f.life_state is distinct from 'DECEASED' then case when h.hold = 'not_active' then h.hold else 'refused' end
    when h.hold <> '' then h.hold
    else 'mended' end as why offset 0) w`

/** How they are read: of one society, or of all in reach. */
const openSource = (organisation: Organisation, coolsUntil: Date): ListSource<Stored> => {
  const base = openFrom(coolsUntil)
  return {
    base,
    from: base,
    select: sql<Stored>`t.id, p.id as "scheduleId", o.code as "organisationCode", o.name as "organisationName", coalesce(f.full_name, k.name, d.title) as name,
      coalesce(f.member_number, '') as "memberNumber", t.farmer_id as "farmerId", p.season, p.cycle, t.amount_cents as "amountCents",
      coalesce(i.name, t.institution_code, '') as "institutionName",
      coalesce(case when t.status = 'HELD' or f.life_state = 'DECEASED' then f.account_number else t.account_number end, '') as "accountNumber", t.status, w.why, t.reason,
      ${attemptColumns},
      ${retryWaits} as "retryWaits"`,
    where: organisation ? [sql`t.organisation_id = ${organisation.id}`] : [],
    columns: {
      name: sql`coalesce(f.full_name, k.name, d.title)`,
      organisationName: sql`o.name`,
      memberNumber: sql`coalesce(f.member_number, '')`,
      season: sql`p.season`,
      amount: sql`t.amount_cents`,
      status: sql`t.status`,
      why: sql`w.why`,
    },
    search: sql<string>`upper(coalesce(f.full_name, k.name, d.title) || ' ' || coalesce(f.member_number, '') || ' ' || o.name || ' ' || o.code)`,
  }
}

function mendingOf({ why, attempts, retryWaits, isContradicted }: Stored): Mending {
  if (isContradicted) return 'in_doubt'
  if (retryWaits) return 'waits'
  return attempts >= mostAttempts ? 'too_often' : why
}

const shapeOpen =
  (actor: Actor) =>
  (stored: Stored): OpenLine => {
    const { amountCents, isContradicted: _doubt, ...line } = stored
    const mending = mendingOf(stored)
    return {
      ...line,
      amount: toAmount(amountCents),
      accountNumber: personal(actor, line.accountNumber),
      reason: line.why === 'refused' && line.reason ? line.reason : openWhys[line.why],
      mending,
      mends: mendings[mending].message,
      canRetry: mending === 'mended' || mending === 'refused',
    }
  }

/** What is held or refused and waits for no other person yet, for whoever may ask that it is paid again. */
export const openLineWork: Work = {
  screen: 'openLines',
  count: async (tx, actor) => {
    if (makingRefused(paymentRetryFlow, actor) !== null) return 0
    const { open } = await one(
      tx,
      sql<{
        open: number
      }>`select count(*)::integer as open from ${unpaid} where p.organisation_id = ${actor.organisationId} and not ${retryWaits}`,
    )
    return open
  },
}

export const openLineRoutes = serve(openLines, {
  list: async ({ tx, actor, organisation, query }) => {
    const hours = await readSetting(tx, 'bankChangeCoolingHours')
    const coolsUntil = new Date(now().getTime() - hours * 3_600_000)
    return listPage({
      tx,
      actor,
      screen: openLineList,
      query,
      source: openSource(organisation, coolsUntil),
      shape: shapeOpen(actor),
    })
  },
})
