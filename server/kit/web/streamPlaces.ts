import type { Database } from '../db.ts'
import { Refused } from '../refused.ts'

/** How many answers may be on their way at once. */
type Places = { perReader: number; inAll: number; keptForNewcomers: number; waitMs: number }

/**
 * What a reader may hold. Old clients request several short lists at once and each is through in a moment, so that one more waits a
 * little before it is refused; nobody has two long ones to read besides. The last places are for who has none yet.
 */
export const placesOf = (db: Database): Places => ({
  perReader: 2,
  inAll: db.pools.streams.options.max,
  keptForNewcomers: 2,
  waitMs: 5_000,
})

/** A live view of progress holds no connection, but it polls again and again. */
const mostViews = 10

type Waiter = { who: string; take: () => void }
type Readers = { open: Map<string, number>; waiting: Set<Waiter> }

// A server has connections of its own, so it counts its own readers.
const readersByDatabase = new WeakMap<Database, Readers>()

function readersOf(db: Database): Readers {
  const readers = readersByDatabase.get(db) ?? { open: new Map(), waiting: new Set() }
  readersByDatabase.set(db, readers)
  return readers
}

type PlaceRequest = { db: Database; who: string; places?: Places }

/** Waits for a place, and answers how it is released. Refuses who has two already, and everybody while all are taken. */
export async function takePlace({ db, who, places = placesOf(db) }: PlaceRequest): Promise<() => void> {
  const readers = readersOf(db)
  const fits = (reader: string): boolean => {
    const own = readers.open.get(reader) ?? 0
    const all = [...readers.open.values()].reduce((sum, each) => sum + each, 0)
    return own < places.perReader && all < places.inAll - (own > 0 ? places.keptForNewcomers : 0)
  }
  const leave = (): void => {
    add(readers.open, who, -1)
    for (const waiter of readers.waiting) if (fits(waiter.who)) waiter.take()
  }
  if (fits(who)) {
    add(readers.open, who, 1)
    return once(leave)
  }
  await new Promise<void>((resolve, reject) => {
    const waiter: Waiter = {
      who,
      take: () => {
        clearTimeout(timer)
        readers.waiting.delete(waiter)
        add(readers.open, who, 1)
        resolve()
      },
    }
    const timer = setTimeout(() => {
      readers.waiting.delete(waiter)
      const hasAll = (readers.open.get(who) ?? 0) >= places.perReader
      reject(new Refused(hasAll ? 'stream.two_open' : 'server.busy', { details: { retryAfterSeconds: 10 } }))
    }, places.waitMs)
    readers.waiting.add(waiter)
  })
  return once(leave)
}

const views = new Map<string, number>()

/** Counts a live view of progress; refuses who has as many as ten windows would show. */
export function takeView(who: string): () => void {
  if ((views.get(who) ?? 0) >= mostViews) throw new Refused('stream.two_open')
  add(views, who, 1)
  return once(() => add(views, who, -1))
}

function add(counts: Map<string, number>, who: string, by: number): void {
  const left = (counts.get(who) ?? 0) + by
  if (left > 0) counts.set(who, left)
  else counts.delete(who)
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
