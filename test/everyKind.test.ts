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

test.each(deciding)('$title: of two at once one is taken, with one line in the trail', async ({ taken }) => {
  const { row, body } = await waiting(taken)
  const answers = await Promise.all([send(taken, row, body), send(taken, row, body)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toMatch(/^(?:step\.wrong_state|record\.changed)$/)
  expect((await stands(taken, row.id)).trail).toBe(1)
})

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
  const headers = { 'idempotency-key': randomUUID() }
  const first = await send(taken, row, body, { headers })
  const again = await send(taken, row, body, { headers })
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.body.message).toBe(first.body.message)
  expect((await stands(taken, row.id)).trail).toBe(1)
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

  test.each(once)('$title: it waits in the inbox until it is decided, and then its makers hear of it', async ({ taken }) => {
    const { row, body } = await waiting(taken)
    expect((await inboxOf(taken)).some(({ id, kind }) => id === row.id && kind === taken.kind)).toBe(true)
    expect((await send(taken, row, body)).status).toBe(200)
    const { record } = await stands(taken, row.id)
    const isStillTheirs = (await inboxOf(taken)).some(({ id }) => id === row.id)
    expect(isStillTheirs, 'the next stage belongs to somebody else').toBe(false)
    const { rows } = await world.owner.query<{ makers: number; told: number }>(
      `select cardinality(t.makers) as makers, (select count(*)::int from notifications n
        where n.kind = $2 and n.user_id = any (t.makers) and n.created_at >= t.decided_at - interval '1 minute') as told
        from ${tableOf(taken)} t where t.id = $1`,
      [row.id, taken.kind],
    )
    expect(record?.decided).toBe(world.people[taken.by].id)
    expect(rows[0]?.told).toBeGreaterThan(0)
  })
})
