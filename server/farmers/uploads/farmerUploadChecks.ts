import { sqlCounted } from '#server/kit/records/sqlCounted.ts'
import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { sql } from '#server/kit/db.ts'
import { among, noRepeats, type CrossRule } from '#server/kit/uploads/crossCheck.ts'
import { countsAsSharer, mostSharers } from './sharing.ts'

/** The checks of the rows against each other and the register. Society numbers and national IDs are unique in a society. */
export function crossRules(kind: UploadKind): CrossRule[] {
  const keys = columnKeys(kind)
  const identity = keys.indexOf(kind.name === 'farmers' ? 'farmerId' : 'companyRegistrationNumber')
  const member = keys.indexOf('memberNumber')
  const institution = keys.indexOf('institution')
  return [
    noRepeats(identity),
    noRepeats(member),
    notRegistered(member, sql`f.member_number`),
    notRegistered(identity, sql`f.id_number`),
    notRegisteredElsewhere(identity),
    fewSharers({ column: keys.indexOf('accountNumber'), with: institution, code: 'shared_account' }),
    fewSharers({ column: keys.indexOf('mobileNumber'), code: 'shared_mobile' }),
  ]
}

const notRegistered = (column: number, registered: ReturnType<typeof sql>): CrossRule => ({
  code: 'registered_here',
  column,
  ties: [],
  mark: async (tx, upload, rowNumbers) => {
    await sql`
      insert into upload_problems (upload_id, organisation_id, row_number, column_number, code, message, severity)
      select r.upload_id, r.organisation_id, r.row_number, ${column}, 'registered_here', 'Already registered: ' || f.member_number || ' ' || f.full_name, 'error'
      from upload_rows r join farmers f on f.organisation_id = r.organisation_id and f.status <> 'REJECTED' and ${registered} = r.clean[${sql.lit(column + 1)}]
      where r.upload_id = ${upload.id} and r.state <> 'left_out' and f.id <> r.id and ${among(rowNumbers)}`.execute(tx)
  },
})

const notRegisteredElsewhere = (column: number): CrossRule => ({
  code: 'registered_elsewhere',
  column,
  ties: [],
  mark: async (tx, upload, rowNumbers) => {
    await sql`
      insert into upload_problems (upload_id, organisation_id, row_number, column_number, code, message, severity)
      select r.upload_id, r.organisation_id, r.row_number, ${column}, 'registered_elsewhere', 'Registered in another society; the checker must give a reason', 'warning'
      from upload_rows_registered_elsewhere(${upload.id}, ${sql.lit(column + 1)}, ${rowNumbers}::int[]) e join upload_rows r on r.id = e`.execute(
      tx,
    )
  },
})

/** More members on one account or phone than the setting allows: those of the file, and those who are registered. */
const fewSharers = (shared: { column: number; with?: number; code: string }): CrossRule => ({
  code: shared.code,
  column: shared.column,
  ties: shared.with === undefined ? [shared.column] : [shared.column, shared.with],
  mark: async (tx, upload, rowNumbers) => {
    const value = sql`r.clean[${sql.lit(shared.column + 1)}]`
    const institution = shared.with === undefined ? sql`''` : sql`r.clean[${sql.lit(shared.with + 1)}]`
    const same =
      shared.with === undefined
        ? sql`f.mobile_number = g.value`
        : sql`f.account_number = g.value and f.institution_code = g.institution`
    const most = await mostSharers(tx)
    const here = sql`r.upload_id = ${upload.id} and r.state <> 'left_out' and ${among(rowNumbers)}`
    await sql`
      insert into upload_problems (upload_id, organisation_id, row_number, column_number, code, message, severity)
      with g as materialized (
        select ${value} as value, ${institution} as institution, count(*)::int as here from upload_rows r where ${here} and ${value} <> '' group by 1, 2),
      many as materialized (
        select g.value, g.institution, g.here + count(f.id)::int as members
        from g left join farmers f on f.organisation_id = ${upload.organisationId} and ${countsAsSharer} and ${same}
        group by g.value, g.institution, g.here having g.here + count(f.id) > ${most})
      select ${upload.id}, ${upload.organisationId}, r.row_number, ${shared.column}, ${shared.code}, 'Used by ' || ${sqlCounted(sql`many.members`, 'member')}, 'warning'
      from many join upload_rows r on ${value} = many.value and ${institution} = many.institution
      where ${here}`.execute(tx)
  },
})
