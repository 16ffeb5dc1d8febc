import type { Actor } from '#contract/house/permissions.ts'
import { toAmount } from '#contract/kit/money.ts'
import { priceList, prices, type PriceFigures, type PriceLevel, type PriceRow } from '#contract/stock/prices.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { exportRows } from '#server/kit/records/exportRows.ts'
import { pageWithin } from '#server/kit/records/pageWithin.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { serve, type Call } from '#server/kit/web/serve.ts'
import { paidLegs } from '#server/statements/readStrands.ts'
import { growerSought, inSeason } from './stockItems.ts'

type Part = ReturnType<typeof sql>
/** `growerId`: null is every society in reach. */
type Asked = { actor: Actor; growerId: string | null; season: string; county: string }

// Days are counted from here, so that their sums stay small.
const dayNumber = (day: Part): Part => sql`(${day} - date '2000-01-01')`
const inNairobi = (at: Part): Part => sql`(${at} at time zone 'Africa/Nairobi')::date`

/** Brokers and mills see coffee of growers too; what it paid those who grew it is theirs, and of who sees everybody. */
function ofGrowers({ actor, growerId, county }: Asked, grower: Part): Part {
  const own = scopeOf(actor).wide ? growerId : actor.organisationId
  const lies =
    county === '' ? sql`true` : sql`${grower} in (select o.id from organisations o where o.county_id = ${county}::int)`
  return sql`${own === null ? sql`true` : sql`${grower} = ${own}`} and ${lies}`
}

/** The parts of sold lots `s` of e-slips `e`, each with its grower's leg `a` where that has arrived. */
const soldParts = (asked: Asked): Part => sql`
  eslip_shares s join eslips e on e.id = s.eslip_id
    left join eslip_legs a on a.eslip_id = s.eslip_id and a.grower_id = s.grower_id and a.kind = 'GROWER' and a.status = 'PAID'
  where not s.voided and ${ofGrowers(asked, sql`s.grower_id`)} and ${inSeason(asked.season, sql`s.season`)}`

const soldSums = sql`count(*)::int as parts, sum(s.kilograms) as kilograms, sum(s.kilograms * e.price_cents) as valued, sum(s.gross_cents) as gross, sum(s.gross_cents - s.net_cents) as charges,
  coalesce(sum(a.amount_cents), 0) as arrived, count(a.id)::int as came, coalesce(sum(${inNairobi(sql`a.settled_at`)} - s.sale_date), 0) as days`

/** Payments to members of every season: what of each schedule has reached them, in shillings and in the dollars that these were bought with. */
const payments = (asked: Asked): Part => sql`
  select p.id, p.organisation_id as grower_id, p.season, p.cycle, ${inNairobi(sql`p.decided_at`)} as decided, coalesce(f.dollars, 0) as dollars, coalesce(f.shillings, 0) as shillings,
    p.deducted_cents + p.recovered_cents + coalesce(l.paid, 0) as reached_shillings, coalesce(l.paid, 0) as paid, coalesce(l.dated, 0) as dated,
    coalesce(round(f.dollars * (p.deducted_cents + p.recovered_cents + coalesce(l.paid, 0)) / f.shillings), 0) as reached
  from communal_payments p
    left join lateral (select sum(c.dollars_cents) as dollars, sum(c.shillings_cents) as shillings from communal_payment_conversions c where c.communal_payment_id = p.id) f on true
    left join lateral (select sum(s.net_cents) as paid, sum(s.net_cents * ${dayNumber(inNairobi(sql`s.settled_at`))}) as dated
      from schedule_lines s where s.communal_payment_id = p.id and s.status = 'SUCCESS') l on true
  where p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED') and ${ofGrowers(asked, sql`p.organisation_id`)}`

/**
 * Dollars of sold lots that have reached members, by society and the season of the lot, of payments `paid`: what came in first went out
 * first, and of a payment each dollar has reached them as far as its shillings have. Money of other origin is none of it. `paid`: those of
 * them that were paid into accounts, which have a day; `days`: the same times the days from the sale of their lot to that day.
 */
const reachedOfLots = (asked: Asked): Part => sql`
  select l.grower_id, e.season, round(sum(b.cents * p.reached_shillings / p.shillings)) as came, sum(b.cents * p.paid / p.shillings) as paid,
    sum(b.cents * (p.dated - p.paid * ${dayNumber(sql`e.sale_date`)}) / p.shillings) as days
  from ${paidLegs((society) => ofGrowers(asked, society))} b join paid p on p.id = b.schedule and p.shillings > 0
    join eslip_legs l on l.id = b.leg join eslips e on e.id = l.eslip_id
  where ${inSeason(asked.season, sql`e.season`)} group by 1, 2`

