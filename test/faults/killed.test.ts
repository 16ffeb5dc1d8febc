/**
 * Real processes are killed here: the server and PostgreSQL, in the middle of a check and of an approval.
 * KAHAWA_FAULT_ROUNDS=20 kills again and again (the normal run: once each); KAHAWA_FAULT_ROWS sets the size of the file.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UploadProgress } from '#contract/uploads/uploads.ts'
import { farmersCsv } from '#test/kit/farmerFiles.ts'
import type { HttpAnswer, Person } from '#test/kit/people.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import { until, type UploadAnswer } from './farmerWays.ts'
import { startFaultyServer, type FaultyServer } from './server.ts'

const rounds = Number(process.env['KAHAWA_FAULT_ROUNDS'] ?? 1)
const rows = Number(process.env['KAHAWA_FAULT_ROWS'] ?? 20_000)
const approved = Number(process.env['KAHAWA_FAULT_APPROVED'] ?? 4_000)
const patience = { timeout: 120_000 * rounds }
const society = organisationOf('CF4100').id
let server: FaultyServer
let wanjiku: Person
let otieno: Person

beforeAll(async () => {
  server = await startFaultyServer()
  wanjiku = await server.person('wanjikuMaker')
  otieno = await server.person('otienoChecker')
}, 120_000)
afterEach(() => server.bank.clearFaults())
afterAll(() => server?.stop(), 60_000)

const later = { headers: { prefer: 'respond-async' } }
const send = async (count: number): Promise<string> => {
  const { status, body } = await wanjiku.upload<UploadAnswer>(
    `/upload/cherry/farmer/${society}`,
    'many.csv',
    farmersCsv(count),
    {},
    later,
  )
  if (status !== 202) throw new Error(`the upload was answered ${status}: ${body.message}`)
  return body.data.id
}
type Row = {
  status: string
  stage: string
  rows_done: number
  row_count: number
  staged: number
  farmers: number
  members: number
}
const readUpload = async (id: string): Promise<Row> => {
  const { rows: uploads } = await server.owner().query<Row>(
    `select u.status, p.stage, p.rows_done, u.row_count, (select count(*)::int from upload_rows r where r.upload_id = u.id) as staged,
       (select count(*)::int from farmers f where f.upload_id = u.id) as farmers,
       (select count(distinct member_number)::int from farmers f where f.upload_id = u.id) as members
     from uploads u join upload_progress p on p.upload_id = u.id where u.id = $1`,
    [id],
  )
  return uploads[0]!
}
/** Looks until it holds; a database that is away for a moment is looked at again. */
const waitFor = (id: string, holds: (row: Row) => boolean) =>
  until(
    () => readUpload(id).catch(() => null),
    (row) => row !== null && holds(row),
    60_000,
  ) as Promise<Row>
const makeChecked = async (count: number): Promise<string> => {
  const id = await send(count)
  await waitFor(id, ({ status }) => status === 'PENDING_APPROVAL')
  return id
}
const approve = (id: string) => otieno.post<UploadAnswer>(`/upload/cherry/approve_farmer/${society}`, { id }, later)
const report = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** A check and an approval that are both under way: the ids of the two uploads. */
async function startBoth(): Promise<{ checking: string; approving: string }> {
  const approving = await makeChecked(approved)
  await server.bank.setFault({ kind: 'late', delayMs: 40 })
  expect((await approve(approving)).status).toBe(200)
  await waitFor(approving, ({ farmers }) => farmers > 0)
  const checking = await send(rows)
  const row = await waitFor(checking, ({ stage, rows_done }) => stage === 'checking' && rows_done > 0)
  expect(row.status).toBe('CHECKING')
  expect((await readUpload(approving)).farmers).toBeLessThan(approved)
  return { checking, approving }
}

