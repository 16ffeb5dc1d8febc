import type pg from 'pg'
import { countCap } from '#contract/kit/listScreen.ts'
import type { PriceLevel } from '#contract/stock/prices.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { keepPrices } from '#server/stock/keepPrices.ts'
import type { Bench } from '../kit/bench.ts'
import { routeOf, run, signedIn } from '../kit/calls.ts'
import { withoutIndexes } from '../../db/seed/bigDeliveries.ts'
import { fillRegister } from '../kit/manyFarmers.ts'
import { byTurns, median, timed } from '../kit/measure.ts'
import { againstPromise, ms, thousands, type Line } from '../kit/report.ts'

// A connection plans a statement for good only after it has met it some times.
const plansKept = 30

/** The lists that people read of sold coffee: their pages, searches and filters, for one society and for the bank. */
export async function soldCoffee(bench: Bench, count: number): Promise<Line[]> {
  const { house, owner } = bench.at
  await fillEslips(bench, count)
  const lines: Line[] = [{ work: 'parts of sold lots', measured: thousands(count) }]
  const statement = routeOf('list', '/growerstatus/growersalesstatement/list')
  const tracker = routeOf('list', '/stock/tracker')
  for (const [username, where, promised] of [
    ['fcs.checker', 'of one society', 25],
    ['bank.checker', 'of all societies', 60],
  ] as const) {
    const actor = await signedIn(house, owner, username)
    const isOwn = username === 'fcs.checker'
    // A list counts no further than it shows.
    const last = Math.floor(Math.min(isOwn ? count / 500 : count, countCap) / 10) - 1
    // As the screens ask; numbers of filters come when somebody is about to open them.
    const asked: Asked[] = [{}, { counts: 'Y' }, { page: last }, { search: '17TH0042' }, { search: 'ES/B' }]
    const season = `season:${currentSeason()}`
    for (const [what, route, queries] of [
      ['sales statement', statement, [...asked, { filter: 'saleNumber:7' }, { filter: season }]],
      ['stock tracker', tracker, [...asked, { filter: 'stage:SOLD' }, { filter: season }]],
    ] as const)
      for (const query of queries) {
        const bare = barePage(owner, isOwn, query)
        const [took, floors]: [number[], number[]] = [[], []]
        for (let n = 0; n < plansKept + (bench.isQuick ? 20 : 60); n++) {
          floors.push(await timed(bare))
          took.push(await timed(() => run(house, route, { actor, query: { paginate: 'Y', size: 10, ...query } })))
        }
        const [named] = Object.entries(query).map(([key, value]) => `${key} ${value}`)
        const floor = median(floors.slice(plansKept))
        lines.push({
          ...againstPromise(`${what} ${where}, ${named ?? 'page 0'}`, took.slice(plansKept), promised),
          floor: `${ms(floor)} bare page`,
          ratio: median(took.slice(plansKept)) / floor,
        })
      }
  }
  return lines
}

/** From cherry to the accounts of members: the page of an outturn, against reading its e-slips and legs. */
export async function outturnTimelines(bench: Bench, count: number): Promise<Line[]> {
  const { house, owner } = bench.at
  await fillEslips(bench, count)
  const actor = await signedIn(house, owner, 'fcs.checker')
  const timeline = routeOf('outturn', '/outturn/timeline')
  const took: number[] = []
  const { rows: own } = await owner.query<{ outturn: string }>(
    `select s.outturn from eslip_shares s join organisations o on o.id = s.grower_id where o.code = 'CF4100' and s.season = $1 order by s.outturn limit 40`,
    [currentSeason()],
  )
  const floors: number[] = []
  for (const { outturn } of own) {
    const bare = `select e.*, l.* from eslip_shares s join eslips e on e.id = s.eslip_id join eslip_legs l on l.eslip_id = e.id where s.outturn = $1 and s.season = $2`
    floors.push(await timed(() => owner.query(bare, [outturn, currentSeason()])))
    took.push(await timed(() => run(house, timeline, { actor, query: { outturn, season: currentSeason() } })))
  }
  const floor = median(floors.slice(5))
  return [
    {
      ...againstPromise('timeline of an outturn', took.slice(5), 25),
      floor: `${ms(floor)} its e-slips and legs`,
      ratio: median(took.slice(5)) / floor,
    },
  ]
}

