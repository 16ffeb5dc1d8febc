import { resultFile } from '#contract/results/resultFile.ts'
import { readsResultFiles, resultFileFlow } from '#contract/results/resultFiles.ts'
import { tradeParties, tradePartyNames } from '#server/facts/tradeParties.ts'
import { sql } from '#server/kit/db.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import { sqlCounted } from '#server/kit/records/sqlCounted.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'
import { resultCrossRules } from './resultChecks.ts'

const resultFileKind = recordKind({
  flow: resultFileFlow,
  table: 'uploads',
  where: sql<boolean>`t.kind = 'auction_results'`,
  title: sql<string>`t.file_name`,
  atStake: sqlCounted(sql`t.row_count - t.left_out_count`, 'lot'),
  // The bank sees the files of brokers, and decides on its own.
  decidedBy: ({ organisationId }) => sql<boolean>`t.organisation_id = ${organisationId}`,
})

export const resultFileBinding: UploadBinding = {
  kind: resultFile,
  record: resultFileKind,
  reads: readsResultFiles,
  lists: tradeParties,
  listedNames: tradePartyNames,
  crossRules: resultCrossRules,
}
