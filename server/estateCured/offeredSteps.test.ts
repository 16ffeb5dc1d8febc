import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { estateCuredFlow } from '#contract/estateCured/estateCuredFlow.ts'
import type { EstateCured } from '#contract/estateCured/estateCuredRecords.ts'
import type { RoleName } from '#contract/house/permissions.ts'
import { refusal, type Step } from '#contract/kit/workflow.ts'
import { actorOf } from '#server/kit/web/sessionToken.ts'
import { decideLots, estateCuredLot, updateLot } from '#test/kit/estateCured.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// What is offered to whom of a record that a miller has sent, written out by hand from the specification (part 3, section 4, the checkboxes of
// estate cured records, and who uploads edits); and the same read from the declaration. The calls take exactly that.
type State = keyof typeof estateCuredFlow.states
type Offered = Partial<Record<RoleName, Partial<Record<State, readonly string[]>>>>

const ticks = ['approve', 'correct', 'reject'] as const
const brokerTicks = {
  PENDING_APPROVAL: ticks,
  PENDING_WHMAKER_AND_BRCHECKER_APPROVAL: ticks,
  PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL: ticks,
  PENDING_BRCHECKER_APPROVAL: ticks,
  PENDING_BROKER_APPROVAL: ticks,
}
const table: Offered = {
  MILLER_MAKER: { REFERRED_TO_MILLER: ['edit', 'remove'], HOLDING_STATUS: ['edit', 'remove'] },
  WAREHOUSE: {
    PENDING_APPROVAL: ticks,
    PENDING_WHMAKER_AND_BRCHECKER_APPROVAL: ticks,
    PENDING_WHMAKER_APPROVAL: ticks,
    PENDING_WAREHOUSE_APPROVAL: ticks,
  },
  WAREHOUSE_MAKER: {
    PENDING_WHMAKER_AND_BRCHECKER_APPROVAL: ticks,
    PENDING_WHMAKER_APPROVAL: ticks,
    PENDING_WAREHOUSE_APPROVAL: ticks,
  },
  WAREHOUSE_CHECKER: {
    PENDING_APPROVAL: ticks,
    PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL: ticks,
    PENDING_WHCHECKER_APPROVAL: ticks,
    PENDING_WAREHOUSE_APPROVAL: ticks,
  },
}
/** Who sees no such record: it names none of them. */
const strangers: readonly RoleName[] = [
  'FCS_MAKER',
  'FCS_CHECKER',
  'FCS MANAGER',
  'MILLER_CHECKER',
  'ADMINISTRATOR',
  'BUYER',
]
const sides = [
  {
    code: 'BR5001',
    offered: { ...table, BROKER_CHECKER: brokerTicks } as Offered,
    unseen: [...strangers, 'MARKETER_CHECKER', 'MARKETER_MAKER'] as RoleName[],
  },
  {
    code: 'MK3001',
    offered: { ...table, MARKETER_CHECKER: brokerTicks } as Offered,
    unseen: [...strangers, 'BROKER_CHECKER', 'BROKER_MAKER'] as RoleName[],
  },
]
const states = Object.keys(estateCuredFlow.states) as State[] // border: the keys of the list

let world: World
let everybody: Person[]
const lots = new Map<string, EstateCured>()
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  everybody = [...new Map(Object.values(world.people).map((person) => [person.role, person])).values()]
  for (const { code } of sides) lots.set(code, await estateCuredLot(world, { broker: code }))
})
afterAll(() => world?.close())

// Who has agreed where, as the two tracks say; none of them is one of those who try.
const made: readonly State[] = [
  'PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL',
  'PENDING_WHCHECKER_APPROVAL',
  'PENDING_BRCHECKER_APPROVAL',
  'PENDING_WAREHOUSE_APPROVAL',
  'PENDING_BROKER_APPROVAL',
  'APPROVED',
]
const checked: readonly State[] = [
  'PENDING_BRCHECKER_APPROVAL',
  'PENDING_WAREHOUSE_APPROVAL',
  'PENDING_BROKER_APPROVAL',
  'APPROVED',
]
const agreed: readonly State[] = [
  'PENDING_WHCHECKER_APPROVAL',
  'PENDING_WHMAKER_APPROVAL',
  'PENDING_WAREHOUSE_APPROVAL',
  'PENDING_BROKER_APPROVAL',
  'APPROVED',
]
async function bringTo(lot: EstateCured, status: State): Promise<void> {
  const { aminaViewer, aliceMillerChecker, peterBankChecker, samuelAdministrator } = world.people
  await world.owner.query(
    `update estate_cured_records set status = $2, hold_reason = case when $2 = 'HOLDING_STATUS' then 'SALE_UNKNOWN' end, version = 5, makers = array[$3::uuid], decided_by = null,
       warehouse_made_by = case when $4 then $7::uuid end, warehouse_checked_by = case when $5 then $8::uuid end, broker_agreed_by = case when $6 then $9::uuid end where id = $1`,
    [
      lot.id,
      status,
      samuelAdministrator.id,
      made.includes(status),
      checked.includes(status),
      agreed.includes(status),
      aminaViewer.id,
      aliceMillerChecker.id,
      peterBankChecker.id,
    ],
  )
  await world.owner.query(`update uploads set status = 'PENDING_APPROVAL' where id = $1`, [lot.uploadId])
}
const standing = async ({ id }: EstateCured) =>
  (
    await world.owner.query(
      `select status, version, makers, warehouse_made_by, warehouse_checked_by, broker_agreed_by from estate_cured_records where id = $1`,
      [id],
    )
  ).rows[0]

