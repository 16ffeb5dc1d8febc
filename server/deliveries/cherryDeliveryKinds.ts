import { sqlCounted } from '#server/kit/records/sqlCounted.ts'
import { cherryDeliveryFlow } from '#contract/deliveries/cherryDeliveries.ts'
import { cherryDeliveriesFile } from '#contract/deliveries/cherryDeliveryFile.ts'
import { cherryDeliveryUploadFlow } from '#contract/deliveries/cherryDeliveryUploads.ts'
import { factoryChangeFlow } from '#contract/deliveries/factories.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { changeKind } from '#server/kit/records/changeRequests.ts'
import { sql } from '#server/kit/db.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'
import { deliveryCrossRules } from './deliveryUploadChecks.ts'

export const cherryDeliveryKind = recordKind({
  flow: cherryDeliveryFlow,
  table: 'cherry_deliveries',
  where: sql<boolean>`true`,
  title: sql<string>`(select f.member_number || ' ' || f.full_name from farmers f where f.id = t.farmer_id)`,
  atStake: sql<string>`to_char(t.kilograms, 'FM999,999,999,990.099') || ' kg'`,
  waitingByDay: 'waiting_deliveries',
})

export const factoryChangeKind = changeKind(factoryChangeFlow)

const cherryDeliveryUploadKind = recordKind({
  flow: cherryDeliveryUploadFlow,
  table: 'uploads',
  where: sql<boolean>`t.kind = 'cherry_deliveries'`,
  title: sql<string>`t.file_name`,
  atStake: sqlCounted(sql`t.row_count - t.left_out_count`, 'delivery', 'deliveries'),
})

export const cherryDeliveriesBinding: UploadBinding = {
  kind: cherryDeliveriesFile,
  record: cherryDeliveryUploadKind,
  reads: readsFarmers,
  lists: async () => ({}),
  crossRules: deliveryCrossRules,
}
