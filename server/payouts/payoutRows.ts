import { toAmount } from '#contract/kit/money.ts'
import type { Payout, PayoutAttention, PayoutDetail, PayoutEvent, PayoutLeg } from '#contract/payouts/payouts.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { personal, searchesOpenly, seesPersonalData, type Organisation } from '#server/kit/scope.ts'
import { businessDate, now, startOfDay } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { dayAfter } from '#server/facts/days.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { Refused } from '#server/kit/refused.ts'
import { readResolutions } from './payoutResolutionRows.ts'

type Stored = Omit<Payout, 'amount' | 'created' | 'settledAt' | 'ageMinutes' | 'nextAt' | 'waitsFor'> & {
  amountCents: bigint
  created: Date
  settledAt: Date | null
  nextAt: Date | null
  legReason: string | null
  isPaused: boolean
}

const failedDays = 7
// Only these have a leg that waits: of all others, which are nearly all, no leg is looked up.
const underWay = sql`t.status in ('QUEUED', 'SENDING', 'IN_DOUBT', 'RETURNING', 'REVERSAL_FAILED')`
const openLeg = (condition: ReturnType<typeof sql>) =>
  sql`${underWay} and exists (select from payout_legs q where q.payout_id = t.id and q.status = 'QUEUED' and ${condition})`
/** Today and the days before it: the moment stands in the text of the statement, whose plan is kept while the day lasts. */
const failedSince = (at: Date) =>
  sql`t.settled_at >= ${sql.lit(startOfDay(dayAfter(businessDate(at), -failedDays)).toISOString())}::timestamptz`

/** Why a payout of the table `t` needs attention, or null. No parameter: the counts of filters group by this very text. */
const attentionOf = (at: Date) =>
  sql<PayoutAttention | null>`case
    when ${openLeg(sql`exists (select from channel_pauses c where c.channel = q.channel and c.resumed_at is null)`)} then 'PAUSED'
    when ${openLeg(sql`q.reason = 'held_back'`)} then 'HELD_BACK'
    when t.status in ('IN_DOUBT', 'RETURNING') then t.status
    when t.status = 'REVERSAL_FAILED' then 'STUCK'
    when t.status in ('FAILED', 'REVERSED') and ${failedSince(at)} then 'FAILED' end`

/** Whether a payout of the table `t` needs attention, found among those that are under way or failed lately, not among all. */
export const needsAttention = (at: Date) =>
  sql`(${underWay} or (t.status in ('FAILED', 'REVERSED') and ${failedSince(at)}))
    and ${attentionOf(at)} is not null`

const columns =
  () => sql<Stored>`t.id, t.title, o.name as "organisationName", o.code as "organisationCode", lender.name as "lenderName",
  t.amount_cents as "amountCents", t.currency, t.payment_type as "paymentType", coalesce(i.name, t.institution_code) as "institutionName",
  t.account_number as "accountNumber", t.account_name as "accountName", t.narration, t.reference, t.status, t.reason, t.bank_reference as "bankReference",
  t.created_at as created, t.settled_at as "settledAt", l.next_at as "nextAt", l.reason as "legReason", coalesce(l.asked, 0) as asked,
  coalesce(l.status = 'QUEUED' and exists (select from channel_pauses c where c.channel = l.channel and c.resumed_at is null), false) as "isPaused",
  ${attentionOf(now())} as attention, case t.source_kind when 'loan_request' then t.source_id end as "loanId"`
const from = sql`payouts t join organisations o on o.id = t.organisation_id join organisations lender on lender.id = t.lender_id
  left join institutions i on i.code = t.institution_code left join payout_legs l on l.payout_id = t.id and l.settled_at is null`

