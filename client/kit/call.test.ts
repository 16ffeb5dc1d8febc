import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { farmerUpload } from '#contract/farmers/farmerUploads.ts'
import { loanRequest } from '#contract/loans/loanRequests.ts'
import { session } from '#contract/house/session.ts'
import { uploads } from '#contract/uploads/uploads.ts'
import { call, type CallRefused, fileNameOf, sendFile, urlOf, whenSignedOut } from './call.ts'
import { endPreview, startPreview } from './preview.ts'
import { endCodeRequest } from './forms/stepUp.ts'
import { wholeDictionary } from './words.ts'

const uploadId = '01936b1e-0000-7000-8000-000000000001'
const json = (status: number, body: unknown, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

function answerWith(...answers: (Response | Error)[]) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => {
    const answer = answers.shift()
    if (!answer || answer instanceof Error) throw answer ?? new Error('unexpected call')
    return answer
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const refusalOf = (answer: Promise<unknown>): Promise<CallRefused> =>
  answer.then(
    () => Promise.reject(new Error('was not refused')),
    (refused: CallRefused) => refused,
  )
const headersOf = (init: RequestInit | undefined) => init?.headers as Record<string, string>

beforeAll(wholeDictionary)
afterEach(() => {
  vi.unstubAllGlobals()
  whenSignedOut(() => {})
})

test('an address encodes its parameters and leaves out what is undefined', () => {
  const address = urlOf(farmerUpload.calls.list, {
    params: { organisationId: 'CF 41/00' },
    query: { page: 0, search: undefined, filter: 'status:APPROVED' },
  })
  expect(address).toBe('/api/upload/cherry/farmerFiles/CF%2041%2F00?page=0&filter=status%3AAPPROVED')
  expect(() => urlOf(farmerUpload.calls.list, {})).toThrow('organisationId is missing')
})

test('only a state-changing call carries an idempotency key', async () => {
  const fetched = answerWith(json(200, {}), json(200, {}), json(200, {}))
  await call(session.me, {})
  await call(session.logout, {})
  await call(session.logout, { idempotencyKey: 'the-same' })
  const keys = fetched.mock.calls.map(([, init]) => headersOf(init)['Idempotency-Key'])
  expect(keys[0]).toBeUndefined()
  expect(keys[1]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[2]).toBe('the-same')
})

test('a refusal carries the code, the message and how long to wait', async () => {
  const refusal = { error: true, code: 'session.delayed', message: 'Too many attempts.' }
  answerWith(json(429, refusal, { 'Retry-After': '30' }))
  const refused = await refusalOf(call(session.login, { body: { username: 'a', password: 'b' } }))
  expect(refused).toMatchObject({ status: 429, code: 'session.delayed', details: { retryAfter: 30 } })
})

const codeRequired = () => json(403, { error: true, code: 'step_up.required', message: 'Enter a fresh code first.' })
const sendMoney = (id: string) => call(loanRequest.calls.authorize, { body: [{ id }] })

test('a call that sends money goes on under its key once a fresh code was given, and others do not ask again', async () => {
  const fetched = answerWith(codeRequired(), codeRequired(), json(200, {}), json(200, {}), json(200, {}), json(200, {}))
  const both = Promise.all([sendMoney(uploadId), sendMoney(uploadId)])
  await vi.waitFor(() => {
    endCodeRequest('ticket-1')
    expect(fetched).toHaveBeenCalledTimes(4)
  })
  await both
  await sendMoney(uploadId)
  await call(session.logout, {})
  const sent = fetched.mock.calls.map(([, init]) => headersOf(init))
  expect(sent.map((headers) => headers['X-Step-Up'])).toEqual([
    undefined,
    undefined,
    'ticket-1',
    'ticket-1',
    'ticket-1',
    undefined,
  ])
  const keys = sent.slice(0, 4).map((headers) => headers['Idempotency-Key'])
  expect(new Set(keys).size).toBe(2)
  expect(new Set(keys.slice(0, 2))).toEqual(new Set(keys.slice(2)))
  endCodeRequest(null)
})

test('a call whose code is not given is called off, and the next one asks again', async () => {
  const fetched = answerWith(codeRequired(), codeRequired(), json(200, {}))
  const refused = refusalOf(sendMoney(uploadId))
  let isOver = false
  void refused.finally(() => (isOver = true))
  await vi.waitFor(() => {
    endCodeRequest(null)
    expect(isOver).toBe(true)
  })
  expect(await refused).toMatchObject({ name: 'AbortError', code: 'step_up.required' })
  const next = sendMoney(uploadId)
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
  await vi.waitFor(() => {
    endCodeRequest('ticket-2')
    expect(fetched).toHaveBeenCalledTimes(3)
  })
  await next
  endCodeRequest(null)
})

test('an unreachable server is told in words', async () => {
  answerWith(new TypeError('Failed to fetch'))
  expect(await refusalOf(call(session.me, {}))).toMatchObject({
    code: 'network',
    message: 'Network error or server unreachable',
  })
})

test('an answer of a proxy never becomes a bare number', async () => {
  answerWith(new Response('<h1>502 Bad Gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } }))
  const refused = await refusalOf(call(session.me, {}))
  expect(refused.code).toBe('server.busy')
  expect(refused.message).not.toMatch(/\d/)
})

test('a lost session is reported once, a wrong password is not', async () => {
  const lost = vi.fn()
  whenSignedOut(lost)
  answerWith(
    json(401, { error: true, code: 'session.missing', message: 'Sign in to continue.' }),
    json(401, { error: true, code: 'session.wrong', message: 'Wrong.' }),
    json(401, { error: true, code: 'session.wrong', message: 'Wrong.' }),
  )
  await refusalOf(call(session.me, {}))
  await refusalOf(call(session.password, { body: { current: 'a', next: 'b' } }))
  await refusalOf(call(session.login, { body: { username: 'a', password: 'b' } }))
  expect(lost.mock.calls).toEqual([['session.missing']])
})

test('a file comes with its name', async () => {
  const headers = { 'Content-Disposition': "attachment; filename*=UTF-8''M%C5%A9rang%27a.xlsx" }
  answerWith(new Response('PK', { status: 200, headers }))
  const file = await call(uploads.errorFile, { params: { id: uploadId } })
  expect(file.fileName).toBe("Mũrang'a.xlsx")
  expect(await file.blob.text()).toBe('PK')
  expect(fileNameOf('attachment; filename="a b.csv"')).toBe('a b.csv')
  expect(fileNameOf(null)).toBe('download')
})

test('a workbook of errors comes with its numbers', async () => {
  const headers = {
    'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'Content-Disposition': "attachment; filename*=UTF-8''File_With_Error_a.xlsx",
    'X-Upload-Summary': JSON.stringify({ read: 10, valid: 7, failed: 3 }),
  }
  answerWith(new Response('PK', { status: 424, headers }))
  const refused = await refusalOf(
    call(farmerUpload.calls.approve, { params: { organisationId: 'CF4100' }, body: { id: uploadId } }),
  )
  expect(refused.code).toBe('upload.rows_invalid')
  expect(refused.details).toMatchObject({
    fileName: 'File_With_Error_a.xlsx',
    summary: { read: 10, valid: 7, failed: 3 },
  })
})

test('a preview sends neither a change nor a file', async () => {
  const fetched = answerWith(json(200, {}))
  const request = vi.fn()
  vi.stubGlobal('XMLHttpRequest', request)
  startPreview({ name: 'BOTH', label: 'Both', permissions: ['CAN_UPLOAD_FARMERS'], types: ['FARMER_SOCIETY'] })
  const params = { organisationId: 'CF4100' }
  const file = new File(['a'], 'a.csv')
  const refused = [
    await refusalOf(sendFile({ to: farmerUpload.calls.upload, params, file })),
    await refusalOf(call(farmerUpload.calls.decline, { body: { id: 'a', approverComment: 'No' } })),
  ]
  endPreview()
  expect(refused.map(({ code }) => code)).toEqual(['preview', 'preview'])
  expect([fetched, request].map(({ mock }) => mock.calls)).toEqual([[], []])
})
