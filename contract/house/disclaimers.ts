import { z } from 'zod'

/** Texts that the product itself asks people to accept, by their name, with what an administrator reads. */
export const disclaimerNames = {
  cherry_delivery: 'Cherry delivery',
  share_data: 'Consent to share with KPCU',
  dispatch: 'Terms of dispatch',
} as const
export type DisclaimerName = keyof typeof disclaimerNames

/** The wording in force of a text that people accept. */
export const Disclaimer = z.object({
  version: z.number().int(),
  english: z.string(),
  swahili: z.string(),
  acceptedAt: z.iso.datetime({ offset: true }).nullable().describe('When the user first accepted this version'),
})
export type Disclaimer = z.output<typeof Disclaimer>

/** Who agreed that a record is shared, when, and to which wording. */
export const Consent = z.object({
  version: z.number().int().describe('Version of the wording'),
  by: z.string(),
  at: z.iso.datetime({ offset: true }),
})
export type Consent = z.output<typeof Consent>
