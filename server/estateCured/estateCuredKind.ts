import { estateCuredFlow, warehouseChecks } from '#contract/estateCured/estateCuredFlow.ts'
import { sql } from '#server/kit/db.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'

export const estateCuredKind = recordKind({
  flow: estateCuredFlow,
  table: 'estate_cured_records',
  where: sql<boolean>`true`,
  title: sql<string>`t.outturn || ' ' || t.grade || case t.split_number when '' then '' else ' / ' || t.split_number end`,
  atStake: sql<string>`to_char(t.kilograms, 'FM999,999,999,990.099') || ' kg'`,
  // The second person of the warehouse is not the first.
  barred: sql<
    string[]
  >`case when t.status = any (${[...warehouseChecks]}) then array_remove(array[t.warehouse_made_by], null) else '{}' end`,
  decidedBy: ({ organisationId }) => sql<boolean>`${organisationId}::uuid in (t.warehouse_id, t.broker_id)`,
  decidedAt: sql<string[]>`array[t.warehouse_id, t.broker_id]`,
})
