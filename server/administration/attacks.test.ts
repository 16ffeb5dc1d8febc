import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AdminOrganisation } from '#contract/administration/adminOrganisations.ts'
import type { AdminUser } from '#contract/administration/adminUsers.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { decideFarmer, enterFarmer } from '#test/kit/createdFarmers.ts'
import type { HttpAnswer, Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Body = { code?: string; details?: { fields?: Record<string, string> }; data: { id: string; code: string | null } }

let world: World
let samuel: Person
let beatrice: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  samuel = world.people.samuelAdministrator
  beatrice = world.people.beatriceAdministrator
  for (const name of ['USER_DESK', 'HELPER'])
    await world.owner.query(
      `insert into roles (name, label, permissions, grants, types, customised) values ($1, $1, '{CAN_ADMINISTER}', '{CAN_VIEW_FARMERS}', '{OPERATOR}', true)`,
      [name],
    )
  await addAdministrator('third.admin')
  await addAdministrator('fourth.admin')
})
afterEach(async () => {
  await world.owner.query(
    `update users set status = 'ACTIVE', role_name = 'ADMINISTRATOR', leave_from = null, leave_to = null where username in ('admin', 'admin.checker', 'third.admin', 'fourth.admin')`,
  )
  await world.owner.query(`update change_requests set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL'`)
  samuel = await world.newSession('admin')
  beatrice = await world.newSession('admin.checker')
})
afterAll(() => world?.close())

const reason = 'Tried by somebody who should not'
const refusal = ({ status, body }: HttpAnswer<{ code?: string }>) => [status, body.code]
const grantRole = (username: string, role: string) =>
  world.owner.query('update users set role_name = $2 where username = $1', [username, role])
const addAdministrator = (username: string) =>
  world.owner.query(
    `insert into users (id, organisation_id, username, full_name, role_name, status) select gen_random_uuid(), organisation_id, $1, $1, role_name, status from users where username = 'admin'`,
    [username],
  )
const find = async (username: string): Promise<AdminUser> =>
  (await samuel.get<PageOf<AdminUser>>('/admin/users', { paginate: 'Y', search: username })).body.data[0] as AdminUser
const request = (who: Person, path: string, body: object = {}) => who.post<Body>(path, { reason, ...body })
const approve = (who: Person, { body }: HttpAnswer<Body>) => who.post<Body>('/admin/changes/approve', body.data)
const suspend = (who: Person, id: string) => request(who, `/admin/users/${id}/suspend`)
const role = (name: string, more: object) => ({
  name,
  label: name,
  permissions: ['CAN_ADMINISTER'],
  grants: [],
  types: ['OPERATOR'],
  ...more,
})

describe('a desk with less than an administrator', () => {
  test('neither takes the role of an administrator away nor bends a role that gives more than its own', async () => {
    await grantRole('admin.checker', 'USER_DESK')
    const demoted = await request(beatrice, `/admin/users/${samuel.id}`, { role: 'HELPER' })
    expect(refusal(demoted)).toEqual([403, 'role.beyond_reach'])
    const emptied = await request(beatrice, '/admin/roles', {
      ...role('FCS_CHECKER', { permissions: ['CAN_VIEW_FARMERS'], types: ['FARMER_SOCIETY'] }),
    })
    expect(refusal(emptied)).toEqual([403, 'role.beyond_reach'])
    // Nor does it approve what an administrator asks of another.
    const requested = await request(samuel, `/admin/users/${(await find('third.admin')).id}`, { role: 'HELPER' })
    expect(refusal(await approve(beatrice, requested))).toEqual([403, 'role.beyond_reach'])
  })

  test('does not decide on the role it holds', async () => {
    await grantRole('admin.checker', 'USER_DESK')
    const requested = await request(
      samuel,
      '/admin/roles',
      role('USER_DESK', { grants: ['CAN_VIEW_FARMERS', 'CAN_VIEW_AUDIT'] }),
    )
    expect(refusal(await approve(beatrice, requested))).toEqual([409, 'change.about_you'])
    const { body } = await beatrice.get<ChangeRequest>(`/admin/changes/${requested.body.data.id}`)
    expect(body.steps).toMatchObject({ approve: 'change.about_you', decline: 'change.about_you' })
    await grantRole('admin.checker', 'ADMINISTRATOR')
    expect((await approve(beatrice, requested)).status).toBe(200)
  })
})

