import { catalogueFileFlow, catalogueRecordFlow } from '#contract/catalogue/catalogueFlow.ts'
import { sql } from '#server/kit/db.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import { sqlCounted } from '#server/kit/records/sqlCounted.ts'

export const catalogueRecordKind = recordKind({
  flow: catalogueRecordFlow,
  table: 'catalogue_records',
  where: sql<boolean>`true`,
  title: sql<string>`'Lot ' || t.lot_number || ', ' || t.outturn || ' ' || t.grade`,
  atStake: sql<string>`to_char(t.kilograms, 'FM999,999,990.099') || ' kg'`,
  decidedAt: sql<string[]>`array[t.warehouse_id, t.broker_id]`,
})

export const catalogueFileKind = recordKind({
  flow: catalogueFileFlow,
  table: 'uploads',
  where: sql<boolean>`t.kind = 'catalogue'`,
  title: sql<string>`t.file_name`,
  atStake: sqlCounted(sql`t.row_count - t.left_out_count`, 'lot'),
})
