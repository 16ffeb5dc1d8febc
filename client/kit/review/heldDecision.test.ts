import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { farmerUpload } from '#contract/farmers/farmerUploads.ts'
import { call } from '../call.ts'
import { wholeDictionary } from '../words.ts'
import { holdDecision, isHeld, sendHeld, undoHeld } from './heldDecision.ts'

const page = new EventTarget()
const sent: string[] = []
const undone: string[] = []
const hold = (id: string, send: () => Promise<unknown> = async () => void sent.push(id)) =>
  holdDecision({ id, text: id, send, onUndo: () => void undone.push(id) })

beforeAll(wholeDictionary)
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  sent.length = 0
  undone.length = 0
})
afterEach(async () => {
  await sendHeld()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('nothing is sent for six seconds, and then it is', async () => {
  hold('a')
  await vi.advanceTimersByTimeAsync(5_900)
  expect([sent, isHeld('a')]).toEqual([[], true])
  await vi.advanceTimersByTimeAsync(200)
  expect([sent, isHeld('a')]).toEqual([['a'], false])
})

test('what is undone is never sent', async () => {
  hold('a')
  expect([undoHeld(), undoHeld()]).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(20_000)
  expect([sent, undone]).toEqual([[], ['a']])
})

test('the next decision sends the one before at once, and the same one again is no second', async () => {
  hold('a')
  hold('a')
  expect(sent).toEqual([])
  hold('b')
  expect(sent).toEqual(['a'])
  undoHeld()
  await vi.advanceTimersByTimeAsync(20_000)
  expect([sent, undone]).toEqual([['a'], ['b']])
})

test('until the server has answered, a record that was sent is not offered again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  hold('a', () => promise)
  const answered = sendHeld()
  expect(isHeld('a')).toBe(true)
  resolve()
  await answered
  expect(isHeld('a')).toBe(false)
})

test('who leaves the page sends it by a request that the browser finishes', async () => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) =>
    Response.json({ error: false, message: 'Approved' }),
  )
  vi.stubGlobal('fetch', fetched)
  const { approve } = farmerUpload.calls
  const id = '01936b1e-0000-7000-8000-000000000001'
  hold('a', () =>
    call(approve, { params: { id, organisationId: id }, body: { id, version: 1 }, idempotencyKey: 'one' } as never),
  )
  page.dispatchEvent(new Event('pagehide'))
  expect(fetched.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([true])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(fetched).toHaveBeenCalledTimes(1)
})
