import type { AdminHoliday } from '#contract/administration/adminHolidays.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { dayAfter, weekdayOf } from './days.ts'

/** What the gazette says of a day (YYYY-MM-DD): off work, or at work although the law has it off. */
export type Gazetted = { day: string; name: string; dayOff: boolean }
export type Holiday = Gazetted & Pick<AdminHoliday, 'origin'>

// Part I of the Schedule to the Public Holidays Act (Cap 110), but Idd-ul-Fitr, whose day only the gazette can say.
const fixed = [
  ['01-01', "New Year's Day"],
  ['05-01', 'Labour Day'],
  ['06-01', 'Madaraka Day'],
  ['10-10', 'Mazingira Day'],
  ['10-20', 'Mashujaa Day'],
  ['12-12', 'Jamhuri Day'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Boxing Day'],
] as const

/**
 * Public holidays of a year in order, with what the gazette says of its days. A holiday by law on a Sunday is moved to the first
 * day after it that is no holiday: section 4 of the Act.
 */
export function holidaysOf(year: number, gazetted: readonly Gazetted[]): Holiday[] {
  const days = new Map<string, Holiday>()
  const add = (holiday: Holiday) => days.set(holiday.day, holiday)
  const easter = easterSunday(year)
  const byLaw = [
    ...fixed.map(([date, name]) => ({ day: `${year}-${date}`, name })),
    { day: dayAfter(easter, -2), name: 'Good Friday' },
    { day: dayAfter(easter, 1), name: 'Easter Monday' },
  ]
  const isSunday = ({ day }: { day: string }) => weekdayOf(day) === 6
  for (const { day, name } of byLaw.filter((one) => !isSunday(one))) add({ day, name, dayOff: true, origin: 'LAW' })
  for (const one of gazetted) if (one.dayOff && isOf(year, one)) add({ ...one, origin: 'GAZETTE' })
  for (const { day, name } of byLaw.filter(isSunday)) {
    let later = dayAfter(day, 1)
    while (days.has(later)) later = dayAfter(later, 1)
    add({ day: later, name, dayOff: true, origin: 'MOVED' })
  }
  for (const one of gazetted) if (!one.dayOff && isOf(year, one)) add({ ...one, origin: 'GAZETTE' })
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
}

const isOf = (year: number, { day }: Gazetted): boolean => day.startsWith(`${year}-`)

/** Easter by the Gregorian calendar. Source: the anonymous computus in Nature, 1876, as Meeus gives it. */
export function easterSunday(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const drift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - Math.floor(century / 4) - drift + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const sum = moon + weekday - 7 * late + 114
  return new Date(Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)).toISOString().slice(0, 10)
}

/** What the gazette says, as administration keeps it. */
export const readGazetted = (tx: Tx): Promise<Gazetted[]> =>
  rows(tx, sql<Gazetted>`select day, name, day_off as "dayOff" from public_holidays order by day`)

/** Days without work in the year of a business date and in the one before: far enough back for every age that is shown. */
export async function readDaysOff(tx: Tx, today: string): Promise<ReadonlySet<string>> {
  const gazetted = await readGazetted(tx)
  const year = Number(today.slice(0, 4))
  const holidays = [year - 1, year].flatMap((one) => holidaysOf(one, gazetted))
  return new Set(holidays.filter(({ dayOff }) => dayOff).map(({ day }) => day))
}
