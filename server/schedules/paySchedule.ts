import type { NewPayout, PayoutNews, PayoutOwner } from '#server/kit/bank/payout.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { Job } from '#server/kit/jobs.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { move } from '#server/ledger/ledger.ts'
import { openPayouts } from '#server/payouts/openPayouts.ts'
import { communalPaymentKind } from './communalPaymentRows.ts'
import { lenderPaid, memberPaid } from './scheduleMoney.ts'

export const payScheduleQueue = 'schedule.pay'
const batch = 1_000

type Payable = Pick<NewPayout, 'sourceId' | 'organisationId' | 'title' | 'amountCents' | 'paymentType' | 'account'> & {
  from: string
  season: string
}

/** Orders the payments of an approved schedule: lenders first, then members. May run twice, or be killed between two batches. */
export const payScheduleJob: Job = {
  queue: payScheduleQueue,
  retries: 20,
  work: async ({ db }, { scheduleId }) => {
    if (!scheduleId) return
    await db.transaction('system', async (tx) => {
      // Two of this job at once order each lender once.
      await sql`select from communal_payments where id = ${scheduleId} for update`.execute(tx)
      await orderLenders(tx, scheduleId)
    })
    while ((await db.transaction('system', (tx) => orderMembers(tx, scheduleId))) > 0);
    await db.transaction('system', (tx) => endSchedules(tx, [scheduleId]))
  },
}

type LenderSum = {
  organisationId: string
  lenderId: string
  cents: bigint
  from: string
  fund: string
  name: string
  season: string
}

/** What was recovered for each lender goes to its fund in one sum. */
async function orderLenders(tx: Tx, scheduleId: string): Promise<void> {
  const sums = await rows(
    tx,
    sql<LenderSum>`select p.organisation_id as "organisationId", r.lender_id as "lenderId", sum(r.amount_cents)::bigint as cents, a.account_number as "from",
        f.account_number as fund, f.name, p.season
      from communal_payments p join schedule_lines l on l.communal_payment_id = p.id join schedule_recoveries r on r.line_id = l.id
        join society_accounts a on a.organisation_id = p.organisation_id and a.purpose = 'FARMERS_KES' join funds f on f.organisation_id = r.lender_id
      where p.id = ${scheduleId} and p.status = 'APPROVED'
        and not exists (select from schedule_lender_payments s where s.communal_payment_id = p.id and s.lender_id = r.lender_id)
      group by p.organisation_id, r.lender_id, a.account_number, f.account_number, f.name, p.season order by r.lender_id`,
  )
  for (const { organisationId, lenderId, cents: amountCents, from, fund: accountNumber, name, season } of sums) {
    const id = newId()
    await sql`insert into schedule_lender_payments (id, communal_payment_id, organisation_id, lender_id, amount_cents, status)
      values (${id}, ${scheduleId}, ${organisationId}, ${lenderId}, ${amountCents}, 'PROCESSING')`.execute(tx)
    await openPayouts(tx, [
      {
        sourceKind: 'schedule_lender',
        sourceId: id,
        organisationId,
        lenderId: organisationId,
        title: name,
        amountCents,
        from,
        paymentType: 'INTERNALFT',
        account: { institutionCode: '11', institutionType: 'BANK', accountNumber, accountName: name },
        narration: `Recovered ${season}`,
      },
    ])
  }
}

/** The next members; answers how many. What M-PESA or PesaLink carries goes out by the transit account of the bank. */
async function orderMembers(tx: Tx, scheduleId: string): Promise<number> {
  const payable = await rows(
    tx,
    sql<
      Omit<Payable, 'account'> & Payable['account']
    >`select l.id as "sourceId", l.organisation_id as "organisationId", m.full_name || ', ' || m.member_number as title,
        l.net_cents as "amountCents", l.payment_type as "paymentType", l.institution_code as "institutionCode", l.institution_type as "institutionType",
        l.account_number as "accountNumber", l.account_name as "accountName", a.account_number as "from", p.season
      from schedule_lines l join communal_payments p on p.id = l.communal_payment_id join farmers m on m.id = l.farmer_id
        join society_accounts a on a.organisation_id = l.organisation_id and a.purpose = 'FARMERS_KES'
      where l.communal_payment_id = ${scheduleId} and l.status = 'PENDING' and p.status = 'APPROVED' order by l.id limit ${batch} for update of l`,
  )
  await openPayouts(
    tx,
    payable.map(({ season, institutionCode, institutionType, accountNumber, accountName, ...line }) => ({
      ...line,
      sourceKind: 'schedule_line',
      lenderId: line.organisationId,
      account: { institutionCode, institutionType, accountNumber, accountName },
      narration: `Cherry ${season}`,
    })),
  )
  await sql`update schedule_lines set status = 'QUEUED' where id = any (${payable.map(({ sourceId }) => sourceId)}::uuid[])`.execute(
    tx,
  )
  return payable.length
}

