import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceNames, type Balance, type BalanceName } from '#contract/balances/balances.ts'
import type { Notification } from '#contract/house/notifications.ts'
import type { SeasonAccount } from '#contract/statements/seasonAccount.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { now } from '#server/kit/clock.ts'
import { changed, openDatabase, sql } from '#server/kit/db.ts'
import { coffeeToAccounts, type Chain } from '#test/kit/coffeeToAccounts.ts'
import type { Person } from '#test/kit/people.ts'
import { checkBalances, keepBalances, keepBalancesAgain } from './checkBalances.ts'
import { linesOf } from './checkBalancesCommand.ts'

// Two lots from the cherry of five members to their accounts. Somebody with the owner's password then takes a gram or a cent at each point.
let chain: Chain
beforeAll(async () => {
  chain = await coffeeToAccounts()
}, 120_000)
afterAll(() => chain?.world.close())

const checked = () => chain.world.house.db.transaction('system', checkBalances, { readOnly: true })
const opened = async () => (await checked()).filter(({ open }) => open > 0)

test('what was milled, sold and paid closes at every point, and each balance has been held against something', async () => {
  const all = await checked()
  expect((await opened()).map(({ name, findings }) => [name, findings])).toEqual([])
  const held = new Set(all.map(({ name }) => name))
  expect(balanceNames.filter((name) => !held.has(name))).toEqual([])
  expect(linesOf(all).every((line) => line.startsWith('closes '))).toBe(true)
})

const one = (table: string, where: string) => `(select min(id::text)::uuid from ${table} where ${where})`
const movement = (like: string) =>
  `update ledger_movements set amount_cents = amount_cents + 1 where id = ${one('ledger_movements', `reference like '${like}'`)}`
const clearing = (currency: string) =>
  `update ledger_accounts set debits_cents = debits_cents + 1 where kind = 'clearing' and currency = '${currency}' and subject_id = organisation_id
    and organisation_id = (select id from organisations where code = 'CF4100')`
const weighed = (kilograms: number) =>
  `update dispatch_records set net_kg = ${kilograms}, gross_kg = ${kilograms} + tare_kg, bags = ${Math.floor(kilograms / 60)}, pockets = ${kilograms % 60}
    where outturn = '09TH0001'`
const payout = (kind: string) =>
  `update payouts set amount_cents = amount_cents + 1 where id = ${one('payouts', `source_kind = '${kind}'`)}`

const tamperings: [name: BalanceName, what: string, statement: string][] = [
  [
    'CHERRY',
    'a gram in a season weight',
    `update season_weights set approved_kg = approved_kg + 0.001 where approved_kg > 0`,
  ],
  [
    'PARCHMENT',
    'parchment that no cherry gives',
    `update upload_rows set clean[4] = '9999999' where clean[1] = '09TH0001'`,
  ],
  ['MILLING', 'more clean coffee than parchment gives', weighed(900)],
  ['CATALOGUE', 'coffee from a dispatch', weighed(750)],
  ['OFFERED', 'a gram in a closed catalogue', `update closed_catalogues set kilograms = kilograms + 0.001`],
  ['SOLD', 'a sold lot from the sale', `update catalogue_records set status = 'WITHDRAWN' where status = 'SOLD'`],
  [
    'HAMMER',
    'a cent in a price',
    `update auction_results set price_cents = 39501, gross_cents = round(kilograms * 39501 / 50) where lot_number = 1`,
  ],
  [
    'LEGS',
    'a cent in a leg',
    `update eslip_legs set amount_cents = amount_cents + 1 where id = ${one('eslip_legs', `kind = 'GROWER'`)}`,
  ],
  ['BUYERS', 'a cent of a buyer', movement('buyer_payment/%')],
  [
    'DISTRIBUTION',
    'a part from the books',
    `delete from ledger_movements where id = ${one('ledger_movements', `reference like 'eslip/%'`)}`,
  ],
  ['LEG_PAYOUTS', 'a cent in the payout of a leg', payout('eslip_leg')],
  ['ARRIVAL', 'a cent in what arrived', movement('eslip_leg/%/arrived')],
  ['DOLLARS_UNDER_WAY', 'a cent in clearing', clearing('USD')],
  ['TRANSFERS', 'a cent in a transfer', movement('transfer/%/arrived')],
  [
    'CONVERSION',
    'a cent in a conversion',
    `update society_transfers set received_cents = received_cents + 1 where kind = 'CONVERSION'`,
  ],
  [
    'ORIGIN',
    'a cent in where a schedule comes from',
    `update communal_payment_conversions set shillings_cents = shillings_cents + 1`,
  ],
  [
    'SCHEDULE',
    'a cent in a line',
    `update schedule_lines set total_cents = total_cents + 1, net_cents = net_cents + 1 where id = ${one('schedule_lines', `status = 'SUCCESS'`)}`,
  ],
  ['TAKEN', 'a cent of a lender', `update schedule_lender_payments set amount_cents = amount_cents + 1`],
  ['MEMBER_PAYOUTS', 'a cent in the payout of a member', payout('schedule_line')],
  ['MEMBERS', 'a cent in what a member was paid', movement('schedule_line/%/paid')],
  ['SHILLINGS_UNDER_WAY', 'a cent of shillings in clearing', clearing('KES')],
]

test('somebody tampers with each balance', () => {
  expect(tamperings.map(([name]) => name)).toEqual(balanceNames)
})

