import { farmerFields as field } from './farmerFields.ts'
import { numberIn, type CheckContext, type Problem } from '#contract/kit/field.ts'
import { nearest } from '#contract/kit/nearest.ts'
import { uploadKind, type Repair } from '#contract/kit/uploadKind.ts'

type Lists = CheckContext['lists']
type CellFinding = { column: 'subCounty' | 'ward' | 'institution'; problem: Problem; severity: 'error' }
const keyOf = (name: string) => name.toUpperCase()

/** Turns the names of sub-county and ward into ids: both are unique only inside what they lie in. */
function place(values: { county: string; subCounty: string; ward: string }, lists: Lists): CellFinding[] {
  const subCounty = lists['subCounties']?.get(`${values.county}/${keyOf(values.subCounty)}`)
  if (!subCounty)
    return [
      {
        column: 'subCounty',
        problem: { code: 'unknown_sub_county', message: 'Not a sub-county of this county' },
        severity: 'error',
      },
    ]
  const ward = lists['wards']?.get(`${subCounty}/${keyOf(values.ward)}`)
  if (!ward)
    return [
      {
        column: 'ward',
        problem: { code: 'unknown_ward', message: 'Not a ward of this sub-county' },
        severity: 'error',
      },
    ]
  Object.assign(values, { subCounty, ward })
  return []
}

function institution(values: { institutionType: string; institution: string }, lists: Lists): CellFinding[] {
  if (lists['typeOfInstitution']?.get(values.institution) === values.institutionType) return []
  return [
    {
      column: 'institution',
      problem: { code: 'other_institution_type', message: `Not a ${values.institutionType} institution` },
      severity: 'error',
    },
  ]
}

const inside = (list: ReadonlyMap<string, string> | undefined, parent: string) =>
  [...(list?.keys() ?? [])].filter((key) => key.startsWith(`${parent}/`)).map((key) => key.slice(parent.length + 1))
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
    mend: (cell, _row, { lists }) => nearest(cell, lists['counties']?.keys() ?? []) ?? cell,
  },
  {
    column: 'variety',
    codes: ['unknown_varieties'],
    label: 'Match to the nearest variety',
    mend: (cell, _row, { lists }) => nearest(cell, lists['varieties']?.keys() ?? []) ?? cell,
  },
  {
    column: 'institution',
    codes: ['unknown_institutions'],
    label: 'Match to the nearest institution',
    mend: (cell, _row, { lists }) => nearest(cell, lists['institutions']?.keys() ?? []) ?? cell,
  },
  {
    column: 'subCounty',
    codes: ['unknown_sub_county'],
    label: 'Match to the nearest sub-county',
    mend: (cell, row, { lists }) =>
      nearest(cell, inside(lists['subCounties'], lists['counties']?.get(keyOf(row['county'] ?? '')) ?? '')) ?? cell,
  },
  {
    column: 'ward',
    codes: ['unknown_ward'],
    label: 'Match to the nearest ward',
    mend: (cell, row, { lists }) =>
      nearest(
        cell,
        inside(
          lists['wards'],
          lists['subCounties']?.get(
            `${lists['counties']?.get(keyOf(row['county'] ?? ''))}/${keyOf(row['subCounty'] ?? '')}`,
          ) ?? '',
        ),
      ) ?? cell,
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
  checkRow: (values, { lists, year }) => [
    ...place(values, lists),
    ...institution(values, lists),
    ...(year - Number(values.yearOfBirth) < 18
      ? [
          {
            column: 'yearOfBirth' as const,
            problem: { code: 'minor', message: 'Younger than 18' },
            severity: 'warning' as const,
          },
        ]
      : []),
    ...(/^\d{6,9}$/.test(values.farmerId)
      ? []
      : [
          {
            column: 'farmerId' as const,
            problem: { code: 'unusual_id', message: 'Not the usual shape of a national ID' },
            severity: 'warning' as const,
          },
        ]),
  ],
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
  checkRow: (values, { lists }) => [...place(values, lists), ...institution(values, lists)],
  repairs: repairs.filter((repair) => repair.column !== 'farmerId'),
  instructions: ['One company per row.', ...instructions.slice(1)],
})
