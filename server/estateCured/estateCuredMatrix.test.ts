import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { organisationTypes, type OrganisationType } from '#contract/house/organisationTypes.ts'
import { roles, type RoleName } from '#contract/house/permissions.ts'
import { estateCuredEnds, estateCuredFlow } from '#contract/estateCured/estateCuredFlow.ts'
import { refusal, stateOf, type Step } from '#contract/kit/workflow.ts'
import { actorFrom } from '#server/kit/scope.ts'
import {
  decideLots,
  newLotsOfEstates,
  openSale,
  readLot,
  recordsIn,
  sendEstateCured,
  updateLot,
} from '#test/kit/estateCured.ts'
import type { PersonName } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// Written out by hand from the specification (3, section 4) and the two tracks; nothing here is read from the declaration.
const checkboxes: Record<number, readonly RoleName[]> = {
  3: ['MARKETER_CHECKER', 'WAREHOUSE_CHECKER', 'WAREHOUSE', 'BROKER_CHECKER'],
  100: ['WAREHOUSE_MAKER', 'MARKETER_CHECKER', 'BROKER_CHECKER', 'WAREHOUSE'],
  102: ['WAREHOUSE_CHECKER', 'MARKETER_CHECKER', 'BROKER_CHECKER'],
  103: ['WAREHOUSE_CHECKER'],
  104: ['MARKETER_CHECKER', 'BROKER_CHECKER'],
  105: ['WAREHOUSE', 'WAREHOUSE_MAKER'],
  106: ['WAREHOUSE', 'WAREHOUSE_CHECKER', 'WAREHOUSE_MAKER'],
  23: ['MARKETER_CHECKER', 'BROKER_CHECKER'],
}
const editors: readonly RoleName[] = ['MILLER_MAKER', 'MARKETER_MAKER', 'BROKER_MAKER']
const everyRole = Object.keys(roles) as RoleName[] // border: the keys of the list are the roles
const everyType = Object.keys(organisationTypes) as OrganisationType[] // border: as above
const numbers = Object.values(estateCuredFlow.states).map(({ id }) => id)

const mayTake = (step: Step, id: number, role: RoleName, organisationType: OrganisationType): boolean => {
  const actor = actorFrom({ role, organisationType, permissions: roles[role].permissions })
  return refusal(step, { status: stateOf(estateCuredFlow, id) ?? '', makers: [] }, actor) === null
}

describe.each(numbers)('a record in state %i', (id) => {
  test.each(['approve', 'reject', 'correct'] as const)(
    'is open to %s for the roles of the table, and no others',
    (name) => {
      const takers = everyRole.filter((role) =>
        roles[role].types.some((type) => mayTake(estateCuredFlow.steps[name], id, role, type)),
      )
      expect(takers.toSorted()).toEqual([...(checkboxes[id] ?? [])].toSorted())
    },
  )

  test('is decided by nobody of another type of organisation, whatever the role is called', () => {
    const parties: readonly OrganisationType[] = ['WAREHOUSE', 'BROKER', 'MARKETER']
    const strangers = everyType.filter((type) => !parties.includes(type))
    const { approve, reject, correct } = estateCuredFlow.steps
    for (const step of [approve, reject, correct])
      expect(strangers.filter((type) => everyRole.some((role) => mayTake(step, id, role, type)))).toEqual([])
  })

  test('is edited and deleted by who uploads, where it was referred back or is on hold', () => {
    for (const step of [estateCuredFlow.steps.edit, estateCuredFlow.steps.remove]) {
      const takers = everyRole.filter((role) => roles[role].types.some((type) => mayTake(step, id, role, type)))
      expect(takers.toSorted()).toEqual([25, 200].includes(id) ? [...editors].toSorted() : [])
    }
  })
})

test('the eight states of the bulk actions are those that somebody can tick', () => {
  const ticked = numbers.filter((id) =>
    estateCuredFlow.steps.approve.from.some((name) => estateCuredFlow.states[name].id === id),
  )
  expect(ticked.toSorted((a, b) => a - b)).toEqual([3, 23, 100, 102, 103, 104, 105, 106])
})

test('from every state an end is reached by steps that somebody may take', () => {
  const moves = new Map<string, readonly string[]>()
  for (const name of Object.keys(estateCuredFlow.states)) {
    const to = Object.values<Step>(estateCuredFlow.steps).flatMap((step) =>
      everyRole.some((role) =>
        roles[role].types.some((type) => mayTake(step, estateCuredFlow.states[name as 'APPROVED'].id, role, type)),
      )
        ? step.to
        : [],
    )
    moves.set(name, to)
  }
  const ending = new Set<string>(estateCuredEnds)
  for (let size = 0; size !== ending.size;) {
    size = ending.size
    for (const [name, to] of moves) if (to.some((state) => ending.has(state))) ending.add(name)
  }
  expect([...moves.keys()].filter((name) => !ending.has(name))).toEqual([])
})

const people = {
  maker: 'rashidWarehouseMaker',
  clerk: 'naomiWarehouseClerk',
  checker: 'francisWarehouseChecker',
  broker: 'catherineBrokerChecker',
} as const satisfies Record<string, PersonName>
type Side = keyof typeof people
type Outcome = Record<Side, number | 'role' | 'type'>