describe('somebody of another organisation', () => {
  test('administers nothing, even with a role that says so', async () => {
    await grantRole('fcs.manager', 'ADMINISTRATOR')
    const { margaretManager } = world.people
    for (const path of ['users', 'roles', 'organisations', 'changes', 'settings', 'reports/makers-and-checkers'])
      expect([path, ...refusal(await margaretManager.get<Body>(`/admin/${path}`))]).toEqual([
        path,
        403,
        'organisation.not_allowed',
      ])
    const invited = { username: 'own.friend', fullName: 'Own Friend', organisationCode: 'CF4100', role: 'FCS_CHECKER' }
    expect(refusal(await request(margaretManager, '/admin/users', invited))).toEqual([403, 'organisation.not_allowed'])
    expect(refusal(await suspend(margaretManager, world.people.danielMaker.id))).toEqual([
      403,
      'organisation.not_allowed',
    ])
    await grantRole('fcs.manager', 'FCS MANAGER')
    expect(refusal(await suspend(margaretManager, world.people.danielMaker.id))).toEqual([403, 'permission.missing'])
    expect((await world.people.danielMaker.get('/auth/me')).status).toBe(200)
  })
})

describe('the last administrators', () => {
  test('shut each other out at once: one of them is left', async () => {
    await world.owner.query(`update users set status = 'SUSPENDED' where username in ('third.admin', 'fourth.admin')`)
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([suspend(samuel, beatrice.id), suspend(beatrice, samuel.id)])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
      const { rows } = await world.owner.query(
        `select 1 from users where role_name = 'ADMINISTRATOR' and status = 'ACTIVE'`,
      )
      expect(rows).toHaveLength(1)
      await world.owner.query(`update users set status = 'ACTIVE' where username in ('admin', 'admin.checker')`)
    }
  })

  test('two must keep the role; with three, one may give it up', async () => {
    await world.owner.query(`update users set status = 'SUSPENDED' where username = 'fourth.admin'`)
    const own = await request(samuel, `/admin/users/${samuel.id}`, { role: 'HELPER' })
    await world.owner.query(`update users set status = 'SUSPENDED' where username = 'third.admin'`)
    expect(refusal(await approve(beatrice, own))).toEqual([409, 'administrator.last'])
    await samuel.post('/admin/changes/withdraw', own.body.data)
    expect(refusal(await request(samuel, `/admin/users/${samuel.id}`, { role: 'HELPER' }))).toEqual([
      409,
      'administrator.last',
    ])
    await world.owner.query(`update users set status = 'ACTIVE' where username = 'third.admin'`)
    const again = await request(samuel, `/admin/users/${samuel.id}`, { role: 'HELPER' })
    expect((await approve(beatrice, again)).status).toBe(200)
  })

  test('are not all on leave on the same day', async () => {
    await world.owner.query(`update users set status = 'SUSPENDED' where username in ('third.admin', 'fourth.admin')`)
    const leave = (leaveFrom: string, leaveTo: string) => ({ leaveFrom, leaveTo })
    const first = await request(samuel, `/admin/users/${samuel.id}`, leave('2031-03-10', '2031-03-20'))
    expect((await approve(beatrice, first)).status).toBe(200)
    for (const [from, to] of [
      ['2031-03-20', '2031-03-25'],
      ['2031-03-01', '2031-03-10'],
      ['2031-03-12', '2031-03-12'],
      ['2031-01-01', '2999-01-01'],
    ] as const)
      expect([from, ...refusal(await request(beatrice, `/admin/users/${beatrice.id}`, leave(from, to)))]).toEqual([
        from,
        409,
        'administrator.last',
      ])
    expect((await request(beatrice, `/admin/users/${beatrice.id}`, leave('2031-03-21', '2031-03-25'))).status).toBe(200)
  })

  test('do not lose their organisation to administrators of another', async () => {
    await world.owner.query(
      `insert into organisations (id, code, name, type) values (gen_random_uuid(), 'OPER2', 'Other operations', 'OPERATOR')`,
    )
    await world.owner.query(
      `update users set organisation_id = (select id from organisations where code = 'OPER2') where username = 'admin.checker'`,
    )
    beatrice = await world.newSession('admin.checker')
    const { body } = await beatrice.get<AdminOrganisation[]>('/admin/organisations', { search: 'OPERATOR' })
    const { code, name, type, countyId } = body.find((one) => one.code === 'OPERATOR') as AdminOrganisation
    const closed = await request(beatrice, '/admin/organisations', { code, name, type, countyId, status: 'CLOSED' })
    expect(refusal(closed)).toEqual([409, 'administrator.last'])
    await world.owner.query(
      `update users set organisation_id = (select id from organisations where code = 'OPERATOR') where username = 'admin.checker'`,
    )
  })
})

