import type { UploadKindName } from '#contract/index.ts'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import { declaredCalls } from '#server/kit/web/openApi.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import { newResults } from './auctionResults.ts'
import { newLots } from './catalogueFiles.ts'
import { newDispatch } from './dispatchFiles.ts'
import { newAmounts, premiumTerms } from './deductionFiles.ts'
import { newDeliveries } from './deliveryFiles.ts'
import { csvOf, newCompanies, newFarmers } from './farmerFiles.ts'
import { newLimits } from './limitFiles.ts'
import { newLotsOfEstates } from './estateCured.ts'
import { outturns } from './parchmentFiles.ts'
import type { PersonName } from './people.ts'
import { sampleRequest, unknownId } from './sampleRequests.ts'
import type { World } from './world.ts'

/** Fresh rows of each kind: nothing is wrong with them, and nobody has sent them. */
const newRows: Record<UploadKindName, (count: number) => Record<string, string>[]> = {
  farmers: newFarmers,
  farmer_companies: newCompanies,
  cherry_deliveries: newDeliveries,
  cherry_limits: newLimits,
  parchment: outturns,
  catalogue: newLots,
  dispatch: newDispatch,
  estate_cured: newLotsOfEstates,
  deductions: newAmounts,
  auction_results: newResults,
}
export const freshRows = (kind: UploadKind, count: number): Record<string, string>[] =>
  newRows[kind.name as UploadKindName](count) // border: every declared kind has its name in the register

/** The fields that some kinds need besides the file. */
export const extraFields = { millerCode: 'ML2001', shareData: 'true', currency: 'KES', ...premiumTerms() }

/** Who sends files of a kind; a clerk of society CF4100 those that are not named here. */
const senders: Partial<Record<UploadKindName, { by: PersonName; organisation: string }>> = {
  catalogue: { by: 'kevinBrokerMaker', organisation: 'BR5001' },
  auction_results: { by: 'estherBankMaker', organisation: 'COOP' },
  dispatch: { by: 'kipronoMillerMaker', organisation: 'ML2001' },
  estate_cured: { by: 'kipronoMillerMaker', organisation: 'ML2001' },
}
const senderOf = (kind: UploadKind) =>
  senders[kind.name as UploadKindName] ?? { by: 'wanjikuMaker' as const, organisation: 'CF4100' } // border: as above
export const sentBy = (kind: UploadKind): PersonName => senderOf(kind).by

/** Where files of a kind are sent by whoever sends them. */
export async function uploadPath(kind: UploadKind): Promise<string> {
  const call = declaredCalls.find(({ declared }) => declared.upload === kind)
  if (!call) throw new Error(`no call takes ${kind.name}`)
  const { id: organisationId, code: organisationCode } = organisationOf(senderOf(kind).organisation)
  return (await sampleRequest(call.declared, { organisationId, organisationCode, id: unknownId })).path
}

/** A file of this kind with a row to correct: a draft of its sender. Answers its id. */
export async function draftOf(world: World, kind: UploadKind): Promise<string> {
  const [needed = ''] = Object.entries(kind.columns).find(([, { required }]) => required) ?? []
  const name = `${kind.name} to correct.csv`
  const rows = freshRows(kind, 2).map((row) => ({ ...row, [needed]: '' }))
  await world.people[sentBy(kind)].upload(await uploadPath(kind), name, csvOf(kind, rows), extraFields)
  const { rows: found } = await world.owner.query<{ id: string }>('select id from uploads where file_name = $1', [name])
  if (!found[0]) throw new Error(`no draft of ${kind.name} was kept`)
  return found[0].id
}
