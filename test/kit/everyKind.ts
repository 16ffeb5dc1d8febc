import { letOwnersKnow } from '#server/kit/bank/payout.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { enterFarmer, newFarmerBody } from './createdFarmers.ts'
import { deliveriesCsv, memberOf, sendDeliveries } from './deliveryFiles.ts'
import { companiesCsv } from './farmerFiles.ts'
import { makeDraft, sendFarmers } from './farmerUploads.ts'
import { decideLimits, newLimits, sendLimits } from './limitFiles.ts'
import { borrower, decideLoans, waitingLoan } from './loans.ts'
import { decideParchment, sendParchment } from './parchmentFiles.ts'
import { stuckPayouts } from './stuckPayouts.ts'
import { freshMember, knows, openRequest } from './updateRequests.ts'
import type { World } from './world.ts'

// Records that wait for a decision, each brought through its own calls. Every function answers the id of one.

let serial = 100
const next = (): number => (serial += 1)
const must = <Body extends { data: { id: string } }>({ status, body }: { status: number; body: Body }): string => {
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.id
}
type Told = { data: { id: string } }

export const bringFarmers = async ({ people }: World) => (await sendFarmers(people.wanjikuMaker, 1)).id
export const bringCompanies = async (world: World) => {
  const csv = companiesCsv(1)
  return must(
    await world.people.wanjikuMaker.upload<Told>(
      `/upload/cherry/farmerCompany/${world.organisationId('CF4100')}`,
      'c.csv',
      csv,
    ),
  )
}
export const bringDraft = async ({ people }: World) => (await makeDraft(people.wanjikuMaker)).id
export const bringRepaired = async ({ people }: World) => {
  const { id, version } = await sendFarmers(people.wanjikuMaker, 1)
  return must(await people.wanjikuMaker.post<Told>(`/uploads/${id}/withdraw`, { version }))
}
export const bringUpdate = async (world: World) =>
  (await openRequest(world.people.wanjikuMaker, await freshMember(world), { numberOfTrees: 100 + next() })).id
export const bringFarmer = async (world: World) => {
  const { farmerBankDetail } = newFarmerBody()
  await knows(world, farmerBankDetail.account, farmerBankDetail.accountName)
  return (await enterFarmer(world.people.wanjikuMaker, { farmerBankDetail })).id
}
export const bringPlot = async (world: World) => {
  const member = await freshMember(world)
  const geometry = `{"type":"Point","coordinates":[36.${next()}000,-0.42${next()}0]}`
  return must(
    await world.people.wanjikuMaker.post<Told>(`/farmer/${member.id}/plots`, { name: 'Field', geometry, areaHa: 0.2 }),
  )
}
export const bringVerifiedPlot = async (world: World) => {
  const id = await bringPlot(world)
  const body = { step: 'verify', approverComment: 'Walked', records: [{ id, version: 1 }] }
  await world.people.otienoChecker.post('/plots/decide', body)
  return id
}
export const bringDelivery = async ({ people }: World) =>
  must(
    await people.wanjikuMaker.post<Told>('/farmercherry', {
      memberNumber: memberOf('CF4100', next()),
      growerCode: 'CF4100',
      productName: 'COFFEE',
      season: currentSeason(),
      currentDelivery: 12.5,
    }),
  )
export const bringDeliveries = async ({ people }: World) =>
  (await sendDeliveries(people.wanjikuMaker, deliveriesCsv(1))).id
export const bringFactory = async (world: World) =>
  must(
    await world.people.wanjikuMaker.post<Told>(`/factories/${world.organisationId('CF4100')}`, {
      code: `Z${next()}`,
      name: `Mill ${serial}`,
    }),
  )
export const bringLimit = async ({ people }: World) => (await sendLimits(people.wanjikuMaker, newLimits(1))).id
export const bringLimitToKpcu = async (world: World) => {
  const id = await bringLimit(world)
  return must(await decideLimits(world.people.otienoChecker, 'approve', { id }))
}
export const bringRate = async ({ people, owner }: World) => {
  // A society has one waiting rate at most.
  await owner.query(`update cherry_rates set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL'`)
  const body = { growerCode: 'CF4100', rate: 40 + (next() % 50) / 100 }
  return must(await people.josephKpcuMaker.post<Told>('/cherry/rate/update', body))
}
export const bringParchment = async ({ people }: World) => (await sendParchment(people.wanjikuMaker)).id
export const bringParchmentToKpcu = async (world: World) => {
  const id = await bringParchment(world)
  return must(await decideParchment(world.people.aliceMillerChecker, 'approve', { id }))
}
export const bringReferred = async (world: World) => {
  const id = await bringParchment(world)
  return must(await decideParchment(world.people.aliceMillerChecker, 'decline', { id }, 'We weighed 97 kg'))
}
export const bringLoan = async (world: World) => (await waitingLoan(world, (await borrower(world)).id, 900)).id
export const bringApprovedLoan = async (world: World) => {
  const id = await bringLoan(world)
  await decideLoans(world.people.otienoChecker, 'approve', [{ id }])
  return id
}
export const bringPayoutResolution = async (world: World) => {
  // What the payout is for is not the point here.
  letOwnersKnow([{ sourceKind: 'test_intent', settled: async () => {} }])
  const [id] = await stuckPayouts(world, [`Member ${next()}`])
  const body = { resolution: 'RETURN_AGAIN', reason: 'The account of the fund is open again' }
  return must(await world.people.estherBankMaker.post<Told>(`/payouts/${id}/resolution`, body))
}
export const bringSetting = async ({ people, owner }: World) => {
  // A setting has one waiting change at most.
  await owner.query(
    `update change_requests set status = 'WITHDRAWN' where kind = 'admin_change' and status = 'PENDING_APPROVAL'`,
  )
  const body = { name: 'deliveryMaxKg', value: 400 + next(), reason: 'A good year' }
  return must(await people.samuelAdministrator.post<Told>('/admin/settings', body))
}
