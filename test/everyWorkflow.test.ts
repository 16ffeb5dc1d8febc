import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workflows } from '#contract/index.ts'
import { refusal, statesWaitingFor, stateOf, type Step, type Workflow } from '#contract/kit/workflow.ts'
import { organisationTypes, type OrganisationType } from '#contract/house/organisationTypes.ts'
import { roles, type Actor, type Permission, type RoleName } from '#contract/house/permissions.ts'
import type { Upload } from '#contract/uploads/uploads.ts'
import { recordKinds } from '#server/records.ts'
import { companiesCsv } from './kit/farmerFiles.ts'
import { makeDraft, sendFarmers } from './kit/farmerUploads.ts'
import { makeWorld, type World } from './kit/world.ts'

type Body = { code?: string; message: string; details?: Record<string, unknown>; data: Upload }
const me = '01900000-0000-7000-8000-00000000000a'
const somebody = '01900000-0000-7000-8000-00000000000b'
const actorOf = (role: RoleName, organisationType: OrganisationType): Actor => ({
  userId: me,
  username: 'me',
  fullName: 'Me',
  organisationId: somebody,
  organisationCode: 'X',
  organisationName: 'X',
  organisationType,
  role,
  permissions: new Set<Permission>(roles[role].permissions),
})

/** Reads a step as a person reads the declaration: what in this state keeps an actor from it, whoever made the record. */
function notTheirsIn(step: Step, status: string, actor: Actor): string[] {
  const reasons: string[] = []
  const held: readonly string[] = [...actor.permissions]
  if (!held.includes(step.allowIn?.[status] ?? step.allow)) reasons.push('permission.missing')
  const types = step.organisationTypesIn?.[status] ?? step.organisationTypes
  if (types && !types.some((type) => type === actor.organisationType)) reasons.push('organisation.not_allowed')
  const allowed = step.rolesIn?.[status] ?? step.roles
  if (allowed && !allowed.some((role) => role === actor.role)) reasons.push('role.not_allowed')
  return reasons
}

/** Every reason to refuse a step, whatever their order. */
function reasonsOf(step: Step, status: string, makers: readonly string[], actor: Actor): string[] {
  const isNow = step.from.some((state) => state === status)
  const reasons = isNow ? notTheirsIn(step, status, actor) : ['step.wrong_state']
  // Who may take it in no state at all is told so, wherever the record stands.
  if (isNever(step, actor)) reasons.push(...step.from.flatMap((state) => notTheirsIn(step, state, actor)))
  if (step.who === 'other' && makers.some((maker) => maker === actor.userId)) reasons.push('own_submission')
  if (step.who === 'maker' && !makers.some((maker) => maker === actor.userId)) reasons.push('not_the_maker')
  return reasons
}
const isNever = (step: Step, actor: Actor): boolean =>
  step.from.every((state) => notTheirsIn(step, state, actor).length > 0)
const ofTheActor = new Set(['permission.missing', 'organisation.not_allowed', 'role.not_allowed'])

const flows = workflows as readonly Workflow[]
const everyRole = Object.keys(roles) as RoleName[] // border: the keys of the list are the roles
const everyType = Object.keys(organisationTypes) as OrganisationType[] // border: as above

describe.each(flows)('$kind as it is declared', (flow) => {
  const steps = Object.entries<Step>(flow.steps)

  test.each(steps)(
    '%s is refused exactly when the declaration has a reason, for every state, role and maker',
    (_, step) => {
      let allowed = 0
      for (const status of Object.keys(flow.states))
        for (const role of everyRole)
          for (const type of everyType)
            for (const makers of [[], [me], [somebody], [somebody, me]]) {
              const reasons = reasonsOf(step, status, makers, actorOf(role, type))
              const code = refusal(step, { status, makers }, actorOf(role, type))
              if (reasons.length === 0) allowed += 1
              const where = `${status} ${role} ${type} ${makers.length}: ${code}`
              expect(code === null, where).toBe(reasons.length === 0)
              if (code === null) continue
              expect(reasons, where).toContain(code)
              // First who never may, then whether the record has moved on, then whose turn it is, and last who made it.
              const isNow = step.from.some((state) => state === status)
              const never = isNever(step, actorOf(role, type))
              if (never) expect(ofTheActor.has(code), where).toBe(true)
              else expect(code === 'step.wrong_state', where).toBe(!isNow)
              if (reasons.some((reason) => ofTheActor.has(reason)) && isNow)
                expect(ofTheActor.has(code), where).toBe(true)
            }
      expect(allowed, 'somebody may take the step').toBeGreaterThan(0)
    },
  )

  test('a record waits for exactly those who could decide one of somebody else', () => {
    for (const role of everyRole)
      for (const type of everyType) {
        const actor = actorOf(role, type)
        const deciding = Object.keys(flow.states).filter((status) =>
          steps.some(([, step]) => step.who === 'other' && reasonsOf(step, status, [somebody], actor).length === 0),
        )
        expect(statesWaitingFor(flow, actor).toSorted()).toEqual(deciding.toSorted())
      }
  })

  test('states have numbers and names of their own, and are found by their number', () => {
    const states = Object.entries(flow.states)
    expect(new Set(states.map(([, { id }]) => id)).size).toBe(states.length)
    for (const [name, { id }] of states) expect(stateOf(flow, id)).toBe(name)
    expect(stateOf(flow, -1)).toBeUndefined()
  })

  test('every step and every move of the system stays among the declared states', () => {
    const known = Object.keys(flow.states)
    const named = [
      ...flow.initial,
      ...steps.flatMap(([, { from, to }]) => [...from, ...to]),
      ...(flow.system ?? []).flatMap(({ from, to }) => [from, to]),
    ]
    expect(named.filter((state) => !known.includes(state))).toEqual([])
  })

  test('whoever decides is never the maker', () => {
    const deciding = steps.filter(
      ([name, { allow }]) => /APPROVE|AUTHORIZE/.test(allow) || /^(?:approve|decline)/.test(name),
    )
    expect(deciding.length).toBeGreaterThan(0)
    expect(deciding.filter(([, { who }]) => who !== 'other').map(([name]) => name)).toEqual([])
  })

  test('its records have a home', () => {
    expect(recordKinds.filter((kind) => kind.flow.kind === flow.kind)).toHaveLength(1)
  })
})

