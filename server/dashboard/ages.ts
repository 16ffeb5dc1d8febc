import { ages, type AgeKey } from '#contract/dashboard/dashboard.ts'
import { earliestDay } from '#server/facts/workingDays.ts'

/** Groups of ages that end, each with the earliest day of its records; all older ones are in the group that has no end. */
export const agesSince = (today: string, daysOff: ReadonlySet<string>): { key: AgeKey; since: string }[] =>
  ages.flatMap(({ key, to }) => (Number.isFinite(to) ? [{ key, since: earliestDay(today, to, daysOff) }] : []))

/** Counts of the groups, each together with all younger ones, and all of them. */
export type AgesCounted = { total: number } & Record<Exclude<AgeKey, 'above7'>, number>

/** The groups as they are shown, each by itself. */
export const agesOf = ({ total, upTo1, upTo3, upTo7 }: AgesCounted): Record<AgeKey, number> => ({
  upTo1,
  upTo3: upTo3 - upTo1,
  upTo7: upTo7 - upTo3,
  above7: total - upTo7,
})
