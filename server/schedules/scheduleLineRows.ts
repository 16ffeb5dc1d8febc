import { toAmount } from '#contract/kit/money.ts'
import {
  holdReasons,
  scheduleLineList,
  scheduleLines,
  type HoldReason,
  type ScheduleLine,
  type ScheduleLoanLine,
} from '#contract/schedules/scheduleLines.ts'
import { scheduleRisks, type ScheduleRisk } from '#contract/schedules/scheduleRisks.ts'
import type { ListQuery } from '#contract/kit/listScreen.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { auditExport } from '#server/kit/records/exportRows.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { isId } from '#server/kit/ids.ts'
import { Refused } from '#server/kit/refused.ts'
import { findsByNationalId, personal, type Organisation } from '#server/kit/scope.ts'
import { partColumns, shapeParts, takenColumns, takenOf, type StoredParts, type StoredRecovery } from './lineParts.ts'
import { done, serve } from '#server/kit/web/serve.ts'

type LineParts = ReturnType<typeof shapeParts>
/** A line as the tables have it. */
export type StoredLine = Omit<
  ScheduleLine,
  | keyof LineParts
  | 'totalCherryWeight'
  | 'commissionRate'
  | 'initialAmount'
  | 'netAmount'
  | 'recovered'
  | 'taken'
  | 'leftOver'
  | 'factories'
  | 'risk'
  | 'risks'
> & {
  riskCodes: ScheduleRisk[]
  kilograms: string
  rateCents: bigint
  totalCents: bigint
  netCents: bigint
  recoveredCents: bigint
  leftCents: bigint
  parts: StoredRecovery[]
  split: { name: string; weight: number; rate: number; cents: number }[]
} & StoredParts

/** Where lines are read from: a line is `t`, its schedule `p`, its member `m`. */
export const linesFrom = sql`schedule_lines t join communal_payments p on p.id = t.communal_payment_id join farmers m on m.id = t.farmer_id
  join organisations o on o.id = t.organisation_id left join institutions i on i.code = t.institution_code`
export const lineColumns = sql<StoredLine>`t.id, t.farmer_id as "farmerId", m.full_name as name, m.id_number as "nationalId", m.member_number as "memberNumber", t.kilograms::text,
  coalesce((select case when count(*) = 1 then min(f.rate_cents) else trunc(sum(s.total_cents) / sum(s.kilograms))::bigint end
    from schedule_line_factories s join schedule_factories f on f.id = s.schedule_factory_id where s.line_id = t.id having count(*) > 0), p.rate_cents) as "rateCents",
  t.total_cents as "totalCents", t.net_cents as "netCents", t.recovered_cents as "recoveredCents", t.left_cents as "leftCents", p.cycle,
  t.payment_type as "institutionType", coalesce(i.name, t.institution_code) as "instName", t.account_number as "accountNumber", t.account_name as "accountName",
  t.status, t.reason, t.risks as "riskCodes", p.season, o.name as "orgName", t.transaction_id as "transactionId",
  coalesce((select jsonb_agg(jsonb_build_object('lender', r.id, 'loanProduct', r.name, 'cents', r.cents) order by r.name) from (
    select lender.id, lender.name, sum(s.amount_cents) as cents from schedule_recoveries s join organisations lender on lender.id = s.lender_id
    where s.line_id = t.id group by lender.id) r), '[]') as parts,
  coalesce((select jsonb_agg(jsonb_build_object('name', coalesce(w.name, ''), 'weight', s.kilograms, 'rate', f.rate_cents, 'cents', s.total_cents) order by w.name)
    from schedule_line_factories s join schedule_factories f on f.id = s.schedule_factory_id left join factories w on w.id = f.factory_id
    where s.line_id = t.id), '[]') as split, ${partColumns}`

