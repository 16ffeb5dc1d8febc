import { timelines, type Turn } from '#contract/outturns/timeline.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { readDaysOff } from '#server/facts/publicHolidays.ts'
import { workingDayAfter } from '#server/facts/workingDays.ts'
import { businessDate } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'
import { readParchment, type OutturnKey } from './readOutturn.ts'
import { timelineOf, type StageFacts, type TimelineFacts } from './timelineStages.ts'

type Counted = { done: number; of: number; on: string | null; due: string | null; names: string[] | null }

const day = (at: ReturnType<typeof sql>) => sql`(${at} at time zone 'Africa/Nairobi')::date`
const stage = ({ names, ...counted }: Counted, turn: Turn): StageFacts => ({ ...counted, turn, names: names ?? [] })

/** Lots of the outturn that were agreed, or one of them. Those that were withdrawn count where the auction has spoken of them. */
const lotsOf = ({ outturn, season }: OutturnKey, lot: string | undefined) => sql`
  catalogue_records c left join sales s on s.status = 'APPROVED' and s.season = c.season and s.sale_number = c.sale_number
    left join auction_results a on a.catalogue_record_id = c.id and a.state = 'IN_FORCE'
    left join eslips e on e.catalogue_record_id = c.id and e.status <> 'VOID'
    join organisations b on b.id = c.broker_id left join organisations buyer on buyer.id = e.buyer_id
  where c.season = ${season} and c.outturn = ${outturn} and (c.status not in ('REJECTED', 'WITHDRAWN') or a.id is not null)
    and ${lot === undefined ? sql`true` : sql`c.lot_number = ${lot}::int`}`
const isAgreed = sql`(c.status in ('APPROVED', 'SOLD') or a.id is not null)`
const isPaid = sql`e.paid_on is not null`

async function dispatched(tx: Tx, { outturn, season }: OutturnKey, lot: string | undefined): Promise<Counted> {
  return one(
    tx,
    sql<Counted>`select (count(*) filter (where t.status in ('APPROVED', 'CATALOGUED', 'PENDING_PAYMENT', 'PAID', 'COLLECTED')))::int as done, count(*)::int as of,
        max(${day(sql`t.decided_at`)}) as on, min(${day(sql`s.dispatch_cutoff`)}) filter (where t.status not in ('APPROVED', 'CATALOGUED', 'PENDING_PAYMENT', 'PAID', 'COLLECTED')) as due,
        array_agg(distinct w.name) filter (where t.status not in ('APPROVED', 'CATALOGUED', 'PENDING_PAYMENT', 'PAID', 'COLLECTED')) as names
      from dispatch_records t join organisations w on w.id = t.warehouse_id left join sales s on s.status = 'APPROVED' and s.season = t.season and s.sale_number = t.sale_number
      where t.season = ${season} and t.outturn = ${outturn} and t.status not in ('REJECTED', 'DELETED')
        and ${lot === undefined ? sql`true` : sql`t.id in (select c.dispatch_record_id from catalogue_records c where c.season = ${season} and c.outturn = ${outturn} and c.lot_number = ${lot}::int)`}`,
  )
}

type Lots = Record<'catalogued' | 'sold' | 'paid', Counted>

