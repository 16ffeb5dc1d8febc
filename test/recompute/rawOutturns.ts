import { columnKeys } from '#contract/kit/uploadKind.ts'
import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import type { Read } from './rawTables.ts'

// What outturns and the prices of growers are made of besides the sales themselves. Days are those of Nairobi.

type OfOutturn = { outturn: string; season: string }
type RawBroughtParchment = OfOutturn & {
  society: string
  kilograms: string
  status: string
  sentOn: string
  decidedOn: string | null
}
type RawSentCoffee = OfOutturn & {
  grower: string | null
  status: string
  sentKg: string
  kilograms: string
  decidedOn: string | null
}
type RawOfferedLot = OfOutturn & {
  id: string
  grower: string | null
  status: string
  kilograms: string
  decidedOn: string | null
  /** Of its result in force; null where there is none. */
  saleDate: string | null
}
type RawSoldPart = OfOutturn & { slip: string; record: string; grower: string }
type RawPaidLeg = { slip: string; grower: string; cents: string; status: string; settledOn: string | null }
type RawConverted = { society: string; settledOn: string }
type RawOfSeason = { society: string; season: string; done: number; of: number; on: string | null }
type RawMade = {
  society: string
  status: string
  generatedOn: string
  members: number
  paid: number
  paidOn: string | null
}
type RawGrower = { id: string; code: string; county: string }

export type RawOutturns = {
  parchment: RawBroughtParchment[]
  dispatched: RawSentCoffee[]
  lots: RawOfferedLot[]
  parts: RawSoldPart[]
  legs: RawPaidLeg[]
  /** In the order in which they were settled. */
  converted: RawConverted[]
  /** In the order in which they were made. */
  schedules: RawMade[]
  /** By the id of an e-slip: when its buyer paid. */
  paidOn: { slip: string; day: string | null }[]
  growers: RawGrower[]
  /** What societies did in a season: deliveries, deals, schedules, and lines of those. */
  seasons: Record<'deliveries' | 'deals' | 'made' | 'lines', RawOfSeason[]>
  /** Societies with dollars to convert, in the running season. */
  unconverted: { society: string; season: string }[]
}

const cell = (key: 'season' | 'outturn' | 'netWeight'): string =>
  `r.clean[${columnKeys(parchmentFile).indexOf(key) + 1}]`
const day = (at: string): string => `to_char(${at} at time zone 'Africa/Nairobi', 'YYYY-MM-DD')`

/** How many of how many by society and season, and when the last. */
const ofSeason = (from: string, isDone: string, counts: string, on: string): string => `
  select t.organisation_id as society, t.season, (count(*) filter (where ${isDone}))::int as done, count(*)::int as of, max(${on}) filter (where ${isDone}) as on
  from ${from} where ${counts} group by 1, 2`

export async function readRawOutturns(read: Read): Promise<RawOutturns> {
  return {
    parchment:
      await read(`select u.organisation_id as society, ${cell('outturn')} as outturn, ${cell('season')} as season, ${cell('netWeight')} as kilograms, u.status,
        ${day('u.created_at')} as "sentOn", ${day('u.decided_at')} as "decidedOn"
      from uploads u join parchment_records p on p.upload_id = u.id join upload_rows r on r.upload_id = u.id
      where u.kind = 'parchment' and u.status not in ('CHECKING', 'FAILED_VALIDATION', 'DISCARDED', 'REJECTED') and r.state <> 'left_out' and ${cell('netWeight')} <> ''`),
    dispatched:
      await read(`select d.outturn, d.season, d.grower_id as grower, d.status, d.sent_net_kg::text as "sentKg", d.net_kg::text as kilograms, ${day('d.decided_at')} as "decidedOn"
      from dispatch_records d where d.status not in ('REJECTED', 'DELETED')`),
    lots: await read(`select c.id, c.outturn, c.season, c.grower_id as grower, c.status, c.kilograms::text, ${day('c.decided_at')} as "decidedOn", a.sale_date::text as "saleDate"
      from catalogue_records c left join auction_results a on a.catalogue_record_id = c.id and a.state = 'IN_FORCE'`),
    parts:
      await read(`select s.eslip_id as slip, e.catalogue_record_id as record, s.grower_id as grower, s.outturn, s.season from eslip_shares s join eslips e on e.id = s.eslip_id
      where e.status <> 'VOID'`),
    legs: await read(`select l.eslip_id as slip, l.grower_id as grower, l.amount_cents::text as cents, l.status, ${day('l.settled_at')} as "settledOn"
      from eslip_legs l where l.kind = 'GROWER' and l.grower_id is not null`),
    converted:
      await read(`select t.organisation_id as society, ${day('t.settled_at')} as "settledOn" from society_transfers t
      where t.kind = 'CONVERSION' and t.status = 'DONE' order by t.settled_at`),
    schedules: await read(`select p.organisation_id as society, p.status, ${day('p.generated_at')} as "generatedOn",
        (select count(*)::int from schedule_lines l where l.communal_payment_id = p.id and l.status <> 'NIL') as members,
        (select count(*)::int from schedule_lines l where l.communal_payment_id = p.id and l.status = 'SUCCESS') as paid,
        (select max(${day('l.settled_at')}) from schedule_lines l where l.communal_payment_id = p.id and l.status = 'SUCCESS') as "paidOn"
      from communal_payments p where p.status not in ('REJECTED', 'WITHDRAWN') order by p.generated_at`),
    paidOn: await read(`select e.id as slip, e.paid_on::text as day from eslips e where e.status <> 'VOID'`),
    seasons: {
      deliveries: await read(
        ofSeason(
          `cherry_deliveries t`,
          `t.status = 'APPROVED'`,
          `t.status in ('APPROVED', 'PENDING_APPROVAL')`,
          `t.delivered_on::text`,
        ),
      ),
      deals: await read(
        ofSeason(
          `society_transfers t`,
          `t.status = 'DONE'`,
          `t.kind = 'CONVERSION' and t.status in ('PENDING_APPROVAL', 'PROCESSING', 'DONE')`,
          day('t.settled_at'),
        ),
      ),
      made: await read(
        ofSeason(
          `communal_payments t`,
          `t.status <> 'PENDING_APPROVAL'`,
          `t.status not in ('REJECTED', 'WITHDRAWN')`,
          day('t.decided_at'),
        ),
      ),
      lines: await read(
        ofSeason(
          `communal_payments t join schedule_lines l on l.communal_payment_id = t.id`,
          `l.status = 'SUCCESS'`,
          `t.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED') and l.status <> 'NIL'`,
          day('l.settled_at'),
        ),
      ),
    },
    unconverted:
      await read(`select a.organisation_id as society, s.name as season from society_accounts a join ledger_accounts l on l.id = a.ledger_account_id
        join seasons s on (now() at time zone 'Africa/Nairobi')::date between s.starts_on and s.ends_on
      where a.purpose = 'FARMERS_USD' and l.debits_cents - l.credits_cents - l.held_credits_cents > 0`),
    growers: await read(`select o.id, o.code, coalesce(o.county_id::text, '') as county from organisations o`),
  }
}
