import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { makeBank } from '#server/kit/bank/bank.ts'
import { now } from '#server/kit/clock.ts'
import { newId } from '#server/kit/ids.ts'
import type { AccountName } from '#server/ledger/accounts.ts'
import { post, type Post } from '#server/ledger/ledger.ts'
import { startPayouts } from '#server/payouts/keepPayouts.ts'
import { bringMembers } from './browser/largeSociety.ts'
import { letTimePass } from './browser/unreliableBank.ts'
import { agreeDeals, decideDeal, submitDeal } from './kit/conversionRates.ts'
import { ledgerFindings } from './kit/loans.ts'
import { decideRetry, initiateRetry } from './kit/paymentRetries.ts'
import { freePort } from './kit/freePort.ts'
import { fundAccount, shortCode, transitAccount } from './kit/payouts.ts'
import { agreeFloor, decideSchedule, payable, saveSchedule } from './kit/schedules.ts'
import { askBank, openAccount, payIn } from './kit/societyMoney.ts'
import { approvedTransfer, atTheBank } from './kit/societyTransfers.ts'
import { makeWorld, type World } from './kit/world.ts'
import { compareCalls, type Ask } from './recompute/compareCalls.ts'
import { readRaw } from './recompute/rawTables.ts'
import { recompute } from './recompute/recompute.ts'

// A season of a large society from its dollars to the account of every member, through a bank that fails: each cent arrives once.
const members = 3_000
/** Above the lowest rate also at the end of the season, when the valley has brought most. */
const dollars = 1_800_000
/** Of whom members have borrowed: the state, the bank, and a marketer who gave inputs. */
const lenders = ['KPCU', 'COOP', 'MK3001'] as const
/** Long enough for an answer, short for one that never comes. */
const patienceMs = 700

/** An account that was closed, in the words of each channel. */
const refusals = {
  '/FundsTransfer/Internal/A2A/2.0.0': '40200284',
  '/FundsTransfer/External/A2A/PesaLink/1.0.0': '40200284',
  '/mpesa/b2c/v3/paymentrequest': '2040',
}

let world: World
let ids: string[]
let paying: { stop: () => Promise<void> } | undefined
beforeAll(async () => {
  const port = await freePort()
  world = await makeWorld({ bankApart: true, manyRequests: true, settings: { PORT: String(port) } })
  await world.app.listen({ port, host: '127.0.0.1' })
  ids = (await bringMembers(world.owner, members)).map(({ id }) => id)
  await world.owner.query(`${payable} where organisation_id = $1`, [world.organisationId('CF4100')])
  // Who brought most gets more than PesaLink carries: such a line would wait for an RTGS file.
  await world.owner.query(
    `update farmers f set institution_code = '11', account_number = '0110' || lpad(w.place::text, 10, '0')
     from (select farmer_id, row_number() over (order by farmer_id) as place from season_weights where approved_kg > 6000) w where w.farmer_id = f.id`,
  )
  await world.owner.query(
    `insert into settings (name, value) values ('payoutsMostInHour', '1000000000000'), ('payoutsMostInDay', '1000000000000')
     on conflict (name) do update set value = excluded.value`,
  )
  for (const [at, code] of lenders.entries())
    await world.owner.query(
      `insert into funds (organisation_id, name, account_number, transit_number, mpesa_short_code) values ($1, $2, $3, $4, $5)
       on conflict (organisation_id) do update set account_number = $3, transit_number = $4, mpesa_short_code = $5`,
      [
        world.organisationId(code),
        `Fund of ${code}`,
        `${BigInt(fundAccount) + BigInt(at)}0`.slice(-14),
        transitAccount,
        shortCode,
      ],
    )
  await world.bank.control('POST', '/simulator/funds', [
    { institutionCode: 'MPESA', accountNumber: shortCode, amountCents: 100_000_000_000 },
  ])
  const bank = makeBank({
    ...world.bank,
    timeoutMs: patienceMs,
    concurrency: 16,
    now,
    transfers: {
      callbackUrl: `http://127.0.0.1:${port}/api/bank/callbacks`,
      mpesaInitiator: { name: 'kahawa', securityCredential: 'sealed' },
    },
  })
  paying = startPayouts({ ...world.house, bank })
})
afterAll(async () => {
  await paying?.stop()
  await world?.close()
})

