import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import { stepUpMinutes } from '#server/kit/web/stepUp.ts'
import { appCode } from '#test/kit/appCode.ts'
import { borrower, fillFund, ledgerBalance, waitingLoan, type DecidedLoans } from '#test/kit/loans.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { demoPassword } from './demo.ts'

type Answer = Partial<DecidedLoans> & {
  code?: string
  message: string
  data: DecidedLoans['data'] & { ticket: string }
}

let world: World
let time: number
let mercy: Person
let secrets: Map<string, string>
let recoveryCodes: string[]
const pass = (seconds: number): void => {
  time += seconds * 1000
}
/** The code an app shows this moment. */
const codeOf = ({ username }: Person): string => appCode(secrets.get(username) ?? '')

const setTo = (value: boolean) =>
  world.owner.query(
    `insert into settings (name, value) values ('moneyNeedsFreshCode', $1) on conflict (name) do update set value = excluded.value`,
    [JSON.stringify(value)],
  )
const kpcuFund = () => ledgerBalance(world, 'fund', world.organisationId('KPCU'), world.organisationId('KPCU'))
const sendCode = (person: Person, code: string) => person.post<Answer>('/auth/step-up', { code })
const ticketOf = async (person: Person): Promise<string> => {
  pass(30)
  return (await sendCode(person, codeOf(person))).body.data.ticket
}
const authorise = (person: Person, id: string, headers: Record<string, string> = {}) =>
  person.post<Answer>('/disbursement/authorize', [{ id }], { headers })

async function approvedLoan(): Promise<string> {
  const { id } = await borrower(world)
  const loan = await waitingLoan(world, id, 1_000)
  await world.people.otienoChecker.post('/disbursement/approve', [{ id: loan.id }])
  return loan.id
}

async function turnOn(person: Person): Promise<string[]> {
  type Totp = { data: { secret: string; recoveryCodes: string[] } }
  const { data } = (await person.post<Totp>('/auth/totp', { action: 'enrol', password: demoPassword })).body
  secrets.set(person.username, data.secret)
  return (await person.post<Totp>('/auth/totp', { action: 'confirm', code: codeOf(person) })).body.data.recoveryCodes
}

beforeAll(async () => {
  world = await makeWorld()
  time = Date.now()
  setClock(() => time)
  secrets = new Map()
  mercy = world.people.mercyKpcuChecker
  await fillFund(world, 'KPCU', 100_000)
  recoveryCodes = await turnOn(mercy)
  await turnOn(world.people.peterBankChecker)
})
beforeEach(async () => {
  setClock(() => time)
  await world.owner.query('delete from sign_in_delays')
  await setTo(true)
})
afterEach(() => setClock(null))
afterAll(() => world.close())

test('while the setting is off nobody is asked', async () => {
  await setTo(false)
  expect((await authorise(mercy, await approvedLoan())).body.data).toMatchObject({ done: 1 })
})

test('who has no second factor is told what to do, and sends nothing', async () => {
  const other = await world.newSession('kpcu.checker')
  const loan = await approvedLoan()
  const before = await kpcuFund()
  await world.owner.query(`update users set totp_confirmed_at = null where username = 'kpcu.checker'`)
  const refused = await authorise(other, loan)
  expect([refused.status, refused.body.code]).toEqual([403, 'step_up.no_factor'])
  expect(refused.body.message).toContain('Turn on an authenticator app or add a passkey under "Account" first')
  expect((await sendCode(other, '123456')).body.code).toBe('step_up.no_factor')
  await world.owner.query(`update users set totp_confirmed_at = now() where username = 'kpcu.checker'`)
  expect(await kpcuFund()).toBe(before)
})

test('without a code, or with a ticket that was made up, nothing is authorised; with a fresh one it is', async () => {
  const loan = await approvedLoan()
  const before = await kpcuFund()
  const ticket = await ticketOf(mercy)
  for (const wrong of ['', 'v1.', 'x', `${ticket.slice(0, -4)}AAAA`, 'v1.'.padEnd(4_000, 'A'), codeOf(mercy)]) {
    const refused = await authorise(mercy, loan, wrong ? { 'x-step-up': wrong } : {})
    expect([wrong.slice(0, 12), refused.status, refused.body.code]).toEqual([
      wrong.slice(0, 12),
      403,
      'step_up.required',
    ])
  }
  expect(await kpcuFund()).toBe(before)
  const key = { 'idempotency-key': 'the-one-authorisation' }
  const first = await authorise(mercy, loan, { ...key, 'x-step-up': ticket })
  expect(first.body.data).toMatchObject({ done: 1 })
  // The answer of what was done is no second act: it needs no second code.
  expect((await authorise(mercy, loan, key)).body).toEqual(first.body)
  expect(await kpcuFund()).toBe(before - 970)
})