type Asked = { page?: number; search?: string; filter?: string; counts?: 'Y' }

/** The same page of sold parts by one statement, without a count, walls and what is not sold. */
function barePage(owner: pg.Client, isOwn: boolean, { page = 0, search, filter }: Asked) {
  const conditions = [
    ...(isOwn ? [`s.grower_id = (select id from organisations where code = 'CF4100')`] : []),
    ...(search ? [`s.search_text like '%${search}%'`] : []),
    ...(filter ? [filteredBy(filter)] : []),
  ]
  const text = `select s.id, e.eslip_number, s.outturn, s.kilograms, s.gross_cents, s.net_cents, e.price_cents, e.status
    from (select * from eslip_shares s where not s.voided ${conditions.map((one) => `and ${one}`).join(' ')} order by s.sale_date desc, s.id desc limit 10 offset ${page * 10}) s
      join eslips e on e.id = s.eslip_id order by s.sale_date desc, s.id desc`
  return () => owner.query(text)
}

function filteredBy(filter: string): string {
  const [key, value] = filter.split(':')
  if (key === 'saleNumber') return `s.sale_number = ${Number(value)}`
  return key === 'season' ? `s.season = '${value}'` : 'true'
}

/** What coffee fetched and what of it reached members: before anything was counted and after, and while a society has changed, against adding up the bare parts. */
export async function soldPrices(bench: Bench, count: number): Promise<Line[]> {
  const { house, owner } = bench.at
  await fillEslips(bench, count)
  const lines: Line[] = []
  const measure = async (username: string, level: PriceLevel, whose: string, rounds = bench.isQuick ? 3 : 7) => {
    const actor = await signedIn(house, owner, username)
    const result = await byTurns({
      rounds,
      floor: () =>
        timed(() => owner.query('select grower_id, sum(kilograms), sum(gross_cents) from eslip_shares group by 1')),
      product: () =>
        timed(() => run(house, routeOf('figures', '/prices'), { actor, query: { level, page: 0, size: 10 } })),
    })
    lines.push({
      work: `price and payment ${whose}, every season`,
      measured: ms(result.product),
      floor: `${ms(result.floor)} adding up all parts`,
      ratio: result.ratio,
    })
  }
  await owner.query('delete from price_figures_counted')
  await measure('gov.viewer', 'society', 'of all societies, none of them counted', 1)
  const took = await timed(() => keepPrices(house))
  lines.push({ work: 'count them all, behind', measured: ms(took) })
  await measure('fcs.checker', 'season', 'of one society')
  await measure('gov.viewer', 'society', 'of all societies')
  await measure('gov.viewer', 'county', 'of all counties')
  await owner.query(`insert into price_figures_due select id from organisations where code = 'CF4101'`)
  await measure('gov.viewer', 'society', 'of all societies, one of which has changed')
  return lines
}

/** Sold lots, one in five hundred of them of one society, by rows, where there are none yet: no lot was ever offered here, and no rule of fees was agreed. */
async function fillEslips(bench: Bench, count: number): Promise<void> {
  // Two hundred societies: among three a third of all lots would be anybody's, and the plans would be made for that.
  await fillRegister(bench)
  const { owner } = bench.at
  const { rows } = await owner.query(`select from eslips where eslip_number like 'ES/B/%' limit 1`)
  if (rows.length > 0) return
  const took = await timed(() => writeEslips(owner, count))
  bench.say(`${thousands(count)} sold lots written in ${ms(took)}`)
}

