import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { farmerCompaniesFile } from '#contract/farmers/farmerFiles.ts'
import type { Review, ReviewRow } from '#contract/uploads/uploads.ts'
import { newCompanies, newFarmers } from '#test/kit/farmerFiles.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { decide, farmersOf, until, uploadOf, uploadRows, type Cells } from '#test/faults/farmerWays.ts'
import { lookAheadJob } from './lookAhead.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterEach(() => world.bank.clearFaults())
afterAll(() => world.close())

const waiting = (rows: readonly Cells[], kind?: { kind: typeof farmerCompaniesFile }) =>
  uploadRows(world, world.people.wanjikuMaker, rows, kind)
const answersOf = async (id: string) =>
  (
    await world.owner.query<{ row: number; outcome: string; name: string }>(
      `select r.row_number as "row", c.outcome, c.account_name as name from upload_row_checks c join upload_rows r on r.id = c.row_id
       where c.upload_id = $1 order by 1`,
      [id],
    )
  ).rows
const answered = (id: string, count: number) =>
  until(
    () => answersOf(id),
    (answers) => answers.length === count,
  )
const noBank = () => world.bank.setFault({ kind: 'away' })
const at = (row: Cells) => ({ institutionCode: '11', accountNumber: row['accountNumber']! })
/** Takes a waiting file back, writes other cells into its first row, and sends it again. */
async function sendChanged(id: string, cells: Cells): Promise<void> {
  const { wanjikuMaker } = world.people
  const act = async (path: string, body: object) => {
    const { version } = await uploadOf(wanjikuMaker, id)
    expect((await wanjikuMaker.post(`/uploads/${id}/${path}`, { version, ...body })).status).toBe(200)
  }
  await act('withdraw', {})
  expect(await answersOf(id).then((answers) => answers.length)).toBeGreaterThan(0)
  await act('rows/2', { cells })
  await act('send', {})
}

test('the bank is asked while the checker reads, and the approval no longer needs it', async () => {
  const upload = await waiting(newFarmers(3))
  await answered(upload.id, 3)
  await noBank()
  const { status, body } = await decide(world, world.people.otienoChecker, upload)
  expect({ status, message: body.message }).toEqual({ status: 200, message: 'Success: 3 farmers registered' })
})

test('an account that was changed after the bank had answered is looked up anew', async () => {
  const rows = newFarmers(2)
  const other = newFarmers(1)[0]!
  await world.bank.load([
    { ...at(rows[0]!), name: 'WANJIKU NJERI KAMAU' },
    { ...at(other), name: 'SOMEBODY ELSE' },
  ])
  const upload = await waiting(rows)
  await answered(upload.id, 2)
  await sendChanged(upload.id, { accountNumber: other.accountNumber! })
  const { body } = await decide(world, world.people.otienoChecker, await uploadOf(world.people.wanjikuMaker, upload.id))
  expect(body.data).toMatchObject({ done: 2, status: { id: 1 } })
  const [changed] = await farmersOf(world, upload.id)
  expect(changed).toMatchObject({ account_number: other.accountNumber, account_state: 'NAME_DIFFERS' })
})

test('a company’s account that was changed after a try to approve is looked up anew too', async () => {
  const { otienoChecker, wanjikuMaker } = world.people
  const rows = newCompanies(2)
  const [other] = newCompanies(1)
  const upload = await waiting(rows, { kind: farmerCompaniesFile })
  await answered(upload.id, 2)
  await world.bank.load([{ ...at(other!), name: 'NOBODY', status: 'closed' }])
  await sendChanged(upload.id, { accountNumber: other!.accountNumber! })
  const sent = await uploadOf(wanjikuMaker, upload.id)
  const refused = await decide(world, otienoChecker, sent, { path: 'approve_farmer_company' })
  expect(refused.status).toBe(424)
  expect(await farmersOf(world, upload.id)).toEqual([])
})

test('an answer that comes after the row was changed is no answer', async () => {
  const rows = newFarmers(1)
  const other = newFarmers(1)[0]!
  await world.bank.load([{ ...at(other), name: 'SOMEBODY ELSE' }])
  const upload = await waiting(rows)
  await answered(upload.id, 1)
  await world.owner.query('delete from upload_row_checks where upload_id = $1', [upload.id])
  const { house } = world
  const changedMeanwhile: typeof house.bank.lookUpMany = async (accounts) => {
    const answers = await house.bank.lookUpMany(accounts)
    // Straight into the table: by its calls the file would be back at its maker, and its answers forgotten as it is sent.
    await world.owner.query(
      'update upload_rows set clean = array_replace(clean, $2::text, $3::text) where upload_id = $1',
      [upload.id, rows[0]!.accountNumber, other.accountNumber],
    )
    return answers
  }
  await lookAheadJob.work({ ...house, bank: { ...house.bank, lookUpMany: changedMeanwhile } }, { uploadId: upload.id })
  expect(await answersOf(upload.id)).toEqual([])
  await lookAheadJob.work(house, { uploadId: upload.id })
  expect(await answersOf(upload.id)).toEqual([{ row: 2, outcome: 'found', name: 'SOMEBODY ELSE' }])
})

