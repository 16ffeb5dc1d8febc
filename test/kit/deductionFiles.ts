import { deductionsFile } from '#contract/schedules/deductionFile.ts'
import { deductionFileRowList, deductionUpload, type DeductionUpload } from '#contract/schedules/deductionUploads.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { memberOf } from './deliveryFiles.ts'
import { resolution } from './deductions.ts'
import { csvOf } from './farmerFiles.ts'
import type { Person } from './people.ts'
import { addBankAccount, newAccount } from './updateRequests.ts'
import type { World } from './world.ts'

let serial = 0

/** Amounts of members of a society, each of another one. */
export const newAmounts = (count: number, organisationCode = 'CF4100'): Record<string, string>[] =>
  Array.from({ length: count }, () => ({
    memberNumber: memberOf(organisationCode, (serial += 1)),
    idNumber: '',
    fullName: '',
    amount: `${100 + (serial % 900)}.25`,
  }))

/** What is said beside a file of a premium, which goes to nobody. */
export const premiumTerms = () => ({
  season: currentSeason(),
  kind: 'PREMIUM',
  title: `Quality of ${(serial += 1)}`,
  ...resolution(),
})

/** What is said beside a file of inputs, whose payee the bank knows. */
export async function inputsTerms(world: World): Promise<Record<string, string>> {
  const accountNumber = newAccount()
  await addBankAccount(world, accountNumber, 'MKULIMA STORES')
  return { ...premiumTerms(), kind: 'INPUTS', title: `Seedlings ${serial}`, institution: '11', accountNumber }
}

type FileBody = {
  code?: string
  message: string
  details?: { fields?: Record<string, string> }
  data: DeductionUpload
}
const pathOf = (world: World, { organisationCode }: Person) =>
  `/payment/deductionFiles/${world.organisationId(organisationCode)}`

/** As a file: what a row does not say is left empty. */
export const deductionsCsv = (rows: readonly Record<string, string>[]) =>
  csvOf(
    deductionsFile,
    rows.map((row) => ({ idNumber: '', fullName: '', ...row })),
  )

/** Uploads amounts of members with what is said beside them; an answer that is no error waits for another person. */
export const uploadDeductions = (
  world: World,
  person: Person,
  rows: readonly Record<string, string>[],
  terms: Record<string, string>,
) => person.upload<FileBody>(`${pathOf(world, person)}/upload`, 'seedlings.csv', deductionsCsv(rows), terms)

/** The same, where nothing is wrong with it. */
export async function sendDeductions(
  world: World,
  person: Person,
  rows: readonly Record<string, string>[] = newAmounts(2, person.organisationCode),
  more: Record<string, string> = {},
): Promise<DeductionUpload> {
  const { status, body } = await uploadDeductions(world, person, rows, { ...(await inputsTerms(world)), ...more })
  if (status !== 200) throw new Error(`the file was refused: ${status} ${JSON.stringify(body)}`)
  return body.data
}

export const decideDeductionFile = (
  world: World,
  person: Person,
  step: 'approve' | 'decline',
  { id }: { id: string },
  approverComment = 'Seen',
) => person.post<FileBody>(`${pathOf(world, person)}/${step}`, { id, approverComment })

let nineRows = ''
/** Files of deductions in several states. */
export async function makeDeductionFiles(world: World): Promise<void> {
  const { wanjikuMaker, margaretManager, danielMaker } = world.people
  nineRows = (await sendDeductions(world, wanjikuMaker, newAmounts(9))).id
  await decideDeductionFile(world, margaretManager, 'decline', await sendDeductions(world, wanjikuMaker))
  await decideDeductionFile(world, margaretManager, 'approve', await sendDeductions(world, wanjikuMaker))
  await sendDeductions(world, danielMaker)
}

/** The lists of deduction files, each with a call that answers it and somebody who sees many rows there. */
export const deductionFileLists = [
  { screen: deductionUpload.list, reader: 'peterBankChecker' as const, path: () => '/payment/deductionFiles/COOP' },
  {
    screen: deductionFileRowList,
    reader: 'margaretManager' as const,
    path: () => `/payment/deductionFile/${nineRows}/rows`,
  },
]
