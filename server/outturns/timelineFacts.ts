import type { RawBuilder } from 'kysely'
import type { Permission } from '#contract/house/permissions.ts'
import type { Turn } from '#contract/outturns/timeline.ts'
import { workingDayAfter } from '#server/facts/workingDays.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import type { StageFacts, TimelineFacts } from './timelineStages.ts'

/** How many of how many have come to a stage, when the last did, until when the others should, and who is named for them. */
export type Counted = { done: number; of: number; on: string | null; due: string | null; names: string[] | null }
/** What of the trade something is about: dispatch records `t`, lots `c`, and the parts `x` that the society has of lots. */
export type Coffee = { dispatches: RawBuilder<unknown>; lots: RawBuilder<unknown>; parts: RawBuilder<unknown> }

/** A moment as a day in Nairobi. */
export const day = (at: ReturnType<typeof sql>) => sql<string>`(${at} at time zone 'Africa/Nairobi')::date`
export const stage = ({ names, ...counted }: Counted, turn: Turn, acts?: Permission): StageFacts => ({
  ...counted,
  turn,
  names: names ?? [],
  ...(acts ? { acts } : {}),
})

/** Lots that were agreed. Those that were withdrawn count where the auction has spoken of them. */
const offered = (lots: RawBuilder<unknown>) => sql`
  catalogue_records c left join sales s on s.status = 'APPROVED' and s.season = c.season and s.sale_number = c.sale_number
    left join auction_results a on a.catalogue_record_id = c.id and a.state = 'IN_FORCE'
    left join eslips e on e.catalogue_record_id = c.id and e.status <> 'VOID'
    join organisations b on b.id = c.broker_id left join organisations buyer on buyer.id = e.buyer_id
  where ${lots} and (c.status not in ('REJECTED', 'WITHDRAWN') or a.id is not null)`
const isAgreed = sql`(c.status in ('APPROVED', 'SOLD') or a.id is not null)`
const isPaid = sql`e.paid_on is not null`
const isReceived = sql`t.status in ('APPROVED', 'CATALOGUED', 'PENDING_PAYMENT', 'PAID', 'COLLECTED')`

/** Where a lot was bulked its growers know it by their parts alone: it stands in the catalogue for none of them. */
const ofParts = ({ lots, parts }: Coffee) => sql`
  eslips e join organisations buyer on buyer.id = e.buyer_id
  where e.status <> 'VOID' and e.id in (select x.eslip_id from eslip_shares x where ${parts}) and not exists (select from catalogue_records c where c.id = e.catalogue_record_id and ${lots})`

const countDispatched = (tx: Tx, dispatches: RawBuilder<unknown>): Promise<Counted> =>
  one(
    tx,
    sql<Counted>`select (count(*) filter (where ${isReceived}))::int as done, count(*)::int as of, max(${day(sql`t.decided_at`)}) as on,
        min(${day(sql`s.dispatch_cutoff`)}) filter (where not ${isReceived}) as due, array_agg(distinct w.name) filter (where not ${isReceived}) as names
      from dispatch_records t join organisations w on w.id = t.warehouse_id left join sales s on s.status = 'APPROVED' and s.season = t.season and s.sale_number = t.sale_number
      where ${dispatches} and t.status not in ('REJECTED', 'DELETED')`,
  )

