import { z } from 'zod'
import { oneLine } from '#contract/kit/oneLine.ts'
import { plainDigits } from '#contract/kit/plainNumber.ts'
import { cherryDeliveryFields as field } from './cherryDeliveryFields.ts'
import { Id } from '#contract/kit/endpoint.ts'
import { schemaOf } from '#contract/kit/field.ts'
import { seasonName } from '#contract/house/seasons.ts'

const needed = (message: string) => z.string(message).trim().min(1, message)
/** Kilograms are sent as a number or as the text of a field. */
const weight = plainDigits('Current Delivery is required')
  .transform(String)
  .pipe(schemaOf(field.currentDelivery, 'Current Delivery'))
const date = z.string().pipe(schemaOf(field.deliveredOn, 'Date'))
const season = needed('Season is required').regex(seasonName, 'Season is required')
const product = needed('Product Name is required').pipe(z.literal('COFFEE', 'The only produce is COFFEE'))
/** That the disclaimer was accepted, beside what is entered. */
export const acceptance = {
  disclaimerAccepted: z
    .literal(true, 'Please tick the checkbox to proceed')
    .optional()
    .describe('Clients of the specification send only ticked forms and leave it out'),
  disclaimerVersion: z.number().int().optional().describe('The version that was shown'),
}
const weighed = {
  deliveredOn: date.optional().describe('Today when it is left out'),
  factoryId: Id.nullable().optional(),
  receiptNumber: schemaOf(field.receiptNumber, 'Receipt Number').optional(),
}

/** A delivery as the form sends it. Source: specification 1, section 5, with its texts. */
export const NewDelivery = z.object({
  memberNumber: needed('Member Number is required').pipe(schemaOf(field.memberNumber, 'Member Number')),
  growerCode: needed('Grower ID is required'),
  productName: product,
  currentDelivery: weight,
  season,
  fullName: z.string().max(200).optional(),
  idNumber: z.string().max(40).optional().describe('Compared with the member when it is given'),
  ...weighed,
  ...acceptance,
})
/** An edited delivery: the same rules, and the record it is about. */
export const ChangedDelivery = NewDelivery.extend({
  id: Id,
  version: z.number().int().optional(),
  growerCode: needed('Grower is required'),
  fullName: needed('Full Name is required'),
  idNumber: needed('ID Number is required'),
})
/** A correction of what a member has in a season. */
export const NewCorrection = z.object({
  memberNumber: needed('Member Number is required').pipe(schemaOf(field.memberNumber, 'Member Number')),
  season,
  kilograms: z
    .number('Weight is required')
    .multipleOf(0.001, 'At most 3 decimals')
    .refine((value) => value !== 0, 'Enter a number other than zero')
    .describe('Above zero adds, below zero takes away'),
  reason: oneLine(500, 'Reason is required').min(3, 'Reason is required'),
  correctsId: Id.optional().describe('The delivery that is wrong'),
  deliveredOn: date.optional().describe('Today, or the last day of a past season, when it is left out'),
  ...acceptance,
})
/** One row of a batch: the day tells the season, the user the society. */
export const BatchDelivery = NewDelivery.omit({
  growerCode: true,
  productName: true,
  season: true,
  fullName: true,
  disclaimerAccepted: true,
  disclaimerVersion: true,
}).extend({ id: Id.describe('Made by the client: sent again, it makes nothing twice') })
