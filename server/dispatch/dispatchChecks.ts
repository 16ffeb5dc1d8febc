import { usualRecoveries } from '#contract/house/outturns.ts'
import { dispatchSheet } from '#contract/dispatch/dispatchSheet.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import type { RawBuilder } from 'kysely'
import { openSeason } from '#server/facts/growerAndSeason.ts'
import { findSale } from '#server/facts/saleDays.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { CrossRule } from '#server/kit/uploads/crossCheck.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'
import type { UploadRecord } from '#server/kit/uploads/uploadBinding.ts'

const { place, cell, entered, rule } = stagedCells(columnKeys(dispatchSheet))
export { cell, entered, place }

// The cells of a parchment file, over `upload_rows b`.
const inParchment = (key: 'outturn' | 'grade' | 'netWeight' | 'season') =>
  sql<string>`nullif(b.clean[${sql.lit(columnKeys(parchmentFile).indexOf(key) + 1)}], '')`

/** Which split a row is, in a query; 0 is the whole of a grade. */
export const splitOf = sql<number>`coalesce(${cell('splitNumber')}, '0')::smallint`
const net = sql`${cell('netWeight')}::numeric`

/**
 * Outturns that a mill has taken in: the society whose parchment each was, its kilograms and its grades. What KPCU still decides
 * about a parchment record is an advance on it; the mill has confirmed the coffee before. Source: domain 10.4.
 */
export const broughtTo = (miller: RawBuilder<unknown>) => sql`
  select ${inParchment('season')} as season, ${inParchment('outturn')} as outturn, min(b.organisation_id::text)::uuid as grower_id,
    sum(${inParchment('netWeight')}::numeric) as kilograms, array_agg(distinct ${inParchment('grade')}) as grades
  from parchment_records p join uploads u on u.id = p.upload_id join upload_rows b on b.upload_id = u.id
  where p.miller_id = ${miller} and u.kind = 'parchment' and u.status in ('PENDING_KPCU_APPROVAL', 'REFERRED_TO_MILLER', 'APPROVED') and b.state <> 'left_out'
  group by 1, 2`

/** What the outturns of a draft brought in, `brought`, and what is dispatched of each with this draft, `sent`. */
const weighed = ({ id, organisationId }: UploadRecord) => sql`
  own as materialized (
    select ${cell('season')} as season, ${cell('outturn')} as outturn, sum(${net}) as kilograms from upload_rows r
    where r.upload_id = ${id} and r.state <> 'left_out' and ${cell('season')} is not null and ${cell('outturn')} is not null group by 1, 2),
  brought as materialized (select b.* from (${broughtTo(sql`${organisationId}`)}) b join own using (season, outturn)),
  sent as (
    select own.season, own.outturn, coalesce(own.kilograms, 0) + coalesce((select sum(d.net_kg) from dispatch_records d
      where d.season = own.season and d.outturn = own.outturn and d.organisation_id = ${organisationId} and d.upload_id <> ${id} and d.status not in ('REJECTED', 'DELETED')), 0) as kilograms
    from own)`
const ofOutturn = sql`b.season = ${cell('season')} and b.outturn = ${cell('outturn')}`
const shown = (kilograms: RawBuilder<unknown>) => sql`to_char(trim_scale(${kilograms}), 'FM999,999,990.999')`

/** How much clean coffee an outturn usually gives of its parchment, in percent: washed, and lights. Source: domain 3.2. */
const usual = sql`case ${sql.join(
  usualRecoveries.map(
    ({ grades, from, to }) =>
      sql`when brought.grades <@ ${[...grades]}::text[] then array[${sql.lit(from)}, ${sql.lit(to)}]`,
  ),
  sql` `,
)} end`

/** Every row must say the same in a column as most of the file does. */
const sameInFile = (key: 'warehouse' | 'saleNumber' | 'season', what: string): CrossRule =>
  rule(
    { key, code: `other_${key.toLowerCase()}`, ties: [key] },
    ({ upload, here }) => sql`
      with usual as (
        select ${cell(key)} as value from upload_rows r where r.upload_id = ${upload.id} and r.state <> 'left_out' and ${cell(key)} is not null
        group by 1 order by count(*) desc, min(r.row_number) limit 1)
      select r.row_number, ${`A file is for one ${what}, and most rows name `} || usual.value as message
      from upload_rows r, usual where ${here} and ${cell(key)} is distinct from usual.value and ${cell(key)} is not null`,
  )

/** Sales that a draft names, each with why it takes no dispatch now. */
async function closedSales(tx: Tx, upload: UploadRecord) {
  const named = await rows(
    tx,
    sql<{
      season: string
      number: number
    }>`select distinct ${cell('season')} as season, ${cell('saleNumber')}::int as number from upload_rows r
      where r.upload_id = ${upload.id} and r.state <> 'left_out' and ${cell('season')} is not null and ${cell('saleNumber')} is not null limit 100`,
  )
  const closed: { season: string; number: string; message: string }[] = []
  for (const key of named) {
    const sale = await findSale(tx, key)
    const of = `Sale ${key.number} of ${key.season}`
    if (sale && sale.dispatchCutoff > now()) continue
    const message = sale ? `${of} takes no dispatch any more` : `${of} is not in the calendar`
    closed.push({ season: key.season, number: String(key.number), message })
  }
  return closed
}

