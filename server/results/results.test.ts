import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bookedResults,
  decideResults,
  holdSale,
  newReserved,
  newResults,
  resultsSeen,
  sendResults,
  unsold,
  uploadResults,
} from '#test/kit/auctionResults.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await holdSale(world)
})
afterAll(() => world?.close())

const stateOf = async (lot: string) => {
  const { rows } = await world.owner.query<{ lot: string; dispatch: string }>(
    `select c.status as lot, d.status as dispatch from catalogue_records c join dispatch_records d on d.id = c.dispatch_record_id where c.sale_number = 61 and c.lot_number = $1`,
    [lot],
  )
  return rows[0]
}

test('what is sold is worth its weight at the price of 50 kg, and waits for its buyer', async () => {
  const rows = newResults(1)
  await bookedResults(world, rows)
  const [result] = await resultsSeen(world.people.peterBankChecker, rows[0]!['outturn'])
  // 754 kg / 50 kg x USD 395.
  expect(result).toMatchObject({
    result: 'SOLD',
    price: 395,
    grossValue: 5956.6,
    buyerCode: '101',
    growerCode: 'CF4100',
  })
  expect(await stateOf(rows[0]!['lotNumber']!)).toEqual({ lot: 'SOLD', dispatch: 'PENDING_PAYMENT' })
})

test('what is not sold goes back, and its coffee is free for another sale', async () => {
  const rows = newResults(1, unsold)
  await bookedResults(world, rows)
  expect(await stateOf(rows[0]!['lotNumber']!)).toEqual({ lot: 'WITHDRAWN', dispatch: 'APPROVED' })
})

describe('who may', () => {
  test('a broker sends its own lots, and another person of it approves them; the bank does not', async () => {
    const { kevinBrokerMaker, catherineBrokerChecker, peterBankChecker } = world.people
    const sent = await sendResults(world, newResults(1), kevinBrokerMaker)
    expect((await decideResults(peterBankChecker, 'approve', sent)).body.code).toBe('organisation.not_allowed')
    expect((await decideResults(peterBankChecker, 'decline', sent, 'Not ours')).body.code).toBe(
      'organisation.not_allowed',
    )
    expect((await decideResults(catherineBrokerChecker, 'approve', sent)).status).toBe(200)
  })

  test('a marketer finds no lot of the broker, though it is in the catalogue', async () => {
    const { status } = await uploadResults(world.people.brianMarketerMaker, newResults(1))
    expect(status).toBe(424)
  })

  test('a buyer reads what it has bought, and nothing of another buyer', async () => {
    const rows = [...newResults(1), ...newResults(1, { buyer: '117' })]
    await bookedResults(world, rows)
    const { zainabBuyer, victorBuyer } = world.people
    const [hers, his] = rows.map((row) => row['outturn'] ?? '')
    expect(await resultsSeen(zainabBuyer, his)).toEqual([])
    expect((await resultsSeen(zainabBuyer, hers)).map(({ outturn }) => outturn)).toEqual([hers])
    expect((await resultsSeen(victorBuyer, his)).map(({ outturn }) => outturn)).toEqual([his])
  })

  test('a society reads what its coffee fetched, and another society does not', async () => {
    const rows = newResults(1)
    await bookedResults(world, rows)
    expect(await resultsSeen(world.people.wanjikuMaker, rows[0]!['outturn'])).toHaveLength(1)
    expect(await resultsSeen(world.people.danielMaker, rows[0]!['outturn'])).toEqual([])
  })
})

describe('a row is refused', () => {
  const faults: [name: string, cells: Record<string, string>, message: RegExp][] = [
    [
      'whose value is not what the price makes of the weight',
      { value: '5956.61' },
      /754 kg at 395 for 50 kg are 5,956.60/,
    ],
    ['that is worth as if a bag were 50 kg', { value: '4740.00' }, /5,956.60/],
    ['that has a price and no buyer', { buyer: '', value: '' }, /has a buyer, a price and an invoice/],
    ['of another outturn', { outturn: '09TH9999' }, /The catalogue says 09TH/],
    ['of another grade', { grade: 'AA' }, /The catalogue says AB/],
    ['of another weight', { weight: '753.5', value: '' }, /The catalogue says 754 kg/],
    ['of another packing', { bags: '11', pockets: '34', weight: '694', value: '' }, /The catalogue says 12/],
    ['of a lot that is not in the catalogue', { lotNumber: '99000' }, /no such lot/],
    ['of a sale that nobody knows', { saleNumber: '77' }, /not in the calendar/],
    ['of another day than the sale', { saleDate: '2026-01-05' }, /The calendar says/],
    ['of a buyer that nobody knows', { buyer: '999' }, /Not a known buyer/],
  ]
  test.each(faults)('%s', async (_, cells, message) => {
    const sender = world.people.estherBankMaker
    const { status, headers } = await uploadResults(sender, newResults(1, cells))
    expect(status).toBe(424)
    const summary = JSON.parse(headers['x-upload-summary'] ?? '{}') as { id: string }
    const { body } = await sender.get<{ data: { message: string }[] }>(`/uploads/${summary.id}/errors`)
    expect(body.data.map((error) => error.message).join('; ')).toMatch(message)
  })

  test('whose invoice another buyer has', async () => {
    const rows = [...newResults(1, { invoice: 'ONE' }), ...newResults(1, { invoice: 'one', buyer: '117' })]
    expect((await uploadResults(world.people.estherBankMaker, rows)).status).toBe(424)
    await bookedResults(world, newResults(1, { invoice: 'TWO' }))
    expect(
      (await uploadResults(world.people.kevinBrokerMaker, newResults(1, { invoice: 'TWO', buyer: '117' }))).status,
    ).toBe(424)
    expect((await uploadResults(world.people.kevinBrokerMaker, newResults(1, { invoice: 'TWO' }))).status).toBe(200)
  })
})

