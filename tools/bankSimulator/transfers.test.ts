import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeBank, type Bank } from '#server/kit/bank/bank.ts'
import { sign, signatureHeaders } from '#server/kit/bank/bankSignature.ts'
import type { Transfer } from '#server/kit/bank/bankTransfer.ts'
import { spawnBank, type SpawnedBank } from './spawn.ts'

const from = '01100975259001'
const order: Omit<Transfer, 'reference'> = {
  channel: 'pesalink',
  from,
  to: { institutionCode: '0068', institutionType: 'BANK', accountNumber: '0680190123456' },
  amountCents: 100_000n,
  currency: 'KES',
  narration: 'Cherry',
}

let folder: string
let env: Record<string, string>
let simulator: SpawnedBank
let receiver: Server
let received: { MessageReference: string; Destinations: [{ Amount: number }] }[] = []
let serial = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bank-'))
  env = { BANK_STATE_FILE: join(folder, 'bank.json') }
  receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      received.push(JSON.parse(text) as (typeof received)[number])
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  simulator = await spawnBank(env)
  await fill(simulator)
})
afterEach(async () => {
  await simulator.clearFaults()
  received = []
})
afterAll(async () => {
  await simulator?.stop()
  receiver?.close()
  if (folder) await rm(folder, { recursive: true })
})

test('an order has one callback; none, two, a late one, one after the next, a wrong one or garbage when a fault is set', async () => {
  const receivedAfter = async (kind: string | null, payments = 1) => {
    if (kind) await simulator.control('POST', '/simulator/faults', { kind, delayMs: 100, for: { count: 1 } })
    const references: string[] = []
    for (let at = 0; at < payments; at += 1) references.push(await pay())
    await isIdle()
    const messages = received.map(({ MessageReference, Destinations: legs }) => [
      MessageReference === undefined ? 'garbage' : `payment ${references.indexOf(MessageReference) + 1}`,
      legs?.[0].Amount,
    ])
    received = []
    return messages
  }
  expect(await receivedAfter(null)).toEqual([['payment 1', 1000]])
  expect(await receivedAfter('callbackNever')).toEqual([])
  expect(await receivedAfter('callbackTwice')).toEqual([
    ['payment 1', 1000],
    ['payment 1', 1000],
  ])
  expect(await receivedAfter('callbackLate')).toEqual([['payment 1', 1000]])
  expect(await receivedAfter('callbackAfterNext', 2)).toEqual([
    ['payment 2', 1000],
    ['payment 1', 1000],
  ])
  expect(await receivedAfter('callbackWrong')).toEqual([['payment 1', 1001]])
  expect(await receivedAfter('callbackGarbage')).toEqual([['garbage', undefined]])
})

test('a fault applies before or after the effect, and the answer to a status query shows which', async () => {
  for (const kind of ['timeout', 'error500', 'drop', 'away', 'garbage'] as const)
    for (const when of ['before', 'after'] as const) {
      await simulator.setFault({ kind, when, for: { count: 1 } })
      const transfer = { ...order, reference: newReference() }
      const sent = await door(kind === 'timeout' ? { timeoutMs: 1_000 } : {}).transfer(transfer)
      expect([kind, when, sent.outcome]).toEqual([kind, when, 'IN_DOUBT'])
      await isIdle()
      const answer = await patiently(() => door().status(transfer, new Date()))
      expect([kind, when, answer]).toMatchObject([
        kind,
        when,
        when === 'after' ? { outcome: 'PAID' } : { outcome: 'IN_DOUBT', reason: 'not_known' },
      ])
    }
})

test('an account that is empty, unknown or closed is refused in the bank’s own codes, and nothing moves', async () => {
  const before = await spent()
  const refusal = async (changes: Partial<Transfer>) => {
    const transfer = { ...order, ...changes, reference: newReference() }
    const sent = await patiently(() => door().transfer(transfer))
    await isIdle()
    const answer = sent.outcome === 'ACCEPTED' ? await patiently(() => door().status(transfer, new Date())) : sent
    return 'code' in answer ? answer.code : answer.outcome
  }
  expect(await refusal({ amountCents: 90_000_000n })).toBe('40507020')
  expect(await refusal({ to: { ...order.to, accountNumber: '0680190000000' } })).toBe('40000126')
  expect(await refusal({ to: { ...order.to, accountNumber: '0680190123459' } })).toBe('40200284')
  expect(await refusal({ from: '01100975259009' })).toBe('-8')
  expect(await spent()).toBe(before)
})

