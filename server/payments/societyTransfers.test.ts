import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { convert, type TransferKind } from '#contract/payments/societyTransfers.ts'
import { setClock, whichClock } from '#server/kit/clock.ts'
import type { Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { ledgerFindings } from '#test/kit/loans.ts'
import { openPayouts } from '#server/payouts/openPayouts.ts'
import { agreeDeals, decideDeal, submitDeal } from '#test/kit/conversionRates.ts'
import type { Person } from '#test/kit/people.ts'
import { accountsOf, askBank, openAccount, payIn } from '#test/kit/societyMoney.ts'
import { approvedTransfer, atTheBank, decideTransfer, figuresOf, orderTransfer } from '#test/kit/societyTransfers.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// The whole way of a dollar at a society: it comes by the bank's statement, is retained or moved, and becomes shillings at a deal.
let world: World
let maker: Person
let checker: Person
let numbers: Record<'NON_CHECKOFF' | 'CHECKOFF' | 'FARMERS_USD' | 'FARMERS_KES', string>
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
  checker = world.people.otienoChecker
  numbers = {
    NON_CHECKOFF: await openAccount(world, 'NON_CHECKOFF'),
    CHECKOFF: await openAccount(world, 'CHECKOFF'),
    FARMERS_USD: await openAccount(world, 'FARMERS_USD'),
    FARMERS_KES: await openAccount(world, 'FARMERS_KES'),
  }
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.bank.clearFaults()
  await world.owner.query(
    `update society_transfers set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL';
     update conversion_rates set status = 'WITHDRAWN' where status in ('PENDING_APPROVAL', 'APPROVED')`,
  )
})

const openPayout = (tx: Tx, organisationId: string, lenderId: string) =>
  openPayouts(tx, [
    {
      sourceKind: 'society_transfer',
      sourceId: newId(),
      organisationId,
      lenderId,
      title: 'Othameru',
      amountCents: 100n,
      from: numbers.CHECKOFF,
      paymentType: 'INTERNALFT',
      account: { institutionCode: '11', institutionType: 'BANK', accountNumber: numbers.FARMERS_USD, accountName: 'X' },
      narration: 'Sweep',
    },
  ])

let serial = 0
/** Dollars that come in by the bank's statement. */
async function comeIn(dollars: number): Promise<void> {
  serial += 1
  await payIn(world, numbers.NON_CHECKOFF, dollars * 100, `Outturn 47KR${String(serial).padStart(4, '0')}`)
  await askBank(world, numbers.NON_CHECKOFF)
}
async function agreedRate(rate = '128.950000', hours = 24): Promise<string> {
  const dealCode = `6600${(serial += 1)}`
  await agreeDeals(world, { dealCode, rate, hours })
  const { status, body } = await submitDeal(maker, dealCode, { reason: 'The dealer’s best' })
  if (status !== 200) throw new Error(JSON.stringify(body))
  await decideDeal(checker, 'APPROVE', body.data)
  return dealCode
}
const balances = async () =>
  Object.fromEntries((await accountsOf(world, maker)).map(({ purpose, bookBalance }) => [purpose, bookBalance]))
const statusOf = async (id: string) =>
  (
    await world.owner.query<{ status: string; failure: string }>(
      'select status, failure from society_transfers where id = $1',
      [id],
    )
  ).rows[0]
const rateStatus = async (code: string) =>
  (await world.owner.query<{ status: string }>('select status from conversion_rates where deal_code = $1', [code]))
    .rows[0]?.status
const atBank = async (number: string): Promise<string> =>
  ((await world.bank.control('GET', '/simulator/ledger')) as { balances: Record<string, string> }).balances[
    `0011:${number} ${number.startsWith('02') ? 'USD' : 'KES'}`
  ] ?? '0' // border: the simulator's own answer

