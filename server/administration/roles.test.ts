import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminRole, Finding } from '#contract/administration/adminRoles.ts'
import type { AdminUser } from '#contract/administration/adminUsers.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { permissions, roles } from '#contract/house/permissions.ts'
import type { HttpAnswer, Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { seedRoles } from '../../db/seed/roles.ts'

type Body = { code?: string; details?: { beyond?: string[] }; data: { id: string; code: string | null } }

let world: World
let samuel: Person
let beatrice: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  samuel = world.people.samuelAdministrator
  beatrice = world.people.beatriceAdministrator
})
afterAll(() => world?.close())

const reason = 'So that the desk can work'
const refusal = ({ status, body }: HttpAnswer<Body>) => [status, body.code]
const role = (name: string, more: object = {}) => ({
  name,
  label: `Role ${name}`,
  permissions: ['CAN_VIEW_FARMERS'],
  grants: [],
  types: ['FARMER_SOCIETY'],
  reason,
  ...more,
})
const approve = (who: Person, answer: HttpAnswer<Body>) =>
  who.post<Body>('/admin/changes/approve', { id: answer.body.data.id })
async function inForce(requested: object): Promise<void> {
  const answer = await samuel.post<Body>('/admin/roles', requested)
  expect(answer.status).toBe(200)
  expect((await approve(beatrice, answer)).status).toBe(200)
}
const find = async (name: string) =>
  (await samuel.get<PageOf<AdminRole>>('/admin/roles', { paginate: 'Y', search: name })).body.data.find(
    (one) => one.name === name,
  )
/** A person of the operator with another role, by rows: what is tested is what the role may do. */
const grantRole = (username: string, name: string) =>
  world.owner.query('update users set role_name = $2 where username = $1', [username, name])
const desk = (more: object = {}) =>
  role('USER_DESK', {
    permissions: ['CAN_ADMINISTER'],
    grants: ['CAN_UPLOAD_FARMERS', 'CAN_VIEW_FARMERS'],
    types: ['OPERATOR'],
    ...more,
  })