test.each([
  { outcome: 'found', minutes: 23 * 60, isAsked: false },
  { outcome: 'found', minutes: 25 * 60, isAsked: true },
  { outcome: 'closed', minutes: 5, isAsked: false },
  { outcome: 'closed', minutes: 20, isAsked: true },
])('an answer of $minutes minutes ago that said $outcome is asked for again: $isAsked', async (old) => {
  const upload = await waiting(newFarmers(1))
  await answered(upload.id, 1)
  await world.owner.query(
    `update upload_row_checks set outcome = $2, checked_at = now() - make_interval(mins => $3) where upload_id = $1`,
    [upload.id, old.outcome, old.minutes],
  )
  if (old.outcome === 'found') await noBank()
  await decide(world, world.people.otienoChecker, upload)
  const isRegistered = old.outcome === 'found' ? !old.isAsked : old.isAsked
  expect((await uploadOf(world.people.wanjikuMaker, upload.id)).done).toBe(isRegistered ? 1 : 0)
})

test('of companies too an answer holds no longer than a day', async () => {
  const upload = await waiting(newCompanies(2), { kind: farmerCompaniesFile })
  await answered(upload.id, 2)
  await world.owner.query(
    `update upload_row_checks set checked_at = now() - make_interval(hours => 25) where upload_id = $1`,
    [upload.id],
  )
  await noBank()
  const refused = await decide(world, world.people.otienoChecker, upload, { path: 'approve_farmer_company' })
  expect(refused).toMatchObject({ status: 503, body: { code: 'bank.silent', details: { accounts: 2 } } })
})

test('before the decision its checker sees what the bank has said of each account, and which rows', async () => {
  const { otienoChecker, danielMaker } = world.people
  const rows = newFarmers(4)
  const [same, other, closed, silent] = rows
  await world.bank.load([
    { ...at(same!), name: 'WANJIKU NJERI KAMAU' },
    { ...at(other!), name: 'SOMEBODY ELSE' },
    { ...at(closed!), name: 'WANJIKU NJERI KAMAU', status: 'closed' },
  ])
  const upload = await waiting(rows)
  await answered(upload.id, 4)
  await world.owner.query(
    `delete from upload_row_checks c using upload_rows r where r.id = c.row_id and r.upload_id = $1 and r.row_number = 5`,
    [upload.id],
  )
  expect(silent).toBeDefined()
  const groups = async (person = otienoChecker) =>
    (await person.get<Review>(`/uploads/${upload.id}/review`)).body.groups.map(
      ({ code, severity, rows: count }) => `${code} ${severity} ${count}`,
    )
  const shown = (query: object, person = otienoChecker) =>
    person.get<{ data: ReviewRow[] }>(`/uploads/${upload.id}/rows`, { ...query })
  expect((await groups()).toSorted()).toEqual([
    'bank_found note 1',
    'bank_name warning 1',
    'bank_refused warning 1',
    'bank_silent note 1',
  ])
  const said = async (code: string) =>
    (await shown({ code })).body.data.map((row) => [row.row, row.problems.map(({ message }) => message).join()])
  expect(await said('bank_found')).toEqual([[2, 'Found by the bank']])
  expect(await said('bank_name')).toEqual([[3, 'In the name of SOMEBODY ELSE']])
  expect(await said('bank_refused')).toEqual([[4, 'The account is closed']])
  expect(await said('bank_silent')).toEqual([[5, 'Not answered yet']])
  // What is only known is no problem.
  expect((await shown({})).body.data.map(({ row }) => row)).toEqual([3, 4])
  expect((await shown({}, danielMaker)).status).toBe(404)
  const maySee = (change: string) =>
    world.owner.query(
      `update roles set permissions = ${change}(permissions, 'CAN_VIEW_PERSONAL_DATA') where name = 'FCS_CHECKER'`,
    )
  await maySee('array_remove')
  try {
    expect(await said('bank_name')).toEqual([[3, 'In another name']])
  } finally {
    await maySee('array_append')
  }
  // Decided, it says what became of the rows, and no longer what was said before.
  await decide(world, otienoChecker, upload)
  expect((await groups()).filter((group) => !group.includes('silent'))).toEqual(['account_refused error 1'])
})

test('nothing is asked about a file that was decided meanwhile', async () => {
  const upload = await waiting(newFarmers(1))
  await answered(upload.id, 1)
  await decide(world, world.people.otienoChecker, upload)
  await world.owner.query('delete from upload_row_checks where upload_id = $1', [upload.id])
  await lookAheadJob.work(world.house, { uploadId: upload.id })
  expect(await answersOf(upload.id)).toEqual([])
})
