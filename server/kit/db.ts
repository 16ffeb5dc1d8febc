import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { ConnectionLost } from './postgres/connectionLost.ts'
import { begin, roleOf, spanOf } from './postgres/beginning.ts'
import { byName, forgetPlans, plansLiveSeconds } from './postgres/keptPlans.ts'
import { Refused } from './refused.ts'
import { traced } from './traces.ts'

pg.types.setTypeParser(20, BigInt) // int8: money in cents must not pass through a float
pg.types.setTypeParser(1082, (text: string) => text) // date: a business date has no time zone

type Tables = Record<string, Record<string, unknown>>
/** A transaction. Everything a handler reads or writes goes through one. */
export type Tx = Kysely<Tables>

/** Whose eyes a transaction has: one organisation's, everybody's (but of funds its own only), those of administration, or those of the sign-in. */
export type Scope =
  | { organisationId: string; wide: boolean; administers?: boolean; ownFund?: boolean }
  | 'system'
  | 'auth'

export type Database = {
  /** Runs the work in one transaction; begins again when the database requires it. */
  transaction: <T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: { readOnly?: boolean }) => Promise<T>
  pool: pg.Pool
  /** One statement by itself, with the eyes of the connection: those of nobody's organisation. */
  ask: <Row extends pg.QueryResultRow>(statement: Statement) => Promise<pg.QueryResult<Row>>
  /** The same over connections of its own, for calls that change something: an approval of many rows may take a while. */
  changes: Database
  /** The same over connections of its own, for work that nobody waits for, such as payouts: no call queues behind it. */
  aside: Database
  /** The same over connections of its own, for lists and files that are sent as fast as somebody reads: payouts never wait for one. */
  streams: Database
  /** Every pool by its name, for those who watch over them. */
  pools: Readonly<Record<keyof typeof sizes, pg.Pool>>
  close: () => Promise<void>
}

const clients = new WeakMap<Tx, pg.PoolClient>()
const roundTrips = new WeakMap<pg.Pool, number>()
/** How often somebody waited for PostgreSQL over a pool; statements that were sent together are one. */
export const roundTripsOf = (pool: pg.Pool): number => roundTrips.get(pool) ?? 0
/** Pools whose readers hold a place as long as a connection. */
const holdsPlaces = new WeakSet<pg.Pool>()
const texting = new WeakSet<pg.Pool | Tx>()
/** What every transaction of a pool begins with, because its connections remember nothing. */
const setEachTime = new WeakMap<pg.Pool, string>()
/** What follows the commit of a transaction, in this process only. */
const following = new WeakMap<Tx, (() => void)[]>()
/** Connections whose last commit is on this machine only: it waited for a standby, and somebody broke that off. */
const unconfirmed = new WeakSet<pg.ClientBase>()

/** The raw connection of a transaction that still runs, for cursors. */
export function clientOf(tx: Tx): pg.PoolClient {
  const client = clients.get(tx)
  if (!client) throw new Error('not a transaction of this program')
  return client
}

/** Runs right after the commit, and never when the transaction is taken back: a hint to this process, nothing that must happen. */
export function afterCommit(tx: Tx, follow: () => void): void {
  following.set(tx, [...(following.get(tx) ?? []), follow])
}

/** Whether the program of this transaction can send texts: what would only wait in vain is not written. */
export const sendsTexts = (tx: Tx): boolean => texting.has(tx)

/** A statement with its values; `name` keeps its plan, where connections keep anything. */
type Statement = { name?: string | undefined; text: string; values?: unknown[] | undefined }

type Opening = {
  connection: pg.PoolConfig
  role?: string
  texts?: boolean
  /** A pooler such as PgBouncer lends connections for one transaction each: nothing is left on one, or counted on. */
  pooled?: boolean
}

// Few connections are faster than many: each has plans of its own to make, and two cores run no more than two of them at a time.
// Together as many as a server may take of a database that serves several; the README says how many that are.
const sizes = { calls: 4, changes: 6, aside: 10, streams: 6 }
/** The connections that one server takes at most. */
export const connectionsPerServer = Object.values(sizes).reduce((sum, size) => sum + size, 0)

/**
 * Opens the pools; they connect at the first query. `role` is taken on every connection when the connection logs in as somebody
 * else, `max` is for programs that need no more connections than that.
 */
