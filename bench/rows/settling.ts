import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { resultFile } from '#contract/results/resultFile.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import type { House } from '#server/kit/house.ts'
import { placeReceipts } from '#server/settlement/placeReceipts.ts'
import { holdSale, resultOf, resultsCsv } from '#test/kit/auctionResults.ts'
import { openAccount } from '#test/kit/settlement.ts'
import type { Bench } from '../kit/bench.ts'
import { routeOf, run, signedIn } from '../kit/calls.ts'
import { byTurns, median, timed } from '../kit/measure.ts'
import { againstPromise, ms, thousands, type Line } from '../kit/report.ts'
import { openUpload } from '../kit/stagedUpload.ts'
import { checkInProcess, makeBareRows, stagedRows } from './checking.ts'

const saleNumber = 62

/** A whole sale: its results checked and approved, an e-slip drawn for each lot, and each lot paid by a line of the bank's statement. */
export async function settling(bench: Bench, lots: number): Promise<Line[]> {
  const { house, owner } = bench.at
  await holdSale({ owner }, { number: saleNumber, lots })
  const path = join(bench.folder, 'results.csv')
  const sold = Array.from({ length: lots }, (_, at) => resultOf(at + 1, { saleNumber: String(saleNumber) }))
  await writeFile(path, resultsCsv(sold))
  const uploads: string[] = []
  const check = async (): Promise<number> => {
    const id = await openUpload(house, path, resultFile.name, 'bank.maker')
    uploads.push(id)
    return (await checkInProcess(owner.host, id)).took
  }
  await check() // leaves the rows that the floor copies
  const [id = ''] = uploads
  await makeBareRows(owner)
  const staged = await stagedRows(owner, id)
  const checked = await byTurns({ rounds: bench.rounds, floor: () => copyAndJoin(owner, staged, lots), product: check })
  await owner.query('drop table bench_rows')
  await owner.query('analyze upload_rows; analyze catalogue_records')
  const actor = await signedIn(house, owner, 'bank.checker')
  const body = { id, approverComment: 'The broker has agreed' }
  const approve = routeOf('approve', '/sales/results/approve/:organisationId')
  const approved = await timed(() => run(house, approve, { actor, params: { organisationId: 'COOP' }, body }))
  const account = await openAccount({ owner }, 'BUYERS')
  for (const [purpose, code] of [
    ['DSS', 'COOP'],
    ['EXCHANGE', 'COOP'],
    ['PROVIDER', 'BR5001'],
    ['PROVIDER', 'ML2001'],
    ['PROVIDER', 'WH6001'],
  ] as const)
    await openAccount({ owner }, purpose, code)
  await buyersPay(owner, account)
  const paid = await timed(() => everyReceipt(house))
  await mustBePaid(owner, lots)
  const line = (work: string, took: number, promised: number): Line => ({
    work: `${work} of ${thousands(lots)} lots`,
    measured: ms(took),
    promise: `<= ${promised / 1000} s`,
    met: took <= promised,
  })
  return [
    {
      ...line('check and send the results', checked.product, 10_000),
      floor: `${ms(checked.floor)} bare COPY, and one join to the lots`,
      ratio: checked.ratio,
    },
    line('approve the results, and draw the e-slips,', approved, 10_000),
    line('pay, from the bank’s statement, a sale', paid, 30_000),
  ]
}

/** The least that a check of results can take: its rows are copied, and each finds its lot once. */
async function copyAndJoin(owner: pg.Client, staged: Buffer, lots: number): Promise<number> {
  await owner.query('truncate bench_rows')
  return timed(async () => {
    await pipeline(Readable.from([staged]), owner.query(copyFrom('copy bench_rows from stdin')))
    const { rows } = await owner.query<{ n: number }>(
      `with r as materialized (select clean[1] as season, clean[2]::int as sale, clean[$1::int]::int as lot from bench_rows)
       select count(*)::int as n from r join catalogue_records c on c.season = r.season and c.sale_number = r.sale and c.lot_number = r.lot`,
      [columnKeys(resultFile).indexOf('lotNumber') + 1],
    )
    if (rows[0]?.n !== lots) throw new Error(`${rows[0]?.n} rows have found their lot`)
  })
}

