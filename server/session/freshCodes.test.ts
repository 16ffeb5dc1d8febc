import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import { appCode } from '#test/kit/appCode.ts'
import { decideFarmer, enterFarmer } from '#test/kit/createdFarmers.ts'
import { edit, freshMember, newAccount, openRequest, reject } from '#test/kit/updateRequests.ts'
import { personOf, type Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { needNoFactors } from '../../db/seed/demo.ts'
import { createAdmin } from '../../tools/createAdmin.ts'
import { demoPassword } from './demo.ts'

type Answer = { code?: string; message: string; data: { id: string; ticket: string; secret: string; token: string } }
type Headers = Record<string, string>

let world: World
let time: number
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => {
  time = Date.now()
  setClock(() => time)
})
afterEach(() => setClock(null))
afterAll(() => world?.close())

const choose = (name: string, value: boolean) =>
  world.owner.query('update settings set value = $2 where name = $1', [name, JSON.stringify(value)])
const secrets = new Map<string, string>()
const codeOf = (username: string): string => appCode(secrets.get(username) ?? '')

async function turnOn(person: Person, password = demoPassword): Promise<void> {
  const { body } = await person.post<Answer>('/auth/totp', { action: 'enrol', password })
  secrets.set(person.username, body.data.secret)
  const confirmed = await person.post('/auth/totp', { action: 'confirm', code: codeOf(person.username) })
  expect(confirmed.status).toBe(200)
}
async function withTicket(person: Person): Promise<{ headers: Headers }> {
  time += 30_000
  const { body } = await person.post<Answer>('/auth/step-up', { code: codeOf(person.username) })
  return { headers: { 'x-step-up': body.data.ticket } }
}

describe('bank details', () => {
  let wanjiku: Person
  let otieno: Person
  beforeAll(async () => {
    wanjiku = world.people.wanjikuMaker
    otieno = world.people.otienoChecker
    await choose('moneyNeedsFreshCode', false)
  })
  const code = async (answer: Promise<{ body: unknown }>) => ((await answer).body as Answer).code
  const other = () => ({ bankCode: '11', account: newAccount() })

  test('are asked for with a code; the rest of a farmer is not', async () => {
    const member = await freshMember(world)
    const { id } = await enterFarmer(wanjiku)
    await decideFarmer(otieno, 'approve', { id })
    await choose('moneyNeedsFreshCode', true)
    expect(await code(edit(wanjiku, member, other()))).toBe('step_up.no_factor')
    expect((await edit(wanjiku, await freshMember(world), { village: 'Gatundu' })).status).toBe(200)
    await turnOn(wanjiku)
    expect(await code(edit(wanjiku, member, other()))).toBe('step_up.required')
    expect(await code(wanjiku.post(`/farmer/update/${id}`, { accountNumber: newAccount() }))).toBe('step_up.required')
    expect((await wanjiku.post(`/farmer/update/${id}`, { village: 'Gatundu' })).status).toBe(200)
    const ticket = await withTicket(wanjiku)
    const requested = await wanjiku.post<Answer>('/farmer/edit', { id: member.id, ...other() }, ticket)
    expect([requested.status, requested.body.message]).toEqual([200, 'Sent for approval'])
  })

  test('are approved with a code, alone and among many; turning them down and other details ask for none', async () => {
    await choose('moneyNeedsFreshCode', false)
    const open = async (values: object) => openRequest(wanjiku, await freshMember(world), values)
    const [one, two, three, village] = [
      await open(other()),
      await open(other()),
      await open(other()),
      await open({ village: 'Gatundu' }),
    ]
    await choose('moneyNeedsFreshCode', true)
    const decideAll = (step: string, records: { id: string; version: number }[], options = {}) =>
      otieno.post<Answer>('/farmer/updates/decide', { step, records, approverComment: 'Seen the form' }, options)
    const approve = ({ id, version }: { id: string; version: number }, options = {}) =>
      otieno.post<Answer>('/farmer/approve', { id, version, approverComments: 'Seen the form' }, options)
    expect(await code(approve(one))).toBe('step_up.no_factor')
    await turnOn(otieno)
    expect(await code(approve(one))).toBe('step_up.required')
    expect(await code(decideAll('approve', [village, two]))).toBe('step_up.required')
    expect((await decideAll('approve', [village])).body.data).toMatchObject({ done: 1 })
    expect((await reject(otieno, three, 'Not the member’s hand')).status).toBe(200)
    const ticket = await withTicket(otieno)
    expect((await approve(one, ticket)).status).toBe(200)
    const many = (await decideAll('approve', [two], ticket)).body
    expect(['step_up.no_factor', 'step_up.required']).not.toContain(many.code)
  })
})

describe('where nobody has chosen', () => {
  test('second factor and fresh code are on; the first administrator sets one up and goes on', async () => {
    await world.owner.query('delete from settings')
    const password = 'Nine-tall-grevilleas'
    const client = await world.owner.connect()
    await createAdmin({
      owner: client,
      admin: { username: 'first.admin', fullName: 'First Admin', password },
      another: true,
    })
    client.release()
    const signedIn = (await world.signIn('first.admin', password)).body as Answer // border: the sign-in answers a token
    const admin = personOf(
      { ...world.people.samuelAdministrator, username: 'first.admin' },
      signedIn.data.token,
      world.stranger,
    )
    const user = { username: 'jane.mwangi', fullName: 'Jane Mwangi', organisationCode: 'CF4100', role: 'FCS_MAKER' }
    const invite = (options = {}) =>
      admin.post<Answer>('/admin/users', { ...user, reason: 'New at the counter' }, options)
    expect((await invite()).body.code).toBe('second_factor.first')
    await world.owner.query(`insert into settings (name, value) values ('everybodyNeedsSecondFactor', 'false')`)
    const refused = await invite()
    expect([refused.status, refused.body.code]).toEqual([403, 'step_up.no_factor'])
    expect(refused.body.message).toContain('Turn on an authenticator app or add a passkey under "Account" first')
    await turnOn(admin, password)
    expect((await invite()).body.code).toBe('step_up.required')
    const requested = await invite(await withTicket(admin))
    expect(requested.status).toBe(200)
    // Who decides has a second factor too.
    const { beatriceAdministrator: beatrice } = world.people
    const approve = (options = {}) =>
      beatrice.post<Answer>('/admin/changes/approve', { id: requested.body.data.id }, options)
    expect((await approve()).body.code).toBe('step_up.no_factor')
    await choose('moneyNeedsFreshCode', false)
    await world.owner.query(`insert into settings (name, value) values ('moneyNeedsFreshCode', 'false')`)
    expect((await approve()).body.code).toBe('second_factor.missing')
    await turnOn(beatrice)
    expect((await approve()).status).toBe(200)
  })

  test('the demo leaves them off, and leaves alone what administrators have chosen there', async () => {
    const stored = async () =>
      (await world.owner.query<{ name: string; value: boolean }>('select name, value from settings order by name')).rows
    const client = await world.owner.connect()
    await client.query('delete from settings')
    await needNoFactors({ owner: client })
    expect(await stored()).toEqual([
      { name: 'checkersNeedSecondFactor', value: false },
      { name: 'everybodyNeedsSecondFactor', value: false },
      { name: 'moneyNeedsFreshCode', value: false },
    ])
    await choose('moneyNeedsFreshCode', true)
    await needNoFactors({ owner: client })
    client.release()
    expect(await stored()).toContainEqual({ name: 'moneyNeedsFreshCode', value: true })
  })
})
