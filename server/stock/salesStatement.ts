import type { Actor } from '#contract/house/permissions.ts'
import { countCap, listQuery, type FilterOption } from '#contract/kit/listScreen.ts'
import { toAmount } from '#contract/kit/money.ts'
import {
  salesStatementList as screen,
  salesStatements,
  type SalesStatementLine,
  type SalesStatementRow,
} from '#contract/stock/salesStatement.ts'
import { one, sql } from '#server/kit/db.ts'
import { listPage, patternsOf, soughtBy, type ListSource } from '#server/kit/records/listPage.ts'
import { all, countUpTo, oneOf, type Condition } from '#server/kit/records/pageRows.ts'
import { serve } from '#server/kit/web/serve.ts'
import { allSold, findSold, growerSought, inReach } from './stockItems.ts'

type Computed =
  | 'weight'
  | 'growerAmount'
  | 'gross'
  | 'net'
  | 'totalDeductions'
  | 'brokerAmount'
  | 'millerAmount'
  | 'warehouseAmount'
type Stored = Omit<SalesStatementLine, Computed> & {
  kilograms: string
  grossCents: bigint
  netCents: bigint
  isBulked: boolean
  brokerCents: string
  millerCents: string
  warehouseCents: string
}

const charge = (kind: string) =>
  sql`(select coalesce(sum(l.amount_cents), 0)::text from eslip_legs l where l.eslip_id = t.id and l.kind = ${kind})`

function shape(stored: Stored): SalesStatementLine {
  const { kilograms, grossCents, netCents, isBulked, brokerCents, millerCents, warehouseCents, ...row } = stored
  const ofTheLot = (cents: string) => (isBulked ? null : toAmount(cents))
  return {
    ...row,
    weight: Number(kilograms),
    growerAmount: toAmount(netCents),
    brokerAmount: ofTheLot(brokerCents),
    millerAmount: ofTheLot(millerCents),
    warehouseAmount: ofTheLot(warehouseCents),
    gross: toAmount(grossCents),
    net: toAmount(netCents),
    totalDeductions: toAmount(BigInt(grossCents) - BigInt(netCents)),
  }
}

const ofSlip = (column: ReturnType<typeof sql>) => sql`(select ${column} from eslips e where e.id = s.eslip_id)`
const growerCode = sql<string>`(select o.code from organisations o where o.id = s.grower_id)`

/** What of sold lots is whose, each reader's as far as it goes; of one grower where one is asked for. */
function sourceOf(actor: Actor, growerId: string | null, asked: readonly Condition[] = []): ListSource<Stored> {
  const reach = sql`not s.voided and ${inReach(actor, growerId, sql`s.grower_id`, sql`s.organisation_id`)}`
  // Asked of every grower and number that there is: to read all parts for the few that differ takes longer.
  const sold = (part: ReturnType<typeof sql>) => sql`exists (select from eslip_shares s where ${part} and ${reach})`
  return {
    // Without its e-slip, whose wall the planner takes for a search of its own each time: the parts that nobody may see have no page.
    base: sql`eslip_shares s`,
    from: sql`eslip_shares s join eslips t on t.id = s.eslip_id join organisations g on g.id = s.grower_id join organisations u on u.id = t.buyer_id join organisations b on b.id = t.broker_id join organisations m on m.id = t.miller_id join organisations w on w.id = t.warehouse_id`,
    select: sql<Stored>`s.id, t.id as "eslipId", t.eslip_number as "eslipNumber", t.sale_number::int as "saleNumber", t.season, t.lot_number::text as "lotNumber",
      t.outturn as "cleanCoffeeOutturn", s.outturn as "parchmentOutturn", s.kilograms, g.code as "growerCode", s.gross_cents as "grossCents", s.net_cents as "netCents",
      t.grower_id is null as "isBulked", b.code as "brokerCode", u.name as "buyerName", m.code as "millerCode", w.code as "warehouseCode", t.paid_on as "paymentDate",
      t.sale_date as "dateBought", ${charge('BROKER')} as "brokerCents", ${charge('MILLER')} as "millerCents", ${charge('WAREHOUSE')} as "warehouseCents"`,
    where: [reach, ...asked],
    ...allSold(actor, growerId, [reach]),
    keepsPlan: true,
    columns: {
      eslipNumber: ofSlip(sql`e.eslip_number`),
      saleNumber: sql`s.sale_number`,
      season: sql`s.season`,
      lotNumber: ofSlip(sql`e.lot_number`),
      growerCode,
      dateBought: sql`s.sale_date`,
    },
    filters: {
      growerCode: (codes) => sql`s.grower_id in (select o.id from organisations o where o.code = any (${codes}))`,
      season: (seasons) => oneOf(sql`s.season`, seasons),
      saleNumber: (numbers) =>
        oneOf(
          sql`s.sale_number`,
          numbers.filter((text) => /^\d{1,2}$/.test(text)),
        ),
    },
    options: {
      growerCode: sql<FilterOption>`select o.code as value, o.name || ' (' || o.code || ')' as title from organisations o where ${sold(sql`s.grower_id = o.id`)}
        order by length(o.code), o.code limit 500`,
      saleNumber: sql<FilterOption>`select n::text as value, n::text as title from generate_series(1, 99) n where ${sold(sql`s.sale_number = n`)} order by n`,
    },
    search: sql<string>`s.search_text`,
    find: (patterns, most) => findSold(actor, growerId, patterns, most),
    isFoundInOrder: asked.length === 0,
    id: sql`s.id`,
  }
}

