import { z } from 'zod'
import { plainDigits } from '#contract/kit/plainNumber.ts'
import { farmerFields } from './farmerFields.ts'
import { farmersFile } from './farmerFiles.ts'
import { text } from '#contract/kit/field.ts'
import type { Column, RowRules } from '#contract/kit/uploadKind.ts'

const years = [
  'yearOneProduce',
  'yearTwoProduce',
  'yearThreeProduce',
  'yearOnePrice',
  'yearTwoPrice',
  'yearThreePrice',
] as const
type YearField = (typeof years)[number]
// Fields that the specification spells as we do.
const plain = [
  'firstName',
  'middleName',
  'lastName',
  'farmerId',
  'memberNumber',
  'mobileNumber',
  'gender',
  'kraPin',
  'acreage',
  'numberOfTrees',
  'village',
] as const
export type CreatedFarmerField = keyof (typeof farmersFile)['columns'] | YearField

/** The fields of a farmer who is entered one by one: a row of the farmers file, and the last three years. */
export const createdFarmerFields: Record<CreatedFarmerField, Column> = {
  ...farmersFile.columns,
  yearOneProduce: farmerFields.yearOneProduce,
  yearTwoProduce: farmerFields.yearTwoProduce,
  yearThreeProduce: farmerFields.yearThreeProduce,
  yearOnePrice: farmerFields.yearOnePrice,
  yearTwoPrice: farmerFields.yearTwoPrice,
  yearThreePrice: farmerFields.yearThreePrice,
}

const grower: Column = { title: 'Grower', example: '', ...text(100, { required: false }) }

/** The same with what only a form has: the grower, who is found by a search. */
export const createdFarmerForm = {
  ...createdFarmerFields,
  grower,
}
export type CreatedFarmerFormField = keyof typeof createdFarmerForm

/** The checks of the farmers file hold for a farmer who is entered by hand. */
export const createdFarmerRules: RowRules<CreatedFarmerField> = {
  columns: createdFarmerFields,
  ...(farmersFile.rowChecks ? { rowChecks: farmersFile.rowChecks } : {}),
}

// Old clients send null for what they leave alone, and numbers as numbers; what may stand in them is the rule of the field.
const optionalValue = z.union([z.string().max(300), z.number(), z.null()]).optional()
const optionalNumber = plainDigits().nullish()
const place = z
  .union([
    z.string().max(100),
    z.number(),
    z.null(),
    z.looseObject({ id: z.union([z.string().max(100), z.number(), z.null()]).optional() }),
  ])
  .optional()
  .describe('The id, the name, or an object with the id')

/** The create-farmer payload by the specification's names; the right spellings are accepted too. */
export const createdFarmerBody = z.object({
  firstName: optionalValue,
  middleName: optionalValue,
  lastName: optionalValue,
  fullName: optionalValue.describe('Made of the three names'),
  farmerId: optionalValue,
  memberNumber: optionalValue,
  mobileNumber: optionalValue,
  gender: optionalValue,
  YearOfBirth: optionalValue,
  yearOfBirth: optionalValue,
  kraPin: optionalValue,
  acreage: optionalNumber,
  numberOfTrees: optionalNumber,
  variety: place,
  productVariety: place,
  county: place,
  subCounty: place,
  ward: place,
  village: optionalValue,
  yearOneProduce: optionalNumber,
  yearTwoProduce: optionalNumber,
  yearThreeProduce: optionalNumber,
  yearOnePrice: optionalNumber,
  yearTwoPrice: optionalNumber,
  yearThreePrice: optionalNumber,
  grower: place.describe('The own society, through which a farmer sells; it need not be said'),
  institutionTupe: optionalValue.describe('Kind of payment institution: BANK, M-PESA, SACCO or MFB'),
  institutionType: optionalValue,
  institution: optionalValue.describe('Name or code of the payment institution'),
  institutionCode: optionalValue,
  bankCode: optionalValue,
  bankAccount: optionalValue,
  accountName: optionalValue,
  accountNumber: optionalValue,
  currency: optionalValue,
  farmerBankDetail: z
    .object({
      bankName: optionalValue,
      bank: place,
      currency: optionalValue,
      accountName: optionalValue,
      account: optionalValue,
    })
    .nullish()
    .describe('The account again, as the specification groups it'),
})
export type CreatedFarmerBody = z.output<typeof createdFarmerBody>

type WireValue = string | number | null | undefined | { id?: string | number | null | undefined }

/** A value as a person would have written it; undefined where it was left out. */
function written(value: WireValue): string | undefined {
  if (value === null || value === undefined) return undefined
  return typeof value === 'object' ? written(value.id) : String(value).trim()
}
const first = (...values: WireValue[]): string | undefined => values.map(written).find((value) => value !== undefined)

/** The values of a payload under their right names; what was left out is missing. */
export function cellsOf(body: CreatedFarmerBody): Partial<Record<CreatedFarmerField, string>> {
  const account = body.farmerBankDetail ?? {}
  const cells: Partial<Record<CreatedFarmerField, string | undefined>> = {
    ...Object.fromEntries([...plain, ...years].map((name) => [name, written(body[name])])),
    yearOfBirth: first(body.YearOfBirth, body.yearOfBirth),
    variety: first(body.variety, body.productVariety),
    county: written(body.county),
    subCounty: written(body.subCounty),
    ward: written(body.ward),
    institutionType: first(body.institutionTupe, body.institutionType),
    institution: first(body.institution, body.institutionCode, body.bankCode, account.bankName, account.bank),
    accountName: first(body.accountName, account.accountName),
    accountNumber: first(body.accountNumber, body.bankAccount, account.account),
    currency: first(body.currency, account.currency),
  }
  return Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== undefined)) as Partial<
    Record<CreatedFarmerField, string>
  > // border: the names are those of `cells`
}

/** What a payload says twice and differently, by field: nobody guesses which account is meant. */
export function contradictionsOf(body: CreatedFarmerBody): Partial<Record<CreatedFarmerField | 'fullName', string>> {
  const digits = [body.accountNumber, body.bankAccount, body.farmerBankDetail?.account]
    .map((value) => written(value)?.replace(/[\s-]/g, ''))
    .filter(Boolean)
  return {
    ...(new Set(digits).size > 1 ? { accountNumber: 'Two different accounts are given' } : {}),
    ...(written(body.fullName) === '' ? { fullName: 'Full Name is required' } : {}),
  }
}
