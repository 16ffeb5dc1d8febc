import type { Read } from './rawTables.ts'

// Which dollars of which lot paid for which schedule, by plain queues: what came in first goes out first, through the sweep, the conversion
// and the schedule.

type RawDollars = { society: string; purpose: string; side: string; causeKind: string; cause: string; cents: string }
/** What a schedule was paid of. */
type RawDraw = { schedule: string; transfer: string | null; dollars: string }
type RawReached = { id: string; society: string; shillings: string; aside: string }
/** What of a schedule arrived on a day of Nairobi, numbered. */
type RawArrived = { schedule: string; cents: string; day: number }
type RawLegOfLot = { id: string; grower: string; season: string; saleDay: number }

export type RawWays = {
  /** In the order in which they were posted, without orders that the bank has refused. */
  dollars: RawDollars[]
  /** In the order in which they were approved. */
  draws: RawDraw[]
  schedules: RawReached[]
  arrived: RawArrived[]
  legs: RawLegOfLot[]
}

const dayNumber = (day: string): string => `(${day} - date '1970-01-01')`
const decided = `p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED')`

export async function readRawWays(read: Read): Promise<RawWays> {
  return {
    dollars:
      await read(`select s.organisation_id as society, s.purpose, e.side, m.cause_kind as "causeKind", m.cause_id as cause, e.posted_cents::text as cents
      from ledger_entries e join ledger_movements m on m.id = e.movement_id join society_accounts s on s.ledger_account_id = e.account_id
      where s.purpose in ('NON_CHECKOFF', 'FARMERS_USD') and e.posted_cents > 0
        and m.cause_id not in (select t.id from society_transfers t where t.status = 'FAILED') order by e.account_id, e.n`),
    draws:
      await read(`select c.communal_payment_id as schedule, c.transfer_id as transfer, c.dollars_cents::text as dollars
      from communal_payment_conversions c join communal_payments p on p.id = c.communal_payment_id order by p.decided_at, p.id, c.place`),
    schedules:
      await read(`select p.id, p.organisation_id as society, (p.deducted_cents + p.recovered_cents)::text as aside,
        (select coalesce(sum(c.shillings_cents), 0)::text from communal_payment_conversions c where c.communal_payment_id = p.id) as shillings
      from communal_payments p where ${decided}`),
    arrived:
      await read(`select l.communal_payment_id as schedule, ${dayNumber(`(l.settled_at at time zone 'Africa/Nairobi')::date`)} as day, sum(l.net_cents)::text as cents
      from schedule_lines l where l.status = 'SUCCESS' group by 1, 2`),
    legs: await read(`select l.id, l.grower_id as grower, e.season, ${dayNumber('e.sale_date')} as "saleDay"
      from eslip_legs l join eslips e on e.id = l.eslip_id where l.kind = 'GROWER' and l.grower_id is not null`),
  }
}

/** A sum of quotients, kept whole. */
type Quotient = { dividend: bigint; divisor: bigint }
const none: Quotient = { dividend: 0n, divisor: 1n }
const greatest = (one: bigint, other: bigint): bigint => (other === 0n ? one : greatest(other, one % other))
export const addQuotients = (one: Quotient, other: Quotient): Quotient => {
  const dividend = one.dividend * other.divisor + other.dividend * one.divisor
  const divisor = one.divisor * other.divisor
  const shared = greatest(dividend < 0n ? -dividend : dividend, divisor)
  return { dividend: dividend / shared, divisor: divisor / shared }
}

/** Of the lots of a society and a season: cents that have reached members, those of them that were paid into accounts, and these times the days since the sale. */
type ReachedOfLots = { grower: string; season: string; came: bigint; paid: Quotient; days: Quotient }

export function reachedLots(raw: RawWays): ReachedOfLots[] {
  const scheduleOf = new Map(raw.schedules.map((schedule) => [schedule.id, schedule]))
  const legOf = new Map(raw.legs.map((leg) => [leg.id, leg]))
  const arrivedOf = Map.groupBy(raw.arrived, ({ schedule }) => schedule)
  const sums = new Map<string, { grower: string; season: string; came: Quotient; paid: Quotient; days: Quotient }>()
  for (const { schedule: id, leg: legId, cents } of drawnOfLegs(raw)) {
    const [schedule, leg] = [scheduleOf.get(id), legOf.get(legId)]
    if (!schedule || !leg || schedule.shillings === '0') continue
    const divisor = BigInt(schedule.shillings)
    let [paid, days] = [0n, 0n]
    for (const { cents: some, day } of arrivedOf.get(id) ?? []) {
      paid += BigInt(some)
      days += BigInt(some) * BigInt(day - leg.saleDay)
    }
    const key = `${leg.grower} ${leg.season}`
    const before = sums.get(key) ?? { grower: leg.grower, season: leg.season, came: none, paid: none, days: none }
    sums.set(key, {
      ...before,
      came: addQuotients(before.came, { dividend: cents * (BigInt(schedule.aside) + paid), divisor }),
      paid: addQuotients(before.paid, { dividend: cents * paid, divisor }),
      days: addQuotients(before.days, { dividend: cents * days, divisor }),
    })
  }
  return [...sums.values()].map(({ came, ...sum }) => ({
    ...sum,
    came: (2n * came.dividend + came.divisor) / (2n * came.divisor),
  }))
}

type Piece = { leg: string | null; cents: bigint }

function drawnOfLegs({ dollars, draws }: RawWays): { schedule: string; leg: string; cents: bigint }[] {
  const ordered = new Map<string, Piece[]>()
  for (const own of Map.groupBy(dollars, ({ society }) => society).values()) {
    const of = (purpose: string, side: string) => own.filter((one) => one.purpose === purpose && one.side === side)
    // Orders take from the first account: what a sweep took comes to the second one piece by piece.
    const swept = pass(of('NON_CHECKOFF', 'DEBIT').map(pieceOf), of('NON_CHECKOFF', 'CREDIT'))
    const poured = of('FARMERS_USD', 'DEBIT').flatMap((one) => {
      const pieces = swept.get(one.cause)
      return pieces ? take(pieces, BigInt(one.cents)) : [pieceOf(one)]
    })
    for (const [transfer, pieces] of pass(poured, of('FARMERS_USD', 'CREDIT'))) ordered.set(transfer, pieces)
  }
  return draws.flatMap(({ schedule, transfer, dollars: cents }) =>
    take(transfer === null ? [] : (ordered.get(transfer) ?? []), BigInt(cents)).flatMap((piece) =>
      piece.leg === null ? [] : [{ schedule, leg: piece.leg, cents: piece.cents }],
    ),
  )
}

const pieceOf = ({ causeKind, cause, cents }: RawDollars): Piece => ({
  leg: causeKind === 'eslip_leg' ? cause : null,
  cents: BigInt(cents),
})

/** What each order took of what had come in. */
function pass(queue: Piece[], orders: readonly RawDollars[]): Map<string, Piece[]> {
  const taken = new Map<string, Piece[]>()
  for (const { cause, cents } of orders) taken.set(cause, [...(taken.get(cause) ?? []), ...take(queue, BigInt(cents))])
  return taken
}

/** So much from the head of a queue, or what is there. */
function take(queue: Piece[], cents: bigint): Piece[] {
  const taken: Piece[] = []
  for (let left = cents; left > 0n;) {
    const head = queue[0]
    if (!head) return taken
    const part = head.cents < left ? head.cents : left
    taken.push({ ...head, cents: part })
    if (part === head.cents) queue.shift()
    else queue[0] = { ...head, cents: head.cents - part }
    left -= part
  }
  return taken
}
