import { createdFarmerKind } from './farmers/createdFarmerRows.ts'
import { cherryDeliveryKind, cherryDeliveryUploadKind } from './deliveries/cherryDeliveryKinds.ts'
import { farmerCompanyUploadKind, farmerUploadKind } from './farmers/farmerUploadKinds.ts'
import { plotKind } from './farmers/plotRows.ts'
import { updateRequestKind } from './farmers/updateRequestRows.ts'
import { parchmentKind } from './parchment/parchmentKind.ts'
import { loanRequestKind } from './loans/loanRows.ts'
import { limitFileKind } from './limits/limitFileKinds.ts'
import type { RecordKind } from './kit/recordKind.ts'
import { records } from './records.ts'

/** Every kind of record with a workflow: the inbox, the audit trail and the tests walk this list. */
export const recordKinds: readonly RecordKind[] = [
  ...records.map(({ kind }) => kind),
  farmerUploadKind,
  farmerCompanyUploadKind,
  createdFarmerKind,
  updateRequestKind,
  plotKind,
  cherryDeliveryKind,
  cherryDeliveryUploadKind,
  limitFileKind,
  parchmentKind,
  loanRequestKind,
]
