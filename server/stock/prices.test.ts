import { afterAll, beforeAll, expect, test } from 'vitest'
import { divideRounded } from '#contract/kit/money.ts'
import type { PriceFigures, PriceRow } from '#contract/stock/prices.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { coffeeToAccounts, type Chain } from '#test/kit/coffeeToAccounts.ts'
import { eslipIn } from '#test/kit/eslips.ts'
import type { Person } from '#test/kit/people.ts'

// Two lots of Othameru from cherry to the accounts of members, and one of another society in another county that its buyer has not paid for.
type Answer = { content: PriceRow[]; totalPages: number; total: PriceFigures }
type Parts = {
  sales: {
    saleNumber: number
    parts: number
    kilograms: number
    gross: number
    charges: number
    arrived: number
    waiting: number
    daysToSociety: number | null
  }[]
  payments: { id: string; dollars: number; reached: number; reachedShillings: number }[]
}
const season = currentSeason()
let chain: Chain
let government: Person
let society: Person
beforeAll(async () => {
  chain = await coffeeToAccounts()
  const { world } = chain
  government = world.people.aminaViewer
  society = world.people.wanjikuMaker
  const other = await eslipIn(world)
  const kirimandu = world.organisationId('CF4101')
  await world.owner.query(`update eslips set grower_id = $2, grade = 'AA', price_cents = 31234 where id = $1`, [
    other,
    kirimandu,
  ])
  await world.owner.query(`update eslip_shares set grower_id = $2, outturn = '77TH0077' where eslip_id = $1`, [
    other,
    kirimandu,
  ])
  await world.owner.query(`update eslip_legs set grower_id = $2 where eslip_id = $1 and kind = 'GROWER'`, [
    other,
    kirimandu,
  ])
  // Money takes its time: the lots were sold before, and a member was paid a day later than the others.
  await world.owner.query(`update eslips set sale_date = sale_date - 9 where lot_number = 1 and season = $1`, [season])
  await world.owner.query(
    `update schedule_lines set settled_at = settled_at + interval '1 day' where id = (select min(id::text)::uuid from schedule_lines where status = 'SUCCESS')`,
  )
}, 120_000)
afterAll(() => chain?.world.close())

const asked = async (person: Person, query: Record<string, string> = {}) =>
  (await person.get<Answer>('/prices', { season, ...query })).body
const partsOf = async (person: Person, query: Record<string, string> = {}) =>
  (await person.get<Parts>('/prices/parts', { season, ...query })).body

type Raw = Record<string, string>
const read = async (text: string) => (await chain.world.owner.query<Raw>(text)).rows
const sum = (rows: Raw[], of: (row: Raw) => bigint) => rows.reduce((so, row) => so + of(row), 0n)
const cents = (column: string) => (row: Raw) => BigInt(row[column] ?? '0')
const dayOf = (text: string) => Math.round(Date.parse(`${text}T00:00:00Z`) / 86_400_000)
const inDollars = (value: bigint) => Number(value) / 100
const tenths = (value: number) => Math.round(value * 10) / 10

