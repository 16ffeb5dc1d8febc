import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workflows } from '#contract/index.ts'
import { isBinary } from '#contract/kit/endpoint.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { declaredCalls, schemaOf } from '#server/kit/web/openApi.ts'
import { problemsOf } from './kit/declaredAnswers.ts'
import { changesRecords, decisionCalls, otherCalls, type DecisionCall, type Row } from './kit/decisionCalls.ts'
import { fillFund } from './kit/loans.ts'
import { muchCherry } from './kit/parchmentFiles.ts'
import {
  declaredByName,
  declaredOf,
  decisionsIn,
  isOfMany,
  stepOf,
  tableOf,
  type DecisionBody,
} from './kit/walkDecisions.ts'
import { makeWorld, type World } from './kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await muchCherry(world)
  await fillFund(world, 'KPCU', 100_000)
})
afterAll(() => world?.close())

const { listed, send, posted } = decisionsIn(() => world)
/** A decision that must say why, by a call whose payload has room for it. */
const mustSayWhy = (taken: DecisionCall): boolean =>
  stepOf(taken)?.comment === 'required' && !declaredOf(taken).comment?.noRoomFor?.includes(taken.kind)
const kept = async (taken: DecisionCall, id: string) => {
  const { rows } = await world.owner.query<{ comment: string | null; changes: Record<string, unknown> }>(
    `select comment, changes from audit_events where kind = $1 and record_id = $2 and action = $3 order by id desc limit 1`,
    [taken.kind, id, taken.step],
  )
  const { rows: records } = await world.owner.query<{ comment: string | null }>(
    `select decision_comment as comment from ${tableOf(taken)} where id = $1`,
    [id],
  )
  return { trail: rows[0], record: records[0]?.comment }
}
const old = 'The weights of the first lot are wrong'
const own = 'We have seen the receipts'
const named = decisionCalls.map((taken) => ({
  title: `${taken.call}: ${taken.step} of a ${taken.kind} by ${taken.by}`,
  taken,
}))

test('every call that changes a record takes a step that is walked here, or says what it is instead', () => {
  const calls = declaredCalls.filter(({ declared }) => changesRecords(declared))
  const walked = new Set<string>([...decisionCalls.map(({ call }) => call), ...edits.map(({ call }) => call)])
  const forgotten = calls
    .map(({ declared }) => `${declared.method} ${declared.path}`)
    .filter((call) => !walked.has(call) && !(call in otherCalls))
  expect(forgotten).toEqual([])
  const unknown = [...walked, ...Object.keys(otherCalls)].filter((call) => !declaredByName.has(call))
  expect(unknown).toEqual([])
})

test('every decision on a record of somebody else is walked', () => {
  const walked = new Set(decisionCalls.map(({ kind, step }) => `${kind} ${step}`))
  const steps = workflows.flatMap((flow: Workflow) =>
    Object.entries(flow.steps).flatMap(([name, { who }]) => (who === 'other' ? [`${flow.kind} ${name}`] : [])),
  )
  expect(steps.filter((step) => !walked.has(step))).toEqual([])
})

describe('the record as its list answered it', () => {
  test.each(named)('$title is taken as it is, or only asked why', async ({ taken }) => {
    const row = await listed(taken, await taken.bring(world))
    const answer = await send(taken, row, await posted(taken, row))
    expect(problemsOf(declaredOf(taken), answer)).toEqual([])
    if (mustSayWhy(taken)) {
      expect([answer.status, answer.body?.code]).toEqual([422, 'step.comment_required'])
      const fields = Object.keys(answer.body.details?.['fields'] ?? {})
      const schema = schemaOf(declaredOf(taken).body!, 'input')
      expect(fields).toHaveLength(1)
      expect(Object.keys(schema.properties ?? {})).toContain(fields[0])
    } else {
      expect([answer.status, answer.body]).toMatchObject([200, {}])
      const { trail } = await kept(taken, row.id)
      expect(trail?.comment).toBe(null)
      // What the workflow wanted and the call has no room for is told as such.
      const isUnexplained = stepOf(taken)?.comment === 'required'
      expect(trail?.changes['reason'] ?? null).toEqual(
        isUnexplained ? { before: null, after: 'No reason given' } : null,
      )
    }
  })
})

describe('the words of somebody else', () => {
  const commented = named.filter(({ taken }) => stepOf(taken)?.who !== 'maker')
  test.each(commented)(
    '$title: what came back with the record is not the comment of the decider',
    async ({ taken }) => {
      const id = await taken.bring(world)
      await world.owner.query(`update ${tableOf(taken)} set decision_comment = $2 where id = $1`, [id, old])
      const row = await listed(taken, id)
      expect(Object.values(row)).toContain(old)
      const { comment } = taken
      const answer = await send(taken, row, await posted(taken, row, comment ? { [comment]: ` ${old}\n` } : {}))
      if (mustSayWhy(taken)) {
        expect([answer.status, answer.body?.code]).toEqual([isOfMany(taken) ? 409 : 422, 'step.comment_required'])
        expect(await kept(taken, id)).toMatchObject({ record: old })
        const explained = await send(taken, row, await posted(taken, row, { [comment!]: own }))
        expect(explained.status).toBe(200)
        expect((await kept(taken, id)).trail?.comment).toBe(own)
      } else {
        expect([answer.status, answer.body]).toMatchObject([200, {}])
        const after = await kept(taken, id)
        expect(after.trail?.comment).toBe(null)
        if (stepOf(taken)?.who === 'other') expect(after.record).toBe(null)
      }
    },
  )

  test.each(commented.filter(({ taken }) => taken.comment))('$title keeps the own words', async ({ taken }) => {
    const row = await listed(taken, await taken.bring(world))
    const answer = await send(taken, row, await posted(taken, row, { [taken.comment!]: own }))
    expect([answer.status, answer.body]).toMatchObject([200, {}])
    expect((await kept(taken, row.id)).trail?.comment).toBe(own)
  })
})

