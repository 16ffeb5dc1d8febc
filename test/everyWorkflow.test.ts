import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorCode } from '#contract/house/errors.ts'
import { workflows } from '#contract/index.ts'
import { refusal, statesWaitingFor, stateOf, workflow, type Step, type Workflow } from '#contract/kit/workflow.ts'
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
const actorOf = (
  role: RoleName,
  organisationType: OrganisationType,
  permissions: readonly Permission[] = roles[role].permissions,
): Actor => ({
  userId: me,
  username: 'me',
  fullName: 'Me',
  organisationId: somebody,
  organisationCode: 'X',
  organisationName: 'X',
  organisationType,
  role,
  permissions: new Set<Permission>(permissions),
})

/** A lot that its maker submits, a society's checker approves and KPCU confirms, each by a permission of their own. */
const lot = workflow({
  kind: 'lot',
  record: 'lot',
  initial: ['draft'],
  states: {
    draft: { id: 1, name: 'DRAFT', label: 'Draft', tone: 'info', makerOnly: true },
    waiting: { id: 2, name: 'WAITING', label: 'Waiting', tone: 'waiting' },
    confirming: { id: 3, name: 'CONFIRMING', label: 'Waiting for KPCU', tone: 'waiting' },
    done: { id: 4, name: 'DONE', label: 'Done', tone: 'good' },
  },
  steps: {
    submit: {
      label: 'Submit',
      from: ['draft'],
      to: ['waiting'],
      allow: 'CAN_UPLOAD_FARMERS',
      who: 'maker',
      tone: 'main',
    },
    approve: {
      label: 'Approve',
      from: ['waiting', 'confirming'],
      to: ['confirming', 'done'],
      allow: 'CAN_APPROVE_FARMERS',
      allowIn: { confirming: 'CAN_APPROVE_LIMITS' },
      organisationTypesIn: { waiting: ['FARMER_SOCIETY'], confirming: ['KPCU'] },
      rolesIn: { confirming: ['KPCU_CHECKER'] },
      who: 'other',
      tone: 'main',
    },
    note: {
      label: 'Write a note',
      from: ['waiting', 'confirming', 'done'],
      to: ['done'],
      allow: 'CAN_VIEW_FARMERS',
      organisationTypes: ['FARMER_SOCIETY', 'MILLER'],
      who: 'anyone',
      tone: 'plain',
    },
  },
})
const society = actorOf('FCS_CHECKER', 'FARMER_SOCIETY', ['CAN_APPROVE_FARMERS', 'CAN_VIEW_FARMERS'])
const clerk = actorOf('FCS_MAKER', 'FARMER_SOCIETY', ['CAN_UPLOAD_FARMERS'])
const kpcu = actorOf('KPCU_CHECKER', 'KPCU', ['CAN_APPROVE_LIMITS'])
const kpcuMaker = actorOf('KPCU_MAKER', 'KPCU', ['CAN_APPROVE_LIMITS'])
const miller = actorOf('MILLER_CHECKER', 'MILLER', ['CAN_APPROVE_FARMERS', 'CAN_APPROVE_LIMITS', 'CAN_VIEW_FARMERS'])
const nobody = actorOf('FCS_CHECKER', 'FARMER_SOCIETY', [])
const bare: Actor = { ...society, secondFactorMissing: true }

describe('who may take a step', () => {
  type Case = [why: string, Actor, keyof typeof lot.steps, keyof typeof lot.states, string[], ErrorCode | null]
  test.each<Case>([
    ['who made it submits it', clerk, 'submit', 'draft', [me], null],
    ['one of its two makers submits it', clerk, 'submit', 'draft', [somebody, me], null],
    ['nobody submits what another made', clerk, 'submit', 'draft', [somebody], 'not_the_maker'],
    ['nor what nobody made', clerk, 'submit', 'draft', [], 'not_the_maker'],
    ['it is not submitted twice', clerk, 'submit', 'waiting', [me], 'step.wrong_state'],
    ['a checker submits nothing, be it theirs', society, 'submit', 'draft', [me], 'permission.missing'],

    ['the society approves', society, 'approve', 'waiting', [somebody], null],
    ['and KPCU confirms', kpcu, 'approve', 'confirming', [somebody], null],
    ['a maker approves nothing of their own', society, 'approve', 'waiting', [me], 'own_submission'],
    ['nor what they changed after another', society, 'approve', 'waiting', [somebody, me], 'own_submission'],
    ['nor does KPCU confirm its own', kpcu, 'approve', 'confirming', [me], 'own_submission'],
    ['a second factor comes first', bare, 'approve', 'waiting', [somebody], 'second_factor.missing'],
    ['but own work is refused first', bare, 'approve', 'waiting', [me], 'own_submission'],
    ['a note needs no second factor', bare, 'note', 'waiting', [somebody], null],
    ['the clerk has no such permission', clerk, 'approve', 'waiting', [somebody], 'permission.missing'],
    ['the society’s turn is over', society, 'approve', 'confirming', [somebody], 'permission.missing'],
    ['KPCU’s turn has not come', kpcu, 'approve', 'waiting', [somebody], 'permission.missing'],
    ['KPCU’s maker is in the wrong role', kpcuMaker, 'approve', 'confirming', [somebody], 'role.not_allowed'],
    ['and is refused so at any time', kpcuMaker, 'approve', 'done', [somebody], 'role.not_allowed'],
    ['a miller never approves', miller, 'approve', 'waiting', [somebody], 'organisation.not_allowed'],
    ['nor confirms', miller, 'approve', 'confirming', [somebody], 'organisation.not_allowed'],
    ['and does not learn where the record stands', miller, 'approve', 'done', [somebody], 'organisation.not_allowed'],
    ['nor whose it is', miller, 'approve', 'waiting', [me], 'organisation.not_allowed'],
    ['what is done is not approved', society, 'approve', 'done', [somebody], 'step.wrong_state'],
    ['nor is a draft', kpcu, 'approve', 'draft', [somebody], 'step.wrong_state'],
    ['whoever made it: it has moved on', society, 'approve', 'done', [me], 'step.wrong_state'],

    ['anyone of the society notes', society, 'note', 'done', [me], null],
    ['and of the miller', miller, 'note', 'done', [somebody], null],
    ['but nobody on a draft', miller, 'note', 'draft', [somebody], 'step.wrong_state'],
    ['KPCU does not read farmers here', kpcu, 'note', 'done', [somebody], 'permission.missing'],
    ['without permissions nothing', nobody, 'note', 'done', [somebody], 'permission.missing'],
  ])('%s', (_, actor, step, status, makers, code) => {
    expect(refusal(lot.steps[step], { status, makers }, actor)).toBe(code)
  })

  test('a lot waits for the society first, then for KPCU, and for nobody else', () => {
    const waitsFor = [society, bare, kpcu, kpcuMaker, clerk, miller, nobody].map((actor) =>
      statesWaitingFor(lot, actor),
    )
    expect(waitsFor).toEqual([['waiting'], ['waiting'], ['confirming'], [], [], [], []])
  })
})

