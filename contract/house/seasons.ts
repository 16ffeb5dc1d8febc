import type { Field } from '#contract/kit/field.ts'
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

/** The season before another one. */
export const seasonBefore = (season: string): string => {
  const first = Number(season.slice(0, 4)) - 1
  return `${first}/${first + 1}`
}

/** The same day of the season before: 29 February is compared with the 28th. */
export function dayOfSeasonBefore(date: string): string {
  const before = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`
  return before.endsWith('-02-29') ? before.replace('-02-29', '-02-28') : before
}

/** Seasons that lists can be filtered by: the specification's first one and those of the following years. */
export const seasonFilter: ListFilter = {
  key: 'season',
  title: 'Season',
  options: Array.from({ length: 9 }, (_, index) => `${2023 + index}/${2024 + index}`).map((value) => ({
    value,
    title: value,
  })),
}

/** A season as people write it: 2026/2027, 2026/27 or 2026-2027. */
export const seasonField = (): Field => ({
  required: true,
  maxLength: 9,
  rule: 'Crop year such as 2026/2027.',
  read: (value) => {
    const [, first = '', second = ''] = /^(\d{4})\s*[/-]\s*(\d{4}|\d{2})$/.exec(value) ?? []
    const next = String(Number(first) + 1)
    return first !== '' && (second === next || second === next.slice(2))
      ? `${first}/${next}`
      : { code: 'season', message: 'Enter a season such as 2026/2027' }
  },
})