type Sums = Record<'lines' | 'kilograms' | 'gross' | 'net' | 'paid', string>

/** What growers had of their sold lots. */
export const salesStatementRoutes = serve(salesStatements, {
  grower: async ({ tx, actor, query: { page, size, growerCode: code, season, sale } }) => {
    const asked = [
      ...(season === '' ? [] : [sql`s.season = ${season}`]),
      ...(sale === '' ? [] : [sql`s.sale_number = ${Number(sale)}`]),
    ]
    const source = sourceOf(actor, await growerSought(tx, actor, code), asked)
    const query = listQuery.parse({ paginate: 'Y', page, size })
    const answer = await listPage({ tx, actor, screen, query, source, shape })
    if ('stream' in answer) throw new Error('a page is no file')
    return { content: answer.data.map(asSpecified), totalPages: answer.page.totalPages }
  },
  list: async ({ tx, actor, query }) =>
    listPage({ tx, actor, screen, query, source: sourceOf(actor, await growerSought(tx, actor, '')), shape }),
  sums: async ({ tx, actor, query }) => {
    const growerId = await growerSought(tx, actor, '')
    const source = sourceOf(actor, growerId)
    const patterns = patternsOf(query.search)
    const found =
      patterns.length > 0
        ? sql`s.id = any (array(select f from ${findSold(actor, growerId, patterns, countCap + 1)} f))`
        : sql`true`
    const matching = all([found, ...soughtBy({ screen, query: { ...query, search: '' }, source })])
    if ((await countUpTo(tx, source, [matching], countCap)) > countCap) return { sums: null }
    const { lines, kilograms, gross, net, paid } = await one(
      tx,
      sql<Sums>`select count(*)::text as lines, coalesce(sum(kilograms), 0)::text as kilograms, coalesce(sum(gross_cents), 0)::text as gross,
          coalesce(sum(net_cents), 0)::text as net, coalesce(sum(net_cents) filter (where paid_on is not null), 0)::text as paid
        from (select s.kilograms, s.gross_cents, s.net_cents, ${ofSlip(sql`e.paid_on`)} as paid_on from eslip_shares s where ${matching}) as matched`,
    )
    return {
      sums: {
        lines: Number(lines),
        weight: Number(kilograms),
        gross: toAmount(gross),
        totalDeductions: toAmount(BigInt(gross) - BigInt(net)),
        net: toAmount(net),
        paid: toAmount(paid),
      },
    }
  },
})

const asSpecified = ({ id: _own, eslipId, buyerName, ...row }: SalesStatementLine): SalesStatementRow => ({
  ...row,
  id: eslipId,
  buyer: { organisationName: buyerName },
})
