import { sqlCounted } from '#server/kit/records/sqlCounted.ts'
import { cherryLimitsFile } from '#contract/limits/limitFile.ts'
import { limitFileFlow } from '#contract/limits/limitFileFlow.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'
import { limitCrossRules } from './limitFileChecks.ts'

export const limitFileKind = recordKind({
  flow: limitFileFlow,
  table: 'uploads',
  where: sql<boolean>`t.kind = 'cherry_limits'`,
  title: sql<string>`t.file_name`,
  atStake: sqlCounted(sql`t.row_count - t.left_out_count`, 'limit'),
})

export const cherryLimitsBinding: UploadBinding = {
  kind: cherryLimitsFile,
  record: limitFileKind,
  reads: readsFarmers,
  lists: async () => ({}),
  crossRules: limitCrossRules,
  rowsInvalid: 'Failed:: review downloaded Limit file for errors',
}