test('a ticket serves for several lists in its five minutes, and for nothing after them', async () => {
  const ticket = { 'x-step-up': await ticketOf(mercy) }
  expect((await authorise(mercy, await approvedLoan(), ticket)).body.data).toMatchObject({ done: 1 })
  pass(stepUpMinutes * 60 - 1)
  expect((await authorise(mercy, await approvedLoan(), ticket)).body.data).toMatchObject({ done: 1 })
  pass(1)
  expect((await authorise(mercy, await approvedLoan(), ticket)).body.code).toBe('step_up.required')
})

describe('a code', () => {
  test('that is wrong, that served before, or that is somebody else’s gives no ticket', async () => {
    pass(30)
    const right = codeOf(mercy)
    const wrong = right === '000000' ? '000001' : '000000'
    expect((await sendCode(mercy, wrong)).body.code).toBe('session.code_wrong')
    expect((await sendCode(mercy, codeOf(world.people.peterBankChecker))).body.code).toBe('session.code_wrong')
    expect((await sendCode(mercy, right)).status).toBe(200)
    expect((await sendCode(mercy, right)).body.code).toBe('session.code_wrong')
    // The code that signs somebody in is used up as well.
    pass(30)
    expect((await world.signIn('kpcu.checker', demoPassword, codeOf(mercy))).status).toBe(200)
    expect((await sendCode(mercy, codeOf(mercy))).body.code).toBe('session.code_wrong')
  })

  test('for the day the phone is lost lets its owner in, and sends no money', async () => {
    const [recovery = ''] = recoveryCodes
    expect((await sendCode(mercy, recovery)).body.code).toBe('session.code_wrong')
    expect((await world.signIn('kpcu.checker', demoPassword, recovery)).status).toBe(200)
  })

  test('that comes twice at the same moment serves once', async () => {
    pass(30)
    const answers = await Promise.all([sendCode(mercy, codeOf(mercy)), sendCode(mercy, codeOf(mercy))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('is guessed no faster than at the sign-in, and every try is in the trail', async () => {
    await world.owner.query(`delete from sign_in_delays`)
    pass(30)
    const right = codeOf(mercy)
    const wrong = right === '111111' ? '111112' : '111111'
    for (let n = 0; n < 4; n++) await sendCode(mercy, wrong)
    const refused = await sendCode(mercy, right)
    expect([refused.status, refused.body.code]).toEqual([429, 'session.delayed'])
    const { rows } = await world.owner.query<{ action: string }>(
      `select action from audit_events e join users u on u.id = e.record_id where u.username = 'kpcu.checker' and e.action like 'step_up%' order by e.id desc limit 3`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['step_up_failed', 'step_up_failed', 'step_up_failed'])
  })
})

test('a ticket opens nothing in another session, not even of the same person', async () => {
  const loan = await approvedLoan()
  const ticket = { 'x-step-up': await ticketOf(mercy) }
  const elsewhere = await world.newSession('kpcu.checker')
  expect((await authorise(elsewhere, loan, ticket)).body.code).toBe('step_up.required')
  expect((await authorise(mercy, loan, ticket)).body.data).toMatchObject({ done: 1 })
})

test('letting a channel go on sends money too', async () => {
  const { peterBankChecker } = world.people
  await mercy.post('/payouts/channels/mpesa/pause', { reason: 'A look at the float' })
  const resume = (headers: Record<string, string> = {}) =>
    peterBankChecker.post<Answer>('/payouts/channels/mpesa/resume', { reason: 'The float is right' }, { headers })
  expect((await resume()).body.code).toBe('step_up.required')
  expect((await resume({ 'x-step-up': await ticketOf(peterBankChecker) })).status).toBe(200)
})