async function everyReceipt(house: House): Promise<void> {
  while ((await placeReceipts(house)) > 0);
}

/** One statement of the settlement account with a line for every invoice. */
const buyersPay = (owner: pg.Client, account: string) =>
  owner.query(
    `with slips as (select row_number() over (order by id) as place, invoice_number, gross_cents from eslips where sale_number = $2 and status = 'PENDING_PAYMENT'),
     said as (insert into bank_statements (id, organisation_id, account_number, source, file_name, sha256, from_on, to_on, opening_cents, closing_cents, line_count, new_count, created_at)
       select gen_random_uuid(), organisation_id, $1, 'BANK', 'told', sha256('told'), $3, $3, 0, (select sum(gross_cents) from slips), (select count(*) from slips), (select count(*) from slips), now()
       from trade_accounts where account_number = $1 returning *),
     line as (insert into bank_statement_lines (id, organisation_id, statement_id, account_number, place, line_key, reference, booked_on, narration, amount_cents)
       select gen_random_uuid(), organisation_id, said.id, $1, place, 'FT' || place, invoice_number, $3, 'Buyer', gross_cents from said, slips returning *)
     insert into recon_items (id, organisation_id, account_number, line_id, kind, amount_cents, booked_on, told_by_bank, created_at)
     select id, organisation_id, account_number, id, 'MISSING_HERE', amount_cents, booked_on, true, now() from line`,
    [account, saleNumber, businessDate()],
  )

async function mustBePaid(owner: pg.Client, lots: number): Promise<void> {
  const { rows } = await owner.query<{ slips: number; legs: number }>(
    `select count(*)::int as slips, (select count(distinct eslip_id)::int from eslip_legs where status = 'PROCESSING') as legs
     from eslips where sale_number = $1 and status = 'PAID'`,
    [saleNumber],
  )
  if (rows[0]?.slips !== lots || rows[0].legs !== lots) throw new Error(`paid otherwise: ${JSON.stringify(rows[0])}`)
}

/** The lists that people read of sold coffee: their pages, searches and filters, for one society and for the bank. */
export async function soldCoffee(bench: Bench, count: number): Promise<Line[]> {
  const { house, owner } = bench.at
  await fillEslips(owner, count)
  const lines: Line[] = [{ work: 'parts of sold lots', measured: thousands(count) }]
  const statement = routeOf('list', '/growerstatus/growersalesstatement/list')
  const tracker = routeOf('list', '/stock/tracker')
  for (const [username, where, promised] of [
    ['fcs.checker', 'of one society', 25],
    ['bank.checker', 'of all societies', 60],
  ] as const) {
    const actor = await signedIn(house, owner, username)
    for (const [what, route, queries] of [
      [
        'sales statement',
        statement,
        [{}, { page: 99 }, { search: '17TH0042' }, { search: 'ES/B' }, { filter: 'saleNumber:7' }],
      ],
      ['stock tracker', tracker, [{}, { page: 99 }, { search: '17TH0042' }, { search: 'ES/B' }]],
    ] as const)
      for (const query of queries) {
        const bare = barePage(owner, username === 'fcs.checker', query)
        const [took, floors]: [number[], number[]] = [[], []]
        for (let n = 0; n < (bench.isQuick ? 20 : 60); n++) {
          floors.push(await timed(bare))
          took.push(
            await timed(() => run(house, route, { actor, query: { paginate: 'Y', counts: 'Y', size: 10, ...query } })),
          )
        }
        const asked = Object.entries(query).map(([key, value]) => `${key} ${value}`)
        const floor = median(floors.slice(5))
        lines.push({
          ...againstPromise(`${what} ${where}, ${asked[0] ?? 'page 0'}`, took.slice(5), promised),
          floor: `${ms(floor)} bare page`,
          ratio: median(took.slice(5)) / floor,
        })
      }
  }
  lines.push(...(await priceLines(bench)))
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
  lines.push({
    ...againstPromise('timeline of an outturn', took.slice(5), 25),
    floor: `${ms(floor)} its e-slips and legs`,
    ratio: median(took.slice(5)) / floor,
  })
  return lines
}

