import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEvent } from '#contract/house/audit.ts'
import { workflows } from '#contract/index.ts'
import { isBinary } from '#contract/kit/endpoint.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { formats } from '#client/kit/format.ts'
import { actionLabel } from '#client/kit/decisions/History.tsx'
import { changeTexts } from '#client/kit/trailTexts.ts'
import { en } from '#client/words/en.ts'
import { sw } from '#client/words/sw.ts'
import { inSwahili } from '#client/words/swahili.ts'
import { saysMore } from '#server/kit/web/readInput.ts'
import { declaredCalls, schemaOf } from '#server/kit/web/openApi.ts'
import { problemsOf } from './kit/declaredAnswers.ts'
import { decisionCalls, type DecisionCall, type Row } from './kit/decisionCalls.ts'
import { changesRecords, otherCalls } from './kit/otherCalls.ts'
import { fillFund } from './kit/loans.ts'
import { addCherryTotals } from './kit/parchmentFiles.ts'
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
  await addCherryTotals(world)
  await fillFund(world, 'KPCU', 100_000)
})
afterAll(() => world?.close())

const { readListed, send, payloadOf } = decisionsIn(() => world)
/** A decision that requires a comment, by a call whose payload has room for it. */
const needsComment = (decision: DecisionCall): boolean =>
  stepOf(decision)?.comment === 'required' && !declaredOf(decision).comment?.noRoomFor?.includes(decision.kind)
const readComment = async (decision: DecisionCall, id: string) => {
  const { rows } = await world.owner.query<{ comment: string | null; changes: Record<string, unknown> }>(
    `select comment, changes from audit_events where kind = $1 and record_id = $2 and action = $3 order by id desc limit 1`,
    [decision.kind, id, decision.step],
  )
  const { rows: records } = await world.owner.query<{ comment: string | null }>(
    `select decision_comment as comment from ${tableOf(decision)} where id = $1`,
    [id],
  )
  return { trail: rows[0], record: records[0]?.comment }
}
/** Whether a call was written for its decision: it holds nothing of a record but what is declared of the call. */
const isWritten = (decision: DecisionCall, payload: object): boolean =>
  !saysMore(payload, declaredOf(decision).body?.safeParse(payload).data)
const old = 'The weights of the first lot are wrong'
const own = 'We have seen the receipts'
const named = decisionCalls.map((decision) => ({
  title: `${decision.call}: ${decision.step} of a ${decision.kind} by ${decision.by}`,
  decision,
}))

test('every call that changes a record takes a step that is walked here, or is listed as something else', () => {
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
  test.each(named)('$title is accepted as it is, or refused for want of a comment only', async ({ decision }) => {
    const row = await readListed(decision, await decision.make(world))
    const answer = await send(decision, row, await payloadOf(decision, row))
    expect(problemsOf(declaredOf(decision), answer)).toEqual([])
    if (needsComment(decision)) {
      expect([answer.status, answer.body?.code]).toEqual([422, 'step.comment_required'])
      const fields = Object.keys(answer.body.details?.['fields'] ?? {})
      const schema = schemaOf(declaredOf(decision).body!, 'input')
      expect(fields).toHaveLength(1)
      expect(Object.keys(schema.properties ?? {})).toContain(fields[0])
    } else {
      expect([answer.status, answer.body]).toMatchObject([200, {}])
      const { trail } = await readComment(decision, row.id)
      expect(trail?.comment).toBe(null)
      // A reason that the workflow requires and the call has no room for is noted as missing.
      const isUnexplained = stepOf(decision)?.comment === 'required'
      expect(trail?.changes['reason'] ?? null).toEqual(
        isUnexplained ? { before: null, after: 'No reason given' } : null,
      )
    }
  })
})

describe('the comment of somebody else', () => {
  const commented = named.filter(({ decision }) => stepOf(decision)?.who !== 'maker')
  test.each(commented)(
    '$title: what came back with the record is not the comment of the decider',
    async ({ decision }) => {
      const id = await decision.make(world)
      await world.owner.query(`update ${tableOf(decision)} set decision_comment = $2 where id = $1`, [id, old])
      const row = await readListed(decision, id)
      expect(Object.values(row)).toContain(old)
      const { comment } = decision
      const payload = await payloadOf(decision, row, comment ? { [comment]: ` ${old}\n` } : {})
      const answer = await send(decision, row, payload)
      if (isWritten(decision, payload)) {
        // Nothing came back with it: two people may find the same words.
        expect([answer.status, answer.body]).toMatchObject([200, {}])
        expect((await readComment(decision, id)).trail?.comment).toBe(comment ? old : null)
      } else if (needsComment(decision)) {
        expect([answer.status, answer.body?.code]).toEqual([isOfMany(decision) ? 409 : 422, 'step.comment_required'])
        expect(await readComment(decision, id)).toMatchObject({ record: old })
        const explained = await send(decision, row, await payloadOf(decision, row, { [comment!]: own }))
        expect(explained.status).toBe(200)
        expect((await readComment(decision, id)).trail?.comment).toBe(own)
      } else {
        expect([answer.status, answer.body]).toMatchObject([200, {}])
        const after = await readComment(decision, id)
        expect(after.trail?.comment).toBe(null)
        if (stepOf(decision)?.who === 'other') expect(after.record).toBe(null)
      }
    },
  )

  test.each(commented.filter(({ decision }) => decision.comment))(
    '$title keeps the own comment',
    async ({ decision }) => {
      const row = await readListed(decision, await decision.make(world))
      const answer = await send(decision, row, await payloadOf(decision, row, { [decision.comment!]: own }))
      expect([answer.status, answer.body]).toMatchObject([200, {}])
      expect((await readComment(decision, row.id)).trail?.comment).toBe(own)
    },
  )
})

