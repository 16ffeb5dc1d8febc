import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { farmerCompaniesFile } from '#contract/farmers/farmerFiles.ts'
import { newCompanies } from '#test/kit/farmerFiles.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import {
  decide,
  decline,
  farmersOf,
  silence,
  trailOf,
  uploadOf,
  uploadRows,
  type Cells,
} from '#test/faults/farmerWays.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterEach(() => world.bank.clearFaults())
afterAll(() => world.close())

const path = 'approve_farmer_company'
const waiting = (rows: readonly Cells[]) =>
  uploadRows(world, world.people.wanjikuMaker, rows, { kind: farmerCompaniesFile })
const seen = async (id: string) => {
  const { status, version, ready, failed, done } = await uploadOf(world.people.wanjikuMaker, id)
  return { status: status.statusName, version, ready, failed, done }
}

test('all companies of a file become farmers together', async () => {
  const upload = await waiting(newCompanies(3))
  const { status, body } = await decide(world, world.people.otienoChecker, upload, { path })
  expect({ status, data: body.data }).toMatchObject({ status: 200, data: { done: 3, status: { id: 1 } } })
  const made = await farmersOf(world, upload.id)
  expect(made.map((one) => [one['type'], one['full_name'], one['gender']])).toEqual(
    Array.from({ length: 3 }, () => ['FCS_FARMER_COMPANY', 'Kirima Estate Ltd', '']),
  )
})

test('while the bank is silent for one company nothing is changed, and the next try asks only for that one', async () => {
  const { otienoChecker } = world.people
  const rows = newCompanies(3)
  await silence(world, [rows[1]!])
  const upload = await waiting(rows)
  const before = await seen(upload.id)
  const refused = await decide(world, otienoChecker, upload, { path })
  expect(refused).toMatchObject({ status: 503, body: { code: 'bank.silent', details: { accounts: 1 } } })
  expect(await seen(upload.id)).toEqual(before)
  expect(await farmersOf(world, upload.id)).toEqual([])
  expect((await trailOf(world, upload.id)).filter((line) => line.startsWith('approve'))).toEqual([])
  await world.bank.clearFaults()
  await silence(world, [rows[0]!, rows[2]!])
  expect((await decide(world, otienoChecker, upload, { path })).body.data).toMatchObject({ done: 3, status: { id: 1 } })
})

test('one refused account refuses all companies with a workbook, and a later approval asks for it again', async () => {
  const { otienoChecker } = world.people
  const rows = newCompanies(2)
  const account = { institutionCode: '11', accountNumber: rows[1]!.accountNumber!, name: 'KIRIMA ESTATE LTD' }
  await world.bank.load([{ ...account, status: 'closed' }])
  const upload = await waiting(rows)
  const before = await seen(upload.id)
  const refused = await decide(world, otienoChecker, upload, { path })
  expect(refused.status).toBe(424)
  expect(JSON.parse(refused.headers['x-upload-summary'] ?? '')).toMatchObject({
    read: 2,
    failed: 1,
    first: [{ row: 3 }],
  })
  expect(await seen(upload.id)).toEqual(before)
  expect(await farmersOf(world, upload.id)).toEqual([])
  await world.bank.load([account])
  expect((await decide(world, otienoChecker, upload, { path })).body.data).toMatchObject({ done: 2, status: { id: 1 } })
})

test('a company upload is not decided by the call for farmers, in bulk by neither when its rows fail', async () => {
  const { otienoChecker } = world.people
  const rows = newCompanies(1)
  await world.bank.load([
    { institutionCode: '11', accountNumber: rows[0]!.accountNumber!, name: 'K', status: 'blocked' },
  ])
  const upload = await waiting(rows)
  expect(await decide(world, otienoChecker, upload)).toMatchObject({ status: 404 })
  expect(await seen(upload.id)).toMatchObject({ status: 'PENDING_APPROVAL', version: upload.version })
  const records = [{ id: upload.id, version: upload.version }]
  const bulk = await otienoChecker.post('/upload/cherry/farmer-bulk', { step: 'approve', records })
  expect([bulk.status, bulk.body]).toMatchObject([
    409,
    { details: { done: 0, skipped: 1, rows: [{ id: upload.id, code: 'upload.rows_invalid' }] } },
  ])
  expect((await decline(world, otienoChecker, upload)).body).toMatchObject({ message: 'Declined', data: { done: 0 } })
})
