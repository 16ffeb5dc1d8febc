import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Eslip } from '#contract/settlement/eslips.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { balanceOf } from '#server/ledger/ledger.ts'
import { eslipIn, readEslip } from '#test/kit/eslips.ts'
import type { Person } from '#test/kit/people.ts'
import {
  bookedByBank,
  decideClaim,
  decidePayment,
  enterPayment,
  invoiceOf,
  lodgeClaim,
  openAccount,
} from '#test/kit/settlement.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { markDefaults } from './defaultEslips.ts'
import { placeReceipts } from './placeReceipts.ts'
import { eslipPayouts, sendLegs } from './sendLegs.ts'

let world: World
let maker: Person
let checker: Person
let buyersAccount: string
beforeAll(async () => {
  world = await makeWorld()
  maker = world.people.estherBankMaker
  checker = world.people.peterBankChecker
  buyersAccount = await openAccount(world, 'BUYERS')
})
afterAll(() => world?.close())
beforeEach(() => world.owner.query(`update sale_claims set status = 'WITHDRAWN' where status = 'APPROVED'`))

const account = (kind: 'proceeds' | 'clearing' | 'outside' | 'non_checkoff', code: string) => ({
  kind,
  organisationId: world.organisationId(code),
  subjectId: world.organisationId(code),
  currency: 'USD' as const,
})
const cents = (kind: 'proceeds' | 'clearing' | 'outside' | 'non_checkoff', code: string) =>
  world.house.db.transaction('system', async (tx) => (await balanceOf(tx, account(kind, code))).balanceCents)
const slipOf = async (id: string): Promise<Eslip> => (await readEslip(checker, id)).body
const paid = async (invoice: { invoiceNumber: string; amount: number }) => {
  const { status, body } = await enterPayment(maker, invoice)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return decidePayment(checker, 'approve', body.data)
}

const booked = (reference: string, amount: number) => bookedByBank(world, buyersAccount, reference, amount)

describe('recorded by two people', () => {
  test('another person approves: the lot is paid, its warrant issued, and every leg leaves the settlement account at once', async () => {
    const invoice = await invoiceOf(world)
    const [before, clearing] = [await cents('proceeds', 'COOP'), await cents('clearing', 'CF4100')]
    const { data } = (await enterPayment(maker, invoice)).body
    expect((await decidePayment(maker, 'approve', data)).body.code).toBe('permission.missing')
    expect((await slipOf(invoice.slip)).status.statusName).toBe('PENDING-PAYMENT')
    expect((await decidePayment(checker, 'approve', data)).status).toBe(200)
    const slip = await slipOf(invoice.slip)
    expect(slip).toMatchObject({ status: { statusName: 'PAID' }, paidOn: businessDate(), warrantDate: businessDate() })
    expect(slip.warrantNumber).toBe(slip.eslipNumber.replace('ES', 'WR'))
    expect([(await cents('proceeds', 'COOP')) - before, (await cents('clearing', 'CF4100')) - clearing]).toEqual([
      0n,
      35_352n,
    ])
  })

  test('less or more than the invoice comes to, an unknown one, and one that is paid are refused', async () => {
    const invoice = await invoiceOf(world)
    for (const off of [-0.01, 0.01])
      expect((await enterPayment(maker, { ...invoice, amount: invoice.amount + off })).body.code).toBe(
        'buyer_payment.other_amount',
      )
    expect((await enterPayment(maker, { ...invoice, invoiceNumber: 'NONE' })).body.code).toBe(
      'buyer_payment.nothing_owed',
    )
    // Typed in small letters it is the same invoice.
    await paid({ ...invoice, invoiceNumber: invoice.invoiceNumber.toLowerCase() })
    expect((await enterPayment(maker, invoice)).body.code).toBe('buyer_payment.nothing_owed')
  })

  test('approved twice at once it pays once', async () => {
    const invoice = await invoiceOf(world)
    const before = await cents('clearing', 'CF4100')
    const { data } = (await enterPayment(maker, invoice)).body
    const answers = await Promise.all([
      decidePayment(checker, 'approve', data),
      decidePayment(checker, 'approve', data),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await cents('clearing', 'CF4100')) - before).toBe(35_352n)
  })
})

describe('found on the statement', () => {
  test('a line under the number of the invoice pays its lots, once, however often it is read', async () => {
    const invoice = await invoiceOf(world)
    const before = await cents('proceeds', 'COOP')
    await booked(invoice.invoiceNumber, invoice.amount)
    await Promise.all([placeReceipts(world.house), placeReceipts(world.house)])
    expect((await slipOf(invoice.slip)).status.statusName).toBe('PAID')
    expect(await placeReceipts(world.house)).toBe(0)
    expect((await cents('proceeds', 'COOP')) - before).toBe(0n)
  })

  test('a line of another amount stays an exception, and nothing is paid', async () => {
    const invoice = await invoiceOf(world)
    await booked(invoice.invoiceNumber, invoice.amount - 1)
    expect(await placeReceipts(world.house)).toBe(0)
    expect((await slipOf(invoice.slip)).status.statusName).toBe('PENDING-PAYMENT')
    await world.owner.query(`delete from recon_items where account_number = $1 and kind = 'MISSING_HERE'`, [
      buyersAccount,
    ])
  })

  test('recorded first and found later, found first and recorded later, or both at once: the dollars come in once', async () => {
    const outside = () => cents('outside', 'COOP')
    const first = await invoiceOf(world)
    let before = await outside()
    await paid(first)
    await booked(first.invoiceNumber, first.amount)
    expect(await placeReceipts(world.house)).toBe(1)
    expect((await outside()) - before).toBe(36_000n)
    const second = await invoiceOf(world)
    before = await outside()
    const { data } = (await enterPayment(maker, second)).body
    await booked(second.invoiceNumber, second.amount)
    await Promise.all([decidePayment(checker, 'approve', data), placeReceipts(world.house)])
    await placeReceipts(world.house)
    expect((await slipOf(second.slip)).status.statusName).toBe('PAID')
    expect((await outside()) - before).toBe(36_000n)
  })
})