const keys: Record<PriceLevel, { key: Part; name: Part; county: Part }> = {
  county: {
    key: sql`coalesce(o.county_id::text, '')`,
    name: sql`coalesce(max(c.name), '')`,
    county: sql`coalesce(max(c.name), '')`,
  },
  society: { key: sql`o.code`, name: sql`max(o.name)`, county: sql`coalesce(max(c.name), '')` },
  season: { key: sql`f.season`, name: sql`max(f.season)`, county: sql`''` },
}

type Stored = {
  isTotal: boolean
  key: string
  name: string
  county: string
  counted: number
  parts: number
  came: number
} & Record<
  | 'kilograms'
  | 'valued'
  | 'gross'
  | 'charges'
  | 'arrived'
  | 'days'
  | 'reached'
  | 'of_lots'
  | 'shillings'
  | 'lots_paid'
  | 'lots_days',
  string
> & { grades: { grade: string; kilograms: string; valued: string }[] | null }

/** The figures of every county, society or season, the most coffee first, and before them those of all together: one statement, whatever is asked. */
const figuresOf = (asked: Asked, level: PriceLevel) => sql<Stored>`
  with sold as materialized (
    select s.grower_id, s.season, e.grade, ${soldSums}
    from ${soldParts(asked)} group by 1, 2, 3),
  paid as materialized (${payments(asked)}),
  figures as (
    select grower_id, season, parts, kilograms, valued, gross, charges, arrived, came, days, 0 as reached, 0 as of_lots, 0 as shillings, 0 as lots_paid, 0 as lots_days from sold
    union all
    select grower_id, season, 0, 0, 0, 0, 0, 0, 0, 0, reached, 0, reached_shillings, 0, 0 from paid where ${inSeason(asked.season, sql`season`)}
    union all
    select grower_id, season, 0, 0, 0, 0, 0, 0, 0, 0, 0, came, 0, paid, days from (${reachedOfLots(asked)}) lots),
  summed as (
    select grouping(${keys[level].key}) = 1 as "isTotal", coalesce(${keys[level].key}, '') as key, ${keys[level].name} as name, ${keys[level].county} as county, coalesce(sum(f.parts), 0)::int as parts,
      coalesce(sum(f.kilograms), 0) as kilograms, coalesce(sum(f.valued), 0) as valued, coalesce(sum(f.gross), 0) as gross, coalesce(sum(f.charges), 0) as charges, coalesce(sum(f.arrived), 0) as arrived, coalesce(sum(f.came), 0)::int as came, coalesce(sum(f.days), 0) as days,
      coalesce(sum(f.reached), 0) as reached, coalesce(sum(f.of_lots), 0) as of_lots, coalesce(sum(f.shillings), 0) as shillings, coalesce(sum(f.lots_paid), 0) as lots_paid, coalesce(sum(f.lots_days), 0) as lots_days
    from figures f join organisations o on o.id = f.grower_id left join counties c on c.id = o.county_id group by grouping sets ((${keys[level].key}), ())),
  graded as (
    select "isTotal", key, jsonb_agg(jsonb_build_object('grade', grade, 'kilograms', kilograms::text, 'valued', valued::text) order by kilograms desc, grade) as grades
    from (
      select grouping(${keys[level].key}) = 1 as "isTotal", coalesce(${keys[level].key}, '') as key, f.grade, coalesce(sum(f.kilograms), 0) as kilograms, coalesce(sum(f.valued), 0) as valued
      from sold f join organisations o on o.id = f.grower_id group by grouping sets ((${keys[level].key}, f.grade), (f.grade))) g group by 1, 2)
  select "isTotal", key, name, county, parts, kilograms::text, valued::text, gross::text, charges::text, arrived::text, came, days::text, reached::text, of_lots::text,
    shillings::text, lots_paid::text, lots_days::text, grades, (count(*) filter (where not "isTotal") over ())::int as counted
  from summed left join graded using ("isTotal", key) order by "isTotal" desc, summed.kilograms desc, key`

const oneDecimal = (value: number): number => Math.round(value * 10) / 10
/** USD for 50 kg of kilograms times their prices. */
const priceOf = (valued: string, kilograms: string): number => Math.round(Number(valued) / Number(kilograms)) / 100

