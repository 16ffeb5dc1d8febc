import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { placeReceipts } from '#server/settlement/placeReceipts.ts'
import { sendLegs } from '#server/settlement/sendLegs.ts'
import { bookedResults, holdSale, resultOf, unsold } from './auctionResults.ts'
import { agreeDeals, decideDeal, submitDeal } from './conversionRates.ts'
import { makePayingWorld } from './payouts.ts'
import { decideParchment, outturns, sendParchment } from './parchmentFiles.ts'
import { decideSchedule, keepFloor, leaveNothingToSay, membersOf, owe, paySchedule, saveSchedule } from './schedules.ts'
import { bookedByBank, decidePayment, enterPayment, openAccount } from './settlement.ts'
import { fillSociety, payIn } from './societyMoney.ts'
import { approvedTransfer, atTheBank } from './societyTransfers.ts'
import type { World } from './world.ts'

/** Two of three lots of the held sale from cherry to the accounts of members, as people and the bank bring them there. */
export type Chain = {
  world: World
  schedule: CommunalPayment
  slips: { id: string; number: string }[]
  dealCode: string
}

/** Leaves deliveries of the running season to so many members of CF4100 only: each payment is a call of the bank. */
async function leaveDeliveriesOf({ owner, organisationId }: World, members: number): Promise<void> {
  await owner.query(
    `update cherry_deliveries set status = 'DECLINED' where organisation_id = $1 and season = $2 and status in ('APPROVED', 'PENDING_APPROVAL') and (status = 'PENDING_APPROVAL' or farmer_id not in (
       select farmer_id from season_weights where organisation_id = $1 and season = $2 and approved_kg > 0 order by farmer_id limit $3))`,
    [organisationId('CF4100'), currentSeason(), members],
  )
}

/** Makes a world, or takes one that hears the bank, in which two lots are sold, paid by their buyer, distributed, converted and paid to members: everything has arrived. */
export async function coffeeToAccounts(given?: World): Promise<Chain> {
  const world = given ?? (await makePayingWorld()).world
  const { wanjikuMaker, otienoChecker, margaretManager, estherBankMaker, peterBankChecker, aliceMillerChecker } =
    world.people
  await leaveDeliveriesOf(world, 5)
  await leaveNothingToSay(world)
  await keepFloor(world)
  const brought = await sendParchment(
    wanjikuMaker,
    outturns(1, { outturn: '09TH0001', grade: 'P1', totalBags: '19', netWeight: '942' }),
  )
  await decideParchment(aliceMillerChecker, 'approve', brought)
  await holdSale(world, { lots: 3 })
  await bookedResults(world, [
    resultOf(1, { invoice: 'INV-8' }),
    resultOf(2, { invoice: 'INV-9' }),
    resultOf(3, unsold),
  ])
  const buyers = await openAccount(world, 'BUYERS')
  await payIn(world, buyers, 2 * 595_660, 'INV-8 and INV-9')
  for (const purpose of ['DSS', 'EXCHANGE'] as const) await openAccount(world, purpose)
  for (const code of ['BR5001', 'ML2001', 'WH6001']) await openAccount(world, 'PROVIDER', code)
  await fillSociety(world, 'CF4100', 0)
  // One buyer is found on the statement of the bank, of the other two people say that it has paid.
  const { data } = (await enterPayment(estherBankMaker, { invoiceNumber: 'INV-8', amount: 5_956.6 })).body
  await decidePayment(peterBankChecker, 'approve', data)
  await bookedByBank(world, buyers, 'INV-9', 5_956.6)
  await placeReceipts(world.house)
  await world.house.db.transaction('system', (tx) => sendLegs(tx, null))
  await atTheBank(world)
  await approvedTransfer(world, 'RETENTION', 2_000)
  await approvedTransfer(world, 'SWEEP', 8_000)
  await atTheBank(world)
  const dealCode = '880011'
  await agreeDeals(world, { dealCode, rate: '128.950000' })
  await decideDeal(otienoChecker, 'APPROVE', (await submitDeal(wanjikuMaker, dealCode, { reason: 'Best' })).body.data)
  await approvedTransfer(world, 'CONVERSION', 7_000)
  await atTheBank(world)
  const [borrower] = await membersOf(world)
  await owe(world, borrower?.id ?? '', 'KPCU', 12_345n)
  const { body } = await saveSchedule(world, wanjikuMaker)
  if (!body.data) throw new Error(JSON.stringify(body))
  await decideSchedule(world, margaretManager, 'APPROVE', body.data)
  await paySchedule(world, body.data.id)
  const { rows: slips } = await world.owner.query<{ id: string; number: string }>(
    `select id, eslip_number as number from eslips where invoice_number in ('INV-8', 'INV-9') order by lot_number`,
  )
  return { world, schedule: body.data, slips, dealCode }
}
