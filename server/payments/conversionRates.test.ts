import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConversionRate } from '#contract/payments/conversionRates.ts'
import { setClock } from '#server/kit/clock.ts'
import { agreeDeals, decideDeal, submitDeal } from '#test/kit/conversionRates.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { expireRates } from './expireRates.ts'

let world: World
let maker: Person
let checker: Person
beforeAll(async () => {
  world = await makeWorld()
  maker = world.people.wanjikuMaker
  checker = world.people.otienoChecker
})
afterAll(() => world?.close())
beforeEach(async () => {
  setClock(Date.now)
  await world.bank.clearFaults()
  await world.owner.query('delete from conversion_rates')
})

let code = 100
const newCode = (): string => String((code += 1))

async function submitted(deal: object = {}, more: object = {}, person = maker): Promise<ConversionRate> {
  const dealCode = newCode()
  await agreeDeals(world, { dealCode, ...deal })
  const { status, body } = await submitDeal(person, dealCode, more)
  if (status !== 200) throw new Error(body.message)
  return body.data
}
const approved = async (deal: object = {}, more: object = {}) =>
  (await decideDeal(checker, 'APPROVE', await submitted(deal, more))).body.data
const statuses = async () =>
  (
    await world.owner.query<{ status: string; micros: string }>(
      `select status, rate_micros::text as micros from conversion_rates order by id`,
    )
  ).rows.map(({ status, micros }) => `${status} ${micros}`)

