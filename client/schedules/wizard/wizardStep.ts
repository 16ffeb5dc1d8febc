import type { GrowerDetails } from '#contract/schedules/communalPayments.ts'

/** What every step of the wizard is shown: the figures of the server, and what the maker has chosen so far. */
export type WizardStep = {
  data: GrowerDetails
  season: string
  /** Lenders whose loans are not recovered. */
  left: ReadonlySet<string>
  onLeft: (left: ReadonlySet<string>) => void
  /** Lenders whose loans are recovered, as the calls take them. */
  loans: string
}
