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

/** What is asked of a farmer who is entered one by one: a row of the farmers file, and the last three years. */
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

/** The same with what only a form asks: the grower, who is found by a search. */
export const createdFarmerForm = {
  ...createdFarmerFields,
  grower,
}
export type CreatedFarmerFormField = keyof typeof createdFarmerForm

/** The checks of the farmers file hold for a farmer who is entered by hand. */
export const createdFarmerRules: RowRules<CreatedFarmerField> = {
  columns: createdFarmerFields,
  ...(farmersFile.checkRow ? { checkRow: farmersFile.checkRow } : {}),
}

// Old clients send null for what they leave alone, and numbers as numbers; what may stand in them is the rule of the field.
const given = z.union([z.string().max(300), z.number(), z.null()]).optional()
const givenNumber = plainDigits().nullish()
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
  firstName: given,
  middleName: given,
  lastName: given,
  fullName: given.describe('Made of the three names'),
  farmerId: given,
  memberNumber: given,
  mobileNumber: given,
  gender: given,
  YearOfBirth: given,
  yearOfBirth: given,
  kraPin: given,
  acreage: givenNumber,
  numberOfTrees: givenNumber,
  variety: place,
  productVariety: place,
  county: place,
  subCounty: place,
  ward: place,
  village: given,
  yearOneProduce: givenNumber,
  yearTwoProduce: givenNumber,
  yearThreeProduce: givenNumber,
  yearOnePrice: givenNumber,
  yearTwoPrice: givenNumber,
  yearThreePrice: givenNumber,
  grower: place.describe('The own society, through which a farmer sells; it need not be said'),
  institutionTupe: given.describe('Kind of payment institution: BANK, M-PESA, SACCO or MFB'),
  institutionType: given,
  institution: given.describe('Name or code of the payment institution'),
  institutionCode: given,
  bankCode: given,
  bankAccount: given,
  accountName: given,
  accountNumber: given,
  currency: given,
  farmerBankDetail: z
    .object({ bankName: given, bank: place, currency: given, accountName: given, account: given })
    .nullish()
    .describe('The account again, as the specification groups it'),
})
export type CreatedFarmerBody = z.output<typeof createdFarmerBody>

type Given = string | number | null | undefined | { id?: string | number | null | undefined }

/** A value as a person would have written it; undefined where it was left out. */
function written(value: Given): string | undefined {
  if (value === null || value === undefined) return undefined
  return typeof value === 'object' ? written(value.id) : String(value).trim()
}
const first = (...values: Given[]): string | undefined => values.map(written).find((value) => value !== undefined)

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