describe('in the database', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld({ manyRequests: true })
  })
  afterAll(() => world?.close())

  const tables = [...Map.groupBy(recordKinds, ({ table }) => table)]
  test.each(tables)('the states that %s can hold are the declared ones', async (table, kinds) => {
    const { rows } = await world.owner.query<{ rule: string }>(
      `select pg_get_constraintdef(c.oid) as rule from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
       where c.conrelid = $1::regclass and c.contype = 'c' and a.attname = 'status' and cardinality(c.conkey) = 1`,
      [table],
    )
    expect(rows).toHaveLength(1)
    const allowed = [...(rows[0]?.rule ?? '').matchAll(/'(\w+)'::text/g)].map((match) => match[1] ?? '')
    const declared = new Set(kinds.flatMap(({ flow }) => Object.keys(flow.states)))
    expect(allowed.toSorted()).toEqual([...declared].toSorted())
  })

  test.each(tables)('the database itself knows maker from checker in %s', async (table) => {
    const { rows } = await world.owner.query<{ rule: string }>(
      `select pg_get_constraintdef(oid) as rule from pg_constraint where conrelid = $1::regclass and conname = 'maker_is_not_checker'`,
      [table],
    )
    expect(rows[0]?.rule).toContain('decided_by = ANY (makers)')
  })

  const decline = (id: string, more: object = {}) => ({ id, approverComment: 'Not our members', ...more })
  const path = '/upload/cherry/decline_farmer'

  test('of many decisions at once exactly one is taken, with one line in the trail', async () => {
    const { wanjikuMaker, otienoChecker, margaretManager } = world.people
    const society = world.organisationId('CF4100')
    for (let round = 0; round < 5; round += 1) {
      const { id, version } = await sendFarmers(wanjikuMaker, 1)
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) => {
          const checker = index % 2 ? otienoChecker : margaretManager
          return index % 3
            ? checker.post<Body>(path, decline(id, { version }))
            : checker.post<Body>(`/upload/cherry/approve_farmer/${society}`, { id, version })
        }),
      )
      const taken = answers.filter(({ status }) => status === 200)
      expect(taken).toHaveLength(1)
      // After an approval the accounts may still be looked up: the state would allow a decision, the version does not.
      const late = answers.filter(({ status }) => status !== 200)
      expect(late.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409])
      for (const { body } of late) expect(['step.wrong_state', 'record.changed']).toContain(body.code)
      const { rows } = await world.owner.query(
        `select action from audit_events where record_id = $1 and action in ('approve', 'decline')`,
        [id],
      )
      expect(rows).toHaveLength(1)
    }
  })

  test('a draft is seen by its maker only', async () => {
    const { wanjikuMaker, otienoChecker, estherBankMaker } = world.people
    const { id } = await makeDraft(wanjikuMaker)
    expect((await wanjikuMaker.get(`/uploads/${id}/review`)).status).toBe(200)
    for (const other of [otienoChecker, estherBankMaker])
      expect((await other.get(`/uploads/${id}/review`)).status).toBe(404)
  })

  test('the stamped steps are what the call would answer', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    const { id, version } = await sendFarmers(wanjikuMaker, 1)
    const list = `/upload/cherry/farmerFiles/${world.organisationId('CF4100')}`
    const rowOf = async (person: typeof wanjikuMaker) =>
      (await person.get<{ data: Upload[] }>(list, { paginate: 'Y', size: 100 })).body.data.find((row) => row.id === id)
    expect((await rowOf(wanjikuMaker))?.steps).toMatchObject({ approve: 'permission.missing', withdraw: null })
    expect((await rowOf(otienoChecker))?.steps).toMatchObject({
      approve: null,
      decline: null,
      withdraw: 'permission.missing',
    })
    expect((await wanjikuMaker.post<Body>(path, decline(id, { version }))).body.code).toBe('permission.missing')
    expect((await wanjikuMaker.post<Body>(`/uploads/${id}/withdraw`, { version })).status).toBe(200)
  })

  test('companies live by the same rules', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    const society = world.organisationId('CF4100')
    const { body } = await wanjikuMaker.upload<Body>(
      `/upload/cherry/farmerCompany/${society}`,
      'companies.csv',
      companiesCsv(2),
    )
    const approve = { id: body.data.id, version: body.data.version }
    const approvals = await Promise.all(
      [1, 2, 3].map(() => otienoChecker.post<Body>(`/upload/cherry/approve_farmer_company/${society}`, approve)),
    )
    expect(approvals.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const { rows } = await world.owner.query('select count(*)::int as n from farmers where upload_id = $1', [
      body.data.id,
    ])
    expect(rows).toEqual([{ n: 2 }])
  })
})
