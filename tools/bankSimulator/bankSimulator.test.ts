import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeBank, type Bank, type LookUp } from '#server/kit/bank/bank.ts'
import { accountKey, type BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { sign, signatureHeaders } from '#server/kit/bank/bankSignature.ts'
import { answerFaults } from './faults.ts'
import { garbageKinds } from './faultyAnswer.ts'
import { spawnBank, type SpawnedBank } from './spawn.ts'

const coop: BankAccount = { institutionCode: '0011', institutionType: 'BANK', accountNumber: '01109012345600' }
const equity: BankAccount = { institutionCode: '0068', institutionType: 'BANK', accountNumber: '0680190123456' }
const unaitas: BankAccount = { institutionCode: 'UNAIKEPC', institutionType: 'SACCO', accountNumber: '5001234' }
const mpesa: BankAccount = { institutionCode: 'MPESA', institutionType: 'M-PESA', accountNumber: '0712345678' }
const everybody = [coop, equity, unaitas, mpesa]
const name = 'WANJIKU NJERI KAMAU'

let simulator: SpawnedBank

beforeAll(async () => {
  simulator = await spawnBank()
  await simulator.control(
    'PUT',
    '/simulator/accounts',
    everybody.map(({ institutionCode, accountNumber }) => ({ institutionCode, accountNumber, name })),
  )
})
afterEach(() => simulator.clearFaults())
afterAll(() => simulator.stop())

test('accounts in the book are found on all three channels, others are not, closed ones are closed', async () => {
  const bank = door()
  for (const account of everybody)
    expect(await bank.lookUp(account)).toMatchObject({ outcome: 'found', accountName: name })
  for (const account of everybody) {
    const other = { ...account, accountNumber: account.accountNumber.replace(/.$/, '9') }
    expect(await bank.lookUp(other)).toMatchObject({ outcome: 'not_found' })
  }
  const closed = ['closed', 'dormant', 'blocked'].map((status, at) => ({
    institutionCode: '11',
    accountNumber: `0110901234570${at}`,
    name,
    status,
  }))
  await simulator.control('PUT', '/simulator/accounts', closed)
  for (const { accountNumber } of closed)
    expect(await bank.lookUp({ ...coop, accountNumber })).toMatchObject({ outcome: 'closed' })
})

test('an institution that answers Whitelist leaves the name missing', async () => {
  await simulator.control('PUT', '/simulator/placeholders', { institutionCodes: ['68'] })
  expect(await door().lookUp(equity)).toMatchObject({ outcome: 'name_missing' })
  await simulator.control('PUT', '/simulator/placeholders', { institutionCodes: [] })
  expect(await door().lookUp(equity)).toMatchObject({ outcome: 'found' })
})

test('set to answer any account, it gives each its own lasting name', async () => {
  await simulator.control('POST', '/simulator/answer-any', { on: true })
  const unknown = { ...equity, accountNumber: '0680000000001' }
  const [first, again, other] = [
    await door().lookUp(unknown),
    await door().lookUp(unknown),
    await door().lookUp({ ...unknown, accountNumber: '0680000000002' }),
  ]
  expect(nameIn(first)).toMatch(/^\w+ \w+ \w+$/)
  expect(nameIn(again)).toBe(nameIn(first))
  expect(nameIn(other)).not.toBe(nameIn(first))
  expect(await door().lookUp(equity)).toMatchObject({ accountName: name })
  await simulator.control('POST', '/simulator/answer-any', { on: false })
  expect(await door().lookUp(unknown)).toMatchObject({ outcome: 'not_found' })
})

test('every fault is silence with its own reason, and once it is cleared the account is found again', async () => {
  const expected: Record<(typeof answerFaults)[number], object> = {
    timeout: { outcome: 'silent', reason: 'timeout' },
    late: { outcome: 'silent', reason: 'timeout' },
    wrong: { outcome: 'silent', reason: 'mismatch' },
    garbage: { outcome: 'silent', reason: 'garbage' },
    error500: { outcome: 'silent', reason: 'server_error' },
    drop: { outcome: 'silent', reason: 'unreachable' },
    away: { outcome: 'silent', reason: 'unreachable' },
    duplicate: { outcome: 'found', accountName: name },
  }
  const unknown = { ...equity, accountNumber: '0680190199999' }
  for (const kind of answerFaults) {
    const bank = door(kind === 'timeout' || kind === 'late' ? { timeoutMs: 1_000 } : {})
    await simulator.setFault({ kind })
    const answers = await Promise.all([...everybody, unknown].map((account) => bank.lookUp(account)))
    if (kind === 'duplicate') answers.pop()
    expect({ kind, answers }).toMatchObject({ kind, answers: answers.map(() => expected[kind]) })
    await simulator.clearFaults()
    for (const account of everybody) expect(await patiently(bank, account)).toMatchObject({ outcome: 'found' })
  }
})

test('an answer that is late but in time is accepted', async () => {
  await simulator.setFault({ kind: 'late', delayMs: 30 })
  expect(await door({ timeoutMs: 5000 }).lookUp(equity)).toMatchObject({ outcome: 'found', accountName: name })
})

test('every kind of garbage, for accounts that exist and accounts that do not, is silence', async () => {
  const bank = door({ breaker: { silentInARow: 1000, restMs: 1 } })
  await simulator.setFault({ kind: 'garbage' })
  for (const account of [...everybody, { ...equity, accountNumber: '0680190199999' }])
    for (const at of garbageKinds.keys()) {
      const answer = await bank.lookUp(account)
      // A lying content-encoding breaks off inside the HTTP client, which is as silent as the rest.
      expect({ at, ...answer }).toMatchObject({
        at,
        outcome: 'silent',
        reason: expect.stringMatching(/garbage|unreachable/),
      })
    }
})

test('answers sent twice never become the answer for another account', async () => {
  const accounts = manyAccounts(300)
  await simulator.load(accounts)
  await simulator.setFault({ kind: 'duplicate' })
  const bank = door({ concurrency: 8, breaker: { silentInARow: 10_000, restMs: 1 } })
  const results = await bank.lookUpMany(accounts)
  for (const account of accounts) {
    const answer = results.get(accountKey(account)) ?? { outcome: 'nothing' }
    // Either this account's own name or silence.
    expect([account.name, 'silent']).toContain('accountName' in answer ? answer.accountName : answer.outcome)
  }
})

test('faults apply as they were set: every n-th, a share, named accounts, so many times', async () => {
  const bank = door({ breaker: { silentInARow: 10_000, restMs: 1 } })
  const countSilent = async (count: number, account = equity) => {
    let silent = 0
    for (let at = 0; at < count; at += 1) if ((await bank.lookUp(account)).outcome === 'silent') silent += 1
    return silent
  }
  await simulator.setFault({ kind: 'error500', every: 3 })
  expect(await countSilent(30)).toBe(10)
  await simulator.clearFaults()
  await simulator.setFault({ kind: 'error500', rate: 0.3 })
  const share = await countSilent(200)
  expect(share).toBeGreaterThan(35)
  expect(share).toBeLessThan(85)
  await simulator.clearFaults()
  await simulator.setFault({ kind: 'error500', accounts: [unaitas.accountNumber] })
  await simulator.setFault({ kind: 'error500', accounts: '^0110', for: { count: 2 } })
  expect([await countSilent(3), await countSilent(3, unaitas), await countSilent(3, coop)]).toEqual([0, 3, 2])
  await simulator.clearFaults()
  await simulator.setFault({ kind: 'error500', path: '/mpesa/name-lookup' })
  expect([await countSilent(2), await countSilent(2, mpesa)]).toEqual([0, 2])
  await expect(simulator.control('POST', '/simulator/faults', { kind: 'earthquake' })).rejects.toThrow('400')
})

test('a bank that is away is left alone and found again after the rest', async () => {
  let at = Date.now()
  const bank = door({ now: () => new Date(at), breaker: { silentInARow: 5, restMs: 10_000 } })
  await simulator.setFault({ kind: 'away' })
  for (let call = 0; call < 5; call += 1) expect(await bank.lookUp(equity)).toMatchObject({ reason: 'unreachable' })
  const callsBefore = await calls()
  for (let call = 0; call < 50; call += 1) expect(await bank.lookUp(equity)).toMatchObject({ reason: 'resting' })
  expect(await calls()).toBe(callsBefore)
  expect(await bank.lookUp(coop)).toMatchObject({ outcome: 'silent', reason: 'unreachable' })
  at += 10_000
  expect(await bank.lookUp(equity)).toMatchObject({ reason: 'unreachable' })
  expect(await bank.lookUp(equity)).toMatchObject({ reason: 'resting' })
  await simulator.clearFaults()
  at += 10_000
  expect(await bank.lookUp(equity)).toMatchObject({ outcome: 'found' })
  expect(await bank.health()).toMatchObject({ isReachable: true, channels: { pesalink: 'calling' } })
})

test('a wrong or old signature is refused by the bank and is silence for us', async () => {
  expect(await door({ secret: 'not the secret' }).lookUp(equity)).toMatchObject({
    outcome: 'silent',
    reason: 'refused',
  })
  const slow = door({ now: () => new Date(Date.now() - 301_000) })
  expect(await slow.lookUp(equity)).toMatchObject({ outcome: 'silent', reason: 'refused' })
  const body = JSON.stringify({
    bankCode: '0068',
    accountNumber: equity.accountNumber,
    timestamp: '',
    transactionType: 'PESALINK_LOOKUP',
  })
  const timestamp = new Date().toISOString()
  const send = (sentBody: string, headers: Record<string, string>) =>
    fetch(`${simulator.url}/pesalink/account-lookup`, { method: 'POST', body: sentBody, headers }).then(
      async (response) => {
        await response.body?.cancel()
        return response.status
      },
    )
  const signed = {
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.signature]: sign({ secret: simulator.secret, timestamp, path: '/pesalink/account-lookup', body }),
  }
  expect([await send(body, signed), await send(`${body} `, signed), await send(body, {})]).toEqual([200, 401, 401])
})

