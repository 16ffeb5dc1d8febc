import type { SideBySide } from '#contract/dashboard/sideBySide.ts'
import { dayOfSeasonBefore } from '#contract/house/seasons.ts'
import type { Chart } from '#client/kit/charts/series.ts'
import type { Formats } from '#client/kit/format.ts'
import type { Words } from '#client/kit/words.ts'

/** A county or a society. */
export type Beside = SideBySide['counties'][number] | SideBySide['societies'][number]

/** By what counties and societies are compared. */
export const measureNames = ['kilograms', 'farmers', 'delivered', 'verified', 'quality', 'owed'] as const
export type MeasureName = (typeof measureNames)[number]

type Texts = { words: Words['dashboard']; format: Formats; today: string }

const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10)

/** Every measure of the rows. They are of different kinds, so nothing is added up. */
export const besideChart = (
  rows: readonly Beside[],
  { words, format, today }: Texts,
  title: string,
): Chart<Beside> & { title: string } => ({
  title,
  rows,
  rowTitle: rows.some((row) => 'organisationCode' in row) ? words.society : words.county,
  nameOf: (row) => ('organisationCode' in row ? row.organisationName : row.name),
  addsUp: false,
  valueText: format.number,
  series: [
    {
      key: 'kilograms',
      title: words.measures.kilograms,
      fill: 'good',
      of: ({ kilograms }) => kilograms,
      valueText: format.weight,
    },
    {
      key: 'before',
      title: words.byDay(today && format.date(dayOfSeasonBefore(today))),
      fill: 'neutral',
      of: ({ beforeKg }) => beforeKg,
      valueText: format.weight,
    },
    { key: 'farmers', title: words.measures.farmers, fill: 'info', of: ({ farmers }) => farmers },
    {
      key: 'delivered',
      title: words.measures.delivered,
      fill: 'good',
      of: ({ delivered, farmers }) => share(delivered, farmers),
      valueText: (value) => format.percent(value / 100),
    },
    {
      key: 'verified',
      title: words.measures.verified,
      fill: 'info',
      of: ({ verified, farmers }) => share(verified, farmers),
      valueText: (value) => format.percent(value / 100),
    },
    {
      key: 'quality',
      title: words.measures.quality,
      fill: 'info',
      of: ({ score }) => (score === null ? null : Math.round(10 * score) / 10),
    },
    ...(rows.some(({ owed }) => owed !== null)
      ? [
          {
            key: 'owed',
            title: words.measures.owed,
            fill: 'waiting' as const,
            of: ({ owed }: Beside) => owed ?? 0,
            valueText: (value: number) => format.money(value),
          },
        ]
      : []),
  ],
})

/** The same chart by one of its measures. */
export const oneMeasure = (chart: Chart<Beside>, measure: MeasureName): Chart<Beside> => {
  const series = chart.series.filter(({ key }) => key === measure)
  return { ...chart, series, valueText: series[0]?.valueText ?? chart.valueText }
}
