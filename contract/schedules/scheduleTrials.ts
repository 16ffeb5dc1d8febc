import { z } from 'zod'
import { Id } from '#contract/kit/endpoint.ts'
import { plainNumber } from '#contract/kit/plainNumber.ts'
import { FactoryRate } from './scheduleFactories.ts'

/** Why figures cannot be tried as they were asked. */
export const trialRefusals = {
  retention: 'More would be retained than lies on the account',
  loans: 'Choose among the loans that are offered',
  deductions: 'Choose among the deductions that are offered',
} as const

export const Loans = z
  .preprocess(
    (value) => (Array.isArray(value) ? value.join(',') : (value ?? '')),
    z
      .string()
      .max(2_000)
      .refine((text) => /^([\da-f-]{36}(,[\da-f-]{36})*)?$/i.test(text), trialRefusals.loans),
  )
  .describe('Ids of the loans of getGrowerDetails, with commas between')

export const WithoutDeductions = z
  .string()
  .max(4_000)
  .regex(/^([\da-f-]{36}(,[\da-f-]{36})*)?$/i, trialRefusals.deductions)
  .default('')
  .describe('Ids of approved deductions that are left out and stay owed, with commas between')

/** Other figures than those of now: what a schedule would come to with them is computed, nothing else. */
export const TriedFigures = z.object({
  loansToRecover: Loans,
  withoutDeductions: WithoutDeductions.optional(),
  retention: z
    .object({
      unit: z.enum(['KES', 'PERCENT']),
      value: plainNumber(
        z.number('Amount is required').min(0, 'Amount is required').max(1e12, trialRefusals.retention),
      ),
    })
    .optional()
    .describe(
      'Kept back of what lies on the account; factories with rates of their own give it in the same proportion',
    ),
})
export type TriedFigures = z.output<typeof TriedFigures>

/** What a schedule comes to, and what it does to members. */
export const ScheduleFigures = z.object({
  rate: z.number().describe('KES per kg: the pool less the premiums, by the kilograms, cut to whole cents'),
  members: z.number().int(),
  held: z.number().int(),
  nothingLeft: z.number().int().describe('Members who get nothing: what they owe takes it all'),
  total: z.number(),
  bonus: z.number().describe('KES of premiums, beside the rate'),
  deducted: z.number().describe('KES that deductions take which are not loans'),
  recovered: z.number(),
  net: z.number(),
  carried: z.number().describe('KES that stay on the account'),
  median: z.number().describe('Half of the members get less than this'),
  least: z.number().describe('The lowest net amount above nothing'),
  factories: z.array(FactoryRate).describe('Where each factory has a rate of its own'),
  holds: z.array(z.object({ reason: z.string(), title: z.string(), members: z.number().int(), amount: z.number() })),
})
export type ScheduleFigures = z.output<typeof ScheduleFigures>

/** The figures as they are, beside those that are tried. */
export const SchedulePreview = ScheduleFigures.extend({
  tried: z
    .object({
      figures: ScheduleFigures,
      retained: z.number().describe('KES that would be kept back'),
      without: z.number().int().describe('Members who would get nothing and get something as it is'),
    })
    .nullable()
    .describe('Null where nothing else is tried'),
})
export type SchedulePreview = z.output<typeof SchedulePreview>

/** Members who would get nothing as tried and get something as it is, who would lose most first. */
export const MembersWithout = z.object({
  count: z.number().int(),
  members: z
    .array(
      z.object({ id: Id, name: z.string(), memberNumber: z.string(), amount: z.number().describe('KES as it is') }),
    )
    .describe('The first hundred'),
})