export function openDatabase({ max, ...opening }: Opening & { max?: number }): Database {
  const pools = {
    // A page shows rows with their names: joins in the order they are written, each by its key. To try every order takes longer.
    calls: openPool(opening, max ?? sizes.calls, 'join_collapse_limit = 4'),
    changes: openPool(opening, max ?? sizes.changes),
    aside: openPool(opening, max ?? sizes.aside),
    streams: openPool(opening, max ?? sizes.streams),
  }
  holdsPlaces.add(pools.streams)
  for (const [name, pool] of Object.entries(pools)) names.set(pool, name)
  const close = async (): Promise<void> => void (await Promise.all(Object.values(pools).map((each) => each.end())))
  const over = (pool: pg.Pool): Database => ({
    pool,
    pools,
    close,
    transaction: transactionsOn(pool),
    ask: asksOn(pool),
    get changes() {
      return changes
    },
    get aside() {
      return aside
    },
    get streams() {
      return streams
    },
  })
  const [changes, aside, streams] = [over(pools.changes), over(pools.aside), over(pools.streams)]
  return over(pools.calls)
}

function openPool({ connection, role, texts = false, pooled = false }: Opening, max: number, first = ''): pg.Pool {
  const settings = [
    role && `role ${role}`,
    "statement_timeout = '120s'",
    "lock_timeout = '15s'",
    "timezone = 'UTC'",
    first,
  ]
  const set = (how: string): string => settings.flatMap((each) => (each ? [`${how} ${each}`] : [])).join('; ')
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    ...connection,
    max,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: plansLiveSeconds,
    pipeline: true, // statements that do not need each other's answers are sent together
    application_name: 'kahawa',
    // oxlint-disable-next-line no-misused-promises -- pg waits for the promise; its types do not say so yet
    onConnect: async (client) => {
      if (!pooled) await client.query(set('set'))
    },
  })
  if (texts) texting.add(pool)
  if (pooled) setEachTime.set(pool, set('set local'))
  pool.on('error', ignore) // an idle connection that broke is replaced by the pool; the next query says if the server is gone
  // The pool listens to idle connections only: one that breaks between two statements, or in the very moment in which it is
  // lent, must not end the program.
  pool.on('connect', (client) => {
    client.on('error', ignore)
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') unconfirmed.add(client)
    })
    client.on('drain', () => roundTrips.set(pool, roundTripsOf(pool) + 1)) // all that was sent is answered
  })
  return pool
}

const names = new WeakMap<pg.Pool, string>()

const transactionsOn =
  (pool: pg.Pool): Database['transaction'] =>
  async (scope, work, { readOnly = false } = {}) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await traced(spanOf(names.get(pool), scope, readOnly), () => once(pool, scope, work, readOnly))
      } catch (error) {
        if (attempt === 5 || !mayBeginAgain(error)) throw error
        await sleep(5 * attempt * attempt)
      }
    }
  }

const asksOn =
  (pool: pg.Pool): Database['ask'] =>
  (statement) =>
    traced(spanOf(names.get(pool), null, false), () => askOne(pool, statement))

async function askOne<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: Statement,
): Promise<pg.QueryResult<Row>> {
  const settings = setEachTime.get(pool)
  const { name, text, values } = statement
  if (settings === undefined) return pool.query<Row>({ text, ...(name && { name }), ...(values && { values }) })
  const client = await pool.connect()
  // All three go out at once. Where the statement fails the commit takes everything back, and says nothing.
  const sent = [
    client.query(`begin; ${settings}`),
    client.query<Row>({ text, ...(values && { values }) }),
    client.query('commit'),
  ] as const
  const [begun, answered, ended] = await Promise.allSettled(sent)
  client.release(ended.status === 'rejected')
  for (const each of [begun, answered, ended]) if (each.status === 'rejected') throw each.reason
  return sent[1]
}

/** An error that PostgreSQL answered, with its SQLSTATE. */
export const isPgError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError

/** A statement that was refused only because another of its transaction had failed. */
const stoodBehindFailure = (error: unknown): boolean => isPgError(error) && error.code === '25P02'

/** A conflict with another transaction, a deadlock, or a plan from before a migration. */
function mayBeginAgain(error: unknown): boolean {
  if (!isPgError(error)) return false
  const isStale = error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  if (isStale) forgetPlans()
  return isStale || error.code === '40001' || error.code === '40P01'
}

async function once<T>(pool: pg.Pool, scope: Scope, work: (tx: Tx) => Promise<T>, readOnly: boolean): Promise<T> {
  const beginning = begin(scope, readOnly, setEachTime.get(pool))
  const client = await pool.connect()
  unconfirmed.delete(client) // that was another's
  let isCommitting = false
  const { tx, release } = bind(client, setEachTime.has(pool) ? null : roleOf(scope))
  if (texting.has(pool)) texting.add(tx)
  // Nobody waits for the beginning: the first statement goes right behind it, and fails where it failed.
  const begun = client.query(beginning).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  try {
    const result = await work(tx)
    release()
    isCommitting = !readOnly
    // Nothing ends a commit that waits for a standby: it would be answered as done, and be lost with this machine.
    const end = client.query(readOnly ? 'commit' : 'set local statement_timeout = 0; commit')
    // What a call has read is answered meanwhile; who counts the connections of streams waits until one is free.
    if (readOnly && !holdsPlaces.has(pool)) void giveBack(client, end)
    else {
      await end
      if (unconfirmed.delete(client)) throw new ConnectionLost({ isUnknown: true, cause: 'no standby has it yet' })
      client.release()
      for (const follow of following.get(tx) ?? []) follow()
    }
    return result
  } catch (error) {
    release()
    const undone = client.query('rollback')
    const cause = (await begun)?.error ?? error
    // The connection itself may be lost: the pool must not hand it out again.
    const broken = await giveBack(client, undone)
    // Whatever the work stumbled over then, it was the connection; only a refusal had been decided before.
    throw broken && !(error instanceof Refused) ? new ConnectionLost({ isUnknown: isCommitting, cause }) : cause
  }
}

