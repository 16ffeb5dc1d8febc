import { ages, type Dashboard } from '#contract/dashboard/dashboard.ts'
import { findingOf } from '#contract/dataQuality/dataQuality.ts'
import type { Chart, Fill } from '#client/kit/charts/series.ts'
import type { Formats } from '#client/kit/format.ts'
import type { Words } from '#client/kit/words.ts'
import { everyWeek } from './weeks.ts'

type Texts = { words: Words['dashboard']; format: Formats; translate: (text: string) => string }
type Kilograms = { approvedKg: number; pendingKg: number }

const kilograms = (words: Texts['words']) =>
  [
    { key: 'approved', title: words.approved, fill: 'good', of: ({ approvedKg }: Kilograms) => approvedKg },
    { key: 'pending', title: words.pending, fill: 'waiting', of: ({ pendingKg }: Kilograms) => pendingKg },
  ] as const

export const weeksChart = ({ weeks }: Dashboard, { words, format }: Texts): Chart<Dashboard['weeks'][number]> => ({
  title: words.weeks,
  rows: everyWeek(weeks),
  rowTitle: words.week,
  nameOf: ({ week }) => words.weekOf(format.date(week)),
  series: kilograms(words),
  valueText: format.weight,
})

export const seasonsChart = (
  { seasons }: Dashboard,
  { words, format }: Texts,
): Chart<Dashboard['seasons'][number]> => ({
  title: words.seasons,
  rows: seasons.toReversed(),
  rowTitle: words.seasonTitle,
  nameOf: ({ season }) => season,
  series: kilograms(words),
  valueText: format.weight,
})

const fills: Record<(typeof ages)[number]['key'], Fill> = {
  upTo1: 'neutral',
  upTo3: 'info',
  upTo7: 'waiting',
  above7: 'bad',
}

export const agesChart = (
  { waiting }: Dashboard,
  { words, format, translate }: Texts,
): Chart<Dashboard['waiting'][number]> => ({
  title: words.ages,
  rows: waiting.toSorted((a, b) => b.total - a.total),
  rowTitle: words.kind,
  nameOf: ({ record }) => translate(record),
  series: ages.map(({ key }) => ({
    key,
    title: words.ageNames[key],
    fill: fills[key],
    of: ({ ages: counts }) => counts[key],
  })),
  valueText: format.number,
})

type Finding = Dashboard['quality']['findings'][number]

export const findingsChart = ({ quality }: Dashboard, { words, format, translate }: Texts): Chart<Finding> => ({
  title: words.findings,
  rows: quality.findings.filter(({ farmers }) => farmers > 0).toSorted((a, b) => b.farmers - a.farmers),
  rowTitle: words.finding,
  nameOf: ({ kind }) => translate(findingOf(kind).title),
  series: [{ key: 'farmers', title: words.farmersWith, fill: 'info', of: ({ farmers }) => farmers }],
  valueText: format.number,
})
