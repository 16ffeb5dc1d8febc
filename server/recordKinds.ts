import { farmerCompanyUploadKind, farmerUploadKind } from './farmers/farmerUploadKinds.ts'
import type { RecordKind } from './kit/recordKind.ts'

/** Every kind of record with a workflow: the inbox, the audit trail and the tests walk this list. */
export const recordKinds: readonly RecordKind[] = [farmerUploadKind, farmerCompanyUploadKind]
