import { ages, type Dashboard, type Lent, type OpenExceptions, type Turns } from '#contract/dashboard/dashboard.ts'
import { seasonBefore } from '#contract/house/seasons.ts'
import { findingOf } from '#contract/dataQuality/dataQuality.ts'
import type { Chart, Fill } from '#client/kit/charts/series.ts'
import type { Formats } from '#client/kit/format.ts'
import type { Words } from '#client/kit/words.ts'
import { everyWeek, runsOn } from './weeks.ts'

type Texts = { words: Words['dashboard']; format: Formats; translate: (text: string) => string }
type Kilograms = { approvedKg: number; pendingKg: number }

const kilograms = (words: Texts['words']) =>
  [
    { key: 'approved', title: words.approved, fill: 'good', of: ({ approvedKg }: Kilograms) => approvedKg },
    { key: 'pending', title: words.pending, fill: 'waiting', of: ({ pendingKg }: Kilograms) => pendingKg },
  ] as const

export const weeksChart = (
  { weeks, today, season }: Dashboard,
  { words, format }: Texts,
): Chart<Dashboard['weeks'][number]> => ({
  title: words.weeks,
  rows: everyWeek(weeks),
  rowTitle: words.week,
  nameOf: (row) =>
    runsOn(row, today)
      ? words.runningWeek(format.date(row.week), format.date(today))
      : words.weekOf(format.date(row.week)),
  series: kilograms(words),
  compared: { title: words.sameWeek(seasonBefore(season)), of: ({ beforeKg }) => beforeKg },
  isRunning: (row) => runsOn(row, today),
  valueText: format.weight,
})

export const seasonsChart = (
  { seasons, today }: Dashboard,
  { words, format }: Texts,
): Chart<Dashboard['seasons'][number]> => ({
  title: words.seasons,
  rows: seasons.toReversed(),
  rowTitle: words.seasonTitle,
  nameOf: ({ season }) => season,
  series: [
    { key: 'toDay', title: words.byDay(format.dayMonth(today)), fill: 'good', of: ({ toDayKg }) => toDayKg },
    {
      key: 'later',
      title: words.afterDay,
      fill: 'neutral',
      of: ({ approvedKg, toDayKg }) => Math.max(0, approvedKg - toDayKg),
    },
    { key: 'pending', title: words.pending, fill: 'waiting', of: ({ pendingKg }) => pendingKg },
  ],
  valueText: format.weight,
})

const fills: Record<(typeof ages)[number]['key'], Fill> = {
  upTo1: 'neutral',
  upTo3: 'info',
  upTo7: 'waiting',
  above7: 'bad',
}

const byAge = ({ ageNames }: Texts['words']) =>
  ages.map(({ key }) => ({
    key,
    title: ageNames[key],
    fill: fills[key],
    of: ({ ages: counts }: Pick<Dashboard['waiting'][number], 'ages'>) => counts[key],
  }))

export const turnsChart = (
  people: Turns['people'],
  { words, format, translate }: Texts,
): Chart<Turns['people'][number]> => ({
  title: words.turns,
  rows: people,
  rowTitle: words.person,
  nameOf: ({ fullName, role }) => `${fullName}, ${translate(role)}`,
  series: byAge(words),
  valueText: format.number,
})

export const exceptionsChart = (
  kinds: OpenExceptions['kinds'],
  { words, format, translate }: Texts,
): Chart<OpenExceptions['kinds'][number]> => ({
  title: words.exceptions,
  rows: kinds,
  rowTitle: words.finding,
  nameOf: ({ title }) => translate(title),
  series: byAge(words),
  valueText: format.number,
})

export const lentChart = (
  societies: Lent['societies'],
  { words, format }: Texts,
): Chart<Lent['societies'][number]> => ({
  title: words.lentBySociety,
  rows: societies,
  rowTitle: words.society,
  nameOf: ({ organisationName }) => organisationName,
  series: [
    { key: 'repaid', title: words.repaid, fill: 'good', of: ({ repaid }) => repaid },
    { key: 'owed', title: words.stillOwed, fill: 'waiting', of: ({ owed }) => owed },
  ],
  valueText: format.money,
})

export const agesChart = (
  { waiting }: Dashboard,
  { words, format, translate }: Texts,
): Chart<Dashboard['waiting'][number]> => ({
  title: words.ages,
  rows: waiting.toSorted((a, b) => b.total - a.total),
  rowTitle: words.kind,
  nameOf: ({ record }) => translate(record),
  series: byAge(words),
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