type Asked = { page?: number; search?: string; filter?: string }

/** The same page of sold parts by one statement, without a count, walls and what is not sold. */
function barePage(owner: pg.Client, isOwn: boolean, { page = 0, search, filter }: Asked) {
  const conditions = [
    ...(isOwn ? [`s.grower_id = (select id from organisations where code = 'CF4100')`] : []),
    ...(search ? [`s.search_text like '%${search}%'`] : []),
    ...(filter ? [`s.sale_number = ${Number(filter.split(':')[1])}`] : []),
  ]
  const text = `select s.id, e.eslip_number, s.outturn, s.kilograms, s.gross_cents, s.net_cents, e.price_cents, e.status from eslip_shares s join eslips e on e.id = s.eslip_id
    where not s.voided ${conditions.map((one) => `and ${one}`).join(' ')} order by s.sale_date desc, s.id desc limit 10 offset ${page * 10}`
  return () => owner.query(text)
}

/** What coffee fetched and what of it reached members: of every lot and of one society, against adding up the bare parts. */
async function priceLines(bench: Bench): Promise<Line[]> {
  const { house, owner } = bench.at
  const figures = routeOf('figures', '/prices')
  const lines: Line[] = []
  for (const [username, level, whose] of [
    ['fcs.checker', 'season', 'of one society'],
    ['gov.viewer', 'society', 'of all societies'],
    ['gov.viewer', 'county', 'of all counties'],
  ] as const) {
    const actor = await signedIn(house, owner, username)
    const result = await byTurns({
      rounds: bench.isQuick ? 3 : 7,
      floor: () =>
        timed(() => owner.query('select grower_id, sum(kilograms), sum(gross_cents) from eslip_shares group by 1')),
      product: () => timed(() => run(house, figures, { actor, query: { level, page: 0, size: 10 } })),
    })
    lines.push({
      work: `price and payment ${whose}, every season`,
      measured: ms(result.product),
      floor: `${ms(result.floor)} adding up all parts`,
      ratio: result.ratio,
    })
  }
  return lines
}

/** Sold lots, one in five hundred of them of one society, by rows: no lot was ever offered here, and no rule of fees was agreed. */
async function fillEslips(owner: pg.Client, count: number): Promise<void> {
  await owner.query(`set session_replication_role = replica`)
  const { rowCount } = await owner.query(
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
  await owner.query(
    `insert into eslip_shares (eslip_id, organisation_id, grower_id, outturn, kilograms, gross_cents, net_cents, season, sale_number, sale_date, search_text)
     select e.id, e.organisation_id, e.grower_id, e.outturn, e.kilograms, e.gross_cents, e.net_cents, e.season, e.sale_number, e.sale_date,
       upper(concat_ws(' ', e.eslip_number, e.lot_number, e.outturn, e.outturn, e.warrant_number, g.code, g.name, u.name))
     from eslips e join organisations g on g.id = e.grower_id join organisations u on u.id = e.buyer_id where e.eslip_number like 'ES/B/%'`,
  )
  await owner.query(
    `insert into eslip_legs (id, eslip_id, organisation_id, place, kind, payee_id, grower_id, amount_cents, status)
     select gen_random_uuid(), e.id, e.organisation_id, l.place, l.kind, case l.kind when 'BROKER' then e.broker_id else e.grower_id end, case l.kind when 'GROWER' then e.grower_id end, l.cents, 'PAID'
     from eslips e, (values (1, 'BROKER', 36000), (2, 'GROWER', 324000)) as l (place, kind, cents) where e.eslip_number like 'ES/B/%'`,
  )
  await owner.query(`set session_replication_role = origin`)
  await owner.query('analyze eslips, eslip_shares, eslip_legs')
}
