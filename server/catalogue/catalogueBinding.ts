import { catalogueFile } from '#contract/catalogue/catalogueFile.ts'
import { readsCatalogue } from '#contract/catalogue/catalogueRecords.ts'
import { tradeParties, tradePartyNames } from '#server/facts/tradeParties.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'
import { catalogueCrossRules } from './catalogueChecks.ts'
import { catalogueFileKind } from './catalogueKinds.ts'
import { enterLots, takeBackLots } from './enterLots.ts'

export const catalogueBinding: UploadBinding = {
  kind: catalogueFile,
  record: catalogueFileKind,
  reads: readsCatalogue,
  lists: tradeParties,
  listedNames: tradePartyNames,
  crossRules: catalogueCrossRules,
  sent: enterLots,
  withdrawn: takeBackLots,
}
