import { eventArray, hashEvent, hashSeal, beginning, openHeads } from './auditChain.ts'
import { now } from '../clock.ts'
import { one, rows, sql, type Tx } from '../db.ts'
import type { House } from '../house.ts'
import { firstIdOf } from '../ids.ts'
import { commandLine } from '../startupError.ts'
import { startWatched } from '../watched.ts'

// Any fixed number: it only has to be the same in every process of the same database.
const sealLock = 7_203_851_468n
const batchSize = 5_000
/** An event is committed at most this long after it was written; what comes later, or stays longer without a seal, is an alarm. */
export const lateMinutes = 30
const fullLookEveryMs = 600_000

/** Seals what has not been sealed and answers how many events that were. */
type SealOnce = () => Promise<number>

/** Among so many of the newest a look searches for one without a seal; what was committed late the net finds, or the next event. */
const newest = 50
const isAnyUnsealed = () => sql`exists (select from (select id from audit_events order by id desc limit ${newest}) e
  where not exists (select from audit_seals s where s.event_id = e.id))`

/**
 * Chains the audit events within two seconds until stopped. Nothing but rows remembers how far it came, so it survives any kill, and
 * an advisory lock of the transaction keeps two servers from chaining at the same time.
 */
export function startSealing(house: House): { stop: () => Promise<void> } {
  return startWatched(house, {
    isDue: isAnyUnsealed,
    pauseMs: 2_000,
    work: makeSealer(house),
    what: 'sealing the audit trail',
  })
}

/** One sealer, with the file of signed heads in the data folder. */
export function makeSealer({ db, config, log }: Pick<House, 'db' | 'config' | 'log'>): SealOnce {
  const heads = openHeads(config.dataDir)
  let lastFullLook = 0
  let alarmedAt = ''

  /**
   * Signs how far the committed chain reaches, never a shorter or another one: the head that shows what is missing stays the newest.
   * Its time is that of signing, later than every commit it tells of: a restore to a moment keeps the heads signed before it.
   */
  const signHead = (end: Chain): void => {
    const newest = heads.newest()
    const isLonger = end.n > BigInt(newest?.n ?? 0)
    if (isLonger) heads.append({ n: end.n, chainHash: end.hash, at: now() })
    if (isLonger || newest === null || alarmedAt === newest.n) return
    if (BigInt(newest.n) === end.n && newest.chainHash === end.hash.toString('hex')) return
    alarmedAt = newest.n
    log.error(
      { signed: newest.n, found: String(end.n) },
      `the audit trail is not the one that was signed: run ${commandLine('audit:verify')}`,
    )
  }

  return async () => {
    const at = now()
    const isFullLook = at.getTime() - lastFullLook > fullLookEveryMs
    let after = isFullLook ? firstIdOf(new Date(0)) : firstIdOf(new Date(at.getTime() - lateMinutes * 60_000))
    for (let sealed = 0; ;) {
      const batch = await db.transaction('system', (tx) => sealBatch({ tx, at, after, signHead }))
      if (batch === null) return sealed // another server is at it
      sealed += batch.sealed
      if (batch.sealed === 0) {
        if (isFullLook) lastFullLook = at.getTime()
        return sealed
      }
      after = batch.lastId
    }
  }
}

type Chain = { n: bigint; hash: Buffer }

type SealBatch = { tx: Tx; at: Date; after: string; signHead: (end: Chain) => void }

async function sealBatch({ tx, at, after, signHead }: SealBatch): Promise<{ sealed: number; lastId: string } | null> {
  const { free } = await one(tx, sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${sealLock}) as free`)
  if (!free) return null
  const [last] = await rows(
    tx,
    sql<{ n: bigint; hash: Buffer }>`select n, chain_hash as hash from audit_seals order by n desc limit 1`,
  )
  const end: Chain = last ?? { n: 0n, hash: beginning }
  signHead(end) // under the lock, and before anything that is not committed yet
  const unsealed = await rows(
    tx,
    sql<{ id: string; columns: (string | null)[] }>`select e.id, ${sql.raw(eventArray)} as columns from audit_events e
      where not exists (select 1 from audit_seals s where s.event_id = e.id)
        and e.id > ${after}
      order by e.id limit ${batchSize}`,
  )
  if (unsealed.length === 0) return { sealed: 0, lastId: after }
  const micros = `${at.getTime()}000`
  const seals: { eventHash: Buffer; chainHash: Buffer }[] = []
  for (const { columns } of unsealed) {
    const eventHash = hashEvent(columns)
    end.n += 1n
    end.hash = hashSeal(end.hash, eventHash, end.n, micros)
    seals.push({ eventHash, chainHash: end.hash })
  }
  await sql`insert into audit_seals (n, event_id, event_hash, chain_hash, sealed_at)
    select ${end.n - BigInt(unsealed.length)}::bigint + place, id, event_hash, chain_hash, ${at}
    from unnest(${unsealed.map(({ id }) => id)}::uuid[], ${seals.map(({ eventHash }) => eventHash)}::bytea[], ${seals.map(({ chainHash }) => chainHash)}::bytea[])
      with ordinality as sealed (id, event_hash, chain_hash, place)`.execute(tx)
  return { sealed: unsealed.length, lastId: unsealed.at(-1)?.id ?? after }
}
