import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AdminUser } from '#contract/administration/adminUsers.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { setClock } from '#server/kit/clock.ts'
import type { HttpAnswer, Person } from '#test/kit/people.ts'
import { personOf } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Body = {
  code?: string
  message: string
  details?: Record<string, unknown>
  data: { id: string; code: string | null; invitation: { path: string; username: string } | null; token: string }
}
type Invited = { username: string; token: string; code: string; changeId: string }

let world: World
let samuel: Person
let beatrice: Person
let serial = 0
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  samuel = world.people.samuelAdministrator
  beatrice = world.people.beatriceAdministrator
})
afterEach(() => setClock(null))
afterAll(() => world?.close())

const password = 'a long walk to the mill'
const reason = 'New at the counter'
const newUser = (more: object = {}) => ({
  username: `jane.${(serial += 1)}`,
  fullName: `Jane Wairimu ${serial}`,
  email: `jane${serial}@othameru.example`,
  organisationCode: 'CF4100',
  role: 'FCS_MAKER',
  reason,
  ...more,
})
const approve = (who: Person, id: string, more: object = {}) =>
  who.post<Body>('/admin/changes/approve', { id, ...more })
const refusal = ({ status, body }: HttpAnswer<Body>) => [status, body.code]
const accept = (body: object) =>
  world.stranger({ method: 'POST', path: '/auth/invitation', body }) as Promise<HttpAnswer<Body>> // border: as it answers
const signIn = (username: string) => world.signIn(username, password) as Promise<HttpAnswer<Body>> // border: the same

/** Invites by Samuel, approves by Beatrice: both halves of the invitation. */
async function invite(more: object = {}): Promise<Invited> {
  const user = newUser(more)
  const requested = await samuel.post<Body>('/admin/users', user)
  expect(requested.status).toBe(200)
  const approved = await approve(beatrice, requested.body.data.id)
  expect(approved.status).toBe(200)
  const token = approved.body.data.invitation?.path.split('/').at(-1) ?? ''
  return { username: user.username, token, code: requested.body.data.code ?? '', changeId: requested.body.data.id }
}
async function signedIn(more: object = {}): Promise<Person> {
  const { username, token, code } = await invite(more)
  expect((await accept({ token, code, password })).status).toBe(200)
  const { body } = await signIn(username)
  return personOf(samuel, body.data.token, world.stranger)
}
const find = async (username: string): Promise<AdminUser> => {
  const { body } = await samuel.get<PageOf<AdminUser>>('/admin/users', { paginate: 'Y', search: username })
  return body.data[0] as AdminUser
}

