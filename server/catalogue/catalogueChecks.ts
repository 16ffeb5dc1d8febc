import { catalogueFile } from '#contract/catalogue/catalogueFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { now } from '#server/kit/clock.ts'
import { sql } from '#server/kit/db.ts'
import { noRepeats, usually, type CrossRule } from '#server/kit/uploads/crossCheck.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'

const { at, place, cell, written, rule } = stagedCells(columnKeys(catalogueFile))
export { cell }

const split = sql`coalesce(${cell('splitNumber')}, '')`
const standing = sql`r.state <> 'left_out'`
/** The checks of lots against each other, the sales calendar, the sender and the lots of others. */
export const catalogueCrossRules: CrossRule[] = [
  noRepeats(at('lotNumber')),
  rule(
    { key: 'outturn', code: 'coffee_repeated', ties: ['outturn', 'grade', 'splitNumber'] },
    ({ upload, here }) => sql`
      select r.row_number, 'Also in row ' || r.other as message from (
        select r.upload_id, r.row_number, r.state, case row_number() over same when 1 then lead(r.row_number) over same else first_value(r.row_number) over same end as other
        from upload_rows r where r.upload_id = ${upload.id} and ${standing} and ${cell('outturn')} is not null and ${cell('grade')} is not null
        window same as (partition by ${cell('outturn')}, ${cell('grade')}, ${split} order by r.row_number)) r
      where ${here} and r.other is not null order by r.row_number`,
  ),
  rule(
    { key: 'lotNumber', code: 'lot_taken', ties: ['lotNumber', 'season', 'saleNumber'] },
    ({ upload, here }) => sql`
      select r.row_number, 'Another lot of this sale has this number' as message from upload_rows r
      where ${here} and r.row_number in (select catalogue_lots_taken(${upload.id}, ${place('lotNumber')}, ${place('season')}, ${place('saleNumber')}))`,
  ),
  rule(
    { key: 'saleNumber', code: 'other_sale' },
    ({ upload, here }) => sql`
      with ${usually(sql`${cell('saleNumber')} || ' of ' || ${cell('season')}`, upload)}
      select r.row_number, 'The other lots are for sale ' || usual.value as message from upload_rows r
      join usual on usual.value <> ${cell('saleNumber')} || ' of ' || ${cell('season')}
      where ${here}`,
  ),
  rule(
    { key: 'saleNumber', code: 'sale_not_open' },
    ({ here }) => sql`
      select r.row_number, case when s.id is null then 'Sale ' || ${cell('saleNumber')} || ' of ' || ${cell('season')} || ' is not in the calendar'
        else 'The catalogue of this sale closed on ' || to_char(s.catalogue_close at time zone 'Africa/Nairobi', 'FMDD Mon YYYY, HH24:MI') end as message
      from upload_rows r left join sales s on s.status = 'APPROVED' and s.season = ${cell('season')} and s.sale_number = ${cell('saleNumber')}::int
      where ${here} and ${cell('season')} is not null and ${cell('saleNumber')} is not null and (s.id is null or s.catalogue_close <= ${now()})`,
  ),
  rule(
    { key: 'broker', code: 'other_broker' },
    ({ upload, here }) => sql`
      with ${usually(cell('broker'), upload)}
      select r.row_number, case when o.type = 'MILLER' then 'The other lots are of ' || usual.value else 'You upload for ' || o.code end as message
      from upload_rows r join organisations o on o.id = ${upload.organisationId}
      cross join usual
      where ${here} and ${cell('broker')} is not null and ${cell('broker')} <> case when o.type = 'MILLER' then usual.value else o.code end`,
  ),
  rule(
    { key: 'miller', code: 'other_miller' },
    ({ upload, here }) => sql`
      select r.row_number, 'The miller is ' || o.code as message from upload_rows r
      join organisations o on o.id = ${upload.organisationId} and o.type = 'MILLER' where ${here} and ${cell('miller')} <> o.code`,
  ),
  rule(
    { key: 'reservePrice', code: 'reserve_not_yours' },
    ({ upload, here }) => sql`
      select r.row_number, 'The reserve price is for the broker alone. Leave it empty' as message from upload_rows r
      join organisations o on o.id = ${upload.organisationId} and o.type = 'MILLER' where ${here} and ${written('reservePrice')} <> ''`,
  ),
  rule(
    { key: 'lotNumber', code: 'lot_gap', severity: 'warning' },
    ({ upload, here }) => sql`
      select r.row_number, case when n.lot - n.before = 2 then 'Lot ' || n.before + 1 || ' is missing before it'
        else 'Lots ' || n.before + 1 || ' to ' || n.lot - 1 || ' are missing before it' end as message
      from upload_rows r join (
        select lots.row_number, lots.lot, lag(lots.lot) over (order by lots.lot) as before
        from (select r.row_number, ${cell('lotNumber')}::int as lot from upload_rows r where r.upload_id = ${upload.id} and ${standing} and ${cell('lotNumber')} is not null) lots) n
        on n.row_number = r.row_number and n.lot - n.before > 1
      where ${here}`,
  ),
  rule(
    { key: 'lotNumber', code: 'lot_order', severity: 'warning' },
    ({ upload, here }) => sql`
      select r.row_number, 'It stands after lot ' || n.before as message
      from upload_rows r join (
        select lots.row_number, lots.lot, lag(lots.lot) over (order by lots.row_number) as before
        from (select r.row_number, ${cell('lotNumber')}::int as lot from upload_rows r where r.upload_id = ${upload.id} and ${standing} and ${cell('lotNumber')} is not null) lots) n
        on n.row_number = r.row_number and n.lot < n.before
      where ${here}`,
  ),
]
