import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, rows, sql, type Database, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { openAccounts, type AccountName } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/ledger.ts'
import { mirrorOf } from '#server/payments/mirrorOf.ts'
import { fundSchedule } from '#server/schedules/fundSchedule.ts'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { organisationOf, userOf } from '../../db/seed/organisations.ts'
import { readSources } from './readChain.ts'
import { paidLegs, readLegStands, readStrands } from './readStrands.ts'

// Whatever comes in, is retained, swept, refused, converted and paid in whatever order: the dollars of each source are where three plain
// queues say, to the cent, and every cent of a schedule has its source.
let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await makeTestDatabase()
  db = openDatabase({ connection: { ...database.config, user: 'kahawa_app' }, max: 2 })
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
})

const society = organisationOf('CF4100').id
const maker = userOf('fcs.maker').id
const [season, micros] = ['2026/2027', 128_950_000n]
const outside = (currency: 'USD' | 'KES'): AccountName => ({
  kind: 'outside',
  organisationId: society,
  subjectId: society,
  currency,
})
const accounts = {
  NON_CHECKOFF: mirrorOf(society, 'NON_CHECKOFF'),
  CHECKOFF: mirrorOf(society, 'CHECKOFF'),
  FARMERS_USD: mirrorOf(society, 'FARMERS_USD'),
  FARMERS_KES: mirrorOf(society, 'FARMERS_KES'),
}

type Piece = { source: string; cents: bigint }
const all = (queue: readonly Piece[]): bigint => queue.reduce((sum, { cents }) => sum + cents, 0n)

/** Takes so much from the head of a queue: what came in first. */
function take(queue: Piece[], cents: bigint): Piece[] {
  const taken: Piece[] = []
  for (let left = cents; left > 0n;) {
    const head = queue[0]
    if (!head) throw new Error('more was taken than there is')
    const part = head.cents < left ? head.cents : left
    taken.push({ source: head.source, cents: part })
    if (part === head.cents) queue.shift()
    else queue[0] = { source: head.source, cents: head.cents - part }
    left -= part
  }
  return taken
}

const bySource = (pieces: readonly Piece[]): Record<string, bigint> =>
  Object.fromEntries([...Map.groupBy(pieces, ({ source }) => source)].map(([source, own]) => [source, all(own)]))

const orders = fc.array(
  fc.record({
    what: fc.constantFrom('lot', 'lot', 'other', 'retain', 'sweep', 'sweep', 'refused', 'convert', 'convert', 'pay'),
    share: fc.bigInt(1n, 100n),
  }),
  { minLength: 4, maxLength: 24 },
)

// A schedule that takes less than a cent of a deal from within a lot: KES 0.44 after 26.24 of the 70.92 that 55 cents have bought.
const lessThanCent = [
  { what: 'lot', share: 2n },
  { what: 'sweep', share: 75n },
  { what: 'convert', share: 3n },
  { what: 'pay', share: 37n },
  { what: 'pay', share: 1n },
]

const seed = Number(process.env['SEED'] ?? randomInt(1_000_000))

test('every dollar of every source is where plain queues say', async () => {
  const undo = new Error('undone')
  await fc.assert(
    fc.asyncProperty(orders, async (given) => {
      const run = db.transaction('system', async (tx) => {
        const books = await openBooks(tx)
        for (const { what, share } of given) await books.follow(what, share)
        await books.follow('pay', 100n)
        await books.compare()
        throw undo
      })
      await run.catch((error: unknown) => {
        if (error !== undo) throw error
      })
    }),
    { seed, numRuns: 40, endOnFailure: true, examples: [[lessThanCent]] },
  )
})

