import { resultFile } from '#contract/results/resultFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { businessDate } from '#server/kit/clock.ts'
import { sql } from '#server/kit/db.ts'
import { noRepeats, usually, type CrossRule } from '#server/kit/uploads/crossCheck.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'
import type { UploadRecord } from '#server/kit/uploads/uploadBinding.ts'

const { at, place, cell, entered, rule } = stagedCells(columnKeys(resultFile))
export { cell, entered, place }

const standing = sql`r.state <> 'left_out'`
const ofLot = [cell('season'), cell('saleNumber'), cell('lotNumber')] as const
const isNamed = sql`num_nulls(${sql.join([...ofLot])}) = 0`

/** The price of a row in cents; null where the lot was not sold. */
export const priceCents = sql<bigint>`round(${cell('price')}::numeric * 100)::bigint`

/**
 * Joins to a row its lot `c` of the closed catalogue, and the result in force `a` of that lot, if it has one. The bank speaks of every lot,
 * a broker of its own: others do not exist for it. The cells become numbers before they meet the catalogue: behind its wall a cast is no
 * condition that an index may answer, and each row would be held against every lot.
 */
export const joinsLot = ({ organisationId }: Pick<UploadRecord, 'organisationId'>, join = sql`join`) => sql`
  cross join lateral (select ${cell('season')} as season, ${cell('saleNumber')}::int as sale_number, ${cell('lotNumber')}::int as lot_number offset 0) named
  ${join} catalogue_records c on c.season = named.season and c.sale_number = named.sale_number and c.lot_number = named.lot_number
    and (c.status in ('APPROVED', 'SOLD') or (c.status = 'WITHDRAWN' and exists (select from auction_results o where o.catalogue_record_id = c.id)))
    and (c.broker_id = ${organisationId} or exists (select from organisations o where o.id = ${organisationId} and o.type = 'COOPERATIVE_BANK'))
  left join auction_results a on a.catalogue_record_id = c.id and a.state = 'IN_FORCE'`

/** A rule that a value of a row is the one of the closed catalogue. */
const asCatalogued = (
  key: 'outturn' | 'grade' | 'bags' | 'pockets' | 'weight',
  code: string,
  { stands, is }: { stands: ReturnType<typeof sql>; is: ReturnType<typeof sql> },
): CrossRule =>
  rule(
    { key, code },
    ({ upload, here }) => sql`
      select r.row_number, 'The catalogue says ' || ${stands} as message from upload_rows r ${joinsLot(upload)}
      where ${here} and ${isNamed} and ${cell(key)} is not null and not (${is})`,
  )

/** What is the same in a row as in the result of its lot. */
const isSame = sql`a.price_cents is not distinct from ${priceCents} and a.invoice_number is not distinct from ${cell('invoice')}
  and a.buyer_id is not distinct from (select b.id from organisations b where b.code = ${cell('buyer')})`

