import type { Logger } from 'pino'

type Interval = { everyMs: number; work: () => Promise<unknown>; log: Logger; what: string }

/** So soon after the start it is done for the first time: what a server left behind that was killed does not wait for a whole round. */
const firstAfterMs = 1_000

/**
 * Work that is done again and again while the server runs, never twice at once in one process. A fault is logged and tried again.
 * `doNow` does it before its time, unless it is under way.
 */
export function startInterval({ everyMs, work, log, what }: Interval): {
  doNow: () => void
  stop: () => Promise<void>
} {
  let running: Promise<void> | null = null
  const once = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.error({ what, fault: error instanceof Error ? error.message : String(error) }, 'work of an interval failed')
    } finally {
      running = null
    }
  }
  const doNow = (): void => {
    running ??= once()
  }
  const first = setTimeout(doNow, Math.min(firstAfterMs, everyMs)).unref()
  const timer = setInterval(doNow, everyMs).unref()
  return {
    doNow,
    stop: async () => {
      clearTimeout(first)
      clearInterval(timer)
      await running
    },
  }
}
