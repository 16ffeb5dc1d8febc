import { expect, test } from 'vitest'
import { makeBank } from './bank.ts'
import { accountKey, plainAccount, type BankAccount } from './bankAccounts.ts'
import { signatureFault, signatureHeaders } from './bankSignature.ts'

const secret = 'a secret of the bank'
const coop: BankAccount = { institutionCode: '0011', institutionType: 'BANK', accountNumber: '01109012345600' }
const equity: BankAccount = { institutionCode: '68', institutionType: 'BANK', accountNumber: '0680190123456' }
const mpesa: BankAccount = { institutionCode: 'MPESA', institutionType: 'M-PESA', accountNumber: '0712345678' }

type Sent = { url: string; headers: Headers; body: Record<string, string>; text: string }

test('an account at Co-operative Bank is request inside, others through PesaLink, a mobile number at M-PESA', async () => {
  const { bank, sent } = bankThat((request) => right(request))
  expect(await bank.lookUp(coop)).toMatchObject({ outcome: 'found', channel: 'internal', accountName: 'WANJIKU KAMAU' })
  expect(await bank.lookUp({ ...coop, institutionCode: '11' })).toMatchObject({ outcome: 'found', channel: 'internal' })
  expect(await bank.lookUp(equity)).toMatchObject({ outcome: 'found', channel: 'pesalink' })
  expect(await bank.lookUp(mpesa)).toMatchObject({ outcome: 'found', channel: 'mpesa' })
  expect(sent.map((each) => new URL(each.url).pathname)).toEqual([
    '/core/account-validation',
    '/core/account-validation',
    '/pesalink/account-lookup',
    '/mpesa/name-lookup',
  ])
  expect(sent[2]?.body).toMatchObject({ bankCode: '0068', transactionType: 'PESALINK_LOOKUP' })
  expect(sent[3]?.body).toMatchObject({ PhoneNumber: '254712345678' })
})

test('every call is signed and names the time at which it was made', async () => {
  const { bank, sent } = bankThat((request) => right(request))
  const found = await bank.lookUp(equity)
  const [call] = sent
  if (!call) throw new Error('nothing was sent')
  const timestamp = call.headers.get(signatureHeaders.timestamp) ?? undefined
  const signature = call.headers.get(signatureHeaders.signature) ?? undefined
  const now = new Date('2026-03-02T06:00:00Z')
  const path = '/pesalink/account-lookup'
  expect(signatureFault({ secret, timestamp, signature, path, body: call.text, now, staleMs: 1 })).toBeNull()
  expect(found.checkedAt).toEqual(now)
})

test('an account that cannot exist is not found without asking', async () => {
  const { bank, sent } = bankThat((request) => right(request))
  for (const account of [
    { ...coop, accountNumber: '0110901234560' },
    { ...equity, accountNumber: 'x"; drop' },
    { ...equity, institutionCode: '../0011' },
    { ...mpesa, accountNumber: '0201234567' },
  ])
    expect(await bank.lookUp(account)).toMatchObject({ outcome: 'not_found' })
  expect(sent).toEqual([])
})

test('one account in several spellings is one account', () => {
  expect(accountKey({ ...coop, institutionCode: '11', accountNumber: '0110 9012 3456 00' })).toBe(accountKey(coop))
  expect(accountKey({ ...mpesa, accountNumber: '+254 712-345-678' })).toBe(accountKey(mpesa))
  expect(accountKey({ ...mpesa, institutionCode: 'SAFAKEPC', accountNumber: '712345678' })).toBe(accountKey(mpesa))
  expect(plainAccount({ ...equity, institutionCode: '1' }).pic).toBe('0001')
})

