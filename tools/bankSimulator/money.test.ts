import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankProviders } from '#contract/bank/bankMessages.ts'
import { makeBank, type Bank } from '#server/kit/bank/bank.ts'
import type { BankAccount, BankChannel } from '#server/kit/bank/bankAccounts.ts'
import { signatureHeaders } from '#server/kit/bank/bankSignature.ts'
import { settle, type Transfer, type TransferOutcome } from '#server/kit/bank/bankTransfer.ts'
import { readBankMessage } from '#server/kit/bank/bankTransfers.ts'
import { answerFaults, callbackFaults, type Fault } from './faults.ts'
import { spawnBank, type SpawnedBank } from './spawn.ts'

// Random transfers with random faults through the real door and the simulated bank as a process of its own, which is killed in
// between. Whatever happens: money is neither made nor lost, no reference is paid twice, what we call paid stands in the
// statement, and in the end every doubt is settled by a query.

type Final = Extract<TransferOutcome, { outcome: 'PAID' | 'REFUSED' }>
type Attempt = {
  transfer: Transfer
  sentAt: Date
  final: Final | null
  outcomes: TransferOutcome[]
  answered: Promise<void>
}

type Step =
  | { do: 'pay'; channel: BankChannel; to: 'right' | 'unknown' | 'closed'; shillings: number }
  | { do: 'fault'; fault: Fault }
  | { do: 'query' | 'sendAgain'; which: number }
  | { do: 'wait' | 'kill' }

const timeoutMs = 100
const openingCents = 60_000_00n
const accounts: Record<BankChannel, BankAccount> = {
  internal: { institutionCode: '0011', institutionType: 'BANK', accountNumber: '01109012345600' },
  pesalink: { institutionCode: '0068', institutionType: 'BANK', accountNumber: '0680190123456' },
  mpesa: { institutionCode: 'MPESA', institutionType: 'M-PESA', accountNumber: '0712345678' },
}
const lastDigit = { right: '0', unknown: '8', closed: '9' }