test.each(tamperings)('%s does not close for who moves %s', async (name, _what, statement) => {
  const db = openDatabase({ connection: chain.world.database.config, max: 1 })
  class Undone extends Error {}
  try {
    await db.transaction('system', async (tx) => {
      await sql`reset role`.execute(tx)
      await sql`set local session_replication_role = 'replica'`.execute(tx)
      expect(await changed(tx, sql.raw(statement))).toBeGreaterThan(0)
      const open = (await checkBalances(tx)).filter((one) => one.open > 0)
      expect(open.map((one) => one.name)).toContain(name)
      const named = open.find((one) => one.name === name)
      expect(named?.findings.length).toBeGreaterThan(0)
      expect(linesOf(open).find((line) => line.startsWith('OPEN '))).toBeDefined()
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  } finally {
    await db.close()
  }
})

test('the night stores what it found once, and who reads it sees the own, or all', async () => {
  const { world, slips } = chain
  const {
    peterBankChecker,
    aminaViewer,
    samuelAdministrator: admin,
    wanjikuMaker,
    danielMaker,
    kipronoMillerMaker,
  } = world.people
  // Behind the back of the program: an e-slip and its legs agree no longer.
  await world.owner.query(`alter table eslips disable trigger legs_are_the_gross`)
  await world.owner.query(`update eslips set gross_cents = gross_cents + 1, net_cents = net_cents + 1 where id = $1`, [
    slips[0]?.id,
  ])
  const nights = await Promise.all([keepBalances(world.house), keepBalances(world.house)])
  expect(nights.filter((night) => night === null)).toHaveLength(1)
  expect(Math.max(...nights.map(Number))).toBeGreaterThan(0)
  expect(await keepBalances(world.house)).toBeNull()
  // What is loaded after the night, as a sample is, is held by who asks for it again.
  await world.owner.query('delete from balances')
  await keepBalancesAgain(world.house)
  const listed = async (person: Person, filter = '') => {
    const { status, body } = await person.get<{ data: Balance[] }>('/balances', {
      paginate: 'Y',
      size: 100,
      ...(filter ? { filter } : {}),
    })
    return status === 200 ? body.data : status
  }
  const all = await listed(peterBankChecker)
  for (const person of [aminaViewer, admin]) expect(await listed(person)).toEqual(all)
  const own = (await listed(wanjikuMaker)) as Balance[]
  expect(new Set(own.map(({ organisationCode }) => organisationCode))).toEqual(new Set(['CF4100']))
  const others = (await listed(danielMaker)) as Balance[]
  expect(new Set(others.map(({ organisationCode }) => organisationCode))).toEqual(new Set(['CF4101']))
  expect(await listed(kipronoMillerMaker)).toBe(403)
  const open = (await listed(wanjikuMaker, 'state:OPEN')) as Balance[]
  expect(open.map(({ name }) => name).toSorted()).toEqual(['BUYERS', 'HAMMER', 'LEGS'])
  const [hammer] = open.filter(({ name }) => name === 'HAMMER')
  expect(hammer).toMatchObject({
    unit: 'USD',
    came: 11_913.2,
    went: 11_913.21,
    difference: -0.01,
    records: 2,
    open: 1,
  })
  expect(hammer?.findings).toEqual([{ record: slips[0]?.number, target: slips[0]?.id, came: 5_956.6, went: 5_956.61 }])
})

test('proceeds of lots count as money that came in: the account of the season closes, and a fifth of them may be retained', async () => {
  const { world } = chain
  const account = (
    await world.people.wanjikuMaker.get<SeasonAccount>(`/payment/seasonAccount/${world.organisationId('CF4100')}`)
  ).body
  const { rows } = await world.owner.query<{ cents: string }>(
    `select sum(amount_cents)::text as cents from eslip_legs where kind = 'GROWER'`,
  )
  expect([account.dollars.cameIn, account.dollars.difference, account.shillings.difference]).toEqual([
    Number(rows[0]?.cents) / 100,
    0,
    0,
  ])
})

test('who can see to a balance is notified once when it opens, and no more once it closes', async () => {
  const { world, slips } = chain
  const { margaretManager, peterBankChecker, samuelAdministrator, wanjikuMaker, danielMaker, estherBankMaker } =
    world.people
  const told = async (person: Person) =>
    (await person.get<{ items: Notification[] }>('/notifications')).body.items
      .filter(({ kind }) => kind === 'balance')
      .map(({ to, comment, count }) => ({ to, comment, count }))
  const nextNight = async () => {
    await world.owner.query(`delete from balances; update balance_checks set day = day - 1`)
    return keepBalances(world.house)
  }
  const move = (cents: number) =>
    world.owner.query(`update eslips set gross_cents = gross_cents + $2, net_cents = net_cents + $2 where id = $1`, [
      slips[0]?.id,
      cents,
    ])
  const answer = [margaretManager, peterBankChecker, samuelAdministrator]
  // The hammer, the legs and the buyers of one society and sale: a line with its number.
  const line = { to: 'open', comment: `CF4100 · ${currentSeason()} · 61`, count: 3 }
  for (const person of answer) expect(await told(person), person.username).toEqual([line])
  for (const person of [wanjikuMaker, danielMaker, estherBankMaker])
    expect(await told(person), person.username).toEqual([])
  expect(await nextNight()).toBe(3)
  for (const person of answer) expect(await told(person), person.username).toEqual([line])
  await peterBankChecker.post('/notifications/read', { until: now().toISOString() })
  expect(await nextNight()).toBe(3)
  expect(await told(peterBankChecker)).toEqual([])
  await move(-1)
  expect(await nextNight()).toBe(0)
  for (const person of answer) expect(await told(person), person.username).toEqual([])
  const openings = async () =>
    (await world.owner.query(`select name from balance_openings where closed_at is null order by 1`)).rows
  expect(await openings()).toEqual([])
  await move(1)
  expect(await nextNight()).toBe(3)
  for (const person of answer) expect(await told(person), person.username).toEqual([line])
  expect(await openings()).toHaveLength(3)
})
