import { columnKeys } from '#contract/kit/uploadKind.ts'
import { parchmentFile, type ParchmentFieldName } from '#contract/parchmentFile.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { among, noRepeats, type CrossRule } from '#server/kit/uploads/crossCheck.ts'
import type { UploadRecord } from '#server/kit/uploads/uploadBinding.ts'
import { readSetting } from '#server/settings/settings.ts'

export const at = (key: ParchmentFieldName): number => columnKeys(parchmentFile).indexOf(key)
/** The understood text of a staged row's cell, `upload_rows r`; null where there is none. */
export const cell = (key: ParchmentFieldName) => sql<string>`nullif(r.clean[${sql.lit(at(key) + 1)}], '')`
/** The cell as it was written. */
export const written = (key: ParchmentFieldName) => sql<string>`coalesce(r.cells[${sql.lit(at(key) + 1)}], '')`
export const netWeight = sql`${cell('netWeight')}::numeric`
/** Records that count: sent, and not rejected. */
export const living = sql`('PENDING_APPROVAL', 'PENDING_KPCU_APPROVAL', 'REFERRED_TO_MILLER', 'REFERRED_TO_FCS', 'APPROVED')`

type Here = { tx: Tx; upload: UploadRecord; here: ReturnType<typeof sql> }

/** A rule by a query that answers `row_number` and `message` for every row `r` that breaks it. */
const rule = (
  key: ParchmentFieldName,
  code: string,
  ties: readonly ParchmentFieldName[],
  find: (asked: Here) => Promise<ReturnType<typeof sql>> | ReturnType<typeof sql>,
): CrossRule => ({
  code,
  column: at(key),
  ties: ties.map(at),
  mark: async (tx, upload, wanted) => {
    const here = sql`r.upload_id = ${upload.id} and r.state <> 'left_out' and ${among(wanted)}`
    const found = await find({ tx, upload, here })
    await sql`
      insert into upload_problems (upload_id, organisation_id, row_number, column_number, code, message, severity)
      select ${upload.id}, ${upload.organisationId}, row_number, ${at(key)}, ${code}, message, 'error' from (${found}) found`.execute(
      tx,
    )
  },
})

/** The checks of the rows against each other, other records, the seasons and the cherry of the society. */
export const parchmentCrossRules: CrossRule[] = [
  noRepeats(at('outturn')),
  rule(
    'outturn',
    'outturn_taken',
    ['outturn', 'season'],
    ({ upload, here }) =>
      sql`select r.row_number, 'Another record of this season has this outturn' as message from upload_rows r
        where ${here} and r.row_number in (select parchment_outturns_taken(${upload.id}))`,
  ),
  rule(
    'growerCode',
    'other_grower',
    [],
    ({ upload, here }) =>
      sql`select r.row_number, 'The society is ' || o.code as message from upload_rows r join organisations o on o.id = ${upload.organisationId}
        where ${here} and ${cell('growerCode')} <> upper(o.code)`,
  ),
  rule(
    'season',
    'season_closed',
    [],
    ({ here }) =>
      sql`select r.row_number, case when s.name is null then 'There is no season ' || ${cell('season')} else 'The season ' || s.name || ' is closed' end as message
        from upload_rows r left join seasons s on s.name = ${cell('season')} where ${here} and ${cell('season')} is not null and s.open is not true`,
  ),
  rule('netWeight', 'more_than_cherry', ['season', 'netWeight'], async ({ tx, upload, here }) => {
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
