import type { Logger } from 'pino'

/** Work that is done again and again while the server runs, never twice at once in one process. A fault is logged and tried again. */
export function startInterval({
  everyMs,
  work,
  log,
  what,
}: {
  everyMs: number
  work: () => Promise<unknown>
  log: Logger
  what: string
}): { stop: () => Promise<void> } {
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
  const timer = setInterval(() => {
    running ??= once()
  }, everyMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
