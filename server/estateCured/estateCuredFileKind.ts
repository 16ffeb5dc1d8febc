import { estateCuredFile } from '#contract/estateCured/estateCuredFile.ts'
import { estateCuredFileFlow } from '#contract/estateCured/estateCuredFiles.ts'
import { readsEstateCured } from '#contract/estateCured/estateCuredRecords.ts'
import { sql } from '#server/kit/db.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import { sqlCounted } from '#server/kit/records/sqlCounted.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'
import { tradeParties, tradePartyNames } from '#server/facts/tradeParties.ts'
import { enterRecords, takeRecordsBack } from './enterRecords.ts'
import { estateCuredCrossRules } from './estateCuredChecks.ts'

export const estateCuredFileKind = recordKind({
  flow: estateCuredFileFlow,
  table: 'uploads',
  where: sql<boolean>`t.kind = 'estate_cured'`,
  title: sql<string>`t.file_name`,
  atStake: sqlCounted(sql`t.row_count - t.left_out_count`, 'record'),
})

export const estateCuredBinding: UploadBinding = {
  kind: estateCuredFile,
  record: estateCuredFileKind,
  reads: readsEstateCured,
  lists: tradeParties,
  listedNames: tradePartyNames,
  crossRules: estateCuredCrossRules,
  sent: enterRecords,
  withdrawn: takeRecordsBack,
}
