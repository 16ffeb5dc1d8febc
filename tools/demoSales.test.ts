import { afterEach, expect, test } from 'vitest'
import { seasonOfDate } from '#contract/house/seasons.ts'
import type { ComputedSale } from '#contract/sales/sales.ts'
import { setClock } from '#server/kit/clock.ts'
import { problemsOf, usualDays } from '#server/sales/usualDays.ts'
import type { DemoPerson } from './demoCalls.ts'
import { whereCherryIs } from './demoSales.ts'

afterEach(() => setClock(null))

/** What the server computes for the day of a sale, in a year without holidays. */
const computed = (saleDate: string) => {
  const days = usualDays(saleDate, new Set())
  return {
    ...days,
    season: seasonOfDate(saleDate),
    saleNumber: 1,
    problems: problemsOf(days, []),
  } as unknown as ComputedSale // border: what is read of it here
}
const broker = { get: async (path: string) => computed(path.slice(-10)) } as unknown as DemoPerson // border: it only asks

test.each([
  ['2027-09-17', '2027-09-30'],
  ['2027-09-28', '2027-09-30'],
])(
  'on %s coffee goes to the last sale of the season, of which there is cherry, until the day before',
  async (day, last) => {
    setClock(() => Date.parse(`${day}T10:00:00+03:00`))
    const { saleDate, season, dispatchCutoff, catalogueClose, promptDate, reason } = await whereCherryIs(
      broker,
      computed('2027-10-12'),
    )
    expect([saleDate, season]).toEqual([last, '2026/2027'])
    expect(problemsOf({ saleDate, dispatchCutoff, catalogueClose, promptDate }, [])).toEqual({})
    expect(Date.parse(dispatchCutoff)).toBeGreaterThan(Date.parse(`${day}T12:00:00+03:00`))
    expect(reason).toBeTruthy()
  },
)

test.each(['2027-10-03', '2027-04-11'])('on %s it goes by the usual days', async (day) => {
  setClock(() => Date.parse(`${day}T10:00:00+03:00`))
  const open = computed(day < '2027-10' ? '2027-04-27' : '2027-10-19')
  expect(await whereCherryIs(broker, open)).toBe(open)
})
