import type { ClientBase } from 'pg'
import { beginning, eventArray, hashEvent, hashSeal, type Head } from './auditChain.ts'
import { lateMinutes } from './sealAudit.ts'

/** The first thing that is not as it was written: which row, and what is wrong with it. */
type Break = { n: string | null; eventId: string | null; what: string }
export type Verified = { sealed: bigint; waiting: number; newest: Head | null; broken: Break | null }

const pageSize = 10_000
const late = BigInt(lateMinutes) * 60_000_000n
type SealRow = {
  n: string
  event_id: string
  event_hash: Buffer
  chain_hash: Buffer
  sealed_micros: string
  id: string | null
  at_micros: string | null
  columns: (string | null)[]
}

type Verification = {
  client: ClientBase
  heads: { heads: ReadonlyMap<string, string>; newest: Head | null; broken: number | null }
  at: Date
}

/**
 * Reads the whole audit trail page by page and answers the first break: an event that was edited, swapped, deleted or inserted
 * afterwards, a seal that was edited or is missing, a chain that was rewritten or cut, a head that was forged.
 */
export async function verifyAudit({ client, heads, at }: Verification): Promise<Verified> {
  const result: Verified = { sealed: 0n, waiting: 0, newest: heads.newest, broken: null }
  const broken = (what: string, n: bigint | null = null, eventId: string | null = null): Verified => {
    return { ...result, broken: { n: n === null ? null : String(n), eventId, what } }
  }
  if (heads.broken !== null) return broken(`line ${heads.broken} of the signed heads was changed or removed`)
  let previous: Buffer = beginning
  let sealedMicros = 0n
  let latestEvent = 0n
  for (;;) {
    const page = await client.query<SealRow>({ text: pageOfSeals, values: [result.sealed, pageSize] })
    for (const seal of page.rows) {
      const n = result.sealed + 1n
      if (seal.n !== String(n)) return broken(`the seal is missing; the next one is number ${seal.n}`, n)
      if (seal.id === null) return broken('the event was deleted', n, seal.event_id)
      const eventHash = hashEvent(seal.columns)
      if (!eventHash.equals(seal.event_hash)) return broken('the event or its seal was changed', n, seal.event_id)
      const chainHash = hashSeal(previous, eventHash, n, seal.sealed_micros)
      if (!chainHash.equals(seal.chain_hash)) return broken('the seal was changed', n, seal.event_id)
      const signed = heads.heads.get(String(n))
      if (signed !== undefined && signed !== chainHash.toString('hex'))
        return broken('the chain was rewritten: its signed head is another', n, seal.event_id)
      // Events are sealed in the order of their times, give or take a long transaction.
      const eventMicros = BigInt(seal.at_micros ?? 0)
      if (latestEvent - eventMicros > late)
        return broken('the event was inserted long after its own time', n, seal.event_id)
      if (eventMicros > latestEvent) latestEvent = eventMicros
      previous = chainHash
      sealedMicros = BigInt(seal.sealed_micros)
      result.sealed = n
    }
    if (page.rows.length < pageSize) break
  }
  const newest = BigInt(heads.newest?.n ?? 0)
  if (newest > result.sealed)
    return broken(`the trail ends here, but was signed up to number ${newest}`, result.sealed + 1n)
  if (newest < result.sealed && BigInt(at.getTime()) * 1000n - sealedMicros > late)
    return broken('no signed head covers the newest seals: heads were removed', newest + 1n)
  const waiting = await client.query<{ id: string; is_late: boolean; n: number }>({ text: unsealed, values: [at] })
  const [first] = waiting.rows
  result.waiting = first?.n ?? 0
  return first?.is_late ? broken('the event was inserted without a seal', null, first.id) : result
}

const pageOfSeals = `select s.n::text, s.event_id, s.event_hash, s.chain_hash, (extract(epoch from s.sealed_at) * 1000000)::bigint::text as sealed_micros,
    e.id, (extract(epoch from e.at) * 1000000)::bigint::text as at_micros, ${eventArray} as columns
  from audit_seals s left join audit_events e on e.id = s.event_id where s.n > $1 order by s.n limit $2`

const unsealed = `select e.id, e.at not between $1::timestamptz - interval '${lateMinutes} minutes' and $1::timestamptz + interval '${lateMinutes} minutes' as is_late,
    count(*) over ()::int as n
  from audit_events e left join audit_seals s on s.event_id = e.id where s.n is null order by is_late desc, e.id limit 1`
