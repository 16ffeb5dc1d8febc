import { columnKeys } from '#contract/kit/uploadKind.ts'
import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import { sql } from '#server/kit/db.ts'
import { noRepeats, type CrossRule } from '#server/kit/uploads/crossCheck.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'
import { growerAndSeason } from '#server/facts/growerAndSeason.ts'
import { readSetting } from '#server/facts/settings.ts'

const { at, place, cell, written, entered, rule } = stagedCells(columnKeys(parchmentFile))
export { at, cell, entered, written }
export const netWeight = sql`${cell('netWeight')}::numeric`
/** Records that count: sent, and not rejected. */
const living = sql`('PENDING_APPROVAL', 'PENDING_KPCU_APPROVAL', 'REFERRED_TO_MILLER', 'REFERRED_TO_FCS', 'APPROVED')`

/** The checks of the rows against each other, other records, the seasons and the cherry of the society. */
export const parchmentCrossRules: CrossRule[] = [
  noRepeats(at('outturn')),
  rule(
    { key: 'outturn', code: 'outturn_taken', ties: ['outturn', 'season'] },
    ({ upload, here }) =>
      sql`select r.row_number, 'Another record of this season has this outturn' as message from upload_rows r
        where ${here} and r.row_number in (select parchment_outturns_taken(${upload.id}, ${place('outturn')}, ${place('season')}))`,
  ),
  ...growerAndSeason({ cell, rule }),
  rule({ key: 'netWeight', code: 'more_than_cherry', ties: ['season', 'netWeight'] }, async ({ tx, upload, here }) => {
    const ratio = await readSetting(tx, 'cherryPerParchmentHundredths')
    const slack = await readSetting(tx, 'parchmentSlackPercent')
    return sql`
      with own as materialized (
        select ${cell('season')} as season, sum(${netWeight}) as kilograms from upload_rows r
        where r.upload_id = ${upload.id} and r.state <> 'left_out' and ${cell('season')} is not null group by 1),
      before as materialized (
        select ${cell('season')} as season, sum(${netWeight}) as kilograms from uploads u join upload_rows r on r.upload_id = u.id
        where u.organisation_id = ${upload.organisationId} and u.kind = 'parchment' and u.id <> ${upload.id} and u.status in ${living} and r.state <> 'left_out' group by 1),
      cherry as materialized (
        select season, sum(approved_kg) as kilograms from season_totals where organisation_id = ${upload.organisationId} group by 1),
      room as (
        select own.season, own.kilograms, coalesce(before.kilograms, 0) as before,
          floor(coalesce(cherry.kilograms, 0) * 100 / ${ratio}::numeric * (100 + ${slack}::numeric) / 100 * 1000) / 1000 as most
        from own left join before using (season) left join cherry using (season))
      select r.row_number, 'The approved cherry of ' || room.season || ' gives at most ' || trim_scale(room.most) || ' kg of parchment; ' || trim_scale(room.before + room.kilograms) || ' kg are entered' as message
      from upload_rows r join room on room.season = ${cell('season')} where ${here} and ${cell('netWeight')} is not null and room.before + room.kilograms > room.most`
  }),
]