/** What is known of lots: in the catalogue, with a result, and paid. */
async function countAuctioned(tx: Tx, coffee: Coffee, daysOff: ReadonlySet<string>) {
  const counted = await one(
    tx,
    sql<
      Record<'lots' | 'agreed' | 'spoken' | 'slips' | 'paid', number> &
        Record<'agreedOn' | 'closes' | 'soldOn' | 'held' | 'paidOn' | 'prompt', string | null> & {
          brokers: string[] | null
          buyers: string[] | null
        }
    >`
      select count(*)::int as lots, (count(*) filter (where ${isAgreed}))::int as agreed, count(a.id)::int as spoken, count(e.id)::int as slips, (count(*) filter (where ${isPaid}))::int as paid,
        max(${day(sql`c.decided_at`)}) filter (where ${isAgreed}) as "agreedOn", min(${day(sql`s.catalogue_close`)}) filter (where not ${isAgreed}) as closes,
        max(a.sale_date) as "soldOn", min(s.sale_date) filter (where ${isAgreed} and a.id is null) as held, max(e.paid_on) as "paidOn", min(e.prompt_date) filter (where not ${isPaid}) as prompt,
        array_agg(distinct b.name) filter (where a.id is null) as brokers, array_agg(distinct buyer.name) filter (where e.id is not null and not ${isPaid}) as buyers
      from ${offered(coffee.lots)}`,
  )
  const part = await one(
    tx,
    sql<
      Record<'slips' | 'paid', number> & Record<'soldOn' | 'paidOn' | 'prompt', string | null> & { buyers: string[] }
    >`
      select count(*)::int as slips, (count(*) filter (where ${isPaid}))::int as paid, max(e.sale_date) as "soldOn", max(e.paid_on) as "paidOn",
        min(e.prompt_date) filter (where not ${isPaid}) as prompt, coalesce(array_agg(distinct buyer.name) filter (where not ${isPaid}), '{}') as buyers
      from ${ofParts(coffee)}`,
  )
  const { agreed, spoken, slips, paid, agreedOn, closes, soldOn, held, paidOn, prompt, brokers, buyers } = counted
  return {
    catalogued: { done: agreed + part.slips, of: counted.lots + part.slips, on: agreedOn, due: closes, names: brokers },
    // Invoices are written within one working day of the sale. Source: domain 1.2.
    sold: {
      done: spoken + part.slips,
      of: agreed + part.slips,
      on: [soldOn, part.soldOn].reduce(later),
      due: held && workingDayAfter(held, 1, daysOff),
      names: brokers,
    },
    paid: {
      done: paid + part.paid,
      of: slips + part.slips,
      on: [paidOn, part.paidOn].reduce(later),
      due: [prompt, part.prompt].reduce(earlier),
      names: [...new Set([...(buyers ?? []), ...part.buyers])],
    },
  }
}

type Day = string | null
const later = (one: Day, other: Day): Day => (one === null || (other !== null && other > one) ? other : one)
const earlier = (one: Day, other: Day): Day => (one === null || (other !== null && other < one) ? other : one)

/** What the trade has made of coffee, between the mill and the buyer. `millers`: who dispatches what nobody has dispatched yet. */
export async function traded(
  tx: Tx,
  coffee: Coffee,
  { millers, daysOff }: { millers: string[]; daysOff: ReadonlySet<string> },
): Promise<Pick<TimelineFacts, 'DISPATCHED' | 'CATALOGUED' | 'SOLD' | 'PAID'>> {
  const sent = await countDispatched(tx, coffee.dispatches)
  const { catalogued, sold, paid } = await countAuctioned(tx, coffee, daysOff)
  return {
    // A lot came from somewhere: its dispatch then is known to others alone.
    DISPATCHED:
      sent.of > 0
        ? stage(sent, 'WAREHOUSE', 'CAN_APPROVE_GRN')
        : catalogued.of > 0
          ? null
          : stage({ ...sent, names: millers }, 'MILLER', 'CAN_UPLOAD_GRN'),
    CATALOGUED: stage(catalogued, 'BROKER', 'CAN_APPROVE_CATALOGUE'),
    SOLD: stage(sold, 'BROKER', 'CAN_UPLOAD_RESULTS'),
    PAID: stage(paid, 'BUYER'),
  }
}

type Society = { id: string; name: string }

/** The dollars of paid lots on their way to the account of a society. Where there is none yet it is the society's turn, else the bank's. */
export async function credited(tx: Tx, { id, name }: Society, coffee: Coffee): Promise<StageFacts> {
  const { waits, ...counted } = await one(
    tx,
    sql<
      Counted & { waits: number }
    >`select (count(*) filter (where l.status = 'PAID'))::int as done, count(*)::int as of,
        max(${day(sql`l.settled_at`)}) filter (where l.status = 'PAID') as on, null as due, null as names, (count(*) filter (where l.status in ('WAITING', 'FAILED')))::int as waits
      from eslip_legs l where l.kind = 'GROWER' and l.grower_id = ${id}
        and l.eslip_id in (select e.id from ${offered(coffee.lots)} and ${isPaid} union all select e.id from ${ofParts(coffee)} and ${isPaid})`,
  )
  return waits > 0
    ? stage({ ...counted, names: [name] }, 'SOCIETY', 'CAN_CHANGE_SOCIETY_ACCOUNT')
    : stage(counted, 'BANK')
}
