import type { RawBuilder } from 'kysely'
import type pg from 'pg'
import { now } from './clock.ts'
import { afterCommit, one, sql, together, type Database, type Tx } from './db.ts'
import type { House } from './house.ts'
import { startInterval } from './interval.ts'

/** What everything that rests is asked for, by one statement: no work waits longer for it, wherever it came from. */
const lookMs = 1_000
/** The net below the looks: by then the work is tried, whatever was seen. */
const netMs = 60_000

type Watched = {
  what: string
  /** Whether there is work, as a condition of SQL. It is asked once a second for ever: a key must answer it. */
  isDue: (at: Date) => RawBuilder<unknown>
  work: () => Promise<unknown>
  /** The announcement that begins it at once, when it was made in this process. */
  announcedAs?: string
  /** So long at least from one beginning to the next. */
  pauseMs?: number
}

type Watching = Watched & { wake: () => void }

/** Those at work in this process, by the pool that they are looked for over. */
const watching = new Map<pg.Pool, { all: Set<Watching>; stop: () => Promise<void> }>()

/** Says that the transaction makes work of this name: whoever does it in this process begins right after the commit. */
export function announce(tx: Tx, name: string): void {
  afterCommit(tx, () => {
    for (const { all } of watching.values()) for (const { announcedAs, wake } of all) if (announcedAs === name) wake()
  })
}

/**
 * Work that rests until there is some, never twice at once in one process: it begins when it was announced here, when a look finds
 * it due, and once a minute whatever was seen. A fault is logged and tried again.
 */
export function startWatched(
  { db, log }: Pick<House, 'db' | 'log'>,
  { pauseMs = 0, ...watched }: Watched,
): { stop: () => Promise<void> } {
  let begunAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let isWanted = false
  let isWorking = false
  let isStopped = false
  const once = async (): Promise<void> => {
    begunAt = performance.now()
    isWanted = false
    isWorking = true
    try {
      await watched.work()
    } finally {
      isWorking = false
      // What was announced meanwhile may have been committed after the work had looked.
      if (isWanted) wake()
    }
  }
  const net = startInterval({ everyMs: netMs, work: once, log, what: watched.what })
  const begin = (): void => {
    timer = undefined
    net.doNow()
  }
  const wake = (): void => {
    isWanted = true
    if (isWorking || isStopped) return
    timer ??= setTimeout(begin, Math.max(0, begunAt + pauseMs - performance.now())).unref()
  }
  const watch: Watching = { ...watched, wake }
  const look = lookOver({ db, log })
  look.all.add(watch)
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      look.all.delete(watch)
      await Promise.all([net.stop(), look.all.size === 0 ? look.stop() : null])
    },
  }
}

function lookOver({ db, log }: Pick<House, 'db' | 'log'>) {
  const known = watching.get(db.pool)
  if (known) return known
  const all = new Set<Watching>()
  const interval = startInterval({ everyMs: lookMs, work: () => lookOnce(db, all), log, what: 'looking for work' })
  const stop = async (): Promise<void> => {
    watching.delete(db.pool)
    await interval.stop()
  }
  const look = { all, stop }
  watching.set(db.pool, look)
  return look
}

/** Wakes what is due. */
async function lookOnce(db: Database, all: ReadonlySet<Watching>): Promise<void> {
  const asked = [...all]
  const ask = async (tx: Tx) => {
    // Whatever the hour, its plan is the same one: to make it anew takes longer than the answer.
    const [, { due }] = await together([onePlan.execute(tx), one(tx, questionOf(asked, now()))])
    return due
  }
  const due = await db.transaction('system', ask, { readOnly: true })
  due.forEach((isDue, place) => {
    if (isDue) asked[place]?.wake()
  })
}

const onePlan = sql`set local plan_cache_mode = force_generic_plan`

const questionOf = (asked: readonly Watched[], at: Date) =>
  sql<{ due: boolean[] }>`select array[${sql.join(asked.map(({ isDue }) => sql`(${isDue(at)})`))}] as due`