describe('a second decision', () => {
  const deciding = named.filter(({ decision }) => stepOf(decision)?.who === 'other')
  test.each(deciding)('$title is refused with who decided, and when', async ({ decision }) => {
    const row = await readListed(decision, await decision.make(world))
    const body = await payloadOf(decision, row, decision.comment ? { [decision.comment]: own } : {})
    expect((await send(decision, row, body)).status).toBe(200)
    const { fullName } = world.people[decision.by]
    const { version: _version, ...unversioned } = row
    const again = [
      body,
      ...(isOfMany(decision) ? [] : [await payloadOf(decision, unversioned as Row, { approverComment: own })]),
    ]
    for (const late of again) {
      const answer = await send(decision, row, late)
      expect([answer.status, answer.body?.error, answer.body?.code]).toMatchObject([
        409,
        true,
        expect.stringMatching(/step\.wrong_state|record\.changed/),
      ])
      expect(answer.body.details).toMatchObject({ by: fullName })
      expect(Date.parse(String(answer.body.details?.['at']))).toBeGreaterThan(Date.parse('2026-01-01'))
      expect(answer.body.message).toContain(fullName)
      expect(problemsOf(declaredOf(decision), answer)).toEqual([])
    }
  })
})

describe('a call about many of which none was done', () => {
  const many = named.filter(({ decision }) => declaredOf(decision).outcomes)

  test('every such call is walked', () => {
    const declared = declaredCalls.filter((call) => call.declared.outcomes).map((call) => call.declared.path)
    const walked = new Set(many.map(({ decision }) => declaredOf(decision).path))
    // These are walked where their files are tested.
    expect(declared.filter((path) => !walked.has(path)).toSorted()).toEqual([
      '/farmercherry/batch',
      '/grn_record/bulk',
      '/upload/catalogue/bulk',
    ])
    const shaped = declaredCalls.filter(
      ({ declared: { answer } }) =>
        !isBinary(answer) && JSON.stringify(schemaOf(answer, 'output')).includes('"skipped"'),
    )
    expect(shaped.map((call) => call.declared.path)).toEqual(declared)
  })

  test.each(many)(
    '$title is refused with the reason of the first, and partly done is answered as done',
    async ({ decision }) => {
      const row = await readListed(decision, await decision.make(world))
      const unknown = { ...row, id: '01900000-0000-7000-8000-000000000000' }
      const more = decision.comment ? { [decision.comment]: own } : {}
      const both = (first: Row, second: Row) =>
        payloadOf(decision, first, more).then((body) =>
          Array.isArray(body) ? [...body, { ...second, ...more }] : { ...body, records: [first, second] },
        )
      const partly = await send(decision, row, await both(unknown, row))
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
      const none = await send(decision, row, await both(unknown, row))
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
      expect(problemsOf(declaredOf(decision), none)).toEqual([])
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
  const decision = decisionCalls.find((decision) => decision.kind === kind)
  const row = decision
    ? await readListed({ ...decision, by: 'wanjikuMaker' }, await decision.make(world))
    : (await wanjikuMaker.get<Row[]>('/upload/cherry/getFarmers/CF4100')).body.at(-1)!
  const answer = await wanjikuMaker.post<DecisionBody>(path(row), row)
  expect(problemsOf(declaredByName.get(call)!, answer)).toEqual([])
  // Nothing of it differs: that is all that may be wrong.
  expect(answer.status === 200 ? null : answer.body.code).toBe(answer.status === 200 ? null : 'change.nothing')
})

/** As the wire and the database write names: camelCase, under_scores, CODES_OF_TWO or a value that is missing. */
const wireName = /\b[a-z]+[A-Z]\w*|\w+_\w+|undefined|null|NaN|\[object|\{/
const languages = {
  english: { words: en, translate: (text: string) => text, format: formats('en') },
  swahili: { words: sw, translate: inSwahili, format: formats('sw') },
}

test('the history of everything that was made and decided here has names in words, in both languages', async () => {
  const { rows } = await world.owner.query<Pick<AuditEvent, 'kind' | 'action' | 'changes'>>(
    `select distinct on (kind, action, keys) kind, action, changes from audit_events,
      lateral (select string_agg(key, ' ' order by key) as keys from jsonb_object_keys(changes) key) named`,
  )
  const texts = rows.flatMap(({ kind, action, changes }) =>
    Object.entries(languages).map(([language, texts]) => {
      const lines = changeTexts(changes, texts).map(({ title, before, after }) => `${title}: ${before}, ${after}`)
      return { kind, language, said: [texts.translate(actionLabel({ kind, action })), ...lines].join('; ') }
    }),
  )
  expect(texts.filter(({ said }) => wireName.test(said))).toEqual([])
  const seen = new Set(rows.map(({ kind }) => kind))
  expect(workflows.filter(({ kind }) => !seen.has(kind)).map(({ kind }) => kind)).toEqual([])
})
