import {
  accountPurposes,
  exceptionFlow,
  exceptionKinds,
  exceptionStates,
  resolutionsFor,
  type AccountPurpose,
  type ExceptionDetail,
  type ExceptionKind,
  type ExceptionState,
  type ResolutionName,
  type StatementException,
} from '#contract/reconciliation/statementExceptions.ts'
import { toAmount } from '#contract/kit/money.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { businessDate } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { daysBetween } from '#server/facts/days.ts'
import { Refused } from '#server/kit/refused.ts'
import { fundProposalKind, newestProposal } from '#server/payouts/fundProposals.ts'

/** A decision waits for who may touch the account: KPCU's people see the exceptions of the bank's fund, and decide their own. */
export const exceptionKind = fundProposalKind(exceptionFlow)

/** An exception as it is stored, with its line, its payment and its account. */
export type StoredException = {
  id: string
  organisationId: string
  organisationName: string
  accountNumber: string
  purpose: AccountPurpose
  currency: 'KES' | 'USD'
  kind: ExceptionKind
  how: string | null
  note: string
  state: ExceptionState
  resolution: ResolutionName | null
  bookedOn: string
  amountCents: bigint
  legId: string | null
  reference: string
  narration: string
  expectedCents: bigint | null
  version: number
}

const purpose = sql<AccountPurpose>`k.purpose`
const state = sql<ExceptionState>`case when t.resolution is not null then 'RESOLVED' when t.kind in ('MATCHED', 'CREDITED') then 'MATCHED'
  when exists (select from change_requests c where c.kind = 'statement_exception' and c.target_id = t.id::text and c.status = 'PENDING_APPROVAL') then 'PROPOSED'
  else 'OPEN' end`
const tables = sql`recon_items t join kept_accounts k on k.account_number = t.account_number left join bank_statement_lines s on s.id = t.line_id left join payout_legs l on l.id = t.leg_id`
const from = sql`${tables} join organisations o on o.id = t.organisation_id`
const reference = sql<string>`coalesce(nullif(s.reference, ''), l.reference, '')`
const narration = sql<string>`coalesce(s.narration, l.narration, '')`
const columns = sql<StoredException>`t.id, t.organisation_id as "organisationId", o.name as "organisationName", t.account_number as "accountNumber", ${purpose} as purpose, k.currency, t.kind, t.how, t.note,
  ${state} as state, t.resolution, t.booked_on as "bookedOn", t.amount_cents as "amountCents", t.leg_id as "legId", ${reference} as reference, ${narration} as narration,
  case when t.account_number = l.from_account then -l.amount_cents else coalesce(l.received_cents, l.amount_cents) end as "expectedCents", t.version`

/** The list of exceptions and matched lines. */
export const exceptionSource = (): ListSource<StoredException> => {
  // No parameter: the counts of filters group by this very text.
  const age = sql<number>`(${sql.lit(businessDate())}::date - t.booked_on)`
  return {
    base: tables,
    from,
    select: columns,
    where: [],
    columns: {
      bookedOn: sql`t.booked_on`,
      amount: sql`t.amount_cents`,
      kind: sql`t.kind`,
      state,
      purpose,
      age: sql`case when ${age} <= 1 then 'D1' when ${age} <= 7 then 'D7' when ${age} <= 30 then 'D30' else 'OLDER' end`,
    },
    search: sql<string>`upper(${reference} || ' ' || ${narration} || ' ' || coalesce(s.line_key, ''))`,
  }
}

const ageOf = (days: number): StatementException['age'] =>
  days <= 1 ? 'D1' : days <= 7 ? 'D7' : days <= 30 ? 'D30' : 'OLDER'

export const shapeException = (stored: StoredException): StatementException => {
  const ageDays = Math.max(0, daysBetween(stored.bookedOn, businessDate()))
  return {
    id: stored.id,
    bookedOn: stored.bookedOn,
    ageDays,
    age: ageOf(ageDays),
    kind: stored.kind,
    kindTitle: exceptionKinds[stored.kind],
    state: stored.state,
    stateTitle: exceptionStates[stored.state],
    organisationName: stored.organisationName,
    account: `${accountPurposes[stored.purpose]} ${stored.accountNumber}`,
    accountNumber: stored.accountNumber,
    purpose: stored.purpose,
    currency: stored.currency,
    reference: stored.reference,
    narration: stored.narration,
    amount: toAmount(stored.amountCents),
    expected: stored.expectedCents === null ? null : toAmount(stored.expectedCents),
    resolution: stored.resolution,
  }
}

