import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { crossCheckRows } from '#server/kit/uploads/crossCheck.ts'
import { countRows, lockUpload } from '#server/kit/uploads/stagedRows.ts'
import { farmersBinding } from '#server/farmers/uploads/farmerUploadKinds.ts'
import { decide, uploadOf, uploadRows, type Cells, type UploadAnswer } from '#test/faults/farmerWays.ts'
import { newFarmers } from '#test/kit/farmerFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { chanceFrom } from '../../db/seed/chance.ts'

let world: World
let wanjiku: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  wanjiku = world.people.wanjikuMaker
})
afterAll(() => world.close())

/** Everything that a check says of an upload: its problems, the states of its rows, and its counts. */
const saidOf = async (tx: Tx, id: string) => ({
  problems: await rows(
    tx,
    sql<{
      row: number
    }>`select row_number as "row", column_number as "column", code, message, severity from upload_problems where upload_id = ${id} order by 1, 2, 3, 4`,
  ),
  states: await rows(tx, sql`select row_number, state from upload_rows where upload_id = ${id} order by 1`),
  counts: await rows(
    tx,
    sql`select row_count, ready_count, failed_count, left_out_count, warned_count from uploads where id = ${id}`,
  ),
})

/** What stands, and what a check of the whole upload would find now. Changes nothing, so that slips of many edits add up. */
async function bothSaid(id: string) {
  const messages: Awaited<ReturnType<typeof saidOf>>[] = []
  const undone = world.house.db.transaction('system', async (tx) => {
    messages.push(await saidOf(tx, id))
    const upload = await lockUpload(tx, id)
    if (!upload) throw new Error('no upload')
    await sql`select set_config('app.organisation', ${upload.organisationId}, true)`.execute(tx)
    await crossCheckRows({ tx, binding: farmersBinding, upload })
    await countRows(tx, id)
    messages.push(await saidOf(tx, id))
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  return { stands: messages[0], whole: messages[1] }
}

async function register(person: Person, checker: Person, farmers: readonly Cells[]): Promise<void> {
  expect((await decide(world, checker, await uploadRows(world, person, farmers))).status).toBe(200)
}

test.each([1, 2, 3])(
  'after every edit a draft says what a check of the whole file would say, seed %s',
  async (seed) => {
    const { otienoChecker, danielMaker, purityChecker } = world.people
    const [here, elsewhere] = [newFarmers(5), newFarmers(2)]
    const shared = here[0]!
    for (const farmer of here)
      Object.assign(farmer, { mobileNumber: shared.mobileNumber, accountNumber: shared.accountNumber })
    await register(wanjiku, otienoChecker, here.slice(0, 3))
    await register(danielMaker, purityChecker, elsewhere)
    const chance = chanceFrom(`recheck ${seed}`)
    const fresh = newFarmers(60)
    // Few values, so that rows meet each other, the register and the other society again and again.
    const pool: Record<string, string[]> = {
      farmerId: [...fresh.slice(0, 4), ...here, ...elsewhere].map(({ farmerId }) => farmerId).concat('7 7', ''),
      memberNumber: [...fresh.slice(0, 4), ...here].map(({ memberNumber }) => memberNumber),
      mobileNumber: [shared, ...fresh.slice(0, 2)].map(({ mobileNumber }) => mobileNumber).concat('12'),
      accountNumber: [shared, ...fresh.slice(0, 2)].map(({ accountNumber }) => accountNumber),
      institution: ['KCB Bank Kenya', 'Absa Bank Kenya'],
      lastName: ['Kim', ''],
      village: ['Gatundu', 'Karatina'],
    }
    const someCells = (): Cells =>
      Object.fromEntries(
        Object.entries(pool).flatMap(([key, values]) => (chance.happens(0.3) ? [[key, chance.pick(values)]] : [])),
      )
    const { id } = await uploadRows(world, wanjiku, [
      { ...newFarmers(1)[0], lastName: '' },
      ...fresh.slice(0, 25).map((farmer) => ({ ...farmer, ...someCells() })),
    ])
    let { version } = await uploadOf(wanjiku, id)
    for (let round = 0; round < 40; round++) {
      const row = chance.between(2, 27)
      const [call, body] = chance.pick<[string, object]>([
        [`rows/${row}`, { cells: someCells() }],
        [`rows/${row}`, { cells: someCells() }],
        ['leave-out', { rows: [row, row + 1] }],
        ['leave-out', { rows: [row, row + 1, row + 2], takeBack: true }],
        ['repair', { code: 'letters_digits', column: 3 }],
      ])
      const answer = await wanjiku.post<UploadAnswer>(`/uploads/${id}/${call}`, { version, ...body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      version = (await uploadOf(wanjiku, id)).version
      const { stands, whole } = await bothSaid(id)
      expect(stands, `round ${round}: ${call} ${JSON.stringify(body)}`).toEqual(whole)
    }
  },
)

test('an edit leaves the marks of rows alone that it cannot change', async () => {
  const [first, second, third, fourth] = newFarmers(4)
  const { id, version } = await uploadRows(world, wanjiku, [
    { ...first, lastName: '' },
    { ...second, memberNumber: first!.memberNumber },
    third!,
    { ...fourth, memberNumber: third!.memberNumber },
  ])
  const marks = async () =>
    (
      await world.owner.query<{ row: number; written: string }>(
        `select row_number as "row", xmin::text as written from upload_problems where upload_id = $1 and code = 'repeated_in_file' order by 1`,
        [id],
      )
    ).rows
  const before = await marks()
  expect(before.map(({ row }) => row)).toEqual([2, 3, 4, 5])
  await wanjiku.post(`/uploads/${id}/rows/2`, { version, cells: { lastName: 'Njoki' } })
  expect(await marks()).toEqual(before)
  await wanjiku.post(`/uploads/${id}/rows/2`, { version: version + 1, cells: { memberNumber: first!.farmerId } })
  expect(await marks()).toEqual(before.slice(2))
})