/** Counted anew from the raw rows of one society, in whole cents and grams, by nothing that the page is made of. */
async function recounted(code: string): Promise<Omit<PriceFigures, 'grades'>> {
  const mine = `(select id from organisations where code = '${code}')`
  const lots = await read(
    `select e.price_cents::text as price, (s.kilograms * 1000)::bigint::text as grams, s.gross_cents::text as gross,
       (select coalesce(sum(l.amount_cents), 0)::text from eslip_legs l where l.eslip_id = s.eslip_id and l.kind <> 'GROWER') as charges, e.sale_date::text as sold,
       l.amount_cents::text as arrived, (l.settled_at at time zone 'Africa/Nairobi')::date::text as came
     from eslip_shares s join eslips e on e.id = s.eslip_id
       left join eslip_legs l on l.eslip_id = e.id and l.kind = 'GROWER' and l.grower_id = s.grower_id and l.status = 'PAID' where s.grower_id = ${mine} and e.status <> 'VOID' and e.season = '${season}'`,
  )
  const schedules = await read(
    `select p.id from communal_payments p where p.organisation_id = ${mine} and p.season = '${season}' and p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED')`,
  )
  let [reached, shillings] = [0n, 0n]
  // Of the lots, in the order in which their dollars came, less what was retained of the first.
  const poured = await read(
    `select (m.amount_cents - case when row_number() over (order by n.n) = 1 then 200000 else 0 end)::text as left, e.sale_date::text as sold
     from ledger_entries n join ledger_movements m on m.id = n.movement_id and m.cause_kind = 'eslip_leg' join eslip_legs l on l.id = m.cause_id and l.kind = 'GROWER'
       join eslips e on e.id = l.eslip_id join society_accounts a on a.ledger_account_id = n.account_id and a.purpose = 'NON_CHECKOFF'
     where a.organisation_id = ${mine} order by n.n`,
  )
  let [weight, days] = [0, 0]
  for (const { id } of schedules) {
    const lines = await read(
      `select status, net_cents::text as net, deducted_cents::text as deducted, recovered_cents::text as recovered, (settled_at at time zone 'Africa/Nairobi')::date::text as day from schedule_lines
       where communal_payment_id = '${id}'`,
    )
    const origins = await read(
      `select dollars_cents::text as dollars, shillings_cents::text as shillings from communal_payment_conversions where communal_payment_id = '${id}'`,
    )
    const arrived = lines.filter(({ status }) => status === 'SUCCESS')
    const of = sum(arrived, cents('net')) + sum(lines, cents('deducted')) + sum(lines, cents('recovered'))
    shillings += of
    const bought = Number(sum(origins, cents('shillings')))
    let dollars = Number(sum(origins, cents('dollars')))
    for (const lot of poured) {
      const taken = Math.min(dollars, Number(lot['left']))
      dollars -= taken
      lot['left'] = String(Number(lot['left']) - taken)
      for (const line of arrived) {
        const of = (taken * Number(line['net'])) / bought
        weight += of
        days += of * (dayOf(line['day']!) - dayOf(lot['sold']!))
      }
    }
    reached += divideRounded(sum(origins, cents('dollars')) * of, sum(origins, cents('shillings')))
  }
  const came = lots.filter((lot) => lot['came'])
  const grams = sum(lots, cents('grams'))
  const gross = sum(lots, cents('gross'))
  return {
    parts: lots.length,
    kilograms: Number(grams) / 1000,
    price: inDollars(
      divideRounded(
        sum(lots, (lot) => BigInt(lot['grams']!) * BigInt(lot['price']!)),
        grams,
      ),
    ),
    gross: inDollars(gross),
    charges: inDollars(sum(lots, cents('charges'))),
    arrived: inDollars(sum(came, cents('arrived'))),
    daysToSociety:
      came.length > 0
        ? tenths(came.reduce((so, lot) => so + dayOf(lot['came']!) - dayOf(lot['sold']!), 0) / came.length)
        : null,
    reached: inDollars(reached),
    reachedShillings: inDollars(shillings),
    // Every dollar of the society came from its lots, until the last test.
    reachedOfLots: inDollars(reached),
    share: tenths((Number(reached) / Number(gross)) * 100),
    daysToMembers: weight > 0 ? tenths(days / weight) : null,
  }
}

test('every figure of a society is what its raw rows come to, to the cent and the gram', async () => {
  const { content, total } = await asked(government, { level: 'society' })
  expect(content.map(({ key }) => key)).toEqual(['CF4100', 'CF4101'])
  for (const { name: _name, county: _county, key, grades: _grades, ...figures } of content)
    expect(figures, key).toEqual(await recounted(key))
  const [own] = content
  // Something of each kind has happened, so that nothing was compared with nothing.
  expect(own).toMatchObject({ parts: 2, daysToSociety: 4.5, kilograms: 1508 })
  for (const value of [own!.gross, own!.charges, own!.arrived, own!.reached, own!.share!, own!.daysToMembers!])
    expect(value).toBeGreaterThan(0)
  expect(own!.reached).toBeLessThan(own!.arrived)
  expect(total.gross).toBe(content.reduce((so, row) => Math.round((so + row.gross) * 100) / 100, 0))
  expect(total.reached).toBe(own!.reached)
})

test('a county, a season and all together are the same money, and each grade stands with its price', async () => {
  const [county, bySeason, bySociety] = await Promise.all(
    ['county', 'season', 'society'].map((level) => asked(government, { level })),
  )
  for (const one of [county, bySeason]) expect(one!.total).toEqual(bySociety!.total)
  expect(bySeason!.content).toEqual([{ ...bySociety!.total, key: season, name: season, county: '' }])
  expect(county!.content.reduce((so, { parts }) => so + parts, 0)).toBe(3)
  expect(bySociety!.total.grades.map(({ grade, kilograms }) => [grade, kilograms])).toEqual([
    ['AB', 1508],
    ['AA', bySociety!.content[1]!.kilograms],
  ])
  expect(bySociety!.content[1]!.grades).toEqual([
    { grade: 'AA', kilograms: bySociety!.content[1]!.kilograms, price: 312.34 },
  ])
  const [first] = county!.content
  const inCounty = await asked(government, { level: 'society', county: first!.key })
  expect(inCounty.total).toEqual({ ...first!, key: undefined, name: undefined, county: undefined })
  expect((await asked(government, { level: 'society', growerCode: 'CF4101' })).content.map(({ key }) => key)).toEqual([
    'CF4101',
  ])
  expect((await asked(government, { season: '2019/2020' })).total).toMatchObject({ parts: 0, price: null, share: null })
})