describe('an approval', () => {
  test('is refused when who asked was shut out or lost the right since; declining still goes', async () => {
    const requested = await request(samuel, '/admin/settings', { name: 'sharedAccountWarning', value: 9 })
    expect((await suspend(beatrice, samuel.id)).status).toBe(200)
    expect(refusal(await approve(beatrice, requested))).toEqual([409, 'change.asker_gone'])
    await world.owner.query(`update users set status = 'ACTIVE', role_name = 'BANK_CHECKER' where username = 'admin'`)
    expect(refusal(await approve(beatrice, requested))).toEqual([409, 'change.asker_gone'])
    const declined = await beatrice.post('/admin/changes/decline', {
      ...requested.body.data,
      approverComment: 'Ask anew',
    })
    expect(declined.status).toBe(200)
  })

  test('of somebody who is shut out at that moment is made before it or not at all', async () => {
    for (let round = 0; round < 8; round += 1) {
      const requested = await request(samuel, '/admin/settings', { name: 'deliveryMaxKg', value: 5000 + round })
      const [approved, out] = await Promise.all([approve(beatrice, requested), suspend(samuel, beatrice.id)])
      expect(out.status).toBe(200)
      const { rows } = await world.owner.query<{ status: string }>('select status from change_requests where id = $1', [
        requested.body.data.id,
      ])
      expect([200, 401]).toContain(approved.status)
      expect(rows[0]?.status).toBe(approved.status === 200 ? 'APPROVED' : 'PENDING_APPROVAL')
      expect((await approve(beatrice, requested)).status).toBe(401)
      await world.owner.query(`update users set status = 'ACTIVE' where username = 'admin.checker'`)
      await samuel.post('/admin/changes/withdraw', requested.body.data)
    }
  })

  test('and a refusal at once: one of them counts, and the setting agrees with it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const value = 600 + round
      const requested = await request(samuel, '/admin/settings', { name: 'deliveryMaxKg', value })
      const comment = { ...requested.body.data, approverComment: 'No' }
      const answers = await Promise.all([
        approve(beatrice, requested),
        beatrice.post<Body>('/admin/changes/decline', comment),
        samuel.post<Body>('/admin/changes/withdraw', requested.body.data),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const { rows } = await world.owner.query<{ value: number }>(
        `select value from settings where name = 'deliveryMaxKg'`,
      )
      expect(rows[0]?.value === value).toBe(answers[0].status === 200)
    }
  })
})

describe('who was shut out in the middle of the work', () => {
  test('is told so by the next request, and the old session does not come back with the user', async () => {
    const { otienoChecker } = world.people
    expect((await suspend(samuel, otienoChecker.id)).status).toBe(200)
    for (const [method, path] of [
      ['GET', '/inbox'],
      ['GET', '/auth/me'],
      ['POST', '/upload/cherry/approve_farmer/CF4100'],
    ] as const)
      expect(refusal(await otienoChecker.request<Body>(method, path, method === 'POST' ? { body: {} } : {}))).toEqual([
        401,
        'session.suspended',
      ])
    const stranger = await world.stranger({ method: 'GET', path: '/inbox', token: 'x'.repeat(43) })
    expect(refusal(stranger as HttpAnswer<Body>)).toEqual([401, 'session.missing'])
    const back = await request(samuel, `/admin/users/${otienoChecker.id}/resume`)
    expect((await approve(beatrice, back)).status).toBe(200)
    expect(refusal(await otienoChecker.get<Body>('/inbox'))).toEqual([401, 'session.missing'])
    expect((await (await world.newSession('fcs.checker')).get('/inbox')).status).toBe(200)
  })

  test('is told of a leave, and comes back by the calendar', async () => {
    const { purityChecker } = world.people
    await world.owner.query(
      `update users set leave_from = '2020-01-01', leave_to = '2999-01-01' where username = 'fcs2.checker'`,
    )
    expect(refusal(await purityChecker.get<Body>('/inbox'))).toEqual([401, 'session.on_leave'])
    await world.owner.query(
      `update users set leave_from = '2020-01-01', leave_to = '2020-01-02' where username = 'fcs2.checker'`,
    )
    expect((await purityChecker.get('/inbox')).status).toBe(200)
  })

  test('keeps nothing of a file that was still on its way', async () => {
    const wanjiku = await world.newSession('fcs.maker')
    const boundary = 'kahawa'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="late.csv"\r\ncontent-type: text/csv\r\n\r\n`
    const shutOut = () => world.owner.query(`update users set status = 'SUSPENDED' where username = 'fcs.maker'`)
    async function* slowly() {
      yield Buffer.from(`${head}First name,Last name\r\n`)
      await shutOut()
      yield Buffer.from(`A,B\r\n\r\n--${boundary}--\r\n`)
    }
    const response = await world.app.inject({
      method: 'POST',
      url: '/api/upload/cherry/farmer/CF4100',
      headers: {
        authorization: `Bearer ${wanjiku.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: Readable.from(slowly()),
    })
    expect([response.statusCode, response.json<Body>().code]).toEqual([401, 'session.suspended'])
    const { rowCount } = await world.owner.query(`select 1 from uploads where file_name = 'late.csv'`)
    expect(rowCount).toBe(0)
    await world.owner.query(`update users set status = 'ACTIVE' where username = 'fcs.maker'`)
  })
})

