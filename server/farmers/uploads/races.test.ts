import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Upload } from '#contract/uploads/uploads.ts'
import { farmersCsv, newFarmers } from '#test/kit/farmerFiles.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import {
  decide,
  decline,
  farmersOf,
  problemsOf,
  rowsOf,
  sendFile,
  society,
  trailOf,
  uploadOf,
  uploadRows,
} from '#test/faults/farmerWays.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world.close())
const waiting = (count = 2) => uploadRows(world, world.people.wanjikuMaker, newFarmers(count))

test('of two checkers at the same instant one decides, the other learns who and when', async () => {
  const { otienoChecker, margaretManager } = world.people
  const upload = await waiting()
  const answers = await Promise.all([otienoChecker, margaretManager].map((person) => decide(world, person, upload)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const late = answers.find(({ status }) => status === 409)
  const winner = answers[0]?.status === 200 ? 'Otieno Ouma' : 'Margaret Nyawira Theuri'
  expect(late?.body).toMatchObject({ details: { by: winner, at: expect.stringMatching(/^\d{4}-/) } })
  expect(await farmersOf(world, upload.id)).toHaveLength(2)
})

test('of approve and decline at the same instant exactly one happens', async () => {
  const { otienoChecker, margaretManager } = world.people
  for (let round = 0; round < 5; round++) {
    const upload = await waiting()
    const [approved, declined] = await Promise.all([
      decide(world, otienoChecker, upload),
      decline(world, margaretManager, upload),
    ])
    expect([approved.status, declined.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await farmersOf(world, upload.id)).toHaveLength(approved.status === 200 ? 2 : 0)
    expect((await trailOf(world, upload.id)).filter((line) => /^(approve|decline)/.test(line))).toHaveLength(1)
  }
})

test('a member who is being added elsewhere while the approval runs keeps the row behind, never twice', async () => {
  const { otienoChecker, wanjikuMaker } = world.people
  const rows = newFarmers(3)
  const upload = await uploadRows(world, wanjikuMaker, rows)
  const other = await world.owner.connect()
  try {
    await other.query('begin')
    await other.query(
      `insert into farmers (id, organisation_id, type, first_name, last_name, id_number, member_number, mobile_number, acreage, county_id, sub_county_id, ward_id, institution_code, account_name, account_number, currency, account_state, status, makers)
       select gen_random_uuid(), organisation_id, type, 'Other', 'Person', '99999991', $2, mobile_number, acreage, county_id, sub_county_id, ward_id, institution_code, account_name, account_number, currency, account_state, status, makers
       from farmers where organisation_id = $1 and type = 'FCS_FARMER' limit 1`,
      [society(world), rows[1]!.memberNumber],
    )
    const approving = decide(world, otienoChecker, upload)
    await blocked(1)
    await other.query('commit')
    expect((await approving).status).toBe(424)
  } finally {
    other.release()
  }
  expect(await uploadOf(wanjikuMaker, upload.id)).toMatchObject({ done: 2, failed: 1, ready: 0, status: { id: 112 } })
  expect(await problemsOf(wanjikuMaker, upload.id)).toMatchObject([
    {
      row: 3,
      columnKey: 'memberNumber',
      code: 'registered_here',
      message: `Already registered: ${rows[1]!.memberNumber} Other Person`,
    },
  ])
  const { rows: same } = await world.owner.query(
    'select 1 from farmers where organisation_id = $1 and member_number = $2',
    [society(world), rows[1]!.memberNumber],
  )
  expect(same).toHaveLength(1)
})

test('the same file sent by two people at once is kept once', async () => {
  const { wanjikuMaker } = world.people
  const bytes = farmersCsv(20)
  const answers = await Promise.all(Array.from({ length: 4 }, () => sendFile(world, wanjikuMaker, bytes)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  const id = answers.find(({ status }) => status === 200)?.body.data.id
  for (const { status, body } of answers)
    if (status === 409) expect(body).toMatchObject({ code: 'upload.same_file', details: { id } })
})

test('an edit while the draft is being sent either comes first or is refused', async () => {
  const { wanjikuMaker } = world.people
  for (let round = 0; round < 5; round++) {
    const [row] = newFarmers(1, { lastName: '' })
    const draft = await uploadRows(world, wanjikuMaker, [row!])
    await wanjikuMaker.post(`/uploads/${draft.id}/rows/2`, { version: draft.version, cells: { lastName: 'Njoki' } })
    const version = draft.version + 1
    const [sent, edited] = await Promise.all([
      wanjikuMaker.post(`/uploads/${draft.id}/send`, { version }),
      wanjikuMaker.post(`/uploads/${draft.id}/rows/2`, { version, cells: { village: 'Changed late' } }),
    ])
    expect([sent.status, edited.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    const cells = (await rowsOf(wanjikuMaker, draft.id))[0]?.cells.join(' ')
    expect(cells?.includes('Changed late')).toBe(edited.status === 200)
    const { statusName } = (await uploadOf(wanjikuMaker, draft.id)).status
    expect(statusName).toBe(sent.status === 200 ? 'PENDING_APPROVAL' : 'FAILED_VALIDATION')
  }
})

/**
 * Many interleavings: every person acts in an order that the scheduler picks, up to all at once. Whatever the order, the
 * record moves along declared steps only, one audit row for each, and nobody is registered twice or against a decline.
 */
test(
  'in every interleaving of deciding, taking back and declining the record stays whole',
  { timeout: 120_000 },
  async () => {
    const { wanjikuMaker, otienoChecker, margaretManager } = world.people
    const seed = Number(process.env['KAHAWA_TEST_SEED'] ?? Date.now() % 2 ** 31)
    process.stdout.write(`races seed ${seed}\n`)
    const act = {
      approve: (upload: Upload) => decide(world, otienoChecker, { id: upload.id }),
      approveToo: (upload: Upload) => decide(world, margaretManager, { id: upload.id, version: upload.version }),
      decline: (upload: Upload) => decline(world, margaretManager, { id: upload.id }),
      withdraw: (upload: Upload) => wanjikuMaker.post(`/uploads/${upload.id}/withdraw`, { version: upload.version }),
      send: (upload: Upload) => wanjikuMaker.post(`/uploads/${upload.id}/send`, { version: upload.version + 1 }),
      ownApproval: (upload: Upload) => decide(world, wanjikuMaker, { id: upload.id }),
    }
    const names = Object.keys(act) as (keyof typeof act)[]
    const template = await waiting(1)
    const fresh = async (): Promise<Upload> => {
      // The staged upload is put back by rows instead of a new file: 200 schedules are about the decision, not the check.
      await world.owner.query('delete from farmers where upload_id = $1', [template.id])
      await world.owner.query('delete from upload_row_checks where upload_id = $1', [template.id])
      await world.owner.query(
        `update uploads set status = 'PENDING_APPROVAL', version = version + 100, ready_count = 1, failed_count = 0, done_count = 0, decided_by = null, decided_at = null where id = $1`,
        [template.id],
      )
      return uploadOf(wanjikuMaker, template.id)
    }
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom(...names), { minLength: 2, maxLength: 4 }),
        async (scheduler, chosen) => {
          const upload = await fresh()
          const before = (await trailOf(world, template.id)).length
          const done: string[] = []
          const acts = chosen.map((name) =>
            scheduler.schedule(Promise.resolve(), name).then(async () => {
              const { status } = await act[name](upload)
              if (status === 200) done.push(name)
            }),
          )
          await scheduler.waitIdle()
          await Promise.all(acts)
          const left = await settled(template.id)
          const steps = (await trailOf(world, template.id)).slice(before)
          expect(['PENDING_APPROVAL', 'FAILED_VALIDATION', 'REJECTED', 'APPROVED']).toContain(left.status)
          expect(await farmersOf(world, template.id)).toHaveLength(left.done)
          expect(left.done).toBe(left.status === 'APPROVED' ? 1 : 0)
          expect(left.ready + left.done).toBe(1)
          expect(done).not.toContain('ownApproval')
          // Each step leaves from where the one before it arrived.
          let at = 'PENDING_APPROVAL'
          for (const line of steps) {
            const [, from, to] = /(\w+) -> (\w+)$/.exec(line) ?? []
            expect(from, steps.join(', ')).toBe(at)
            at = to ?? ''
          }
          expect(at).toBe(left.status)
          expect(left.version).toBe(upload.version + steps.length)
        },
      ),
      { seed, numRuns: 200, endOnFailure: true },
    )
  },
)

async function settled(id: string) {
  for (;;) {
    const { rows } = await world.owner.query<{ status: string; version: number; ready: number; done: number }>(
      `select status, version, ready_count as ready, done_count as done from uploads where id = $1`,
      [id],
    )
    if (rows[0] && rows[0].status !== 'PENDING_ACCOUNT_VALIDATION') return rows[0]
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Waits until so many transactions of the program wait for another one's lock. */
async function blocked(count: number): Promise<void> {
  for (;;) {
    const { rows } = await world.owner.query(
      `select 1 from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and wait_event_type = 'Lock'`,
    )
    if (rows.length >= count) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
