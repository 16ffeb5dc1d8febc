import type { DaysOfSale } from '#contract/sales/sales.ts'
import { dayAfter, daysBetween } from '#server/facts/days.ts'
import { holidaysOf, readGazetted, type Holiday } from '#server/facts/publicHolidays.ts'
import { isWorkingDay, workingDayAfter } from '#server/facts/workingDays.ts'
import { businessDate, endOfDay, startOfDay } from '#server/kit/clock.ts'
import type { Tx } from '#server/kit/db.ts'

// Buyers get samples about twelve days before the sale, so the coffee must have left the mill by then.
const dispatchDays = 12
// Catalogues are uploaded and approved one working day before the sale. Source: circular of the CMA, 28 March 2024.
const catalogueWorkingDays = 1
// The buyer pays within five working days after the sale. Source: notice of the exchange, in force since 28 January 2026.
const promptWorkingDays = 5
const dispatchEnds = '16:00:00'
const catalogueEnds = '17:00:00'

const inNairobi = (day: string, time: string): string => new Date(`${day}T${time}+03:00`).toISOString()

/** Public holidays of the years around a business date, in order. */
export async function holidaysAround(tx: Tx, day: string): Promise<Holiday[]> {
  const gazetted = await readGazetted(tx)
  const year = Number(day.slice(0, 4))
  return [year - 1, year, year + 1].flatMap((one) => holidaysOf(one, gazetted))
}

export const daysOffIn = (holidays: readonly Holiday[]): ReadonlySet<string> =>
  new Set(holidays.filter(({ dayOff }) => dayOff).map(({ day }) => day))

/**
 * The days that follow from the day of a sale: dispatch ends twelve days before it at 16:00, or on the working day before that
 * where nobody works; the catalogue closes at 17:00 of the working day before it; buyers pay within five working days after it.
 */
export function usualDays(saleDate: string, daysOff: ReadonlySet<string>): DaysOfSale {
  const twelveBefore = dayAfter(saleDate, -dispatchDays)
  const lastDispatch = isWorkingDay(twelveBefore, daysOff) ? twelveBefore : workingDayAfter(twelveBefore, -1, daysOff)
  return {
    saleDate,
    dispatchCutoff: inNairobi(lastDispatch, dispatchEnds),
    catalogueClose: inNairobi(lastCatalogueDay(saleDate, daysOff), catalogueEnds),
    promptDate: lastPromptDay(saleDate, daysOff),
  }
}

const lastCatalogueDay = (saleDate: string, daysOff: ReadonlySet<string>) =>
  workingDayAfter(saleDate, -catalogueWorkingDays, daysOff)
const lastPromptDay = (saleDate: string, daysOff: ReadonlySet<string>) =>
  workingDayAfter(saleDate, promptWorkingDays, daysOff)

export type Problems = Partial<Record<keyof DaysOfSale | 'season' | 'saleNumber', string>>

/** What of the days of a sale cannot be, by field: a day off, or a course in which one day does not come after the other. */
export function problemsOf(days: DaysOfSale, holidays: readonly Holiday[]): Problems {
  const daysOff = daysOffIn(holidays)
  const { saleDate, promptDate } = days
  const [cutoff, close] = [new Date(days.dispatchCutoff), new Date(days.catalogueClose)]
  const found: Problems = {}
  if (!isWorkingDay(saleDate, daysOff)) {
    const holiday = holidays.find(({ day, dayOff }) => day === saleDate && dayOff)
    found.saleDate = holiday ? `Nobody works on that day: ${holiday.name}` : 'Choose a day from Monday to Friday'
  }
  if (close > endOfDay(lastCatalogueDay(saleDate, daysOff)))
    found.catalogueClose = 'The catalogue stands one working day before the sale at the latest'
  if (close <= cutoff) found.catalogueClose = 'The catalogue closes after the dispatch'
  if (cutoff >= startOfDay(saleDate)) found.dispatchCutoff = 'The dispatch ends before the day of the sale'
  else if (daysBetween(businessDate(cutoff), saleDate) > 60)
    found.dispatchCutoff = 'The dispatch ends at most 60 days before the sale'
  if (promptDate <= saleDate) found.promptDate = 'Buyers pay after the day of the sale'
  else if (promptDate > lastPromptDay(saleDate, daysOff))
    found.promptDate = 'Buyers pay within five working days after the sale'
  return found
}