const offeredIn = (steps: Record<string, string | null>): string[] =>
  Object.keys(steps)
    .filter((step) => steps[step] === null)
    .toSorted()

let serial = 0
const next = () => (serial += 1)
const decide = (action: 'APPROVE_SELECTED' | 'REJECT_SELECTED') => (person: Person, lot: EstateCured) =>
  decideLots(person, action, {
    fileId: lot.uploadId,
    records: [{ id: lot.id, version: 5 }],
    comment: `Seen, ticket ${next()}`,
  })
const calls: Record<
  string,
  { takes: readonly string[]; call: (person: Person, lot: EstateCured) => ReturnType<Person['post']> }
> = {
  approve: { takes: ['approve'], call: decide('APPROVE_SELECTED') },
  reject: { takes: ['reject'], call: decide('REJECT_SELECTED') },
  // One call for both: a party corrects, and who uploads edits.
  update: {
    takes: ['correct', 'edit'],
    call: (person, { id }) => updateLot(person, { id, version: 5 }, { outturn: `08TH${String(7000 + next())}` }),
  },
  remove: { takes: ['remove'], call: (person, { id }) => updateLot(person, { id, version: 5 }, { deleteFlag: 'Y' }) },
}

test('there is somebody of every role that the table names', () => {
  const roles = everybody.map(({ role }) => role)
  expect(roles.length).toBeGreaterThanOrEqual(18)
  expect(roles).toEqual(expect.arrayContaining(sides.flatMap(({ offered }) => Object.keys(offered))))
})

describe.each(sides)('an estate cured record of $code', ({ code, offered, unseen }) => {
  test.each(states)('in state %s offers exactly its table, which is the declared one', async (status) => {
    const lot = lots.get(code)!
    await bringTo(lot, status)
    for (const person of everybody) {
      const { status: answered, body } = await person.get<EstateCured>(`/upload/estatecured/record/${lot.id}`)
      if (unseen.includes(person.role)) {
        expect([person.role, [403, 404].includes(answered)]).toEqual([person.role, true])
        continue
      }
      expect([person.role, answered]).toEqual([person.role, 200])
      const expected = [...(offered[person.role]?.[status] ?? [])].toSorted()
      expect([person.role, status, offeredIn(body.steps)]).toEqual([person.role, status, expected])
      const actor = (await actorOf(world.house, person.token))!
      const isSender = actor.organisationId === world.organisationId('ML2001')
      const declared = Object.entries<Step>(estateCuredFlow.steps)
        .filter(([, step]) => refusal(step, { status, makers: [] }, actor) === null)
        // Of the broker somebody may edit as well, where the broker itself has sent it.
        .filter(([name]) => isSender || !['edit', 'remove'].includes(name))
      expect([person.role, status, declared.map(([name]) => name).toSorted()]).toEqual([person.role, status, expected])
    }
  })

  test.each(states)('in state %s takes from nobody what is not offered, and from everybody what is', async (status) => {
    const lot = lots.get(code)!
    await bringTo(lot, status)
    const before = await standing(lot)
    const isOffered = ({ role }: Person, takes: readonly string[]) =>
      takes.some((step) => offered[role]?.[status]?.includes(step))
    for (const person of everybody)
      for (const [name, { takes, call }] of Object.entries(calls)) {
        if (isOffered(person, takes)) continue
        const { status: answered } = await call(person, lot)
        expect([person.role, name, [403, 404, 409].includes(answered)]).toEqual([person.role, name, true])
      }
    expect(await standing(lot)).toEqual(before)
    for (const person of everybody)
      for (const [name, { takes, call }] of Object.entries(calls)) {
        if (!isOffered(person, takes)) continue
        await bringTo(lot, status)
        const { status: answered } = await call(person, lot)
        expect([person.role, name, answered]).toEqual([person.role, name, 200])
      }
  })
})