describe('who is paid', () => {
  const legs = async (slip: string) => (await slipOf(slip)).legs.map(({ kind, status }) => `${kind} ${status}`)
  const news = async (slip: string, status: 'PAID' | 'FAILED') => {
    const { rows } = await world.owner.query<{ source: string; org: string }>(
      `select sent_as as source, coalesce(payee_id, organisation_id) as org from eslip_legs where eslip_id = $1 and status = 'PROCESSING'`,
      [slip],
    )
    await world.house.db.transaction('system', (tx) =>
      eslipPayouts.settled(
        tx,
        rows.map(({ source, org }) => ({
          sourceId: source,
          organisationId: org,
          status,
          partnerStatus: 'SUCCESS',
          partnerReference: null,
          reason: status === 'PAID' ? '' : 'The account is closed',
          at: now(),
        })),
      ),
    )
    return rows.length
  }

  test('legs wait for an account, go out once it is open, arrive once, and a refused one waits for another account', async () => {
    const invoice = await invoiceOf(world)
    await paid(invoice)
    expect(await legs(invoice.slip)).toEqual(['DSS WAITING', 'EXCHANGE WAITING', 'BROKER WAITING', 'GROWER WAITING'])
    await openAccount(world, 'PROVIDER', 'BR5001')
    const send = () => world.house.db.transaction('system', (tx) => sendLegs(tx, [invoice.slip]))
    expect([await send(), await send()]).toEqual([1, 0])
    const before = await cents('outside', 'BR5001')
    expect([await news(invoice.slip, 'PAID'), await news(invoice.slip, 'PAID')]).toEqual([1, 0])
    expect((await cents('outside', 'BR5001')) - before).toBe(-360n)
    expect(await legs(invoice.slip)).toEqual(['DSS WAITING', 'EXCHANGE WAITING', 'BROKER PAID', 'GROWER WAITING'])
    await openAccount(world, 'DSS')
    expect([await send(), await news(invoice.slip, 'FAILED'), await send()]).toEqual([1, 1, 0])
    await world.owner.query(`update trade_accounts set changed_at = now() + interval '1 hour' where purpose = 'DSS'`)
    expect(await send()).toBe(1)
    const { rows } = await world.owner.query<{ cents: bigint }>(
      `select p.amount_cents as cents, p.currency, p.narration from payouts p join eslip_legs l on l.payout_id = p.id where l.eslip_id = $1 order by 1`,
      [invoice.slip],
    )
    expect(rows.map(({ cents: each }) => Number(each))).toEqual([108, 360])
  })

  test('a claim in force is taken first, the oldest of several, and never beyond what is owed', async () => {
    const lodged = async (amount: number) => {
      const { data } = (await lodgeClaim(maker, { amount })).body
      await decideClaim(checker, 'approve', data)
      return data.id
    }
    const [first, second] = [await lodged(100), await lodged(400)]
    const one = await invoiceOf(world)
    await paid(one)
    expect(await slipOf(one.slip)).toMatchObject({ gross: 360, totalDeductions: 360, net: 0 })
    const claims = (await slipOf(one.slip)).legs.filter(({ kind }) => kind === 'CLAIM').map(({ amount }) => amount)
    expect(claims).toEqual([100, 253.52])
    const two = await invoiceOf(world)
    await paid(two)
    expect((await slipOf(two.slip)).net).toBe(207.04)
    const { rows } = await world.owner.query<{ id: string; status: string; taken: string }>(
      `select id, status, taken_cents as taken from sale_claims where id = any ($1) order by decided_at`,
      [[first, second]],
    )
    expect(rows.map(({ status, taken }) => [status, Number(taken)])).toEqual([
      ['COVERED', 10_000],
      ['COVERED', 40_000],
    ])
  })

  test('a lot that was not paid by its prompt day is in default, and is paid late all the same', async () => {
    const invoice = await invoiceOf(world)
    await world.owner.query(`update eslips set prompt_date = current_date - 2 where id = $1`, [invoice.slip])
    expect(await markDefaults(world.house)).toBeGreaterThan(0)
    expect((await slipOf(invoice.slip)).status.statusName).toBe('DEFAULTED')
    expect((await paid(invoice)).status).toBe(200)
    expect((await slipOf(invoice.slip)).status.statusName).toBe('PAID')
    expect(await eslipIn(world)).not.toBe('')
  })
})