const approvals: Record<number, Outcome> = {
  3: { maker: 'role', clerk: 102, checker: 102, broker: 105 },
  100: { maker: 102, clerk: 102, checker: 'role', broker: 105 },
  102: { maker: 'role', clerk: 'role', checker: 104, broker: 103 },
  103: { maker: 'role', clerk: 'role', checker: 1, broker: 'type' },
  104: { maker: 'type', clerk: 'type', checker: 'type', broker: 1 },
  105: { maker: 103, clerk: 103, checker: 'role', broker: 'type' },
  106: { maker: 1, clerk: 1, checker: 1, broker: 'type' },
  23: { maker: 'type', clerk: 'type', checker: 'type', broker: 1 },
}
// A correction is the approval of who makes it; whoever had agreed before is asked again.
const corrections: Record<number, Outcome> = {
  ...approvals,
  102: { maker: 'role', clerk: 'role', checker: 104, broker: 105 },
  103: { maker: 'role', clerk: 'role', checker: 23, broker: 'type' },
  104: { maker: 'type', clerk: 'type', checker: 'type', broker: 106 },
  105: { maker: 102, clerk: 102, checker: 'role', broker: 'type' },
  106: { maker: 23, clerk: 23, checker: 23, broker: 'type' },
  23: { maker: 'type', clerk: 'type', checker: 'type', broker: 106 },
}
const refusals = { role: 'role.not_allowed', type: 'organisation.not_allowed' } as const

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await openSale(world)
})
afterAll(() => world?.close())

/** Puts records of one file in a state as if others had led them there: who has agreed is what the state says. */
async function inState(id: number, count: number) {
  const { kipronoMillerMaker } = world.people
  const { id: fileId } = await sendEstateCured(kipronoMillerMaker, newLotsOfEstates(count))
  const made = [102, 103, 104, 106, 23].includes(id)
  const checked = [104, 106, 23].includes(id)
  const broker = [103, 105, 106, 23].includes(id)
  await world.owner.query(
    `update estate_cured_records set status = $2, warehouse_made_by = case when $3 then $6::uuid end, warehouse_checked_by = case when $4 then $7::uuid end,
      broker_agreed_by = case when $5 then $8::uuid end where upload_id = $1`,
    [
      fileId,
      stateOf(estateCuredFlow, id),
      made,
      checked,
      broker,
      world.people.aminaViewer.id,
      world.people.aliceMillerChecker.id,
      world.people.halimaMarketerChecker.id,
    ],
  )
  return { fileId, records: await recordsIn(kipronoMillerMaker, fileId) }
}

const walks = (table: Record<number, Outcome>) =>
  Object.entries(table).map(
    ([id, outcomes]) => [Number(id), Object.entries(outcomes) as [Side, Outcome[Side]][]] as const,
  ) // border: the keys of the table

test.each(walks(approvals))('an approval leads on from state %i as the two tracks say', async (id, outcomes) => {
  const { fileId, records } = await inState(id, outcomes.length)
  for (const [at, [side, outcome]] of outcomes.entries()) {
    const person = world.people[people[side]]
    const lot = await readLot(person, records[at]?.id ?? '')
    expect([side, lot.steps['approve']]).toEqual([side, typeof outcome === 'number' ? null : refusals[outcome]])
    const answer = await decideLots(person, 'APPROVE_SELECTED', { fileId, records: [lot] })
    expect([side, answer.status, answer.body.code]).toEqual(
      typeof outcome === 'number' ? [side, 200, undefined] : [side, 409, refusals[outcome]],
    )
    expect([side, (await readLot(person, lot.id)).status.id]).toEqual([
      side,
      typeof outcome === 'number' ? outcome : id,
    ])
  }
})

test.each(walks(corrections))(
  'a correction leads on from state %i, and asks again whoever had agreed',
  async (id, outcomes) => {
    const { records } = await inState(id, outcomes.length)
    for (const [at, [side, outcome]] of outcomes.entries()) {
      const person = world.people[people[side]]
      const lot = await readLot(person, records[at]?.id ?? '')
      const answer = await updateLot(person, lot, { numberOfBags: 3, numberOfPocket: 4, weight: '184' })
      expect([side, answer.body.code ?? answer.body.data.status.id]).toEqual([
        side,
        typeof outcome === 'number' ? outcome : refusals[outcome],
      ])
      if (typeof outcome !== 'number') continue
      const { bags, pockets, cleanNetWeight, earlier, warehouseMaker, brokerChecker } = await readLot(person, lot.id)
      expect({ bags, pockets, cleanNetWeight, earlier }).toEqual({
        bags: 3,
        pockets: 4,
        cleanNetWeight: 184,
        earlier: { bags: 2, pockets: 10, cleanNetWeight: 130 },
      })
      // Where somebody must agree anew, nobody's agreement to the earlier weight is left of that side.
      if ([102, 104].includes(outcome)) expect([side, brokerChecker]).toEqual([side, null])
      if (outcome === 105) expect([side, warehouseMaker]).toEqual([side, null])
    }
  },
)

test.each([3, 23, 100, 102, 103, 104, 105, 106])('a rejection leads back to the sender from state %i', async (id) => {
  const { fileId, records } = await inState(id, 1)
  const side = (Object.entries(approvals[id] ?? {}) as [Side, Outcome[Side]][]).find(
    ([, outcome]) => typeof outcome === 'number',
  )?.[0]
  const person = world.people[people[side ?? 'broker']]
  expect((await decideLots(person, 'REJECT_SELECTED', { fileId, records })).status).toBe(200)
  expect((await readLot(person, records[0]?.id ?? '')).status.id).toBe(25)
})
