import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { cherryDeliveriesFile } from '#contract/cherryDeliveryFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { businessDate } from '#server/kit/clock.ts'
import { changed, sql } from '#server/kit/db.ts'
import { scopeOf } from '#server/kit/scope.ts'
import type { SignedIn } from '#server/kit/sessionToken.ts'
import { writeTable } from '#server/kit/sheets/writeTable.ts'
import { seedBigDeliveries } from '../../db/seed/bigDeliveries.ts'
import { chanceFrom } from '../../db/seed/chance.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import type { Bench } from '../kit/bench.ts'
import { routeOf, run, signedIn } from '../kit/asking.ts'
import { fillRegister } from '../kit/manyFarmers.ts'
import { byTurns, median, percentile, timed } from '../kit/measure.ts'
import { mb, ms, thousands, type Line } from '../kit/report.ts'
import { openUpload } from '../kit/stagedUpload.ts'
import { checkInProcess, inflateSheet } from './checking.ts'

type Known = { full_name: string; member_number: string; receipt_number: string }
type Ask = { search?: string; sort?: string; page?: number; filter?: string }

/** The list of deliveries, its search and totals, and a file from its first byte to the approval. */
export async function delivering(bench: Bench, deliveries: number): Promise<Line[]> {
  const { owner } = bench.at
  await fillRegister(owner, { farmers: bench.farmers, count: 200 }, bench.say)
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from cherry_deliveries')
  if ((rows[0]?.n ?? 0) < deliveries / 2) {
    bench.say(`Inventing ${thousands(deliveries)} deliveries (once).`)
    await seedBigDeliveries({ client: owner, deliveries, today: businessDate() })
  }
  return [
    { work: 'deliveries in the register', measured: thousands(deliveries) },
    ...(await listing(bench)),
    ...(await uploading(bench, bench.isQuick ? 10_000 : 200_000)),
  ]
}

async function listing(bench: Bench): Promise<Line[]> {
  const { house, owner } = bench.at
  const lines: Line[] = []
  const count = bench.isQuick ? 40 : 200
  for (const [username, where, promised] of [
    ['fcs.checker', 'within the largest society', 25],
    ['bank.maker', 'across all societies', 60],
  ] as const) {
    const actor = await signedIn(house, owner, username)
    const known = await someKnown(owner, actor)
    const chance = chanceFrom(username)
    const words: ((one: Known) => string)[] = [
      ({ full_name }) => full_name.split(' ').at(-1) ?? '',
      ({ full_name }) => full_name,
      ({ member_number }) => member_number,
      ({ receipt_number }) => receipt_number,
    ]
    const kinds: [string, () => Ask][] = [
      ['page 1', () => ({})],
      ['page 1,000', () => ({ page: 999 })],
      ['search', () => ({ search: chance.pick(words)(chance.pick(known)) })],
      ['waiting', () => ({ filter: 'status:PENDING_APPROVAL' })],
      ['declined', () => ({ filter: 'status:DECLINED' })],
      ['corrections', () => ({ filter: 'type:CORRECTION' })],
      ['by weight', () => ({ sort: '-currentDelivery' })],
    ]
    const list = routeOf('list', '/farmercherry')
    for (const [kind, ask] of kinds) {
      const asks = Array.from({ length: count + 10 }, ask)
      const took = await each(asks, (query) =>
        run(house, list, { actor, query: { paginate: 'Y', counts: 'Y', size: 7, ...query } }),
      )
      const isPlain = kind.startsWith('page')
      const bare = isPlain ? await each(asks, (query) => barePage(bench, actor, query)) : []
      lines.push({
        work: `deliveries ${where}, ${kind}`,
        measured: `p99 ${ms(percentile(took, 0.99))}, median ${ms(median(took))}`,
        ...(isPlain ? { floor: `${ms(median(bare))} bare SQL of the page`, ratio: median(took) / median(bare) } : {}),
        promise: `p99 <= ${promised} ms`,
        met: percentile(took, 0.99) <= promised,
      })
    }
    const totals = routeOf('totals', '/farmercherry/totals')
    const took = await each(Array.from({ length: count + 10 }), () => run(house, totals, { actor }))
    lines.push({
      work: `season totals ${where}`,
      measured: `p99 ${ms(percentile(took, 0.99))}, median ${ms(median(took))}`,
      promise: `p99 <= ${promised} ms`,
      met: percentile(took, 0.99) <= promised,
    })
  }
  return lines
}

/** Times each call; the first ten only warm. */
async function each<Given>(given: readonly Given[], work: (one: Given) => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (const one of given) took.push(await timed(() => work(one)))
  return took.slice(10)
}

const barePage = ({ at }: Bench, actor: SignedIn, { page = 0 }: Ask) =>
  at.owner.query(
    `select id, farmer_id, season, delivered_on, kilograms, status from cherry_deliveries ${scopeOf(actor).wide ? '' : `where organisation_id = '${actor.organisationId}'`}
     order by delivered_on desc, id desc limit 7 offset ${page * 7}`,
  )

async function someKnown(owner: pg.Client, actor: SignedIn): Promise<Known[]> {
  const within = scopeOf(actor).wide ? '' : `and d.organisation_id = '${actor.organisationId}'`
  const { rows } = await owner.query<Known>(
    `select f.full_name, f.member_number, d.receipt_number from cherry_deliveries d tablesample system (5) join farmers f on f.id = d.farmer_id where d.receipt_number <> '' ${within} limit 2000`,
  )
  return rows
}