/** The checks of results against the calendar, the closed catalogue, each other, and what is recorded already. */
export const resultCrossRules: CrossRule[] = [
  noRepeats(at('lotNumber')),
  rule(
    { key: 'saleNumber', code: 'other_sale' },
    ({ upload, here }) => sql`
      with ${usually(sql`${cell('saleNumber')} || ' of ' || ${cell('season')}`, upload)}
      select r.row_number, 'The other lots are of sale ' || usual.value as message from upload_rows r join usual on usual.value <> ${cell('saleNumber')} || ' of ' || ${cell('season')}
      where ${here}`,
  ),
  rule(
    { key: 'saleNumber', code: 'sale_not_held' },
    ({ here }) => sql`
      select r.row_number, case when s.id is null then 'Sale ' || ${cell('saleNumber')} || ' of ' || ${cell('season')} || ' is not in the calendar'
        when s.sale_date > ${businessDate()}::date then 'This sale is held on ' || to_char(s.sale_date, 'FMDD Mon YYYY')
        else 'The catalogue of this sale is not closed' end as message
      from upload_rows r left join sales s on s.status = 'APPROVED' and s.season = ${cell('season')} and s.sale_number = ${cell('saleNumber')}::int
      where ${here} and ${cell('season')} is not null and ${cell('saleNumber')} is not null
        and (s.id is null or s.sale_date > ${businessDate()}::date
          or not exists (select from closed_catalogues f where f.season = s.season and f.sale_number = s.sale_number))`,
  ),
  rule(
    { key: 'saleDate', code: 'other_sale_day' },
    ({ here }) => sql`
      select r.row_number, 'The calendar says ' || to_char(s.sale_date, 'FMDD Mon YYYY') as message
      from upload_rows r join sales s on s.status = 'APPROVED' and s.season = ${cell('season')} and s.sale_number = ${cell('saleNumber')}::int
      where ${here} and s.sale_date <> ${cell('saleDate')}::date`,
  ),
  rule(
    { key: 'lotNumber', code: 'lot_unknown' },
    ({ upload, here }) => sql`
      select r.row_number, 'The closed catalogue of this sale has no such lot' || case o.type when 'COOPERATIVE_BANK' then '' else ' of yours' end as message
      from upload_rows r join organisations o on o.id = ${upload.organisationId} ${joinsLot(upload, sql`left join`)}
      where ${here} and ${isNamed} and c.id is null`,
  ),
  asCatalogued('outturn', 'other_outturn', { stands: sql`c.outturn`, is: sql`c.outturn = ${cell('outturn')}` }),
  asCatalogued('grade', 'other_grade', { stands: sql`c.grade`, is: sql`c.grade = ${cell('grade')}` }),
  asCatalogued('bags', 'other_bags', { stands: sql`c.bags`, is: sql`c.bags = ${cell('bags')}::int` }),
  asCatalogued('pockets', 'other_pockets', { stands: sql`c.pockets`, is: sql`c.pockets = ${cell('pockets')}::int` }),
  asCatalogued('weight', 'other_weight', {
    stands: sql`trim_scale(c.kilograms) || ' kg'`,
    is: sql`c.kilograms = ${cell('weight')}::numeric`,
  }),
  rule(
    { key: 'invoice', code: 'invoice_of_other_buyer', ties: ['invoice', 'buyer'] },
    ({ upload, here }) => sql`
      select r.row_number, 'Row ' || case when r.first_buyer = r.buyer then r.other else r.first end || ' has this invoice and another buyer' as message
      from (
        select f.*, min(f.row_number) filter (where f.buyer <> f.first_buyer) over (partition by f.invoice) as other
        from (
          select r.upload_id, r.row_number, r.state, ${cell('invoice')} as invoice, r.clean[${place('buyer')}] as buyer, first_value(r.row_number) over same as first,
            first_value(r.clean[${place('buyer')}]) over same as first_buyer
          from upload_rows r where r.upload_id = ${upload.id} and ${standing} and ${cell('invoice')} is not null and r.clean[${place('buyer')}] is not null
          window same as (partition by ${cell('invoice')} order by r.row_number)) f) r
      where ${here} and r.buyer <> '' and r.other is not null order by r.row_number`,
  ),
  rule(
    { key: 'invoice', code: 'invoice_taken' },
    ({ upload, here }) => sql`
      select r.row_number, 'This invoice is of another sale or another buyer' as message from upload_rows r
      where ${here} and r.row_number in (select results_invoice_taken(${upload.id}, ${place('invoice')}, ${place('buyer')}, ${place('season')}, ${place('saleNumber')}, ${place('lotNumber')}))`,
  ),
  rule(
    { key: 'lotNumber', code: 'recorded_already' },
    ({ upload, here }) => sql`
      select r.row_number, 'This result is recorded already' as message from upload_rows r ${joinsLot(upload)}
      where ${here} and ${isNamed} and a.id is not null and ${isSame}`,
  ),
  rule(
    { key: 'lotNumber', code: 'paid_already' },
    ({ upload, here }) => sql`
      select r.row_number, 'Its buyer has paid: the result stands' as message from upload_rows r ${joinsLot(upload)}
      join eslips e on e.catalogue_record_id = c.id and e.status in ('PAID', 'COLLECTED')
      where ${here} and ${isNamed} and not (${isSame})`,
  ),
  rule(
    { key: 'lotNumber', code: 'offered_again' },
    ({ upload, here }) => sql`
      select r.row_number, 'Its coffee is offered again at sale ' || n.sale_number as message from upload_rows r ${joinsLot(upload)}
      join catalogue_records n on n.season = c.season and n.outturn = c.outturn and n.grade = c.grade and n.split_number = c.split_number and n.id <> c.id
        and n.sale_number > c.sale_number and n.status not in ('REJECTED', 'WITHDRAWN')
      where ${here} and ${isNamed} and c.status = 'WITHDRAWN' and ${cell('price')} is not null`,
  ),
  rule(
    { key: 'lotNumber', code: 'corrects', severity: 'warning' },
    ({ upload, here }) => sql`
      select r.row_number, 'Corrects what is recorded: ' || coalesce('USD ' || to_char(a.price_cents / 100.0, 'FM999,990.00') || ' by ' || b.code || ', invoice ' || a.invoice_number, 'not sold') as message
      from upload_rows r ${joinsLot(upload)} left join organisations b on b.id = a.buyer_id
      where ${here} and ${isNamed} and a.id is not null and not (${isSame})`,
  ),
]