/** How the lines of a schedule are read. Where neither search nor order asks for the names of members, 50,000 lines before a page need no look at theirs. */
const lineSource = (
  scheduleId: string,
  { search, sort }: Pick<ListQuery, 'search' | 'sort'>,
): ListSource<StoredLine> => ({
  base:
    search || /^-?name$/.test(sort)
      ? sql`schedule_lines t join farmers m on m.id = t.farmer_id`
      : sql`schedule_lines t`,
  unsearchedBase: sql`schedule_lines t`,
  from: linesFrom,
  select: lineColumns,
  where: [sql`t.communal_payment_id = ${scheduleId}`],
  columns: {
    name: sql`m.full_name`,
    memberNumber: sql`t.member_number`,
    totalCherryWeight: sql`t.kilograms`,
    initialAmount: sql`t.total_cents`,
    bonus: sql`t.bonus_cents`,
    deducted: sql`t.deducted_cents`,
    recovered: sql`t.recovered_cents`,
    netAmount: sql`t.net_cents`,
    status: sql`t.status`,
    institutionType: sql`t.payment_type`,
    risk: sql`coalesce(t.risks[1], '')`,
  },
  countsAll: true,
  // As many as it was generated with: no line is added later, and none is taken away.
  total: async (tx) =>
    (await one(tx, sql<{ members: number }>`select members from communal_payments where id = ${scheduleId}`)).members,
  search: sql<string>`upper(m.full_name || ' ' || m.member_number || ' ' || t.account_number)`,
  each: {
    taken: async (tx) => (await takenColumns(tx, scheduleId)).map(({ key, title }) => ({ key, title })),
  },
})

/** Why a line is not paid: what holds it, or the words of the bank as they are. */
export const inWords = (reason: string): string => (reason in holdReasons ? holdReasons[reason as HoldReason] : reason) // border: tested just before

/** A line as it is read: personal values are masked for whoever may not see them. */
export const shapeLine =
  (actor: Actor) =>
  ({
    kilograms,
    rateCents,
    totalCents,
    netCents,
    recoveredCents,
    leftCents,
    parts,
    split,
    riskCodes,
    bonusCents,
    deductedCents,
    lineParts,
    ...line
  }: StoredLine): ScheduleLine => ({
    ...line,
    ...shapeParts({ bonusCents, deductedCents, lineParts }),
    nationalId: personal(actor, line.nationalId),
    accountNumber: personal(actor, line.accountNumber),
    totalCherryWeight: Number(kilograms),
    commissionRate: toAmount(rateCents),
    initialAmount: toAmount(totalCents),
    netAmount: toAmount(netCents),
    recovered: toAmount(recoveredCents),
    leftOver: toAmount(leftCents),
    taken: Object.fromEntries(
      Object.entries(takenOf({ parts, lineParts })).map(([key, cents]) => [key, toAmount(BigInt(cents))]),
    ),
    factories: split.map(({ name, weight, rate, cents }) => ({
      name,
      weight,
      rate: toAmount(BigInt(rate)),
      amount: toAmount(BigInt(cents)),
    })),
    reason: inWords(line.reason),
    risk: riskCodes[0] ?? '',
    risks: riskCodes.map((code) => ({ code, message: scheduleRisks[code].message })),
  })

type Taking = { tx: Tx; actor: Actor; house: House }

/** The lines of a schedule as the specification shows them: all of them, one for each member and loan. Who takes them leaves a line in the trail. */
export async function takeLoanLines({ tx, actor, house }: Taking, scheduleId: string): Promise<ScheduleLoanLine[]> {
  await auditExport({ house, actor, title: scheduleLineList.title, details: ['JSON', scheduleId] })
  const stored = await rows(
    tx,
    sql<StoredLine>`select ${lineColumns} from ${linesFrom} where t.communal_payment_id = ${scheduleId} order by m.member_number, t.id`,
  )
  return stored.flatMap((line) => loanLinesOf(shapeLine(actor)(line), line.parts))
}

/** A line as the specification shows it, once for each loan. */
function loanLinesOf(
  {
    recovered: _recovered,
    taken: _taken,
    risk: _risk,
    risks: _risks,
    leftOver: _left,
    factories: _split,
    transactionId: _id,
    bonuses: _bonuses,
    deductions: _deductions,
    ...line
  }: ScheduleLine,
  recoveries: readonly StoredRecovery[],
): ScheduleLoanLine[] {
  if (recoveries.length === 0) return [{ ...line, loanType: '', loanAmount: 0 }]
  return recoveries.map(({ loanProduct, cents }) => ({ ...line, loanType: loanProduct, loanAmount: cents / 100 }))
}

/** Refuses a schedule that is not in reach, of another society than the path names, or in another state. */
async function mustSee(tx: Tx, id: string, organisation: Organisation, states?: string[]): Promise<void> {
  const [found] = await rows(
    tx,
    sql`select from communal_payments where id = ${id} ${organisation ? sql`and organisation_id = ${organisation.id}` : sql``} ${states ? sql`and status = any (${states})` : sql``}`,
  )
  if (!found) throw new Refused('record.not_found')
}

