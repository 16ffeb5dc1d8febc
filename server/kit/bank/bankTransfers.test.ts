import { expect, test } from 'vitest'
import { bankWithAnswers, inside, longAgo, mobile, outside, soon } from '#test/kit/answeringBank.ts'

const leg = (changes: object = {}) => ({
  ReferenceNumber: `${inside.reference}_1`,
  AccountNumber: '01109012345600',
  Amount: 2677.5,
  TransactionCurrency: 'KES',
  Narration: 'Cherry',
  TransactionID: 'TX0000000001',
  ResponseCode: '0',
  ResponseDescription: 'SUCCESS',
  ...changes,
})
const paid = (changes: object = {}, more: object = {}) => ({
  MessageReference: inside.reference,
  MessageCode: '0',
  MessageDescription: 'FULL SUCCESS',
  Destinations: [leg(changes)],
  ...more,
})
const message = (MessageCode: string, reference = inside.reference) => ({
  MessageReference: reference,
  MessageCode,
  MessageDescription: 'WORDS',
})

test('an order inside the bank is sent byte for byte as Co-operative Bank Connect takes it', async () => {
  const { bank, sent } = bankWithAnswers([{ json: message('0') }])
  expect(await bank.transfer(inside)).toEqual({ outcome: 'ACCEPTED' })
  expect(sent).toEqual([
    {
      path: '/FundsTransfer/Internal/A2A/2.0.0',
      text:
        '{"MessageReference":"KHW-000000000000000000001","CallBackUrl":"https://us.test/api/bank/callbacks/coop",' +
        '"Source":{"AccountNumber":"01100975259001","Amount":2677.5,"TransactionCurrency":"KES","Narration":"Cherry 2025/2026 cycle 1 "},' +
        '"Destinations":[{"ReferenceNumber":"KHW-000000000000000000001_1","AccountNumber":"01109012345600","Amount":2677.5,' +
        '"TransactionCurrency":"KES","Narration":"Cherry 2025/2026 cycle 1 "}]}',
    },
  ])
})

test('an order through PesaLink names the bank by its code, or by its name at PesaLink', async () => {
  const unaitas = { institutionCode: 'UNAIKEPC', institutionType: 'SACCO' as const, accountNumber: '5001234' }
  const { bank, sent } = bankWithAnswers([
    { json: message('0', outside.reference) },
    { json: message('0', outside.reference) },
  ])
  await bank.transfer(outside)
  await bank.transfer({ ...outside, to: unaitas })
  expect(sent[0]).toEqual({
    path: '/FundsTransfer/External/A2A/PesaLink/1.0.0',
    text:
      '{"MessageReference":"KHW-000000000000000000002","CallBackUrl":"https://us.test/api/bank/callbacks/coop",' +
      '"Source":{"AccountNumber":"01100975259001","Amount":2677.5,"TransactionCurrency":"KES","Narration":"Cherry 2025/2026 cycle 1 "},' +
      '"Destinations":[{"ReferenceNumber":"KHW-000000000000000000002_1","BankCode":"68","AccountNumber":"0680190123456",' +
      '"Amount":2677.5,"TransactionCurrency":"KES","Narration":"Cherry 2025/2026 cycle 1 "}]}',
  })
  expect(sent[1]?.text).toContain('"BankCode":"UNAIKEPC","AccountNumber":"5001234"')
})

test('status, statement and balance are asked byte for byte', async () => {
  const { bank, sent } = bankWithAnswers([{ json: paid() }, { status: 503 }, { status: 503 }])
  await bank.status(inside, soon)
  await bank.statement({ accountNumber: inside.from, from: '2026-03-01', to: '2026-03-02' })
  await bank.balance(inside.from)
  const anyReference = /"MessageReference":"[0-9a-f]{27}"/
  expect(sent.map(({ path, text }) => [path, text.replace(anyReference, '"MessageReference":"…"')])).toEqual([
    ['/Enquiry/TransactionStatus/2.0.0', '{"MessageReference":"KHW-000000000000000000001"}'],
    [
      '/Enquiry/FullStatement/Account/1.0.0',
      '{"MessageReference":"…","AccountNumber":"01100975259001","StartDate":"2026-03-01","EndDate":"2026-03-02"}',
    ],
    ['/Enquiry/AccountBalance/1.0.0', '{"MessageReference":"…","AccountNumber":"01100975259001"}'],
  ])
})

test('an order that must not be sent is refused without a call', async () => {
  const { bank, sent } = bankWithAnswers([])
  for (const wrong of [
    { ...inside, reference: 'no spaces please' },
    { ...inside, reference: 'x'.repeat(28) },
    { ...inside, channel: 'pesalink' as const },
    { ...inside, from: '600123' },
    { ...inside, amountCents: 0n },
    { ...inside, narration: ' ' },
    { ...outside, currency: 'USD' as const },
    { ...outside, amountCents: 99_999_901n },
    { ...mobile, amountCents: 1_600_550n },
    { ...mobile, amountCents: 25_000_100n },
  ])
    expect(await bank.transfer(wrong)).toMatchObject({ outcome: 'REFUSED', code: 'NOT_SENT' })
  expect(sent).toEqual([])
})

