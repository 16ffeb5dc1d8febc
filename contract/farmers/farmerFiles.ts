import { farmerFields as field } from './farmerFields.ts'
import { numberIn, type CheckContext } from '#contract/kit/field.ts'
import { nearest } from '#contract/kit/nearest.ts'
import { uploadKind, type Repair, type RowCheck } from '#contract/kit/uploadKind.ts'

type Lists = CheckContext['lists']
const keyOf = (name: string) => name.toUpperCase()

type Place = 'county' | 'subCounty' | 'ward'
type Account = 'institutionType' | 'institution'

const subCountyOf = ({ subCounties }: Lists, county: string, name: string) =>
  subCounties?.get(`${county}/${keyOf(name)}`)

/** Turn the names of sub-county and ward into ids: both are unique only inside what they lie in. */
const places: readonly RowCheck<Place>[] = [
  {
    needs: ['county', 'subCounty'],
    check: (values, { lists }) => {
      const subCounty = subCountyOf(lists, values.county, values.subCounty)
      if (subCounty) Object.assign(values, { subCounty })
      const problem = { code: 'unknown_sub_county', message: 'Not a sub-county of this county' }
      return subCounty ? [] : [{ column: 'subCounty', problem, severity: 'error' }]
    },
  },
  {
    needs: ['county', 'subCounty', 'ward'],
    check: (values, { lists }) => {
      const ward = lists['wards']?.get(`${values.subCounty}/${keyOf(values.ward)}`)
      if (ward) Object.assign(values, { ward })
      const problem = { code: 'unknown_ward', message: 'Not a ward of this sub-county' }
      return ward ? [] : [{ column: 'ward', problem, severity: 'error' }]
    },
  },
]

const institution: RowCheck<Account> = {
  needs: ['institutionType', 'institution'],
  check: (values, { lists }) => {
    if (lists['typeOfInstitution']?.get(values.institution) === values.institutionType) return []
    const problem = { code: 'other_institution_type', message: `Not a ${values.institutionType} institution` }
    return [{ column: 'institution', problem, severity: 'error' }]
  },
}

const grownUp: RowCheck<'yearOfBirth'> = {
  needs: ['yearOfBirth'],
  check: ({ yearOfBirth }, { year }) =>
    year - Number(yearOfBirth) < 18
      ? [{ column: 'yearOfBirth', problem: { code: 'minor', message: 'Younger than 18' }, severity: 'warning' }]
      : [],
}

const usualId: RowCheck<'farmerId'> = {
  needs: ['farmerId'],
  check: ({ farmerId }) => {
    const problem = { code: 'unusual_id', message: 'Not the usual shape of a national ID' }
    return /^\d{6,9}$/.test(farmerId) ? [] : [{ column: 'farmerId', problem, severity: 'warning' }]
  },
}

const noNames: ReadonlyMap<string, string> = new Map()
/** The names that lie in a place, as they stand below its id. */
const inside = (list: ReadonlyMap<string, string> | undefined, parent: string) =>
  new Map(
    [...(list ?? noNames)].flatMap(([key, id]) =>
      key.startsWith(`${parent}/`) ? [[key.slice(parent.length + 1), id]] : [],
    ),
  )
const countyIn = ({ counties }: Lists, row: Readonly<Record<string, string>>) =>
  counties?.get(keyOf(row['county'] ?? '')) ?? ''
const letters = (cell: string) => cell.replace(/[^A-Za-z0-9]/g, '')

