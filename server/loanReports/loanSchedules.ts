import {
  loanScheduleLineList,
  loanScheduleList,
  loanSchedules,
  type LoanSchedule,
  type LoanScheduleLine,
} from '#contract/loanReports/loanSchedules.ts'
import { toAmount } from '#contract/kit/money.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { Refused } from '#server/kit/refused.ts'
import { personal, searchesOpenly, type Organisation } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'

type StoredSchedule = {
  id: string
  fileName: string
  organisationName: string
  organisationCode: string
  season: string
  members: number
  kilograms: string
  cents: bigint
  lender: string
  approvedAt: Date
}

const isSchedule = sql`t.kind = 'cherry_limits' and t.status = 'APPROVED'`

const scheduleSource = (organisation: Organisation): ListSource<StoredSchedule> => ({
  base: sql`uploads t join organisations o on o.id = t.organisation_id`,
  from: sql`uploads t join organisations o on o.id = t.organisation_id cross join lateral (
    select coalesce(string_agg(distinct l.season, ', '), '') as season, count(*)::int as members, coalesce(sum(l.kilograms), 0) as kilograms, coalesce(sum(l.added_cents), 0)::bigint as cents,
      coalesce((select g.name from organisations g where g.id = (array_agg(l.granted_by))[1]), '') as lender from limit_rows l where l.upload_id = t.id) n`,
  select: sql<StoredSchedule>`t.id, t.file_name as "fileName", o.name as "organisationName", o.code as "organisationCode", n.season, n.members, n.kilograms, n.cents, n.lender,
    t.decided_at as "approvedAt"`,
  where: [isSchedule, ...(organisation ? [sql`t.organisation_id = ${organisation.id}`] : [])],
  columns: { fileName: sql`t.file_name`, approvedAt: sql`t.decided_at` },
  search: sql<string>`upper(t.file_name || ' ' || o.name || ' ' || o.code)`,
})

const shapeSchedule = ({ kilograms, cents, approvedAt, ...stored }: StoredSchedule): LoanSchedule => ({
  ...stored,
  kilograms: Number(kilograms),
  amount: toAmount(cents),
  approvedAt: approvedAt.toISOString(),
})

type StoredLine = Omit<LoanScheduleLine, 'currentDelivery' | 'amount'> & { kilograms: string; cents: bigint }

const lines = sql`limit_rows t join farmers f on f.id = t.farmer_id`

/** The members of a schedule, with the accounts as they stand now: a loan would go nowhere else. */
const lineSource = (actor: Actor, uploadId: string, search: string): ListSource<StoredLine> => ({
  base: lines,
  from: sql`${lines} join institutions i on i.code = f.institution_code`,
  select: sql<StoredLine>`t.id, f.id as "farmerId", f.full_name as "memberName", f.id_number as "idNumber", f.member_number as "memberNo", f.mobile_number as "phoneNumber",
    i.bank_code as "bankCode", i.name as "bankName", f.account_name as "accountName", f.account_number as "bankAccount", t.kilograms, t.added_cents as cents, t.season`,
  where: [
    sql`t.upload_id = ${uploadId}`,
    ...searchesOpenly(actor, search, sql<string>`f.full_name || ' ' || f.member_number`),
  ],
  columns: {
    memberName: sql`f.full_name`,
    memberNo: sql`f.member_number`,
    currentDelivery: sql`t.kilograms`,
    amount: sql`t.added_cents`,
  },
  search: sql<string>`f.search_text`,
})

const shapeLine =
  (actor: Actor) =>
  ({ kilograms, cents, ...stored }: StoredLine): LoanScheduleLine => ({
    ...stored,
    idNumber: personal(actor, stored.idNumber),
    phoneNumber: personal(actor, stored.phoneNumber),
    bankAccount: personal(actor, stored.bankAccount),
    currentDelivery: Number(kilograms),
    amount: toAmount(cents),
  })

async function mustBeSchedule(tx: Tx, id: string): Promise<void> {
  const [schedule] = await rows(
    tx,
    sql<{ id: string }>`select t.id from uploads t where t.id = ${id} and ${isSchedule}`,
  )
  if (!schedule) throw new Refused('record.not_found')
}

export const loanScheduleRoutes = serve(loanSchedules, {
  all: ({ tx, actor, organisation, query }) =>
    listPage({
      tx,
      actor,
      screen: loanScheduleList,
      query,
      source: scheduleSource(organisation),
      shape: shapeSchedule,
    }),
  lines: async ({ tx, actor, params, query }) => {
    await mustBeSchedule(tx, params.id)
    return listPage({
      tx,
      actor,
      screen: loanScheduleLineList,
      query,
      source: lineSource(actor, params.id, query.search),
      shape: shapeLine(actor),
    })
  },
})
