import { toAmount } from '#contract/kit/money.ts'
import { rtgsFileFlow, type RtgsFile, type RtgsPayment } from '#contract/rtgs/rtgsFiles.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import { wireStates } from '#server/kit/records/wireStates.ts'
import { personal, type Organisation } from '#server/kit/scope.ts'
import type { RawBuilder } from 'kysely'

export const rtgsFileKind = recordKind({
  flow: rtgsFileFlow,
  table: 'rtgs_files',
  where: sql<boolean>`true`,
  title: sql<string>`t.message_id`,
  atStake: sql<string>`'KES ' || to_char(t.amount_cents / 100.0, 'FM999,999,999,990.00')`,
})

type Stored = DecidedRow &
  Pick<
    RtgsFile,
    'id' | 'messageId' | 'organisationCode' | 'organisationName' | 'fromAccount' | 'payments' | 'paid' | 'refused'
  > & { amountCents: bigint; sentAt: Date | null }

const base = sql`rtgs_files t join organisations o on o.id = t.organisation_id`
const states = wireStates(rtgsFileFlow)
const ended = (status: 'PAID' | 'REFUSED') =>
  sql`(select count(*)::integer from payout_legs l where l.rtgs_file_id = t.id and l.status = ${status})`

/** How RTGS files are read: of one society, or of all in reach. */
export const rtgsFileSource = (organisation: Organisation): ListSource<Stored> => ({
  base,
  from: base,
  select: sql<Stored>`t.id, t.message_id as "messageId", o.code as "organisationCode", o.name as "organisationName", t.account_number as "fromAccount",
    t.payments, t.amount_cents as "amountCents", ${ended('PAID')} as paid, ${ended('REFUSED')} as refused, t.sent_at as "sentAt", t.status, t.version, t.makers,
    name_of_user(t.made_by) as made_by_name, t.created_at, name_of_user(t.decided_by) as decided_by_name, t.decided_at, t.decision_comment`,
  where: organisation ? [sql`t.organisation_id = ${organisation.id}`] : [],
  columns: {
    organisationName: sql`o.name`,
    amount: sql`t.amount_cents`,
    dateCreated: sql`t.id`,
    status: states.column,
  },
  filters: { status: states.filter },
  search: sql<string>`upper(t.message_id || ' ' || o.name || ' ' || o.code)`,
})

export const shapeRtgsFile =
  (actor: Actor) =>
  ({ amountCents, sentAt, ...stored }: Stored): RtgsFile => {
    const { created: dateCreated, ...decided } = shapeDecided(rtgsFileFlow, stored, actor)
    const { id, messageId, organisationCode, organisationName, fromAccount, payments, paid, refused } = stored
    return {
      id,
      messageId,
      organisationCode,
      organisationName,
      fromAccount,
      payments,
      paid,
      refused,
      amount: toAmount(amountCents),
      sentAt: sentAt?.toISOString() ?? null,
      ...decided,
      dateCreated,
      approverComment: stored.decision_comment,
    }
  }

/** A payment that goes by RTGS, as it stands in its leg. */
export type RtgsLeg = {
  id: string
  reference: string
  title: string
  institutionCode: string
  institutionName: string
  accountNumber: string
  accountName: string
  amountCents: bigint
  from: string
  narration: string
  status: string
  reason: string
}

/** Payments by RTGS in one order; `where`: of the legs `l`. */
export const readRtgsLegs = (
  tx: Tx,
  where: RawBuilder<unknown>,
  lock: RawBuilder<unknown> = sql``,
): Promise<RtgsLeg[]> =>
  rows(
    tx,
    sql<RtgsLeg>`select l.id, l.reference, p.title, p.institution_code as "institutionCode", coalesce(i.name, p.institution_code) as "institutionName",
        p.account_number as "accountNumber", p.account_name as "accountName", l.amount_cents as "amountCents", l.from_account as "from", l.narration, l.status, l.reason
      from payout_legs l join payouts p on p.id = l.payout_id left join institutions i on i.code = p.institution_code
      where l.channel = 'rtgs' and l.kind = 'EXTERNAL' and ${where} order by l.id ${lock}`,
  )

const stateOf = (status: string): RtgsPayment['state'] =>
  status === 'QUEUED' ? 'WAITING' : status === 'PAID' || status === 'REFUSED' ? status : 'SENT'

export const shapePayment =
  (actor: Actor) =>
  ({
    id,
    reference,
    title,
    institutionName,
    accountNumber,
    accountName,
    amountCents,
    status,
    reason,
  }: RtgsLeg): RtgsPayment => ({
    id,
    reference,
    name: title,
    institutionName,
    accountNumber: personal(actor, accountNumber),
    accountName,
    amount: toAmount(amountCents),
    state: stateOf(status),
    reason,
  })