test('no bank at all is silence, and says nothing about whom we looked up', async () => {
  const bank = door({ url: 'http://127.0.0.1:9' })
  const answer = await bank.lookUp(equity)
  expect(answer).toMatchObject({ outcome: 'silent', reason: 'unreachable' })
  expect(Object.keys(answer).sort()).toEqual(['channel', 'checkedAt', 'outcome', 'reason'])
  expect(await bank.health()).toMatchObject({ isReachable: false })
  expect(JSON.stringify(await simulator.control('GET', '/simulator/state'))).not.toMatch(
    new RegExp(`${equity.accountNumber}|${name}`),
  )
})

test('2,000 accounts with 16 calls at a time, one in ten dropped, leave no account with a wrong answer', async () => {
  const accounts = manyAccounts(2000)
  await simulator.load(accounts)
  const bank = door({ concurrency: 16 })
  const startedAt = performance.now()
  const results = await bank.lookUpMany(accounts)
  console.info(`2,000 look-ups, 16 at a time: ${Math.round(performance.now() - startedAt)} ms`)
  for (const account of accounts)
    expect(results.get(accountKey(account))).toMatchObject({ outcome: 'found', accountName: account.name })

  await simulator.setFault({ kind: 'drop', rate: 0.1 })
  const faulty = await door({ concurrency: 16, breaker: { silentInARow: 1000, restMs: 1 } }).lookUpMany(accounts)
  const outcomes = Object.groupBy(faulty.values(), (each) => each.outcome)
  expect(Object.keys(outcomes).sort()).toEqual(['found', 'silent'])
  expect(outcomes.silent?.length).toBeGreaterThan(100)
})

