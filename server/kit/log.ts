import pino, { type DestinationStream, type Logger } from 'pino'
import { now } from './clock.ts'
import { traceOfLine } from './traces.ts'

const minute = 60_000
/** After how long the same warning is logged again; each pause is four times the one before, up to the longest. */
const pauses = { first: minute, growth: 4, longest: 360 * minute }
// What has not happened for a day is news again.
const forgottenAfter = 1440 * minute
const mostWarnings = 500

/** `to` takes the lines in place of the standard output, `also` takes them besides. */
type Making = { level: string; to?: DestinationStream; also?: DestinationStream | undefined }

type Repeated = { loggedAt: number; lastAt: number; pause: number; suppressed: number }

/**
 * The log of a server. A warning or error that comes again and again is logged once and then after growing pauses, with how often
 * it came since. Another text or another subject is another warning; what belongs to a request is always logged.
 */
export function makeLog({ level, to, also }: Making): Logger {
  const repeated = new Map<string, Repeated>()

  /** How often it came since it was last logged, this time included; null when it is not logged now. */
  function timesToLog(key: string): number | null {
    const at = now().getTime()
    const known = repeated.get(key)
    if (!known || at - known.lastAt > forgottenAfter) {
      repeated.delete(key)
      repeated.set(key, { loggedAt: at, lastAt: at, pause: pauses.first, suppressed: 0 })
      const [oldest] = repeated.size > mostWarnings ? repeated.keys() : []
      if (oldest !== undefined) repeated.delete(oldest)
      return 1
    }
    known.lastAt = at
    known.suppressed += 1
    if (at - known.loggedAt < known.pause) return null
    const times = known.suppressed
    Object.assign(known, {
      loggedAt: at,
      suppressed: 0,
      pause: Math.min(known.pause * pauses.growth, pauses.longest),
    })
    return times
  }

  const options: pino.LoggerOptions = {
    level,
    base: null,
    mixin: traceOfLine,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      logMethod(args, method, of) {
        const key = of === pino.levels.values['warn'] || of === pino.levels.values['error'] ? keyOf(args) : null
        const times = key === null ? 1 : timesToLog(`${of} ${key}`)
        if (times === null) return
        const [first, ...others]: unknown[] = args
        // border: pino types what it is called with as one text only
        const entry = times > 1 && isFields(first) ? [{ ...first, timesSince: times }, ...others] : args
        method.apply(this, entry as Parameters<typeof method>)
      },
    },
  }
  if (!also) return to ? pino(options, to) : pino(options)
  const streams = [to ?? pino.destination(1), also].map((stream) => ({ stream, level: 'trace' as const }))
  return pino(options, pino.multistream(streams))
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Error)

/** What makes two warnings the same; null for what is logged every time. */
function keyOf([first, ...others]: unknown[]): string | null {
  if (!isFields(first)) return JSON.stringify([String(first), ...others])
  if ('requestId' in first) return null
  // A job is tried again under the same number or a new one, and only the count in its text differs.
  const { job: _job, error, ...fields } = first
  const text = typeof error === 'string' ? error.replace(/\d+/g, '#') : error
  return JSON.stringify([fields, text, ...others])
}