test('only codes that say that nothing was begun refuse an order; time-outs, faults and riddles leave it in doubt', async () => {
  const answered = async (status: number, json?: unknown) =>
    bankWithAnswers([json === undefined ? { status } : { status, json }]).bank.transfer(inside)
  for (const [status, code] of [
    [400, '-2'],
    [400, '-3'],
    [400, '-5'],
    [400, '-6'],
    [401, '-8'],
    [403, '-9'],
    [403, '-10'],
    [400, '-11'],
    [403, '-16'],
    [200, '-9'],
  ] as const)
    expect(await answered(status, message(code))).toEqual({ outcome: 'REFUSED', code, words: 'WORDS' })
  for (const [status, json, reason] of [
    [408, message('-4'), 'refused'],
    [408, message('-2'), 'refused'],
    [200, message('-4'), 'undecided'],
    [200, message('-99'), 'undecided'],
    [200, message('constructor'), 'undecided'],
    [500, message('-2'), 'server_error'],
    [500, paid(), 'server_error'],
    [502, undefined, 'server_error'],
    [404, undefined, 'refused'],
    [401, { code: '900901' }, 'refused'],
    [400, message('0'), 'refused'],
    [200, message('0', 'somebody-elses'), 'mismatch'],
    [403, message('-9', 'somebody-elses'), 'mismatch'],
    [200, null, 'garbage'],
    [200, [], 'garbage'],
    [200, {}, 'garbage'],
    [200, { ...message('0'), Destinations: [{}] }, 'garbage'],
  ] as const)
    expect([status, json, await answered(status, json)]).toEqual([status, json, { outcome: 'IN_DOUBT', reason }])
})

test('no answer is doubt: a time-out, a bank that is away, an answer that breaks off', async () => {
  const failing = (error: Error) => bankWithAnswers([{ error }]).bank.transfer(inside)
  const timeout = new DOMException('too late', 'TimeoutError')
  expect(await failing(timeout as unknown as Error)).toEqual({ outcome: 'IN_DOUBT', reason: 'timeout' })
  expect(await failing(new TypeError('fetch failed'))).toEqual({ outcome: 'IN_DOUBT', reason: 'unreachable' })
})

test('a reference that the bank has met is asked about, never sent again', async () => {
  const { bank, sent } = bankWithAnswers([{ status: 409, json: message('-1') }, { json: paid() }])
  expect(await bank.transfer(inside)).toEqual({ outcome: 'PAID', bankReference: 'TX0000000001' })
  expect(sent.map(({ path }) => path)).toEqual([
    '/FundsTransfer/Internal/A2A/2.0.0',
    '/Enquiry/TransactionStatus/2.0.0',
  ])
  const duplicate = { errorCode: '500.002.1001', errorMessage: 'Duplicate OriginatorConversationID.' }
  const understood = { OriginatorConversationID: 'question', ResponseCode: '0' }
  const mpesa = bankWithAnswers([{ status: 500, json: duplicate }, { json: understood }])
  expect(await mpesa.bank.transfer(mobile)).toEqual({ outcome: 'IN_DOUBT', reason: 'answer_follows' })
  expect(mpesa.sent).toHaveLength(2)
})

test('what the bank says of a payment is told apart', async () => {
  const outcomeOf = async (json: unknown, status = 200, sentAt = soon) =>
    bankWithAnswers([{ status, json }]).bank.status(inside, sentAt)
  expect(await outcomeOf(paid())).toEqual({ outcome: 'PAID', bankReference: 'TX0000000001' })
  expect(await outcomeOf(paid({ Amount: '2677.50' }))).toMatchObject({ outcome: 'PAID' })
  expect(await outcomeOf(message('0'))).toEqual({ outcome: 'ACCEPTED' })
  for (const ResponseCode of [null, '', '20201005'])
    expect(await outcomeOf(paid({ ResponseCode, TransactionID: null }))).toEqual({ outcome: 'ACCEPTED' })
  for (const ResponseCode of ['40507020', '20020000', '40000126', '40200284', '40000132', '40409528', '40007325'])
    expect(await outcomeOf(paid({ ResponseCode, ResponseDescription: 'NO' }, { MessageCode: '2' }), 207)).toEqual({
      outcome: 'REFUSED',
      code: ResponseCode,
      words: 'NO',
    })
  // "Already posted" is no "no".
  for (const ResponseCode of ['40422049', '1', '-1'])
    expect(await outcomeOf(paid({ ResponseCode }))).toEqual({ outcome: 'IN_DOUBT', reason: 'undecided' })
  expect(await outcomeOf(paid({ TransactionID: null }))).toEqual({ outcome: 'IN_DOUBT', reason: 'undecided' })
  for (const changes of [
    { Amount: 2677.51 },
    { Amount: 267_750 },
    { TransactionCurrency: 'USD' },
    { AccountNumber: '01109012345601' },
    { ReferenceNumber: 'KHW-000000000000000000009_1' },
    { Amount: 1, ResponseCode: '40507020' },
  ])
    expect([changes, await outcomeOf(paid(changes))]).toEqual([changes, { outcome: 'IN_DOUBT', reason: 'mismatch' }])
  for (const changes of [{ Amount: '2,677.50' }, { Amount: 2677.505 }, { Amount: 1e21 }, { Amount: null }])
    expect([changes, await outcomeOf(paid(changes))]).toEqual([changes, { outcome: 'IN_DOUBT', reason: 'garbage' }])
})

