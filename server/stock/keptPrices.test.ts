import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceLevels, type PriceFigures, type PriceRow } from '#contract/stock/prices.ts'
import { coffeeToAccounts, type Chain } from '#test/kit/coffeeToAccounts.ts'
import { rowsRead } from '#test/kit/rowsRead.ts'
import { keepPrices } from './keepPrices.ts'

// Prices are counted behind, society by society. What is shown is what the records say, whether that has happened or not.
let chain: Chain
beforeAll(async () => {
  chain = await coffeeToAccounts()
  await chain.world.owner.query(`update eslips set sale_date = sale_date - 9 where lot_number = 1`)
}, 120_000)
afterAll(() => chain?.world.close())

type Answer = { content: PriceRow[]; total: PriceFigures }

async function everything() {
  const { aminaViewer: government, wanjikuMaker: society } = chain.world.people
  const figures = priceLevels.map(
    async (level) => (await government.get<Answer>('/prices', { level, size: '100' })).body,
  )
  const own = (await society.get<Answer>('/prices', { level: 'season' })).body
  const parts = [government, society].map(async (person) => (await person.get<object>('/prices/parts', {})).body)
  return { figures: await Promise.all(figures), own, parts: await Promise.all(parts) }
}

const write = (text: string) => chain.world.owner.query(text)
const longAgo = () => write(`update price_figures_counted set counted_at = counted_at - interval '1 hour'`)

test('counted figures are those of the records, and no sold lot is read for them any more', async () => {
  const { world } = chain
  const before = await everything()
  expect(before.figures[0]!.total).toMatchObject({ parts: 2 })
  expect(before.figures[0]!.total.reachedOfLots).toBeGreaterThan(0)
  expect(await keepPrices(world.house)).toBeGreaterThan(1)
  const tables = ['eslip_shares', 'eslip_legs', 'schedule_lines', 'ledger_entries']
  const read = await rowsRead(world, tables, () =>
    world.people.aminaViewer.get('/prices', { level: 'society', size: '100' }),
  )
  expect(read).toEqual({ eslip_shares: 0, eslip_legs: 0, schedule_lines: 0, ledger_entries: 0 })
  expect(await everything()).toEqual(before)
})

test('what changes is in the figures at once, and is counted again after a pause', async () => {
  const { house } = chain.world
  const changes: Record<string, (figures: PriceFigures) => unknown> = {
    [`update eslip_shares set net_cents = net_cents - 500`]: ({ charges }) => charges,
    [`update eslip_legs set settled_at = settled_at + interval '3 days' where kind = 'GROWER' and status = 'PAID'`]: ({
      daysToSociety,
    }) => daysToSociety,
    [`update eslips set price_cents = price_cents + 100`]: ({ price }) => price,
    [`update schedule_lines set status = 'FAILED' where id = (select min(id::text)::uuid from schedule_lines where status = 'SUCCESS')`]:
      ({ reachedShillings }) => reachedShillings,
    [`update society_transfers set status = 'FAILED' where kind = 'RETENTION'`]: ({ daysToMembers }) => daysToMembers,
    [`update communal_payments set status = 'PENDING_APPROVAL'`]: ({ reached }) => reached,
  }
  for (const [change, of] of Object.entries(changes)) {
    await write(`insert into price_figures_due select id from organisations where code = 'CF4100'`)
    await longAgo()
    await keepPrices(house)
    const before = await everything()
    await write(change)
    const changed = await everything()
    expect([change, of(changed.figures[0]!.total)]).not.toEqual([change, of(before.figures[0]!.total)])
    // The society was counted a moment ago.
    expect(await keepPrices(house)).toBe(0)
    await longAgo()
    expect([change, await keepPrices(house)]).toEqual([change, 1])
    expect(await everything()).toEqual(changed)
  }
})

test('a part that goes to another grower is neither’s as it was; a warrant changes no price', async () => {
  const { house, organisationId, people } = chain.world
  const marked = async () =>
    (await write(`select distinct organisation_id as id from price_figures_due`)).rows.map(
      ({ id }: { id: string }) => id,
    )
  await longAgo()
  await keepPrices(house)
  await write(`update eslips set warrant_number = warrant_number || 'X' where warrant_number is not null`)
  expect(await marked()).toEqual([])
  await write(
    `update eslip_shares set grower_id = (select id from organisations where code = 'CF4101') where eslip_id = (select id from eslips where lot_number = 1 and status = 'PAID')`,
  )
  expect((await marked()).toSorted()).toEqual([organisationId('CF4100'), organisationId('CF4101')].toSorted())
  const { body } = await people.aminaViewer.get<Answer>('/prices', { level: 'society', size: '100' })
  expect(body.content.map(({ key, parts }) => `${key} ${parts}`).toSorted()).toEqual(['CF4100 1', 'CF4101 1'])
})

test('of the others are counted when one society cannot be, and the fault is told', async () => {
  const { house } = chain.world
  const first = chain.world.organisationId('CF4100')
  await keepPrices(house)
  await longAgo()
  await write(`insert into price_figures_due select id from organisations where code in ('CF4100', 'CF4101')`)
  await write(
    `update price_figures_counted set counted_at = counted_at - interval '1 hour' where organisation_id = '${first}'`,
  )
  await write(`create function fail() returns trigger language plpgsql as $$ begin raise 'too large'; end $$;
    create trigger fail before insert on price_figures_counted for each row when (new.organisation_id = '${first}') execute function fail()`)
  try {
    await expect(keepPrices(house)).rejects.toThrow(/too large/)
    const { rows } = await write('select organisation_id from price_figures_due')
    expect(rows).toEqual([{ organisation_id: first }])
  } finally {
    await write('drop trigger fail on price_figures_counted; drop function fail()')
  }
  expect(await keepPrices(house)).toBe(1)
})
