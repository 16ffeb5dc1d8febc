import { mostAttempts } from '#contract/schedules/paymentRetries.ts'
import { holdReasons, type HoldReason } from '#contract/schedules/scheduleLines.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { readSetting } from '#server/facts/settings.ts'
import type { InstitutionType } from '#server/kit/bank/bankAccounts.ts'
import type { NewPayout } from '#server/kit/bank/payout.ts'
import { chooseChannel } from '#server/kit/bank/bankWays.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { attemptColumns } from './paymentAttempts.ts'
import { holdReason } from './scheduleLines.ts'

/** Where a payment goes. */
export type Account = {
  institutionCode: string
  institutionType: string
  accountNumber: string
  accountName: string
}
/** A line of a schedule, or what it pays a lender or the payee of a deduction, under the lock of its row. `account`: where it went, or would have gone. */
export type RetryTarget = Account & {
  id: string
  /** Null for a lender or a payee. */
  farmerId: string | null
  scheduleId: string
  organisationId: string
  title: string
  status: string
  /** Code of what holds it, or the words of the bank. */
  reason: string
  amountCents: bigint
  attempts: number
  /** The bank has said of a payment that it refused: paid after all. */
  isContradicted: boolean
}

/** Locks what is to be paid again. Refuses what is not of the actor's own society. */
export async function lockTarget(tx: Tx, actor: Actor, id: string): Promise<RetryTarget> {
  const [line] = await rows(
    tx,
    sql<RetryTarget>`select t.id, t.farmer_id as "farmerId", p.id as "scheduleId", t.organisation_id as "organisationId", m.full_name || ', ' || m.member_number as title,
        t.status, t.reason, t.net_cents as "amountCents", t.institution_code as "institutionCode", t.institution_type as "institutionType",
        t.account_number as "accountNumber", t.account_name as "accountName", ${attemptColumns}
      from schedule_lines t join communal_payments p on p.id = t.communal_payment_id join farmers m on m.id = t.farmer_id
      where t.id = ${id} and t.organisation_id = ${actor.organisationId} and p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED') for update of t`,
  )
  if (line) return line
  const [lender] = await rows(
    tx,
    sql<RetryTarget>`select t.id, null as "farmerId", p.id as "scheduleId", t.organisation_id as "organisationId", coalesce(k.name, d.title) as title, t.status, t.reason,
        t.amount_cents as "amountCents", coalesce(o.institution_code, d.institution_code) as "institutionCode", coalesce(o.institution_type, i.type) as "institutionType",
        coalesce(o.account_number, d.account_number) as "accountNumber", coalesce(o.account_name, d.account_name) as "accountName", ${attemptColumns}
      from schedule_lender_payments t join communal_payments p on p.id = t.communal_payment_id left join organisations k on k.id = t.lender_id
        left join deductions d on d.id = t.deduction_id left join institutions i on i.code = d.institution_code
        left join payouts o on o.source_kind = 'schedule_lender' and o.source_id = t.id
      where t.id = ${id} and t.organisation_id = ${actor.organisationId} for update of t`,
  )
  if (!lender) throw new Refused('record.not_found')
  return lender
}

/** Refuses what was neither refused nor held, what the bank has not answered for, and what was tried too often. */
export function mustBeOpen({ status, attempts, isContradicted }: RetryTarget): void {
  if (isContradicted || ['PENDING', 'QUEUED', 'PROCESSING'].includes(status))
    throw new Refused('payment_retry.in_doubt')
  if (status !== 'FAILED' && status !== 'HELD') throw new Refused('payment_retry.nothing')
  if (attempts >= mostAttempts) throw new Refused('payment_retry.too_often')
}

/** Says what holds it, where that is a reason by which lines are held. */
const held = (reason: string): Refused => {
  const message = reason in holdReasons ? holdReasons[reason as HoldReason] : undefined // border: tested just before
  return new Refused('payment_retry.held', { ...(message ? { message } : {}), details: { reason } })
}

type Now = Account & { hold: string; isDead: boolean }
/** `isOfKin`: the member has died, and it is the account of the next of kin. */
type AccountNow = { account: Account; isOfKin: boolean }

/**
 * Where a retry without another account goes: what the bank has refused, to the same account; what was held, to the account of the
 * member as it is now, once nothing holds it any more. Nobody is paid who has left; of who
 * has died the next of kin, to the account that two people have entered since. Refuses with `payment_retry.held`.
 */
export async function accountNow(tx: Tx, target: RetryTarget): Promise<AccountNow> {
  const { farmerId, status, institutionCode, institutionType, accountNumber, accountName } = target
  const same = { institutionCode, institutionType, accountNumber, accountName }
  if (farmerId === null) return { account: same, isOfKin: false }
  const { hold, isDead, ...registered } = await readNow(tx, farmerId)
  const isAsRegistered = status === 'HELD' || isDead
  if (isAsRegistered ? hold !== '' : hold === 'not_active') throw held(hold)
  return { account: isAsRegistered ? registered : same, isOfKin: isDead }
}

async function readNow(tx: Tx, farmerId: string): Promise<Now> {
  const coolsUntil = new Date(now().getTime() - (await readSetting(tx, 'bankChangeCoolingHours')) * 3_600_000)
  const [found] = await rows(
    tx,
    sql<Now>`select f.institution_code as "institutionCode", i.type as "institutionType", f.account_number as "accountNumber", f.account_name as "accountName",
        ${holdReason(coolsUntil)} as hold, f.life_state = 'DECEASED' as "isDead" from farmers f join institutions i on i.code = f.institution_code where f.id = ${farmerId}`,
  )
  if (!found) throw new Refused('record.not_found')
  return found
}

type Way = { paymentType: NewPayout['paymentType']; amountCents: bigint; leftCents: bigint }

/** How the amount goes to an account. M-PESA pays whole shillings: `leftCents` stay with the society. Refuses with `payment_retry.held`. */
export function wayTo({ institutionType, ...account }: Account, cents: bigint): Way {
  const to = { ...account, institutionType: institutionType as InstitutionType } // border: registers hold no other
  const leftCents = institutionType === 'M-PESA' ? cents % 100n : 0n
  const amountCents = cents - leftCents
  const way = chooseChannel({ to, amountCents, currency: 'KES' })
  if (typeof way === 'string') throw held(way)
  return { paymentType: way.paymentType, amountCents, leftCents }
}