export async function getException(tx: Tx, id: string): Promise<StoredException> {
  const [exception] = await rows(tx, sql<StoredException>`select ${columns} from ${from} where t.id = ${id}`)
  if (!exception) throw new Refused('record.not_found')
  return exception
}

type StoredPayment = {
  legId: string
  reference: string
  title: string
  amountCents: bigint
  status: string
  reason: string
  bankReference: string
  sentOn: string | null
}
const paymentColumns = sql<StoredPayment>`l.id as "legId", l.reference, p.title, l.amount_cents as "amountCents", l.status, l.reason, coalesce(l.bank_reference, '') as "bankReference",
  to_char(l.sent_at at time zone 'Africa/Nairobi', 'YYYY-MM-DD') as "sentOn"`

const shapePayment = ({ legId: _legId, amountCents, ...payment }: StoredPayment) => ({
  ...payment,
  amount: toAmount(amountCents),
})

/** Payments of the amount of a line, on its account and in its direction, that were sent and that no line shows. */
export const findCandidates = (
  tx: Tx,
  { accountNumber, amountCents }: Pick<StoredException, 'accountNumber' | 'amountCents'>,
  named: string | null = null,
): Promise<StoredPayment[]> =>
  rows(
    tx,
    sql<StoredPayment>`select ${paymentColumns} from payout_legs l join payouts p on p.id = l.payout_id
      where ${amountCents < 0n ? sql`l.from_account` : sql`l.to_account`} = ${accountNumber} and ${amountCents < 0n ? sql`l.amount_cents` : sql`coalesce(l.received_cents, l.amount_cents)`} = ${amountCents < 0n ? -amountCents : amountCents}
        and l.status in ('SENT', 'ACCEPTED', 'IN_DOUBT', 'PAID') ${named === null ? sql`` : sql`and l.reference = ${named}`}
        and not exists (select from recon_items i where i.leg_id = l.id and i.account_number = ${accountNumber} and i.kind in ('MATCHED', 'AMOUNT_DIFFERS', 'PAID_TWICE'))
      order by l.sent_at, l.reference limit 20`,
  )

/** An exception with its evidence. */
export async function readEvidence(tx: Tx, actor: Actor, id: string): Promise<ExceptionDetail> {
  const stored = await getException(tx, id)
  const [line] = await rows(
    tx,
    sql<{
      bankId: string
      fileName: string
      filePlace: number
    }>`select s.line_key as "bankId", b.file_name as "fileName", s.place as "filePlace"
      from bank_statement_lines s join bank_statements b on b.id = s.statement_id where s.id = ${id}`,
  )
  const [payment] = await rows(
    tx,
    sql<StoredPayment>`select ${paymentColumns} from payout_legs l join payouts p on p.id = l.payout_id where l.id = ${stored.legId}`,
  )
  const alike = await rows(
    tx,
    sql<{
      bankId: string
      bookedOn: string
      amountCents: bigint
      kind: ExceptionKind
    }>`select s.line_key as "bankId", i.booked_on as "bookedOn", i.amount_cents as "amountCents", i.kind
      from recon_items i join bank_statement_lines s on s.id = i.line_id
      where i.leg_id = ${stored.legId} and i.account_number = ${stored.accountNumber} and i.id <> ${id} order by i.booked_on, s.line_key limit 20`,
  )
  const isOpen = stored.state === 'OPEN' && stored.kind !== 'NEW'
  const ways = isOpen ? resolutionsFor(stored) : []
  const candidates = ways.includes('SAME_PAYMENT') ? await findCandidates(tx, stored) : []
  return {
    ...shapeException(stored),
    bankId: line?.bankId ?? '',
    fileName: line?.fileName ?? '',
    filePlace: line?.filePlace ?? null,
    note: stored.note,
    how: stored.how,
    payment: payment ? shapePayment(payment) : null,
    alike: alike.map(({ amountCents, kind, ...one }) => ({
      ...one,
      amount: toAmount(amountCents),
      kindTitle: exceptionKinds[kind],
    })),
    candidates: candidates.map(shapePayment),
    ways: ways.filter((way) => way !== 'SAME_PAYMENT' || candidates.length > 0),
    proposal: await newestProposal(tx, actor, exceptionKind, id),
  }
}
