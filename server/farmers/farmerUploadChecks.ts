import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { markRepeats } from '#server/kit/uploads/stagedRows.ts'
import type { UploadRecord } from '#server/kit/uploads/uploadBinding.ts'

/** Codes of the problems found here; every one is found anew after each edit of a draft. */
export const crossCodes = [
  'repeated_in_file',
  'registered_here',
  'registered_elsewhere',
  'shared_account',
  'shared_mobile',
] as const

// More members than this on one account or phone deserve a look. Source: domain rules for farmers, "more than 3 members".
const sharers = 3

/** Checks the rows against each other and the register. Society numbers and national IDs are unique in a society. */
export async function checkAgainstRegister(tx: Tx, kind: UploadKind, upload: UploadRecord): Promise<void> {
  const keys = columnKeys(kind)
  const identity = keys.indexOf(kind.name === 'farmers' ? 'farmerId' : 'companyRegistrationNumber')
  const member = keys.indexOf('memberNumber')
  for (const column of [identity, member]) await markRepeats(tx, upload, column)
  await markRegistered(tx, upload, member, sql`f.member_number`)
  await markRegistered(tx, upload, identity, sql`f.id_number`)
  await sql`
    insert into upload_problems (upload_id, organisation_id, row_number, column_number, code, message, severity)
    select r.upload_id, r.organisation_id, r.row_number, ${identity}, 'registered_elsewhere', 'Registered in another society; the checker must give a reason', 'warning'
    from upload_rows_registered_elsewhere(${upload.id}) e join upload_rows r on r.id = e`.execute(tx)
  const type = keys.indexOf('institution')
  await markShared(tx, upload, { column: keys.indexOf('accountNumber'), with: type, code: 'shared_account' })
  await markShared(tx, upload, { column: keys.indexOf('mobileNumber'), code: 'shared_mobile' })
}

async function markRegistered(
  tx: Tx,
  upload: UploadRecord,
  column: number,
  registered: ReturnType<typeof sql>,
): Promise<void> {
  await sql`
    insert into upload_problems (upload_id, organisation_id, row_number, column_number, code, message, severity)
    select r.upload_id, r.organisation_id, r.row_number, ${column}, 'registered_here', 'Already registered: ' || f.member_number || ' ' || f.full_name, 'error'
    from upload_rows r join farmers f on f.organisation_id = r.organisation_id and ${registered} = r.clean[${sql.lit(column + 1)}]
    where r.upload_id = ${upload.id} and r.state <> 'left_out' and f.id <> r.id`.execute(tx)
}

async function markShared(
  tx: Tx,
  upload: UploadRecord,
  shared: { column: number; with?: number; code: string },
): Promise<void> {
  const value = sql`r.clean[${sql.lit(shared.column + 1)}]`
  const institution = shared.with === undefined ? sql`''` : sql`r.clean[${sql.lit(shared.with + 1)}]`
  const same =
    shared.with === undefined
      ? sql`f.mobile_number = g.value`
      : sql`f.account_number = g.value and f.institution_code = g.institution`
  await sql`
    insert into upload_problems (upload_id, organisation_id, row_number, column_number, code, message, severity)
    with g as materialized (
      select ${value} as value, ${institution} as institution, count(*)::int as here
      from upload_rows r where r.upload_id = ${upload.id} and r.state <> 'left_out' and ${value} <> '' group by 1, 2),
    many as materialized (
      select g.value, g.institution, g.here + count(f.id)::int as members
      from g left join farmers f on f.organisation_id = ${upload.organisationId} and ${same}
      group by g.value, g.institution, g.here having g.here + count(f.id) > ${sharers})
    select ${upload.id}, ${upload.organisationId}, r.row_number, ${shared.column}, ${shared.code}, 'Used by ' || many.members || ' members', 'warning'
    from many join upload_rows r on r.upload_id = ${upload.id} and ${value} = many.value and ${institution} = many.institution
    where r.state <> 'left_out'`.execute(tx)
}
