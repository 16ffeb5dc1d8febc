import {
  balanceList,
  balanceReports,
  balances,
  type Balance,
  type BalanceFinding,
  type BalanceName,
} from '#contract/balances/balances.ts'
import { sql } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { serve } from '#server/kit/web/serve.ts'

type Stored = {
  id: string
  name: BalanceName
  code: string
  organisation: string
  season: string
  sale: number | null
  came: bigint
  went: bigint
  records: number
  open: number
  findings: BalanceFinding[]
  day: string
  made: Date
}

const state = sql<string>`case when t.open > 0 then 'OPEN' else 'CLOSED' end`
const declared = (key: 'unit' | 'label') =>
  sql<string>`case ${sql.join(
    Object.entries(balances).map(([name, one]) => sql`when t.name = ${name} then ${one[key]}`),
    sql` `,
  )} end`
// Of what is nobody's alone the organisation is empty.
const base = sql`balances t left join organisations o on o.id = t.organisation_id`

const source: ListSource<Stored> = {
  base,
  from: base,
  select: sql<Stored>`t.id, t.name, coalesce(o.code, '') as code, coalesce(o.name, '') as organisation, t.season, t.sale_number::int as sale, t.came, t.went, t.records, t.open, t.findings,
    t.day, t.made_at as made`,
  where: [],
  columns: {
    organisationName: sql`coalesce(o.name, '')`,
    season: sql`t.season`,
    saleNumber: sql`coalesce(t.sale_number, 0)`,
    open: sql`t.open`,
    state,
    name: sql`t.name`,
    unit: declared('unit'),
  },
  search: sql<string>`upper(${declared('label')} || coalesce(' ' || o.code || ' ' || o.name, ''))`,
}

const shape = ({ code, organisation, sale, came, went, findings, made, ...stored }: Stored): Balance => {
  const { label, unit: counted } = balances[stored.name]
  const inUnits = (value: bigint | number) => Number(value) / (counted === 'KG' ? 1000 : 100)
  return {
    ...stored,
    label,
    unit: counted,
    organisationCode: code,
    organisationName: organisation,
    saleNumber: sale,
    came: inUnits(came),
    went: inUnits(went),
    difference: inUnits(came - went),
    state: stored.open > 0 ? 'OPEN' : 'CLOSED',
    findings: findings.map((one) => ({ ...one, came: inUnits(one.came), went: inUnits(one.went) })),
    checkedAt: made.toISOString(),
  }
}

/** The balances as the last night found them: of a society its own, of who sees everybody and of who runs the house all. */
export const balanceRoutes = serve(balanceReports, {
  list: ({ tx, actor, query }) => listPage({ tx, actor, screen: balanceList, query, source, shape }),
})
