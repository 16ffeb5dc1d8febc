import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import type { AccountStanding, Reconciliation } from '#contract/reconciliation/reconciliation.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import type { Person } from '#test/kit/people.ts'
import {
  agreeFloor,
  decideSchedule,
  detailsOf,
  fewMembers,
  fillPool,
  linesOf,
  makePayable,
  membersOf,
  owe,
  paySchedule,
  saveSchedule,
} from '#test/kit/schedules.ts'
import { ledgerFindings } from '#test/kit/loans.ts'
import { fundAccount, makePayingWorld } from '#test/kit/payouts.ts'
import { requestOf } from '#test/kit/societyMoney.ts'
import type { World } from '#test/kit/world.ts'

// What a society pays its members: computed by one person, approved as it was computed by another, paid by the bank to the cent.
let world: World
let maker: Person
let manager: Person
beforeAll(async () => {
  // M-PESA answers by messages of its own: this server hears them.
  const paying = await makePayingWorld()
  world = paying.world
  maker = world.people.wanjikuMaker
  manager = world.people.margaretManager
  await fewMembers(world, 50)
  // Nobody's account is in the way, but for whom a test says so.
  await makePayable(world)
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.bank.clearFaults()
  await world.owner.query(
    `update communal_payments set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL';
     update communal_payments set status = 'REJECTED' where status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED');
     delete from communal_rate_limits`,
  )
})