test('dollars come in, a fifth is retained, the rest is moved and becomes shillings, to the cent here and at the bank', async () => {
  await comeIn(60_000)
  const retained = await approvedTransfer(world, 'RETENTION', 12_000)
  expect(retained).toMatchObject({ status: { statusName: 'PROCESSING' }, figures: null, decidedBy: checker.fullName })
  // It has left its account at once, so that nobody else can order it too, and has not arrived.
  expect(await balances()).toMatchObject({ NON_CHECKOFF: 48_000, CHECKOFF: 0 })
  await approvedTransfer(world, 'SWEEP', 48_000)
  await atTheBank(world)
  const deal = await agreedRate()
  const { id } = await approvedTransfer(world, 'CONVERSION', 48_000)
  expect(await rateStatus(deal)).toBe('USED')
  await atTheBank(world)
  expect(await statusOf(id)).toEqual({ status: 'DONE', failure: '' })
  expect(await balances()).toEqual({ NON_CHECKOFF: 0, CHECKOFF: 12_000, FARMERS_USD: 0, FARMERS_KES: 6_189_600 })
  expect([
    await atBank(numbers.CHECKOFF),
    await atBank(numbers.FARMERS_KES),
    await atBank(numbers.FARMERS_USD),
  ]).toEqual(['1200000', '618960000', '0'])
  // What the bank's own statements say of the same orders names nothing new.
  for (const number of Object.values(numbers)) await askBank(world, number)
  const { rows } = await world.owner.query<{ kind: string; n: number }>(
    `select kind, count(*)::integer as n from recon_items where account_number = any ($1) group by kind order by kind`,
    [Object.values(numbers)],
  )
  expect(rows).toEqual([
    { kind: 'CREDITED', n: 1 },
    { kind: 'MATCHED', n: 6 },
  ])
  expect(await balances()).toMatchObject({ FARMERS_KES: 6_189_600 })
  // Dollars and shillings met in the bank's position alone.
  const position = await world.owner.query<{ currency: string; cents: string }>(
    `select currency, (credits_cents - debits_cents)::text as cents from ledger_accounts where kind = 'position' order by currency desc`,
  )
  expect(position.rows).toEqual([
    { currency: 'USD', cents: '-4800000' },
    { currency: 'KES', cents: '618960000' },
  ])
  expect(await ledgerFindings(world)).toEqual([])
})

test('what dollars become is cut to whole cents, never more than they are worth', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 10n ** 9n), (cents, micros) => {
      const got = convert(cents, micros)
      expect(got * 1_000_000n <= cents * micros && (got + 1n) * 1_000_000n > cents * micros).toBe(true)
    }),
  )
})

describe('retaining', () => {
  test('more than the setting allows needs a document, when it is ordered and when it is approved', async () => {
    await comeIn(10_000)
    const { retained, cameIn } = await figuresOf(world, maker)
    const allowed = cameIn * 0.2 - retained
    const above = await orderTransfer(world, maker, 'RETENTION', allowed + 0.01)
    expect(above.body.details?.['fields']).toEqual({
      document: 'Above what may be retained: name the document that allows it',
    })
    const fits = (await orderTransfer(world, maker, 'RETENTION', allowed)).body.data
    await world.owner.query(`insert into settings (name, value) values ('retentionMost', '100')`)
    try {
      expect((await decideTransfer(world, checker, 'approve', fits)).body.code).toBe('society_transfer.above_most')
    } finally {
      await world.owner.query(`delete from settings where name = 'retentionMost'`)
    }
    expect((await decideTransfer(world, checker, 'approve', fits)).status).toBe(200)
    const document = 'CO-OP/2026/114'
    const exception = await approvedTransfer(world, 'RETENTION', 500, { document })
    expect(exception).toMatchObject({ document, status: { statusName: 'PROCESSING' } })
    await atTheBank(world)
  })
})

