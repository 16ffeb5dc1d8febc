import { sqlCounted } from '#server/kit/records/sqlCounted.ts'
import { farmerCompaniesFile, farmersFile } from '#contract/farmers/farmerFiles.ts'
import { farmerCompanyUploadFlow, farmerUploadFlow } from '#contract/farmers/farmerUploads.ts'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import { recordKind, type RecordKind } from '#server/kit/records/recordKind.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'
import { checkLists } from '#server/facts/checkLists.ts'
import { listedNames } from '#server/facts/listedNames.ts'
import { bankAnswers } from './bankAnswers.ts'
import { crossRules } from './farmerUploadChecks.ts'
import { beginLookUps } from './lookAhead.ts'

const upload = {
  table: 'uploads',
  title: sql<string>`t.file_name`,
  atStake: sqlCounted(sql`t.row_count - t.left_out_count`, 'farmer'),
}

const farmerUploadKind = recordKind({
  ...upload,
  flow: farmerUploadFlow,
  where: sql<boolean>`t.kind = 'farmers'`,
})
const farmerCompanyUploadKind = recordKind({
  ...upload,
  flow: farmerCompanyUploadFlow,
  where: sql<boolean>`t.kind = 'farmer_companies'`,
})

const bindingOf = (kind: UploadKind, record: RecordKind): UploadBinding => ({
  kind,
  record,
  reads: readsFarmers,
  lists: checkLists,
  listedNames,
  crossRules: crossRules(kind),
  sent: beginLookUps,
  answers: bankAnswers(kind),
})

export const farmersBinding = bindingOf(farmersFile, farmerUploadKind)
export const farmerCompaniesBinding = bindingOf(farmerCompaniesFile, farmerCompanyUploadKind)
