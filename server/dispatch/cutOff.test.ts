import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setClock, whichClock } from '#server/kit/clock.ts'
import {
  fileOf,
  newDispatch,
  openSale,
  recordsOf,
  sendDispatch,
  uploadDispatch,
  type FileBody,
  dispatchCsv,
} from '#test/kit/dispatchFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// The cut-off is the server's, by its own clock, also in the middle of its work.
let world: World
let miller: Person
const clock = whichClock()
const start = Date.now()
const cutoff = new Date(start + 60_000)
const move = (to: number) => setClock(() => to)
beforeAll(async () => {
  world = await makeWorld()
  miller = world.people.kipronoMillerMaker
})
beforeEach(async () => {
  await world.owner.query('delete from sales')
  await openSale(world, { cutoff })
  move(start)
  return () => setClock(clock)
})
afterAll(() => world?.close())

const statusOf = async (id: string) =>
  (await world.owner.query<{ status: string }>(`select status from uploads where id = $1`, [id])).rows[0]?.status
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries += 1) {
    if (tries > 400) throw new Error('it never came to that')
    await sleep(50)
  }
}

test('in the last second a file is taken, and in the moment of the cut-off none is', async () => {
  move(cutoff.getTime() - 1)
  expect((await sendDispatch(miller)).status.id).toBe(3)
  move(cutoff.getTime())
  const late = await uploadDispatch(miller, newDispatch(1))
  expect([late.status, late.body.code]).toEqual([409, 'sale.dispatch_closed'])
})

test('with another sale still open the rows of the one that closed say so', async () => {
  await openSale(world, { number: 10, cutoff: new Date(start + 86_400_000) })
  move(cutoff.getTime())
  const late = await uploadDispatch(miller, newDispatch(1))
  expect([late.status, JSON.parse(late.headers['x-upload-summary'] ?? '{}')]).toMatchObject([
    424,
    {
      first: [
        {
          errors: expect.arrayContaining([
            expect.stringMatching(/^Sale Number: Sale 9 of .* takes no dispatch any more$/),
          ]) as string[],
        },
      ],
    },
  ])
  expect((await uploadDispatch(miller, newDispatch(1, { saleNumber: '10' }))).status).toBe(200)
})

test('a draft that is sent after it is not sent', async () => {
  const failed = await uploadDispatch(miller, newDispatch(2, { grade: 'XX' }))
  const { id } = JSON.parse(failed.headers['x-upload-summary'] ?? '{}') as { id: string }
  const version = async () => (await fileOf(miller, id)).version
  for (const row of [2, 3])
    await miller.post(`/uploads/${id}/rows/${row}`, { version: await version(), cells: { grade: 'AB' } })
  move(cutoff.getTime())
  const sent = await miller.post<{ code: string }>(`/uploads/${id}/send`, { version: await version() })
  expect([sent.status, sent.body.code]).toEqual([409, 'upload.rows_left'])
  expect([await statusOf(id), await recordsOf(miller, id)]).toEqual(['FAILED_VALIDATION', []])
})

test('passing while a file is being checked it stops the file before it reaches the warehouse', async () => {
  const client = await world.owner.connect()
  try {
    // The check has passed every row, and waits for its turn to make the records.
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('dispatch'), hashtext($1))`, [
      world.organisationId('ML2001'),
    ])
    const fileData = Buffer.from(dispatchCsv(newDispatch(2))).toString('base64')
    const body = { fileName: 'late.csv', fileType: 'text/csv', fileData }
    const accepted = await miller.post<FileBody>('/grn_record', body, { headers: { prefer: 'respond-async' } })
    expect(accepted.status).toBe(202)
    const { id } = accepted.body.data
    await until(async () => {
      const { rows } = await world.owner.query(`select from pg_locks where locktype = 'advisory' and not granted`)
      return rows.length > 0
    })
    move(cutoff.getTime() + 5_000)
    await client.query('commit')
    await until(async () => (await statusOf(id)) !== 'CHECKING')
    expect(await statusOf(id)).toBe('FAILED_VALIDATION')
    const { rows } = await world.owner.query(`select from dispatch_records where upload_id = $1`, [id])
    expect(rows).toEqual([])
  } finally {
    client.release()
  }
})

test('a server that is killed while it makes the records has made none, and the next try makes each once', async () => {
  await world.owner
    .query(`create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
    create trigger die before insert on upload_parties for each row execute function die()`)
  const fileData = Buffer.from(dispatchCsv(newDispatch(3))).toString('base64')
  const body = { fileName: 'killed.csv', fileType: 'text/csv', fileData }
  const accepted = await miller.post<FileBody>('/grn_record', body, { headers: { prefer: 'respond-async' } })
  const { id } = accepted.body.data
  await until(
    async () =>
      (await world.owner.query(`select from pgboss.job where data ->> 'uploadId' = $1 and state = 'retry'`, [id])).rows
        .length > 0,
  )
  expect([
    await statusOf(id),
    (await world.owner.query(`select from dispatch_records where upload_id = $1`, [id])).rows,
  ]).toEqual(['CHECKING', []])
  await world.owner.query('drop function die() cascade')
  await until(async () => (await statusOf(id)) !== 'CHECKING')
  expect(await statusOf(id)).toBe('PENDING_APPROVAL')
  expect(await recordsOf(world.people.francisWarehouseChecker, id)).toHaveLength(3)
})
