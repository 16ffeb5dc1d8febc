/**
 * Real processes are killed here in the middle of the approval of a file of deliveries.
 * KAHAWA_FAULT_ROUNDS=20 kills again and again (the normal run: once each); KAHAWA_FAULT_DELIVERIES=200000 sets the size.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveriesCsv } from '#test/kit/deliveryFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import { until, type UploadAnswer } from './farmerWays.ts'
import { startFaultyServer, type FaultyServer } from './server.ts'

const rounds = Number(process.env['KAHAWA_FAULT_ROUNDS'] ?? 1)
const size = Number(process.env['KAHAWA_FAULT_DELIVERIES'] ?? 10_000)
const patience = { timeout: 180_000 * rounds }
const society = organisationOf('CF4100').id
let server: FaultyServer
let wanjiku: Person
let otieno: Person

beforeAll(async () => {
  server = await startFaultyServer()
  wanjiku = await server.person('wanjikuMaker')
  otieno = await server.person('otienoChecker')
}, 120_000)
afterAll(() => server?.stop(), 60_000)

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row | undefined> =>
  (await server.owner().query<Row>(text, values)).rows[0]

/** A file of new deliveries that waits for its decision. */
async function makeWaiting(): Promise<string> {
  const { status, body } = await wanjiku.upload<UploadAnswer>(
    `/upload/cherry/deliveries/${society}`,
    'book.csv',
    deliveriesCsv(size),
    {},
    { headers: { prefer: 'respond-async' } },
  )
  if (status !== 202) throw new Error(`the upload was answered ${status}: ${body.message}`)
  const { id } = body.data
  const ended = await until(
    () => query<{ status: string }>('select status from uploads where id = $1', [id]),
    (row) => row?.status !== 'CHECKING',
    120_000,
  )
  expect(ended).toEqual({ status: 'PENDING_APPROVAL' })
  return id
}

const approve = (id: string) => otieno.post<UploadAnswer>(`/upload/cherry/approve_deliveries/${society}`, { id })

/** An approval whose statement is writing deliveries right now. Its answer, if there is one, comes later. */
async function startApproval(id: string): Promise<{ answer: Promise<number | null> }> {
  const answer = approve(id).then(
    ({ status }) => status,
    () => null,
  )
  await until(
    () =>
      query(
        `select from pg_stat_activity where state = 'active' and backend_xid is not null and query like '%insert into cherry_deliveries%' and pid <> pg_backend_pid()`,
      ),
    (row) => row !== undefined,
    60_000,
  )
  return { answer }
}

type Books = { status: string; deliveries: number; season: string; sum: string; decisions: number }
const readBooks = async (id: string): Promise<Books> => {
  const row = await query<Books>(
    `select u.status, (select count(*)::int from cherry_deliveries d where d.upload_id = u.id) as deliveries,
       (select sum(approved_kg)::text from season_weights where organisation_id = u.organisation_id) as season,
       (select sum(kilograms)::text from cherry_deliveries d where d.organisation_id = u.organisation_id and d.status = 'APPROVED') as sum,
       (select count(*)::int from audit_events a where a.record_id = u.id and a.action = 'approve') as decisions
     from uploads u where u.id = $1`,
    [id],
  )
  if (!row) throw new Error('the upload is gone')
  return row
}

/** Approves until somebody has: the statement of a killed server may hold the file for a moment. */
async function approveInTheEnd(id: string): Promise<void> {
  const { status } = await until(
    () => approve(id),
    (answer) => answer.status !== 503,
    120_000,
  )
  expect(status).toBe(200)
}

test.each([
  [
    'the server',
    async () => {
      await server.kill()
      await server.restart()
    },
  ],
  [
    'PostgreSQL',
    async () => {
      server.killPostgres()
      await until(
        () => otieno.get('/inbox', { paginate: 'Y' }),
        ({ status }) => status === 200,
        60_000,
      )
    },
  ],
])(
  '%s is killed in the middle of an approval: no delivery of the file is there, then each of them once',
  patience,
  async (_who, kill) => {
    for (let round = 0; round < rounds; round += 1) {
      const id = await makeWaiting()
      const before = await readBooks(id)
      const { answer } = await startApproval(id)
      await kill()
      expect([503, null]).toContain(await answer)
      expect(await readBooks(id)).toEqual(before)
      expect(before).toMatchObject({ status: 'PENDING_APPROVAL', deliveries: 0, decisions: 0 })
      await approveInTheEnd(id)
      const after = await readBooks(id)
      expect(after).toMatchObject({ status: 'APPROVED', deliveries: size, decisions: 1, season: after.sum })
    }
  },
)
