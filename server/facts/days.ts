const dayMs = 86_400_000

/** The business date (YYYY-MM-DD) so many days after another; before it when negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** How many days lie between two business dates. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** The weekday of a business date: 0 is Monday. */
export const weekdayOf = (day: string): number => (new Date(day).getUTCDay() + 6) % 7
