import { seasonOfDate } from '#contract/house/seasons.ts'
import { movableDays, type DaysOfSale, type MovableDay } from '#contract/sales/sales.ts'
import { dayAfter, weekdayOf } from '#server/facts/days.ts'
import type { Holiday } from '#server/facts/publicHolidays.ts'
import { findSale, type SaleDays, type SaleKey } from '#server/facts/saleDays.ts'
import { findSeason } from '#server/facts/seasons.ts'
import { isWorkingDay } from '#server/facts/workingDays.ts'
import { businessDate, now, startOfDay } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { daysOffIn, holidaysAround, problemsOf, usualDays, type Problems } from './usualDays.ts'

/** A sale as it is proposed: its days, what they depart from, and what is wrong with them. */
type Examined = {
  days: DaysOfSale
  current: SaleDays | undefined
  departs: MovableDay[]
  holidays: readonly Holiday[]
  problems: Problems
}

type Proposed = SaleKey & { saleDate: string } & { [Day in MovableDay]?: string | undefined }

/** The days of a sale: those that are given, and for the others what follows from the day of the sale. */
export async function examineSale(tx: Tx, proposed: Proposed): Promise<Examined> {
  const { season, number, saleDate } = proposed
  const holidays = await holidaysAround(tx, saleDate)
  const usual = usualDays(saleDate, daysOffIn(holidays))
  const days: DaysOfSale = {
    saleDate,
    dispatchCutoff: proposed.dispatchCutoff ?? usual.dispatchCutoff,
    catalogueClose: proposed.catalogueClose ?? usual.catalogueClose,
    promptDate: proposed.promptDate ?? usual.promptDate,
  }
  const current = await findSale(tx, { season, number })
  const departs = movableDays.filter((day) => Date.parse(days[day]) !== Date.parse(usual[day]))
  const problems = {
    ...problemsOf(days, holidays),
    ...(await placeProblems(tx, proposed)),
    ...(current ? passedProblems(current, days) : {}),
  }
  return { days, current, departs, holidays, problems }
}

/** Sales of a season follow each other by number as by day, and none leaves its season. */
async function placeProblems(tx: Tx, { season, number, saleDate }: Proposed): Promise<Problems> {
  const found = await findSeason(tx, season)
  if (!found) return { season: `There is no season ${season}` }
  if (saleDate < found.startsOn || saleDate > found.endsOn)
    return { saleDate: `This day is not in the season ${season}` }
  const [other] = await rows(
    tx,
    sql<{
      number: number
    }>`select sale_number::int as number from sales where season = ${season} and status = 'APPROVED'
      and ((sale_number < ${number} and sale_date >= ${saleDate}) or (sale_number > ${number} and sale_date <= ${saleDate}))
      order by abs(sale_number - ${number}) limit 1`,
  )
  if (!other) return {}
  return {
    saleDate: `Sale ${other.number} is held ${other.number < number ? 'on this day or later' : 'on this day or earlier'}`,
  }
}

/** What has passed is not moved, but by opening it again. */
function passedProblems(current: SaleDays, days: DaysOfSale): Problems {
  const at = now()
  const isMoved = (before: Date, after: string) => before.getTime() !== Date.parse(after)
  if (startOfDay(current.saleDate) <= at) {
    const held = 'The sale was held: only its prompt day can still be changed'
    return {
      ...(current.saleDate === days.saleDate ? {} : { saleDate: held }),
      ...(isMoved(current.dispatchCutoff, days.dispatchCutoff) ? { dispatchCutoff: held } : {}),
      ...(isMoved(current.catalogueClose, days.catalogueClose) ? { catalogueClose: held } : {}),
    }
  }
  const reopened = 'This has passed: choose a moment to come'
  return {
    ...(startOfDay(days.saleDate) <= at ? { saleDate: 'Choose a day to come' } : {}),
    ...(isMoved(current.dispatchCutoff, days.dispatchCutoff) && new Date(days.dispatchCutoff) <= at
      ? { dispatchCutoff: reopened }
      : {}),
    ...(isMoved(current.catalogueClose, days.catalogueClose) && new Date(days.catalogueClose) <= at
      ? { catalogueClose: reopened }
      : {}),
  }
}

/** Whether two sets of days are the same moments. */
export const areSameDays = (one: SaleDays, other: DaysOfSale): boolean =>
  one.saleDate === other.saleDate &&
  one.promptDate === other.promptDate &&
  one.dispatchCutoff.getTime() === Date.parse(other.dispatchCutoff) &&
  one.catalogueClose.getTime() === Date.parse(other.catalogueClose)

/** The sale that comes next by the habit of the exchange: a week after the last one, and far enough away for its dispatch. */
export async function nextToPropose(tx: Tx, wanted?: string): Promise<SaleKey & { saleDate: string }> {
  const today = businessDate()
  const [last] = await rows(
    tx,
    sql<{
      saleDate: string | null
    }>`select max(sale_date) as "saleDate" from sales where status in ('APPROVED', 'PENDING_APPROVAL')`,
  )
  const daysOff = daysOffIn(await holidaysAround(tx, today))
  let saleDate = dayAfter(tuesdayOf(last?.saleDate ?? today), 7)
  while (new Date(usualDays(saleDate, daysOff).dispatchCutoff) <= now()) saleDate = dayAfter(saleDate, 7)
  while (!isWorkingDay(saleDate, daysOff)) saleDate = dayAfter(saleDate, 1)
  const season = wanted ?? seasonOfDate(saleDate)
  const [highest] = await rows(
    tx,
    sql<{ number: number | null }>`select max(sale_number)::int as number from sales
      where season = ${season} and status in ('APPROVED', 'PENDING_APPROVAL')`,
  )
  return { season, number: (highest?.number ?? 0) + 1, saleDate }
}

// The exchange holds its sales on Tuesdays.
const tuesdayOf = (day: string): string => dayAfter(day, 1 - weekdayOf(day))
