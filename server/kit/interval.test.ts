import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { startInterval } from './interval.ts'

test('work never overlaps, survives a fault, and stopping waits for its end', async () => {
  vi.useFakeTimers()
  try {
    let running = 0
    let most = 0
    let done = 0
    const work = async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 25))
      running--
      done++
      if (done === 1) throw new Error('once')
    }
    const interval = startInterval({ everyMs: 10, work, log: pino({ level: 'silent' }), what: 'a test' })
    await vi.advanceTimersByTimeAsync(200)
    expect(most).toBe(1)
    expect(done).toBeGreaterThan(3)
    const stopped = interval.stop()
    await vi.advanceTimersByTimeAsync(100)
    await stopped
    const before = done
    await vi.advanceTimersByTimeAsync(200)
    expect([done, running]).toEqual([before, 0])
  } finally {
    vi.useRealTimers()
  }
})

test('what is done once an hour is done for the first time a second after the start', async () => {
  vi.useFakeTimers()
  try {
    const work = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const interval = startInterval({ everyMs: 3_600_000, work, log: pino({ level: 'silent' }), what: 'a test' })
    await vi.advanceTimersByTimeAsync(900)
    expect(work).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(work).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(3_599_000)
    expect(work).toHaveBeenCalledTimes(2)
    await interval.stop()
  } finally {
    vi.useRealTimers()
  }
})
