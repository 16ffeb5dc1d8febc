import type { UploadKindName } from '#contract/index.ts'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import { declaredCalls } from '#server/kit/web/openApi.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import { newDeliveries } from './deliveryFiles.ts'
import { newCompanies, newFarmers } from './farmerFiles.ts'
import { newLimits } from './limitFiles.ts'
import { outturns } from './parchmentFiles.ts'
import { sampleRequest, unknownId } from './sampleRequests.ts'

/** Fresh rows of each kind: nothing is wrong with them, and nobody has sent them. */
const newRows: Record<UploadKindName, (count: number) => Record<string, string>[]> = {
  farmers: newFarmers,
  farmer_companies: newCompanies,
  cherry_deliveries: newDeliveries,
  cherry_limits: newLimits,
  parchment: outturns,
}
export const freshRows = (kind: UploadKind, count: number): Record<string, string>[] =>
  newRows[kind.name as UploadKindName](count) // border: every declared kind has its name in the register

/** The fields that some kinds need besides the file. */
export const extraFields = { millerCode: 'ML2001', shareData: 'true' }

/** Where files of a kind are sent by society CF4100. */
export async function uploadPath(kind: UploadKind): Promise<string> {
  const call = declaredCalls.find(({ declared }) => declared.upload === kind)
  if (!call) throw new Error(`no call takes ${kind.name}`)
  const { id: organisationId, code: organisationCode } = organisationOf('CF4100')
  return (await sampleRequest(call.declared, { organisationId, organisationCode, id: unknownId })).path
}