describe('a reserve price', () => {
  const [below, above] = [newReserved({ price: '249.99', value: '' }), newReserved({ price: '250', value: '' })]

  test('that is met lets the lot be sold', async () => {
    expect((await bookedResults(world, [above])).status.id).toBe(1)
  })

  test('that is not met is told to who decides, not to who tries, and never what it is', async () => {
    const sent = await sendResults(world, [below])
    const { peterBankChecker } = world.people
    const refused = await decideResults(peterBankChecker, 'approve', sent)
    expect(refused.body.code).toBe('results.below_reserve')
    expect(JSON.stringify(refused.body)).not.toMatch(/250(?!\d)/)
    expect((await decideResults(peterBankChecker, 'approve', sent, 'Savanna agreed on the floor')).status).toBe(200)
  })
})

describe('a correction', () => {
  test('replaces what is recorded, and keeps it', async () => {
    const [row] = newResults(1) as [Record<string, string>]
    await bookedResults(world, [row])
    await bookedResults(world, [{ ...row, buyer: '117', price: '400', value: '' }])
    expect(await resultsSeen(world.people.peterBankChecker, row['outturn'])).toMatchObject([
      { price: 400, buyerCode: '117' },
    ])
    const { rows } = await world.owner.query(
      `select state, price_cents::int as cents, superseded_by is null as last from auction_results where lot_number = $1 order by decided_at`,
      [row['lotNumber']],
    )
    expect(rows).toEqual([
      { state: 'CORRECTED', cents: 39_500, last: false },
      { state: 'IN_FORCE', cents: 40_000, last: true },
    ])
    expect(await stateOf(row['lotNumber']!)).toEqual({ lot: 'SOLD', dispatch: 'PENDING_PAYMENT' })
  })

  test('takes a sale back, and gives it again', async () => {
    const [row] = newResults(1) as [Record<string, string>]
    await bookedResults(world, [row])
    await bookedResults(world, [{ ...row, ...unsold }])
    expect(await stateOf(row['lotNumber']!)).toEqual({ lot: 'WITHDRAWN', dispatch: 'APPROVED' })
    await bookedResults(world, [{ ...row, price: '396', value: '' }])
    expect(await stateOf(row['lotNumber']!)).toEqual({ lot: 'SOLD', dispatch: 'PENDING_PAYMENT' })
  })

  test('of what the bank has sent comes from the broker too', async () => {
    const { kevinBrokerMaker, catherineBrokerChecker } = world.people
    const [row] = newResults(1) as [Record<string, string>]
    await bookedResults(world, [row])
    const sent = await sendResults(world, [{ ...row, invoice: 'INV-B' }], kevinBrokerMaker)
    expect((await decideResults(catherineBrokerChecker, 'approve', sent)).status).toBe(200)
    expect(await resultsSeen(catherineBrokerChecker, row['outturn'])).toMatchObject([{ invoiceNumber: 'INV-B' }])
  })

  test('that changes nothing is refused', async () => {
    const rows = newResults(1)
    await bookedResults(world, rows)
    expect((await uploadResults(world.people.kevinBrokerMaker, rows)).status).toBe(424)
  })
})

test('two files of one lot that are approved at the same time give it one result', async () => {
  const { kevinBrokerMaker, catherineBrokerChecker, peterBankChecker } = world.people
  const [row] = newResults(1) as [Record<string, string>]
  const first = await sendResults(world, [row])
  const second = await sendResults(world, [{ ...row, price: '401', value: '' }], kevinBrokerMaker)
  const answers = await Promise.all([
    decideResults(peterBankChecker, 'approve', first),
    decideResults(catherineBrokerChecker, 'approve', second),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { rows } = await world.owner.query<{ state: string }>(
    `select state from auction_results where lot_number = $1 order by state`,
    [row['lotNumber']],
  )
  expect(rows.map(({ state }) => state)).toEqual(['CORRECTED', 'IN_FORCE'])
})
