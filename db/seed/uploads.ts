import { cherryDeliveriesFile } from '#contract/deliveries/cherryDeliveryFile.ts'
import { farmerCompaniesFile, farmersFile } from '#contract/farmers/farmerFiles.ts'
import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { writeTemplate } from '#server/kit/sheets/writeTemplate.ts'
import { sheetOf } from '#server/kit/uploads/sheetOf.ts'
import { seasonOfDate } from '#contract/house/seasons.ts'
import { chanceFrom, type Chance } from './chance.ts'
import { dayMs, millsOf } from './deliveries.ts'
import { estates } from './names.ts'
import type { Society } from './organisations.ts'
import { inventFarmer } from './people.ts'
import { countyNames, institutionNames, subCountyNames, varietyNames, wardNames } from './reference.ts'

type Row = Record<string, string>
/** A change of row `n` of a demo file: a fault to repair, or something for a checker to look at. */
export type Spoil = (row: Row, n: number) => Row
export type DemoFile = { kind: UploadKind; society: Society; name: string; rows: Row[] }

type Invented = { society: Society; name: string; count: number; spoil?: Spoil }

/** Invents the rows of a demo file; member numbers go on after the society's register, serials never meet it. */
export function demoFile({
  kind,
  society,
  name,
  count,
  from,
  spoil,
}: Invented & { kind: 'farmers' | 'companies'; from: number }): DemoFile {
  const chance = chanceFrom(name)
  const rows = Array.from({ length: count }, (_, n) => {
    const row = kind === 'farmers' ? farmerRow(chance, society, from + n) : companyRow(chance, society, from + n)
    return spoil ? spoil(row, n) : row
  })
  return { kind: kind === 'farmers' ? farmersFile : farmerCompaniesFile, society, name, rows }
}

/** Invents a weighing book: one delivery of the last two weeks per row, with receipts that go on after the register's. */
export function deliveriesFile({ society, name, count, today, spoil }: Invented & { today: string }): DemoFile {
  const chance = chanceFrom(name)
  const first = chance.between(500, 899) * 1_000
  const [mill] = millsOf[society.code] ?? []
  // No book reaches back over the turn of the season.
  const days = Math.min(
    13,
    Math.max(0, (Date.parse(today) - Date.parse(`${seasonOfDate(today).slice(0, 4)}-10-01`)) / dayMs),
  )
  const rows = Array.from({ length: count }, (_, n) => {
    const row = {
      deliveredOn: new Date(Date.parse(today) - chance.between(0, days) * dayMs).toISOString().slice(0, 10),
      factory: mill?.[1] ?? '',
      memberNumber: `${society.prefix}${String(chance.between(1, society.farmers)).padStart(society.digits, '0')}`,
      currentDelivery: String(chance.between(20, 360) / 2),
      receiptNumber: `${society.prefix}${first + n}`,
    }
    return spoil ? spoil(row, n) : row
  })
  return { kind: cherryDeliveriesFile, society, name, rows }
}

/** The file as a clerk would have filled in the template. */
export function demoWorkbook({ kind, rows }: Pick<DemoFile, 'kind' | 'rows'>): Promise<Buffer> {
  const keys = columnKeys(kind)
  return writeTemplate({ ...sheetOf(kind), rows: rows.map((row) => keys.map((key) => row[key] ?? '')) })
}

function farmerRow(chance: Chance, society: Society, n: number): Row {
  const made = inventFarmer({ chance, society, n, serial: 100_000 + n * 3 + society.countyId * 1_000 })
  return {
    firstName: made.first_name,
    middleName: made.middle_name,
    lastName: made.last_name,
    farmerId: made.id_number,
    memberNumber: made.member_number,
    mobileNumber: `0${made.mobile_number.slice(3)}`,
    gender: made.gender,
    yearOfBirth: String(made.year_of_birth ?? ''),
    kraPin: made.kra_pin,
    acreage: made.acreage,
    numberOfTrees: String(made.number_of_trees),
    variety: varietyNames.get(made.variety_id) ?? '',
    county: countyNames.get(made.county_id) ?? '',
    subCounty: subCountyNames.get(made.sub_county_id) ?? '',
    ward: wardNames.get(made.ward_id) ?? '',
    village: made.village,
    institutionType: institutionNames.get(made.institution_code)?.type ?? '',
    institution: institutionNames.get(made.institution_code)?.name ?? '',
    accountName: made.account_name,
    accountNumber: made.account_number,
    currency: made.currency,
  }
}

function companyRow(chance: Chance, society: Society, n: number): Row {
  const {
    firstName: _first,
    middleName: _middle,
    lastName: _last,
    farmerId: _id,
    gender: _gender,
    yearOfBirth: _year,
    ...row
  } = farmerRow(chance, society, n)
  const name = `${chance.pick(estates)} ${n} Ltd`
  return { ...row, companyName: name, companyRegistrationNumber: `PVT${2_020_000 + n}`, kraPin: '', accountName: name }
}
