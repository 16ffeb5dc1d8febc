const real = (): number => Date.now()
let source = real

/** The only clock of the program. */
export const now = (): Date => new Date(source())

// Made once: to make one takes as long as a statement.
const nairobi = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi', dateStyle: 'short' })

/** The business date in Nairobi, YYYY-MM-DD. */
export const businessDate = (at: Date = now()): string => nairobi.format(at)

const momentInNairobi = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  dateStyle: 'medium',
  timeStyle: 'short',
})

/** A moment as a person in Nairobi reads it: 20 Nov 2026, 09:14. */
export const nairobiTime = (at: Date): string => momentInNairobi.format(at)

// Kenya has kept UTC+3 since 1960 and turns no clock.
/** A moment in Nairobi as the name of a file has it: 20261120_091400. */
export const fileMoment = (at: Date = now()): string =>
  new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_')

/** The first moment of a business date. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00+03:00`)

/** The first moment after a business date. */
export const endOfDay = (day: string): Date => new Date(startOfDay(day).getTime() + 86_400_000)

/** The calendar year in Nairobi. */
export const businessYear = (at: Date = now()): number => Number(businessDate(at).slice(0, 4))

/** For tests: another clock, or the real one again. */
export const setClock = (clock: (() => number) | null): void => {
  source = clock ?? real
}

/** Another one after `setClock`: what was kept by one clock says nothing about the next. */
export const whichClock = (): (() => number) => source
