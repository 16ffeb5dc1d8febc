/** The server and PostgreSQL are killed here while every record of a dispatch file is decided. KAHAWA_FAULT_DISPATCH sets how many. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchCsv, newDispatch, openSale, recordsOf, type FileBody } from '#test/kit/dispatchFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { until } from './farmerWays.ts'
import { startFaultyServer, type FaultyServer } from './server.ts'

const size = Number(process.env['KAHAWA_FAULT_DISPATCH'] ?? 100)
let server: FaultyServer
let miller: Person
let warehouse: Person

beforeAll(async () => {
  server = await startFaultyServer()
  miller = await server.person('kipronoMillerMaker')
  warehouse = await server.person('francisWarehouseChecker')
  await openSale({ owner: server.owner() })
}, 120_000)
afterAll(() => server?.stop(), 60_000)

/** A file whose records wait for the warehouse. */
async function makeWaiting(): Promise<string> {
  const { status, body } = await miller.upload<FileBody>(
    '/grn_record',
    'lorry.csv',
    dispatchCsv(newDispatch(size)),
    {},
    { headers: { prefer: 'respond-async' } },
  )
  if (status !== 202) throw new Error(`the upload was answered ${status}: ${body.message}`)
  const { id } = body.data
  const ended = await until(
    () => read<{ status: string }>('select status from uploads where id = $1', [id]),
    ([file]) => file?.status !== 'CHECKING',
    120_000,
  )
  expect(ended).toEqual([{ status: 'PENDING_APPROVAL' }])
  return id
}

const read = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  (await server.owner().query<Row>(text, values)).rows

/** Its state, that of its records, and the lines of the trail about either. */
const readBooks = (id: string) =>
  read<{ file: string; records: string; lines: number }>(
    `select u.status as file, (select string_agg(n || ' ' || status, ', ' order by status) from (select status, count(*) as n from dispatch_records where upload_id = u.id group by 1) s) as records,
       (select count(*)::int from audit_events a where a.action in ('approve', 'reject', 'decideRecords') and (a.record_id = u.id or a.record_id in (select id from dispatch_records where upload_id = u.id))) as lines
     from uploads u where u.id = $1`,
    [id],
  )

/** Half of the records are ticked, at the versions that were seen. */
async function everyRecord(id: string): Promise<Decision> {
  const records = (await recordsOf(warehouse, id)).map((one) => ({ id: one.id, version: one.version }))
  const file = await warehouse.get<{ version: number }>(`/grn_record/files/${id}`)
  const body = {
    fileId: id,
    version: file.body.version,
    action: 'APPROVE_SELECTED_REJECT_OTHERS',
    comment: 'Counted at the gate',
    records: records.slice(0, size / 2),
    others: records.slice(size / 2),
  }
  // A line of the trail is written after the records that it is about: some are changed already.
  return { path: '/grn_record/decide-every', body, held: 'lock table audit_events in exclusive mode' }
}

/** All of them, one after the other, as far as the one in the middle. */
async function allInTurn(id: string): Promise<Decision> {
  const records = (await recordsOf(warehouse, id)).map((one) => ({ id: one.id, version: one.version }))
  return {
    path: '/grn_record/bulk',
    body: { fileId: id, action: 'APPROVE_SELECTED', comment: 'Counted at the gate', records },
    held: `select from dispatch_records where id = '${records[size / 2]?.id}' for update`,
  }
}

type Fault = { kill: () => Promise<void> | void; recover: () => Promise<unknown> }

type Decision = { path: string; body: object; held: string }

/** The decision, stopped where it writes: what it has come to is held by somebody else until the process is gone. */
async function stopInTheMiddle({ path, body, held }: Decision, { kill, recover }: Fault): Promise<void> {
  const holder = await server.owner().connect()
  holder.on('error', () => {})
  await holder.query('begin')
  await holder.query(held)
  const answer = warehouse.post(path, body).then(
    ({ status }) => status,
    () => null,
  )
  await until(
    () =>
      read(
        'select from pg_locks l join pg_stat_activity using (pid) where not granted and datname = current_database()',
        [],
      ),
    (waiting) => waiting.length > 0,
    60_000,
  )
  await kill()
  await holder.query('rollback').catch(() => {})
  holder.release(true)
  expect([503, null]).toContain(await answer)
  await recover()
}

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

const everyOne = { what: 'every record is decided', decision: everyRecord, lines: size + 1 }
const [killed] = faults
const cases = [
  ...faults.map((fault) => ({ fault, ...everyOne, records: `${size / 2} APPROVED, ${size / 2} REJECTED` })),
  { fault: killed!, what: 'all are approved in turn', decision: allInTurn, lines: size, records: `${size} APPROVED` },
].map(({ fault: [who, fault], ...rest }) => ({ who, fault, ...rest }))

test.each(cases)(
  '$who is killed while $what: none of them is, then each of them once',
  { timeout: 180_000 },
  async ({ decision, fault, records, lines }) => {
    const id = await makeWaiting()
    const before = await readBooks(id)
    expect(before).toEqual([{ file: 'PENDING_APPROVAL', records: `${size} PENDING_APPROVAL`, lines: 0 }])
    const call = await decision(id)
    await stopInTheMiddle(call, fault)
    expect(await readBooks(id)).toEqual(before)
    // The transaction of a killed server may hold the file for a moment.
    const { status } = await until(
      () => warehouse.post(call.path, call.body),
      (answer) => answer.status !== 503,
      120_000,
    )
    expect(status).toBe(200)
    expect(await readBooks(id)).toEqual([{ file: 'APPROVED', records, lines }])
  },
)
