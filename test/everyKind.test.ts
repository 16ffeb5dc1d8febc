import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workflows } from '#contract/index.ts'
import { decisionCalls, type DecisionCall } from './kit/decisionCalls.ts'
import { fillFund } from './kit/loans.ts'
import { muchCherry } from './kit/parchmentFiles.ts'
import { decisionsIn, isOfMany, stepOf, tableOf } from './kit/walkDecisions.ts'
import { makeWorld, type World } from './kit/world.ts'

// What holds of every kind of record in the database, whoever declares the next one: each waits, and is decided by its own calls.
let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await muchCherry(world)
  await fillFund(world, 'KPCU', 1_000_000)
})
afterAll(() => world?.close())

const { send, waiting, stands } = decisionsIn(() => world)
const deciding = decisionCalls
  .filter((taken) => stepOf(taken)?.who === 'other')
  .map((taken) => ({ title: `${taken.call}: ${taken.step} of a ${taken.kind} by ${taken.by}`, taken }))
/** One call for each kind and step, where several would say the same again. */
const once = [...new Map(deciding.map((one) => [`${one.taken.kind} ${one.taken.step} ${one.taken.by}`, one])).values()]

const untouched = async (taken: DecisionCall, id: string, before: object) => {
  expect(await stands(taken, id)).toEqual(before)
}

test('every kind of record is brought and decided here', () => {
  const walked = new Set(once.map(({ taken }) => taken.kind))
  expect(workflows.map(({ kind }) => kind).filter((kind) => !walked.has(kind))).toEqual([])
})

/** A step that leads to where it may be taken again, by a payload that names no version: what is left is gone on with. */
const goesOn = ({ taken }: { taken: DecisionCall }): boolean => {
  const { from = [], to = [] } = stepOf(taken) ?? {}
  return to.some((state) => from.includes(state)) && taken.call.includes('/approve_farmer/')
}

test('only farmers are approved in parts', () => {
  expect(deciding.filter(goesOn).map(({ taken }) => taken.kind)).toEqual(['farmer_upload'])
})

test.each(deciding.filter((one) => !goesOn(one)))(
  '$title: of two at once one is taken, with one line in the trail',
  async ({ taken }) => {
    const { row, body } = await waiting(taken)
    const { trail } = await stands(taken, row.id)
    const answers = await Promise.all([send(taken, row, body), send(taken, row, body)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toMatch(/^(?:step\.wrong_state|record\.changed)$/)
    expect((await stands(taken, row.id)).trail).toBe(trail + 1)
  },
)

test.each(once)('$title: nobody who has touched it, even with the permission', async ({ taken }) => {
  const { row, body } = await waiting(taken)
  await world.owner.query(`update ${tableOf(taken)} set makers = makers || $2::uuid where id = $1`, [
    row.id,
    world.people[taken.by].id,
  ])
  const before = await stands(taken, row.id)
  const answer = await send(taken, row, body)
  expect([answer.status, answer.body.code]).toEqual([409, 'own_submission'])
  await untouched(taken, row.id, before)
})

test.each(once)('$title: not what was changed since it was read', async ({ taken }) => {
  const { row, body } = await waiting(taken)
  await world.owner.query(`update ${tableOf(taken)} set version = version + 1 where id = $1`, [row.id])
  const before = await stands(taken, row.id)
  // A payload that names no version decides on what stands: the specification knows none.
  if (!JSON.stringify(body).includes(`"version":${row.version}`)) return
  const answer = await send(taken, row, body)
  expect([answer.status, answer.body.code]).toEqual([409, 'record.changed'])
  await untouched(taken, row.id, before)
})

test.each(once)('$title: not by another organisation, and not by who may only read', async ({ taken }) => {
  const { row, body } = await waiting(taken)
  const before = await stands(taken, row.id)
  const { purityChecker, aminaViewer, halimaMarketerChecker, wanjikuMaker } = world.people
  for (const person of [purityChecker, aminaViewer, halimaMarketerChecker, wanjikuMaker]) {
    const answer = await send(taken, row, body, { person })
    expect([403, 404, 409], `${person.username}: ${answer.body.message}`).toContain(answer.status)
    // Many at once are told one by one; what is refused of each is not that somebody was first.
    expect(answer.body.code).not.toMatch(/^(?:step\.wrong_state|record\.changed)$/)
  }
  await untouched(taken, row.id, before)
})

test.each(once)('$title: said again under one key, it is done once and answered twice', async ({ taken }) => {
  const { row, body } = await waiting(taken)
  const { trail } = await stands(taken, row.id)
  const headers = { 'idempotency-key': randomUUID() }
  const first = await send(taken, row, body, { headers })
  const again = await send(taken, row, body, { headers })
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.body.message).toBe(first.body.message)
  expect((await stands(taken, row.id)).trail).toBe(trail + 1)
})

test.each(once)('$title: broken off half-way it has not begun', async ({ taken }) => {
  const { row, body } = await waiting(taken)
  const before = await stands(taken, row.id)
  // The line of the trail comes after the effect: whatever the step has written by then goes with it.
  await world.owner.query(`create function break_off() returns trigger language plpgsql as $$
    begin raise exception 'broken off'; end $$`)
  await world.owner.query(
    `create trigger break_off before insert on audit_events for each row when (new.record_id = '${row.id}') execute function break_off()`,
  )
  try {
    const answer = await send(taken, row, body)
    expect(answer.status === 500 || (isOfMany(taken) && answer.status === 409)).toBe(true)
  } finally {
    await world.owner.query('drop function break_off() cascade')
  }
  await untouched(taken, row.id, before)
  expect((await send(taken, row, body)).status).toBe(200)
})

describe('who is told', () => {
  type Item = { id: string; kind: string }
  const inboxOf = async (taken: DecisionCall): Promise<Item[]> => {
    const { body } = await world.people[taken.by].get<{ data: Item[] }>('/inbox', { paginate: 'Y', size: 100 })
    return body.data
  }

  /** How often the makers of a record have heard of records of this kind; what is told at once is one line with a number. */
  async function heard(taken: DecisionCall, id: string): Promise<number> {
    const { rows } = await world.owner.query<{ times: number }>(
      `select coalesce(sum(n.count), 0)::int as times from ${tableOf(taken)} t join notifications n on n.user_id = any (t.makers) and n.kind = $2 where t.id = $1`,
      [id, taken.kind],
    )
    return rows[0]?.times ?? 0
  }

  test.each(once)(
    '$title: it waits in the inbox until it is decided, and then its makers hear of it',
    async ({ taken }) => {
      const { row, body } = await waiting(taken)
      expect((await inboxOf(taken)).some(({ id, kind }) => id === row.id && kind === taken.kind)).toBe(true)
      const before = await heard(taken, row.id)
      expect((await send(taken, row, body)).status).toBe(200)
      const { record } = await stands(taken, row.id)
      // What is approved in parts may wait for the same person again.
      if (!stepOf(taken)?.from.includes(record?.status ?? ''))
        expect((await inboxOf(taken)).some(({ id }) => id === row.id)).toBe(false)
      expect(await heard(taken, row.id)).toBeGreaterThan(before)
    },
  )
})
