import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBank } from '#server/kit/bank/bank.ts'
import { now } from '#server/kit/clock.ts'
import { sign, signatureHeaders } from '#server/kit/bank/bankSignature.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Body = { error: boolean; code?: string; message: string }
type Sending = { path?: string; signedPath?: string; at?: Date; secret?: string; headers?: Record<string, string> }
const coopPath = '/bank/callbacks/coop'
const paid = (reference: string, more: object = {}) => ({
  MessageReference: reference,
  MessageCode: '0',
  MessageDescription: 'FULL SUCCESS',
  Destinations: [
    {
      ReferenceNumber: `${reference}_1`,
      AccountNumber: '01109012345600',
      Amount: 2677.5,
      TransactionCurrency: 'KES',
      TransactionID: 'TX1',
      ResponseCode: '0',
    },
  ],
  ...more,
})

let world: World
beforeAll(async () => {
  world = await makeWorld({ settings: { TRUST_PROXY: 'uniquelocal' } })
})
afterAll(() => world?.close())

async function send(body: unknown, sending: Sending = {}) {
  const { path = coopPath, signedPath = `/api${path}`, at = new Date(), secret = world.bank.secret } = sending
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const timestamp = at.toISOString()
  const answer = await world.stranger({
    method: 'POST',
    path,
    payload: Buffer.from(text),
    headers: {
      'content-type': 'application/json',
      [signatureHeaders.timestamp]: timestamp,
      [signatureHeaders.signature]: sign({ secret, timestamp, path: signedPath, body: text }),
      ...sending.headers,
    },
  })
  return { status: answer.status, body: answer.body as Body } // border: the call answers with a message or a refusal
}
const kept = async (where = 'true') =>
  (
    await world.owner.query<{ provider: string; reference: string; says: string; outcome: string; body: unknown }>(
      `select provider, reference, says, outcome, body from bank_messages where ${where} order by received_at, id`,
    )
  ).rows

test('a signed message is kept as it came, and waits for its transfer', async () => {
  const message = paid('KHW-1', { Remark: 'Mũrang’a' })
  expect(await send(message)).toEqual({ status: 200, body: { error: false, message: 'Message received' } })
  expect(await kept(`reference = 'KHW-1'`)).toEqual([
    { provider: 'coop', reference: 'KHW-1', says: 'PAID', outcome: 'UNMATCHED', body: message },
  ])
})

test('a message that is sent again, or eight times at once, is kept once and answered alike', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(paid('KHW-2'))))
  answers.push(await send(paid('KHW-2'), { at: new Date(Date.now() - 60_000) }))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await kept(`reference = 'KHW-2'`)).toHaveLength(1)
  await send(paid('KHW-2', { MessageDateTime: '2026-03-02T06:00:00Z' }))
  expect(await kept(`reference = 'KHW-2'`)).toHaveLength(2)
})

test('M-PESA’s results are understood, and what nobody understands is kept all the same', async () => {
  const result = { Result: { ResultCode: 1, ResultDesc: 'No funds', OriginatorConversationID: 'KHW-3' } }
  await send(result, { path: '/bank/callbacks/mpesa' })
  await send({ hello: 'bank' })
  await send(['KHW-3'])
  await send(result)
  expect(await kept(`provider = 'mpesa'`)).toMatchObject([{ reference: 'KHW-3', says: 'REFUSED' }])
  expect(await kept(`says = 'NOT_UNDERSTOOD'`)).toMatchObject([
    { reference: null, body: { hello: 'bank' } },
    { reference: null, body: ['KHW-3'] },
    { reference: null, body: result },
  ])
})

test('what is not signed, signed by another, for another call, changed, or old is refused and not kept', async () => {
  const before = (await kept()).length
  const message = paid('KHW-4')
  const text = JSON.stringify(message)
  const timestamp = new Date().toISOString()
  const rightly = sign({ secret: world.bank.secret, timestamp, path: `/api${coopPath}`, body: text })
  const refused = [
    await send(message, { secret: 'not the secret of the bank' }),
    await send(message, { at: new Date(Date.now() - 301_000) }),
    await send(message, { at: new Date(Date.now() + 301_000) }),
    await send(message, { signedPath: '/api/bank/callbacks/mpesa' }),
    await send(message, { signedPath: '/FundsTransfer/Internal/A2A/2.0.0' }),
    await send(message, { headers: { [signatureHeaders.signature]: '' } }),
    await send(message, { headers: { [signatureHeaders.timestamp]: 'today' } }),
    await send(text.replace('2677.5', '9677.5'), {
      headers: { [signatureHeaders.timestamp]: timestamp, [signatureHeaders.signature]: rightly },
    }),
    await send(''),
  ]
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [401, 'signature.wrong']))
  const unsigned = await world.stranger({ method: 'POST', path: coopPath, body: message })
  const withSession = await world.people.samuelAdministrator.post<Body>(coopPath, message)
  expect([unsigned.status, withSession.status]).toEqual([401, 401])
  expect((await kept()).length).toBe(before)
})

