import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workflows } from '#contract/index.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { recordKinds } from '#server/records.ts'
import { decisionCalls, type DecisionCall } from './kit/decisionCalls.ts'
import { fillFund } from './kit/loans.ts'
import { addCherryTotals } from './kit/parchmentFiles.ts'
import { decisionsIn, isOfMany, stepOf, tableOf } from './kit/walkDecisions.ts'
import { makeWorld, type World } from './kit/world.ts'

// What holds of every kind of record in the database, whoever declares the next one: each waits, and is decided by its own calls.
let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await addCherryTotals(world)
  await fillFund(world, 'KPCU', 1_000_000)
})
afterAll(() => world?.close())

const { send, makeWaiting, readState } = decisionsIn(() => world)
const deciding = decisionCalls
  .filter((decision) => stepOf(decision)?.who === 'other')
  .map((decision) => ({
    title: `${decision.call}: ${decision.step} of a ${decision.kind} by ${decision.by}`,
    decision,
  }))
/** One call for each kind and step, where several would say the same again. */
const once = [
  ...new Map(deciding.map((one) => [`${one.decision.kind} ${one.decision.step} ${one.decision.by}`, one])).values(),
]

const expectUnchanged = async (decision: DecisionCall, id: string, before: object) => {
  expect(await readState(decision, id)).toEqual(before)
}

test('every kind of record is made and decided here', () => {
  const walked = new Set(once.map(({ decision }) => decision.kind))
  // Of some files nobody decides on the file, but on each of its parts.
  const decided = workflows.map((flow: Workflow) => flow.decidedByParts ?? flow.kind)
  expect(decided.filter((kind) => !walked.has(kind))).toEqual([])
})

/** A step that leads to where it may be taken again, by a payload that names no version: the rest is approved later. */
const continues = ({ decision }: { decision: DecisionCall }): boolean => {
  const { from = [], to = [] } = stepOf(decision) ?? {}
  return to.some((state) => from.includes(state)) && decision.call.includes('/approve_farmer/')
}

test('only farmers are approved in parts', () => {
  expect(deciding.filter(continues).map(({ decision }) => decision.kind)).toEqual(['farmer_upload'])
})

