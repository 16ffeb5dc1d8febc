import { z } from 'zod'
import { readsFarmers } from '#contract/house/permissions.ts'
import { endpoint, Id } from '#contract/kit/endpoint.ts'
import { listQuery, listScreen } from '#contract/kit/listScreen.ts'
import { pageOfSeason } from './stockQueries.ts'

/** What one row is: everything that a county, a society or a season sold. */
export const priceLevels = ['county', 'society', 'season'] as const
export type PriceLevel = (typeof priceLevels)[number]

const dollars = z.number().describe('USD')
const perBag = z.number().describe('USD for 50 kg, by kilograms')
const days = z.number().nullable().describe('On average; null where nothing has arrived yet')

const Sold = z.object({
  parts: z.number().int().describe('Lots, or parts of bulked lots'),
  kilograms: z.number(),
  price: perBag.nullable().describe('USD for 50 kg, by kilograms; null where nothing was sold'),
  gross: dollars.describe('What the lots fetched'),
  charges: dollars.describe('What others were paid of it before the growers, lodged claims included'),
  arrived: dollars.describe('What has arrived on the accounts of the societies'),
  daysToSociety: days.describe('From the sale to the account of the society, on average'),
})

/** What coffee fetched and what became of it on the way to those who grew it. Nothing in it is of one person. */
const PriceFigures = Sold.extend({
  reached: dollars.describe(
    'What has reached members: into their accounts, and in what was taken from them for loans and deductions of their own',
  ),
  reachedShillings: z.number().describe('The same in KES, as it was paid'),
  reachedOfLots: dollars.describe(
    'Of the gross: dollars of these lots that have reached members. What came to societies from elsewhere is no part of it',
  ),
  share: z.number().nullable().describe('Percent of the gross that has reached members, by the dollars of these lots'),
  daysToMembers: days.describe(
    'From the sale of a lot to the days on which its dollars were paid to members, on average by those dollars; null where none were',
  ),
  grades: z
    .array(z.object({ grade: z.string(), kilograms: z.number(), price: perBag }))
    .describe('What was sold of each grade, the most first'),
})
export type PriceFigures = z.output<typeof PriceFigures>

const PriceRow = PriceFigures.extend({
  key: z.string().describe('Number of the county, code of the society, or the season'),
  name: z.string().describe('Empty of societies without a county'),
  county: z.string().describe('Of a society its own'),
})
export type PriceRow = z.output<typeof PriceRow>

/** The same as a file: what a list writes of each row. */
export const priceList = listScreen({
  name: 'prices',
  title: 'Price and payment',
  row: PriceRow.extend({ mix: z.string() }),
  columns: [
    { key: 'name', title: 'Name', as: 'name', sort: true },
    { key: 'key', title: 'Code', as: 'code' },
    { key: 'county', title: 'County', as: 'text' },
    { key: 'parts', title: 'Lots', as: 'number' },
    { key: 'kilograms', title: 'Weight (kg)', as: 'weight' },
    { key: 'mix', title: 'Grades', as: 'text' },
    { key: 'price', title: 'USD per 50 kg', as: 'money' },
    { key: 'gross', title: 'Gross (USD)', as: 'money' },
    { key: 'charges', title: 'Charges (USD)', as: 'money' },
    { key: 'arrived', title: 'On accounts of societies (USD)', as: 'money' },
    { key: 'reached', title: 'Reached members (USD)', as: 'money' },
    { key: 'reachedShillings', title: 'Reached members (KES)', as: 'money' },
    { key: 'reachedOfLots', title: 'Of these lots (USD)', as: 'money' },
    { key: 'share', title: 'Share that reached members (%)', as: 'number' },
    { key: 'daysToSociety', title: 'Days to the society', as: 'number' },
    { key: 'daysToMembers', title: 'Days to members', as: 'number' },
  ],
  searchIn: 'Society',
  sort: { key: 'name', direction: 'asc' },
  fileName: 'Price_and_payment',
  pageSize: 10,
})

const asked = pageOfSeason.extend({
  county: z.string().trim().max(4).regex(/^\d*$/).default('').describe('Number of a county; empty for all'),
  level: z.enum(priceLevels).default('county'),
})

/** One sale of what a figure is made of. */
const PriceOfSale = Sold.omit({ price: true }).extend({
  season: z.string(),
  saleNumber: z.number().int(),
  saleDate: z.iso.date(),
  price: perBag,
  waiting: z.number().int().describe('Of the lots those that have not arrived yet'),
})

/** One payment to members of what a figure is made of. */
const PricePayment = z.object({
  id: Id,
  season: z.string(),
  cycle: z.number().int(),
  decidedOn: z.iso.date(),
  dollars: dollars.describe('That its shillings were bought with'),
  shillings: z.number().describe('KES that were set aside for it'),
  reached: dollars.describe('The part of the dollars that has reached members'),
  reachedShillings: z.number(),
})

export const prices = {
  figures: endpoint({
    method: 'GET',
    path: '/prices',
    reports: true,
    allow: readsFarmers,
    summary:
      'What coffee fetched by county, society or season, and what of it reached those who grew it, and when: of every society for who sees all, of the own for a society. With `export` as a file',
    query: asked.extend(listQuery.pick({ export: true }).shape),
    answer: z.object({ content: z.array(PriceRow), totalPages: z.number().int(), total: PriceFigures }),
  }),
  parts: endpoint({
    method: 'GET',
    path: '/prices/parts',
    reports: true,
    allow: readsFarmers,
    summary:
      'What the figures of a society, a county or a season are made of: sales, and payments to members, the latest first',
    query: asked.pick({ growerCode: true, season: true, county: true }),
    answer: z.object({ sales: z.array(PriceOfSale), payments: z.array(PricePayment) }),
  }),
}