test('a provider that is none, a body that is none and one that is too long are refused', async () => {
  expect(await send(paid('KHW-5'), { path: '/bank/callbacks/nobody' })).toMatchObject({ status: 404 })
  expect(await send('{"MessageReference": ')).toMatchObject({ status: 400, body: { code: 'input.malformed' } })
  expect(await send('{"MessageReference": "\\u0000"}')).toMatchObject({ status: 400 })
  expect(await send(paid('KHW-5', { padding: 'x'.repeat(70_000) }))).toMatchObject({ status: 413 })
  expect(await kept(`reference = 'KHW-5'`)).toEqual([])
})

test('the bank may tell of thousands; who only pretends to be the bank waits', async () => {
  const address = { 'x-forwarded-for': '203.0.113.7' }
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => send(paid(`KHW-MANY-${at}`), { headers: address })),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(await kept(`reference like 'KHW-MANY-%'`)).toHaveLength(200)
  const guesses = await Promise.all(
    Array.from({ length: 100 }, () => send(paid('KHW-6'), { secret: 'a guess', headers: address })),
  )
  expect(guesses.map(({ status }) => status).filter((status) => status === 429).length).toBeGreaterThan(20)
  expect(guesses.every(({ status }) => status === 401 || status === 429)).toBe(true)
})

test('the bank itself tells what became of a transfer, to the address that the order named', async () => {
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const bank = makeBank({
    ...world.bank,
    timeoutMs: 5000,
    concurrency: 1,
    now,
    transfers: {
      callbackUrl: `${address}/api/bank/callbacks`,
      mpesaInitiator: { name: 'kahawa', securityCredential: 'sealed' },
    },
  })
  await world.bank.control('POST', '/simulator/funds', [
    { institutionCode: '0011', accountNumber: '01100975259001', amountCents: 1_000_000 },
    { institutionCode: 'MPESA', accountNumber: '600123', amountCents: 1_000_000 },
  ])
  const order = { amountCents: 250_000n, currency: 'KES', narration: 'Cherry' } as const
  const inside = await bank.transfer({
    ...order,
    reference: 'KHW-REAL-1',
    channel: 'internal',
    from: '01100975259001',
    to: { institutionCode: '0011', institutionType: 'BANK', accountNumber: '01109012345600' },
  })
  const mobile = await bank.transfer({
    ...order,
    reference: 'KHW-REAL-2',
    channel: 'mpesa',
    from: '600123',
    to: { institutionCode: 'MPESA', institutionType: 'M-PESA', accountNumber: '0712345678' },
  })
  expect([inside, mobile]).toEqual([{ outcome: 'ACCEPTED' }, { outcome: 'ACCEPTED' }])
  // Each tells in its own time: which of the two comes first is not ours to say.
  const answers = async () => [await kept(`reference = 'KHW-REAL-1'`), await kept(`reference = 'KHW-REAL-2'`)]
  await expect
    .poll(answers, { timeout: 5000 })
    .toMatchObject([
      [{ provider: 'coop', says: 'PAID', outcome: 'UNMATCHED' }],
      [{ provider: 'mpesa', says: 'PAID', outcome: 'UNMATCHED' }],
    ])
})

test('no user, not even of the bank, reads or changes what banks said', async () => {
  for (const role of ['kahawa_app', 'kahawa_auth']) {
    const { rows } = await world.owner.query<{ may: boolean }>(
      `select has_any_column_privilege($1, 'bank_messages', 'select, insert, update') or has_table_privilege($1, 'bank_messages', 'delete') as may`,
      [role],
    )
    expect([role, rows]).toEqual([role, [{ may: false }]])
  }
  const { rows } = await world.owner.query<{ may: boolean }>(
    `select has_column_privilege('kahawa_wide', 'bank_messages', 'body', 'update') or has_table_privilege('kahawa_wide', 'bank_messages', 'delete') as may`,
  )
  expect(rows).toEqual([{ may: false }])
})
