import { afterAll, beforeAll, expect, test } from 'vitest'
import { coffeeToAccounts, type Chain } from '#test/kit/coffeeToAccounts.ts'
import type { Person } from '#test/kit/people.ts'
import type { Ask } from './compareCalls.ts'
import { compareOutturns } from './compareOutturns.ts'
import { comparePrices } from './comparePrices.ts'
import { compareTimelines } from './compareTimelines.ts'
import { readRawOutturns } from './rawOutturns.ts'
import { readRawSales } from './rawSales.ts'
import { readRaw, type Read } from './rawTables.ts'
import { readRawWays, type RawWays } from './reachedLots.ts'
import { recomputeSales } from './recomputeSales.ts'

// Two lots from cherry to the accounts of members: what of their dollars came there, and when, is counted a second time by plain queues.
let chain: Chain
beforeAll(async () => {
  chain = await coffeeToAccounts()
  // Money takes its time: the lots were sold before, and a member was paid a day later than the others.
  await chain.world.owner.query(`update eslips set sale_date = sale_date - 9 where lot_number = 1`)
  await chain.world.owner.query(
    `update schedule_lines set settled_at = settled_at + interval '1 day' where id = (select min(id::text)::uuid from schedule_lines where status = 'SUCCESS')`,
  )
}, 120_000)
afterAll(() => chain?.world.close())

const read: Read = async (text, values) => (await chain.world.owner.query(text, [...(values ?? [])])).rows
const askAs =
  (person: Person): Ask =>
  async (_method, path) =>
    (await person.get(path)).body

async function pricesBy(ways: RawWays) {
  const sales = await readRawSales(read)
  return comparePrices(askAs(chain.world.people.aminaViewer), {
    sales,
    outturns: await readRawOutturns(read),
    counted: recomputeSales(sales),
    payments: await readRaw(read),
    ways,
  })
}

test('what of the lots has reached members, its share and its days are what the page of prices says', async () => {
  const { compared, differences } = await pricesBy(await readRawWays(read))
  expect([differences, compared > 50]).toEqual([[], true])
})

test.each<[string, (ways: RawWays) => void, RegExp]>([
  ['an order that took a dollar of another origin first', ({ dollars }) => elsewhere(dollars), /tenths of the share/],
  ['a schedule that was paid of less', ({ draws }) => void (draws[0]!.dollars = '100000'), /dollars of these lots/],
  ['a member who was paid a week later', ({ arrived }) => void (arrived[0]!.day += 7), /tenths of days to members/],
  ['a lot that was sold a month before', ({ legs }) => legs.forEach((leg) => (leg.saleDay -= 30)), /days to members/],
])('%s is found', async (_what, alter, says) => {
  const ways = await readRawWays(read)
  alter(ways)
  expect((await pricesBy(ways)).differences.join('\n')).toMatch(says)
})

/** As if the first lot had been money of another origin. */
const elsewhere = (dollars: RawWays['dollars']): void => {
  dollars.find(({ causeKind }) => causeKind === 'eslip_leg')!.causeKind = 'statement_line'
}

test.each(['the bank', 'the society'] as const)(
  'how far seasons and outturns have come is counted for %s',
  async (who) => {
    const { people, organisationId } = chain.world
    const isOwn = who === 'the society'
    const ask = askAs(isOwn ? people.wanjikuMaker : people.peterBankChecker)
    const reader = isOwn ? organisationId('CF4100') : null
    const raw = await readRawOutturns(read)
    for (const compare of [compareTimelines, compareOutturns]) {
      const { compared, differences } = await compare(ask, raw, reader)
      expect([differences, compared > 20]).toEqual([[], true])
    }
    raw.seasons.lines[0]!.done += 1
    raw.seasons.deals[0]!.on = '2020-01-01'
    for (const one of raw.dispatched) one.status = 'PENDING_APPROVAL'
    expect((await compareTimelines(ask, raw, reader)).differences.join('\n')).toMatch(
      /DISPATCHED, done: [^]*CONVERTED, day: [^]*IN_ACCOUNT, done: /,
    )
  },
)
