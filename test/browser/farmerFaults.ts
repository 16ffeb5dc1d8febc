import { readFile } from 'node:fs/promises'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { originalRowTitle } from '#server/kit/sheets/writeErrorWorkbook.ts'
import { writeTemplate } from '#server/kit/sheets/writeTemplate.ts'
import { sheetOf } from '#server/kit/uploads/sheetOf.ts'

const keys = columnKeys(farmersFile)
type Farmer = Record<(typeof keys)[number], string>
const givenNames = ['Wanjiru', 'Kamau', 'Njeri', 'Mwangi', 'Wambui', 'Kariuki', 'Nyambura', 'Githinji']

/** A farmer of the journey's file: everything right, nothing registered anywhere. */
export function farmer(n: number): Farmer {
  const first = givenNames[n % 8]!
  const last = givenNames[(n * 3 + 1) % 8]!
  return {
    firstName: first,
    middleName: '',
    lastName: last,
    farmerId: String(71_000_000 + n),
    memberNumber: `J${n}`,
    mobileNumber: `0713${String(n).padStart(6, '0')}`,
    gender: n % 2 ? 'MALE' : 'FEMALE',
    yearOfBirth: String(1950 + (n % 50)),
    kraPin: '',
    acreage: '1.5',
    numberOfTrees: '300',
    variety: 'SL28',
    county: 'Nyeri',
    subCounty: 'Othaya',
    ward: 'Karima',
    village: 'Kihuri',
    institutionType: 'BANK',
    institution: 'Co-operative Bank of Kenya',
    accountName: `${first} ${last}`,
    accountNumber: `0110900${String(n).padStart(7, '0')}`,
    currency: 'KES',
  }
}

/** Eight kinds of fault, five rows of each. The first four kinds have a one-click repair. */
const faults: readonly { name: string; break: (row: Farmer, n: number) => Farmer }[] = [
  { name: 'a zero too many', break: (row, n) => ({ ...row, mobileNumber: `0071312${String(n).padStart(4, '0')}` }) },
  {
    name: 'signs in the ID',
    break: (row) => ({ ...row, farmerId: `${row.farmerId.slice(0, 4)}-${row.farmerId.slice(4)}` }),
  },
  { name: 'a ward misspelt', break: (row) => ({ ...row, ward: 'Karyma' }) },
  { name: 'a variety misspelt', break: (row) => ({ ...row, variety: 'SL 28' }) },
  { name: 'no acreage', break: (row) => ({ ...row, acreage: '0' }) },
  { name: 'an unknown gender', break: (row) => ({ ...row, gender: 'X' }) },
  { name: 'a year to come', break: (row) => ({ ...row, yearOfBirth: '2999' }) },
  { name: 'no account', break: (row) => ({ ...row, accountNumber: '' }) },
]
const each = 5

/** The journey's workbook: so many farmers, the first forty of them with faults. */
export function faultyWorkbook(count: number): Promise<Buffer> {
  const rows = Array.from({ length: count }, (_, n) => {
    const fault = n < faults.length * each ? faults[Math.floor(n / each)] : undefined
    const row = fault ? fault.break(farmer(n), n) : farmer(n)
    return keys.map((key) => row[key])
  })
  return writeTemplate({ ...sheetOf(farmersFile), rows })
}

/** Reads the annotated workbook that a person downloaded, and writes it again with the rows put right, as they would. */
export async function correctedWorkbook(
  path: string,
  isLeftWrong: (n: number) => boolean,
): Promise<{ bytes: Buffer; rows: number; titles: string[] }> {
  const table = await readTable({ bytes: await readFile(path), fileName: 'errors.xlsx', caps: {} })
  const original = table.header.indexOf(originalRowTitle)
  const rows: string[][] = []
  for await (const batch of table.batches)
    for (const { cells } of batch) {
      const n = Number(cells[original]) - 2
      const right = keys.map((key) => farmer(n)[key])
      rows.push([...(isLeftWrong(n) ? cells.slice(2) : right), String(n + 2)])
    }
  const sheet = sheetOf(farmersFile)
  const column = { title: originalRowTitle, required: false, hint: '', example: '' }
  const bytes = await writeTemplate({ ...sheet, columns: [...sheet.columns, column], rows })
  return { bytes, rows: rows.length, titles: table.header }
}