test.each(deciding.filter((one) => !continues(one)))(
  '$title: of two at once one is taken, with one line in the trail',
  async ({ decision }) => {
    const { row, body } = await makeWaiting(decision)
    const { trail } = await readState(decision, row.id)
    const answers = await Promise.all([send(decision, row, body), send(decision, row, body)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toMatch(/^(?:step\.wrong_state|record\.changed)$/)
    expect((await readState(decision, row.id)).trail).toBe(trail + 1)
  },
)

describe.each(once)('$title', ({ decision }) => {
  // One record for all that is refused: each refusal leaves it as it was.
  let made: ReturnType<typeof makeWaiting> | undefined
  const waiting = () => (made ??= makeWaiting(decision))

  test('nobody who has touched it, even with the permission', async () => {
    const { row, body } = await waiting()
    const decider = [row.id, world.people[decision.by].id]
    await world.owner.query(`update ${tableOf(decision)} set makers = makers || $2::uuid where id = $1`, decider)
    const before = await readState(decision, row.id)
    const answer = await send(decision, row, body)
    expect([answer.status, answer.body.code]).toEqual([409, 'own_submission'])
    await expectUnchanged(decision, row.id, before)
    await world.owner.query(
      `update ${tableOf(decision)} set makers = array_remove(makers, $2::uuid) where id = $1`,
      decider,
    )
  })

  test('not what was changed since it was read', async () => {
    const { row, body } = await waiting()
    // A payload that names no version decides on what stands: the specification knows none.
    if (!JSON.stringify(body).includes(`"version":${row.version}`)) return
    await world.owner.query(`update ${tableOf(decision)} set version = version + 1 where id = $1`, [row.id])
    const before = await readState(decision, row.id)
    const answer = await send(decision, row, body)
    expect([answer.status, answer.body.code]).toEqual([409, 'record.changed'])
    await expectUnchanged(decision, row.id, before)
    await world.owner.query(`update ${tableOf(decision)} set version = version - 1 where id = $1`, [row.id])
  })

  test('not by another organisation, and not by who may only read', async () => {
    const { row, body } = await waiting()
    const before = await readState(decision, row.id)
    const { purityChecker, aminaViewer, halimaMarketerChecker, aliceMillerChecker, wanjikuMaker } = world.people
    // What several trades decide together the marketer decides too; the mill does not.
    const isShared = recordKinds.find(({ flow }) => flow.kind === decision.kind)?.decidedAnywhere
    const trader = isShared ? aliceMillerChecker : halimaMarketerChecker
    for (const person of [purityChecker, aminaViewer, trader, wanjikuMaker]) {
      const answer = await send(decision, row, body, { person })
      expect([403, 404, 409], `${person.username}: ${answer.body.message}`).toContain(answer.status)
      // Many at once are answered one by one; what is refused of each is not that somebody was first.
      expect(answer.body.code).not.toMatch(/^(?:step\.wrong_state|record\.changed)$/)
    }
    await expectUnchanged(decision, row.id, before)
  })

  test('broken off half-way it has not begun', async () => {
    const { row, body } = await waiting()
    const before = await readState(decision, row.id)
    // The line of the trail comes after the effect: whatever the step has written by then goes with it.
    await world.owner.query(`create function break_off() returns trigger language plpgsql as $$
      begin raise exception 'broken off'; end $$`)
    await world.owner.query(
      `create trigger break_off before insert on audit_events for each row when (new.record_id = '${row.id}') execute function break_off()`,
    )
    try {
      const answer = await send(decision, row, body)
      expect(answer.status === 500 || (isOfMany(decision) && answer.status === 409)).toBe(true)
    } finally {
      await world.owner.query('drop function break_off() cascade')
    }
    await expectUnchanged(decision, row.id, before)
    expect((await send(decision, row, body)).status).toBe(200)
  })
})

test.each(once)('$title: sent again under one key, it is done once and answered twice', async ({ decision }) => {
  const { row, body } = await makeWaiting(decision)
  const { trail } = await readState(decision, row.id)
  const headers = { 'idempotency-key': randomUUID() }
  const first = await send(decision, row, body, { headers })
  const again = await send(decision, row, body, { headers })
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.body.message).toBe(first.body.message)
  expect((await readState(decision, row.id)).trail).toBe(trail + 1)
})

describe('who is notified', () => {
  type Item = { id: string; kind: string }
  const inboxOf = async (decision: DecisionCall): Promise<Item[]> => {
    const { body } = await world.people[decision.by].get<{ data: Item[] }>('/inbox', { paginate: 'Y', size: 100 })
    return body.data
  }

  /** How many records of this kind the makers of a record were notified of; of several at once there is one line with a number. */
  async function countNotifications(decision: DecisionCall, id: string): Promise<number> {
    const { rows } = await world.owner.query<{ times: number }>(
      `select coalesce(sum(n.count), 0)::int as times from ${tableOf(decision)} t join notifications n on n.user_id = any (t.makers) and n.kind = $2 where t.id = $1`,
      [id, decision.kind],
    )
    return rows[0]?.times ?? 0
  }

  test.each(once)(
    '$title: it waits in the inbox until it is decided, and then its makers are notified',
    async ({ decision }) => {
      const { row, body } = await makeWaiting(decision)
      const waits = (await inboxOf(decision)).some(({ id, kind }) => id === row.id && kind === decision.kind)
      const { record: waiting } = await readState(decision, row.id)
      expect(waits).toBe(!stepOf(decision)?.unawaitedIn?.includes(waiting?.status ?? ''))
      const before = await countNotifications(decision, row.id)
      expect((await send(decision, row, body)).status).toBe(200)
      const { record } = await readState(decision, row.id)
      // What is approved in parts may wait for the same person again.
      if (!stepOf(decision)?.from.includes(record?.status ?? ''))
        expect((await inboxOf(decision)).some(({ id }) => id === row.id)).toBe(false)
      expect(await countNotifications(decision, row.id)).toBeGreaterThan(before)
    },
  )
})
