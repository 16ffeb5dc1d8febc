const months: readonly RegExp[] = [
  /^jan/,
  /^feb/,
  /^ma[rc]/,
  /^apr/,
  /^m(?:ay|ei)/,
  /^jun/,
  /^jul/,
  /^a(?:ug|go)/,
  /^sep/,
  /^o[ck]t/,
  /^nov/,
  /^de[cs]/,
]
const today = new Set(['t', 'today', 'l', 'leo'])
const yesterday = new Set(['y', 'yesterday', 'j', 'jana'])

/**
 * The business date (YYYY-MM-DD) that a person means: 22 Nov 2026, 22 nov, 22/11/2026, 22.11.26, 221126, t for today, y for
 * yesterday. The day always comes before the month; without a year it is the last such day up to today. Null when it is none.
 */
export function readDay(typed: string, todayIs: string): string | null {
  const text = typed.trim().toLowerCase().replace(/,/g, ' ')
  if (today.has(text)) return todayIs
  if (yesterday.has(text)) return dayBeside(todayIs, -1)
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (iso) return dateOf(iso[1], iso[2], iso[3])
  const [, day, month, year] =
    /^(\d{1,2})\s*[/.\-\s]\s*(\d{1,2})(?:\s*[/.\-\s]\s*(\d{4}|\d{2}))?$/.exec(text) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text) ??
    /^(\d{1,2})[\s/.-]*([a-z]{3,})\.?[\s/.-]*(\d{4}|\d{2})?$/.exec(text) ??
    []
  if (day === undefined || month === undefined) return null
  const number = /^\d/.test(month) ? month : String(months.findIndex((shape) => shape.test(month)) + 1)
  if (year !== undefined) return dateOf(year.length === 2 ? `20${year}` : year, number, day)
  const thisYear = Number(todayIs.slice(0, 4))
  const found = dateOf(String(thisYear), number, day)
  return found !== null && found > todayIs ? dateOf(String(thisYear - 1), number, day) : found
}

/** The day so many days after another, or before it. */
export function dayBeside(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** Only a day that the calendar has: 31 February is none. */
function dateOf(year = '', month = '', day = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === date ? date : null
}
