import { dispatchFileFlow, dispatchRecordFlow } from '#contract/dispatch/dispatchFlow.ts'
import { dispatchSheet } from '#contract/dispatch/dispatchSheet.ts'
import { readsDispatch } from '#contract/dispatch/readsDispatch.ts'
import { tradeParties, tradePartyNames } from '#server/facts/tradeParties.ts'
import { sql } from '#server/kit/db.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'
import { dispatchCrossRules } from './dispatchChecks.ts'
import { sendDispatch, withdrawDispatch } from './sendDispatch.ts'

export const dispatchFileKind = recordKind({
  flow: dispatchFileFlow,
  table: 'uploads',
  where: sql<boolean>`t.kind = 'dispatch'`,
  title: sql<string>`t.file_name`,
  atStake: sql<string>`to_char((select coalesce(sum(r.net_kg), 0) from dispatch_records r where r.upload_id = t.id), 'FM999,999,999,990.0') || ' kg'`,
  decidedAt: sql<
    string[]
  >`array(select d.warehouse_id from dispatch_files d where d.upload_id = t.id and d.warehouse_id is not null)`,
})

export const dispatchRecordKind = recordKind({
  flow: dispatchRecordFlow,
  table: 'dispatch_records',
  where: sql<boolean>`true`,
  title: sql<string>`t.outturn || ' ' || t.grade`,
  atStake: sql<string>`to_char(t.net_kg, 'FM999,999,990.099') || ' kg'`,
  // What nobody has edited waits as its file does, and not once for each of four hundred rows.
  decidedBy: () => sql<boolean>`(t.status <> 'PENDING_APPROVAL' or t.require_reapproval)`,
  decidedAt: sql<string[]>`array[t.warehouse_id]`,
})

export const dispatchBinding: UploadBinding = {
  kind: dispatchSheet,
  record: dispatchFileKind,
  reads: readsDispatch,
  lists: tradeParties,
  listedNames: tradePartyNames,
  crossRules: dispatchCrossRules,
  sent: sendDispatch,
  withdrawn: withdrawDispatch,
}
