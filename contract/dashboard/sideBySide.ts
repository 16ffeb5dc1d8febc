import { z } from 'zod'

const count = z.number().int()
const Figures = z.object({
  farmers: count.describe('Approved members'),
  verified: count.describe('Whose account the bank has verified'),
  checked: count.describe('Whose data were looked at'),
  delivered: count.describe('Who have approved cherry this season'),
  kilograms: z.number().describe('Approved this season'),
  beforeKg: z.number().describe('Approved up to the same day of the season before'),
  score: z.number().nullable().describe('Of the quality of the data, from 0 to 100'),
  owed: z.number().nullable().describe('In shillings; null for who does not read loans'),
})

const SocietyBeside = Figures.extend({
  organisationCode: z.string(),
  organisationName: z.string(),
  county: z.string(),
})
export type SocietyBeside = z.output<typeof SocietyBeside>

/** Counties and societies side by side, from the figures that are kept of each society. */
export const SideBySide = z.object({
  season: z.string(),
  today: z.iso.date(),
  counties: z.array(Figures.extend({ id: count, name: z.string(), societies: count })),
  societies: z.array(SocietyBeside),
})
export type SideBySide = z.output<typeof SideBySide>
