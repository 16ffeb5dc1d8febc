import { agreeDeals, decideDeal, submitDeal } from './conversionRates.ts'
import { fillAccount, payIn } from './societyMoney.ts'
import { approvedTransfer, atTheBank } from './societyTransfers.ts'
import type { World } from './world.ts'

let serial = 0

/** Dollars of CF4100 that become shillings at a deal of their own, in the books and at the bank; answers the code of the deal. */
export async function converted(world: World, dollars: number, rate: string): Promise<string> {
  const { wanjikuMaker, otienoChecker } = world.people
  await fillAccount(world, 'CF4100', 'FARMERS_KES', 0)
  await fillAccount(world, 'CF4100', 'FARMERS_USD', dollars)
  const { rows } = await world.owner.query<{ number: string }>(
    `select account_number as number from society_accounts where organisation_id = $1 and purpose = 'FARMERS_USD'`,
    [world.organisationId('CF4100')],
  )
  await payIn(world, rows[0]?.number ?? '', Math.round(dollars * 100), 'Dollars')
  const dealCode = `7700${(serial += 1)}`
  await agreeDeals(world, { dealCode, rate })
  const { body } = await submitDeal(wanjikuMaker, dealCode, { reason: 'The dealer’s best' })
  await decideDeal(otienoChecker, 'APPROVE', body.data)
  await approvedTransfer(world, 'CONVERSION', dollars)
  await atTheBank(world)
  return dealCode
}