let folder: string
let simulator: SpawnedBank
let bank: Bank
let receiver: Server
let clockOffset = 0
let serial = 100
const attempts = new Map<string, Attempt>()
const contradictions: string[] = []
const received = { messages: 0 }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bank-'))
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      receive({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  simulator = await spawnBank(environment())
  bank = makeBank({
    url: simulator.url,
    secret: simulator.secret,
    timeoutMs,
    concurrency: 8,
    now: () => new Date(Date.now() + clockOffset),
    transfers: {
      callbackUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/callbacks`,
      mpesaInitiator: { name: 'kahawa', securityCredential: 'sealed' },
    },
  })
  await control(
    'PUT',
    '/simulator/accounts',
    Object.values(accounts).flatMap((account) => [
      { ...named(account, 'right'), name: 'WANJIKU KAMAU' },
      { ...named(account, 'closed'), name: 'OTIENO', status: 'closed' },
    ]),
  )
})
afterAll(async () => {
  await simulator?.stop()
  receiver?.close()
  if (folder) await rm(folder, { recursive: true })
})

const channel = fc.constantFrom<BankChannel>('internal', 'pesalink', 'mpesa')
const count = fc.integer({ min: 1, max: 3 })
const delayMs = fc.constantFrom(20, timeoutMs * 2, timeoutMs * 2)
const pay: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('pay' as const),
  channel,
  to: fc.constantFrom('right', 'right', 'right', 'unknown', 'closed'),
  shillings: fc.integer({ min: 1, max: 40_000 }),
})
const fault: fc.Arbitrary<Fault> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      // An order that arrives when everybody has given it up is the worst of all, and comes oftener.
      kind: fc.constantFrom(...answerFaults, 'late', 'late', 'late', 'late'),
      when: fc.constantFrom('before', 'after'),
      delayMs,
      for: fc.record({ count }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom(...callbackFaults), delayMs, for: fc.record({ count }) }),
  },
  // Each provider refuses in its own codes, at once or later; 17 of M-PESA means nothing by itself.
  fc.record({
    kind: fc.constant('refuse' as const),
    code: fc.constantFrom('-9', '40507020'),
    accounts: fc.constant('^0'),
    for: fc.record({ count }),
  }),
  fc.record({
    kind: fc.constant('refuse' as const),
    code: fc.constantFrom('400.002.02', '1', '17'),
    accounts: fc.constant('^254'),
    for: fc.record({ count }),
  }),
)
const order: fc.Arbitrary<Step> = fc.record({ do: fc.constant('fault' as const), fault })
const question: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('query' as const, 'query' as const, 'sendAgain' as const),
  which: fc.nat(2),
})
// A payment that meets a fault and is queried before it is over: here the mistakes are.
const latest = { do: 'query', which: 0 } as const
const trouble = fc
  .tuple(
    order,
    pay,
    fc.subarray<Step>([latest, { do: 'wait' }, latest, { do: 'sendAgain', which: 0 }], { minLength: 1 }),
  )
  .map(([fault, paid, after]): Step[] => [fault, paid, ...after])
const scenario: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 6, arbitrary: trouble },
  { weight: 6, arbitrary: fc.tuple(pay) },
  { weight: 3, arbitrary: fc.tuple(order) },
  { weight: 3, arbitrary: fc.tuple(question) },
  { weight: 1, arbitrary: fc.constant<Step[]>([{ do: 'wait' }]) },
  { weight: 1, arbitrary: fc.constant<Step[]>([{ do: 'kill' }]) },
)

test(
  'whatever the bank does, money is neither made nor lost, and every doubt is settled',
  { timeout: 120_000 },
  async () => {
    const reached: Record<string, number> = {}
    await fc.assert(
      fc.asyncProperty(fc.array(scenario, { minLength: 4, maxLength: 12 }), async (scenarios) => {
        const run = await perform(scenarios.flat())
        for (const { outcomes, final } of run.attempts)
          for (const one of [...outcomes, final]) if (one) reached[one.outcome] = (reached[one.outcome] ?? 0) + 1
        await expectHonestBooks(run)
      }),
      { numRuns: 15, endOnFailure: true },
    )
    console.info(`outcomes ${JSON.stringify(reached)}, callbacks ${JSON.stringify(received)}`)
    // A run in which nothing went wrong, or nothing right, would prove little.
    expect(Object.keys(reached).toSorted()).toEqual(['ACCEPTED', 'IN_DOUBT', 'PAID', 'REFUSED'])
    expect(received.messages).toBeGreaterThan(20)
  },
)

test('an order that arrives after the bank said that it does not know it is not lost, and is paid once', async () => {
  const run = await perform([
    { do: 'fault', fault: { kind: 'late', when: 'before', delayMs: timeoutMs * 3, for: { count: 1 } } },
    { do: 'pay', channel: 'pesalink', to: 'right', shillings: 500 },
    { do: 'wait' },
    { do: 'query', which: 0 },
  ])
  expect(run.attempts[0]?.outcomes.slice(0, 2)).toEqual([
    { outcome: 'IN_DOUBT', reason: 'timeout' },
    { outcome: 'IN_DOUBT', reason: 'not_known' },
  ])
  expect(run.attempts[0]?.final).toMatchObject({ outcome: 'PAID' })
  await expectHonestBooks(run)
})

type Run = { attempts: Attempt[]; fromCoop: string; fromMpesa: string }

async function perform(steps: readonly Step[]): Promise<Run> {
  serial += 1
  clockOffset = 0
  const run: Run = { attempts: [], fromCoop: `0110000000${serial}0`, fromMpesa: `600${serial}` }
  const source = { institutionCode: '0011', accountNumber: run.fromCoop }
  await control('PUT', '/simulator/accounts', [{ ...source, name: 'OUR SOCIETY' }])
  await control('POST', '/simulator/funds', [
    { ...source, amountCents: Number(openingCents) },
    { institutionCode: 'MPESA', accountNumber: run.fromMpesa, amountCents: Number(openingCents) },
  ])
  let underWay: Promise<void>[] = []
  for (const each of steps) {
    if (each.do === 'pay') underWay.push(begin(run, each).answered)
    if (each.do === 'fault') await control('POST', '/simulator/faults', each.fault)
    if (each.do === 'wait') {
      await Promise.all(underWay)
      underWay = []
    }
    if (each.do === 'kill') await killBank()
    const attempt = 'which' in each ? run.attempts.at(-1 - each.which) : undefined
    if (attempt && each.do === 'query') underWay.push(queryStatus(attempt))
    if (attempt && each.do === 'sendAgain') underWay.push(sendAgain(attempt))
  }
  await Promise.all(underWay)
  await control('DELETE', '/simulator/faults')
  await bankIsIdle()
  // Nothing is on its way any more, and our clock says so too.
  clockOffset = 3_600_000
  for (let round = 1; round <= 10 && run.attempts.some(({ final }) => !final); round += 1) {
    await Promise.all(run.attempts.filter(({ final }) => !final).map(queryStatus))
    await bankIsIdle()
  }
  return run
}

function begin(run: Run, { channel: by, to, shillings }: Extract<Step, { do: 'pay' }>): Attempt {
  const reference = `KHW-${serial}-${run.attempts.length + 1000}`
  const transfer: Transfer = {
    reference,
    channel: by,
    from: by === 'mpesa' ? run.fromMpesa : run.fromCoop,
    to: named(accounts[by], to),
    amountCents: BigInt(shillings) * 100n,
    currency: 'KES',
    narration: `Payment ${reference}`,
  }
  const attempt: Attempt = { transfer, sentAt: new Date(), final: null, outcomes: [], answered: Promise.resolve() }
  attempt.answered = bank.transfer(transfer).then((answer) => record(attempt, answer))
  run.attempts.push(attempt)
  attempts.set(reference, attempt)
  return attempt
}

async function queryStatus(attempt: Attempt): Promise<void> {
  record(attempt, await bank.status(attempt.transfer, attempt.sentAt))
}

// The product never does this: a bank that refused an order at once may take it the second time. What was not refused is paid
// once, however often it is sent; and a refusal of the second sending says nothing about the first.
async function sendAgain(attempt: Attempt): Promise<void> {
  await attempt.answered
  if (attempt.final?.outcome === 'REFUSED') return
  attempt.sentAt = new Date()
  const answer = await bank.transfer(attempt.transfer)
  if (answer.outcome === 'PAID') record(attempt, answer)
}

function record(attempt: Attempt, answer: TransferOutcome): void {
  attempt.outcomes.push(answer)
  if (answer.outcome !== 'PAID' && answer.outcome !== 'REFUSED') return
  if (attempt.final && attempt.final.outcome !== answer.outcome)
    contradictions.push(`${attempt.transfer.reference}: ${JSON.stringify([attempt.final, answer])}`)
  attempt.final ??= answer
}

function receive(message: { path: string; headers: Record<string, unknown>; body: string }): void {
  const header = (name: string) => String(message.headers[name])
  const fault = bank.callbackFault({
    path: message.path,
    body: message.body,
    timestamp: header(signatureHeaders.timestamp),
    signature: header(signatureHeaders.signature),
  })
  received.messages += 1
  // With our clock an hour ahead every message is stale; what matters here is who signed it.
  const provider = bankProviders.find((each) => message.path.endsWith(`/${each}`))
  if (!provider || (fault !== null && fault !== 'stale')) return void contradictions.push(`${message.path}: ${fault}`)
  const word = readBankMessage({ provider, json: JSON.parse(message.body), receivedAt: new Date() })
  const attempt = attempts.get(word?.reference ?? '')
  if (word && attempt) record(attempt, settle({ transfer: attempt.transfer, sentAt: attempt.sentAt, report: word }))
}

type Books = {
  balances: Record<string, string>
  postings: { reference: string; transactionId: string; cents: string }[]
}

async function expectHonestBooks(run: Run): Promise<void> {
  expect(contradictions).toEqual([])
  expect(
    run.attempts.filter(({ final }) => !final).map(({ transfer, outcomes }) => [transfer.reference, outcomes]),
  ).toEqual([])
  const { balances, postings } = (await control('GET', '/simulator/ledger')) as Books
  const places = Object.entries(balances).map(([place, cents]) => ({ place, cents: BigInt(cents) }))
  expect(places.reduce((sum, { cents }) => sum + cents, 0n)).toBe(0n)
  expect(places.filter(({ place, cents }) => !place.startsWith('OUTSIDE') && cents < 0n)).toEqual([])
  const ours = postings.filter(({ reference }) => reference.startsWith(`KHW-${serial}-`))
  const paid = run.attempts.flatMap(({ transfer, final }) =>
    final?.outcome === 'PAID'
      ? [{ reference: transfer.reference, transactionId: final.bankReference, cents: String(transfer.amountCents) }]
      : [],
  )
  const facts = ours.map(({ reference, transactionId, cents }) => ({ reference, transactionId, cents }))
  const byReference = (a: { reference: string }, b: { reference: string }) => (a.reference < b.reference ? -1 : 1)
  expect(paid.toSorted(byReference)).toEqual(facts.toSorted(byReference))

  const accountNumber = run.fromCoop
  const statement = await patiently(() => bank.statement({ accountNumber, from: '2020-01-01', to: '2099-12-31' }))
  const balance = await patiently(() => bank.balance(accountNumber))
  if (statement.outcome !== 'told' || balance.outcome !== 'told') throw new Error('the bank sent neither')
  const payments = statement.lines.filter(({ amountCents }) => amountCents < 0n)
  const fromCoop = run.attempts.filter(
    ({ transfer, final }) => transfer.channel !== 'mpesa' && final?.outcome === 'PAID',
  )
  const lineOf = ({ reference, amountCents }: { reference: string; amountCents: bigint }) =>
    `${reference} ${amountCents}`
  expect(payments.map((line) => lineOf({ ...line, amountCents: -line.amountCents })).toSorted()).toEqual(
    fromCoop.map(({ transfer }) => lineOf(transfer)).toSorted(),
  )
  const spent = fromCoop.reduce((sum, { transfer }) => sum + transfer.amountCents, 0n)
  expect([balance.availableCents, statement.lines.at(-1)?.balanceCents]).toEqual([
    openingCents - spent,
    openingCents - spent,
  ])
}

async function killBank(): Promise<void> {
  const port = new URL(simulator.url).port
  process.kill(simulator.pid, 'SIGKILL')
  await simulator.stop()
  simulator = await spawnBank({ ...environment(), BANK_PORT: port })
}

function environment(): Record<string, string> {
  // Our clock runs an hour ahead at the end of every run.
  return { BANK_STATE_FILE: join(folder, 'bank.json'), BANK_STALE_SECONDS: '0' }
}

async function bankIsIdle(): Promise<void> {
  for (let quiet = 0; quiet < 2;) {
    const { underWay } = await control('GET', '/simulator/state')
    quiet = underWay === 0 ? quiet + 1 : 0
    await sleep(10)
  }
}

// The first call after a kill, or after a fault that broke a kept-alive connection, may find that one gone.
async function control(...call: Parameters<SpawnedBank['control']>): Promise<Record<string, unknown>> {
  return simulator.control(...call).catch(() => simulator.control(...call))
}
async function patiently<Answer extends { outcome: string }>(request: () => Promise<Answer>): Promise<Answer> {
  const first = await request()
  return first.outcome === 'silent' ? request() : first
}

function named(account: BankAccount, to: keyof typeof lastDigit): BankAccount {
  return { ...account, accountNumber: account.accountNumber.replace(/.$/, lastDigit[to]) }
}