const flows = workflows as readonly Workflow[]
const everyRole = Object.keys(roles) as RoleName[] // border: the keys of the list are the roles
const everyType = Object.keys(organisationTypes) as OrganisationType[] // border: as above
const everybody = everyRole.flatMap((role) => everyType.map((type) => actorOf(role, type)))
const everyMaker = [[], [me], [somebody], [somebody, me]]

describe.each(flows)('$kind as it is declared', (flow) => {
  const steps = Object.entries<Step>(flow.steps)
  const states = Object.keys(flow.states)
  const without = (inState: object) => states.filter((status) => !(status in inState))

  test.each(steps)('%s is taken by somebody, and by nobody whom the declaration leaves out', (_, step) => {
    const takers = states.flatMap((status) =>
      everybody.flatMap((actor) =>
        everyMaker
          .filter((makers) => refusal(step, { status, makers }, actor) === null)
          .map((makers) => ({ status, actor, made: makers.includes(me) })),
      ),
    )
    expect(takers.length).toBeGreaterThan(0)
    expect(new Set(takers.map(({ status }) => status))).toEqual(new Set(step.from))
    if (step.who !== 'anyone') expect(new Set(takers.map(({ made }) => made))).toEqual(new Set([step.who === 'maker']))
    const permitted: readonly unknown[] = [step.allow, ...Object.values(step.allowIn ?? {})]
    expect(takers.filter(({ actor }) => ![...actor.permissions].some((name) => permitted.includes(name)))).toEqual([])
    const outside = (isInside: (actor: Actor) => boolean, among = states) =>
      takers.filter(({ status, actor }) => among.includes(status) && !isInside(actor))
    const { organisationTypes: types, organisationTypesIn: typesIn = {}, roles: allowed, rolesIn = {} } = step
    if (types) expect(outside(({ organisationType }) => types.includes(organisationType), without(typesIn))).toEqual([])
    for (const [status, some] of Object.entries(typesIn))
      expect(outside(({ organisationType }) => Boolean(some?.includes(organisationType)), [status])).toEqual([])
    if (allowed) expect(outside(({ role }) => allowed.some((name) => name === role), without(rolesIn))).toEqual([])
    for (const [status, some] of Object.entries(rolesIn))
      expect(outside(({ role }) => Boolean(some?.some((name) => name === role)), [status])).toEqual([])
  })

  test('who holds no permission takes no step, wherever the record stands and whoever made it', () => {
    for (const [name, step] of steps)
      for (const status of states)
        for (const type of everyType)
          for (const makers of everyMaker)
            expect([name, refusal(step, { status, makers }, actorOf('FCS_CHECKER', type, []))]).toEqual([
              name,
              'permission.missing',
            ])
  })

  test('a record waits for exactly those who could decide one of somebody else', () => {
    for (const actor of everybody) {
      const deciding = states.filter((status) =>
        steps.some(
          ([, step]) =>
            step.who === 'other' &&
            !step.unawaitedIn?.includes(status) &&
            refusal(step, { status, makers: [somebody] }, actor) === null,
        ),
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
    expect(deciding.length > 0).toBe(flow.decidedByParts === undefined)
    // What a warehouse weighs otherwise is no decision but a proposal: the mill agrees to it, and somebody else of the warehouse.
    const proposes = flow.kind === 'dispatch_record' ? ['edit'] : []
    expect(deciding.filter(([, { who }]) => who !== 'other').map(([name]) => name)).toEqual(proposes)
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
      const winners = answers.filter(({ status }) => status === 200)
      expect(winners).toHaveLength(1)
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
