import { usesKeptDays, type UseOutcome } from '#contract/administration/adminServices.ts'
import { errors } from '#contract/house/errors.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { writeAudit } from '../audit/audit.ts'
import { businessDate, now, startOfDay } from '../clock.ts'
import { one, sql, type Tx } from '../db.ts'
import type { House } from '../house.ts'
import { newId } from '../ids.ts'
import { startInterval } from '../interval.ts'
import { scopeOf } from '../scope.ts'

type Use = { actor: Actor; name: string; key: string; address: string; call: string; outcome: UseOutcome }
type Counted = Pick<Use, 'key' | 'address' | 'call' | 'outcome'> & { hour: Date }
/** Calls that are not written yet, and the writing of the first one. */
type Waiting = Counted & { calls: number; at: Date; first: Promise<void> }

/** So many addresses and calls of one key are counted apart in an hour; whoever comes from ever new ones fills no table. */
const countedApart = 100
const everyMs = 5_000
const hourMs = 3_600_000
/** The uses of one key in one hour, by address, call and outcome. */
type UsesOfKey = { hour: Date; uses: Map<string, Waiting> }
// Each server that runs here has its own.
const ofServer = new WeakMap<House['config'], Map<string, UsesOfKey>>()

const keysOf = ({ config }: Pick<House, 'config'>): Map<string, UsesOfKey> => {
  const keys = ofServer.get(config) ?? new Map<string, UsesOfKey>()
  ofServer.set(config, keys)
  return keys
}
const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs)

/**
 * Counts a use of a key. The first of its hour is written before it is answered, and the first of a day from an address stands in the
 * audit trail; all others are one more in memory, which is written every few seconds.
 */
export async function noteUse(house: House, use: Use): Promise<void> {
  const keys = keysOf(house)
  const at = now()
  const hour = hourOf(at)
  // What is refused is counted by itself, so that no thief of a key drowns those who are let in.
  const ofThis = [use.key, hour.getTime(), use.outcome === 'LET_IN'].join(' ')
  const ofKey = keys.get(ofThis) ?? { hour, uses: new Map<string, Waiting>() }
  keys.set(ofThis, ofKey)
  const { uses } = ofKey
  const idOf = (address: string, call: string): string => [use.outcome, address, call].join(' ')
  const isApart = uses.has(idOf(use.address, use.call)) || uses.size < countedApart
  const [address, call] = isApart ? [use.address, use.call] : ['', '']
  const id = idOf(address, call)
  const known = uses.get(id)
  if (known) {
    known.calls += 1
    known.at = at
    return known.first
  }
  const counted: Counted = { key: use.key, outcome: use.outcome, address, call, hour }
  const first = writeFirst(house, { ...use, ...counted }, at)
  uses.set(id, { ...counted, calls: 0, at, first })
  try {
    await first
  } catch (error) {
    uses.delete(id)
    throw error
  }
}

const writeFirst = (house: House, use: Use & Counted, at: Date): Promise<void> =>
  house.db.transaction(scopeOf(use.actor), async (tx) => {
    const { actor, name, key, address, outcome } = use
    if (!(await write(tx, { ...use, calls: 1, at }))) return
    const isRefused = outcome !== 'LET_IN'
    await writeAudit(tx, {
      by: actor,
      organisationId: actor.organisationId,
      kind: 'service_account',
      recordId: actor.userId,
      title: name,
      action: isRefused ? 'use_refused' : 'use',
      changes: {
        key: { before: null, after: key },
        address: { before: null, after: address },
        ...(isRefused ? { problem: { before: null, after: errors[outcome].message } } : {}),
      },
    })
  })

/** Adds calls to their row; answers whether they are the first of the day from this address. */
async function write(
  tx: Tx,
  { key, hour, address, call, outcome, calls, at }: Omit<Waiting, 'first'>,
): Promise<boolean> {
  const day = startOfDay(businessDate(at))
  const { first } = await one(
    tx,
    sql<{
      first: boolean
    }>`select note_service_use(${newId()}, ${key}, ${hour}, ${address}, ${call}, ${outcome}, ${calls}, ${at}, ${day}) as first`,
  )
  return first
}

/** Writes what was counted since the last time, and forgets the hours that are over. What is not written stays counted. */
export async function writeUses(house: House): Promise<void> {
  const keys = keysOf(house)
  const waiting = [...keys.values()]
    .flatMap(({ uses }) => [...uses.values()])
    .filter(({ calls }) => calls > 0)
    .map((use) => ({ use, calls: use.calls }))
  if (waiting.length > 0)
    await house.db.transaction('system', async (tx) => {
      for (const { use, calls } of waiting) await write(tx, { ...use, calls })
    })
  for (const { use, calls } of waiting) use.calls -= calls
  const thisHour = hourOf(now())
  for (const [id, { hour, uses }] of keys)
    if (hour < thisHour && [...uses.values()].every(({ calls }) => calls === 0)) keys.delete(id)
}

/** Writes the uses again and again, and what is left when the server stops; counts that are no longer kept are deleted. */
export function startCountingUses(house: House): { stop: () => Promise<void> } {
  let sweptOn = ''
  const work = async (): Promise<void> => {
    await writeUses(house)
    if (sweptOn === businessDate()) return
    const before = new Date(now().getTime() - usesKeptDays * 24 * hourMs)
    await house.db.transaction('system', (tx) => sql`delete from service_uses where hour < ${before}`.execute(tx))
    sweptOn = businessDate()
  }
  const interval = startInterval({ everyMs, work, log: house.log, what: 'counting the use of keys' })
  return {
    stop: async () => {
      await interval.stop()
      await writeUses(house)
    },
  }
}