test('a reference that the bank does not know is refused only when the order can no longer be on its way', async () => {
  const unknown = { status: 404, json: message('-13') }
  expect(await bankWithAnswers([unknown]).bank.status(inside, soon)).toEqual({
    outcome: 'IN_DOUBT',
    reason: 'not_known',
  })
  const almost = new Date(longAgo.getTime() + 1)
  expect(await bankWithAnswers([unknown]).bank.status(inside, almost)).toEqual({
    outcome: 'IN_DOUBT',
    reason: 'not_known',
  })
  expect(await bankWithAnswers([unknown]).bank.status(inside, longAgo)).toMatchObject({
    outcome: 'REFUSED',
    code: 'NOT_RECEIVED',
  })
  // "No such call" of a proxy is no word about the reference.
  expect(await bankWithAnswers([{ status: 404 }]).bank.status(inside, longAgo)).toMatchObject({ outcome: 'IN_DOUBT' })
})

test('a statement without the signature of the bank, or with another’s, is no statement', async () => {
  const answer = { MessageCode: '0', AccountNumber: inside.from, Transactions: [] }
  const { bank } = bankWithAnswers([
    { echo: answer, signedAs: null },
    { echo: answer, signedAs: '{}' },
    { status: 503, echo: answer, signedAs: null },
    { echo: answer },
  ])
  const period = { accountNumber: inside.from, from: '2026-03-01', to: '2026-03-02' }
  expect(await bank.statement(period)).toEqual({ outcome: 'unsigned' })
  expect(await bank.statement(period)).toEqual({ outcome: 'unsigned' })
  expect(await bank.statement(period)).toEqual({ outcome: 'silent', reason: 'server_error' })
  expect(await bank.statement(period)).toEqual({ outcome: 'told', lines: [] })
})

test('statement and balance are read to the cent, and only when they are about the account', async () => {
  const line = {
    TransactionId: 'TX1',
    TransactionDate: '2026-03-01T10:05:41.178+03:00',
    Narration: 'Cherry',
    TransactionReference: inside.reference,
    CreditAmount: 0,
    DebitAmount: '0.10',
    RunningBookBalance: -0.3,
  }
  const { bank } = bankWithAnswers([
    { echo: { MessageCode: '0', AccountNumber: inside.from, Transactions: [line] } },
    { echo: { MessageCode: '0', AccountNumber: '01100975259002', Transactions: [] } },
    { echo: { MessageCode: '-8', MessageDescription: 'NO' } },
    { json: { ...message('0'), AccountNumber: inside.from, Transactions: [] } },
    { echo: { MessageCode: '0', AccountNumber: inside.from } },
  ])
  const period = { accountNumber: inside.from, from: '2026-03-01', to: '2026-03-02' }
  expect(await bank.statement(period)).toEqual({
    outcome: 'told',
    lines: [
      {
        bankReference: 'TX1',
        reference: inside.reference,
        at: new Date('2026-03-01T07:05:41.178Z'),
        narration: 'Cherry',
        amountCents: -10n,
        balanceCents: -30n,
      },
    ],
  })
  expect(await bank.statement(period)).toEqual({ outcome: 'silent', reason: 'mismatch' })
  expect(await bank.statement(period)).toEqual({ outcome: 'refused', code: '-8', words: 'NO' })
  expect(await bank.statement(period)).toEqual({ outcome: 'silent', reason: 'mismatch' })
  expect(await bank.statement(period)).toEqual({ outcome: 'silent', reason: 'garbage' })
  const figures = { AccountNumber: inside.from, Currency: 'KES', AvailableBalance: 6_189_600.1, BookedBalance: '0' }
  const balances = bankWithAnswers([
    { echo: { MessageCode: 0, ...figures } },
    { status: 500, echo: { MessageCode: 0, ...figures } },
  ])
  expect(await balances.bank.balance(inside.from)).toEqual({
    outcome: 'told',
    availableCents: 618_960_010n,
    bookCents: 0n,
    currency: 'KES',
  })
  expect(await balances.bank.balance(inside.from)).toEqual({ outcome: 'silent', reason: 'server_error' })
})
