import { z } from 'zod'
import { Id } from '#contract/kit/endpoint.ts'
import { plainNumber } from '#contract/kit/plainNumber.ts'

/** Why a pool cannot be split over factories as it was asked. */
export const splitRefusals = {
  set: 'Give each factory that brought cherry an amount, once',
  amount: 'Each factory needs an amount that gives its members at least a cent for a kilogram',
  floor: 'A factory would get less for a kilogram than the lowest communal rate of this cycle',
  pool: 'The factories together would get more than lies on the account',
} as const

const Factory = Id.nullable().describe('Null is cherry that names no factory')

/** What the maker of a schedule gives each factory. */
export const FactoryAmounts = z
  .array(
    z.object({
      factory: Factory,
      amount: plainNumber(z.number('Amount is required').min(0, 'Amount is required')).describe('KES'),
      weight: plainNumber(z.number('Weight is required').min(0, 'Weight is required')).describe(
        'Kilograms that the maker was shown; others are refused',
      ),
    }),
  )
  .max(500)
  .describe('A rate for each factory, of these amounts; left out or empty, one rate for all')
export type FactoryAmounts = z.output<typeof FactoryAmounts>

const Brought = z.object({
  factory: Factory,
  name: z.string().describe('Empty where it names no factory'),
  weight: z.number().describe('Approved kilograms of the season'),
})

/** What was brought to a factory, and what it gets when everybody has the same rate. */
export const FactoryWeight = Brought.extend({
  members: z.number().int(),
  even: z.number().describe('KES of the pool by the kilograms, cut to whole cents'),
})
export type FactoryWeight = z.output<typeof FactoryWeight>

/** What a factory gets of a schedule with a rate for each. */
export const FactoryRate = Brought.extend({
  amount: z.number().describe('KES that its maker gave the factory'),
  rate: z.number().describe('KES per kg: the amount by the kilograms, cut to whole cents'),
})
export type FactoryRate = z.output<typeof FactoryRate>

/** The part of a line that comes from one factory. */
export const LineFactory = z.object({
  name: z.string().describe('Empty where the cherry names no factory'),
  weight: z.number(),
  rate: z.number().describe('KES per kg'),
  amount: z.number(),
})
