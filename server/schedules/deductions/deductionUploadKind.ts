import { columnKeys } from '#contract/kit/uploadKind.ts'
import { deductionsFile } from '#contract/schedules/deductionFile.ts'
import { deductionUploadFlow } from '#contract/schedules/deductionUploads.ts'
import { scheduleReads } from '#contract/schedules/scheduleLines.ts'
import { sql } from '#server/kit/db.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import { noRepeats } from '#server/kit/uploads/crossCheck.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'

const { at, cell, entered, written, rule } = stagedCells(columnKeys(deductionsFile))
export { entered, written }
/** The member that a row names: approved, alive and with the society. */
export const memberOfRow = sql`farmers f on f.organisation_id = r.organisation_id and f.member_number = ${cell('memberNumber')} and f.status = 'APPROVED' and f.life_state = 'ACTIVE'`
/** What a row says, in whole cents; null where it says nothing that can be read. */
export const centsOfRow = sql`(${cell('amount')}::numeric * 100)::bigint`

const deductionUploadKind = recordKind({
  flow: deductionUploadFlow,
  table: 'uploads',
  where: sql<boolean>`t.kind = 'deductions'`,
  title: sql<string>`coalesce((select d.title from deduction_files d where d.upload_id = t.id), t.file_name)`,
  atStake: sql<string>`(select 'KES ' || to_char(coalesce(sum(${centsOfRow}), 0) / 100.0, 'FM999,999,999,990.00') from upload_rows r where r.upload_id = t.id and r.state <> 'left_out')`,
})

/** The checks of the rows against each other and the register. */
export const deductionsBinding: UploadBinding = {
  kind: deductionsFile,
  record: deductionUploadKind,
  reads: scheduleReads,
  lists: async () => ({}),
  crossRules: [
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
          where ${here} and ${cell('idNumber')} is not null and upper(f.id_number) <> ${cell('idNumber')}`,
    ),
  ],
}
