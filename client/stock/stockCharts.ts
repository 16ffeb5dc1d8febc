import type { StockFigures } from '#contract/stock/stock.ts'
import type { StockSummary, StockTotal } from '#contract/stock/stockRows.ts'
import type { Chart } from '#client/kit/charts/series.ts'
import type { Formats } from '#client/kit/format.ts'
import type { Words } from '#client/kit/words.ts'

type Texts = { words: Words['stock']; format: Formats }
type Price = StockFigures['prices'][number]
type Wait = StockFigures['waits'][number]

/** What each grade fetched at each sale, beside what that grade fetched there on average. */
export const pricesChart = (prices: readonly Price[], { words, format }: Texts): Chart<Price> => ({
  title: words.prices.title,
  rows: prices,
  rowTitle: words.prices.row,
  nameOf: ({ saleNumber, grade }) => words.prices.of(format.number(saleNumber), grade),
  series: [{ key: 'price', title: words.prices.price, fill: 'good', of: ({ price }) => price }],
  compared: { title: words.prices.average, of: ({ average }) => average },
  valueText: (value) => format.money(value, 'USD'),
})

type Stage = { stage: keyof Words['stock']['stages']['names']; kilograms: number }

/** Kilograms at each stage. What has come to a later one has come through those before it. */
export const stagesChart = (total: StockTotal, { words, format }: Texts): Chart<Stage> => ({
  title: words.stages.title,
  rows: [
    { stage: 'parchment', kilograms: total.parchmentTotal },
    { stage: 'clean', kilograms: total.cleanCoffeeTotal },
    { stage: 'warehoused', kilograms: total.cleanCoffeeWarehousedTotal },
    { stage: 'catalogued', kilograms: total.cataloguedCoffeeTotal },
    { stage: 'sold', kilograms: total.soldCoffeeTotal },
  ].filter(({ kilograms }) => kilograms > 0) as Stage[], // border: the names above
  rowTitle: words.stages.row,
  nameOf: ({ stage }) => words.stages.names[stage],
  series: [{ key: 'kilograms', title: words.stages.kilograms, fill: 'info', of: ({ kilograms }) => kilograms }],
  valueText: format.weight,
})

/** What is sold of what was catalogued, and what is not. */
export const soldChart = (
  rows: readonly StockSummary[],
  nameOf: (row: StockSummary) => string,
  { words, format }: Texts,
): Chart<StockSummary> => ({
  title: words.sold.title,
  rows: rows.filter(({ cataloguedCoffeeTotal }) => cataloguedCoffeeTotal > 0),
  rowTitle: words.sold.row,
  nameOf,
  series: [
    { key: 'sold', title: words.sold.sold, fill: 'good', of: ({ soldCoffeeTotal }) => soldCoffeeTotal },
    { key: 'unsold', title: words.sold.unsold, fill: 'waiting', of: ({ unsoldCoffeeTotal }) => unsoldCoffeeTotal },
  ],
  valueText: format.weight,
})

/** How many days the coffee of a sale took from the warehouse to the account of its grower. */
export const waitsChart = (waits: readonly Wait[], { words, format }: Texts): Chart<Wait> => ({
  title: words.waits.title,
  rows: waits,
  rowTitle: words.waits.row,
  nameOf: ({ saleNumber, saleDate }) => words.waits.of(format.number(saleNumber), format.date(saleDate)),
  series: [
    { key: 'toSale', title: words.waits.toSale, fill: 'info', of: ({ toSale }) => toSale },
    { key: 'toPayment', title: words.waits.toPayment, fill: 'waiting', of: ({ toPayment }) => toPayment },
    { key: 'toGrower', title: words.waits.toGrower, fill: 'good', of: ({ toGrower }) => toGrower },
  ],
  // Two rounded parts may add up to something like 5.300000000000001.
  valueText: (value) => words.waits.days(format.number(Math.round(value * 10) / 10)),
})
