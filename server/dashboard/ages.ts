import { ages, type AgeKey } from '#contract/dashboard/dashboard.ts'
import { earliestDay } from '#server/facts/workingDays.ts'

/** Groups of ages that end, each with the earliest day of its records; all older ones are in the group that has no end. */
export const agesSince = (today: string, daysOff: ReadonlySet<string>): { key: AgeKey; since: string }[] =>
  ages.flatMap(({ key, to }) => (Number.isFinite(to) ? [{ key, since: earliestDay(today, to, daysOff) }] : []))
