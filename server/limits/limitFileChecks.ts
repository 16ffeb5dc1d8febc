import { cherryLimitsFile } from '#contract/limits/limitFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { sql } from '#server/kit/db.ts'
import { noRepeats, type CrossRule } from '#server/kit/uploads/crossCheck.ts'
import { sharing } from '#server/uploads/consent.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'
import { growerAndSeason } from '#server/facts/growerAndSeason.ts'
import { readSetting } from '#server/facts/settings.ts'

const { at, cell, entered, rule } = stagedCells(columnKeys(cherryLimitsFile))
export { cell, entered }
export const kilogramsOfRow = sql`${cell('currentDelivery')}::numeric`
/** The member that a row names: approved, alive and with the society. */
export const memberOfRow = sql`farmers f on f.organisation_id = r.organisation_id and f.member_number = ${cell('memberNumber')} and f.status = 'APPROVED' and f.life_state = 'ACTIVE'`

/** Words of a name in any order and case. */
const words = (name: ReturnType<typeof sql>) =>
  sql`(select array_agg(word order by word) from regexp_split_to_table(upper(trim(${name})), '[^[:alnum:]'']+') word)`

/** The checks of the rows against each other, the members, the seasons, the settings and the approved cherry. */
export const limitCrossRules: CrossRule[] = [
  noRepeats(at('memberNumber')),
  rule(
    { key: 'memberNumber', code: 'unknown_member' },
    ({ here }) =>
      sql`select r.row_number, 'No approved, active member has this number' as message from upload_rows r left join ${memberOfRow}
        where ${here} and ${cell('memberNumber')} is not null and f.id is null`,
  ),
  rule(
    { key: 'idNumber', code: 'id_differs', ties: ['idNumber', 'memberNumber'] },
    ({ here }) =>
      sql`select r.row_number, 'Not the ID number of this member' as message from upload_rows r join ${memberOfRow}
        where ${here} and upper(f.id_number) <> ${cell('idNumber')}`,
  ),
  rule(
    { key: 'fullName', code: 'name_differs', severity: 'warning', ties: ['fullName', 'memberNumber'] },
    ({ here }) =>
      sql`select r.row_number, 'The register says ' || f.full_name as message from upload_rows r join ${memberOfRow}
        where ${here} and ${cell('fullName')} is not null and upper(f.full_name) <> upper(${cell('fullName')})
          and not ${words(cell('fullName'))} <@ ${words(sql`f.full_name`)}`,
  ),
  ...growerAndSeason({ cell, rule }),
  rule({ key: 'currentDelivery', code: 'too_many_kilograms' }, async ({ tx, here }) => {
    const most = await readSetting(tx, 'limitMaxKg')
    return sql`select r.row_number, 'At most ' || ${most}::int || ' kg in a row' as message from upload_rows r where ${here} and ${kilogramsOfRow} > ${most}::int`
  }),
  rule({ key: 'memberNumber', code: 'too_many_acres' }, async ({ tx, upload, here }) => {
    const most = await readSetting(tx, 'fundMaxAcres')
    return sql`select r.row_number, trim_scale(f.acreage) || ' acres; the fund takes at most ' || ${most}::int as message from upload_rows r join ${memberOfRow}
      where ${here} and f.acreage > ${most}::int and ${sharing(sql`${upload.id}`)}`
  }),
  rule(
    {
      key: 'currentDelivery',
      code: 'more_than_brought',
      severity: async (tx) => ((await readSetting(tx, 'limitsWithinCherry')) ? 'error' : 'warning'),
      ties: ['currentDelivery', 'memberNumber', 'season'],
    },
    ({ upload, here }) => sql`
      select r.row_number, case when counted.kilograms is null then trim_scale(coalesce(w.approved_kg, 0)) || ' kg are approved in the season'
        else trim_scale(coalesce(w.approved_kg, 0)) || ' kg are approved in the season, ' || trim_scale(counted.kilograms) || ' kg of them are counted' end as message
      from upload_rows r join ${memberOfRow} left join season_weights w on w.farmer_id = f.id and w.season = ${cell('season')}
        left join lateral (select sum(l.kilograms) as kilograms from limit_rows l
          where l.farmer_id = f.id and l.season = ${cell('season')} and l.kind = 'CHERRY' and l.upload_id is distinct from ${upload.id}) counted on true
      where ${here} and ${cell('season')} is not null and ${kilogramsOfRow} + coalesce(counted.kilograms, 0) > coalesce(w.approved_kg, 0)`,
  ),
]