test('what the bank says about an account is told apart', async () => {
  const outcomes = async (changes: object, account = equity) => {
    const { bank } = bankThat((request) => ({ ...right(request), ...changes }))
    const { channel: _channel, checkedAt: _checkedAt, ...rest } = await bank.lookUp(account)
    return rest
  }
  expect(await outcomes({ statusCode: 'AC01' })).toEqual({ outcome: 'not_found' })
  expect(await outcomes({ statusCode: 'AC04' })).toEqual({ outcome: 'closed' })
  expect(await outcomes({ MessageCode: '40409528' }, coop)).toEqual({ outcome: 'closed' })
  expect(await outcomes({ ResponseCode: 'SFC_IC0003' }, mpesa)).toEqual({ outcome: 'not_found' })
  for (const receiverName of ['Whitelist', '', null, undefined, 'N/A', '00112233', '\u0000 \u200b'])
    expect(await outcomes({ receiverName })).toEqual({ outcome: 'name_missing' })
  expect(await outcomes({ receiverName: ' WANJIKU\u202e\n KAMAU ' })).toEqual({
    outcome: 'found',
    accountName: 'WANJIKU KAMAU',
  })
})

test('an answer that is not about this account, not understood or not an answer is silence', async () => {
  const outcomes = async (answer: unknown, status = 200) => {
    const { bank } = bankThat(() => answer, status)
    return bank.lookUp(equity)
  }
  const good = {
    receiverAccount: equity.accountNumber,
    receiverInstitutionCode: '0068',
    receiverName: 'W',
    statusCode: '00',
  }
  expect(await outcomes(good)).toMatchObject({ outcome: 'found' })
  expect(await outcomes({ ...good, receiverAccount: '0680190123457' })).toMatchObject({ reason: 'mismatch' })
  expect(await outcomes({ ...good, receiverInstitutionCode: '0069' })).toMatchObject({ reason: 'mismatch' })
  expect(await outcomes({ ...good, receiverAccount: '1', statusCode: 'AC01' })).toMatchObject({ reason: 'mismatch' })
  for (const statusCode of ['91', '', 'constructor', '__proto__'])
    expect(await outcomes({ ...good, statusCode })).toMatchObject({ outcome: 'silent', reason: 'undecided' })
  for (const garbage of [null, [], 7, 'AC01', {}, { ...good, receiverName: { a: 1 } }, { ...good, statusCode: 0 }])
    expect(await outcomes(garbage)).toMatchObject({ outcome: 'silent', reason: 'garbage' })
  expect(await outcomes({ ...good, padding: 'x'.repeat(20_000) })).toMatchObject({
    outcome: 'silent',
    reason: 'garbage',
  })
  for (const [status, reason] of [
    [404, 'refused'],
    [401, 'refused'],
    [429, 'refused'],
    [204, 'refused'],
    [500, 'server_error'],
    [503, 'server_error'],
  ] as const)
    expect(await outcomes(status === 204 ? undefined : good, status)).toMatchObject({ outcome: 'silent', reason })
})

test('a channel that stays silent is left alone, then tried once, then used again; the others go on', async () => {
  let at = Date.parse('2026-03-02T06:00:00Z')
  let isSilent = true
  const { bank, sent } = bankThat(
    (request) => (isSilent && request.url.includes('pesalink') ? null : right(request)),
    200,
    {
      breaker: { silentInARow: 3, restMs: 1000 },
      now: () => new Date(at),
    },
  )
  for (const reason of ['garbage', 'garbage', 'garbage', 'resting', 'resting'])
    expect(await bank.lookUp(equity)).toMatchObject({ outcome: 'silent', reason })
  expect(sent).toHaveLength(3)
  expect((await bank.health()).channels).toEqual({ internal: 'calling', pesalink: 'resting', mpesa: 'calling' })
  expect(await bank.lookUp(coop)).toMatchObject({ outcome: 'found' })

  at += 1000
  expect((await bank.health()).channels.pesalink).toBe('trying')
  const trial = await Promise.all([bank.lookUp(equity), bank.lookUp(equity), bank.lookUp(equity)])
  expect(trial.map((each) => 'reason' in each && each.reason)).toEqual(['garbage', 'resting', 'resting'])
  expect(await bank.lookUp(equity)).toMatchObject({ reason: 'resting' })

  at += 1000
  isSilent = false
  expect(await bank.lookUp(equity)).toMatchObject({ outcome: 'found' })
  expect((await bank.health()).channels.pesalink).toBe('calling')
  const all = await Promise.all([bank.lookUp(equity), bank.lookUp(equity)])
  expect(all.map((each) => each.outcome)).toEqual(['found', 'found'])
})