/** Slips that a spreadsheet or a hurried hand makes, each mended everywhere by one click. */
const repairs: Repair[] = [
  {
    column: 'mobileNumber',
    codes: ['mobile', 'mobile_digits', 'mobile_long'],
    label: 'Put the number right',
    mend: (cell) => /[17]\d{8}$/.exec(cell.replace(/[oO]/g, '0').replace(/\D/g, ''))?.[0].replace(/^/, '0') ?? cell,
  },
  { column: 'farmerId', codes: ['letters_digits'], label: 'Remove blanks and signs', mend: letters },
  { column: 'memberNumber', codes: ['letters_digits'], label: 'Remove blanks and signs', mend: letters },
  {
    column: 'acreage',
    codes: ['number', 'decimals'],
    label: 'Keep the number only',
    mend: (cell) => (Number(numberIn(cell)) > 0 ? String(Math.round(Number(numberIn(cell)) * 100) / 100) : cell),
  },
  {
    column: 'accountNumber',
    codes: ['account_digits'],
    label: 'Remove blanks and signs',
    mend: (cell) => cell.replace(/\D/g, '') || cell,
  },
  {
    column: 'county',
    codes: ['unknown_counties'],
    label: 'Match to the nearest county',
    mend: (cell, _row, { lists }) => nearest(cell, lists['counties'] ?? noNames) ?? cell,
  },
  {
    column: 'variety',
    codes: ['unknown_varieties'],
    label: 'Match to the nearest variety',
    mend: (cell, _row, { lists }) => nearest(cell, lists['varieties'] ?? noNames) ?? cell,
  },
  {
    column: 'institution',
    codes: ['unknown_institutions'],
    label: 'Match to the nearest institution',
    mend: (cell, _row, { lists }) => nearest(cell, lists['institutions'] ?? noNames) ?? cell,
  },
  {
    column: 'subCounty',
    codes: ['unknown_sub_county'],
    label: 'Match to the nearest sub-county',
    mend: (cell, row, { lists }) => nearest(cell, inside(lists['subCounties'], countyIn(lists, row))) ?? cell,
  },
  {
    column: 'ward',
    codes: ['unknown_ward'],
    label: 'Match to the nearest ward',
    mend: (cell, row, { lists }) =>
      nearest(cell, inside(lists['wards'], subCountyOf(lists, countyIn(lists, row), row['subCounty'] ?? '') ?? '')) ??
      cell,
  },
]

const instructions = [
  'One farmer per row. Do not change the headings; the order of the columns is free.',
  'Numbers such as ID, mobile and account stay text so that leading zeros are kept.',
  'Every row is checked when you upload. You can correct rows on the screen or in the annotated workbook.',
]

export const farmersFile = uploadKind({
  name: 'farmers',
  upload: 'CAN_UPLOAD_FARMERS',
  title: 'Farmers',
  template: { fileName: 'farmer_sample.xlsx', key: 'farmer' },
  sheetName: 'Farmers',
  columns: {
    firstName: field.firstName,
    middleName: field.middleName,
    lastName: field.lastName,
    farmerId: field.farmerId,
    memberNumber: field.memberNumber,
    mobileNumber: field.mobileNumber,
    gender: field.gender,
    yearOfBirth: field.yearOfBirth,
    kraPin: field.kraPin,
    acreage: field.acreage,
    numberOfTrees: field.numberOfTrees,
    variety: field.variety,
    county: field.county,
    subCounty: field.subCounty,
    ward: field.ward,
    village: field.village,
    institutionType: field.institutionType,
    institution: field.institution,
    accountName: field.accountName,
    accountNumber: field.accountNumber,
    currency: field.currency,
  },
  unique: ['farmerId', 'memberNumber'],
  rowChecks: [...places, institution, grownUp, usualId],
  repairs,
  instructions,
})

export const farmerCompaniesFile = uploadKind({
  name: 'farmer_companies',
  upload: 'CAN_UPLOAD_FARMERS',
  title: 'Farmer companies',
  // The specification saves both templates under one name.
  template: { fileName: 'farmer_sample.xlsx', key: 'farmercompany' },
  sheetName: 'Farmer companies',
  columns: {
    companyName: field.companyName,
    companyRegistrationNumber: field.companyRegistrationNumber,
    kraPin: field.companyKraPin,
    memberNumber: field.memberNumber,
    mobileNumber: field.mobileNumber,
    acreage: field.acreage,
    numberOfTrees: field.numberOfTrees,
    variety: field.variety,
    county: field.county,
    subCounty: field.subCounty,
    ward: field.ward,
    village: field.village,
    institutionType: field.institutionType,
    institution: field.institution,
    accountName: field.accountName,
    accountNumber: field.accountNumber,
    currency: field.currency,
  },
  unique: ['companyRegistrationNumber', 'memberNumber'],
  rowChecks: [...places, institution],
  repairs: repairs.filter((repair) => repair.column !== 'farmerId'),
  instructions: ['One company per row.', ...instructions.slice(1)],
})
