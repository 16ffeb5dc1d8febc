import { paymentRetryFlow } from '#contract/schedules/paymentRetries.ts'
import type { PayoutNews, PayoutOwner } from '#server/kit/bank/payout.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { asFarAsOwed } from '#server/ledger/asFarAsOwed.ts'
import { move } from '#server/ledger/ledger.ts'
import { communalPaymentKind } from './communalPaymentRows.ts'
import { notifyPaid } from './notifyPaid.ts'
import { reopenSchedule } from './reopenSchedule.ts'
import { lenderPaid, lenderReturned, memberPaid, memberReturned, paidAgain } from './scheduleMoney.ts'

type LockedLine = {
  id: string
  organisationId: string
  scheduleId: string
  netCents: bigint
  status: string
  timesReturned: number
  title: string
}
/** What became of the payment of a line, or of a lender, by its id; whether the first one or a retry brought it. */
type NewsOf = ReadonlyMap<string, PayoutNews>
const bySource = (news: readonly PayoutNews[]): NewsOf => new Map(news.map((one) => [one.sourceId, one]))

/**
 * What became of the payments to members. Money that is stuck on its way is neither paid nor refused: its line stays at the bank.
 * What was paid and came back is taken back in the ledger at once, and refused as soon as it lies on the account of the society.
 */
async function settleLines(tx: Tx, newsOf: NewsOf): Promise<void> {
  if (newsOf.size === 0) return
  const lines = await rows(
    tx,
    sql<LockedLine>`select t.id, t.organisation_id as "organisationId", t.communal_payment_id as "scheduleId", t.net_cents as "netCents", t.status,
        t.times_returned as "timesReturned", m.full_name || ', ' || m.member_number as title
      from schedule_lines t join farmers m on m.id = t.farmer_id where t.id = any (${[...newsOf.keys()]}::uuid[]) order by t.id for update of t`,
  )
  const isOpen = ({ status }: LockedLine) => status === 'QUEUED' || status === 'PROCESSING'
  const next = lines
    .map((line) => ({ line, one: newsOf.get(line.id) }))
    .flatMap(({ line, one }) => (one && (isOpen(line) || isReturn(line, one)) ? [{ line, one }] : []))
  const returned = next.filter(({ line, one }) => isReturn(line, one))
  const stateOf = ({ status }: PayoutNews) =>
    status === 'PAID' ? 'SUCCESS' : status === 'FAILED' || status === 'REVERSED' ? 'FAILED' : 'PROCESSING'
  const column = <Value>(of: (each: (typeof next)[number]) => Value): Value[] => next.map(of)
  await sql`update schedule_lines l set status = g.status, reason = g.reason, transaction_id = coalesce(g.transaction, l.transaction_id), settled_at = g.settled_at,
      times_returned = l.times_returned + case when l.status = 'SUCCESS' then 1 else 0 end
    from unnest(${column(({ line }) => line.id)}::uuid[], ${column(({ one }) => stateOf(one))}::text[], ${column(({ one }) => one.reason)}::text[],
      ${column(({ one }) => one.partnerReference)}::text[], ${column(({ one }) => (stateOf(one) === 'PROCESSING' ? null : one.at))}::timestamptz[])
      as g (id, status, reason, transaction, settled_at) where l.id = g.id`.execute(tx)
  await move(tx, [
    ...next.filter(({ one }) => one.status === 'PAID').map(({ line }) => memberPaid(line)),
    ...returned.map(({ line }) => memberReturned(line)),
  ])
  await notifyPaid(
    tx,
    next.map(({ line }) => line.id),
  )
  for (const { line, one } of returned) await reopenSchedule(tx, line, one.reason)
  await endSchedules(tx, [...new Set(next.map(({ line }) => line.scheduleId))])
}

/** What was paid is paid no longer. */
const isReturn = ({ status }: { status: string }, news: PayoutNews): boolean =>
  status === 'SUCCESS' && news.status !== 'PAID'

type LockedPayment = {
  id: string
  organisationId: string
  scheduleId: string
  /** Null where a deduction is paid to its payee. */
  lenderId: string | null
  amountCents: bigint
  status: string
  timesReturned: number
  title: string
}
type Recovery = { lineId: string; farmerId: string; season: string; amountCents: bigint; beyondCents: bigint }