test('many accounts are request once each, a few at a time, and told as they come', async () => {
  let running = 0
  let most = 0
  const { bank, sent } = bankThat(
    async (request) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return right(request)
    },
    200,
    { concurrency: 4 },
  )
  const accounts = Array.from({ length: 50 }, (_, index) => ({ ...equity, accountNumber: `06801${index + 100}` }))
  const outcomes: string[] = []
  const found = await bank.lookUpMany([...accounts, ...accounts], {
    onEach: (account) => void outcomes.push(account.accountNumber),
  })
  expect([found.size, sent.length, outcomes.length, new Set(outcomes).size, most]).toEqual([50, 50, 50, 50, 4])
  expect(accounts.every((account) => found.get(accountKey(account))?.outcome === 'found')).toBe(true)
})

test('stopping answers the rest as silent without asking, and a failing onEach stops the work and is told', async () => {
  const accounts = Array.from({ length: 50 }, (_, index) => ({ ...equity, accountNumber: `06801${index + 100}` }))
  const stopping = new AbortController()
  const { bank, sent } = bankThat((request) => right(request), 200, { concurrency: 2 })
  const found = await bank.lookUpMany(accounts, {
    signal: stopping.signal,
    onEach: () => {
      if (sent.length >= 10) stopping.abort()
    },
  })
  expect(found.size).toBe(50)
  expect(sent.length).toBeLessThan(14)
  expect(
    [...found.values()].filter((each) => each.outcome === 'silent' && each.reason === 'cancelled').length,
  ).toBeGreaterThan(35)
  expect((await bank.health()).channels.pesalink).toBe('calling')

  const failing = bankThat((request) => right(request), 200, { concurrency: 2 })
  const onEach = () => Promise.reject(new Error('the database is gone'))
  await expect(failing.bank.lookUpMany(accounts, { onEach })).rejects.toThrow('the database is gone')
  expect(failing.sent.length).toBeLessThan(5)
})

function bankThat(
  answer: (request: Sent) => unknown,
  status = 200,
  options: Partial<Parameters<typeof makeBank>[0]> = {},
): { bank: ReturnType<typeof makeBank>; sent: Sent[] } {
  const sent: Sent[] = []
  const answering: typeof fetch = async (url, init) => {
    // The door always sends text to a text address.
    const [address, text] = [url as string, init?.body as string]
    if (address.endsWith('/health/live')) return new Response('{}')
    const request = { url: address, headers: new Headers(init?.headers), body: JSON.parse(text), text }
    sent.push(request)
    const body = await answer(request)
    return new Response(body === undefined ? null : JSON.stringify(body), { status })
  }
  const now = () => new Date('2026-03-02T06:00:00Z')
  const bank = makeBank({
    url: 'http://bank.test/',
    secret,
    timeoutMs: 1000,
    concurrency: 4,
    now,
    transfers: {
      callbackUrl: 'http://us.test/api/bank/callbacks',
      mpesaInitiator: { name: '', securityCredential: '' },
    },
    fetch: answering,
    ...options,
  })
  return { bank, sent }
}

function right({ body }: Sent): object {
  if (body.PhoneNumber) return { ResponseCode: '0', PhoneNumber: body.PhoneNumber, CustomerName: 'WANJIKU KAMAU' }
  if (body.AccountNumber) {
    const { MessageReference, AccountNumber } = body
    return { MessageReference, AccountNumber, MessageCode: '0', AccountName: 'WANJIKU KAMAU' }
  }
  return {
    receiverAccount: body.accountNumber,
    receiverInstitutionCode: body.bankCode,
    receiverName: 'WANJIKU KAMAU',
    statusCode: '00',
  }
}
