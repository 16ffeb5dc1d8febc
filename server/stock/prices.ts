import type { Actor } from '#contract/house/permissions.ts'
import { toAmount } from '#contract/kit/money.ts'
import { priceList, prices, type PriceFigures, type PriceLevel, type PriceRow } from '#contract/stock/prices.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { exportRows } from '#server/kit/records/exportRows.ts'
import { pageWithin } from '#server/kit/records/pageWithin.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { serve, type Call } from '#server/kit/web/serve.ts'
import { decidedOf, figuresNow, paymentsOf } from './priceFigures.ts'
import { growerSought, inSeason } from './stockItems.ts'

type Part = ReturnType<typeof sql>
/** `growerId`: null is every society in reach. */
type Asked = { actor: Actor; growerId: string | null; season: string; county: string }

/** Brokers and mills see coffee of growers too; what it paid those who grew it is theirs, and of who sees everybody. `o`: the organisations. */
function ofGrowers({ actor, growerId, county }: Omit<Asked, 'season'>): Part {
  const own = scopeOf(actor).wide ? growerId : actor.organisationId
  const lies = county === '' ? sql`true` : sql`o.county_id = ${county}::int`
  return sql`${own === null ? sql`true` : sql`o.id = ${own}`} and ${lies}`
}

const keys: Record<PriceLevel, { key: Part; name: Part; county: Part }> = {
  county: {
    key: sql`coalesce(o.county_id::text, '')`,
    name: sql`coalesce(max(c.name), '')`,
    county: sql`coalesce(max(c.name), '')`,
  },
  society: { key: sql`o.code`, name: sql`max(o.name)`, county: sql`coalesce(max(c.name), '')` },
  season: { key: sql`f.season`, name: sql`max(f.season)`, county: sql`''` },
}

const soldSums = sql`coalesce(sum(f.parts), 0)::int as parts, coalesce(sum(f.kilograms), 0) as kilograms, coalesce(sum(f.valued), 0) as valued, coalesce(sum(f.gross_cents), 0) as gross,
  coalesce(sum(f.charges_cents), 0) as charges, coalesce(sum(f.arrived_cents), 0) as arrived, coalesce(sum(f.came), 0)::int as came, coalesce(sum(f.days), 0) as days`

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
  with ${figuresNow(ofGrowers(asked))},
  summed as (
    select grouping(${keys[level].key}) = 1 as "isTotal", coalesce(${keys[level].key}, '') as key, ${keys[level].name} as name, ${keys[level].county} as county, ${soldSums},
      coalesce(sum(f.reached_cents), 0) as reached, coalesce(sum(f.of_lots_cents), 0) as of_lots, coalesce(sum(f.reached_shillings_cents), 0) as shillings,
      coalesce(sum(f.lots_paid_cents), 0) as lots_paid, coalesce(sum(f.lots_days), 0) as lots_days
    from figures f join organisations o on o.id = f.organisation_id left join counties c on c.id = o.county_id where ${inSeason(asked.season, sql`f.season`)} group by grouping sets ((${keys[level].key}), ())),
  graded as (
    select "isTotal", key, jsonb_agg(jsonb_build_object('grade', grade, 'kilograms', kilograms::text, 'valued', valued::text) order by kilograms desc, grade) as grades
    from (
      select grouping(${keys[level].key}) = 1 as "isTotal", coalesce(${keys[level].key}, '') as key, f.grade, sum(f.kilograms) as kilograms, sum(f.valued) as valued
      from figures f join organisations o on o.id = f.organisation_id where f.grade is not null and ${inSeason(asked.season, sql`f.season`)} group by grouping sets ((${keys[level].key}, f.grade), (f.grade))) g group by 1, 2)
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
  const growers = ofGrowers(asked)
  const sales = await rows(
    tx,
    sql<Sale>`with ${figuresNow(growers)}
      select season, sale as "saleNumber", day as "saleDate", parts, waiting, came, kilograms::text, valued::text, gross::text, charges::text, arrived::text, days::text
      from (select f.season, f.sale_number::int as sale, max(f.sale_date) as day, sum(f.waiting)::int as waiting, ${soldSums} from figures f
        where f.sale_number is not null and ${inSeason(season, sql`f.season`)} group by 1, 2) t order by season desc, sale desc limit 500`,
  )
  const latest = sql`select * from (${decidedOf(sql`select o.id from organisations o where ${growers}`)}) p where ${inSeason(season, sql`p.season`)} order by p.season desc, p.cycle desc, p.id limit 500`
  const paid = await rows(
    tx,
    sql<Payment>`select id, season, cycle, decided as "decidedOn", dollars::text, shillings::text, reached::text, reached_shillings::text as "reachedShillings"
      from (${paymentsOf(latest)}) t order by season desc, cycle desc, id`,
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
