import { columnKeys } from '#contract/kit/uploadKind.ts'
import { estateCuredHolds } from '#contract/estateCured/estateCuredRecords.ts'
import { estateCuredFile } from '#contract/estateCured/estateCuredFile.ts'
import { openSeason } from '#server/facts/growerAndSeason.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { sql } from '#server/kit/db.ts'
import type { CrossRule } from '#server/kit/uploads/crossCheck.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'

const { cell, rule } = stagedCells(columnKeys(estateCuredFile))
export { cell }

const split = sql`coalesce(${cell('splitNumber')}, '')`
const lot = ['outturn', 'season', 'grade', 'splitNumber'] as const

/** The checks of the rows against each other, the seasons, who sends them, and records that stand. */
export const estateCuredCrossRules: CrossRule[] = [
  rule(
    { key: 'outturn', code: 'repeated_outturn', ties: lot },
    ({ upload, here }) =>
      sql`select r.row_number, 'Another row has this outturn, grade and split too' as message from upload_rows r
        join (select ${cell('season')} as season, ${cell('outturn')} as outturn, ${cell('grade')} as grade, ${split} as split from upload_rows r
          where r.upload_id = ${upload.id} and r.state <> 'left_out' group by 1, 2, 3, 4 having count(*) > 1) twice
        on ${cell('season')} = twice.season and ${cell('outturn')} = twice.outturn and ${cell('grade')} = twice.grade and ${split} = twice.split
        where ${here}`,
  ),
  openSeason({ cell, rule }),
  rule(
    { key: 'broker', code: 'other_broker', ties: ['broker'] },
    ({ upload, here }) =>
      sql`select r.row_number, 'A broker or marketer sends its own coffee only: ' || o.code as message from upload_rows r join organisations o on o.id = ${upload.organisationId}
        where ${here} and o.type in ('BROKER', 'MARKETER') and ${cell('broker')} <> o.code`,
  ),
  rule(
    { key: 'deliveryDate', code: 'day_ahead', ties: ['deliveryDate'] },
    ({ here }) =>
      sql`select r.row_number, 'This day has not come yet' as message from upload_rows r
        where ${here} and ${cell('deliveryDate')}::date > ${businessDate()}::date`,
  ),
  rule(
    { key: 'saleNumber', code: 'sale_held', severity: 'warning', ties: ['saleNumber', 'season'] },
    ({ here }) =>
      sql`select r.row_number, case when s.id is null then ${estateCuredHolds.SALE_UNKNOWN} else ${estateCuredHolds.SALE_CLOSED} end || ': this one is put on hold' as message
        from upload_rows r left join sales s on s.season = ${cell('season')} and s.sale_number = ${cell('saleNumber')}::int and s.status = 'APPROVED'
        where ${here} and ${cell('season')} is not null and ${cell('saleNumber')} is not null and (s.id is null or s.catalogue_close <= ${now()})`,
  ),
  rule(
    { key: 'outturn', code: 'outturn_held', severity: 'warning', ties: lot },
    ({ here }) =>
      sql`select r.row_number, ${estateCuredHolds.TAKEN} || ': this one is put on hold' as message from upload_rows r
        where ${here} and ${cell('outturn')} is not null and estate_cured_taken(r.id, ${cell('season')}, ${cell('outturn')}, ${cell('grade')}, ${split})`,
  ),
]
