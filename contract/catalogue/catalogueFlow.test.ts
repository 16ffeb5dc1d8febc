import { describe, expect, test } from 'vitest'
import { roles, type Actor, type RoleName } from '#contract/house/permissions.ts'
import { refusal, type Step, type Workflow } from '#contract/kit/workflow.ts'
import { catalogueRecordFlow } from './catalogueFlow.ts'

// Written out by hand from specification 3, section 4, and domain 10.10: who is offered what of a lot, by where it stands. Whatever is
// not named here is offered to nobody.
const named = [
  'MARKETER_CHECKER',
  'WAREHOUSE_CHECKER',
  'WAREHOUSE',
  'WAREHOUSE_MAKER',
  'BROKER_CHECKER',
  'MARKETER_MAKER',
  'BROKER_MAKER',
  'MILLER_MAKER',
  'MILLER_CHECKER',
] as const satisfies readonly RoleName[]
type Named = (typeof named)[number]
const checkers: readonly Named[] = ['MARKETER_CHECKER', 'WAREHOUSE_CHECKER', 'BROKER_CHECKER']
const brokersCheckers: readonly Named[] = ['MARKETER_CHECKER', 'BROKER_CHECKER']
const brokersClerks: readonly Named[] = ['MARKETER_MAKER', 'BROKER_MAKER']
const uploaders: readonly Named[] = ['MARKETER_MAKER', 'BROKER_MAKER', 'MILLER_MAKER']
type StepName = keyof typeof catalogueRecordFlow.steps
type StateName = keyof typeof catalogueRecordFlow.states
const offered: Record<StateName, Partial<Record<StepName, readonly Named[]>>> = {
  PENDING_APPROVAL: { approve: checkers, reject: brokersCheckers, edit: checkers },
  PENDING_WAREHOUSE_APPROVAL: { approve: ['WAREHOUSE_CHECKER'], edit: checkers, reset: uploaders },
  PENDING_BROKER_APPROVAL: { approve: brokersCheckers, reject: brokersCheckers, reset: uploaders },
  REFERRED_TO_BROKER: { accept: uploaders, correct: brokersClerks, reset: uploaders },
  HOLDING_STATUS: { correct: uploaders },
  APPROVED: { withdraw: brokersCheckers, reset: uploaders },
  REJECTED: {},
  WITHDRAWN: {},
  SOLD: {},
}
const numbers: Record<StateName, number> = {
  PENDING_APPROVAL: 3,
  PENDING_WAREHOUSE_APPROVAL: 90,
  PENDING_BROKER_APPROVAL: 23,
  REFERRED_TO_BROKER: 201,
  HOLDING_STATUS: 200,
  APPROVED: 1,
  REJECTED: 2,
  WITHDRAWN: 214,
  SOLD: 215,
}

const states = Object.keys(offered) as StateName[]
const steps = Object.keys(catalogueRecordFlow.steps) as StepName[]
const actorOf = (role: RoleName): Actor => ({
  userId: role,
  username: role,
  fullName: role,
  organisationId: 'o',
  organisationCode: 'O',
  organisationName: 'O',
  organisationType: roles[role].types[0],
  role,
  permissions: new Set(roles[role].permissions),
})
const takers = (status: StateName, step: Step): Named[] =>
  named.filter((role) => refusal(step, { status, makers: ['the sender'] }, actorOf(role)) === null)

describe.each(states)('a lot that is %s', (status) => {
  test.each(steps)('offers %s to exactly those of the table', (step) => {
    expect(takers(status, catalogueRecordFlow.steps[step]).toSorted()).toEqual(
      [...(offered[status][step] ?? [])].toSorted(),
    )
  })
})

test('the states have the numbers of the specification and of the trade', () => {
  const declared = Object.entries(catalogueRecordFlow.states).map(([name, { id }]) => [name, id])
  expect(Object.fromEntries(declared)).toEqual(numbers)
})

test('nobody of the other roles of the house takes any step', () => {
  const others = (Object.keys(roles) as RoleName[]).filter((role) => !named.some((one) => one === role))
  const taken = others.flatMap((role) =>
    states.flatMap((status) =>
      steps.filter((step) => refusal(catalogueRecordFlow.steps[step], { status, makers: [] }, actorOf(role)) === null),
    ),
  )
  expect(others.length).toBeGreaterThan(8)
  expect(taken).toEqual([])
})

test('people alone bring a lot from every state to an end', () => {
  const ends = new Set<string>(['APPROVED', 'REJECTED', 'WITHDRAWN', 'SOLD'])
  const flow: Workflow = catalogueRecordFlow
  const leads = (status: string) =>
    Object.values(flow.steps).flatMap(({ from, to }) => (from.includes(status) ? to : []))
  for (const start of states) {
    const reached = new Set<string>([start])
    for (const status of reached) for (const to of leads(status)) reached.add(to)
    expect([start, [...reached].some((status) => ends.has(status))]).toEqual([start, true])
  }
})

test('no step of one side leads from a fresh lot into the catalogue', () => {
  const { approve, edit, accept, correct } = catalogueRecordFlow.steps
  // Only an approval ends in the catalogue, and it never does so where nobody has agreed yet.
  for (const step of [edit, accept, correct]) expect(step.to).not.toContain('APPROVED')
  expect(approve.from).toContain('PENDING_APPROVAL')
})