describe('submitting a deal code', () => {
  test('asks the bank for the rate with its six decimals and its expiry, and saves what it answered', async () => {
    const rate = await submitted({ rate: '128.950125', hours: 5 })
    expect(rate).toMatchObject({
      rate: 128.950125,
      previousRate: null,
      changeInPercent: null,
      grower: { organisationCode: 'CF4100' },
      status: { id: 3, statusName: 'PENDING_APPROVAL' },
    })
    expect(Math.round((Date.parse(rate.expiryDate) - Date.now()) / 3_600_000)).toBe(5)
    expect(await statuses()).toEqual(['PENDING_APPROVAL 128950125'])
  })

  test('takes the code as an older client writes it, a number, and with the blanks of a dealer', async () => {
    await agreeDeals(world, { dealCode: '470011' })
    const { body } = await submitDeal(maker, 470_011)
    expect(body.data.rateCode).toBe('470011')
    await decideDeal(checker, 'REJECT', body.data, { approverComment: 'No' })
    expect((await submitDeal(maker, ' 470 011 ')).body.data.rateCode).toBe('470011')
  })

  test.each([
    ['that the bank does not know', { dealCode: '999999' }, false, 'The bank knows no deal with this code'],
    ['that was used', { dealCode: '31', isUsed: true }, true, 'This deal was used already'],
    ['that has expired', { dealCode: '32', hours: -1 }, true, 'This deal has expired'],
    [
      'about the other way round',
      { dealCode: '33', from: 'KES', to: 'USD' },
      true,
      'This deal is not about dollars for shillings',
    ],
    ['of letters', { dealCode: 'ABC' }, false, 'A deal code has up to 12 digits'],
    ['of 13 digits', { dealCode: '1234567890123' }, false, 'A deal code has up to 12 digits'],
    ['of nothing', { dealCode: ' ' }, false, 'Deal code is required'],
  ] as const)('a code %s is refused beside its field, and nothing is saved', async (_, deal, isKnown, message) => {
    if (isKnown) await agreeDeals(world, deal)
    const { status, body } = await submitDeal(maker, deal.dealCode)
    expect([status, body.code, body.details?.['fields']]).toEqual([422, 'input.invalid', { rateCode: message }])
    expect(await statuses()).toEqual([])
  })

  test.each(['timeout', 'error500', 'garbage'] as const)(
    'a bank that answers with %s leaves nothing behind',
    async (kind) => {
      const dealCode = newCode()
      await agreeDeals(world, { dealCode })
      await world.bank.setFault({ kind, path: '/Enquiry/DealRate/1.0.0', accounts: [dealCode] })
      const { body } = await submitDeal(maker, dealCode)
      expect(body.code).toBe('bank.silent')
      expect(await statuses()).toEqual([])
      await world.bank.clearFaults()
      expect((await submitDeal(maker, dealCode)).status).toBe(200)
    },
  )

  test('an answer about another deal is no answer', async () => {
    const dealCode = newCode()
    await agreeDeals(world, { dealCode })
    await world.bank.setFault({ kind: 'wrong', path: '/Enquiry/DealRate/1.0.0', accounts: [dealCode] })
    expect((await submitDeal(maker, dealCode)).body.code).toBe('bank.silent')
  })

  test('a rate within the tolerance of the last approved one needs no reason, one beyond it does', async () => {
    await approved({ rate: '130.000000' })
    const near = await submitted({ rate: '136.500000' })
    expect(near).toMatchObject({ previousRate: 130, changeInPercent: 5 })
    await decideDeal(checker, 'REJECT', near, { approverComment: 'Wait' })
    const dealCode = newCode()
    await agreeDeals(world, { dealCode, rate: '136.514000' })
    const { status, body } = await submitDeal(maker, dealCode)
    expect([status, body.details?.['fields']]).toEqual([
      422,
      { reason: 'The rate is far from the last one: give a reason' },
    ])
    expect((await submitDeal(maker, dealCode, { reason: 'The shilling fell' })).status).toBe(200)
  })

  test('one waits per society, also when two are submitted at once', async () => {
    const codes = [newCode(), newCode()]
    await agreeDeals(world, ...codes.map((dealCode) => ({ dealCode })))
    const answers = await Promise.all(codes.map((dealCode) => submitDeal(maker, dealCode)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('change.open')
  })

  test('a deal is of one society: another that submits its code is refused', async () => {
    const { rateCode } = await submitted()
    const { status, body } = await submitDeal(world.people.danielMaker, rateCode)
    expect([status, body.code]).toEqual([409, 'conversion_rate.code_taken'])
  })

  test('who is of no society may not, whatever a role says', async () => {
    for (const person of [world.people.otienoChecker, world.people.josephKpcuMaker, world.people.kipronoMillerMaker])
      expect((await submitDeal(person, '1')).body.code).toBe('permission.missing')
    await world.owner.query(
      `update roles set permissions = permissions || array['CAN_CREATE_CONVERSION_RATE'] where name = 'BANK_MAKER'`,
    )
    try {
      const bank = await world.newSession('bank.maker')
      expect((await submitDeal(bank, '1')).body.code).toBe('organisation.not_allowed')
    } finally {
      await world.owner.query(
        `update roles set permissions = array_remove(permissions, 'CAN_CREATE_CONVERSION_RATE') where name = 'BANK_MAKER'`,
      )
    }
  })
})

describe('deciding', () => {
  test('an approved deal takes the place of the one before, in one step', async () => {
    await approved({ rate: '129.000000' })
    const next = await approved({ rate: '130.000000' })
    expect(next).toMatchObject({ status: { statusName: 'APPROVED' }, decidedBy: checker.fullName })
    expect(await statuses()).toEqual(['SUPERSEDED 129000000', 'APPROVED 130000000'])
  })

  test('a rejected one leaves the rate in force as it is, and its code free', async () => {
    await approved({ rate: '129.000000' })
    const next = await submitted({ rate: '130.000000' })
    const { body } = await decideDeal(checker, 'REJECT', next)
    expect(body.data.status.statusName).toBe('REJECTED')
    expect(await statuses()).toEqual(['APPROVED 129000000', 'REJECTED 130000000'])
    expect((await submitDeal(maker, next.rateCode)).status).toBe(200)
  })

  test('past its expiry nobody approves it, not even in the second before the round that lets it expire', async () => {
    const rate = await submitted({ hours: 0.1 })
    setClock(() => Date.parse(rate.expiryDate))
    const { status, body } = await decideDeal(checker, 'APPROVE', rate)
    expect([status, body.code]).toEqual([409, 'conversion_rate.expired'])
    expect(await statuses()).toEqual(['PENDING_APPROVAL 129000000'])
  })

  test('the society that is named with it must be the one whose rate it is', async () => {
    const rate = await submitted()
    const other = await decideDeal(checker, 'APPROVE', rate, { growerId: world.organisationId('CF4102') })
    expect([other.status, other.body.code]).toEqual([404, 'record.not_found'])
    expect((await decideDeal(checker, 'APPROVE', rate, { growerId: rate.grower.id })).status).toBe(200)
  })

  test('only the actions of the specification are understood', async () => {
    const { id } = await submitted()
    for (const action of ['withdraw', 'approve', '', 'constructor'])
      expect((await checker.post('/payment/conversionRate/approve', { id, action })).status).toBe(422)
    expect(await statuses()).toEqual(['PENDING_APPROVAL 129000000'])
  })
})

describe('expiry', () => {
  test('ends what waits and what is in force, tells its maker, and leaves a line in the trail', async () => {
    const inForce = await approved({ hours: 1 })
    const waiting = await submitted({ hours: 2 })
    setClock(() => Date.parse(inForce.expiryDate) + 1)
    expect(await expireRates(world.house)).toBe(1)
    setClock(() => Date.parse(waiting.expiryDate) + 1)
    expect(await Promise.all([expireRates(world.house), expireRates(world.house)])).toEqual(
      expect.arrayContaining([0, 1]),
    )
    expect(await expireRates(world.house)).toBe(0)
    expect(await statuses()).toEqual(['EXPIRED 129000000', 'EXPIRED 129000000'])
    const { rows } = await world.owner.query<{ ends: string[] }>(
      `select array_agg(to_status order by at) as ends from audit_events where record_id = any ($1) and action = 'system'`,
      [[inForce.id, waiting.id]],
    )
    expect(rows[0]?.ends).toEqual(['EXPIRED', 'EXPIRED'])
  })
})
