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

const dayBefore = (day: string): string => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10)

/** The earliest day whose records are at most so many working days old. */
export function earliestDay(today: string, workingDays: number): string {
  let day = today
  while (workingDaysBetween(dayBefore(day), today) <= workingDays) day = dayBefore(day)
  return day
}

/** Groups of ages that end, each with the earliest day of its records; all older ones are in the group that has no end. */
export const agesSince = (today: string): { key: AgeKey; since: string }[] =>
  ages.flatMap(({ key, to }) => (Number.isFinite(to) ? [{ key, since: earliestDay(today, to) }] : []))