describe('a thief and a crash', () => {
  test('nobody orders what is not there, also when two are approved at once', async () => {
    await comeIn(1_000)
    const { available } = await figuresOf(world, maker)
    const all = available.NON_CHECKOFF
    expect((await orderTransfer(world, maker, 'SWEEP', all + 0.01)).body.details?.['fields']).toEqual({
      amount: `Only USD ${all.toLocaleString('en', { minimumFractionDigits: 2 })} are available`,
    })
    const sweep = (await orderTransfer(world, maker, 'SWEEP', all)).body.data
    const retention = (await orderTransfer(world, maker, 'RETENTION', all, { document: 'M 7' })).body.data
    const answers = await Promise.all([sweep, retention].map((one) => decideTransfer(world, checker, 'approve', one)))
    expect(answers.map(({ body }) => body.code ?? 'approved').toSorted()).toEqual(['approved', 'ledger.overdrawn'])
    await atTheBank(world)
    expect((await figuresOf(world, maker)).available.NON_CHECKOFF).toBe(0)
  })

  test('the maker does not approve, and an order is approved once', async () => {
    await comeIn(100)
    const order = (await orderTransfer(world, maker, 'SWEEP', 50)).body.data
    expect((await decideTransfer(world, maker, 'approve', order)).status).toBe(403)
    const answers = await Promise.all([1, 2].map(() => decideTransfer(world, checker, 'approve', order)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await atTheBank(world)
  })

  test('a second of the same kind waits for no one: it is refused', async () => {
    await comeIn(100)
    await orderTransfer(world, maker, 'SWEEP', 10)
    expect((await orderTransfer(world, maker, 'SWEEP', 20)).body.code).toBe('change.open')
  })

  test('what the bank refuses is where it was, and its deal holds on', async () => {
    await comeIn(2_000)
    await approvedTransfer(world, 'SWEEP', 2_000)
    await atTheBank(world)
    const deal = await agreedRate('130.000000')
    const before = await balances()
    await world.bank.setFault({ kind: 'refuse', code: '-18', path: '/FundsTransfer/Internal/A2A/2.0.0' })
    const { id } = await approvedTransfer(world, 'CONVERSION', 2_000)
    await atTheBank(world)
    expect(await statusOf(id)).toMatchObject({ status: 'FAILED', failure: expect.stringMatching(/./) })
    expect([await balances(), await rateStatus(deal)]).toEqual([before, 'APPROVED'])
    await world.bank.clearFaults()
    await approvedTransfer(world, 'CONVERSION', 2_000)
    await atTheBank(world)
    expect(await rateStatus(deal)).toBe('USED')
  })

  test('an answer that never came is no refusal: the bank is asked, and moves the money once', async () => {
    await comeIn(300)
    await world.bank.setFault({ kind: 'timeout', path: '/FundsTransfer/Internal/A2A/2.0.0', for: { count: 1 } })
    const before = await atBank(numbers.FARMERS_USD)
    const { id } = await approvedTransfer(world, 'SWEEP', 300)
    await atTheBank(world)
    expect((await statusOf(id))?.status).toBe('DONE')
    expect(BigInt(await atBank(numbers.FARMERS_USD)) - BigInt(before)).toBe(30_000n)
  })

  test.each(['expired', 'superseded', 'none'] as const)('a conversion at a deal that is %s is refused', async (how) => {
    await comeIn(400)
    await approvedTransfer(world, 'SWEEP', 400)
    await atTheBank(world)
    if (how === 'none') {
      expect((await orderTransfer(world, maker, 'CONVERSION', 100)).body.code).toBe('conversion_rate.not_in_force')
      return
    }
    await agreedRate('129.500000', 0.1)
    const order = (await orderTransfer(world, maker, 'CONVERSION', 100)).body.data
    const clock = whichClock()
    if (how === 'superseded') await agreedRate('129.600000')
    else setClock(() => clock() + 7 * 60_000)
    try {
      const { body } = await decideTransfer(world, checker, 'approve', order)
      expect(body.code).toBe(how === 'expired' ? 'conversion_rate.expired' : 'society_transfer.other_deal')
    } finally {
      setClock(clock)
    }
  })

  test('another society moves nothing here, and a role alone opens nothing', async () => {
    const { danielMaker, purityChecker, kipronoMillerMaker } = world.people
    await comeIn(100)
    const order = (await orderTransfer(world, maker, 'SWEEP', 10)).body.data
    const path = `/society-transfers/${world.organisationId('CF4100')}`
    expect((await danielMaker.post(path, { kind: 'SWEEP', amount: 10 })).status).toBe(404)
    expect((await decideTransfer(world, purityChecker, 'approve', order)).status).toBe(404)
    expect((await kipronoMillerMaker.get(`${path}/figures`)).status).toBe(403)
    expect((await orderTransfer(world, danielMaker, 'SWEEP', 10)).body.code).toBe('society_transfer.no_account')
  })

  test('behind its wall a society opens no payment that somebody else pays', async () => {
    const [society, kpcu] = [world.organisationId('CF4100'), world.organisationId('KPCU')]
    const insert = (payer: string) =>
      world.house.db.transaction({ organisationId: society, wide: false }, (tx) => openPayout(tx, society, payer))
    await expect(insert(kpcu)).rejects.toThrow(/row-level security/)
  })
})

test.each<[TransferKind, number, object, Record<string, string>]>([
  ['SWEEP', 0, {}, { amount: 'Enter a number greater than zero' }],
  ['SWEEP', 1.005, {}, { amount: 'At most 2 decimals' }],
  ['NOTHING' as TransferKind, 1, {}, { kind: 'Transfer is required' }],
])('%s of %d is refused beside its field', async (kind, amount, more, fields) => {
  const { status, body } = await orderTransfer(world, maker, kind, amount, more)
  expect([status, body.details?.['fields']]).toEqual([422, fields])
})
