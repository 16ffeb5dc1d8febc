import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminProvider } from '#contract/administration/adminProviders.ts'
import { openProviderSecret } from '#server/kit/providerSecret.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Answer = { code: string; data: { id: string }; details: { fields: Record<string, string> } }
type Page = { data: AdminProvider[] }

const secret = 'the-client-secret-of-othameru'
const provider = {
  organisationCode: 'CF4100',
  issuer: 'https://login.othameru.example',
  clientId: 'kahawa',
  clientSecret: secret,
  demand: 'PASSWORDS',
  breakGlass: '',
  status: 'ON',
  reason: 'One sign-in for everything',
}
let world: World
beforeAll(async () => {
  world = await makeWorld({ settings: { PROVIDER_HOSTS: 'login.othameru.example, new.example, evil.example' } })
})
beforeEach(() =>
  world.owner.query(`delete from sign_in_providers; delete from change_requests where subject = 'provider'`),
)
afterAll(() => world.close())

const ask = (changes: Record<string, unknown> = {}) =>
  world.people.samuelAdministrator.post<Answer>('/admin/providers', { ...provider, ...changes })
const approve = (id: string) =>
  world.people.beatriceAdministrator.post<Answer>('/admin/changes/approve', { id, version: 1 })
async function propose(changes: Record<string, unknown> = {}) {
  const asked = await ask(changes)
  return asked.status === 200 ? approve(asked.body.data.id) : asked
}
const fieldsOf = async (changes: Record<string, unknown>) => (await ask(changes)).body.details?.fields
const stored = async () =>
  (
    await world.owner.query<{ client_secret: string; issuer: string; required: boolean }>(
      'select client_secret, issuer, required from sign_in_providers',
    )
  ).rows

