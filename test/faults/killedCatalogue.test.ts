/** The server and PostgreSQL are killed here while a catalogue is sent, and while its lots are agreed. KAHAWA_FAULT_LOTS sets how many. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueFile } from '#contract/catalogue/catalogueFile.ts'
import type { CatalogueFile } from '#contract/catalogue/catalogueFiles.ts'
import { bulkLots, enterSale, newLots, receiveCoffee } from '#test/kit/catalogueFiles.ts'
import { csvOf } from '#test/kit/farmerFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { until } from './farmerWays.ts'
import { startFaultyServer, type FaultyServer } from './server.ts'

const size = Number(process.env['KAHAWA_FAULT_LOTS'] ?? 60)
let server: FaultyServer
let maker: Person
let broker: Person
let warehouse: Person

beforeAll(async () => {
  server = await startFaultyServer()
  maker = await server.person('kevinBrokerMaker')
  broker = await server.person('catherineBrokerChecker')
  warehouse = await server.person('francisWarehouseChecker')
  await enterSale({ owner: server.owner() })
}, 120_000)
afterAll(() => server?.stop(), 60_000)

const read = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  (await server.owner().query<Row>(text, values)).rows

/** Uploads lots whose coffee is in the warehouse; the check sends them. */
async function upload(): Promise<string> {
  const rows = newLots(size)
  await receiveCoffee({ owner: server.owner() }, rows)
  const { status, body } = await maker.upload<{ data: CatalogueFile }>(
    `/upload/catalogue/${maker.organisationCode}`,
    `week ${rows[0]?.lotNumber}.csv`,
    csvOf(catalogueFile, rows),
    {},
    { headers: { prefer: 'respond-async' } },
  )
  expect(status).toBe(202)
  return body.data.id
}
const isSent = (id: string) =>
  until(
    () => read<{ status: string }>('select status from uploads where id = $1', [id]),
    ([file]) => file?.status === 'PENDING_APPROVAL',
    150_000,
  )

/** Its lots, the dispatch records of their coffee, the parties that see the file, and the lines of the trail about its decisions. */
const readBooks = async (id: string) =>
  (
    await read<{ lots: string | null; dispatched: string | null; parties: number; lines: number }>(
      `select (select string_agg(n || ' ' || status, ', ' order by status) from (select status, count(*) as n from catalogue_records where upload_id = $1 group by 1) s) as lots,
         (select string_agg(n || ' ' || status, ', ' order by status) from (select d.status, count(*) as n from dispatch_records d
            join catalogue_records c on c.dispatch_record_id = d.id where c.upload_id = $1 group by 1) s) as dispatched,
         (select count(*)::int from upload_parties where upload_id = $1) as parties,
         (select count(*)::int from audit_events a where a.action = 'approve' and a.record_id in (select id from catalogue_records where upload_id = $1)) as lines`,
      [id],
    )
  )[0]

type Fault = { kill: () => Promise<void> | void; recover: () => Promise<unknown> }
const comesBack = () =>
  until(
    () => warehouse.get('/inbox', { paginate: 'Y' }),
    ({ status }) => status === 200,
    60_000,
  )
const faults: [string, Fault][] = [
  ['the server', { kill: () => server.kill(), recover: () => server.restart() }],
  ['PostgreSQL', { kill: () => server.killPostgres(), recover: comesBack }],
]

/** Stops work where it writes: a table is held by somebody else until the process is gone. */
async function stopInTheMiddle(
  table: string,
  { kill, recover }: Fault,
  begin: () => Promise<unknown>,
): Promise<unknown> {
  const holder = await server.owner().connect()
  holder.on('error', () => {})
  await holder.query('begin')
  await holder.query(`lock table ${table} in exclusive mode`)
  const begun = begin()
  await until(
    // Whoever only looks, as the work of intervals does, is not waited for.
    () =>
      read(
        `select from pg_locks l join pg_stat_activity a using (pid) where l.relation = $1::regclass and not l.granted and a.query ~* 'insert into'`,
        [table],
      ),
    (waiting) => waiting.length > 0,
    60_000,
  )
  await kill()
  await holder.query('rollback').catch(() => {})
  holder.release(true)
  const answer = await begun
  await recover()
  return answer
}

test.each(faults)(
  '%s is killed while a catalogue is sent: it is sent then, each lot once, and its parties see it',
  { timeout: 240_000 },
  async (_who, fault) => {
    const id = (await stopInTheMiddle('catalogue_records', fault, upload)) as string // border: what `upload` answers
    await isSent(id)
    expect(await readBooks(id)).toEqual({
      lots: `${size} PENDING_APPROVAL`,
      dispatched: `${size} APPROVED`,
      parties: 2,
      lines: 0,
    })
  },
)

test.each(faults)(
  '%s is killed while all lots of a file get their last approval: none is in the catalogue, then each of them once',
  { timeout: 240_000 },
  async (_who, fault) => {
    const id = await upload()
    await isSent(id)
    expect((await bulkLots(broker, id, 'APPROVE_ALL')).status).toBe(200)
    const before = await readBooks(id)
    expect(before).toMatchObject({ lots: `${size} PENDING_WAREHOUSE_APPROVAL`, lines: size })
    // A line of the trail is written after the lot that it is about: some have their coffee already.
    const answer = await stopInTheMiddle('audit_events', fault, () =>
      bulkLots(warehouse, id, 'APPROVE_ALL').then(
        ({ status }) => status,
        () => null,
      ),
    )
    expect([503, null]).toContain(answer)
    expect(await readBooks(id)).toEqual(before)
    // The transaction of a killed server may hold the lots for a moment.
    const { status } = await until(
      () => bulkLots(warehouse, id, 'APPROVE_ALL'),
      (again) => again.status !== 503,
      120_000,
    )
    expect(status).toBe(200)
    expect(await readBooks(id)).toEqual({
      lots: `${size} APPROVED`,
      dispatched: `${size} CATALOGUED`,
      parties: 2,
      lines: 2 * size,
    })
  },
)
