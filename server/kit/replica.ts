import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { clientOf, isPgError, openDatabase, type Database, type Tx } from './db.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import { startInterval } from './interval.ts'
import { isConnectionLost } from './postgres/connectionLost.ts'

/** Why a report was read from the primary: the replica rests, was behind, was not there, or broke over it. */
type Why = 'resting' | 'behind' | 'away' | 'broken'

/**
 * A copy of the database that only reads, for reports, exports and dashboards. What it answers holds everything that was confirmed to
 * anybody when the read began, through whichever server; where it cannot, the primary answers, and nobody notices.
 */
export type Replica = {
  /** A transaction that only reads; its work may be done a second time, by the primary. */
  transaction: Database['transaction']
  /** The same for an answer that is sent while it is read: once begun it is not repeated. */
  stream: Database['transaction']
  /** Looks whether it can be read, which decides for every read until the next look. */
  look: () => Promise<void>
  stand: () => Stand
  close: () => Promise<void>
}

type Stand = {
  isUsable: boolean
  /** How much of the log it had not replayed at the last look; undefined where it did not say. */
  lagBytes: number | undefined
  reads: ReadonlyMap<'replica' | Why, number>
}

type Opening = {
  connection: pg.PoolConfig
  role?: string
  db: Database
  /** So long a read waits until the replica has what was confirmed before. */
  lagMs: number
  log: Logger
}

/** Where the log of the primary ends: everything that was confirmed lies before. */
type Position = { timeline: number; at: string }

/** What the replica cannot answer now. */
class Unfit extends Error {
  why: Why
  constructor(why: Why, cause?: unknown) {
    super(`the replica is ${why}`, { cause })
    this.why = why
  }
}

// A network that was cut answers nothing at all; the primary has answered long before.
const silenceMs = 1_000

/** Opens the way to a replica; it is read from the first look on that finds it fit. */
export function openReplica({ connection, role, db, lagMs, log }: Opening): Replica {
  const own = openDatabase({
    connection: { connectionTimeoutMillis: silenceMs, keepAlive: true, ...connection },
    ...(role ? { role } : {}),
  })
  const reads = new Map<'replica' | Why, number>()
  let isUsable = false
  let lagBytes: number | undefined

  const count = (where: 'replica' | Why): void => void reads.set(where, (reads.get(where) ?? 0) + 1)
  const rest = (error: Unfit): void => {
    if (isUsable) log.warn({ why: error.why }, 'reports are read from the primary')
    isUsable = false
  }
  const reading =
    (over: Database, primary: Database, { isRepeated }: { isRepeated: boolean }): Database['transaction'] =>
    async (scope, work) => {
      let why: Why = 'resting'
      if (isUsable) {
        let hasBegun = false
        try {
          const position = await positionOf(db)
          const answer = await over.transaction(
            scope,
            async (tx) => {
              await mustHave(tx, position, lagMs, (bytes) => (lagBytes = bytes))
              hasBegun = true
              return await work(tx).catch((error: unknown) => {
                // Not begun again here: the primary is asked instead.
                throw isOfReplica(error) ? new Unfit('broken', error) : error
              })
            },
            { readOnly: true },
          )
          count('replica')
          return answer
        } catch (error) {
          const unfit = asUnfit(error, hasBegun)
          if (!unfit) throw error
          rest(unfit)
          if (hasBegun && !isRepeated) throw error
          why = unfit.why
        }
      }
      count(why)
      return primary.transaction(scope, work, { readOnly: true })
    }

  return {
    transaction: reading(own, db, { isRepeated: true }),
    stream: reading(own.streams, db.streams, { isRepeated: false }),
    look: async () => {
      try {
        const position = await positionOf(db.aside)
        await own.aside.transaction('system', (tx) => mustHave(tx, position, lagMs, (bytes) => (lagBytes = bytes)), {
          readOnly: true,
        })
        if (!isUsable) log.info('reports are read from the replica')
        isUsable = true
      } catch (error) {
        const unfit = asUnfit(error, false) ?? new Unfit('away', error)
        if (unfit.why !== 'behind') lagBytes = undefined
        rest(unfit)
      }
    },
    stand: () => ({ isUsable, lagBytes, reads }),
    close: own.close,
  }
}

/** Looks every second at the replica, where there is one: no read has to find out by waiting that it is not there. */
export const startWatchingReplica = ({ replica, log }: House): { stop: () => Promise<void> } =>
  replica
    ? startInterval({ everyMs: 1_000, work: replica.look, log, what: 'looking at the replica' })
    : { stop: async () => {} }

/** What operators are told of it; nothing without one. */
export const replicaFigures: readonly Figure[] = [
  {
    name: 'read_replica_usable',
    help: 'Whether reports, exports and dashboards are read from the replica; none without DATABASE_READ_URL',
    read: async ({ replica }) => (replica ? [{ value: Number(replica.stand().isUsable) }] : []),
  },
  {
    name: 'read_replica_lag_bytes',
    help: 'How much of the log the replica of DATABASE_READ_URL had not applied when it was last looked at',
    read: async ({ replica }) => {
      const bytes = replica?.stand().lagBytes
      return bytes === undefined ? [] : [{ value: bytes }]
    },
  },
]

/** What was confirmed is on the disk of the primary: no commit is answered before (prepareDatabase.ts refuses another setting). */
async function positionOf(primary: Database): Promise<Position> {
  const { rows } = await primary.ask<Position>({
    name: 'position_of_primary',
    text: `select ('x' || left(pg_walfile_name(at), 8))::bit(32)::int as timeline, at::text from pg_current_wal_flush_lsn() at`,
  })
  return rows[0] ?? { timeline: 0, at: '0/0' }
}

/**
 * Waits until the database of this very transaction has everything up to a position. It must follow the primary on its timeline: one that
 * was promoted, or was ahead when another was, may be further and yet lack what was confirmed since.
 */
async function mustHave(
  tx: Tx,
  { timeline, at }: Position,
  lagMs: number,
  tell: (bytes: number) => void,
): Promise<void> {
  const client = clientOf(tx)
  const start = performance.now()
  // border: the types of the driver hide the connection of a client
  const { stream } = (client as unknown as { connection: pg.Connection }).connection
  const cut = setTimeout(() => void stream.destroy(), lagMs + silenceMs)
  try {
    for (let pause = 1; ; pause = Math.min(2 * pause, 25)) {
      const { rows } = await client.query<{ follows: boolean; behind: string }>(
        'select follows, behind from replica_stand($1, $2)',
        [timeline, at],
      )
      const behind = Number(rows[0]?.behind ?? Number.NaN)
      if (!rows[0]?.follows || Number.isNaN(behind)) throw new Unfit('away')
      tell(behind)
      if (behind === 0) return
      if (performance.now() + pause - start > lagMs) throw new Unfit('behind')
      await sleep(pause)
    }
  } finally {
    clearTimeout(cut)
  }
}

/** What says nothing about the work: the connection is gone, or replaying the log stood in its way (40001, 40P01). */
const isOfReplica = (error: unknown): boolean =>
  isConnectionLost(error) || (isPgError(error) && /^(40001|40P01|57P04)$/.test(error.code ?? ''))

/** Before the work begins any fault is one of the replica; after that only those that say nothing about the work. */
function asUnfit(error: unknown, hasBegun: boolean): Unfit | undefined {
  if (error instanceof Unfit) return error
  if (!hasBegun) return new Unfit('away', error)
  return isOfReplica(error) ? new Unfit('broken', error) : undefined
}
