import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { farmerCompaniesFile, farmersFile } from '#contract/farmers/farmerFiles.ts'

let serial = 0

/** A CSV file of a kind; each row says only what differs from the kind's examples. */
export function csvOf(kind: UploadKind, rows: readonly Partial<Record<string, string>>[]): string {
  const keys = columnKeys(kind)
  const lines = [
    keys.map((key) => kind.columns[key]?.title ?? ''),
    ...rows.map((row) => Object.values(filledIn(kind, row))),
  ]
  return lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
}

/** A row that says what differs from the examples of its kind, with everything that it does not say. */
export const filledIn = (kind: UploadKind, row: Partial<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(columnKeys(kind).map((key) => [key, row[key] ?? kind.columns[key]?.example ?? '']))

/** What a member needs and nobody else has: new in this process. Member numbers sort as they were made. */
function newMember() {
  serial += 1
  return {
    memberNumber: `T${String(serial).padStart(5, '0')}`,
    mobileNumber: `0711${String(serial).padStart(6, '0')}`,
    accountNumber: `0110${String(serial).padStart(10, '0')}`,
  }
}

/** Farmers nobody has registered: every value that must be unique is new in this process. */
export const newFarmers = (count: number, differing: Partial<Record<string, string>> = {}) =>
  Array.from({ length: count }, () => ({
    ...newMember(),
    farmerId: String(80_000_000 + serial),
    lastName: 'Kamau',
    ...differing,
  }))

/** Companies nobody has registered. */
export const newCompanies = (count: number, differing: Partial<Record<string, string>> = {}) =>
  Array.from({ length: count }, () => ({
    ...newMember(),
    companyRegistrationNumber: `PVT${80_000_000 + serial}`,
    ...differing,
  }))

export const farmersCsv = (count: number, differing: Partial<Record<string, string>> = {}): string =>
  csvOf(farmersFile, newFarmers(count, differing))
export const companiesCsv = (count: number, differing: Partial<Record<string, string>> = {}): string =>
  csvOf(farmerCompaniesFile, newCompanies(count, differing))
