import { z } from 'zod'

/** What a deduction takes of a line, or a premium adds to it, and by which resolution. */
export const LinePart = z.object({
  title: z.string(),
  authority: z.string().describe('Number of the minute of the resolution that allows it'),
  authorityDate: z.iso.date(),
  amount: z.number().describe('KES'),
})
export type LinePart = z.output<typeof LinePart>

/** Premiums and deductions of a line; loans stand apart. */
export const lineParts = {
  bonus: z.number().describe('KES of premiums, added to the total'),
  bonuses: z.array(LinePart),
  deducted: z.number().describe('KES that deductions take which are not loans'),
  deductions: z.array(LinePart),
}