test('an accepted order waits for its time, and outlives a kill before it', async () => {
  await simulator.control('PUT', '/simulator/pace', { settleMs: 60_000 })
  const transfer = { ...order, reference: newReference() }
  expect(await patiently(() => door().transfer(transfer))).toEqual({ outcome: 'ACCEPTED' })
  expect(await door().status(transfer, new Date())).toEqual({ outcome: 'ACCEPTED' })
  expect(await door().transfer(transfer)).toEqual({ outcome: 'ACCEPTED' })
  const before = await spent()
  process.kill(simulator.pid, 'SIGKILL')
  await simulator.stop()
  simulator = await spawnBank(env)
  await isIdle()
  expect(await door().status(transfer, new Date())).toMatchObject({ outcome: 'PAID' })
  expect(await spent()).toBe(before + 100_000n)
  // Killed once more, it knows the payment, and does not repeat it.
  process.kill(simulator.pid, 'SIGKILL')
  await simulator.stop()
  simulator = await spawnBank(env)
  expect(await door().transfer(transfer)).toMatchObject({ outcome: 'PAID' })
  expect(await spent()).toBe(before + 100_000n)
  expect((await readdir(folder)).filter((name) => name.endsWith('.new'))).toEqual([])
})

test('the rate of the day and the rate of a deal are quoted; an unknown deal is not', async () => {
  const deal = {
    dealCode: '4711',
    from: 'USD',
    to: 'KES',
    rate: '128.950000',
    expiresAt: '2026-03-02T15:00:00+03:00',
  }
  await simulator.control('PUT', '/simulator/deals', [deal])
  const spot = await query('/Enquiry/ExchangeRate/1.0.0', { FromCurrencyCode: 'USD', ToCurrencyCode: 'KES' })
  expect(spot).toMatchObject([200, { MessageCode: '0', Rate: '129.250000' }])
  const known = await query('/Enquiry/DealRate/1.0.0', { DealCode: '4711' })
  expect(known).toMatchObject([200, { Rate: '128.950000', ExpiryDate: '2026-03-02T15:00:00+03:00' }])
  expect(await query('/Enquiry/DealRate/1.0.0', { DealCode: '4712' })).toMatchObject([404, { MessageCode: '-4' }])
})

async function fill(bank: SpawnedBank): Promise<void> {
  const { institutionCode, accountNumber } = order.to
  await bank.control('PUT', '/simulator/accounts', [
    { institutionCode: '0011', accountNumber: from, name: 'OUR SOCIETY' },
    { institutionCode, accountNumber, name: 'WANJIKU' },
    { institutionCode, accountNumber: '0680190123459', name: 'OTIENO', status: 'closed' },
  ])
  await bank.control('POST', '/simulator/funds', [
    { institutionCode: '0011', accountNumber: from, amountCents: 10_000_000 },
  ])
}

const newReference = (): string => `KHW-TEST-${(serial += 1)}`

async function pay(): Promise<string> {
  const reference = newReference()
  expect(await patiently(() => door().transfer({ ...order, reference }))).toEqual({ outcome: 'ACCEPTED' })
  return reference
}

/** What left our account so far, by the bank's own statement. */
async function spent(): Promise<bigint> {
  const period = { accountNumber: from, from: '2020-01-01', to: '2099-12-31' }
  const statement = await patiently(() => door().statement(period))
  if (statement.outcome !== 'told') throw new Error(`the statement was ${statement.outcome}`)
  return statement.lines.reduce((sum, { amountCents }) => (amountCents < 0n ? sum - amountCents : sum), 0n)
}

async function isIdle(): Promise<void> {
  await expect
    .poll(() => simulator.control('GET', '/simulator/state').catch(() => ({})), { timeout: 10_000 })
    .toMatchObject({ underWay: 0 })
}

async function query(path: string, question: object): Promise<[number, unknown]> {
  const body = JSON.stringify({ MessageReference: 'a-question', ...question })
  const timestamp = new Date().toISOString()
  const headers = {
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.signature]: sign({ secret: simulator.secret, timestamp, path, body }),
  }
  const response = await fetch(simulator.url + path, { method: 'POST', body, headers })
  return [response.status, await response.json()]
}

// A connection that a fault or a kill has broken may cost the next call too.
async function patiently<Answer extends { outcome: string }>(request: () => Promise<Answer>): Promise<Answer> {
  const first = await request()
  return 'reason' in first && first.reason === 'unreachable' ? request() : first
}

function door(options: { timeoutMs?: number } = {}): Bank {
  return makeBank({
    url: simulator.url,
    secret: simulator.secret,
    timeoutMs: 10_000,
    concurrency: 8,
    now: () => new Date(),
    transfers: {
      callbackUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/callbacks`,
      mpesaInitiator: { name: '', securityCredential: '' },
    },
    ...options,
  })
}