/** Waits for the end of both and holds it against what was acknowledged. Answers when the check and the approval ended. */
async function waitForBoth({ checking, approving }: { checking: string; approving: string }, since: number) {
  await server.bank.clearFaults()
  const [check, approval] = await Promise.all([
    waitFor(checking, ({ status }) => status !== 'CHECKING').then((row) => ({ row, after: seconds(since) })),
    waitFor(approving, ({ status }) => status !== 'PENDING_ACCOUNT_VALIDATION').then((row) => ({
      row,
      after: seconds(since),
    })),
  ])
  expect(check.row).toMatchObject({ status: 'PENDING_APPROVAL', row_count: rows, staged: rows, stage: 'checked' })
  expect(approval.row).toMatchObject({ status: 'APPROVED', farmers: approved, members: approved, stage: 'done' })
  const { rows: ends } = await server.owner().query(
    `select record_id from audit_events where from_status = 'CHECKING' and record_id = $1
     union all select record_id from audit_events where from_status = 'PENDING_ACCOUNT_VALIDATION' and record_id = $2`,
    [checking, approving],
  )
  expect(ends).toHaveLength(2)
  const file = await wanjiku.get(`/upload/cherry/${checking}/download`)
  expect(file.bytes.length).toBeGreaterThan(rows * 100)
  return `check of ${rows} rows ended after ${check.after}, approval of ${approved} after ${approval.after}`
}

test(
  'a server that is killed in the middle of a check and an approval ends both after its restart',
  patience,
  async () => {
    for (let round = 0; round < rounds; round++) {
      const both = await startBoth()
      await server.kill()
      const killed = performance.now()
      const readyMs = await server.restart()
      report(`server killed: ready after ${(readyMs / 1000).toFixed(1)} s; ${await waitForBoth(both, killed)}`)
    }
  },
)

test(
  'a PostgreSQL that is killed is answered with 503 until it is back, and nothing is lost or doubled',
  patience,
  async () => {
    for (let round = 0; round < rounds; round++) {
      const both = await startBoth()
      server.killPostgres()
      const killed = performance.now()
      const refused = await pollUntilBack()
      const back = seconds(killed)
      report(`PostgreSQL killed: ${refused.length} refusals, back after ${back}; ${await waitForBoth(both, killed)}`)
      expect(server.isAlive()).toBe(true)
    }
  },
)

/** Begins to send a file of which the second half never comes; answers once the server has begun to write it down. */
async function sendHalf(): Promise<Socket> {
  const { hostname, port } = new URL(server.address())
  const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="half.csv"\r\n\r\n${farmersCsv(500)}`
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}) // the server is killed at its other end
  socket.write(
    `POST /api/upload/cherry/farmer/${society} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${wanjiku.token}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${body.length * 2}\r\n\r\n`,
  )
  socket.write(body)
  await until(
    async () => incoming(),
    (names) => names.length > 0,
  )
  return socket
}
const incoming = () => (existsSync(server.incoming) ? readdirSync(server.incoming) : [])

test('a sender whose connection breaks in the middle of a file leaves nothing behind', async () => {
  const count = async () =>
    (
      await server
        .owner()
        .query<{ n: string }>('select (select count(*) from uploads) + (select count(*) from files) as n')
    ).rows[0]?.n
  const before = await count()
  const socket = await sendHalf()
  socket.destroy()
  await until(
    async () => incoming(),
    (names) => names.length === 0,
  )
  expect(await count()).toBe(before)
  expect((await wanjiku.get<UploadProgress[]>('/uploads/running')).status).toBe(200)
})

test(
  'what a server that is killed in the middle of a file leaves is gone after the next start, and nothing of others',
  patience,
  async () => {
    const socket = await sendHalf()
    const [left = ''] = incoming()
    await server.kill()
    socket.destroy()
    expect(incoming()).toEqual([left])
    const [machine = ''] = left.split('.')
    // This process runs: it could be another server over the same folder.
    const others = [`${machine}.${process.pid}.aaaaaa`, 'otherMachine.17.bbbbbb']
    for (const name of others) mkdirSync(join(server.incoming, name))
    await server.restart()
    expect(incoming().toSorted()).toEqual(others.toSorted())
  },
)

/** Polls every few milliseconds until the server answers rightly again; every other answer must be a clear 503. */
async function pollUntilBack(): Promise<HttpAnswer<UploadAnswer>[]> {
  const refused: HttpAnswer<UploadAnswer>[] = []
  await until(
    () => otieno.get<UploadAnswer>('/inbox', { paginate: 'Y' }),
    (answer) => {
      if (answer.status === 200) return refused.length > 0
      refused.push(answer)
      return false
    },
    30_000,
  )
  for (const { status, body, headers } of refused) {
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'server.busy' })
    expect(body.message).toContain('Nothing was changed')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  return refused
}
