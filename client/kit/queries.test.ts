import { afterEach, expect, test, vi } from 'vitest'
import { answered, queryClient } from './queries.ts'

afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

/** A question without an answer until one is given to it. */
function ask(name: string) {
  const { promise, resolve } = Promise.withResolvers<string>()
  void queryClient.prefetchQuery({ queryKey: [name], queryFn: () => promise })
  return resolve
}
const ended = (promise: Promise<void>) => {
  const seen = { is: false }
  void promise.then(() => (seen.is = true))
  return seen
}

test('where nothing is asked nothing is waited for', async () => {
  vi.useFakeTimers()
  await answered(100)
  expect(vi.getTimerCount()).toBe(0)
})

test('all that is asked is waited for', async () => {
  vi.useFakeTimers()
  const [answerFirst, answerSecond] = [ask('first'), ask('second')]
  const waiting = ended(answered(100))
  answerFirst('here')
  await vi.advanceTimersByTimeAsync(50)
  expect(waiting.is).toBe(false)
  answerSecond('here')
  await vi.advanceTimersByTimeAsync(1)
  expect(waiting.is).toBe(true)
})

test('an answer that came while the page was busy for longer is heard', async () => {
  const answer = ask('here')
  const waiting = answered(40)
  // What is heard of another thread comes behind the clock, as the answer of a server does.
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => answer('here'))
  port1.start()
  port2.postMessage('')
  const until = performance.now() + 80
  while (performance.now() < until);
  await waiting
  port1.close()
  expect(queryClient.isFetching()).toBe(0)
})

test('a slow answer is not waited for', async () => {
  vi.useFakeTimers()
  ask('slow')
  const waiting = ended(answered(100))
  await vi.advanceTimersByTimeAsync(99)
  expect(waiting.is).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(waiting.is).toBe(true)
})
