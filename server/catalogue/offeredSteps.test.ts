import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { catalogueRecordFlow } from '#contract/catalogue/catalogueFlow.ts'
import type { CatalogueRecord } from '#contract/catalogue/catalogueRecords.ts'
import {
  acceptLot,
  approveLot,
  editLot,
  enterSale,
  lotIn,
  lotOf,
  rejectLot,
  resetLots,
  waitingLot,
  withdrawLot,
} from '#test/kit/catalogueFiles.ts'
import type { Person, PersonName } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// The lots of Savanna Auction Brokers at the warehouse of Athi, as everybody of the house meets them: what each is offered by where a
// lot stands, written out by hand, and what the calls answer to everything else.
let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await enterSale(world)
})
afterAll(() => world?.close())

type StepName = keyof typeof catalogueRecordFlow.steps
type StateName = keyof typeof catalogueRecordFlow.states
const offered: Record<StateName, Partial<Record<PersonName, readonly StepName[]>>> = {
  PENDING_APPROVAL: {
    catherineBrokerChecker: ['approve', 'reject', 'edit'],
    francisWarehouseChecker: ['approve', 'edit'],
  },
  PENDING_WAREHOUSE_APPROVAL: {
    catherineBrokerChecker: ['edit'],
    francisWarehouseChecker: ['approve', 'edit'],
    kevinBrokerMaker: ['reset'],
  },
  PENDING_BROKER_APPROVAL: { catherineBrokerChecker: ['approve', 'reject'], kevinBrokerMaker: ['reset'] },
  REFERRED_TO_BROKER: { kevinBrokerMaker: ['accept', 'correct', 'reset'] },
  HOLDING_STATUS: { kevinBrokerMaker: ['correct'] },
  APPROVED: { catherineBrokerChecker: ['withdraw'], kevinBrokerMaker: ['reset'] },
  REJECTED: {},
  WITHDRAWN: {},
  SOLD: {},
}
/** Who is shown the lot. The miller is named by it and only reads it, like whoever reads of every organisation. */
const readers = [
  'catherineBrokerChecker',
  'kevinBrokerMaker',
  'francisWarehouseChecker',
  'kipronoMillerMaker',
  'estherBankMaker',
  'peterBankChecker',
  'mercyKpcuChecker',
  'aminaViewer',
] as const satisfies readonly PersonName[]
/** Who is not: another broker or marketer, roles that have nothing to do with catalogues, and societies. */
const strangers = [
  'halimaMarketerChecker',
  'brianMarketerMaker',
  'rashidWarehouseMaker',
  'naomiWarehouseClerk',
  'aliceMillerChecker',
  'wanjikuMaker',
  'otienoChecker',
  'samuelAdministrator',
] as const satisfies readonly PersonName[]

const take: Record<StepName, (person: Person, lot: CatalogueRecord) => Promise<{ status: number }>> = {
  approve: (person, lot) => approveLot(person, lot, 'A word of ours'),
  reject: (person, lot) => rejectLot(person, lot, 'A word of ours'),
  edit: (person, lot) => editLot(person, lot, { numberOfPocket: 31 }, 'A word of ours'),
  accept: (person, lot) => acceptLot(person, lot, 'A word of ours'),
  correct: (person, lot) => editLot(person, lot, { numberOfPocket: 31 }, 'A word of ours'),
  withdraw: (person, lot) => withdrawLot(person, lot, 'A word of ours'),
  reset: (person, lot) => resetLots(person, lot.id),
}
const allSteps = Object.keys(take) as StepName[]
const stateOf = async (id: string) =>
  (
    await world.owner.query<{ status: string; version: number }>(
      `select status, version from catalogue_records where id = $1`,
      [id],
    )
  ).rows[0]

describe.each(Object.keys(offered) as StateName[])('a lot that is %s', (status) => {
  test('offers everybody what the table says, and nothing else', async () => {
    const { id } = await lotIn(world, status)
    for (const reader of readers) {
      const { body } = await lotOf(world.people[reader], id)
      const steps = allSteps.filter((step) => body.steps[step] === null)
      expect([reader, steps.toSorted()]).toEqual([reader, [...(offered[status][reader] ?? [])].toSorted()])
    }
    for (const stranger of strangers)
      expect([stranger, (await lotOf(world.people[stranger], id)).status]).toEqual([
        stranger,
        expect.toSatisfy((answer: number) => answer === 403 || answer === 404),
      ])
  })

  test('answers the calls of everybody else with a refusal, and stays as it is', async () => {
    const lot = await lotIn(world, status)
    const before = await stateOf(lot.id)
    for (const name of [...readers, ...strangers])
      for (const step of allSteps) {
        const own = offered[status][name] ?? []
        // One call corrects and edits, and one approves and accepts, as the state has it.
        const same: readonly StepName[] =
          step === 'edit' || step === 'correct'
            ? ['edit', 'correct']
            : step === 'approve'
              ? ['approve', 'accept']
              : [step]
        if (own.some((each) => same.includes(each))) continue
        const answer = await take[step](world.people[name], lot)
        expect([name, step, answer.status]).toEqual([
          name,
          step,
          expect.toSatisfy((code: number) => [403, 404, 409, 422].includes(code)),
        ])
        expect([name, step, await stateOf(lot.id)]).toEqual([name, step, before])
      }
  })

  test('takes each step that it offers', async () => {
    for (const [name, steps] of Object.entries(offered[status]) as [PersonName, StepName[]][])
      for (const step of steps) {
        const lot = await lotIn(world, status)
        const answer = await take[step](world.people[name], lot)
        expect([name, step, answer.status]).toEqual([name, step, 200])
      }
  })
})

test('a marketer decides as a broker does on what it offers itself', async () => {
  const { brianMarketerMaker, halimaMarketerChecker, catherineBrokerChecker } = world.people
  const lot = await waitingLot(world, { broker: 'MK3001' }, brianMarketerMaker)
  expect((await approveLot(catherineBrokerChecker, lot)).status).toBe(404)
  expect((await approveLot(halimaMarketerChecker, lot)).body.data.status.id).toBe(90)
  expect((await approveLot(world.people.francisWarehouseChecker, { id: lot.id })).body.data.status.id).toBe(1)
})

test('a miller uploads for a broker, who decides; the miller accepts figures and never says the broker’s word', async () => {
  const { kipronoMillerMaker: miller, catherineBrokerChecker, kevinBrokerMaker, francisWarehouseChecker } = world.people
  const lot = await waitingLot(world, {}, miller)
  expect(lot).toMatchObject({ agentCode: 'BR5001', status: { id: 3 } })
  for (const person of [catherineBrokerChecker, kevinBrokerMaker, francisWarehouseChecker])
    expect((await lotOf(person, lot.id)).status).toBe(200)
  const edited = await editLot(francisWarehouseChecker, lot, { weight: 89.5 }, 'We weighed 89.5 kg')
  expect(edited.body.data.status.id).toBe(201)
  expect((await editLot(miller, edited.body.data, { weight: 89.4 }, 'No, 89.4 kg')).status).toBe(403)
  expect((await acceptLot(miller, { id: lot.id })).body.data.status.id).toBe(23)
  expect((await approveLot(miller, { id: lot.id })).status).toBe(403)
  expect((await approveLot(catherineBrokerChecker, { id: lot.id })).body.data.status.id).toBe(1)
})
