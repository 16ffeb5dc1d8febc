import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { decideRetry, initiateRetry, payAgain } from '../kit/paymentRetries.ts'
import {
  decideSchedule,
  fewMembers,
  fillPool,
  keepFloor,
  makePayable,
  membersOf,
  owe,
  paySchedule,
  saveSchedule,
} from '../kit/schedules.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

// What a schedule recovered for a lender was refused by the bank: who sees what of it, until it is paid.
let house: BrowserWorld
let schedule: string
let fund: { number: string; name: string }
const atBank = (status: 'active' | 'closed') =>
  house.world.bank.load([{ institutionCode: '11', accountNumber: fund.number, name: fund.name, status }])
beforeAll(async () => {
  house = await openBrowserWorld({ hearsBank: true })
  const { world } = house
  await world.owner.query('truncate payout_events, payout_legs, payouts cascade')
  await fewMembers(world, 3)
  await makePayable(world)
  await owe(world, (await membersOf(world))[0]!.id, 'KPCU', 20_000n)
  const { rows } = await world.owner.query<typeof fund>(
    'select account_number as number, name from funds where organisation_id = $1',
    [world.organisationId('KPCU')],
  )
  fund = rows[0]!
  await atBank('closed')
  await fillPool(world, 'CF4100', 300_000)
  await keepFloor(world)
  const { data } = (await saveSchedule(world, world.people.wanjikuMaker)).body
  schedule = data.id
  await decideSchedule(world, world.people.margaretManager, 'APPROVE', data)
  await paySchedule(world, schedule)
})
afterAll(() => house?.close())

test('a lender sees why it was not paid, nobody is offered another payment while a retry waits, and once it is paid none at all', async () => {
  const path = `/farmers/schedule/details/view/${schedule}`
  const { wanjikuMaker, otienoChecker } = house.world.people
  const one = await wanjikuMaker.get<CommunalPayment>(`/payment/communalPayment/${schedule}`)
  const [payment] = one.body.lenders
  expect(payment).toMatchObject({ amount: 200, status: 'FAILED' })

  const clerk = await house.open('fcs.maker', { path })
  const lender = await house.open('kpcu.checker', { path })
  const again = 'Pay again'
  const payments = [clerk, lender].map((page) => page.locator('.lender-payment'))
  const [ofClerk, ofLender] = payments
  await ofClerk!.getByRole('button', { name: again }).waitFor()
  await ofLender!.getByText(/closed/).waitFor()
  await expectNoAxeFindings(lender, 'a lender that was not paid')
  expect(await ofLender!.getByRole('button', { name: again }).count()).toBe(0)

  const { body } = await initiateRetry(wanjikuMaker, payment!.id)
  await Promise.all([clerk, lender].map((page) => page.reload()))
  for (const shown of payments) {
    await shown.getByText('Have another person decide the retry that waits').waitFor()
    expect(await shown.getByRole('button', { name: again }).count()).toBe(0)
  }
  await expectNoAxeFindings(clerk, 'a lender whose retry waits')

  await atBank('active')
  await decideRetry(otienoChecker, body.data, 'APPROVE')
  await payAgain(house.world, body.data)
  await Promise.all([clerk, lender].map((page) => page.reload()))
  for (const shown of payments) {
    await shown.getByText('Paid', { exact: true }).waitFor()
    expect(await shown.getByRole('button', { name: again }).count()).toBe(0)
  }
  await house.leave(clerk)
  await house.leave(lender)
})

test('the browsers had nothing to complain about', () => {
  expect(house.complaints).toEqual([])
})