test('100,000 accounts are loaded in one call', async () => {
  const lone = await spawnBank()
  const accounts = manyAccounts(100_000)
  const startedAt = performance.now()
  expect(await lone.load(accounts)).toEqual({ loaded: 100_000, accounts: 100_000 })
  console.info(`100,000 accounts loaded: ${Math.round(performance.now() - startedAt)} ms`)
  const wrong = fetch(`${lone.url}/simulator/accounts`, {
    method: 'POST',
    body: `not JSON\n${' \n'.repeat(5_000_000)}`,
  })
  expect((await wrong).status).toBe(400)
  expect(await lone.stop()).toBe(0)
})

test('with a state file the accounts outlive the process, even one that is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bank-'))
  const env = { BANK_STATE_FILE: join(folder, 'bank.json') }
  const first = await spawnBank(env)
  await first.load([{ institutionCode: '68', accountNumber: equity.accountNumber, name }])
  process.kill(first.pid, 'SIGKILL')
  const second = await spawnBank(env)
  expect(await door({ url: second.url }).lookUp(equity)).toMatchObject({ outcome: 'found', accountName: name })
  expect(await second.stop()).toBe(0)
  expect(await readdir(folder)).toEqual(['bank.json'])
  await rm(folder, { recursive: true })
})

test('it stops cleanly while callers still wait', async () => {
  const lone = await spawnBank()
  await lone.setFault({ kind: 'timeout' })
  const waiting = door({ url: lone.url, timeoutMs: 30_000 }).lookUp(equity)
  await expect
    .poll(() => lone.control('GET', '/simulator/state'))
    .toMatchObject({ calls: { '/pesalink/account-lookup': 1 } })
  expect(await lone.stop()).toBe(0)
  expect(await waiting).toMatchObject({ outcome: 'silent', reason: 'unreachable' })
})

function door(options: Partial<Parameters<typeof makeBank>[0]> = {}): Bank {
  return makeBank({
    url: simulator.url,
    secret: simulator.secret,
    timeoutMs: 10_000,
    concurrency: 8,
    now: () => new Date(),
    transfers: { callbackUrl: 'http://127.0.0.1:9', mpesaInitiator: { name: '', securityCredential: '' } },
    ...options,
  })
}

// A connection that a fault has broken may cost the next call too: that is what the caller's retry is for.
async function patiently(bank: Bank, account: BankAccount): Promise<LookUp> {
  const first = await bank.lookUp(account)
  return first.outcome === 'silent' ? bank.lookUp(account) : first
}

async function calls(): Promise<unknown> {
  const { calls: counted } = await simulator.control('GET', '/simulator/state')
  return (counted as Record<string, number>)['/pesalink/account-lookup']
}

function nameIn(answer: LookUp): string | undefined {
  return answer.outcome === 'found' ? answer.accountName : undefined
}

function manyAccounts(count: number): (BankAccount & { name: string })[] {
  return Array.from({ length: count }, (_, at) => ({
    institutionCode: '0068',
    institutionType: 'BANK',
    accountNumber: `0681${String(at).padStart(9, '0')}`,
    name: `FARMER NUMBER ${'ABCDEFGHIJ'[at % 10]}${at}`,
  }))
}
