import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import { parchmentFlow } from '#contract/parchment/parchmentFlow.ts'
import { readsParchment } from '#contract/parchment/parchments.ts'
import { sql } from '#server/kit/db.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'
import { netWeight, parchmentCrossRules } from './parchmentChecks.ts'

const kilograms = sql`(select coalesce(sum(${netWeight}), 0) from upload_rows r where r.upload_id = t.id and r.state <> 'left_out')`

export const parchmentKind = recordKind({
  flow: parchmentFlow,
  table: 'uploads',
  where: sql<boolean>`t.kind = 'parchment'`,
  title: sql<string>`t.file_name`,
  atStake: sql<string>`to_char(${kilograms}, 'FM999,999,990.0') || ' kg'`,
  decidedAt: sql<string[]>`array(select p.miller_id from parchment_records p where p.upload_id = t.id)`,
})

export const parchmentBinding: UploadBinding = {
  kind: parchmentFile,
  record: parchmentKind,
  reads: readsParchment,
  lists: async () => ({}),
  crossRules: parchmentCrossRules,
  rowsInvalid: 'Failed:: review downloaded FCS_PARCHMENT FILE for errors',
  approvalInvalid: 'Failed:: review downloaded CCARF Parchment file for errors',
}
