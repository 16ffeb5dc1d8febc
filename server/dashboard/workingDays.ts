import { ages, type AgeKey } from '#contract/dashboard.ts'

const dayMs = 86_400_000

/**
 * Working days from one business date (YYYY-MM-DD) to a later one: how many days from Monday to Friday come after the first,
 * the last one included. Same day is 0, Friday to Monday 1. Public holidays are not known here and count as working days.
 */
export function workingDaysBetween(from: string, to: string): number {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
  if (days <= 0) return 0
  const weeks = Math.floor(days / 7)
  // 1 January 1970 was a Thursday: Monday is day 0 of the week here.
  const weekday = (Math.floor(Date.parse(from) / dayMs) + 3) % 7
  let working = weeks * 5
  for (let day = 1; day <= days % 7; day += 1) if ((weekday + day) % 7 < 5) working += 1
  return working
}

/** The group of an age in working days. */
export const ageGroup = (workingDays: number): AgeKey => ages.find(({ to }) => workingDays <= to)?.key ?? 'above7'

export type ByAge = Record<AgeKey, number>

/** Adds up numbers of records by the age of the day they came in on. */
export function byAge(arrived: readonly { day: string; n: number }[], today: string): ByAge {
  const sums: ByAge = { upTo1: 0, upTo3: 0, upTo7: 0, above7: 0 }
  for (const { day, n } of arrived) sums[ageGroup(workingDaysBetween(day, today))] += n
  return sums
}
