import { counted } from '#contract/kit/counted.ts'
import { scheduleWorkbook } from '#contract/statements/scheduleWorkbook.ts'
import { fileMoment } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { auditExport } from '#server/kit/records/exportRows.ts'
import { everyRow } from '#server/kit/records/everyRow.ts'
import { personal } from '#server/kit/scope.ts'
import { addressOfCode } from '#server/kit/paper/paperCodes.ts'
import { serve, streamReply } from '#server/kit/web/serve.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { communalPayments } from '#server/schedules/communalPayments.ts'
import { inWords, lineColumns, linesFrom } from '#server/schedules/scheduleLineRows.ts'
import { takenColumns, takenOf, takenOfAll } from '#server/schedules/lineParts.ts'
import { approvedSchedule, codeOfSchedule } from './checkedSchedules.ts'
import { writeScheduleWorkbook, type Deal, type Member, type Sums, type Taken } from './scheduleWorkbookSheet.ts'
import { workbookType } from '#server/kit/refused.ts'

/** What the lines of a schedule come to, as the tables add them up. */
const readSums = (tx: Tx, scheduleId: string): Promise<Sums> =>
  one(
    tx,
    sql<Sums>`select count(*)::integer as members, coalesce(sum(kilograms), 0)::text as kilograms, coalesce(sum(total_cents), 0)::bigint as total,
        coalesce(sum(bonus_cents), 0)::bigint as bonus, coalesce(sum(left_cents), 0)::bigint as "left", coalesce(sum(net_cents), 0)::bigint as net
      from schedule_lines where communal_payment_id = ${scheduleId}`,
  )

const isApproved = async (tx: Tx, scheduleId: string): Promise<boolean> =>
  (await rows(tx, sql`select from communal_payments p where p.id = ${scheduleId} and ${approvedSchedule}`)).length > 0

/** The columns of what is taken, each with its sum. */
async function readTaken(tx: Tx, scheduleId: string): Promise<Taken[]> {
  const [columns, sums] = [await takenColumns(tx, scheduleId), await takenOfAll(tx, scheduleId)]
  return columns.map((column) => ({ ...column, cents: sums.get(column.key) ?? 0n }))
}

/** The conversions that an approved schedule was paid from. */
const readDeals = (tx: Tx, scheduleId: string): Promise<Deal[]> =>
  rows(
    tx,
    sql<Deal>`select c.deal_code as "dealCode", c.rate_micros::text as micros, f.dollars_cents as dollars, f.shillings_cents as shillings, f.narration as says
      from communal_payment_conversions f left join society_transfers t on t.id = f.transfer_id left join conversion_rates c on c.id = t.conversion_rate_id
      where f.communal_payment_id = ${scheduleId} order by f.place`,
  )

/** Every line with what is taken of it by column, member by member as the list has them. Personal values are masked for whoever may not see them. */
async function* readMembers(tx: Tx, actor: Actor, scheduleId: string): AsyncGenerator<Member> {
  const lines = everyRow(
    tx,
    sql<Omit<Member, 'taken'>>`select ${lineColumns}, t.settled_at as "settledAt"
      from ${linesFrom} where t.communal_payment_id = ${scheduleId} order by m.member_number, t.id`,
  )
  for await (const batch of lines)
    for (const line of batch)
      yield {
        ...line,
        taken: takenOf(line),
        nationalId: personal(actor, line.nationalId),
        accountNumber: personal(actor, line.accountNumber),
        reason: inWords(line.reason),
      }
}

export const scheduleWorkbookRoutes = serve(scheduleWorkbook, {
  workbook: async ({ tx, actor, house: { config }, params: { id } }) => {
    const schedule = await communalPayments.read(tx, actor, id)
    const [sums, taken, deals] = [await readSums(tx, id), await readTaken(tx, id), await readDeals(tx, id)]
    const { organisation, season, cycle } = schedule
    const checkedAt = (await isApproved(tx, id))
      ? addressOfCode({ config }, 'check', codeOfSchedule({ config }, id))
      : ''
    return streamReply({
      type: workbookType,
      name: `Farmer_PaymentSchedule_${fileMoment()}.xlsx`,
      before: (house) =>
        auditExport({
          house,
          actor,
          title: 'Payment schedule',
          details: ['XLSX', organisation.organisationCode, season, `cycle ${cycle}`, counted(sums.members, 'row')],
        }),
      produce: (read) =>
        writeScheduleWorkbook({ schedule, checkedAt, sums, taken, deals, members: readMembers(read, actor, id) }),
    })
  },
})
