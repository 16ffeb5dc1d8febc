import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { noChoices, type ScheduleDraft } from '#contract/schedules/scheduleDrafts.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import type { Person } from '#test/kit/people.ts'
import { fillPool, keepFloor, saveSchedule } from '#test/kit/schedules.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// What the wizard of a payment schedule knows so far, kept on the server for the society.
let world: World
let wanjiku: Person
let lydia: Person
let daniel: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  wanjiku = world.people.wanjikuMaker
  daniel = world.people.danielMaker
  // A second clerk of the society.
  await world.owner.query('update users set organisation_id = $1 where username = $2', [
    world.organisationId('CF4100'),
    world.people.lydiaMaker.username,
  ])
  lydia = { ...world.people.lydiaMaker, organisationCode: 'CF4100' }
  await fillPool(world, 'CF4100', 500_000)
  await keepFloor(world)
})
afterAll(() => world?.close())
beforeEach(() =>
  world.owner.query(
    `delete from schedule_drafts; delete from notifications; update communal_payments set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL'`,
  ),
)

type Answer<Data> = { code: string; data: Data; details?: Record<string, unknown> }
type Kept = { draft: ScheduleDraft | null; discarded: { id: string; by: string } | null }
const season = currentSeason()
const path = (what: string) => `/payment/schedule/draft/${what}`
const send = (person: Person, what: string, body: object) => person.post<Answer<ScheduleDraft>>(path(what), body)
const open = async (person: Person) => (await send(person, 'open', { season })).body.data
const keptFor = async (person: Person) =>
  (await person.get<Answer<Kept>>(path(world.organisationId(person.organisationCode)))).body.data
const save = (person: Person, { id, version }: ScheduleDraft, more: object = {}) =>
  send(person, 'save', { ...noChoices, id, version, season, step: 3, ...more })
const trail = async (id: string) =>
  (
    await world.owner.query<{ action: string }>(
      `select action from audit_events where kind = 'schedule_draft' and record_id = $1 order by at, id`,
      [id],
    )
  ).rows.map(({ action }) => action)

test('a draft survives a closed tab with everything that was chosen, and colleagues see who has it open', async () => {
  const begun = await open(wanjiku)
  const lender = world.organisationId('KPCU')
  const chosen = {
    left: [lender],
    leftDeductions: [lender],
    byFactory: true,
    amounts: { '': '12,5' },
    tried: { retention: '10' },
  }
  expect((await save(wanjiku, begun, chosen)).status).toBe(200)
  const { draft } = await keptFor(wanjiku)
  expect(draft).toMatchObject({ ...chosen, step: 3, isMine: true, version: begun.version + 1 })
  expect((await keptFor(lydia)).draft).toMatchObject({ isMine: false, heldBy: draft?.heldBy, step: 3 })
  // Opening it again begins nothing, whoever does it.
  expect(await open(wanjiku)).toMatchObject({ id: begun.id, isMine: true })
  expect(await open(lydia)).toMatchObject({ id: begun.id, isMine: false })
  expect(await trail(begun.id)).toEqual(['create'])
})

test('of two who begin at the same moment one has it', async () => {
  const drafts = await Promise.all([open(wanjiku), open(lydia), open(wanjiku), open(lydia)])
  expect(new Set(drafts.map(({ id }) => id)).size).toBe(1)
  expect(new Set(drafts.filter(({ isMine }) => isMine).map(({ heldBy }) => heldBy)).size).toBe(1)
})

