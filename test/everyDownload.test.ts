import { afterAll, beforeAll, expect, test } from 'vitest'
import { isBinary } from '#contract/kit/endpoint.ts'
import { declaredCalls } from '#server/kit/web/openApi.ts'
import { organisationOf } from '../db/seed/organisations.ts'
import { closedCatalogue } from './kit/catalogueFiles.ts'
import { decideDeductionFile, sendDeductions } from './kit/deductionFiles.ts'
import { attachMinute } from './kit/deductions.ts'
import { fillSociety } from './kit/societyMoney.ts'
import { attachException, orderTransfer } from './kit/societyTransfers.ts'
import { eslipIn, saleOf } from './kit/eslips.ts'
import { makeDraft, sendFarmers } from './kit/farmerUploads.ts'
import { newLimits, sendLimits } from './kit/limitFiles.ts'
import { borrower, fillFund, waitingLoan } from './kit/loans.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { openSale, sendDispatch } from './kit/dispatchFiles.ts'
import { outturns, sendParchment } from './kit/parchmentFiles.ts'
import type { Person } from './kit/people.ts'
import { isExported, sampleRequest } from './kit/sampleRequests.ts'
import { releasedFile } from './kit/rtgsFiles.ts'
import { makeSchedules } from './kit/schedules.ts'
import { makeWorld, type World } from './kit/world.ts'

// A file that leaves the house is out of its reach. Whatever call answers one leaves exactly one line in the trail: who took
// it out, and when. Templates hold nobody's data.
const templates = '/files/downloads'

let world: World
let ids: string[]
let factoryId: string
let sale: string
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  const { wanjikuMaker } = world.people
  await fillFund(world, 'KPCU', 100_000)
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from farmers where organisation_id = $1 and status = 'APPROVED' order by member_number limit 1`,
    [world.organisationId('CF4100')],
  )
  const factories = await world.owner.query<{ id: string }>(
    `select id from factories where organisation_id = $1 order by code limit 1`,
    [world.organisationId('CF4100')],
  )
  factoryId = factories.rows[0]?.id ?? ''
  await openSale(world)
  sale = await saleOf(world, await eslipIn(world))
  ids = [
    rows[0]?.id ?? '',
    (await makeDraft(wanjikuMaker)).id,
    (await sendFarmers(wanjikuMaker, 2)).id,
    (await sendLimits(wanjikuMaker, newLimits(1))).id,
    (await sendParchment(wanjikuMaker, outturns(1, { outturn: '09TH4712' }))).id,
    (await sendDispatch(world.people.kipronoMillerMaker)).id,
    (await waitingLoan(world, (await borrower(world)).id)).id,
    await closedCatalogue(world, 71),
    (await world.people.aminaViewer.post<{ data: { id: string } }>('/county-reports')).body.data.id,
    await releasedFile(world),
    await makeSchedules(world),
    await fileWithMinute(),
    await retentionWithLetter(),
  ]
  const lines = await world.owner.query<{ id: string }>(
    `select min(l.id::text)::uuid as id from schedule_lines l join communal_payments p on p.id = l.communal_payment_id group by p.status`,
  )
  const legs = await world.owner.query<{ id: string }>(`select id from eslip_legs where kind = 'GROWER' limit 1`)
  ids.push(...[...lines.rows, ...legs.rows].map(({ id }) => id))
})
afterAll(() => world?.close())

/** A deduction and the file that it came in, which have one id, with the minute that allows them. */
async function fileWithMinute(): Promise<string> {
  const { wanjikuMaker, margaretManager } = world.people
  const { data } = (await attachMinute(world, wanjikuMaker)).body
  const file = await sendDeductions(world, wanjikuMaker, undefined, { documentId: data.id })
  await decideDeductionFile(world, margaretManager, 'approve', file)
  return file.id
}

/** A retention with the letter that allows it. */
async function retentionWithLetter(): Promise<string> {
  const { wanjikuMaker } = world.people
  await fillSociety(world, 'CF4100', 1_000)
  const documentId = (await attachException(world, wanjikuMaker)).body.data.id
  const said = { document: 'CO-OP/1', documentId }
  return (await orderTransfer(world, wanjikuMaker, 'RETENTION', 1, said)).body.data.id
}

const files = declaredCalls
  .filter(({ declared }) => declared.method === 'GET' && declared.path !== templates && isBinary(declared.answer))
  .map((call) => ({ ...call, title: `GET ${call.declared.path}` }))

const trailOf = async (person: Person) =>
  (
    await world.owner.query<{ action: string }>(`select action from audit_events where actor_id = $1 order by id`, [
      person.id,
    ])
  ).rows.map(({ action }) => action)

test.each(files)('$title leaves a line in the trail each time, and none when it is refused', async ({ declared }) => {
  let downloads = 0
  const { wanjikuMaker, otienoChecker, danielMaker, aliceMillerChecker, peterBankChecker, aminaViewer } = world.people
  for (const person of [wanjikuMaker, otienoChecker, danielMaker, aliceMillerChecker, peterBankChecker, aminaViewer])
    for (const id of declared.path.includes(':id') ? ids : ids.slice(0, 1)) {
      const sample = await sampleRequest(declared, {
        organisationId: organisationOf(person.organisationCode).id,
        organisationCode: person.organisationCode,
        id,
        values: {
          farmerId: ids[0],
          factoryId,
          deliveredOn: '2026-11-20',
          outturn: '09TH4712',
          season: currentSeason(),
          sale,
        },
      })
      const before = (await trailOf(person)).length
      const { status } = await person.get(sample.path, sample.query)
      const left = (await trailOf(person)).slice(before)
      if (status === 200) downloads++
      expect([person.username, id, status, left.length]).toEqual([person.username, id, status, status === 200 ? 1 : 0])
    }
  expect(downloads).toBeGreaterThan(0)
})

const exports = declaredCalls
  .filter(({ declared }) => declared.method === 'GET' && isExported(declared))
  .map((call) => ({ ...call, title: `GET ${call.declared.path}` }))

const naming = new Set<string>()
test.each(exports)('$title as a file leaves a line when it names anybody by a number', async ({ declared }) => {
  const { rows } = await world.owner.query<{ number: string }>(
    `select unnest(array[id_number, mobile_number, account_number]) as number from farmers`,
  )
  const personal = new Set(rows.map(({ number }) => number))
  for (const person of [world.people.otienoChecker, world.people.peterBankChecker])
    for (const id of declared.path.includes(':id') ? ids : ids.slice(0, 1)) {
      const sample = await sampleRequest(declared, {
        organisationId: organisationOf(person.organisationCode).id,
        organisationCode: person.organisationCode,
        id,
        values: { farmerId: ids[0] },
      })
      const before = (await trailOf(person)).length
      const { status, bytes } = await person.get(sample.path, { ...sample.query, export: 'csv' })
      const left = (await trailOf(person)).length - before
      const namesSomebody =
        status === 200 &&
        bytes
          .toString()
          .split(/[",\r\n]+/)
          .some((cell) => personal.has(cell))
      if (namesSomebody) {
        naming.add(declared.path)
        expect([person.username, left]).toEqual([person.username, 1])
      }
      if (status !== 200) expect([person.username, status, left]).toEqual([person.username, status, 0])
    }
})

test('some of these files named somebody', () => {
  expect(naming.size).toBeGreaterThan(5)
})

test('there are calls that answer a file, and lists that can be one', () => {
  expect(files.length).toBeGreaterThan(5)
  expect(exports.length).toBeGreaterThan(20)
})