/** Gives a connection back to its pool once its transaction has ended; one that broke over it is not lent again, and answered. */
const giveBack = (client: pg.PoolClient, end: Promise<unknown>): Promise<Error | undefined> =>
  end.then(
    () => {
      client.release()
      return undefined
    },
    (broken: Error) => {
      client.release(broken)
      return broken
    },
  )

/** As `client.query` of a config, which it would copy property by property for each statement. */
function askByName(client: pg.PoolClient, { text, values, name }: pg.QueryConfig): Promise<pg.QueryResult> {
  const query = Object.assign(new pg.Query(text, values), { name })
  return new Promise<pg.QueryResult>((resolve, reject) => {
    client.query(query as unknown as string, [], (error: Error | null, result) =>
      error ? reject(error) : resolve(result),
    ) // border: its types forget that a query takes its answer here
  }).catch((error: Error) => {
    // From here it leads to who asked, not to who read the answer.
    Error.captureStackTrace(error)
    throw error
  })
}

const ignore = (): void => {}

/**
 * A transaction over a connection. After `release` nothing can reach the connection through it: it may be another's already. `role`
 * keeps the plans of roles apart; null keeps no plans.
 */
function bind(client: pg.PoolClient, role: string | null): { tx: Tx; release: () => void } {
  let isOver = false
  const run = client.query.bind(client) as (...args: unknown[]) => unknown // border: its overloads are many
  const query = (...args: unknown[]): unknown => {
    if (isOver) throw new Error('the transaction has ended')
    const [text, values] = args
    return role !== null && typeof text === 'string' && Array.isArray(values)
      ? askByName(client, byName(role, text, values))
      : run(...args)
  }
  const connection = { query, release: () => {} }
  const pool = { connect: async () => connection, end: async () => {} }
  const tx = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) }) // border: kysely wants a pool, we lend one connection
  clients.set(tx, client)
  const release = (): void => {
    isOver = true
    clients.delete(tx)
  }
  return { tx, release }
}

/** Runs set-based SQL and answers its rows. */
export async function rows<Row>(tx: Tx, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(tx)).rows
}

/** The single row of a query that always has one. */
export async function one<Row>(tx: Tx, query: RawBuilder<Row>): Promise<Row> {
  const [row] = await rows(tx, query)
  if (row === undefined) throw new Error('a query that always answers a row answered none')
  return row
}

/** How many rows a statement changed. */
export async function changed(tx: Tx, query: RawBuilder<unknown>): Promise<number> {
  return Number((await query.execute(tx)).numAffectedRows ?? 0n)
}

/**
 * Asks together what needs nothing of each other: one round trip instead of one for each. Waits for all of it, so that nothing is
 * sent any more after it has failed, and throws what failed first, which is not always heard first. None of it may enter another
 * wall: the others would stand inside it.
 */
export async function together<Asked extends readonly unknown[] | []>(
  asked: Asked,
): Promise<{ -readonly [Place in keyof Asked]: Awaited<Asked[Place]> }> {
  const failures: unknown[] = []
  const ended = asked.map((each) => Promise.resolve(each).catch((error: unknown) => void failures.push(error)))
  const answers = await Promise.all(ended)
  if (failures.length > 0) throw failures.find((error) => !stoodBehindFailure(error)) ?? failures[0]
  return answers as { -readonly [Place in keyof Asked]: Awaited<Asked[Place]> } // border: `map` forgets the places of a tuple
}

/** Work that may fail on its own without ending the transaction: one record of a bulk decision. */
export async function savepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  // Nobody waits for these: what is sent after them fails where they failed.
  const send = (text: string): void => void clientOf(tx).query(text).catch(ignore)
  send('savepoint one_record')
  try {
    const result = await work()
    send('release savepoint one_record')
    return result
  } catch (error) {
    // Going back to a savepoint leaves it standing, and then an outer one of the same name would go back no further than here.
    send('rollback to savepoint one_record; release savepoint one_record')
    throw error
  }
}

export { sql }
