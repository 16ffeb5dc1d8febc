import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noChoices, type ScheduleDraft } from '#contract/schedules/scheduleDrafts.ts'
import { draftKeeper } from './draftKeeper.ts'

const draft: ScheduleDraft = {
  ...noChoices,
  id: 'one',
  version: 1,
  season: '2026/2027',
  step: 0,
  isMine: true,
  heldBy: 'Wanjiku',
  heldSince: '',
  createdBy: 'Wanjiku',
  savedAt: '',
}
let sent: ScheduleDraft[]
let answer: (draft: ScheduleDraft) => Promise<ScheduleDraft>
const refused: Error[] = []
const keeperOf = (of: ScheduleDraft = draft) => {
  const keeper = draftKeeper({
    restMs: 500,
    onRefused: (error) => refused.push(error),
    save: (one) => {
      sent.push(one)
      return answer(one)
    },
  })
  keeper.adopt(of)
  return keeper
}
// Files of one worker share its clock: left standing, whatever runs here afterwards would wait for ever.
afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  refused.length = 0
  answer = async (one) => ({ ...one, version: one.version + 1 })
})

test('what is typed without a rest is saved once, as it stood last', async () => {
  const keeper = keeperOf()
  for (const step of [1, 2, 3]) keeper.change({ step })
  expect(keeper.get()).toMatchObject({ draft: { step: 3 }, state: 'saving' })
  await vi.advanceTimersByTimeAsync(500)
  expect(sent.map(({ step, version }) => [step, version])).toEqual([[3, 1]])
  expect(keeper.get()).toMatchObject({ draft: { step: 3, version: 2 }, state: 'saved' })
})

test('what is typed while a save is under way is kept, and saved on the version of that one', async () => {
  let let1 = () => {}
  answer = (one) => new Promise((resolve) => (let1 = () => resolve({ ...one, version: one.version + 1 })))
  const keeper = keeperOf()
  keeper.change({ step: 1 })
  await vi.advanceTimersByTimeAsync(500)
  keeper.change({ step: 2 })
  await vi.advanceTimersByTimeAsync(500)
  expect(sent).toHaveLength(1)
  let1()
  await vi.advanceTimersByTimeAsync(0)
  let1()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.map(({ step, version }) => [step, version])).toEqual([
    [1, 1],
    [2, 2],
  ])
  expect(keeper.get()).toMatchObject({ draft: { step: 2, version: 3 }, state: 'saved' })
})

test('what the server says never overwrites what is being typed, and otherwise is followed', async () => {
  const keeper = keeperOf()
  keeper.change({ step: 4 })
  keeper.follow({ ...draft, version: 7, step: 1 })
  expect(keeper.get().draft?.step).toBe(4)
  await keeper.flush()
  keeper.follow({ ...draft, version: 1, step: 0 })
  expect(keeper.get().draft?.step).toBe(4)
  keeper.follow({ ...draft, version: 8, isMine: false, heldBy: 'Lydia' })
  expect(keeper.get().draft).toMatchObject({ isMine: false, heldBy: 'Lydia', step: 0 })
  keeper.change({ step: 3 })
  expect(keeper.get().draft?.step).toBe(0)
  keeper.follow(null)
  expect(keeper.get().draft).toBeNull()
})

test('a save that failed is said, keeps what was typed, and is tried again with the next change', async () => {
  answer = () => Promise.reject(new Error('away'))
  const keeper = keeperOf()
  keeper.change({ step: 2 })
  await keeper.flush()
  expect(keeper.get()).toMatchObject({ draft: { step: 2, version: 1 }, state: 'unsaved' })
  expect(refused).toHaveLength(1)
  answer = async (one) => ({ ...one, version: one.version + 1 })
  expect(await keeper.flush()).toMatchObject({ step: 2, version: 2 })
  expect(keeper.get().state).toBe('saved')
})
