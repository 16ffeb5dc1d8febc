import { z } from 'zod'
import { Comment, Id } from '#contract/kit/endpoint.ts'
import { plainDigits, seenVersion } from '#contract/kit/plainNumber.ts'

// Values come as the whole record is posted back: numbers as numbers or as they were typed, organisations as codes or as objects.
const typed = (missing: string) =>
  z
    .union([z.string(), z.number()], { error: missing })
    .transform((value) => String(value).trim())
    .refine((value) => value !== '', missing)
const asCode = (missing: string) =>
  z
    .union([z.string(), z.object({ organisationCode: z.string() })], { error: missing })
    .transform((named) => (typeof named === 'string' ? named : named.organisationCode).trim().toUpperCase())
    .refine((code) => code !== '', missing)
/** A number as it is or as plain digits, handed on as text. */
const digits = (missing: string) =>
  plainDigits(missing)
    .transform((value) => String(value).trim())
    .refine((value) => value !== '', missing)
const weight = plainDigits()
  .nullish()
  .transform((value) => (value === null || value === undefined ? undefined : String(value)))
const optional = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? undefined : String(value).trim()))

/** An edited dispatch record, with the sentences that the specification gives its form. Source: specification 3, section 5. */
export const editedRecord = z.object({
  id: Id,
  version: seenVersion,
  outTurnNumber: typed('OutturnNumber is required'),
  bags: digits('Bags is required'),
  pockets: digits('Pocket is required'),
  season: typed('Season is required'),
  saleNumber: typed('SaleNumber  is required'),
  millerCode: asCode('Miller  is required'),
  warehouseCode: asCode('Warehouse  is required'),
  brokerCode: asCode('broker  is required'),
  grossWeight: weight,
  tareWeight: weight,
  netWeight: weight,
  marks: optional,
  splitNumber: optional,
  deleteFlag: z.enum(['Y', 'N']).nullish(),
  actionComment: Comment,
  approverComment: Comment,
})
export type EditedRecord = z.output<typeof editedRecord>