type Paid = { season: string; cents: bigint }
type StatementLine = {
  id: string
  orgName: string
  season: string
  cycle: number
  kilograms: string
  totalCents: bigint
  recoveredCents: bigint
  netCents: bigint
  instName: string
  accountNumber: string
  transactionId: string
  status: ScheduleLine['status']
  at: Date
  name: string
  memberNumber: string
} & StoredParts

/**
 * The id of a member in reach, who may be named by the national ID too by whoever may search by it; refuses any other. Somebody may be a
 * member of several societies: by the national ID whoever sees all of them gets what each has paid.
 */
async function membersOf(tx: Tx, actor: Actor, farmerId: string, organisation: Organisation): Promise<string[]> {
  if (!isId(farmerId) && !findsByNationalId(actor)) throw new Refused('record.not_found')
  const which = isId(farmerId) ? sql`id = ${farmerId}` : sql`id_number = ${farmerId.toUpperCase()}`
  const found = await rows(
    tx,
    sql<{
      id: string
    }>`select id from farmers where ${which} ${organisation ? sql`and organisation_id = ${organisation.id}` : sql``} order by id`,
  )
  if (found.length === 0) throw new Refused('record.not_found')
  return found.map(({ id }) => id)
}

const decided = sql`p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED')`

export const scheduleLineRoutes = serve(scheduleLines, {
  list: async ({ tx, actor, params, query }) => {
    await mustSee(tx, params.id, null)
    return listPage({
      tx,
      actor,
      screen: scheduleLineList,
      query,
      source: lineSource(params.id, query),
      shape: shapeLine(actor),
    })
  },
  pending: async ({ tx, actor, house, organisation, params }) => {
    await mustSee(tx, params.commId, organisation, ['PENDING_APPROVAL', 'PENDING_BANK_APPROVAL'])
    return done('', { data: await takeLoanLines({ tx, actor, house }, params.commId) })
  },
  byCommId: async ({ tx, actor, house, organisation, params }) => {
    await mustSee(tx, params.commId, organisation)
    return done('', { data: await takeLoanLines({ tx, actor, house }, params.commId) })
  },
  stats: async ({ tx, actor, organisation, params }) => {
    const ids = await membersOf(tx, actor, params.farmerId, organisation)
    const seasons = await rows(
      tx,
      sql<Paid>`select p.season, sum(l.net_cents)::bigint as cents from schedule_lines l join communal_payments p on p.id = l.communal_payment_id
        where l.farmer_id = any (${ids}) and l.status = 'SUCCESS' group by p.season order by p.season desc`,
    )
    return {
      error: false as const,
      message: '',
      data: seasons.map(({ season, cents }) => ({ season, amount: toAmount(cents) })),
    }
  },
  statement: async ({ tx, actor, organisation, params }) => {
    const ids = await membersOf(tx, actor, params.farmerId, organisation)
    const lines = await rows(
      tx,
      sql<StatementLine>`select t.id, o.name as "orgName", p.season, p.cycle, t.kilograms::text, t.total_cents as "totalCents", t.recovered_cents as "recoveredCents",
          t.net_cents as "netCents", coalesce(i.name, t.institution_code) as "instName", t.account_number as "accountNumber", coalesce(t.transaction_id, '') as "transactionId",
          t.status, p.created_at as at, m.full_name as name, m.member_number as "memberNumber", ${partColumns}
        from ${linesFrom} where t.farmer_id = any (${ids}) and ${decided} order by p.decided_at desc, t.id desc`,
    )
    return {
      error: false as const,
      message: '',
      data: lines.map(
        ({ kilograms, totalCents, recoveredCents, netCents, at, bonusCents, deductedCents, lineParts, ...line }) => ({
          ...line,
          ...shapeParts({ bonusCents, deductedCents, lineParts }),
          accountNumber: personal(actor, line.accountNumber),
          totalCherryWeight: Number(kilograms),
          initialAmount: toAmount(totalCents),
          recovered: toAmount(recoveredCents),
          netAmount: toAmount(netCents),
          dateCreated: at.toISOString(),
        }),
      ),
    }
  },
})
