import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEvent } from '#contract/house/audit.ts'
import { approve, freshMember, addBankAccount, newAccount, openRequest, pageOf } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world.close())

test('the setting says how long an account cools off, from none to a month', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const member = await freshMember(world)
  const account = newAccount()
  await addBankAccount(world, account, member.full_name)
  await approve(otienoChecker, await openRequest(wanjikuMaker, member, { bankCode: '11', account }))
  const hours = async () => {
    const { account: shown, warnings } = await pageOf(otienoChecker, member.id)
    const waits = warnings.some(({ code }) => code === 'cooling_off')
    expect(waits).toBe(shown.payableFrom !== null)
    return shown.payableFrom && (Date.parse(shown.payableFrom) - Date.parse(shown.changedAt ?? '')) / 3_600_000
  }
  const set = (value: number) =>
    world.owner.query(
      `insert into settings (name, value) values ('bankChangeCoolingHours', $1) on conflict (name) do update set value = excluded.value`,
      [JSON.stringify(value)],
    )
  expect(await hours()).toBe(48)
  await set(720)
  expect(await hours()).toBe(720)
  await set(0)
  expect(await hours()).toBeNull()
  await world.owner.query(`delete from settings where name = 'bankChangeCoolingHours'`)
})

test('what is no change of the account starts no cooling-off', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const member = await freshMember(world)
  await approve(
    otienoChecker,
    await openRequest(wanjikuMaker, member, { mobileNumber: '0733600909', accountName: 'As on the card' }),
  )
  expect((await pageOf(otienoChecker, member.id)).account).toMatchObject({ changedAt: null, payableFrom: null })
})

test('of a very long history the latest is shown', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const member = await freshMember(world)
  const request = await openRequest(wanjikuMaker, member, { firstName: 'Latest' })
  await world.owner.query(
    `insert into audit_events (id, at, actor_name, actor_role, actor_organisation, organisation_id, kind, record_id, title, action, changes)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now(), 'Kahawa', '', '', $2, 'farmer', $1, 'Old', 'edit', '{}' from generate_series(1, 600) n`,
    [member.id, world.organisationId('CF4100')],
  )
  const { body } = await otienoChecker.get<AuditEvent[]>(`/farmer/${member.id}/history`)
  expect(body).toHaveLength(500)
  expect(body.at(-1)).toMatchObject({ kind: 'farmer_update', action: 'propose', recordId: request.id })
})
