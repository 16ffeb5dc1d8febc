import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { writeDelimitedTable, writeTable } from '#server/kit/sheets/writeTable.ts'
import { chanceFrom } from '../../db/seed/chance.ts'
import { societies } from '../../db/seed/organisations.ts'
import { inventFarmer } from '../../db/seed/people.ts'

type Named = { id: number; name: string }
type Institution = { institutionCode: string; institutionName: string; institutionType: string }

const read = <Row>(name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../db/reference/${name}.json`), 'utf8')) as Row[]
const namesOf = (name: string) => new Map(read<Named>(name).map((one) => [one.id, one.name]))

/** Writes a farmers file of right rows, as a society would send it. `firstSerial` keeps two files from sharing a person. */
export async function writeFarmersFile(
  path: string,
  { rows, firstSerial, prefix }: { rows: number; firstSerial: number; prefix: string },
): Promise<void> {
  const sheet = {
    ...textSheet(farmersFile),
    rows: farmerRows({ rows, firstSerial, prefix }),
  }
  await pipeline(path.endsWith('.csv') ? writeDelimitedTable(sheet) : writeTable(sheet), createWriteStream(path))
}

/** The sheet of a kind of file, every column as text. */
export const textSheet = (kind: UploadKind) => ({
  sheetName: kind.sheetName,
  columns: columnKeys(kind).map((key) => ({ title: kind.columns[key]?.title ?? '', kind: 'text' as const })),
})

export function* farmerRows({
  rows,
  firstSerial,
  prefix,
}: {
  rows: number
  firstSerial: number
  prefix: string
}): Generator<string[]> {
  const [counties, subCounties, wards, varieties] = ['counties', 'subCounties', 'wards', 'varieties'].map(namesOf)
  const institutions = new Map(read<Institution>('institutions').map((one) => [one.institutionCode, one]))
  const chance = chanceFrom(`workbook ${prefix} ${firstSerial}`)
  const society = { ...societies[0]!, prefix, digits: 7 }
  for (let n = 1; n <= rows; n++) {
    const farmer = inventFarmer({ chance, society, n, serial: firstSerial + n })
    const institution = institutions.get(farmer.institution_code)
    yield [
      farmer.first_name,
      farmer.middle_name,
      farmer.last_name,
      farmer.id_number,
      farmer.member_number,
      `0${farmer.mobile_number.slice(3)}`,
      farmer.gender,
      String(farmer.year_of_birth),
      farmer.kra_pin,
      farmer.acreage,
      String(farmer.number_of_trees),
      varieties?.get(farmer.variety_id) ?? '',
      counties?.get(farmer.county_id) ?? '',
      subCounties?.get(farmer.sub_county_id) ?? '',
      wards?.get(farmer.ward_id) ?? '',
      farmer.village,
      institution?.institutionType ?? '',
      institution?.institutionName ?? '',
      farmer.account_name,
      farmer.account_number,
      farmer.currency,
    ]
  }
}
