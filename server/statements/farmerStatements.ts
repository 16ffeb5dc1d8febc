import type { Actor } from '#contract/house/permissions.ts'
import { toCents, toAmount } from '#contract/kit/money.ts'
import {
  farmerStatements,
  type ExplainedLine,
  type FarmerStatement,
  type Membership,
  type SeasonPaid,
} from '#contract/statements/farmerStatements.ts'
import type { PaidLine } from '#contract/statements/paidLines.ts'
import { leaveTrace } from '#server/kit/audit/leaveTrace.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { addressOfCode } from '#server/kit/paper/paperCodes.ts'
import { auditExport } from '#server/kit/records/exportRows.ts'
import { Refused, workbookType } from '#server/kit/refused.ts'
import { personal, type Organisation } from '#server/kit/scope.ts'
import { serve, streamReply, type Call } from '#server/kit/web/serve.ts'
import { issueStatement } from '#server/loanReports/issueStatement.ts'
import { newCode } from '#server/loanReports/statementCodes.ts'
import { fingerprintOfPayments, paidOf, writePaymentPaper } from './paymentPaper.ts'
import { writePaymentStatement } from './paymentStatementSheet.ts'
import { readPaidLines } from './readPaidLines.ts'

type Member = FarmerStatement['member'] & { organisationId: string }

/** A member in reach by the id; anybody else's is not found. */
async function getMember(tx: Tx, organisation: Organisation, farmerId: string): Promise<Member> {
  const [member] = await rows(
    tx,
    sql<Member>`select f.id, f.full_name as name, f.member_number as "memberNumber", f.id_number as "nationalId", o.name as "organisationName",
        o.code as "organisationCode", f.organisation_id as "organisationId"
      from farmers f join organisations o on o.id = f.organisation_id
      where f.id = ${farmerId} and f.status = 'APPROVED' ${organisation ? sql`and f.organisation_id = ${organisation.id}` : sql``}`,
  )
  if (!member) throw new Refused('record.not_found')
  return member
}

const decided = sql`p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED')`

/** What a member was paid, season by season, each payment with all that makes its amount. */
async function readStatement(tx: Tx, actor: Actor, farmerId: string) {
  const payments = await readPaidLines(tx, actor, sql`t.farmer_id = ${farmerId} and ${decided}`)
  const weights = await rows(
    tx,
    sql<{ season: string; kilograms: string }>`select season, approved_kg::text as kilograms from season_weights
      where farmer_id = ${farmerId} and approved_kg > 0 order by season desc`,
  )
  const names = [...new Set([...weights, ...payments].map(({ season }) => season))].toSorted().toReversed()
  return {
    payments,
    seasons: names.map((season) =>
      seasonOf(
        season,
        Number(weights.find((one) => one.season === season)?.kilograms ?? 0),
        payments.filter((one) => one.season === season),
      ),
    ),
  }
}

function seasonOf(season: string, kilograms: number, payments: readonly PaidLine[]): SeasonPaid {
  const sum = (of: (payment: PaidLine) => number) => toAmount(payments.reduce((all, one) => all + toCents(of(one)), 0n))
  return {
    season,
    kilograms,
    payments: payments.length,
    total: sum(({ initialAmount }) => initialAmount),
    bonus: sum(({ bonus }) => bonus),
    deducted: sum(({ deducted }) => deducted),
    recovered: sum(({ recovered }) => recovered),
    paid: sum(({ status, netAmount }) => (status === 'SUCCESS' ? netAmount : 0)),
    unpaid: sum(({ status, netAmount }) => (status === 'SUCCESS' ? 0 : netAmount)),
  }
}

const mostDeliveries = 60
type Counted = Omit<ExplainedLine['deliveries'][number], 'kilograms'> & { kilograms: string; count: number }

