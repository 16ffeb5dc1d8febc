import { cherryLimitsFile, type LimitFieldName } from '#contract/limitFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { among, noRepeats, type CrossRule, type Rows } from '#server/kit/uploads/crossCheck.ts'
import type { UploadRecord } from '#server/kit/uploads/uploadBinding.ts'
import { readSetting } from '#server/settings/settings.ts'

const at = (key: LimitFieldName): number => columnKeys(cherryLimitsFile).indexOf(key)

/** The understood text of a staged row's cell, `upload_rows r`; null where there is none. */
export const cell = (key: LimitFieldName) => sql<string>`nullif(r.clean[${sql.lit(at(key) + 1)}], '')`
/** The cell as it was written. */
export const written = (key: LimitFieldName) => sql<string>`coalesce(r.cells[${sql.lit(at(key) + 1)}], '')`
export const kilogramsOfRow = sql`${cell('currentDelivery')}::numeric`
/** The member that a row names: approved, alive and with the society. */
export const memberOfRow = sql`farmers f on f.organisation_id = r.organisation_id and f.member_number = ${cell('memberNumber')} and f.status = 'APPROVED' and f.life_state = 'ACTIVE'`

type Severity = 'error' | 'warning'
type Finding = { query: ReturnType<typeof sql>; severity?: Severity }

/** A rule by a query that answers `row_number` and `message` for every row `r` that breaks it. */
const rule = (
  key: LimitFieldName,
  code: string,
  find: (asked: { tx: Tx; upload: UploadRecord; here: ReturnType<typeof sql> }) => Promise<Finding> | Finding,
  ties: readonly LimitFieldName[] = [],
): CrossRule => ({
  code,
  column: at(key),
  ties: ties.map(at),
  mark: async (tx, upload, wanted) => {
    const { query, severity = 'error' } = await find({ tx, upload, here: staged(upload.id, wanted) })
    await sql`
      insert into upload_problems (upload_id, organisation_id, row_number, column_number, code, message, severity)
      select ${upload.id}, ${upload.organisationId}, row_number, ${at(key)}, ${code}, message, ${severity} from (${query}) found`.execute(
      tx,
    )
  },
})

const staged = (id: string, wanted: Rows) => sql`r.upload_id = ${id} and r.state <> 'left_out' and ${among(wanted)}`

/** Words of a name in any order and case. */
const words = (name: ReturnType<typeof sql>) =>
  sql`(select array_agg(word order by word) from regexp_split_to_table(upper(trim(${name})), '[^[:alnum:]'']+') word)`

/** The checks of the rows against each other, the members, the seasons, the settings and what was brought. */
export const limitCrossRules: CrossRule[] = [
  noRepeats(at('memberNumber')),
  rule('memberNumber', 'unknown_member', ({ here }) => ({
    query: sql`select r.row_number, 'No approved, active member has this number' as message from upload_rows r left join ${memberOfRow}
      where ${here} and ${cell('memberNumber')} is not null and f.id is null`,
  })),
  rule(
    'idNumber',
    'id_differs',
    ({ here }) => ({
      query: sql`select r.row_number, 'Not the ID number of this member' as message from upload_rows r join ${memberOfRow}
        where ${here} and upper(f.id_number) <> ${cell('idNumber')}`,
    }),
    ['idNumber', 'memberNumber'],
  ),
  rule(
    'fullName',
    'name_differs',
    ({ here }) => ({
      severity: 'warning',
      query: sql`select r.row_number, 'The register says ' || f.full_name as message from upload_rows r join ${memberOfRow}
        where ${here} and ${cell('fullName')} is not null and upper(f.full_name) <> upper(${cell('fullName')})
          and not ${words(cell('fullName'))} <@ ${words(sql`f.full_name`)}`,
    }),
    ['fullName', 'memberNumber'],
  ),
  rule('growerCode', 'other_grower', ({ upload, here }) => ({
    query: sql`select r.row_number, 'The society is ' || o.code as message from upload_rows r join organisations o on o.id = ${upload.organisationId}
      where ${here} and ${cell('growerCode')} <> upper(o.code)`,
  })),
  rule('season', 'season_closed', ({ here }) => ({
    query: sql`select r.row_number, case when s.name is null then 'There is no season ' || ${cell('season')} else 'The season ' || s.name || ' is closed' end as message
      from upload_rows r left join seasons s on s.name = ${cell('season')} where ${here} and ${cell('season')} is not null and s.open is not true`,
  })),
  rule('currentDelivery', 'too_many_kilograms', async ({ tx, here }) => {
    const most = await readSetting(tx, 'limitMaxKg')
    return {
      query: sql`select r.row_number, 'At most ' || ${most}::int || ' kg in a row' as message from upload_rows r where ${here} and ${kilogramsOfRow} > ${most}::int`,
    }
  }),
  rule('memberNumber', 'too_many_acres', async ({ tx, upload, here }) => {
    const most = await readSetting(tx, 'fundMaxAcres')
    return {
      query: sql`select r.row_number, trim_scale(f.acreage) || ' acres; the fund takes at most ' || ${most}::int as message from upload_rows r join ${memberOfRow}
        where ${here} and f.acreage > ${most}::int and (select u.share_data from uploads u where u.id = ${upload.id})`,
    }
  }),
  rule(
    'currentDelivery',
    'more_than_brought',
    async ({ tx, upload, here }) => ({
      severity: (await readSetting(tx, 'limitsWithinCherry')) ? 'error' : 'warning',
      query: sql`
        select r.row_number, case when counted.kilograms is null then trim_scale(coalesce(w.approved_kg, 0)) || ' kg are approved in the season'
          else trim_scale(coalesce(w.approved_kg, 0)) || ' kg are approved in the season, ' || trim_scale(counted.kilograms) || ' kg of them are counted' end as message
        from upload_rows r join ${memberOfRow} left join season_weights w on w.farmer_id = f.id and w.season = ${cell('season')}
          left join lateral (select sum(l.kilograms) as kilograms from limit_rows l
            where l.farmer_id = f.id and l.season = ${cell('season')} and l.kind = 'CHERRY' and l.upload_id is distinct from ${upload.id}) counted on true
        where ${here} and ${cell('season')} is not null and ${kilogramsOfRow} + coalesce(counted.kilograms, 0) > coalesce(w.approved_kg, 0)`,
    }),
    ['currentDelivery', 'memberNumber', 'season'],
  ),
]