describe('a role', () => {
  test('that two administrators made is held and acts on the next request', async () => {
    const { wanjikuMaker } = world.people
    expect((await wanjikuMaker.get('/upload/cherry/farmerFiles/CF4100')).status).toBe(200)
    await inForce(role('CLERK_OF_VIEWS', { permissions: ['CAN_VIEW_FARMERS'] }))
    expect(await find('CLERK_OF_VIEWS')).toMatchObject({ origin: 'OWN', users: 0 })
    const change = await samuel.post<Body>(`/admin/users/${wanjikuMaker.id}`, { role: 'CLERK_OF_VIEWS', reason })
    expect((await approve(beatrice, change)).status).toBe(200)
    const me = await wanjikuMaker.get<{ roleId: object }>('/auth/me')
    expect(me.body.roleId).toEqual({
      name: 'CLERK_OF_VIEWS',
      label: 'Role CLERK_OF_VIEWS',
      permissions: ['CAN_VIEW_FARMERS'],
    })
    const upload = await wanjikuMaker.upload<Body>('/upload/cherry/farmer/CF4100', 'x.csv', 'x')
    expect(refusal(upload)).toEqual([403, 'permission.missing'])
    expect((await world.people.otienoChecker.get('/auth/me')).status).toBe(200)
    await inForce(role('CLERK_OF_VIEWS', { permissions: ['CAN_VIEW_AUDIT'] }))
    expect(refusal(await wanjikuMaker.get<Body>('/upload/cherry/getFarmers/CF4100'))).toEqual([
      403,
      'permission.missing',
    ])
    await grantRole('fcs.maker', 'FCS_MAKER')
  })

  test('that was made here is offered where users, and makers and checkers, are filtered by role', async () => {
    await inForce(
      role('FIELD OFFICER', { label: 'Field officer', permissions: ['CAN_UPLOAD_FARMERS', 'CAN_APPROVE_FARMERS'] }),
    )
    await grantRole('fcs.maker', 'FIELD OFFICER')
    const read = async (path: string, filter: string) =>
      (await samuel.get<PageOf<AdminUser | Finding>>(path, { paginate: 'Y', counts: 'Y', filter })).body
    const users = await read('/admin/users', 'role:FIELD OFFICER')
    expect(users.data).toMatchObject([{ username: 'fcs.maker', role: 'FIELD OFFICER' }])
    expect(users.counts?.['role']).toMatchObject({ 'FIELD OFFICER': 1 })
    const findings = await read('/admin/reports/makers-and-checkers', 'role:FIELD OFFICER')
    expect(findings.data.length).toBeGreaterThan(0)
    expect(new Set(findings.data.map((row) => row.role))).toEqual(new Set(['FIELD OFFICER']))
    for (const { options } of [users, findings]) {
      expect(options?.['role']).toContainEqual({ value: 'FIELD OFFICER', title: 'Field officer' })
      expect(options?.['role']?.filter(({ value }) => value in roles)).toEqual([])
    }
    expect((await read('/admin/users', 'role:NOBODY')).data).toEqual([])
    await grantRole('fcs.maker', 'FCS_MAKER')
  })

  test('that the operator changed stays so when the product starts; the others are brought up to date', async () => {
    const { label, types } = roles.WAREHOUSE
    const wider = role('WAREHOUSE', {
      label,
      types,
      permissions: ['CAN_APPROVE_ESTATE_CURED_BROKER', 'CAN_UPLOAD_GRN'],
    })
    await inForce(wider)
    await world.owner.query(`update roles set permissions = '{}' where name = 'FCS_MAKER'`)
    const client = await world.owner.connect()
    await seedRoles({ owner: client })
    client.release()
    expect(await find('WAREHOUSE')).toMatchObject({ permissionCount: 2, origin: 'CHANGED' })
    expect(await find('FCS_MAKER')).toMatchObject({
      permissionCount: roles.FCS_MAKER.permissions.length,
      origin: 'SHIPPED',
    })
    expect(refusal(await samuel.post<Body>('/admin/roles', wider))).toEqual([422, 'change.nothing'])
  })

  test('of administration stays as it is, and is for the operator only', async () => {
    for (const more of [{ permissions: ['CAN_VIEW_FARMERS'] }, { grants: [] }])
      expect(
        refusal(await samuel.post<Body>('/admin/roles', role('ADMINISTRATOR', { types: ['OPERATOR'], ...more }))),
      ).toEqual([409, 'role.fixed'])
    for (const more of [{ permissions: ['CAN_ADMINISTER'] }, { grants: ['CAN_VIEW_FARMERS'] }])
      expect(refusal(await samuel.post<Body>('/admin/roles', role('FOREIGN_ADMIN', more)))).toEqual([
        422,
        'role.wrong_organisation',
      ])
  })

  test('is not taken from under people whom it would no longer fit', async () => {
    const requested = role('FCS_CHECKER', { types: ['MILLER'], permissions: ['CAN_APPROVE_FARMERS'] })
    expect(refusal(await samuel.post<Body>('/admin/roles', requested))).toEqual([422, 'role.wrong_organisation'])
  })
})

