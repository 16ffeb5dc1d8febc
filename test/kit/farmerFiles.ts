import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { farmerCompaniesFile, farmersFile } from '#contract/farmers/farmerFiles.ts'

let serial = 0

/** A CSV file of a kind; each row says only what differs from the kind's examples. */
export function csvOf(kind: UploadKind, rows: readonly Partial<Record<string, string>>[]): string {
  const keys = columnKeys(kind)
  const lines = [
    keys.map((key) => kind.columns[key]?.title ?? ''),
    ...rows.map((row) => keys.map((key) => row[key] ?? kind.columns[key]?.example ?? '')),
  ]
  return lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
}

/** Farmers nobody has registered: every value that must be unique is new in this process. */
export function newFarmers(count: number, differing: Partial<Record<string, string>> = {}) {
  return Array.from({ length: count }, () => {
    serial += 1
    return {
      memberNumber: `T${String(serial).padStart(5, '0')}`,
      farmerId: String(80_000_000 + serial),
      mobileNumber: `0711${String(serial).padStart(6, '0')}`,
      accountNumber: `0110${String(serial).padStart(10, '0')}`,
      lastName: 'Kamau',
      ...differing,
    }
  })
}

/** Companies nobody has registered. */
export function newCompanies(count: number, differing: Partial<Record<string, string>> = {}) {
  return Array.from({ length: count }, () => {
    serial += 1
    return {
      memberNumber: `T${String(serial).padStart(5, '0')}`,
      companyRegistrationNumber: `PVT${80_000_000 + serial}`,
      mobileNumber: `0711${String(serial).padStart(6, '0')}`,
      accountNumber: `0110${String(serial).padStart(10, '0')}`,
      ...differing,
    }
  })
}

export const farmersCsv = (count: number, differing: Partial<Record<string, string>> = {}): string =>
  csvOf(farmersFile, newFarmers(count, differing))
export const companiesCsv = (count: number, differing: Partial<Record<string, string>> = {}): string =>
  csvOf(farmerCompaniesFile, newCompanies(count, differing))