/** What is known of the lots: in the catalogue, with a result, and paid. */
async function auctioned(
  tx: Tx,
  key: OutturnKey,
  lot: string | undefined,
  daysOff: ReadonlySet<string>,
): Promise<Lots> {
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
      from ${lotsOf(key, lot)}`,
  )
  const { lots, agreed, spoken, slips, paid, agreedOn, closes, soldOn, held, paidOn, prompt, brokers, buyers } = counted
  return {
    catalogued: { done: agreed, of: lots, on: agreedOn, due: closes, names: brokers },
    // Invoices are written within one working day of the sale. Source: domain 1.2.
    sold: { done: spoken, of: agreed, on: soldOn, due: held && workingDayAfter(held, 1, daysOff), names: brokers },
    paid: { done: paid, of: slips, on: paidOn, due: prompt, names: buyers },
  }
}

type Society = { id: string; name: string }

/** The dollars in the account of the society, and what it made of them since. */
async function paidOut(tx: Tx, key: OutturnKey, lot: string | undefined, society: Society) {
  const credited = await one(
    tx,
    sql<Counted>`select (count(*) filter (where l.status = 'PAID'))::int as done, count(*)::int as of, max(${day(sql`l.settled_at`)}) filter (where l.status = 'PAID') as on,
        null as due, null as names
      from eslip_legs l where l.kind = 'GROWER' and l.grower_id = ${society.id} and l.eslip_id in (select e.id from ${lotsOf(key, lot)} and ${isPaid})`,
  )
  const [since] = credited.done === 0 ? [] : [credited.on]
  const names = [society.name]
  const nothing: Counted = { done: 0, of: 0, on: null, due: null, names }
  if (!since) return { credited: { ...credited, names }, converted: nothing, scheduled: nothing, inAccount: nothing }
  const [conversion] = await rows(
    tx,
    sql<{
      on: string
    }>`select ${day(sql`settled_at`)} as on from society_transfers where organisation_id = ${society.id} and kind = 'CONVERSION' and status = 'DONE'
      and ${day(sql`settled_at`)} >= ${since}::date order by settled_at limit 1`,
  )
  const [schedule] = conversion
    ? await rows(
        tx,
        sql<{ on: string; status: string; paidOn: string | null; members: number; paid: number }>`
          select ${day(sql`p.generated_at`)} as on, p.status, (select max(${day(sql`x.settled_at`)}) from schedule_lines x where x.communal_payment_id = p.id and x.status = 'SUCCESS') as "paidOn",
            (select count(*)::int from schedule_lines x where x.communal_payment_id = p.id and x.status <> 'NIL') as members,
            (select count(*)::int from schedule_lines x where x.communal_payment_id = p.id and x.status = 'SUCCESS') as paid
          from communal_payments p where p.organisation_id = ${society.id} and p.status not in ('REJECTED', 'WITHDRAWN') and ${day(sql`p.generated_at`)} >= ${conversion.on}::date
          order by p.generated_at limit 1`,
      )
    : []
  const once = (on: string | undefined): Counted => (on ? { done: 1, of: 1, on, due: null, names } : nothing)
  return {
    credited: { ...credited, names },
    converted: once(conversion?.on),
    scheduled: once(schedule?.on),
    inAccount: schedule
      ? { done: schedule.paid, of: schedule.members, on: schedule.paidOn, due: null, names }
      : nothing,
  }
}

async function factsOf(
  tx: Tx,
  actor: Actor,
  key: OutturnKey,
  lot: string | undefined,
  daysOff: ReadonlySet<string>,
): Promise<TimelineFacts> {
  const parchment = await readParchment(tx, key)
  const sent = await dispatched(tx, key, lot)
  const lots = await auctioned(tx, key, lot, daysOff)
  if (parchment.length + sent.of + lots.catalogued.of === 0) throw new Refused('record.not_found')
  const confirmed = parchment.filter(({ status }) => status === 'PENDING_KPCU_APPROVAL' || status === 'APPROVED')
  const lastDay = (days: readonly (Date | null)[]) =>
    days
      .flatMap((at) => (at ? businessDate(at) : []))
      .toSorted()
      .at(-1) ?? null
  const [brought] = parchment
  const society =
    brought && (scopeOf(actor).wide || brought.organisation_id === actor.organisationId)
      ? { id: brought.organisation_id, name: brought.grower_name }
      : null
  const money = society && (await paidOut(tx, key, lot, society))
  return {
    DELIVERED: society && {
      done: parchment.length,
      of: parchment.length,
      on: lastDay(parchment.map(({ sent_at }) => sent_at)),
      due: null,
      turn: 'SOCIETY',
      names: [society.name],
    },
    MILLED:
      parchment.length === 0
        ? null
        : {
            done: confirmed.length,
            of: parchment.length,
            on: lastDay(confirmed.map(({ decided_at }) => decided_at)),
            due: null,
            turn: 'MILLER',
            names: [...new Set(parchment.map(({ miller_name }) => miller_name))],
          },
    // A lot came from somewhere: its dispatch then is known to others alone.
    DISPATCHED:
      sent.of === 0
        ? lots.catalogued.of > 0
          ? null
          : { ...stage(sent, 'MILLER'), names: [...new Set(parchment.map(({ miller_name }) => miller_name))] }
        : stage(sent, 'WAREHOUSE'),
    CATALOGUED: stage(lots.catalogued, 'BROKER'),
    SOLD: stage(lots.sold, 'BROKER'),
    PAID: stage(lots.paid, 'BUYER'),
    CREDITED: money && stage(money.credited, 'BANK'),
    CONVERTED: money && stage(money.converted, 'SOCIETY'),
    SCHEDULED: money && stage(money.scheduled, 'SOCIETY'),
    IN_ACCOUNT: money && stage(money.inAccount, 'BANK'),
  }
}

/** How far an outturn or one of its lots has come, as far as the reader's wall reaches. */
export const timelineRoutes = serve(timelines, {
  outturn: async ({ tx, actor, query: { lot, ...key } }) => {
    const today = businessDate()
    const daysOff = await readDaysOff(tx, today)
    return { ...key, stages: timelineOf(await factsOf(tx, actor, key, lot, daysOff), today, daysOff) }
  },
})
