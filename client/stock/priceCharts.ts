import type { PriceFigures, PriceRow } from '#contract/stock/prices.ts'
import type { Chart } from '#client/kit/charts/series.ts'
import type { Formats } from '#client/kit/format.ts'
import type { Words } from '#client/kit/words.ts'

type Texts = { words: Words['prices']; format: Formats }
type Grade = PriceFigures['grades'][number]
/** What the rows of a chart are, and how each is called. */
type Rows = { rows: readonly PriceRow[]; rowTitle: string; nameOf: (row: PriceRow) => string }

const inDollars = (format: Formats) => (value: number) => format.money(value, 'USD')
// Amounts of the wire have two places; a difference of them may come to more.
const cents = (value: number) => Math.round(value * 100) / 100
const tenths = (value: number) => Math.round(value * 10) / 10

/** What the coffee of each fetched for 50 kg. */
export const priceChart = ({ rows, ...named }: Rows, { words, format }: Texts): Chart<PriceRow> => ({
  title: words.priceChart.title,
  rows: rows.filter(({ price }) => price !== null),
  ...named,
  series: [{ key: 'price', title: words.priceChart.price, fill: 'good', of: ({ price }) => price }],
  valueText: inDollars(format),
})

/** The same of each grade of everything that is shown. */
export const gradeChart = (grades: readonly Grade[], { words, format }: Texts): Chart<Grade> => ({
  title: words.gradeChart.title,
  rows: grades,
  rowTitle: words.gradeChart.row,
  nameOf: ({ grade }) => grade,
  series: [{ key: 'price', title: words.priceChart.price, fill: 'info', of: ({ price }) => price }],
  valueText: inDollars(format),
})

/** The gross by who has it: members, those on the way to them, and everybody who was paid before. */
export const wentChart = ({ rows, ...named }: Rows, { words, format }: Texts): Chart<PriceRow> => ({
  title: words.wentChart.title,
  rows: rows.filter(({ gross }) => gross > 0),
  ...named,
  series: [
    { key: 'members', title: words.wentChart.members, fill: 'good', of: ({ reachedOfLots }) => reachedOfLots },
    {
      key: 'societies',
      title: words.wentChart.societies,
      fill: 'waiting',
      of: ({ gross, charges, reachedOfLots }) => cents(gross - charges - reachedOfLots),
    },
    { key: 'charges', title: words.wentChart.charges, fill: 'neutral', of: ({ charges }) => charges },
  ],
  valueText: inDollars(format),
})

/** How long it took from the auction to the society, and from there to members. */
export const daysChart = ({ rows, ...named }: Rows, { words, format }: Texts): Chart<PriceRow> => ({
  title: words.daysChart.title,
  rows: rows.filter(({ daysToSociety }) => daysToSociety !== null),
  ...named,
  series: [
    {
      key: 'society',
      title: words.daysChart.society,
      fill: 'info',
      // The two are averages of different lots: what arrived late may not be among what was paid already.
      of: ({ daysToSociety, daysToMembers }) =>
        daysToSociety === null || daysToMembers === null ? daysToSociety : Math.min(daysToSociety, daysToMembers),
    },
    {
      key: 'members',
      title: words.daysChart.members,
      fill: 'waiting',
      of: ({ daysToSociety, daysToMembers }) =>
        daysToSociety === null || daysToMembers === null ? null : Math.max(0, tenths(daysToMembers - daysToSociety)),
    },
  ],
  valueText: (value) => words.days(format.number(tenths(value))),
})
