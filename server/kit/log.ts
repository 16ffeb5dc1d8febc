import pino, { type DestinationStream, type Logger } from 'pino'
import { now } from './clock.ts'

const minute = 60_000
/** After how long the same warning is told again; each pause is four times the one before, up to the longest. */
const pauses = { first: minute, growth: 4, longest: 360 * minute }
// What has not happened for a day is news again.
const forgottenAfter = 1440 * minute
const mostKept = 500

type Kept = { toldAt: number; lastAt: number; pause: number; unsaid: number }

/**
 * The log of a server. A warning or error that comes again and again is told once and then after growing pauses, with how often
 * it came since. Another text or another subject is another warning; what belongs to a request is always told.
 */
export function makeLog({ level, to }: { level: string; to?: DestinationStream }): Logger {
  const kept = new Map<string, Kept>()

  /** How often it came since it was last told, this time included; null when it is not told now. */
  function timesToTell(key: string): number | null {
    const at = now().getTime()
    const known = kept.get(key)
    if (!known || at - known.lastAt > forgottenAfter) {
      kept.delete(key)
      kept.set(key, { toldAt: at, lastAt: at, pause: pauses.first, unsaid: 0 })
      const [oldest] = kept.size > mostKept ? kept.keys() : []
      if (oldest !== undefined) kept.delete(oldest)
      return 1
    }
    known.lastAt = at
    known.unsaid += 1
    if (at - known.toldAt < known.pause) return null
    const times = known.unsaid
    Object.assign(known, {
      toldAt: at,
      unsaid: 0,
      pause: Math.min(known.pause * pauses.growth, pauses.longest),
    })
    return times
  }

  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      logMethod(given, method, of) {
        const key = of === pino.levels.values['warn'] || of === pino.levels.values['error'] ? keyOf(given) : null
        const times = key === null ? 1 : timesToTell(`${of} ${key}`)
        if (times === null) return
        const [first, ...others]: unknown[] = given
        // border: pino types what it is called with as one text only
        const told = times > 1 && isFields(first) ? [{ ...first, timesSince: times }, ...others] : given
        method.apply(this, told as Parameters<typeof method>)
      },
    },
  }
  return to ? pino(options, to) : pino(options)
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Error)

/** What makes two warnings the same; null for what is told every time. */
function keyOf([first, ...others]: unknown[]): string | null {
  if (!isFields(first)) return JSON.stringify([String(first), ...others])
  if ('requestId' in first) return null
  // A job is tried again under the same number or a new one, and only the count in its text differs.
  const { job: _job, error, ...fields } = first
  const text = typeof error === 'string' ? error.replace(/\d+/g, '#') : error
  return JSON.stringify([fields, text, ...others])
}