/** Checks and approves a weighing book. The floors are COPY of the same rows, and the bare statement without the season's weights. */
async function uploading(bench: Bench, rows: number): Promise<Line[]> {
  const { house, owner } = bench.at
  const path = join(bench.folder, `deliveries-${rows}.xlsx`)
  await writeBook(owner, path, rows)
  const bytes = await readFile(path)
  const check = async () => {
    const id = await openUpload(house, path, cherryDeliveriesFile.name)
    const { took } = await checkInProcess(owner.host, id)
    const { rows: ended } = await owner.query<{ ready_count: number; problem: string | null }>(
      'select ready_count, problem from uploads where id = $1',
      [id],
    )
    if (ended[0]?.ready_count !== rows) throw new Error(`the check ended otherwise: ${JSON.stringify(ended[0])}`)
    return { id, took }
  }
  const first = await check()
  await owner.query('drop table if exists bench_rows; create table bench_rows (like upload_rows including all)')
  await owner.query('alter table bench_rows add foreign key (upload_id) references uploads')
  const staged = await buffer(
    owner.query(copyTo(`copy (select * from upload_rows where upload_id = '${first.id}') to stdout`)),
  )
  const checked = await byTurns({
    rounds: bench.rounds,
    floor: async () => {
      await owner.query('truncate bench_rows')
      return timed(async () => {
        await inflateSheet(bytes)
        await pipeline(Readable.from([staged]), owner.query(copyFrom('copy bench_rows from stdin')))
      })
    },
    product: async () => {
      const { id, took } = await check()
      await owner.query('delete from uploads where id = $1', [id])
      return took
    },
  })
  await owner.query('drop table bench_rows; analyze upload_rows; analyze upload_problems')
  const approve = routeOf('approve', '/upload/cherry/approve_deliveries')
  const reset = async () => {
    await owner.query('delete from cherry_deliveries where upload_id = $1', [first.id])
    await owner.query(
      `update uploads set status = 'PENDING_APPROVAL', decided_by = null, decided_at = null, done_count = 0, ready_count = row_count where id = $1`,
      [first.id],
    )
    await owner.query('vacuum cherry_deliveries')
    await owner.query('vacuum season_weights')
  }
  const approved = await byTurns({
    rounds: bench.rounds,
    floor: async () => {
      await reset()
      await owner.query('alter table cherry_deliveries disable trigger user')
      const took = await timed(() => bareInsert(bench, first.id))
      await owner.query('delete from cherry_deliveries where upload_id = $1', [first.id])
      await owner.query('alter table cherry_deliveries enable trigger user')
      return took
    },
    product: async () => {
      await reset()
      const checker = await signedIn(house, owner, 'fcs.checker')
      const asked = { actor: checker, params: { organisationId: checker.organisationId }, body: { id: first.id } }
      return timed(() => run(house, approve, asked))
    },
  })
  await reset()
  await owner.query('delete from uploads where id = $1', [first.id])
  return [
    {
      work: `check and stage ${thousands(rows)} deliveries (.xlsx, ${mb(bytes.length)})`,
      measured: ms(checked.product),
      floor: `${ms(checked.floor)} inflate + COPY`,
      ratio: checked.ratio,
      promise: '<= 3 x',
      met: checked.ratio <= 3,
    },
    {
      work: `approve ${thousands(rows)} deliveries`,
      measured: ms(approved.product),
      floor: `${ms(approved.floor)} bare INSERT ... SELECT`,
      ratio: approved.ratio,
      promise: '<= 2 x',
      met: approved.ratio <= 2,
    },
  ]
}

async function writeBook(owner: pg.Client, path: string, count: number): Promise<void> {
  const { rows: members } = await owner.query<{ number: string }>(
    `select member_number as number from farmers where organisation_id = $1 and status = 'APPROVED' order by 1`,
    [organisationOf('CF4100').id],
  )
  const chance = chanceFrom('weighing book')
  const today = Date.parse(businessDate())
  await pipeline(
    writeTable({
      sheetName: cherryDeliveriesFile.sheetName,
      columns: columnKeys(cherryDeliveriesFile).map((key) => ({
        title: cherryDeliveriesFile.columns[key].title,
        kind: 'text' as const,
      })),
      rows: (function* () {
        for (let n = 0; n < count; n++)
          yield [
            new Date(today - chance.between(0, 300) * 86_400_000).toISOString().slice(0, 10),
            'Gatura',
            members[n % members.length]?.number ?? '',
            String(chance.between(20, 4000) / 8),
            `W${n}`,
          ]
      })(),
    }),
    createWriteStream(path),
  )
}

const bareInsert = (bench: Bench, id: string): Promise<number> =>
  bench.at.house.db.transaction('system', (tx) =>
    changed(
      tx,
      sql`insert into cherry_deliveries (id, organisation_id, farmer_id, season, delivered_on, factory_id, receipt_number, kilograms, type, upload_id, status, makers, made_by)
        select r.id, r.organisation_id, f.id, s.name, clean[1]::date, fa.id, clean[5], clean[4]::numeric, 'DELIVERY', upload_id, 'APPROVED', u.makers, u.made_by
        from upload_rows r join uploads u on u.id = r.upload_id join farmers f on f.organisation_id = r.organisation_id and f.member_number = clean[3]
          join seasons s on clean[1]::date between s.starts_on and s.ends_on left join factories fa on fa.organisation_id = r.organisation_id and fa.name = clean[2]
        where r.upload_id = ${id} and r.state = 'ready'`,
    ),
  )
