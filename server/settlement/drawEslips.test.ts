import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import type { Eslip } from '#contract/settlement/eslips.ts'
import { bookedResults, decideResults, holdSale, newResults, sendResults, unsold } from '#test/kit/auctionResults.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let bank: Person
beforeAll(async () => {
  world = await makeWorld()
  bank = world.people.peterBankChecker
  await holdSale(world)
})
afterAll(() => world?.close())

const slipsOf = async (outturn: string, person = bank) =>
  (await person.get<{ data: Eslip[] }>('/eslips', { paginate: 'Y', page: 0, size: 50, search: outturn })).body.data

test('an approved result has an e-slip whose legs are the gross, and nothing is drawn for what was not sold', async () => {
  const [sold, left] = [newResults(1), newResults(1, unsold)]
  await bookedResults(world, [...sold, ...left])
  const [slip, ...more] = await slipsOf(sold[0]!['outturn']!)
  expect(more).toEqual([])
  // 754 kg at USD 395 for 50 kg; 754 kg of clean coffee usually come of 944.862 kg of parchment, at USD 60 per tonne.
  expect(slip).toMatchObject({
    eslipNumber: expect.stringMatching(/^ES\/\d{4}-\d{2}\/61\/\d{4}$/) as string,
    gross: 5956.6,
    totalDeductions: 59.57 + 17.87 + 29.78 + 56.69 + 15.6,
    net: 5777.09,
    growerCode: 'CF4100',
    status: { statusName: 'PENDING-PAYMENT' },
  })
  expect(slip!.legs.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['DSS', 17.87],
    ['EXCHANGE', 29.78],
    ['BROKER', 59.57],
    ['MILLER', 56.69],
    ['WAREHOUSE', 15.6],
    ['GROWER', 5777.09],
  ])
  expect(slip!.shares).toEqual([
    { growerCode: 'CF4100', growerName: slip!.growerName, weight: 754, gross: 5956.6, net: 5777.09 },
  ])
  expect(await slipsOf(left[0]!['outturn']!)).toEqual([])
})

test('a broker who approves its own results draws them inside its own wall', async () => {
  const { kevinBrokerMaker, catherineBrokerChecker, wanjikuMaker } = world.people
  const rows = newResults(1)
  const sent = await sendResults(world, rows, kevinBrokerMaker)
  expect((await decideResults(catherineBrokerChecker, 'approve', sent)).status).toBe(200)
  for (const person of [catherineBrokerChecker, wanjikuMaker])
    expect((await slipsOf(rows[0]!['outturn']!, person)).map(({ net }) => net)).toEqual([5777.09])
})

test('a corrected result voids the e-slip that nobody has paid, and draws another; a paid one stands', async () => {
  const rows = newResults(1)
  await bookedResults(world, rows)
  const corrected = rows.map((row) => ({ ...row, price: '400', value: '6032' }))
  await bookedResults(world, corrected)
  const slips = await slipsOf(rows[0]!['outturn']!)
  const told = slips.map(({ gross, status, eslipNumber }) => [status.statusName, gross, eslipNumber.endsWith('-2')])
  expect(told).toEqual([
    ['PENDING-PAYMENT', 6032, true],
    ['VOID', 5956.6, false],
  ])
  const sent = await sendResults(
    world,
    rows.map((row) => ({ ...row, price: '410', value: '6182.80' })),
  )
  await world.owner.query(
    `update eslips set status = 'PAID', paid_on = current_date, paid_at = now(), warrant_number = 'WR/' || id, warrant_date = current_date where outturn = $1 and status <> 'VOID'`,
    [rows[0]!['outturn']],
  )
  expect((await decideResults(bank, 'approve', sent)).status).toBe(424)
  expect((await slipsOf(rows[0]!['outturn']!)).map(({ status, gross }) => [status.statusName, gross])).toEqual([
    ['PAID', 6032],
    ['VOID', 5956.6],
  ])
})

test('without a fee rule for the day of the sale no result is approved', async () => {
  const sent = await sendResults(world, newResults(1))
  await world.owner.query(`update fee_rules set status = 'SUPERSEDED'`)
  try {
    expect((await decideResults(bank, 'approve', sent)).body.code).toBe('eslip.no_fee_rule')
  } finally {
    await world.owner.query(`update fee_rules set status = 'APPROVED'`)
  }
})

test('parchment of several societies makes a bulked lot: each has its share of its clean coffee by what it brought, and the milling is of its parchment', async () => {
  const [row] = newResults(1)
  for (const [code, kilograms] of [
    ['CF4100', '600'],
    ['CF4101', '400'],
  ])
    await world.owner.query(
      `with file as (insert into files (id, organisation_id, sha256, size) select gen_random_uuid(), id, sha256((code || $2)::bytea), 1 from organisations where code = $1 returning id, organisation_id),
        up as (insert into uploads (id, organisation_id, kind, file_id, file_name, file_sha256, status, makers, made_by)
          select gen_random_uuid(), f.organisation_id, 'parchment', f.id, $1 || '.csv', sha256(($1 || $2)::bytea), 'APPROVED', array[u.id], u.id from file f join users u on u.username = 'admin'
          returning id, organisation_id),
        parch as (insert into parchment_records (upload_id, organisation_id, miller_id) select up.id, up.organisation_id, m.id from up join organisations m on m.code = 'ML2001')
       insert into upload_rows (id, upload_id, organisation_id, row_number, state, cells, clean) select gen_random_uuid(), id, organisation_id, 2, 'ready', $3, $3 from up`,
      [
        code,
        row!['outturn'],
        columnKeys(parchmentFile).map((key) => (key === 'netWeight' ? kilograms : row![key]) ?? ''),
      ],
    )
  await bookedResults(world, [row!])
  const [slip] = await slipsOf(row!['outturn']!)
  expect([slip!.growerCode, slip!.shares.map(({ growerCode, weight }) => [growerCode, weight])]).toEqual([
    '',
    [
      ['CF4100', 452.4],
      ['CF4101', 301.6],
    ],
  ])
  expect(slip!.legs.filter(({ kind }) => kind === 'MILLER').map(({ amount }) => amount)).toEqual([60])
  const growers = slip!.legs.filter(({ kind }) => kind === 'GROWER').map(({ amount }) => Math.round(amount * 100))
  expect(growers).toEqual([346_427, 230_951])
  expect(slip!.legs.filter(({ kind }) => kind === 'GROWER').map(({ basis }) => basis)).toEqual([
    '452.4 of 754 kg',
    '301.6 of 754 kg',
  ])
})
