import { cherryDeliveriesBinding } from './deliveries/cherryDeliveryKinds.ts'
import { farmerCompaniesBinding, farmersBinding } from './farmers/farmerUploadKinds.ts'
import { cherryLimitsBinding } from './limits/limitFileKinds.ts'
import { parchmentBinding } from './parchment/parchmentKind.ts'
import type { UploadBinding } from './kit/uploads/uploadBinding.ts'

/** Every kind of upload with its checks: the engine, the review screen and the tests walk this list. */
export const uploadBindings: readonly UploadBinding[] = [
  farmersBinding,
  farmerCompaniesBinding,
  cherryDeliveriesBinding,
  parchmentBinding,
  cherryLimitsBinding,
]