/** Two thirds of the members owe, of one to three lenders, what a loan comes to, and now and then more than their cherry brings. */
async function lend(): Promise<void> {
  const organisationId = world.organisationId('CF4100')
  const posts = ids.flatMap((subjectId, at) =>
    lenders.slice(0, at % 4).flatMap((code, place): Post[] => {
      const lenderId = world.organisationId(code)
      const loan: AccountName = { kind: 'loan', organisationId, subjectId, season: currentSeason(), lenderId }
      return [
        {
          reference: `journey/${subjectId}/${code}`,
          cause: { kind: 'test', id: newId() },
          debit: loan,
          credit: { kind: 'outside', organisationId: lenderId, subjectId: lenderId },
          amountCents: BigInt(100_001 + at * 37 + place * 40_003) * (at % 97 === 3 ? 100n : 1n),
        },
      ]
    }),
  )
  for (let from = 0; from < posts.length; from += 1_000)
    await world.house.db.transaction('system', (tx) => post(tx, posts.slice(from, from + 1_000)))
}
const readTables = () => readRaw(async (text, values) => (await world.owner.query(text, [...(values ?? [])])).rows)
const stateOf = async (id: string) =>
  (await world.people.wanjikuMaker.get<CommunalPayment>(`/payment/communalPayment/${id}`)).body
const open = async (id: string) =>
  (
    await world.owner.query<{ id: string }>(
      `select id from schedule_lines where communal_payment_id = $1 and status = 'FAILED'
       union all select id from schedule_lender_payments where communal_payment_id = $1 and status = 'FAILED'`,
      [id],
    )
  ).rows.map((row) => row.id)

test(
  'dollars that came by statement reach three thousand members through three channels, and every cent is found again',
  { timeout: 480_000 },
  async () => {
    const { wanjikuMaker: maker, otienoChecker: checker, margaretManager: manager } = world.people
    // Dollars come in, a fifth is retained, the rest becomes shillings at a deal, each by two people.
    const nonCheckoff = await openAccount(world, 'NON_CHECKOFF')
    for (const purpose of ['CHECKOFF', 'FARMERS_USD'] as const) await openAccount(world, purpose)
    const shillings = await openAccount(world, 'FARMERS_KES')
    await payIn(world, nonCheckoff, dollars * 100, 'Outturn 47KR0001')
    await askBank(world, nonCheckoff)
    await approvedTransfer(world, 'RETENTION', dollars / 5)
    await approvedTransfer(world, 'SWEEP', (dollars * 4) / 5)
    await atTheBank(world)
    await agreeDeals(world, { dealCode: '660017', rate: '128.957313' })
    const deal = await submitDeal(maker, '660017', { reason: 'The dealer’s best' })
    await decideDeal(checker, 'APPROVE', deal.body.data)
    await approvedTransfer(world, 'CONVERSION', (dollars * 4) / 5)
    await atTheBank(world)
    await lend()
    await agreeFloor(world, 70)
    const saved = await saveSchedule(world, maker)
    expect(saved.body).toMatchObject({ message: 'Sent for approval' })
    const schedule = saved.body.data
    expect(schedule.members).toBeGreaterThan(members)
    // A bank of which one answer in ten never comes, and that refuses one payment in twenty.
    const ofMembers = `^(?!(${shillings}|${transitAccount})$)`
    for (const fault of [
      ...Object.entries(refusals).map(
        ([path, code]) => ({ kind: 'refuse', rate: 0.05, code, path, accounts: ofMembers }) as const,
      ),
      { kind: 'timeout', when: 'before', rate: 0.05, accounts: ofMembers },
      { kind: 'timeout', when: 'after', rate: 0.05 },
      { kind: 'callbackTwice', rate: 0.05 },
      { kind: 'callbackNever', rate: 0.05 },
    ] as const)
      await world.bank.setFault(fault)
    expect((await decideSchedule(world, manager, 'APPROVE', schedule)).status).toBe(200)
    const hasEnded = async () => {
      await letTimePass(world)
      return ['PARTIALLY_PAID', 'COMPLETED'].includes((await stateOf(schedule.id)).status.statusName)
    }
    await expect.poll(hasEnded, { timeout: 240_000, interval: 300 }).toBe(true)
    const failed = await open(schedule.id)
    expect(failed.length).toBeGreaterThan(members / 20)
    await world.bank.clearFaults()
    // What was refused or went astray is sent again, once each, by two people.
    for (const id of failed) {
      const asked = await initiateRetry(maker, id)
      expect([id, asked.status, asked.body.message]).toEqual([id, 200, 'Sent for approval'])
      expect((await decideRetry(checker, asked.body.data, 'APPROVE')).status).toBe(200)
    }
    const isPaid = async () => {
      await letTimePass(world)
      return (await open(schedule.id)).length === 0 && (await stateOf(schedule.id)).status.statusName === 'COMPLETED'
    }
    await expect.poll(isPaid, { timeout: 120_000, interval: 300 }).toBe(true)
  },
)

