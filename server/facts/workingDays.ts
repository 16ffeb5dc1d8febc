import { dayAfter, daysBetween, weekdayOf } from './days.ts'

/**
 * Working days from one business date (YYYY-MM-DD) to a later one: how many days from Monday to Friday that are not off come
 * after the first, the last one included. Same day is 0, Friday to Monday 1.
 */
export function workingDaysBetween(from: string, to: string, daysOff: ReadonlySet<string>): number {
  const days = daysBetween(from, to)
  if (days <= 0) return 0
  let working = Math.floor(days / 7) * 5
  const weekday = weekdayOf(from)
  for (let day = 1; day <= days % 7; day += 1) if ((weekday + day) % 7 < 5) working += 1
  for (const day of daysOff) if (day > from && day <= to && weekdayOf(day) < 5) working -= 1
  return working
}

/** The earliest day whose records are at most so many working days old. */
export function earliestDay(today: string, workingDays: number, daysOff: ReadonlySet<string>): string {
  let day = today
  while (workingDaysBetween(dayAfter(day, -1), today, daysOff) <= workingDays) day = dayAfter(day, -1)
  return day
}

/** Whether people work on a business date. */
export const isWorkingDay = (day: string, daysOff: ReadonlySet<string>): boolean =>
  weekdayOf(day) < 5 && !daysOff.has(day)

/** The working day so many working days after a business date; before it when negative. */
export function workingDayAfter(day: string, workingDays: number, daysOff: ReadonlySet<string>): string {
  const step = Math.sign(workingDays)
  let found = day
  for (let left = Math.abs(workingDays); left > 0;) {
    found = dayAfter(found, step)
    if (isWorkingDay(found, daysOff)) left -= 1
  }
  return found
}