describe('nobody grants what they lack', () => {
  test('an administrator may hand on everything the product knows', () => {
    expect(roles.ADMINISTRATOR.grants.toSorted()).toEqual(Object.keys(permissions).toSorted())
  })

  test('a desk hands on its own and its grants; beyond them it neither asks nor approves', async () => {
    await inForce(desk())
    const requested = (who: Person, more: object) => who.post<Body>('/admin/roles', role('TRIED', more))
    const invite = (who: Person, name: string, username: string) =>
      who.post<Body>('/admin/users', {
        username,
        fullName: 'Somebody New',
        organisationCode: 'CF4100',
        role: name,
        reason,
      })
    await inForce(role('UPLOADER', { permissions: ['CAN_UPLOAD_FARMERS'] }))
    await grantRole('admin.checker', 'USER_DESK')
    const beyond = await requested(beatrice, { permissions: ['CAN_APPROVE_FARMERS', 'CAN_VIEW_FARMERS'] })
    expect(refusal(beyond)).toEqual([403, 'role.beyond_reach'])
    expect(beyond.body.details?.beyond).toEqual(['CAN_APPROVE_FARMERS'])
    expect(refusal(await requested(beatrice, { grants: ['CAN_APPROVE_FARMERS'], types: ['OPERATOR'] }))).toEqual([
      403,
      'role.beyond_reach',
    ])
    expect(refusal(await invite(beatrice, 'FCS_CHECKER', 'new.checker'))).toEqual([403, 'role.beyond_reach'])
    expect((await invite(beatrice, 'UPLOADER', 'new.uploader')).status).toBe(200)
    // A role that hands on more is itself more.
    for (const [path, body] of [
      [`/admin/users/${samuel.id}`, { email: 'other@kahawa.example', reason }],
      [`/admin/users/${samuel.id}/reset`, { secondFactor: false, reason }],
      [`/admin/users/${samuel.id}/suspend`, { reason }],
    ] as const)
      expect([path, ...refusal(await beatrice.post<Body>(path, body))]).toEqual([path, 403, 'role.beyond_reach'])
    // What Samuel may ask for, the desk may not approve.
    const wide = await invite(samuel, 'FCS_CHECKER', 'new.checker')
    expect(refusal(await approve(beatrice, wide))).toEqual([403, 'role.beyond_reach'])
    expect(await world.owner.query(`select 1 from users where username = 'new.checker'`)).toMatchObject({ rowCount: 0 })
    await grantRole('admin.checker', 'ADMINISTRATOR')
  })

  test('a role that grew between the asking and the approval is refused to who could have given the old one', async () => {
    await inForce(role('GROWING', { permissions: ['CAN_UPLOAD_FARMERS'] }))
    await world.owner.query(`update users set role_name = 'USER_DESK' where username = 'admin.checker'`)
    const requested = await samuel.post<Body>('/admin/users', {
      username: 'grown.up',
      fullName: 'Grown Up',
      organisationCode: 'CF4100',
      role: 'GROWING',
      reason,
    })
    await world.owner.query(
      `update roles set permissions = permissions || 'CAN_APPROVE_FARMERS'::text where name = 'GROWING'`,
    )
    expect(refusal(await approve(beatrice, requested))).toEqual([403, 'role.beyond_reach'])
    await world.owner.query(`update roles set permissions = array['CAN_UPLOAD_FARMERS'] where name = 'GROWING'`)
    // Nor when the approver's own reach shrank meanwhile.
    await world.owner.query(`update roles set grants = '{}' where name = 'USER_DESK'`)
    expect(refusal(await approve(beatrice, requested))).toEqual([403, 'role.beyond_reach'])
    await grantRole('admin.checker', 'ADMINISTRATOR')
    expect((await approve(beatrice, requested)).status).toBe(200)
  })

  test('an administrator who lost the right between two requests decides nothing', async () => {
    const requested = await samuel.post<Body>('/admin/roles', role('LAST_WISH'))
    await grantRole('admin.checker', 'GOVERNMENT_VIEWER')
    expect(refusal(await approve(beatrice, requested))).toEqual([403, 'permission.missing'])
    await grantRole('admin.checker', 'ADMINISTRATOR')
  })
})

describe('the report on makers and checkers', () => {
  const findings = async () => (await samuel.get<Finding[]>('/admin/reports/makers-and-checkers')).body

  test('names who could do both sides, and a role that holds both', async () => {
    await inForce(role('BOTH', { permissions: ['CAN_UPLOAD_FARMERS', 'CAN_APPROVE_FARMERS'] }))
    await grantRole('fcs.manager', 'BOTH')
    const found = await findings()
    const record = 'farmer upload'
    expect(found).toContainEqual(
      expect.objectContaining({ finding: 'BOTH_SIDES', name: 'Margaret Nyawira Theuri', role: 'BOTH', record }),
    )
    expect(found).toContainEqual(expect.objectContaining({ finding: 'ROLE_BOTH_SIDES', role: 'BOTH', record }))
    expect(found.filter(({ name, finding }) => name === 'Wanjiku Kamau' && finding === 'BOTH_SIDES')).toEqual([])
    await grantRole('fcs.manager', 'FCS MANAGER')
  })

  test('names who is alone, and where nobody could decide', async () => {
    // Purity is the only checker left of the second society; the first has two.
    await world.owner.query(`update users set status = 'SUSPENDED' where username = 'fcs2.manager'`)
    const alone = (await findings()).filter(({ record }) => record === 'farmer upload')
    expect(alone).toContainEqual(expect.objectContaining({ finding: 'ALONE', name: 'Purity Wanja Munene' }))
    expect(alone.filter(({ organisationName }) => organisationName.startsWith('Othameru'))).toEqual([])
    await world.owner.query(`update users set status = 'SUSPENDED' where username = 'fcs2.checker'`)
    expect(await findings()).toContainEqual(
      expect.objectContaining({
        finding: 'NOBODY',
        name: 'Kirimandu Farmers Co-operative Society',
        record: 'farmer upload',
      }),
    )
    await world.owner.query(`update users set status = 'ACTIVE' where username = 'fcs2.checker'`)
    const csv = await samuel.get('/admin/reports/makers-and-checkers', { export: 'csv' })
    expect(csv.bytes.toString()).toContain('Purity Wanja Munene')
  })
})