function shapeFigures(stored: Stored): PriceFigures {
  const { parts, kilograms, valued, gross, charges, arrived, came, days, reached, shillings, grades } = stored
  return {
    parts,
    kilograms: Number(kilograms),
    price: Number(kilograms) > 0 ? priceOf(valued, kilograms) : null,
    gross: toAmount(gross),
    charges: toAmount(charges),
    arrived: toAmount(arrived),
    daysToSociety: came > 0 ? oneDecimal(Number(days) / came) : null,
    reached: toAmount(reached),
    reachedShillings: toAmount(shillings),
    reachedOfLots: toAmount(stored.of_lots),
    share: BigInt(gross) > 0n ? oneDecimal((Number(stored.of_lots) / Number(gross)) * 100) : null,
    daysToMembers:
      Number(stored.lots_paid) > 0 ? oneDecimal(Number(stored.lots_days) / Number(stored.lots_paid)) : null,
    grades: (grades ?? []).map((of) => ({
      grade: of.grade,
      kilograms: Number(of.kilograms),
      price: priceOf(of.valued, of.kilograms),
    })),
  }
}

const shapeRow = (stored: Stored): PriceRow => ({
  key: stored.key,
  name: stored.name,
  county: stored.county,
  ...shapeFigures(stored),
})

/** What was sold of each grade, as one cell of a file says it. */
const mixOf = ({ grades }: PriceFigures): string =>
  grades.map(({ grade, kilograms, price }) => `${grade} ${kilograms} kg at ${price.toFixed(2)}`).join('; ')

async function readFigures({ tx, actor, query }: Call<typeof prices.figures>) {
  const { season, county, level, page, size, export: format, growerCode } = query
  const asked = { actor, season, county, growerId: await growerSought(tx, actor, growerCode) }
  const read = (from: Tx) => rows(from, figuresOf(asked, level))
  if (format)
    return exportRows({
      screen: priceList,
      actor,
      format,
      query: { search: '', filter: '' },
      rows: async function* (from) {
        for (const stored of await read(from)) {
          const row = shapeRow(stored)
          if (!stored.isTotal) yield { ...row, mix: mixOf(row) }
        }
      },
    })
  const [total, ...all] = await read(tx)
  if (!total) throw new Error('all together are always a row')
  const answer = await pageWithin({ page, size }, (at) =>
    Promise.resolve({ data: all.slice(at * size, (at + 1) * size), counted: all.length }),
  )
  return {
    content: answer.data.map(shapeRow),
    totalPages: answer.page.totalPages,
    total: shapeFigures(total),
  }
}

type Sale = {
  season: string
  saleNumber: number
  saleDate: string
  parts: number
  came: number
  waiting: number
} & Record<'kilograms' | 'valued' | 'gross' | 'charges' | 'arrived' | 'days', string>
type Payment = { id: string; season: string; cycle: number; decidedOn: string } & Record<
  'dollars' | 'shillings' | 'reached' | 'reachedShillings',
  string
>

async function readParts({ tx, actor, query: { growerCode, season, county } }: Call<typeof prices.parts>) {
  const asked = { actor, season, county, growerId: await growerSought(tx, actor, growerCode) }
  const sales = await rows(
    tx,
    sql<Sale>`select season, sale as "saleNumber", day as "saleDate", parts, waiting, came, kilograms::text, valued::text, gross::text, charges::text, arrived::text, days::text
      from (select s.season, s.sale_number::int as sale, max(s.sale_date) as day, (count(*) filter (where s.net_cents > 0 and a.id is null))::int as waiting, ${soldSums} from ${soldParts(asked)} group by 1, 2) t order by season desc, sale desc limit 500`,
  )
  const paid = await rows(
    tx,
    sql<Payment>`select id, season, cycle, decided as "decidedOn", dollars::text, shillings::text, reached::text, reached_shillings::text as "reachedShillings"
      from (${payments(asked)}) t where ${inSeason(season, sql`season`)} order by season desc, cycle desc, id limit 500`,
  )
  return {
    sales: sales.map(({ valued, came, days, kilograms, gross, charges, arrived, ...sale }) => ({
      ...sale,
      kilograms: Number(kilograms),
      price: priceOf(valued, kilograms),
      gross: toAmount(gross),
      charges: toAmount(charges),
      arrived: toAmount(arrived),
      daysToSociety: came > 0 ? oneDecimal(Number(days) / came) : null,
    })),
    payments: paid.map(({ dollars, shillings, reached, reachedShillings, ...payment }) => ({
      ...payment,
      dollars: toAmount(dollars),
      shillings: toAmount(shillings),
      reached: toAmount(reached),
      reachedShillings: toAmount(reachedShillings),
    })),
  }
}

/** What coffee fetched, and what of it reached those who grew it. */
export const priceRoutes = serve(prices, { figures: readFigures, parts: readParts })