/** The accounts of a society, empty, with the queues beside them. */
async function openBooks(tx: Tx) {
  const open = await openAccounts(tx, Object.values(accounts))
  for (const [at, [purpose, name]] of Object.entries(accounts).entries())
    await sql`insert into society_accounts (id, organisation_id, purpose, account_number, account_name, ledger_account_id, opened_at, changed_at)
      values (${newId()}, ${society}, ${purpose}, ${`${purpose === 'FARMERS_KES' ? '01' : '02'}0000000000${String(at).padStart(2, '0')}`}, 'SOCIETY', ${open(name).id}, now(), now())`.execute(
      tx,
    )
  const rate = newId()
  await sql`insert into conversion_rates (id, organisation_id, deal_code, rate_micros, expires_at, status, makers, made_by, created_at)
    values (${rate}, ${society}, '1', ${micros}, now(), 'USED', array[${maker}]::uuid[], ${maker}, now())`.execute(tx)

  const [nonCheckoff, farmers]: [Piece[], Piece[]] = [[], []]
  const [retained, swept, drawn]: [Piece[], Piece[], Piece[]] = [[], [], []]
  const converted = new Map<string, Piece[]>()
  const legs: string[] = []
  const paidOut = new Map<string, bigint>()
  let shillings = 0n

  const order = async (
    kind: 'RETENTION' | 'SWEEP' | 'CONVERSION',
    status: 'DONE' | 'FAILED',
    cents: bigint,
    received = cents,
  ): Promise<string> => {
    const id = newId()
    await sql`insert into society_transfers (id, organisation_id, kind, season, amount_cents, received_cents, conversion_rate_id, status, makers, made_by, created_at)
      values (${id}, ${society}, ${kind}, ${season}, ${cents}, ${received}, ${kind === 'CONVERSION' ? rate : null}, ${status}, array[${maker}]::uuid[], ${maker}, now())`.execute(
      tx,
    )
    return id
  }
  const move = (
    reference: string,
    cause: { kind: string; id: string },
    debit: AccountName,
    credit: AccountName,
    amountCents: bigint,
  ) => post(tx, [{ reference, cause, debit, credit, amountCents, narration: cause.id }])

  const follow = async (what: string, share: bigint): Promise<void> => {
    if (what === 'lot' || what === 'other') {
      const [id, cents] = [newId(), share * 1_237n]
      const kind = what === 'lot' ? 'eslip_leg' : 'statement_line'
      await move(`${kind}/${id}/in`, { kind, id }, accounts.NON_CHECKOFF, outside('USD'), cents)
      if (what === 'lot') legs.push(id)
      nonCheckoff.push({ source: id, cents })
      return
    }
    if (what === 'pay') return pay(share)
    const from = what === 'convert' ? farmers : nonCheckoff
    const cents = (all(from) * share) / 100n
    if (cents === 0n) return
    if (what === 'convert') {
      const received = (cents * micros) / 1_000_000n
      const id = await order('CONVERSION', 'DONE', cents, received)
      const cause = { kind: 'society_transfer', id }
      await move(`transfer/${id}/ordered`, cause, outside('USD'), accounts.FARMERS_USD, cents)
      await move(`transfer/${id}/bought`, cause, accounts.FARMERS_KES, outside('KES'), received)
      converted.set(id, take(farmers, cents))
      shillings += received
      return
    }
    const id = await order(what === 'retain' ? 'RETENTION' : 'SWEEP', what === 'refused' ? 'FAILED' : 'DONE', cents)
    const cause = { kind: 'society_transfer', id }
    await move(`transfer/${id}/ordered`, cause, outside('USD'), accounts.NON_CHECKOFF, cents)
    if (what === 'refused') {
      await move(`transfer/${id}/returned`, cause, accounts.NON_CHECKOFF, outside('USD'), cents)
      return
    }
    await move(
      `transfer/${id}/arrived`,
      cause,
      what === 'retain' ? accounts.CHECKOFF : accounts.FARMERS_USD,
      outside('USD'),
      cents,
    )
    const taken = take(nonCheckoff, cents)
    if (what === 'retain') retained.push(...taken)
    else {
      swept.push(...taken)
      farmers.push(...taken)
    }
  }

  const pay = async (share: bigint): Promise<void> => {
    const cents = (shillings * share) / 100n
    if (cents === 0n) return
    const id = newId()
    await sql`insert into communal_payments (id, organisation_id, season, cycle, kilograms, rate_cents, pool_cents, generated_at, status, makers, made_by, created_at, decided_at)
      values (${id}, ${society}, ${season}, 1, 1, 1, ${shillings}, now(), 'REJECTED', array[${maker}]::uuid[], ${maker}, now(), now() + ${`${paidOut.size} seconds`}::interval)`.execute(
      tx,
    )
    await move(`schedule/${id}/approved`, { kind: 'communal_payment', id }, outside('KES'), accounts.FARMERS_KES, cents)
    await fundSchedule(tx, { id, organisationId: society })
    paidOut.set(id, cents)
    shillings -= cents
  }

  const compare = async (): Promise<void> => {
    for (const id of paidOut.keys()) {
      const slices = await rows(
        tx,
        sql<{
          place: number
          transfer: string
          dollars: bigint
        }>`select place, transfer_id as transfer, dollars_cents as dollars from communal_payment_conversions
          where communal_payment_id = ${id} order by place`,
      )
      const sources = await readSources(tx, society, id)
      expect(sources.reduce((sum, { shillingsOfStrand }) => sum + shillingsOfStrand, 0n)).toBe(paidOut.get(id))
      const strands = await readStrands(tx, society, id)
      for (const { place, transfer, dollars } of slices) {
        const pieces = take(converted.get(transfer) ?? [], dollars)
        drawn.push(...pieces)
        const found = strands
          .filter((strand) => strand.place === place)
          .map(({ legId, says, cents }) => ({ source: legId ?? says, cents }))
        expect(bySource(found)).toEqual(bySource(pieces))
        expect(new Set(found.map(({ source }) => source)).size).toBe(found.length)
      }
    }
    const paid = await rows(
      tx,
      sql<{
        leg: string
        cents: bigint
      }>`select leg, sum(cents)::bigint as cents from ${paidLegs(() => sql`true`)} p group by 1`,
    )
    expect(Object.fromEntries(paid.map(({ leg, cents }) => [leg, cents]))).toEqual(
      bySource(drawn.filter(({ source }) => legs.includes(source))),
    )
    const inAll = [...drawn, ...[...converted.values()].flat()]
    for (const leg of legs) {
      const of = (pieces: readonly Piece[]) => bySource(pieces)[leg] ?? 0n
      expect(await readLegStands(tx, society, leg)).toMatchObject({
        retained: of(retained),
        swept: of(swept),
        converted: of(inAll),
        paid: of(drawn),
      })
    }
  }
  return { follow, compare }
}