test('what a figure is made of comes to that figure', async () => {
  const [row] = (await asked(government, { level: 'society', growerCode: 'CF4100' })).content
  const { sales, payments } = await partsOf(government, { growerCode: 'CF4100' })
  const together = (of: number[]) => Math.round(of.reduce((so, one) => so + one, 0) * 100) / 100
  expect(together(sales.map(({ gross }) => gross))).toBe(row!.gross)
  expect(together(sales.map(({ charges }) => charges))).toBe(row!.charges)
  expect(together(sales.map(({ arrived }) => arrived))).toBe(row!.arrived)
  expect(sales.map(({ waiting }) => waiting)).toEqual(sales.map(() => 0))
  expect(payments.map(({ id }) => id)).toEqual([chain.schedule.id])
  expect(together(payments.map(({ reached }) => reached))).toBe(row!.reached)
  expect(together(payments.map(({ reachedShillings }) => reachedShillings))).toBe(row!.reachedShillings)
  expect((await partsOf(government, { growerCode: 'CF4101' })).sales).toMatchObject([
    { parts: 1, waiting: 1, arrived: 0, daysToSociety: null },
  ])
})

test('a society reads its own alone whatever it asks for, a broker nothing, and nobody the name of a person', async () => {
  const own = await asked(society, { level: 'society', growerCode: 'CF4101' })
  expect(own.content.map(({ key }) => key)).toEqual(['CF4100'])
  const { name: _name, county: _county, key: _key, ...figures } = own.content[0]!
  expect(own.total).toEqual(figures)
  expect((await partsOf(society, { growerCode: 'CF4101' })).payments).toEqual(
    (await partsOf(government, { growerCode: 'CF4100' })).payments,
  )
  expect((await asked(chain.world.people.danielMaker)).total.parts).toBe(1)
  const { rows } = await chain.world.owner.query<{ name: string }>(`select full_name as name from farmers`)
  const said = JSON.stringify([await asked(government, { level: 'society' }), await partsOf(government)])
  expect(rows.filter(({ name }) => said.includes(name))).toEqual([])
})

test('the file says what the page says', async () => {
  const { bytes } = await government.get('/prices', { season, level: 'society', export: 'xlsx' })
  const table = await readTable({ bytes, fileName: 'prices.xlsx', caps: {} })
  const lines: string[][] = []
  for await (const batch of table.batches) lines.push(...batch.map(({ cells }) => [...cells]))
  const { content } = await asked(government, { level: 'society' })
  expect(lines).toHaveLength(2)
  for (const [at, row] of content.entries()) {
    const cell = (title: string) => lines[at]![table.header.indexOf(title)]
    expect([
      cell('Name'),
      cell('Code'),
      Number(cell('Gross (USD)')),
      Number(cell('Reached members (USD)')),
      Number(cell('USD per 50 kg')),
    ]).toEqual([row.name, row.key, row.gross, row.reached, row.price])
  }
})

test('dollars that came to a society from elsewhere reach members, and are no part of what its lots fetched', async () => {
  const before = (await asked(government, { level: 'society', growerCode: 'CF4100' })).total
  const { owner } = chain.world
  // What came in first went out first: as if the first lot had been money of another origin.
  const [first] = await read(
    `select l.id, l.amount_cents::text as cents from ledger_movements m join eslip_legs l on l.id = m.cause_id and l.kind = 'GROWER' join ledger_entries e on e.movement_id = m.id
     join society_accounts a on a.ledger_account_id = e.account_id and a.purpose = 'NON_CHECKOFF' where m.cause_kind = 'eslip_leg' order by e.n limit 1`,
  )
  await owner.query(`set session_replication_role = replica`)
  await owner.query(`update ledger_movements set cause_kind = 'statement_line' where cause_id = $1`, [first!['id']])
  await owner.query(`set session_replication_role = origin`)
  const after = (await asked(government, { level: 'society', growerCode: 'CF4100' })).total
  // The first was sold nine days before the second, of which alone something was paid now.
  expect(after).toEqual({
    ...before,
    reachedOfLots: after.reachedOfLots,
    share: after.share,
    daysToMembers: after.daysToMembers,
  })
  expect(after.daysToMembers).toBeLessThan(2)
  expect(before.daysToMembers).toBeGreaterThan(2)
  // Of the first lot 2,000 were retained and the rest swept, and 7,000 of the sweep were converted: so much of them is of the second.
  const swept = 7_000 - (Number(first!['cents']) / 100 - 2_000)
  expect(after.reachedOfLots / before.reachedOfLots).toBeCloseTo(swept / 7_000, 4)
  expect(after.share).toBe(tenths((after.reachedOfLots / before.gross) * 100))
})