test('the bank’s own book says so of every account, and ours of every cent', async () => {
  const { postings } = (await world.bank.control('GET', '/simulator/ledger')) as {
    postings: { reference: string; credit: string; cents: string }[]
  } // border: the simulator's own answer
  const { rows: due } = await world.owner.query<{ account: string; cents: string }>(
    `select account_number as account, sum(net_cents)::text as cents from schedule_lines where status = 'SUCCESS' group by 1 order by 1`,
  )
  const received = new Map<string, bigint>()
  for (const { reference, credit, cents } of postings.filter((one) => one.reference.startsWith('KP'))) {
    expect(reference.length).toBeGreaterThan(5)
    const account = credit.slice(credit.indexOf(':') + 1)
    received.set(account, (received.get(account) ?? 0n) + BigInt(cents))
  }
  const bare = (account: string) =>
    received.get(account) ??
    received.get(account.replace(/^\+?254/, '0')) ??
    received.get(account.replace(/^0/, '254')) ??
    0n
  expect(due.filter(({ account, cents }) => bare(account) !== BigInt(cents))).toEqual([])
  expect(due.length).toBeGreaterThan(members * 0.9)
  const ways = await world.owner.query<{ way: string }>(
    `select distinct payment_type as way from schedule_lines order by 1`,
  )
  expect(ways.rows.map(({ way }) => way)).toEqual(['INTERNALFT', 'MPESA', 'PESALINK'])
  expect(await ledgerFindings(world)).toEqual([])
})

test('counted again from the raw tables, the season closes to nothing, and statements and headers agree to the cent', async () => {
  const raw = await readTables()
  const recomputed = recompute(raw)
  expect(recomputed.differences).toEqual([])
  const { dollarsIn, converted, dollarsLeft, shillingsIn, paid, recovered, waiting, carried } =
    recomputed.societies.get('CF4100')!
  const usd = BigInt(dollars) * 100n
  expect([dollarsIn, converted, dollarsLeft]).toEqual([usd, (usd * 4n) / 5n, usd / 5n])
  expect(shillingsIn).toBe((((usd * 4n) / 5n) * 128_957_313n) / 1_000_000n)
  expect([waiting, paid! + recovered! + carried!]).toEqual([0n, shillingsIn])
  const ask: Ask = async (method, path, body) =>
    (method === 'GET' ? await world.people.wanjikuMaker.get(path) : await world.people.wanjikuMaker.post(path, body))
      .body
  const { compared, differences } = await compareCalls(ask, raw, recomputed, { members: 60 })
  expect(differences).toEqual([])
  expect(compared).toBeGreaterThan(240)
})