describe('two people on one draft', () => {
  test('only who has it open writes into it; taken over, the first is told and refused', async () => {
    const draft = await open(wanjiku)
    expect((await save(lydia, draft)).body.code).toBe('schedule_draft.taken')
    expect((await send(lydia, 'discard', draft)).body.code).toBe('schedule_draft.taken')
    const { id, version } = draft
    const taken = await send(lydia, 'takeOver', { id, version })
    expect(taken.body.data).toMatchObject({ isMine: true, version: version + 1 })
    const refused = await save(wanjiku, draft)
    expect(refused.body).toMatchObject({ code: 'schedule_draft.taken', details: { heldBy: taken.body.data.heldBy } })
    expect((await save(lydia, taken.body.data)).status).toBe(200)
    const news = await wanjiku.get<{ items: { kind: string; to: string }[] }>('/notifications')
    expect(news.body.items).toMatchObject([{ kind: 'schedule_draft', to: 'take_over' }])
    expect(await trail(id)).toEqual(['create', 'take_over'])
  })

  test('of two saves on the same version one is kept; the other is told that it has changed', async () => {
    const draft = await open(wanjiku)
    const answers = await Promise.all([1, 2].map((step) => save(wanjiku, draft, { step })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('record.changed')
    expect((await send(lydia, 'takeOver', { id: draft.id, version: draft.version })).body.code).toBe('record.changed')
  })
})

test('another society sees and touches nothing of it', async () => {
  const draft = await open(wanjiku)
  expect((await daniel.get(path(world.organisationId('CF4100')))).status).toBe(404)
  expect((await keptFor(daniel)).draft).toBeNull()
  for (const what of ['save', 'takeOver', 'discard', 'restore'])
    expect((await send(daniel, what, { ...noChoices, ...draft })).status).toBe(404)
  expect((await open(daniel)).id).not.toBe(draft.id)
})

test('what is discarded can be brought back until another is begun', async () => {
  const draft = await open(wanjiku)
  const { id } = draft
  expect((await send(wanjiku, 'discard', draft)).status).toBe(200)
  expect((await save(wanjiku, { ...draft, version: draft.version + 1 })).body.code).toBe('step.wrong_state')
  expect(await keptFor(lydia)).toMatchObject({ draft: null, discarded: { id } })
  expect((await send(lydia, 'restore', { id })).body.data).toMatchObject({ id, isMine: true })
  expect((await send(lydia, 'restore', { id })).body.code).toBe('step.wrong_state')
  const back = (await keptFor(lydia)).draft
  await send(lydia, 'discard', back ?? {})
  await open(wanjiku)
  expect((await send(lydia, 'restore', { id })).body.code).toBe('change.open')
  expect(await trail(id)).toEqual(['create', 'discard', 'reopen', 'discard'])
})

describe('sent', () => {
  test('it becomes the schedule, once: neither is there without the other', async () => {
    const draft = await open(wanjiku)
    const seen = { id: draft.id, version: draft.version }
    const stale = await saveSchedule(world, wanjiku, { draft: { ...seen, version: 9 } })
    expect(stale.body.code).toBe('record.changed')
    expect((await saveSchedule(world, lydia, { draft: seen })).body.code).toBe('schedule_draft.taken')
    // As if the server were killed between the two: what was refused has left nothing of either.
    const left = await world.owner.query(`select from communal_payments where status = 'PENDING_APPROVAL'`)
    expect(left.rowCount).toBe(0)
    expect((await keptFor(wanjiku)).draft?.id).toBe(draft.id)
    const sent = await saveSchedule(world, wanjiku, { draft: seen })
    expect(sent.status).toBe(200)
    const { rows } = await world.owner.query<{ status: string; schedule: string }>(
      `select status, communal_payment_id as schedule from schedule_drafts where id = $1`,
      [draft.id],
    )
    expect(rows).toEqual([{ status: 'SENT', schedule: sent.body.data.id }])
    expect(await keptFor(wanjiku)).toEqual({ draft: null, discarded: null })
    expect((await send(wanjiku, 'restore', { id: draft.id })).body.code).toBe('step.wrong_state')
    expect(await trail(draft.id)).toEqual(['create', 'send'])
  })

  test('twice at the same time it is one schedule', async () => {
    const { id, version } = await open(wanjiku)
    const answers = await Promise.all([1, 2].map(() => saveSchedule(world, wanjiku, { draft: { id, version } })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { body } = await wanjiku.get<Answer<CommunalPayment[]>>(
      `/payment/fetchUnapprovedCommunalPayments/${world.organisationId('CF4100')}`,
    )
    expect(body.data).toHaveLength(1)
  })
})
