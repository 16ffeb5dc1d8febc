import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '#test/kit/world.ts'

type Body = { error: boolean; code?: string; message: string; accountName?: string; details?: object }
const inside = '/organization/validateAccountDetails'
const ipsl = '/organization/validateIpslAccountDetails'
const coop = '01109012345600'
const equity = '0680190123456'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.bank.control('POST', '/simulator/answer-any', { on: false })
  await world.bank.load([
    { institutionCode: '0011', accountNumber: coop, name: 'WANJIKU NJERI KAMAU' },
    { institutionCode: '0011', accountNumber: '01109012345610', name: null },
    { institutionCode: '0011', accountNumber: '01109012345620', name: 'PETER', status: 'closed' },
    { institutionCode: '0068', accountNumber: equity, name: 'OTIENO ODHIAMBO' },
    { institutionCode: '0068', accountNumber: '0680190123457', name: 'Whitelist' },
    { institutionCode: '0068', accountNumber: '0680190123458', name: 'N/A' },
    { institutionCode: '0068', accountNumber: '0680190123459', name: 'PETER', status: 'dormant' },
    { institutionCode: 'MPESA', accountNumber: '0712345678', name: 'MARGARET' },
  ])
})
afterEach(() => world.bank.clearFaults())
afterAll(() => world?.close())

const check = (path: string, body: object) => world.people.wanjikuMaker.post<Body>(path, body)
const lookUps = async () => {
  const { calls } = await world.bank.control('GET', '/simulator/state')
  return calls as Record<string, number>
}
const trail = async () =>
  (
    await world.owner.query<{ title: string; to: string; by: string; organisation: string }>(
      `select a.title, a.to_status as to, a.actor_name as by, o.code as organisation from audit_events a
       join organisations o on o.id = a.organisation_id where a.kind = 'account_check' order by a.id`,
    )
  ).rows

test('an account at the own bank is validated inside, any other through PesaLink', async () => {
  const own = await check(inside, { organisationType: 'FARMER_SOCIETY', accountNumber: ' 0110 9012 3456 00 ' })
  expect([own.status, own.body]).toEqual([
    200,
    { error: false, message: 'Account Details validated successfully', accountName: 'WANJIKU NJERI KAMAU' },
  ])
  const other = await check(ipsl, { pic: '0068', accountNumber: equity })
  expect([other.status, other.body.accountName]).toEqual([200, 'OTIENO ODHIAMBO'])
  expect((await check(ipsl, { pic: '0011', accountNumber: coop })).body.accountName).toBe('WANJIKU NJERI KAMAU')
  expect((await check(ipsl, { pic: 'SAFAKEPC', accountNumber: '0712345678' })).body.accountName).toBe('MARGARET')
  expect(await lookUps()).toEqual({
    '/core/account-validation': 2,
    '/pesalink/account-lookup': 1,
    '/mpesa/name-lookup': 1,
  })
})

test('a name that is missing, Whitelist or another placeholder is missing; so is an account that nobody knows', async () => {
  for (const [path, body] of [
    [inside, { accountNumber: '01109012345610' }],
    [inside, { accountNumber: '01109012345699' }],
    [inside, { accountNumber: '123' }],
    [ipsl, { pic: '0068', accountNumber: '0680190123457' }],
    [ipsl, { pic: '0068', accountNumber: '0680190123458' }],
    [ipsl, { pic: '0068', accountNumber: '0680199999999' }],
    [ipsl, { pic: '../0068', accountNumber: equity }],
  ] as const) {
    const { status, body: said } = await check(path, body)
    expect([body, status, said.code, said.message]).toEqual([
      body,
      422,
      'account.details_missing',
      'Account Details Missing',
    ])
  }
})

test('an account that takes no money is told apart', async () => {
  for (const [path, body] of [
    [inside, { accountNumber: '01109012345620' }],
    [ipsl, { pic: '0068', accountNumber: '0680190123459' }],
  ] as const)
    expect((await check(path, body)).body).toMatchObject({ error: true, code: 'account.takes_no_money' })
})

test('a bank that does not answer says nothing about the account', async () => {
  await world.bank.setFault({ kind: 'error500' })
  const { status, body } = await check(ipsl, { pic: '0068', accountNumber: equity })
  expect([status, body.code]).toEqual([503, 'bank.silent'])
})

test('an account number is required, in the words of the specification', async () => {
  for (const body of [{}, { accountNumber: '' }, { accountNumber: '  ' }]) {
    const { status, body: said } = await check(inside, body)
    expect([status, said.details]).toEqual([422, { fields: { accountNumber: 'Account number is required.' } }])
  }
})

test('who enters no bank details asks for none', async () => {
  for (const person of [world.people.aminaViewer, world.people.kipronoMillerMaker, world.people.samuelAdministrator]) {
    const { status, body } = await person.post<Body>(inside, { accountNumber: coop })
    expect([status, body.code]).toEqual([403, 'permission.missing'])
  }
})

test('every look-up stands in the trail with its end and without the number', async () => {
  const before = (await trail()).length
  await check(inside, { accountNumber: coop })
  await check(ipsl, { pic: '0068', accountNumber: '0680199999999' })
  await check(ipsl, { pic: '0068', accountNumber: '123' })
  const by = world.people.wanjikuMaker.fullName
  expect((await trail()).slice(before)).toEqual([
    { title: 'Account …600 at 0011', to: 'FOUND', by, organisation: 'CF4100' },
    { title: 'Account …999 at 0068', to: 'NOT_FOUND', by, organisation: 'CF4100' },
    { title: 'Account … at 0068', to: 'NOT_FOUND', by, organisation: 'CF4100' },
  ])
  const { rows } = await world.owner.query<{ text: string }>(
    `select string_agg(a::text, ' ') as text from audit_events a where kind = 'account_check'`,
  )
  expect(rows[0]?.text).not.toMatch(new RegExp(`${coop}|${equity}|0712345678|0680199999999`))
})

test('names behind numbers cannot be collected: after a minute’s worth the caller waits', async () => {
  const { otienoChecker } = world.people
  const answers = await Promise.all(
    Array.from({ length: 70 }, (_, at) =>
      otienoChecker.post<Body>(inside, { accountNumber: `0110901234${5600 + at}` }),
    ),
  )
  const limited = answers.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThanOrEqual(5)
  expect(limited[0]?.body.code).toBe('rate.limited')
  expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0)
  // The rest of the product goes on for them, and look-ups go on for the others.
  expect((await otienoChecker.get('/inbox/counts')).status).toBe(200)
  expect((await check(inside, { accountNumber: coop })).status).toBe(200)
})
