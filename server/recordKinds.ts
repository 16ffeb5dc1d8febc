import { cherryDeliveryKind } from './deliveries/cherryDeliveryKinds.ts'
import { farmerCompanyUploadKind, farmerUploadKind } from './farmers/farmerUploadKinds.ts'
import { parchmentKind } from './parchment/parchmentKind.ts'
import { loanRequestKind } from './loans/loanRows.ts'
import type { RecordKind } from './kit/recordKind.ts'
import { records } from './records.ts'

/** Every kind of record with a workflow: the inbox, the audit trail and the tests walk this list. */
export const recordKinds: readonly RecordKind[] = [
  ...records.map(({ kind }) => kind),
  farmerUploadKind,
  farmerCompanyUploadKind,
  cherryDeliveryKind,
  parchmentKind,
  loanRequestKind,
]
