import type { ListFilter } from '#contract/kit/listScreen.ts'

/** Crop years run from 1 October to 30 September; a season is named by both years, as in the specification. */
export const seasonName = /^\d{4}\/\d{4}$/

/** The season a business date (YYYY-MM-DD) falls in. Source: the Kenyan crop year. */
export function seasonOfDate(date: string): string {
  const [year = 0, month = 0] = date.split('-').map(Number)
  const first = month >= 10 ? year : year - 1
  return `${first}/${first + 1}`
}

/** The first day of the season a business date falls in. */
export const seasonStart = (date: string): string => `${seasonOfDate(date).slice(0, 4)}-10-01`

/** Seasons that lists can be filtered by: the specification's first one and those of the following years. */
export const seasonFilter: ListFilter = {
  key: 'season',
  title: 'Season',
  options: Array.from({ length: 9 }, (_, index) => `${2023 + index}/${2024 + index}`).map((value) => ({
    value,
    title: value,
  })),
}