/** How the list of payouts is read. */
export const payoutSource = (actor: Actor, organisation: Organisation, search: string): ListSource<Stored> => ({
  base: sql`payouts t`,
  from,
  select: columns(),
  where: [
    ...(organisation ? [sql`t.organisation_id = ${organisation.id}`] : []),
    ...searchesOpenly(actor, search, sql<string>`t.title || ' ' || t.reference`),
  ],
  columns: {
    created: sql`t.created_at`,
    title: sql`t.title`,
    amount: sql`t.amount_cents`,
    status: sql`t.status`,
    attention: attentionOf(now()),
    paymentType: sql`t.payment_type`,
  },
  search: sql<string>`upper(t.title || ' ' || t.reference || ' ' || t.account_number)`,
  find: (patterns, most) => sql`find_payouts(${organisation?.id ?? null}, ${patterns}, ${most})`,
})

export const shapePayout =
  (actor: Actor) =>
  ({ amountCents, created, settledAt, nextAt, legReason, isPaused, ...payout }: Stored): Payout => ({
    ...payout,
    accountNumber: personal(actor, payout.accountNumber),
    amount: toAmount(amountCents),
    created: created.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
    nextAt: nextAt?.toISOString() ?? null,
    ageMinutes: settledAt ? null : Math.max(0, Math.floor((now().getTime() - created.getTime()) / 60_000)),
    waitsFor: isPaused ? 'pause' : legReason === 'held_back' ? 'velocity' : '',
  })

type Leg = Omit<PayoutLeg, 'amount' | 'received' | 'sentAt' | 'nextAt' | 'settledAt'> & {
  amountCents: bigint
  receivedCents: bigint | null
  sentAt: Date | null
  nextAt: Date | null
  settledAt: Date | null
}

/** A payout in reach with all its evidence. */
export async function readPayout(tx: Tx, actor: Actor, id: string): Promise<PayoutDetail> {
  const [payout] = await rows(tx, sql<Stored>`select ${columns()} from ${from} where t.id = ${id}`)
  if (!payout) throw new Refused('record.not_found')
  const legs = await rows(
    tx,
    sql<Leg>`select place, kind, channel, reference, from_account as "from", to_account as "to", amount_cents as "amountCents", currency, received_cents as "receivedCents", status, reason,
      bank_reference as "bankReference", sent_at as "sentAt", next_at as "nextAt", asked, settled_at as "settledAt", settled_by as "settledBy"
      from payout_legs where payout_id = ${id} order by place`,
  )
  const events = await rows(
    tx,
    sql<Omit<PayoutEvent, 'at'> & { at: Date }>`select e.id, e.at, l.place, e.what, e.says, e.words, u.full_name as by
      from payout_events e left join payout_legs l on l.id = e.leg_id left join users u on u.id = e.by_user where e.payout_id = ${id} order by e.at, e.id`,
  )
  const messages = await rows(
    tx,
    sql<{
      id: string
      at: Date
      provider: 'coop' | 'mpesa'
      reference: string
      says: string
      outcome: 'MATCHED'
      body: unknown
    }>`
      select id, received_at as at, provider, reference, says, outcome, body from bank_messages
      where reference = any (${legs.map(({ reference }) => reference)}::text[]) order by received_at, id`,
  )
  return {
    ...shapePayout(actor)(payout),
    ...(await readResolutions(tx, actor, { id, legs })),
    legs: legs.map(({ amountCents, receivedCents, sentAt, nextAt, settledAt, ...leg }) => ({
      ...leg,
      to: leg.to === payout.accountNumber ? personal(actor, leg.to) : leg.to,
      amount: toAmount(amountCents),
      received: receivedCents === null ? null : toAmount(receivedCents),
      sentAt: sentAt?.toISOString() ?? null,
      nextAt: nextAt?.toISOString() ?? null,
      settledAt: settledAt?.toISOString() ?? null,
    })),
    events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
    messages: messages.map(({ at, body, ...message }) => ({
      ...message,
      at: at.toISOString(),
      body: seesPersonalData(actor) ? JSON.stringify(body, null, 2) : null,
    })),
  }
}