/** A line of a schedule, and the deliveries that stood in its kilograms when it was computed. */
async function explain(tx: Tx, actor: Actor, id: string): Promise<ExplainedLine> {
  const [line] = await readPaidLines(tx, actor, sql`t.id = ${id}`)
  if (!line) throw new Refused('record.not_found')
  const deliveries = await rows(
    tx,
    sql<Counted>`select d.id, d.delivered_on::text as "deliveredOn", coalesce(f.name, '') as "factoryName", d.receipt_number as "receiptNumber", d.kilograms::text,
        d.type = 'CORRECTION' as "isCorrection", (count(*) over ())::integer as count
      from cherry_deliveries d join communal_payments p on p.id = ${line.scheduleId} left join factories f on f.id = d.factory_id
      where d.farmer_id = ${line.farmerId} and d.season = p.season and d.status = 'APPROVED' and d.decided_at <= p.generated_at
        and (not p.since_last or d.paid_in is null or d.paid_in = p.season || ' (' || p.cycle || ')')
      order by d.delivered_on desc, d.id desc limit ${mostDeliveries}`,
  )
  return {
    ...line,
    deliveryCount: deliveries[0]?.count ?? 0,
    deliveries: deliveries.map(({ count: _count, kilograms, ...one }) => ({ ...one, kilograms: Number(kilograms) })),
  }
}

type Found = Membership & { organisationId: string }

/** The memberships of a person in reach by the national ID. The trail says who was looked for, by whom: a number is asked after one at a time. */
async function findMember(
  { tx, actor, house }: Pick<Call<typeof farmerStatements.find>, 'tx' | 'actor' | 'house'>,
  nationalId: string,
) {
  const found = await rows(
    tx,
    sql<Found>`select f.id, f.full_name as name, f.member_number as "memberNumber", o.code as "organisationCode", o.name as "organisationName",
        f.organisation_id as "organisationId"
      from farmers f join organisations o on o.id = f.organisation_id
      where f.id_number = ${nationalId.toUpperCase()} and f.status = 'APPROVED' order by o.code, f.id`,
  )
  if (found.length === 0) throw new Refused('statement.nobody')
  for (const { organisationId, id: recordId, name: title } of found)
    await leaveTrace(house.db, actor, {
      by: actor,
      organisationId,
      kind: 'farmer',
      recordId,
      title,
      action: 'found_by_id',
    })
  return { memberships: found.map(({ organisationId: _wall, ...membership }) => membership) }
}

/** The statement of a member in reach, as whoever reads it may see it. */
async function fullStatement(
  tx: Tx,
  actor: Actor,
  organisation: Organisation,
  farmerId: string,
): Promise<FarmerStatement> {
  const { organisationId: _society, ...member } = await getMember(tx, organisation, farmerId)
  return {
    member: { ...member, nationalId: personal(actor, member.nationalId) },
    ...(await readStatement(tx, actor, member.id)),
  }
}

async function printStatement({ tx, actor, organisation, params, query, house }: Call<typeof farmerStatements.paper>) {
  const { organisationId } = await getMember(tx, organisation, params.farmerId)
  const statement = await fullStatement(tx, actor, organisation, params.farmerId)
  const { id, name, memberNumber } = statement.member
  const [code, at, to] = [newCode(), now(), businessDate()]
  const fingerprint = fingerprintOfPayments(statement, to)
  return streamReply({
    type: 'application/pdf',
    name: `paymentstatement_${memberNumber}.pdf`,
    before: (of) =>
      issueStatement(of, {
        kind: 'payment_statement',
        actor,
        member: { id, organisationId, fullName: name },
        // Whoever checks it learns nothing of the member.
        initials: '',
        from: to,
        to,
        closingCents: paidOf(statement),
        code,
        fingerprint,
        at,
      }),
    produce: () =>
      writePaymentPaper({
        language: query.language,
        statement,
        to,
        code,
        address: addressOfCode(house, 'check', code),
        fingerprint,
        issued: { at, by: actor.fullName, organisation: actor.organisationName },
      }),
  })
}

export const farmerStatementRoutes = serve(farmerStatements, {
  statement: ({ tx, actor, organisation, params }) => fullStatement(tx, actor, organisation, params.farmerId),
  workbook: async ({ tx, actor, organisation, params }) => {
    const statement = await fullStatement(tx, actor, organisation, params.farmerId)
    const { memberNumber } = statement.member
    return streamReply({
      type: workbookType,
      name: `paymentstatement_${memberNumber}.xlsx`,
      before: (house) => auditExport({ house, actor, title: 'Payment statement', details: ['XLSX', memberNumber] }),
      produce: () => writePaymentStatement(statement),
    })
  },
  paper: (call) => printStatement(call),
  find: ({ tx, actor, house, body }) => findMember({ tx, actor, house }, body.nationalId),
  line: ({ tx, actor, params }) => explain(tx, actor, params.id),
})