type LockedLine = { id: string; organisationId: string; scheduleId: string; netCents: bigint; status: string }

/** What became of the payments to members. Money that is stuck on its way is neither paid nor refused: its line stays at the bank. */
async function membersSettled(tx: Tx, news: readonly PayoutNews[]): Promise<void> {
  const bySource = new Map(news.map((one) => [one.sourceId, one]))
  const lines = await rows(
    tx,
    sql<LockedLine>`select id, organisation_id as "organisationId", communal_payment_id as "scheduleId", net_cents as "netCents", status from schedule_lines
      where id = any (${[...bySource.keys()]}::uuid[]) order by id for update`,
  )
  const open = lines.filter(({ status }) => status === 'QUEUED' || status === 'PROCESSING')
  const next = open
    .map((line) => ({ line, one: bySource.get(line.id) }))
    .flatMap(({ line, one }) => (one ? [{ line, one }] : []))
  const stateOf = ({ status }: PayoutNews) =>
    status === 'PAID' ? 'SUCCESS' : status === 'FAILED' || status === 'REVERSED' ? 'FAILED' : 'PROCESSING'
  const column = <Value>(of: (each: (typeof next)[number]) => Value): Value[] => next.map(of)
  await sql`update schedule_lines l set status = g.status, reason = g.reason, transaction_id = coalesce(g.transaction, l.transaction_id), settled_at = g.settled_at
    from unnest(${column(({ line }) => line.id)}::uuid[], ${column(({ one }) => stateOf(one))}::text[], ${column(({ one }) => one.reason)}::text[],
      ${column(({ one }) => one.partnerReference)}::text[], ${column(({ one }) => (stateOf(one) === 'PROCESSING' ? null : one.at))}::timestamptz[])
      as g (id, status, reason, transaction, settled_at) where l.id = g.id`.execute(tx)
  await move(
    tx,
    next.filter(({ one }) => one.status === 'PAID').map(({ line }) => memberPaid(line)),
  )
  await endSchedules(tx, [...new Set(open.map(({ scheduleId }) => scheduleId))])
}

type LockedPayment = {
  id: string
  organisationId: string
  scheduleId: string
  lenderId: string
  amountCents: bigint
  status: string
}
type Recovery = { lineId: string; farmerId: string; season: string; amountCents: bigint }

/** What became of the payments to lenders: what was paid is no longer owed by the members. */
async function lendersSettled(tx: Tx, news: readonly PayoutNews[]): Promise<void> {
  for (const one of news) {
    if (one.status === 'PROCESSING' || one.status === 'REVERSAL_FAILED') continue
    const [payment] = await rows(
      tx,
      sql<LockedPayment>`select id, organisation_id as "organisationId", communal_payment_id as "scheduleId", lender_id as "lenderId", amount_cents as "amountCents", status
        from schedule_lender_payments where id = ${one.sourceId} for update`,
    )
    if (payment?.status !== 'PROCESSING') continue
    const isPaid = one.status === 'PAID'
    await sql`update schedule_lender_payments set status = ${isPaid ? 'SUCCESS' : 'FAILED'}, reason = ${one.reason}, settled_at = ${one.at} where id = ${payment.id}`.execute(
      tx,
    )
    if (isPaid) {
      const recovered = await rows(
        tx,
        sql<Recovery>`select l.id as "lineId", l.farmer_id as "farmerId", a.season, r.amount_cents as "amountCents"
          from schedule_lines l join schedule_recoveries r on r.line_id = l.id join ledger_accounts a on a.id = r.ledger_account_id
          where l.communal_payment_id = ${payment.scheduleId} and r.lender_id = ${payment.lenderId} order by l.id, a.season`,
      )
      await move(tx, lenderPaid(payment, recovered))
    }
    await endSchedules(tx, [payment.scheduleId])
  }
}

/** Ends the schedules of which nothing is under way any more. */
async function endSchedules(tx: Tx, ids: readonly string[]): Promise<void> {
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
  { sourceKind: 'schedule_line', settled: membersSettled },
  { sourceKind: 'schedule_lender', settled: lendersSettled },
]