/** What became of the payments to lenders and payees: what a lender was paid is no longer owed by the members, what came back is owed again. */
async function settleLenders(tx: Tx, newsOf: NewsOf): Promise<void> {
  for (const [id, one] of newsOf) {
    const [payment] = await rows(
      tx,
      sql<LockedPayment>`select t.id, t.organisation_id as "organisationId", t.communal_payment_id as "scheduleId", t.lender_id as "lenderId",
          t.amount_cents as "amountCents", t.status, t.times_returned as "timesReturned", coalesce(o.name, d.title) as title
        from schedule_lender_payments t left join organisations o on o.id = t.lender_id left join deductions d on d.id = t.deduction_id where t.id = ${id} for update of t`,
    )
    if (!payment) continue
    const wasPaid = isReturn(payment, one)
    const isStuck = one.status === 'PROCESSING' || one.status === 'REVERSAL_FAILED'
    if (!wasPaid && (isStuck || payment.status !== 'PROCESSING')) continue
    const isPaid = one.status === 'PAID'
    const to = isPaid ? 'SUCCESS' : isStuck ? 'PROCESSING' : 'FAILED'
    await sql`update schedule_lender_payments set status = ${to}, reason = ${one.reason}, settled_at = ${isStuck ? null : one.at},
      times_returned = times_returned + ${wasPaid ? 1 : 0} where id = ${payment.id}`.execute(tx)
    if (isPaid || wasPaid) {
      const recovered = await rows(
        tx,
        sql<Recovery>`select l.id as "lineId", l.farmer_id as "farmerId", a.season, r.amount_cents as "amountCents",
            coalesce((select m.amount_cents from ledger_movements m where m.reference
              = 'schedule_line/' || l.id || '/recovered/' || r.lender_id || '/' || a.season || ${paidAgain(payment.timesReturned)}::text || '/beyond'), 0) as "beyondCents"
          from schedule_lines l join schedule_recoveries r on r.line_id = l.id join ledger_accounts a on a.id = r.ledger_account_id
          where l.communal_payment_id = ${payment.scheduleId} and r.lender_id = ${payment.lenderId} order by l.id, a.season`,
      )
      await move(
        tx,
        isPaid ? await asFarAsOwed(tx, lenderPaid(payment, recovered)) : lenderReturned(payment, recovered),
      )
    }
    if (wasPaid) await reopenSchedule(tx, payment, one.reason)
    await endSchedules(tx, [payment.scheduleId])
  }
}

type Retried = { id: string; lineId: string | null; lenderPaymentId: string | null }

/** What became of retries is what became of their lines. */
async function settleRetries(tx: Tx, news: readonly PayoutNews[]): Promise<void> {
  const newsOf = bySource(news)
  const retried = await rows(
    tx,
    sql<Retried>`select id, line_id as "lineId", lender_payment_id as "lenderPaymentId" from payment_retries where id = any (${[...newsOf.keys()]}::uuid[]) order by id`,
  )
  const of = (target: (retry: Retried) => string | null): NewsOf =>
    new Map(
      retried.flatMap((retry) => {
        const [id, one] = [target(retry), newsOf.get(retry.id)]
        return id !== null && one ? [[id, one] as const] : []
      }),
    )
  await settleLines(
    tx,
    of(({ lineId }) => lineId),
  )
  await settleLenders(
    tx,
    of(({ lenderPaymentId }) => lenderPaymentId),
  )
}

/** Ends the schedules of which nothing is under way any more. */
export async function endSchedules(tx: Tx, ids: readonly string[]): Promise<void> {
  const ended = await rows(
    tx,
    sql<{ id: string; organisationId: string; title: string; status: string; isWhole: boolean }>`
      select p.id, p.organisation_id as "organisationId", o.name || ' ' || p.season as title, p.status,
        not exists (select from schedule_lines l where l.communal_payment_id = p.id and l.status in ('HELD', 'FAILED'))
          and not exists (select from schedule_lender_payments s where s.communal_payment_id = p.id and s.status = 'FAILED') as "isWhole"
      from communal_payments p join organisations o on o.id = p.organisation_id
      where p.id = any (${[...ids]}::uuid[]) and p.status in ('APPROVED', 'PARTIALLY_PAID')
        and not exists (select from schedule_lines l where l.communal_payment_id = p.id and l.status in ('PENDING', 'QUEUED', 'PROCESSING'))
        and not exists (select from schedule_lender_payments s where s.communal_payment_id = p.id and s.status in ('PENDING', 'PROCESSING'))
      order by p.id for update of p`,
  )
  for (const { isWhole, status: from, ...schedule } of ended) {
    const to = isWhole ? 'COMPLETED' : 'PARTIALLY_PAID'
    if (from !== to) await systemStep({ tx, kind: communalPaymentKind, ...schedule, from, to })
  }
}

export const schedulePayouts: readonly PayoutOwner[] = [
  { sourceKind: 'schedule_line', takesReturns: true, settled: (tx, news) => settleLines(tx, bySource(news)) },
  { sourceKind: 'schedule_lender', takesReturns: true, settled: (tx, news) => settleLenders(tx, bySource(news)) },
  { sourceKind: paymentRetryFlow.kind, takesReturns: true, settled: settleRetries },
]
