import type { Dashboard } from '#contract/dashboard/dashboard.ts'

type Week = Dashboard['weeks'][number]

const weekMs = 7 * 86_400_000

/** The weeks from the first to the last with deliveries, those without one included. */
export function everyWeek(weeks: readonly Week[]): Week[] {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!first || !last) return []
  const known = new Map(weeks.map((week) => [week.week, week]))
  const all: Week[] = []
  for (let day = Date.parse(first.week); day <= Date.parse(last.week); day += weekMs) {
    const week = new Date(day).toISOString().slice(0, 10)
    all.push(known.get(week) ?? { week, approvedKg: 0, pendingKg: 0, beforeKg: 0 })
  }
  return all
}

/** Whether this week is not over on that day. */
export const runsOn = ({ week }: Pick<Week, 'week'>, today: string): boolean =>
  week <= today && Date.parse(today) - Date.parse(week) < weekMs

/** Whether a month begins with this week, so that its name stands below it. A month of which little is shown has none. */
export function beginsMonth(weeks: readonly Week[], at: number): boolean {
  const month = (index: number) => weeks[index]?.week.slice(0, 7)
  if (at > 0) return month(at) !== month(at - 1)
  return month(0) === month(Math.min(2, weeks.length - 1))
}