describe('a second factor of everybody who decides', () => {
  test('is asked of who has none: they see what waits and why they may not decide', async () => {
    const margaret = await world.newSession('fcs.manager')
    const farmer = await enterFarmer(world.people.wanjikuMaker)
    const setTo = (value: boolean) =>
      world.owner.query(
        `insert into settings (name, value) values ('checkersNeedSecondFactor', $1) on conflict (name) do update set value = excluded.value`,
        [JSON.stringify(value)],
      )
    await setTo(true)
    expect(refusal(await decideFarmer(margaret, 'approve', farmer))).toEqual([403, 'second_factor.missing'])
    const inbox = await margaret.get<PageOf<{ id: string; steps: object }>>('/inbox', { paginate: 'Y', size: 100 })
    expect(inbox.body.data.find(({ id }) => id === farmer.id)?.steps).toMatchObject({
      approve: 'second_factor.missing',
    })
    await world.owner.query(`update users set totp_confirmed_at = now() where username = 'fcs.manager'`)
    expect((await decideFarmer(margaret, 'approve', farmer)).status).toBe(200)
    await world.owner.query(`update users set totp_confirmed_at = null where username = 'fcs.manager'`)
    await setTo(false)
  })
})

describe('seasons', () => {
  test('leave no gap, share no day, and go with nothing that was used', async () => {
    const gap = await request(samuel, '/admin/seasons', { name: '2040/2041', status: 'OPEN' })
    expect([gap.status, gap.body.details?.fields]).toEqual([422, { name: 'Seasons follow one another without a gap' }])
    expect((await request(samuel, '/admin/seasons', { name: '2036/2037', status: 'OPEN' })).status).toBe(200)
    const add = (name: string, from: string, to: string) =>
      world.owner.query('insert into seasons (name, starts_on, ends_on) values ($1, $2, $3)', [name, from, to])
    await expect(add('2039/2041', '2039-10-01', '2041-09-30')).rejects.toThrow('season_is_a_crop_year')
    await expect(add('2039/2040', '2035-12-01', '2040-09-30')).rejects.toThrow('season_is_a_crop_year')
    for (const who of ['kahawa_app', 'kahawa_wide', 'kahawa_admin']) {
      const client = await world.owner.connect()
      await client.query(`set role ${who}`)
      await expect(client.query('delete from seasons')).rejects.toThrow('permission denied')
      await client.query('reset role')
      client.release()
    }
  })

  test('a closing of the present one is pointed out to who decides', async () => {
    const { body } = await samuel.get<{ name: string; current: boolean }[]>('/admin/seasons')
    const name = body.find(({ current }) => current)?.name
    const requested = await request(samuel, '/admin/seasons', { name, status: 'CLOSED' })
    const change = await beatrice.get<ChangeRequest>(`/admin/changes/${requested.body.data.id}`)
    expect(change.body.notes).toMatchObject([{ code: 'season.current' }])
  })
})

test('a role is not called like another without a word, and its name hides no blanks', async () => {
  for (const name of ['FCS MANAGER ', 'FCS  MANAGER', ' FCS MANAGER'])
    expect(refusal(await request(samuel, '/admin/roles', role(name, {})))).toEqual([422, 'input.invalid'])
  const requested = await request(samuel, '/admin/roles', role('SOCIETY_CHECKER', { label: 'society checker' }))
  const change = await beatrice.get<ChangeRequest>(`/admin/changes/${requested.body.data.id}`)
  expect(change.body.notes.map(({ code }) => code)).toContain('role.alike')
})

test('a new way in forgets the devices of the old one', async () => {
  const { id } = world.people.estherBankMaker
  await world.owner.query(
    `insert into known_devices (device_hash, user_id, last_used_at) values ('\\x01', $1, now())`,
    [id],
  )
  const requested = await request(samuel, `/admin/users/${id}/reset`, { secondFactor: false })
  expect((await approve(beatrice, requested)).status).toBe(200)
  expect(await world.owner.query('select 1 from known_devices where user_id = $1', [id])).toMatchObject({ rowCount: 0 })
})