describe('an invitation', () => {
  test('needs a second administrator and both halves; then its user signs in', async () => {
    const user = newUser()
    const requested = await samuel.post<Body>('/admin/users', user)
    expect(requested.body.data.code).toMatch(/^[2-9A-Z]{8}$/)
    expect(await find(user.username)).toBeUndefined()
    const own = await approve(samuel, requested.body.data.id)
    expect(refusal(own)).toEqual([409, 'own_submission'])
    const { body } = await approve(beatrice, requested.body.data.id)
    expect(body.data.invitation).toMatchObject({ username: user.username })
    expect(await find(user.username)).toMatchObject({
      status: 'INVITED',
      role: 'FCS_MAKER',
      organisationCode: 'CF4100',
    })
    const token = body.data.invitation?.path.split('/').at(-1)
    const accepted = await accept({ token, code: requested.body.data.code?.toLowerCase(), password })
    expect(accepted.status).toBe(200)
    expect((await world.signIn(user.username, password)).status).toBe(200)
    expect(await find(user.username)).toMatchObject({ status: 'ACTIVE' })
  })

  test('serves once, whoever comes second', async () => {
    const { token, code } = await invite()
    const answers = await Promise.all([1, 2, 3].map((n) => accept({ token, code, password: `${password} ${n}` })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(2)
    expect(refusal(await accept({ token, code, password }))).toEqual([404, 'invitation.invalid'])
  })

  test('is worth nothing with one half, and dies of five wrong codes', async () => {
    const { token, code, username } = await invite()
    expect(refusal(await accept({ token: 'x'.repeat(43), code, password }))).toEqual([404, 'invitation.invalid'])
    for (let n = 0; n < 5; n += 1)
      expect(refusal(await accept({ token, code: 'WRONG222', password }))).toEqual([422, 'invitation.code_wrong'])
    expect(refusal(await accept({ token, code, password }))).toEqual([404, 'invitation.invalid'])
    expect((await world.signIn(username, password)).status).toBe(401)
  })

  test('of two hundred guesses at once no more than five are compared', async () => {
    const { token } = await invite()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => accept({ token, code: `GUESS${n}`, password })),
    )
    expect(answers.filter(({ body }) => body.code === 'invitation.code_wrong')).toHaveLength(5)
  })

  test('is over after three days', async () => {
    const { token, code } = await invite()
    setClock(() => Date.now() + 72 * 3_600_000 + 1000)
    expect(refusal(await accept({ token, code, password }))).toEqual([404, 'invitation.invalid'])
  })

  test('does not take a weak password, and is not used up by one', async () => {
    const { token, code } = await invite()
    expect(refusal(await accept({ token, code, password: 'short' }))).toEqual([422, 'password.weak'])
    expect((await accept({ token, code, password })).status).toBe(200)
  })

  test('lets nobody in before it is answered', async () => {
    const { username } = await invite()
    for (const guess of ['', password, 'null']) expect((await world.signIn(username, guess || 'x')).status).toBe(401)
  })

  test('is asked for once at a time, and never for a name that is taken', async () => {
    const user = newUser()
    const answers = await Promise.all([samuel, beatrice, samuel].map((one) => one.post<Body>('/admin/users', user)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(refusal(await samuel.post<Body>('/admin/users', newUser({ username: 'fcs.maker' })))).toEqual([
      409,
      'name.taken',
    ])
  })

  test('keeps neither half in the database, and a repetition of the approval makes a new link', async () => {
    const requested = await samuel.post<Body>('/admin/users', newUser(), { headers: { 'idempotency-key': 'ask-once' } })
    const key = { headers: { 'idempotency-key': 'approve-once' } }
    const body = { id: requested.body.data.id }
    const first = await beatrice.post<Body>('/admin/changes/approve', body, key)
    const again = await beatrice.post<Body>('/admin/changes/approve', body, key)
    expect([first.status, again.status]).toEqual([200, 200])
    const tokens = [first, again].map((answer) => answer.body.data.invitation?.path.split('/').at(-1) ?? '')
    expect(new Set(tokens).size).toBe(2)
    const { rows } = await world.owner.query<{ answer: string }>('select answer::text from idempotency_keys')
    expect(rows.length).toBeGreaterThan(1)
    const kept = rows.map(({ answer }) => answer).join()
    for (const secret of [...tokens, requested.body.data.code ?? '']) expect(kept).not.toContain(secret)
    expect((await accept({ token: tokens[0], code: requested.body.data.code, password })).status).toBe(404)
    expect((await accept({ token: tokens[1], code: requested.body.data.code, password })).status).toBe(200)
  })

  test('goes only to an organisation that the role is for, with what the trail should show', async () => {
    expect(refusal(await samuel.post<Body>('/admin/users', newUser({ role: 'BANK_CHECKER' })))).toEqual([
      422,
      'role.wrong_organisation',
    ])
    const { body } = await samuel.post<Body>('/admin/users', newUser({ fullName: 'Otieno Ouma' }))
    const change = await beatrice.get<ChangeRequest>(`/admin/changes/${body.data.id}`)
    expect(change.body.notes[0]?.message).toContain('fcs.checker')
    expect(change.body.steps).toMatchObject({ approve: null, withdraw: 'not_the_maker' })
  })
})

describe('a user who is in', () => {
  test('is shut out at once by one administrator: the next request is refused and says so', async () => {
    const user = newUser()
    const jane = await signedIn(user)
    expect((await jane.get('/auth/me')).status).toBe(200)
    const { id } = await find(user.username)
    expect((await samuel.post(`/admin/users/${id}/suspend`, { reason: 'Left the society' })).status).toBe(200)
    const next = await jane.get<Body>('/inbox')
    expect([next.status, next.body.code]).toEqual([401, 'session.suspended'])
    expect(refusal(await signIn(user.username))).toEqual([401, 'session.suspended'])
    const { rows } = await world.owner.query(
      `select comment, to_status as "to" from audit_events where record_id = $1 and action = 'suspend'`,
      [id],
    )
    expect(rows).toEqual([{ comment: 'Left the society', to: 'SUSPENDED' }])
    // Back in only by two.
    const back = await samuel.post<Body>(`/admin/users/${id}/resume`, { reason: 'Came back' })
    expect((await world.signIn(user.username, password)).status).toBe(401)
    expect((await approve(beatrice, back.body.data.id)).status).toBe(200)
    expect((await world.signIn(user.username, password)).status).toBe(200)
  })

  test('is shut out once, and nobody shuts out themselves', async () => {
    const { username } = await invite()
    const { id } = await find(username)
    const answers = await Promise.all(
      [samuel, beatrice, samuel].map((one) => one.post<Body>(`/admin/users/${id}/suspend`, { reason })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    const self = await samuel.post<Body>(`/admin/users/${samuel.id}/suspend`, { reason })
    expect(refusal(self)).toEqual([409, 'change.about_you'])
  })

  test('gets a new way in by two, which ends the old one; the second factor likewise', async () => {
    const user = newUser()
    const jane = await signedIn(user)
    const { id } = await find(user.username)
    await world.owner.query(
      `update users set totp_secret = 'JBSWY3DPEHPK3PXP', totp_confirmed_at = now() where id = $1`,
      [id],
    )
    const requested = await samuel.post<Body>(`/admin/users/${id}/reset`, {
      secondFactor: true,
      reason: 'Lost the telephone',
    })
    expect((await jane.get('/auth/me')).status).toBe(200)
    const approved = await approve(beatrice, requested.body.data.id)
    expect((await jane.get('/auth/me')).status).toBe(401)
    expect((await world.signIn(user.username, password)).status).toBe(401)
    const token = approved.body.data.invitation?.path.split('/').at(-1)
    const next = 'the other road to the mill'
    expect((await accept({ token, code: requested.body.data.code, password: next })).status).toBe(200)
    expect((await world.signIn(user.username, next)).status).toBe(200)
    expect(await find(user.username)).toMatchObject({ secondFactor: 'Off' })
  })

  test('a newer invitation ends the one before it', async () => {
    const old = await invite()
    const { id } = await find(old.username)
    const requested = await samuel.post<Body>(`/admin/users/${id}/reset`, {
      secondFactor: false,
      reason: 'The link got lost',
    })
    const approved = await approve(beatrice, requested.body.data.id)
    expect((await accept({ ...old, password })).status).toBe(404)
    const token = approved.body.data.invitation?.path.split('/').at(-1)
    expect((await accept({ token, code: requested.body.data.code, password })).status).toBe(200)
  })

  test('on leave neither signs in nor stays in, from the first to the last day', async () => {
    const user = newUser()
    const jane = await signedIn(user)
    const { id } = await find(user.username)
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000)
    const iso = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(at)
    const leave = { leaveFrom: iso(day(0)), leaveTo: iso(day(2)), reason: 'Maternity' }
    const requested = await samuel.post<Body>(`/admin/users/${id}`, leave)
    expect((await approve(beatrice, requested.body.data.id)).status).toBe(200)
    expect((await jane.get<Body>('/auth/me')).body.code).toBe('session.on_leave')
    expect(refusal(await signIn(user.username))).toEqual([401, 'session.on_leave'])
    expect(await find(user.username)).toMatchObject({ status: 'ON_LEAVE' })
    setClock(() => day(3).getTime())
    expect((await world.signIn(user.username, password)).status).toBe(200)
    setClock(null)
    const half = await samuel.post<Body>(`/admin/users/${id}`, { leaveTo: '', reason: 'Back' })
    expect(refusal(half)).toEqual([422, 'input.invalid'])
  })

  test('who is on leave is not named among those who could decide', async () => {
    const { otienoChecker } = world.people
    const requested = await samuel.post<Body>('/admin/users', newUser())
    const path = `/audit/admin_change/${requested.body.data.id}/deciders`
    const names = async () => (await samuel.get<{ fullName: string }[]>(path)).body.map(({ fullName }) => fullName)
    expect(await names()).toEqual([beatrice.fullName])
    await world.owner.query(`update users set leave_from = '2020-01-01', leave_to = '2999-01-01' where id = $1`, [
      beatrice.id,
    ])
    expect(await names()).toEqual([])
    await world.owner.query('update users set leave_from = null, leave_to = null where id = $1', [beatrice.id])
    expect((await otienoChecker.get(path)).status).toBe(404)
  })
})

describe('deciding', () => {
  test('of many approvals at once one makes the user, with one line in the trail', async () => {
    const user = newUser()
    const { body } = await samuel.post<Body>('/admin/users', user)
    const answers = await Promise.all(Array.from({ length: 6 }, () => approve(beatrice, body.data.id, { version: 1 })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await world.owner.query(
      `select count(*)::int as n from audit_events where record_id = $1 and action = 'approve'`,
      [body.data.id],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('nobody decides on a change about themselves, though another asked', async () => {
    const requested = await samuel.post<Body>(`/admin/users/${beatrice.id}`, { email: 'b@kahawa.example', reason })
    for (const step of ['approve', 'decline'])
      expect(
        refusal(
          await beatrice.post<Body>(`/admin/changes/${step}`, { id: requested.body.data.id, approverComment: 'Mine' }),
        ),
      ).toEqual([409, 'change.about_you'])
    const { body } = await beatrice.get<ChangeRequest>(`/admin/changes/${requested.body.data.id}`)
    expect(body.steps).toMatchObject({ approve: 'change.about_you', decline: 'change.about_you' })
    expect((await samuel.post('/admin/changes/withdraw', { id: requested.body.data.id })).status).toBe(200)
  })

  test('what changed since it was asked for is refused', async () => {
    const { username } = await invite()
    const { id } = await find(username)
    const requested = await samuel.post<Body>(`/admin/users/${id}`, { role: 'FCS_CHECKER', reason })
    expect(refusal(await samuel.post<Body>(`/admin/users/${id}`, { email: 'x@y.example', reason }))).toEqual([
      409,
      'change.open',
    ])
    await world.owner.query(`update users set role_name = 'FCS MANAGER' where id = $1`, [id])
    expect(refusal(await approve(beatrice, requested.body.data.id))).toEqual([409, 'change.stale'])
    expect(
      (await beatrice.post('/admin/changes/decline', { id: requested.body.data.id, approverComment: 'Ask again' }))
        .status,
    ).toBe(200)
    expect(refusal(await samuel.post<Body>(`/admin/users/${id}`, { role: 'FCS MANAGER', reason }))).toEqual([
      422,
      'change.nothing',
    ])
  })

  test('it waits in the inbox of the other administrator only', async () => {
    const { body } = await samuel.post<Body>('/admin/users', newUser())
    const inboxOf = async (who: Person) =>
      (
        await who.get<PageOf<{ id: string }>>('/inbox', { paginate: 'Y', size: 100, sort: '-waitingSince' })
      ).body.data.map(({ id }) => id)
    expect(await inboxOf(beatrice)).toContain(body.data.id)
    expect(await inboxOf(samuel)).not.toContain(body.data.id)
  })
})

test('the trail of a user tells who let in, shut out and signed in; no other records, and only to administrators', async () => {
  const user = newUser()
  const jane = await signedIn(user)
  const { id } = await find(user.username)
  await samuel.post(`/admin/users/${id}/suspend`, { reason: 'Left the society' })
  const trail = await beatrice.get<{ kind: string; action: string; by: string; comment: string | null }[]>(
    `/admin/users/${id}/trail`,
  )
  expect(trail.body.map(({ kind, action, by }) => [kind, action, by])).toEqual([
    ['admin_change', 'propose', samuel.fullName],
    ['admin_change', 'approve', beatrice.fullName],
    ['user', 'invitation_accepted', 'Invitation'],
    ['user', 'sign_in', user.fullName],
    ['user', 'suspend', samuel.fullName],
  ])
  expect(trail.body.at(-1)).toMatchObject({ comment: 'Left the society' })
  expect((await jane.get(`/admin/users/${id}/trail`)).status).toBe(401)
  expect((await world.people.peterBankChecker.get(`/admin/users/${id}/trail`)).status).toBe(403)
  expect((await samuel.get('/admin/users/01890000-0000-7000-8000-000000000000/trail')).status).toBe(404)
})

test('administration reads users of all, and no farmer', async () => {
  const { body } = await samuel.get<AdminUser[]>('/admin/users')
  expect(new Set(body.map(({ organisationCode }) => organisationCode)).size).toBeGreaterThan(8)
  expect(JSON.stringify(body)).not.toMatch(/argon2|password|hash/i)
  for (const path of ['/upload/cherry/getFarmers/OPERATOR', '/upload/cherry/getFarmers/CF4100'])
    expect((await samuel.get(path)).status).toBe(403)
})