async function writeEslips(owner: pg.Client, count: number): Promise<void> {
  await owner.query(`set session_replication_role = replica`)
  const written = async (table: string, text: string, values: unknown[] = []) => {
    let rowCount: number | null = 0
    await owner.query('begin')
    await withoutIndexes(owner, table, async () => void ({ rowCount } = await owner.query(text, values)))
    await owner.query('commit')
    return rowCount
  }
  const rowCount = await written(
    'eslips',
    `insert into eslips (id, eslip_number, result_id, catalogue_record_id, organisation_id, season, sale_number, sale_date, lot_number, outturn, grade, bags, pockets, kilograms, price_cents,
       invoice_number, miller_id, warehouse_id, broker_id, buyer_id, grower_id, fee_rule_id, gross_cents, deductions_cents, net_cents, prompt_date, status, makers, made_by, created_at,
       paid_on, paid_at, warrant_number, warrant_date)
     select gen_random_uuid(), 'ES/B/' || n, gen_random_uuid(), gen_random_uuid(), b.id, $2, (1 + n % 40)::int, current_date - 300 + 7 * (1 + n % 40)::int, n / 40 + 1, lpad((1 + n % 52)::text, 2, '0') || 'TH' || lpad((n / 52 % 10000)::text, 4, '0'),
       (array['AA', 'AB', 'PB', 'C', 'TT'])[1 + n % 5], 10, 0, 600, 30000, 'BENCH-' || n, m.id, w.id, b.id, y.id, g.ids[case when n % 500 = 0 then 1 else 2 + n % (cardinality(g.ids) - 1) end],
       r.id, 360000, 36000, 324000, current_date - 95, 'PAID', array[u.id], u.id, now() - interval '100 days', current_date - 96, now() - interval '96 days', 'WR/B/' || n, current_date - 96
     from generate_series(0, $1::int - 1) n, organisations b, organisations m, organisations w, organisations y, users u, (select gen_random_uuid() as id) r,
       (select array_agg(id order by code) as ids from organisations where type = 'FARMER_SOCIETY') g
     where b.code = 'BR5001' and m.code = 'ML2001' and w.code = 'WH6001' and y.code = '101' and u.username = 'broker.checker'`,
    [count, currentSeason()],
  )
  if (rowCount !== count) throw new Error(`${rowCount} sold lots of ${count} were written`)
  await written(
    'eslip_shares',
    `insert into eslip_shares (eslip_id, organisation_id, grower_id, outturn, kilograms, gross_cents, net_cents, season, sale_number, sale_date, search_text)
     select e.id, e.organisation_id, e.grower_id, e.outturn, e.kilograms, e.gross_cents, e.net_cents, e.season, e.sale_number, e.sale_date,
       upper(concat_ws(' ', e.eslip_number, e.lot_number, e.outturn, e.outturn, e.warrant_number, g.code, g.name, u.name))
     from eslips e join organisations g on g.id = e.grower_id join organisations u on u.id = e.buyer_id where e.eslip_number like 'ES/B/%'`,
  )
  await written(
    'eslip_legs',
    `insert into eslip_legs (id, eslip_id, organisation_id, place, kind, payee_id, grower_id, amount_cents, status)
     select gen_random_uuid(), e.id, e.organisation_id, l.place, l.kind, case l.kind when 'BROKER' then e.broker_id else e.grower_id end, case l.kind when 'GROWER' then e.grower_id end, l.cents, 'PAID'
     from eslips e, (values (1, 'BROKER', 36000), (2, 'GROWER', 324000)) as l (place, kind, cents) where e.eslip_number like 'ES/B/%'`,
  )
  // An outturn of which nobody has sent anything is not found.
  await owner.query(
    `insert into dispatch_records (id, organisation_id, upload_id, season, sale_number, outturn, grade, split_number, marks, bags, pockets, gross_kg, tare_kg, net_kg,
       sent_bags, sent_pockets, sent_gross_kg, sent_tare_kg, sent_net_kg, miller_id, warehouse_id, broker_id, grower_id, status, makers, made_by, created_at)
     select gen_random_uuid(), e.miller_id, gen_random_uuid(), e.season, e.sale_number, e.outturn, e.grade, 1, '', e.bags, e.pockets, e.kilograms + 1, 1, e.kilograms, e.bags, e.pockets, e.kilograms + 1, 1, e.kilograms,
       e.miller_id, e.warehouse_id, e.broker_id, e.grower_id, 'CATALOGUED', e.makers, e.made_by, e.created_at
     from eslips e join organisations o on o.id = e.grower_id where e.eslip_number like 'ES/B/%' and o.code = 'CF4100' on conflict do nothing`,
  )
  await owner.query(`set session_replication_role = origin`)
  await owner.query('analyze dispatch_records')
  await owner.query('analyze eslips, eslip_shares, eslip_legs')
}