describe('a second decision', () => {
  const deciding = named.filter(({ taken }) => stepOf(taken)?.who === 'other')
  test.each(deciding)('$title is told who decided, and when', async ({ taken }) => {
    const row = await listed(taken, await taken.bring(world))
    const body = await posted(taken, row, taken.comment ? { [taken.comment]: own } : {})
    expect((await send(taken, row, body)).status).toBe(200)
    const { fullName } = world.people[taken.by]
    const { version: _version, ...unversioned } = row
    const again = [
      body,
      ...(isOfMany(taken) ? [] : [await posted(taken, unversioned as Row, { approverComment: own })]),
    ]
    for (const late of again) {
      const answer = await send(taken, row, late)
      expect([answer.status, answer.body?.error, answer.body?.code]).toMatchObject([
        409,
        true,
        expect.stringMatching(/step\.wrong_state|record\.changed/),
      ])
      expect(answer.body.details).toMatchObject({ by: fullName })
      expect(Date.parse(String(answer.body.details?.['at']))).toBeGreaterThan(Date.parse('2026-01-01'))
      expect(answer.body.message).toContain(fullName)
      expect(problemsOf(declaredOf(taken), answer)).toEqual([])
    }
  })
})

describe('a call about many of which none was done', () => {
  const many = named.filter(({ taken }) => declaredOf(taken).outcomes)

  test('every such call is walked', () => {
    const declared = declaredCalls.filter((call) => call.declared.outcomes).map((call) => call.declared.path)
    const walked = new Set(many.map(({ taken }) => declaredOf(taken).path))
    expect(declared.filter((path) => !walked.has(path))).toEqual(['/farmercherry/batch'])
    const shaped = declaredCalls.filter(
      ({ declared: { answer } }) =>
        !isBinary(answer) && JSON.stringify(schemaOf(answer, 'output')).includes('"skipped"'),
    )
    expect(shaped.map((call) => call.declared.path)).toEqual(declared)
  })

  test.each(many)(
    '$title is refused with the reason of the first, and partly done is told as done',
    async ({ taken }) => {
      const row = await listed(taken, await taken.bring(world))
      const unknown = { ...row, id: '01900000-0000-7000-8000-000000000000' }
      const more = taken.comment ? { [taken.comment]: own } : {}
      const both = (first: Row, second: Row) =>
        posted(taken, first, more).then((body) =>
          Array.isArray(body) ? [...body, { ...second, ...more }] : { ...body, records: [first, second] },
        )
      const partly = await send(taken, row, await both(unknown, row))
      expect([partly.status, partly.body]).toMatchObject([
        200,
        {
          error: false,
          data: {
            done: 1,
            skipped: 1,
            rows: [
              { id: unknown.id, code: 'record.not_found' },
              { id: row.id, outcome: 'done' },
            ],
          },
        },
      ])
      const none = await send(taken, row, await both(unknown, row))
      expect([none.status, none.body]).toMatchObject([
        409,
        {
          error: true,
          code: 'record.not_found',
          details: {
            done: 0,
            skipped: 2,
            failed: 0,
            rows: [
              { id: unknown.id, outcome: 'skipped', code: 'record.not_found' },
              { id: row.id, outcome: 'skipped' },
            ],
          },
        },
      ])
      expect(problemsOf(declaredOf(taken), none)).toEqual([])
    },
  )
})

/** Calls that change a record and take it back as its list answered it. */
const edits = [
  { call: 'POST /farmercherry/update', kind: 'cherry_delivery', path: () => '/farmercherry/update' },
  { call: 'POST /farmer/update/:id', kind: 'farmer', path: ({ id }: Row) => `/farmer/update/${id}` },
  { call: 'POST /farmer/edit', kind: null, path: () => '/farmer/edit' },
] as const
test.each(edits)('$call takes the record as its list answered it', async ({ kind, path, call }) => {
  const { wanjikuMaker } = world.people
  const made = decisionCalls.find((taken) => taken.kind === kind)
  const row = made
    ? await listed({ ...made, by: 'wanjikuMaker' }, await made.bring(world))
    : (await wanjikuMaker.get<Row[]>('/upload/cherry/getFarmers/CF4100')).body.at(-1)!
  const answer = await wanjikuMaker.post<DecisionBody>(path(row), row)
  expect(problemsOf(declaredByName.get(call)!, answer)).toEqual([])
  // Nothing of it differs: that is all that may be wrong.
  expect(answer.status === 200 ? null : answer.body.code).toBe(answer.status === 200 ? null : 'change.nothing')
})
