import { pesaLinkMostCents } from '#server/kit/bank/bankWays.ts'
import type { NewPayout } from '#server/kit/bank/payout.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { Job } from '#server/kit/jobs.ts'
import { openPayouts } from '#server/payouts/openPayouts.ts'
import { endSchedules } from './settleSchedule.ts'

export const payScheduleQueue = 'schedule.pay'
const batch = 1_000

type Payable = Pick<NewPayout, 'sourceId' | 'organisationId' | 'title' | 'amountCents' | 'paymentType' | 'account'> & {
  from: string
  season: string
}

/** Orders the payments of an approved schedule: lenders first, then the payees of deductions, then members. May run twice, or be killed between two batches. */
export const payScheduleJob: Job = {
  queue: payScheduleQueue,
  retries: 20,
  work: async ({ db }, { scheduleId }) => {
    if (!scheduleId) return
    await db.transaction('system', async (tx) => {
      // Two of this job at once order each lender and each payee once.
      await sql`select from communal_payments where id = ${scheduleId} for update`.execute(tx)
      await orderLenders(tx, scheduleId)
      await orderPayees(tx, scheduleId)
    })
    let last: Place | undefined = firstPlace
    while (last) {
      const after: Place = last
      last = await db.transaction('system', (tx) => orderMembers(tx, scheduleId, after))
    }
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

type PayeeSum = Omit<LenderSum, 'lenderId' | 'fund'> & { deductionId: string } & NewPayout['account']

/** What a deduction took of all members goes to its payee in one sum; what PesaLink does not carry waits for an RTGS file. A premium has no payee. */
async function orderPayees(tx: Tx, scheduleId: string): Promise<void> {
  const sums = await rows(
    tx,
    sql<PayeeSum>`select p.organisation_id as "organisationId", d.id as "deductionId", sum(r.amount_cents)::bigint as cents, a.account_number as "from", d.title as name, p.season,
        d.institution_code as "institutionCode", i.type as "institutionType", d.account_number as "accountNumber", d.account_name as "accountName"
      from communal_payments p join schedule_lines l on l.communal_payment_id = p.id join schedule_deductions r on r.line_id = l.id
        join deductions d on d.id = r.deduction_id join institutions i on i.code = d.institution_code
        join society_accounts a on a.organisation_id = p.organisation_id and a.purpose = 'FARMERS_KES'
      where p.id = ${scheduleId} and p.status = 'APPROVED'
        and not exists (select from schedule_lender_payments s where s.communal_payment_id = p.id and s.deduction_id = d.id)
      group by p.organisation_id, d.id, a.account_number, p.season, i.type order by d.id`,
  )
  for (const { organisationId, deductionId, cents, from, name, season, ...account } of sums) {
    const id = newId()
    const paymentType =
      account.institutionCode === '11' ? 'INTERNALFT' : cents > pesaLinkMostCents ? 'RTGS' : 'PESALINK'
    await sql`insert into schedule_lender_payments (id, communal_payment_id, organisation_id, deduction_id, amount_cents, status)
      values (${id}, ${scheduleId}, ${organisationId}, ${deductionId}, ${cents}, 'PROCESSING')`.execute(tx)
    await openPayouts(tx, [
      {
        sourceKind: 'schedule_lender',
        sourceId: id,
        organisationId,
        lenderId: organisationId,
        title: `${account.accountName}: ${name}`,
        amountCents: cents,
        from,
        paymentType,
        account,
        narration: `${name} ${season}`,
      },
    ])
  }
}

/** Where a line stands in its schedule. */
type Place = { number: string; id: string }
const firstPlace: Place = { number: '', id: '00000000-0000-0000-0000-000000000000' }

/**
 * The next members after a place, in the order of the lines. Which they are is read from the index alone, so that no batch looks at what
 * was ordered before or comes later. Answers the place of the last one, if there are any. What M-PESA or PesaLink carries goes out by the
 * transit account of the bank.
 */
async function orderMembers(tx: Tx, scheduleId: string, after: Place): Promise<Place | undefined> {
  const places = await rows(
    tx,
    sql<Place>`select member_number as number, id from schedule_lines where communal_payment_id = ${scheduleId}
      and (member_number, id) > (${after.number}, ${after.id}::uuid) order by member_number, id limit ${sql.lit(batch)}`,
  )
  const payable = await rows(
    tx,
    sql<
      Omit<Payable, 'account'> & Payable['account']
    >`select l.id as "sourceId", l.organisation_id as "organisationId", m.full_name || ', ' || m.member_number as title,
        l.net_cents as "amountCents", l.payment_type as "paymentType", l.institution_code as "institutionCode", l.institution_type as "institutionType",
        l.account_number as "accountNumber", l.account_name as "accountName", a.account_number as "from", p.season
      from schedule_lines l join communal_payments p on p.id = l.communal_payment_id join farmers m on m.id = l.farmer_id
        join society_accounts a on a.organisation_id = l.organisation_id and a.purpose = 'FARMERS_KES'
      where l.id = any (${places.map(({ id }) => id)}::uuid[]) and l.status = 'PENDING' and p.status = 'APPROVED' order by l.id for update of l`,
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
  return places.at(-1)
}