/** The checks of the rows against each other, other records, the parchment that came in and the calendar of sales. Source: domain 10.11. */
export const dispatchCrossRules: CrossRule[] = [
  rule(
    { key: 'outturn', code: 'repeated_in_file', ties: ['outturn', 'grade', 'splitNumber', 'season'] },
    ({ here }) => sql`
      select r.row_number, 'Also in row ' || r.other as message from (
        select r.row_number, coalesce(lag(r.row_number) over same, lead(r.row_number) over same) as other
        from upload_rows r where ${here} and ${cell('outturn')} is not null and ${cell('grade')} is not null
        window same as (partition by ${cell('season')}, ${cell('outturn')}, ${cell('grade')}, ${splitOf} order by r.row_number)) r
      where r.other is not null`,
  ),
  rule(
    { key: 'splitNumber', code: 'whole_and_split', ties: ['outturn', 'grade', 'splitNumber', 'season'] },
    ({ here }) => sql`
      select r.row_number, 'Row ' || r.whole || ' is the whole of this grade: number that one too, or take the splits out' as message from (
        select r.row_number, ${splitOf} as split, min(r.row_number) filter (where ${splitOf} = 0) over (partition by ${cell('season')}, ${cell('outturn')}, ${cell('grade')}) as whole
        from upload_rows r where ${here} and ${cell('outturn')} is not null and ${cell('grade')} is not null) r
      where r.split > 0 and r.whole is not null`,
  ),
  rule(
    { key: 'outturn', code: 'dispatched_already', ties: ['outturn', 'grade', 'splitNumber', 'season'] },
    ({ upload, here }) => sql`
      select r.row_number, case t.how when 'same' then 'This grade of the outturn is dispatched already' else 'A part of this grade is dispatched already, or the whole of it: number the splits' end as message
      from upload_rows r join dispatch_taken(${upload.id}, ${place('outturn')}, ${place('grade')}, ${place('splitNumber')}, ${place('season')}) t using (row_number)
      where ${here}`,
  ),
  rule(
    { key: 'miller', code: 'other_miller' },
    ({ upload, here }) =>
      sql`select r.row_number, 'The mill that sends the file is ' || o.code as message from upload_rows r join organisations o on o.id = ${upload.organisationId}
        where ${here} and ${cell('miller')} <> o.code`,
  ),
  openSeason({ cell, rule }),
  sameInFile('season', 'season'),
  sameInFile('saleNumber', 'sale'),
  sameInFile('warehouse', 'warehouse'),
  rule({ key: 'saleNumber', code: 'sale_closed' }, async ({ tx, upload, here }) => {
    const closed = JSON.stringify(await closedSales(tx, upload))
    return sql`select r.row_number, s.message from upload_rows r
      join jsonb_to_recordset(${closed}::jsonb) as s (season text, number text, message text) on s.season = ${cell('season')} and s.number = ${cell('saleNumber')} where ${here}`
  }),
  rule(
    { key: 'netWeight', code: 'more_than_parchment', ties: ['outturn', 'season', 'netWeight'] },
    ({ upload, here }) => sql`
      with ${weighed(upload)}
      select r.row_number, ${shown(sql`s.kilograms`)} || ' kg of clean coffee are dispatched of ' || ${shown(sql`b.kilograms`)} || ' kg of parchment' as message
      from upload_rows r join brought b on ${ofOutturn} join sent s on s.season = b.season and s.outturn = b.outturn
      where ${here} and s.kilograms > b.kilograms`,
  ),
  rule(
    { key: 'netWeight', code: 'recovery', severity: 'warning', ties: ['outturn', 'season', 'netWeight'] },
    ({ upload, here }) => sql`
      with ${weighed(upload)},
      shares as (
        select season, outturn, round(sent.kilograms / brought.kilograms * 100, 1) as share, ${usual} as usual
        from brought join sent using (season, outturn) where sent.kilograms <= brought.kilograms)
      select r.row_number, trim_scale(b.share) || ' % of its parchment so far; ' || b.usual[1] || ' to ' || b.usual[2] || ' % are usual' as message
      from upload_rows r join shares b on ${ofOutturn} where ${here} and b.share not between b.usual[1] and b.usual[2]`,
  ),
  rule(
    { key: 'outturn', code: 'no_parchment', severity: 'warning', ties: ['outturn', 'season'] },
    ({ upload, here }) => sql`
      with ${weighed(upload)}
      select r.row_number, 'No parchment of this outturn is recorded, so its society is not known' as message
      from upload_rows r where ${here} and ${cell('outturn')} is not null and ${cell('season')} is not null and not exists (select from brought b where ${ofOutturn})`,
  ),
  rule(
    { key: 'outturn', code: 'mill_letters', severity: 'warning', ties: ['outturn'] },
    ({ upload, here }) => sql`
      with known as materialized (
        select substr(b.outturn, 3, 2) as letters from (${broughtTo(sql`${upload.organisationId}`)}) b
        union select substr(d.outturn, 3, 2) from dispatch_records d where d.organisation_id = ${upload.organisationId}
          and d.status in ('APPROVED', 'CATALOGUED', 'PENDING_PAYMENT', 'PAID', 'COLLECTED'))
      select r.row_number, 'No outturn of this mill bears the letters ' || substr(${cell('outturn')}, 3, 2) || ' so far' as message
      from upload_rows r where ${here} and ${cell('outturn')} is not null and not substr(${cell('outturn')}, 3, 2) in (select letters from known)`,
  ),
]