async function saved(more: object = {}): Promise<CommunalPayment> {
  const { status, body } = await saveSchedule(world, maker, more)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
const readOne = async (id: string) => (await maker.get<CommunalPayment>(`/payment/communalPayment/${id}`)).body
/** What was set aside of the farmers' account for a schedule and has not been paid to anybody, in cents. */
const aside = async (id: string) =>
  (
    await world.owner.query<{ cents: string }>(
      `select coalesce(sum(case when m.cause_kind = 'communal_payment' then m.amount_cents else -m.amount_cents end), 0)::text as cents
        from ledger_movements m join ledger_accounts c on c.kind = 'clearing' and c.id in (m.debit_account_id, m.credit_account_id)
        where m.cause_id = $1 or m.cause_id in (select id from schedule_lines where communal_payment_id = $1)
          or m.cause_id in (select id from schedule_lender_payments where communal_payment_id = $1)`,
      [id],
    )
  ).rows[0]?.cents
const mustBeWhole = async () => expect(await ledgerFindings(world)).toEqual([])
const reconciled = async () => (await world.people.estherBankMaker.get<Reconciliation>('/reconciliation')).body
/** The fund of the bank in our books against the bank's statement of it. */
async function theFund() {
  const { accounts } = await reconciled()
  return accounts.find(({ purpose }) => purpose === 'FUND')
}

test('each line is the weight by the rate, less what is owed in the order of the law, as anybody can count it again', async () => {
  const members = await membersOf(world)
  const [first, second, third] = members
  await owe(world, first!.id, 'KPCU', 50_000n)
  await owe(world, first!.id, 'COOP', 30_000n)
  await owe(world, second!.id, 'COOP', 10_000_000_000n)
  await owe(world, third!.id, 'KPCU', 100n, '2025/2026')
  await owe(world, third!.id, 'KPCU', 200n)
  await fillPool(world, 'CF4100', 1_000_000.07)
  await agreeFloor(world)
  const { data } = (await detailsOf(maker)).body
  expect(data.loans.map(({ loanProduct }) => loanProduct)).toEqual([
    'Kenya Planters Co-operative Union',
    'Co-operative Bank',
  ])
  const schedule = await saved()
  const lines = await linesOf(maker, schedule.id)
  // In whole grams and cents, without anything of the program.
  const grams = new Map(
    members.map(({ number, kilograms }) => [
      number,
      BigInt(
        kilograms
          .replace('.', '')
          .padEnd(kilograms.indexOf('.') < 0 ? kilograms.length + 3 : kilograms.indexOf('.') + 3, '0'),
      ),
    ]),
  )
  const all = [...grams.values()].reduce((sum, one) => sum + one, 0n)
  const pool = BigInt(Math.round(data.farmerKesAccount.availableBalance * 100))
  const rate = (pool * 1000n) / all
  expect(BigInt(Math.round(schedule.commissionRate * 100))).toBe(rate)
  const cents = (amount: number) => BigInt(Math.round(amount * 100))
  let total = 0n
  for (const number of grams.keys()) {
    const own = lines.filter(({ memberNumber }) => memberNumber === number)
    const initial = cents(own[0]!.initialAmount)
    const exact = (grams.get(number) ?? 0n) * rate
    expect(initial === (2n * exact + 1000n) / 2000n || initial === (2n * exact + 1000n) / 2000n - 1n).toBe(true)
    const recovered = own.reduce((sum, { loanAmount }) => sum + cents(loanAmount), 0n)
    const isMpesa = own[0]!.institutionType === 'MPESA'
    expect(cents(own[0]!.netAmount)).toBe(isMpesa ? ((initial - recovered) / 100n) * 100n : initial - recovered)
    total += initial
  }
  expect(total <= pool).toBe(true)
  expect([cents(schedule.total), cents(schedule.carried)]).toEqual([
    total,
    pool - cents(schedule.recovered) - cents(schedule.net),
  ])
  const of = (number: string) =>
    lines.filter((line) => line.memberNumber === number).map(({ loanType, loanAmount }) => [loanType, loanAmount])
  expect(of(first!.number)).toEqual([
    ['Co-operative Bank', 300],
    ['Kenya Planters Co-operative Union', 500],
  ])
  const nothing = lines.find(({ memberNumber }) => memberNumber === second!.number)
  expect([nothing?.netAmount, nothing?.status, nothing?.loanAmount]).toEqual([0, 'NIL', nothing?.initialAmount])
  expect(of(third!.number)).toEqual([['Kenya Planters Co-operative Union', 3]])
})

test('approved, the lenders and the members are paid by the bank, and nothing is left over but what is carried', async () => {
  await fillPool(world, 'CF4100', 500_000)
  await agreeFloor(world)
  const schedule = await saved()
  const before = (await detailsOf(maker)).body.data.farmerKesAccount.availableBalance
  expect((await decideSchedule(world, maker, 'APPROVE', schedule)).status).toBe(403)
  const { body } = await decideSchedule(world, manager, 'APPROVE', schedule)
  expect(body.message).toBe('Approved: the members are being paid')
  const after = (await detailsOf(maker)).body.data
  expect(Math.round((before - after.farmerKesAccount.availableBalance) * 100)).toBe(
    Math.round((schedule.net + schedule.recovered) * 100),
  )
  expect(after.cycle).toBe(2)
  await paySchedule(world, schedule.id)
  await paySchedule(world, schedule.id)
  const paid = await readOne(schedule.id)
  expect(paid).toMatchObject({ status: { statusName: 'COMPLETED' }, failed: 0 })
  expect(await aside(schedule.id)).toBe('0')
  const [member] = await membersOf(world)
  const statement = await maker.get<{ data: object[] }>(
    `/payment/fetchFarmerStatement/${world.organisationId('CF4100')}/${member!.id}`,
  )
  expect(statement.body.data[0]).toMatchObject({ season: currentSeason(), cycle: 1, status: 'SUCCESS' })
  const stats = await maker.get<{ data: { season: string; amount: number }[] }>(
    `/payment/fetchFarmerScheduleStats/${world.organisationId('CF4100')}/${member!.id}`,
  )
  expect(stats.body.data[0]?.season).toBe(currentSeason())
  await mustBeWhole()
})

describe('what stands in the way', () => {
  test('is named before anything is saved, and keeps it from being saved', async () => {
    const codes = async () => (await detailsOf(maker)).body.data.bars.map(({ code }) => code)
    expect(await codes()).toContain('no_floor')
    expect((await saveSchedule(world, maker)).body.code).toBe('schedule.barred')
    await fillPool(world, 'CF4100', 100)
    await agreeFloor(world, 900)
    expect(await codes()).toContain('below_floor')
    expect((await saveSchedule(world, maker)).body.code).toBe('schedule.barred')
  })

  test('other figures than the server’s are refused with both', async () => {
    await fillPool(world, 'CF4100', 100_000)
    await agreeFloor(world)
    const { body } = await saveSchedule(world, maker, { commRate: 500 })
    expect([body.code, Object.keys(body.details ?? {})]).toEqual(['schedule.figures_changed', ['sent', 'computed']])
  })

  test('one schedule of a society is open, also when two are saved at once', async () => {
    await fillPool(world, 'CF4100', 100_000)
    await agreeFloor(world)
    const answers = await Promise.all([saveSchedule(world, maker), saveSchedule(world, maker)])
    expect(answers.map(({ body }) => body.code ?? 'saved').toSorted()).toEqual(['change.open', 'saved'])
  })

  test('while one is being paid no other is saved: what it recovers would be recovered twice', async () => {
    const [member] = await membersOf(world)
    await owe(world, member!.id, 'KPCU', 10_000n)
    await fillPool(world, 'CF4100', 300_000)
    await agreeFloor(world)
    const schedule = await saved()
    await decideSchedule(world, manager, 'APPROVE', schedule)
    await fillPool(world, 'CF4100', 300_000)
    await agreeFloor(world)
    const again = await saveSchedule(world, maker)
    expect([again.body.code, again.body.message]).toEqual([
      'schedule.barred',
      'A schedule of the society is being paid: wait until the bank has carried it out',
    ])
    await paySchedule(world, schedule.id)
    expect((await detailsOf(maker)).body.data.bars.map(({ code }) => code)).not.toContain('being_paid')
    expect((await detailsOf(maker)).body.data.loans.map(({ loanProduct }) => loanProduct)).not.toContain(
      'Kenya Planters Co-operative Union',
    )
  })

  test('a loan that is not offered is refused', async () => {
    await fillPool(world, 'CF4100', 100_000)
    await agreeFloor(world)
    const { body } = await saveSchedule(world, maker, { loansToRecover: world.organisationId('CF4101') })
    expect(body.details?.['fields']).toEqual({ loansToRecover: 'Choose among the loans that are offered' })
  })
})

describe('approving exactly what was seen', () => {
  beforeEach(async () => {
    await fillPool(world, 'CF4100', 200_000)
    await agreeFloor(world)
  })

  test.each([
    [
      'a delivery',
      `update season_weights set approved_kg = approved_kg + 1 where farmer_id = $1`,
      `update season_weights set approved_kg = approved_kg - 1 where farmer_id = $1`,
    ],
    [
      'an account',
      `update farmers set account_number = account_number || '9' where id = $1`,
      `update farmers set account_number = left(account_number, -1) where id = $1`,
    ],
    [
      'whether a member lives',
      `update farmers set life_state = 'DECEASED' where id = $1`,
      `update farmers set life_state = 'ACTIVE' where id = $1`,
    ],
  ])('%s that changed meanwhile is refused', async (_what, change, back) => {
    const schedule = await saved()
    const [member] = await membersOf(world)
    await world.owner.query(change, [member!.id])
    try {
      expect((await decideSchedule(world, manager, 'APPROVE', schedule)).body.code).toBe('schedule.stale')
    } finally {
      await world.owner.query(back, [member!.id])
    }
    expect((await decideSchedule(world, manager, 'APPROVE', schedule)).status).toBe(200)
  })

  test('a loan that was lent meanwhile is refused', async () => {
    const [member] = await membersOf(world)
    await owe(world, member!.id, 'KPCU', 100n)
    const schedule = await saved()
    await owe(world, member!.id, 'KPCU', 5_000n)
    expect((await decideSchedule(world, manager, 'APPROVE', schedule)).body.code).toBe('schedule.stale')
  })

  test('of two approvals at once one pays', async () => {
    const schedule = await saved()
    const answers = await Promise.all([1, 2].map(() => decideSchedule(world, manager, 'APPROVE', schedule)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await paySchedule(world, schedule.id)
  })
})

/** Asks the bank for today's statement of the fund, and waits until it is matched. */
async function askOfFund(): Promise<void> {
  const told = async () => (await reconciled()).statements.filter((one) => one.isMatched).length
  const before = await told()
  expect(await requestOf(world.people.estherBankMaker, fundAccount)).toMatchObject({ status: 200 })
  await expect.poll(told, { timeout: 30_000 }).toBeGreaterThan(before)
}

test('what a lender was paid back and no statement shows yet is said as that, and nothing of it stays unexplained', async () => {
  const [member] = await membersOf(world)
  await owe(world, member!.id, 'COOP', 40_000n)
  await askOfFund()
  const before = await theFund()
  await fillPool(world, 'CF4100', 200_000)
  await agreeFloor(world)
  const schedule = await saved()
  await decideSchedule(world, manager, 'APPROVE', schedule)
  await paySchedule(world, schedule.id)
  const back = ({ parts }: AccountStanding) => parts.find(({ code }) => code === 'RETURN_NOT_YET_AT_BANK')?.amount ?? 0
  const paid = await theFund()
  expect(Math.round((back(paid!) - back(before!)) * 100)).toBeGreaterThan(0)
  expect([before?.unexplained, paid?.unexplained]).toEqual([0, 0])
  await askOfFund()
  const told = await theFund()
  expect([back(told!), told?.unexplained]).toEqual([back(before!), 0])
})

describe('lines that are not paid', () => {
  test('are held with their reason, and refused ones keep the money aside; the schedule is partly paid', async () => {
    await fillPool(world, 'CF4100', 300_000)
    await agreeFloor(world)
    const [dead, unsure, refused] = await membersOf(world)
    await world.owner.query(`update farmers set life_state = 'DECEASED' where id = $1`, [dead!.id])
    await world.owner.query(`update farmers set account_state = 'UNVERIFIED' where id = $1`, [unsure!.id])
    const account = await world.owner.query<{ account_number: string; institution_code: string }>(
      `update farmers set institution_code = '11', account_number = '01109099999999' where id = $1 returning account_number, institution_code`,
      [refused!.id],
    )
    await world.bank.load(
      account.rows.map((row) => ({
        institutionCode: row.institution_code,
        accountNumber: row.account_number,
        name: 'CLOSED',
        status: 'closed' as const,
      })),
    )
    try {
      const schedule = await saved({ loansToRecover: '' })
      expect(schedule.held).toBe(2)
      await decideSchedule(world, manager, 'APPROVE', schedule)
      await paySchedule(world, schedule.id)
      const lines = await linesOf(maker, schedule.id)
      const of = (number: string) => lines.find(({ memberNumber }) => memberNumber === number)
      expect(of(dead!.number)).toMatchObject({
        status: 'HELD',
        reason: 'The member has died: the money waits for the next of kin',
      })
      expect(of(unsure!.number)).toMatchObject({ status: 'HELD', reason: 'The account is not verified' })
      expect(of(refused!.number)?.status).toBe('FAILED')
      expect(await readOne(schedule.id)).toMatchObject({ status: { statusName: 'PARTIALLY_PAID' }, failed: 1, held: 2 })
      const unpaid = [dead, unsure, refused].reduce(
        (sum, one) => sum + Math.round((of(one!.number)?.netAmount ?? 0) * 100),
        0,
      )
      expect(await aside(schedule.id)).toBe(String(unpaid))
      await mustBeWhole()
    } finally {
      await world.owner.query(`update farmers set life_state = 'ACTIVE', account_state = 'VERIFIED'`)
    }
  })
})

test('another society sees and decides nothing of it', async () => {
  await fillPool(world, 'CF4100', 100_000)
  await agreeFloor(world)
  const schedule = await saved()
  const { danielMaker, purityChecker, kipronoMillerMaker } = world.people
  expect((await danielMaker.get(`/payment/communalPayment/${schedule.id}`)).status).toBe(404)
  expect((await danielMaker.get(`/payment/schedule/${schedule.id}/lines`)).status).toBe(404)
  expect((await danielMaker.get(`/payment/generateFarmerPaymentSchedule/${schedule.id}`)).status).toBe(404)
  expect((await decideSchedule(world, purityChecker, 'APPROVE', schedule)).status).not.toBe(200)
  expect(
    (await kipronoMillerMaker.post('/payment/getGrowerDetails', { growerCode: 'CF4100', season: currentSeason() }))
      .status,
  ).toBe(403)
})