describe('the sign-in provider of an organisation', () => {
  test('is asked for by one administrator and made by another, and nobody reads its secret', async () => {
    const asked = await ask()
    const { id } = asked.body.data
    expect(await stored()).toEqual([])
    const { samuelAdministrator, beatriceAdministrator } = world.people
    const own = await samuelAdministrator.post<Answer>('/admin/changes/approve', { id, version: 1 })
    expect([own.status, own.body.code]).toEqual([409, 'own_submission'])
    expect((await approve(id)).status).toBe(200)
    const { body } = await beatriceAdministrator.get<Page>('/admin/providers', { paginate: 'Y' })
    expect(body.data).toMatchObject([
      {
        organisationCode: 'CF4100',
        issuer: provider.issuer,
        clientId: 'kahawa',
        demand: 'PASSWORDS',
        status: 'ON',
        linked: 0,
      },
    ])
    const change = await beatriceAdministrator.get(`/admin/changes/${id}`)
    expect(change.body).toMatchObject({
      organisationName: 'Othameru Farmers Co-operative Society',
      after: { newSecret: true },
    })
    const [row] = await stored()
    const owner = { code: 'CF4100', issuer: provider.issuer }
    expect(openProviderSecret(world.house, owner, row?.client_secret ?? '')).toBe(secret)
    for (const other of [
      { ...owner, code: 'CF4101' },
      { ...owner, issuer: 'https://evil.example' },
    ])
      expect(() => openProviderSecret(world.house, other, row?.client_secret ?? '')).toThrow(/unable to authenticate/)
    const { rows } = await world.owner.query<{ all: string }>(
      `select concat((select string_agg(c::text, ' ') from change_requests c), (select string_agg(e::text, ' ') from audit_events e),
        (select string_agg(s::text, ' ') from proposed_secrets s), (select string_agg(k::text, ' ') from idempotency_keys k)) as all`,
    )
    expect(rows[0]?.all).toContain(provider.issuer)
    expect(rows[0]?.all).not.toContain(secret)
    expect((await world.owner.query('select 1 from proposed_secrets')).rowCount).toBe(0)
  })

  test('leaves no secret behind when it is declined or withdrawn', async () => {
    const { samuelAdministrator, beatriceAdministrator } = world.people
    const left = async () => (await world.owner.query('select 1 from proposed_secrets')).rowCount
    const first = (await ask()).body.data
    expect(await left()).toBe(1)
    const declined = { id: first.id, version: 1, approverComment: 'Not this provider' }
    expect((await beatriceAdministrator.post('/admin/changes/decline', declined)).status).toBe(200)
    expect(await left()).toBe(0)
    const second = (await ask()).body.data
    expect((await samuelAdministrator.post('/admin/changes/withdraw', { id: second.id, version: 1 })).status).toBe(200)
    expect(await left()).toBe(0)
  })

  test('keeps its secret over other changes, and never takes it to another address or client', async () => {
    await propose()
    const [before] = await stored()
    const { clientSecret: _secret, ...without } = provider
    const keep = await world.people.samuelAdministrator.post<Answer>('/admin/providers', {
      ...without,
      demand: 'REQUIRED',
    })
    expect((await approve(keep.body.data.id)).status).toBe(200)
    expect(await stored()).toEqual([{ ...before, required: true }])
    for (const moved of [{ issuer: 'https://evil.example' }, { clientId: 'other' }])
      expect(await fieldsOf({ ...moved, clientSecret: '' })).toEqual({
        clientSecret: 'Enter the secret that belongs to this address and client',
      })
  })

  test('takes another secret with another address, and whoever was linked is found anew', async () => {
    await propose()
    await world.owner.query(
      `insert into provider_identities (user_id, organisation_id, issuer, subject, linked_at, last_used_at)
       select id, organisation_id, $1, 's', now(), now() from users where username = 'fcs.maker'`,
      [provider.issuer],
    )
    await propose({ issuer: 'https://new.example', clientSecret: 'another-secret' })
    const [row] = await stored()
    const owner = { code: 'CF4100', issuer: 'https://new.example' }
    expect(openProviderSecret(world.house, owner, row?.client_secret ?? '')).toBe('another-secret')
    expect((await world.owner.query('select 1 from provider_identities')).rowCount).toBe(0)
  })

  test('stands at an https address, and the organisation is there and open', async () => {
    const issuer = 'An https address without a question mark, as the provider names itself'
    for (const wrong of [
      'http://login.example',
      'https://a.example?x=1',
      'https://u:p@a.example',
      'ftp://a.example',
      'login',
    ])
      expect([wrong, await fieldsOf({ issuer: wrong })]).toEqual([wrong, { issuer }])
    expect(await fieldsOf({ organisationCode: 'CF9999' })).toEqual({
      organisationCode: 'No open organisation has this code',
    })
  })

  test('stands at a host that the operator has listed, and can always be turned off', async () => {
    const issuer =
      'This server asks no provider at this address. Whoever runs it lists the host in PROVIDER_HOSTS first.'
    for (const stranger of [
      'https://login.stranger.example',
      'https://sub.new.example',
      'https://169.254.169.254/latest',
    ])
      expect([stranger, await fieldsOf({ issuer: stranger })]).toEqual([stranger, { issuer }])
    expect((await ask({ issuer: 'https://login.stranger.example', status: 'OFF' })).status).toBe(200)
  })

  test('is demanded of the operator only beside an administrator whose password opens', async () => {
    const operator = { organisationCode: 'OPERATOR', demand: 'REQUIRED' }
    expect(await fieldsOf(operator)).toEqual({
      breakGlass: 'Name an administrator whose password opens when the provider is down',
    })
    const wrong = { breakGlass: 'No active user of this organisation with the right role has this username' }
    for (const breakGlass of ['fcs.manager', 'nobody'])
      expect(await fieldsOf({ ...operator, breakGlass })).toEqual(wrong)
    expect(await fieldsOf({ breakGlass: 'fcs2.manager' })).toEqual(wrong)
    expect((await ask({ ...operator, breakGlass: 'admin' })).status).toBe(200)
  })

  test('is no longer linked to whom two administrators gave a new way in', async () => {
    await propose()
    const { samuelAdministrator, wanjikuMaker } = world.people
    await world.owner.query(
      `insert into provider_identities (user_id, organisation_id, issuer, subject, linked_at, last_used_at)
       select id, organisation_id, $1, 's', now(), now() from users where id = $2`,
      [provider.issuer, wanjikuMaker.id],
    )
    const reset = await samuelAdministrator.post<Answer>(`/admin/users/${wanjikuMaker.id}/reset`, {
      secondFactor: false,
      reason: 'Another person has the address now',
    })
    expect((await approve(reset.body.data.id)).status).toBe(200)
    expect((await world.owner.query('select 1 from provider_identities')).rowCount).toBe(0)
  })
})
