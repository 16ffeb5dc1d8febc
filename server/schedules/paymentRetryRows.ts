import { toAmount } from '#contract/kit/money.ts'
import { paymentRetryFlow, type PaymentRetry } from '#contract/schedules/paymentRetries.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import { wireStates } from '#server/kit/records/wireStates.ts'
import { personal, type Organisation } from '#server/kit/scope.ts'
import { inWords } from './scheduleLineRows.ts'

const name = sql`coalesce((select m.full_name from farmers m where m.id = t.farmer_id),
  (select coalesce(k.name, d.title) from schedule_lender_payments s left join organisations k on k.id = s.lender_id left join deductions d on d.id = s.deduction_id
    where s.id = t.lender_payment_id), '')`

export const paymentRetryKind = recordKind({
  flow: paymentRetryFlow,
  table: 'payment_retries',
  where: sql<boolean>`true`,
  title: sql<string>`${name} || coalesce(', ' || (select m.member_number from farmers m where m.id = t.farmer_id), '')`,
  atStake: sql<string>`'KES ' || to_char(t.amount_cents / 100.0, 'FM999,999,999,990.00')`,
})

type Stored = DecidedRow &
  Pick<
    PaymentRetry,
    | 'id'
    | 'lineId'
    | 'scheduleId'
    | 'organisationCode'
    | 'organisationName'
    | 'name'
    | 'memberNumber'
    | 'farmerId'
    | 'season'
    | 'type'
    | 'attempt'
    | 'failure'
    | 'institutionType'
    | 'instId'
    | 'institutionName'
    | 'newAccountNumber'
    | 'accountNumber'
    | 'accountName'
    | 'notes'
    | 'reason'
  > & { amountCents: bigint }

const base = sql`payment_retries t join organisations o on o.id = t.organisation_id left join farmers m on m.id = t.farmer_id
  left join schedule_lines l on l.id = t.line_id left join schedule_lender_payments s on s.id = t.lender_payment_id
  join communal_payments p on p.id = coalesce(l.communal_payment_id, s.communal_payment_id)`

const states = wireStates(paymentRetryFlow)

/** How payment retries are read: of one society, or of all in reach. */
export const paymentRetrySource = (organisation: Organisation): ListSource<Stored> => ({
  base,
  from: sql`${base} left join institutions i on i.code = t.institution_code`,
  select: sql<Stored>`t.id, coalesce(t.line_id, t.lender_payment_id) as "lineId", p.id as "scheduleId", o.code as "organisationCode", o.name as "organisationName",
    ${name} as name, coalesce(m.member_number, '') as "memberNumber", t.farmer_id as "farmerId", p.season, t.type, t.attempt, t.failure, t.amount_cents as "amountCents",
    t.payment_type as "institutionType", t.institution_code as "instId", coalesce(i.name, t.institution_code) as "institutionName", t.account_number as "newAccountNumber",
    t.old_account_number as "accountNumber", t.account_name as "accountName", t.notes, t.reason, t.status, t.version, t.makers, name_of_user(t.made_by) as made_by_name,
    t.created_at, name_of_user(t.decided_by) as decided_by_name, t.decided_at, t.decision_comment`,
  where: organisation ? [sql`t.organisation_id = ${organisation.id}`] : [],
  columns: {
    organisationName: sql`o.name`,
    amount: sql`t.amount_cents`,
    dateCreated: sql`t.id`,
    type: sql`t.type`,
    institutionType: sql`t.payment_type`,
    season: sql`p.season`,
    status: states.column,
  },
  filters: { status: states.filter },
  search: sql<string>`upper(coalesce(m.full_name, '') || ' ' || coalesce(m.member_number, '') || ' ' || o.name || ' ' || o.code)`,
})

export const shapePaymentRetry =
  (actor: Actor) =>
  ({ amountCents, ...stored }: Stored): PaymentRetry => {
    const { created: dateCreated, ...decided } = shapeDecided(paymentRetryFlow, stored, actor)
    const { id, lineId, scheduleId, organisationCode, organisationName, name: who, memberNumber, farmerId } = stored
    const { season, type, attempt, institutionType, instId, institutionName, notes, reason } = stored
    return {
      id,
      lineId,
      scheduleId,
      organisationCode,
      organisationName,
      name: who,
      memberNumber,
      farmerId,
      season,
      type,
      amount: toAmount(amountCents),
      attempt,
      failure: inWords(stored.failure),
      institutionType,
      instId,
      institutionName,
      newAccountNumber: personal(actor, stored.newAccountNumber),
      accountNumber: personal(actor, stored.accountNumber),
      accountName: stored.accountName,
      notes,
      reason,
      ...decided,
      dateCreated,
      approverComment: stored.decision_comment,
    }
  }
