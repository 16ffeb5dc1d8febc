import { registerPayoutOwners } from '#server/kit/bank/payout.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { enterFarmer, newFarmerBody } from './createdFarmers.ts'
import { setFloor } from './communalRates.ts'
import { agreeDeals, submitDeal } from './conversionRates.ts'
import { estateCuredLot } from './estateCured.ts'
import { eslipIn } from './eslips.ts'
import { enterPayment, invoiceOf, lodgeClaim, openAccount, proposeTradeAccount } from './settlement.ts'
import { proposeFees } from './feeRules.ts'
import { deliveriesCsv, memberOf, sendDeliveries } from './deliveryFiles.ts'
import { sendResults } from './auctionResults.ts'
import { waitingLot } from './catalogueFiles.ts'
import { companiesCsv } from './farmerFiles.ts'
import { makeDraft, sendFarmers } from './farmerUploads.ts'
import { decideLimits, limitRow, membersWithCherry, sendLimits } from './limitFiles.ts'
import { borrower, decideLoans, waitingLoan } from './loans.ts'
import { decideParchment, sendParchment } from './parchmentFiles.ts'
import { proposedAccount } from './societyAccounts.ts'
import { initiateRetry, refuseLine } from './paymentRetries.ts'
import { waitingFile } from './rtgsFiles.ts'
import { sendDeductions } from './deductionFiles.ts'
import { proposeDeduction } from './deductions.ts'
import { askToReopen, closeSeason } from './seasonReopenings.ts'
import { proposeSale } from './sales.ts'
import { ussd } from './serviceAccounts.ts'
import { decideSchedule, keepFloor, leaveNothingToSay, saveSchedule } from './schedules.ts'
import { fillAccount, fillSociety } from './societyMoney.ts'
import { orderTransfer } from './societyTransfers.ts'
import { stuckPayouts } from './stuckPayouts.ts'
import { freshMember, addBankAccount, openRequest } from './updateRequests.ts'
import type { World } from './world.ts'

// Records that wait for a decision, each made through its own calls. Every function answers the id of one.

let serial = 100
const next = (): number => (serial += 1)
const idOf = <Body extends { data: { id: string } }>({ status, body }: { status: number; body: Body }): string => {
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.id
}
type Created = { data: { id: string } }

export const makeFarmerUpload = async ({ people }: World) => (await sendFarmers(people.wanjikuMaker, 1)).id
export const makeCompanyUpload = async (world: World) => {
  const csv = companiesCsv(1)
  return idOf(
    await world.people.wanjikuMaker.upload<Created>(
      `/upload/cherry/farmerCompany/${world.organisationId('CF4100')}`,
      'c.csv',
      csv,
    ),
  )
}
export const makeUploadDraft = async ({ people }: World) => (await makeDraft(people.wanjikuMaker)).id
export const makeRepairedUpload = async ({ people }: World) => {
  const { id, version } = await sendFarmers(people.wanjikuMaker, 1)
  return idOf(await people.wanjikuMaker.post<Created>(`/uploads/${id}/withdraw`, { version }))
}
export const makeUpdateRequest = async (world: World) =>
  (await openRequest(world.people.wanjikuMaker, await freshMember(world), { numberOfTrees: 100 + next() })).id
export const makeFarmer = async (world: World) => {
  const { farmerBankDetail } = newFarmerBody()
  await addBankAccount(world, farmerBankDetail.account, farmerBankDetail.accountName)
  return (await enterFarmer(world.people.wanjikuMaker, { farmerBankDetail })).id
}
export const makePlot = async (world: World) => {
  const member = await freshMember(world)
  const geometry = `{"type":"Point","coordinates":[36.${next()}000,-0.42${next()}0]}`
  return idOf(
    await world.people.wanjikuMaker.post<Created>(`/farmer/${member.id}/plots`, {
      name: 'Field',
      geometry,
      areaHa: 0.2,
    }),
  )
}
export const makeVerifiedPlot = async (world: World) => {
  const id = await makePlot(world)
  const body = { step: 'verify', approverComment: 'Walked', records: [{ id, version: 1 }] }
  await world.people.otienoChecker.post('/plots/decide', body)
  return id
}
export const makeDelivery = async ({ people }: World) =>
  idOf(
    await people.wanjikuMaker.post<Created>('/farmercherry', {
      memberNumber: memberOf('CF4100', next()),
      growerCode: 'CF4100',
      productName: 'COFFEE',
      season: currentSeason(),
      currentDelivery: 12.5,
    }),
  )
export const makeDeliveryFile = async ({ people }: World) =>
  (await sendDeliveries(people.wanjikuMaker, deliveriesCsv(1))).id
export const makeFactory = async (world: World) =>
  idOf(
    await world.people.wanjikuMaker.post<Created>(`/factories/${world.organisationId('CF4100')}`, {
      code: `Z${next()}`,
      name: `Mill ${serial}`,
    }),
  )
export const makeLimitFile = async (world: World) => {
  // Somebody whose cherry no loan or limit of this world has used up.
  const members = await membersWithCherry(world)
  const member = members[next() % members.length]
  if (!member) throw new Error('no member has cherry left')
  // No two files of a society are the same.
  const row = limitRow(member, { currentDelivery: (serial / 100).toFixed(2) })
  return (await sendLimits(world.people.wanjikuMaker, [row])).id
}
export const makeLimitFileAtKpcu = async (world: World) => {
  const id = await makeLimitFile(world)
  return idOf(await decideLimits(world.people.otienoChecker, 'approve', { id }))
}
export const makeRate = async ({ people, owner }: World) => {
  // A society has one waiting rate at most.
  await owner.query(`update cherry_rates set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL'`)
  const body = { growerCode: 'CF4100', rate: 40 + (next() % 3000) / 100 }
  return idOf(await people.josephKpcuMaker.post<Created>('/cherry/rate/update', body))
}
export const makeSale = async ({ people, owner }: World) => {
  // A sale has one waiting proposal at most.
  await owner.query(`update sales set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL'`)
  return idOf(await proposeSale(people.kevinBrokerMaker))
}
export const makeFeeRule = async ({ people, owner }: World) => {
  // One rule waits at most, and each differs from what is in force.
  await owner.query(`update fee_rules set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL'`)
  return idOf(await proposeFees(people.estherBankMaker, { handlingPerPackage: next() / 100 }))
}
export const makeBuyerPayment = async (world: World) => {
  await openAccount(world, 'BUYERS')
  return idOf(await enterPayment(world.people.estherBankMaker, await invoiceOf(world)))
}
export const makeSaleClaim = async ({ people }: World) =>
  idOf(await lodgeClaim(people.estherBankMaker, { document: `MIN ${next()}` }))
export const makeTradeAccount = async (world: World) => {
  // An account has one waiting change at most.
  await world.owner.query(
    `update change_requests set status = 'WITHDRAWN' where kind = 'trade_account_change' and status = 'PENDING_APPROVAL'`,
  )
  return idOf(await proposeTradeAccount(world))
}
export const makePaidEslip = (world: World) => eslipIn(world, 'PAID')
export const makeConversionRate = async (world: World) => {
  // A society has one waiting deal at most.
  await world.owner.query(`update conversion_rates set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL'`)
  const dealCode = `90${next()}`
  await agreeDeals(world, { dealCode })
  return idOf(await submitDeal(world.people.wanjikuMaker, dealCode))
}
export const makeSocietyAccount = async (world: World) => {
  // An account has one waiting change at most.
  await world.owner.query(
    `update change_requests set status = 'WITHDRAWN' where kind = 'society_account_change' and status = 'PENDING_APPROVAL'`,
  )
  return (await proposedAccount(world)).id
}
export const makeFloor = async (world: World) => {
  // A society has one waiting lowest rate at most.
  await world.owner.query(`update communal_rate_limits set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL'`)
  return idOf(await setFloor(world.people.wanjikuMaker, 60 + (next() % 900) / 100))
}
// Above the schedule: whoever makes one of each in this order is left with one that waits.
export const makeRetry = async (world: World) => {
  const id = await makeSchedule(world)
  await decideSchedule(world, world.people.margaretManager, 'APPROVE', { id })
  return idOf(await initiateRetry(world.people.wanjikuMaker, await refuseLine(world, id)))
}
export const makeSchedule = async (world: World) => {
  // A society has one open schedule at most, and pays a cycle once.
  await world.owner.query(
    `update communal_payments set status = 'REJECTED' where status in ('PENDING_APPROVAL', 'APPROVED', 'PARTIALLY_PAID', 'COMPLETED')`,
  )
  await fillAccount(world, 'CF4100', 'FARMERS_KES', 3_000_000)
  await keepFloor(world)
  await leaveNothingToSay(world)
  return idOf(await saveSchedule(world, world.people.wanjikuMaker))
}
export const makeRtgsFile = (world: World) => waitingFile(world)
export const makeDeduction = async (world: World) => idOf(await proposeDeduction(world, world.people.wanjikuMaker))
export const makeDeductionFile = async (world: World) => (await sendDeductions(world, world.people.wanjikuMaker)).id
export const makeReopening = async (world: World) => {
  // A season is closed once at a time, and has one waiting request at most.
  await closeSeason(world)
  return idOf(await askToReopen(world, world.people.wanjikuMaker))
}
export const makeTransfer = async (world: World) => {
  // A society has one waiting transfer of a kind at most.
  await world.owner.query(`update society_transfers set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL'`)
  await fillSociety(world, 'CF4100', 100)
  return idOf(await orderTransfer(world, world.people.wanjikuMaker, 'SWEEP', 1 + (next() % 900) / 100))
}
export const makeParchment = async ({ people }: World) => (await sendParchment(people.wanjikuMaker)).id
export const makeParchmentAtKpcu = async (world: World) => {
  const id = await makeParchment(world)
  return idOf(await decideParchment(world.people.aliceMillerChecker, 'approve', { id }))
}
export const makeReferredParchment = async (world: World) => {
  const id = await makeParchment(world)
  return idOf(await decideParchment(world.people.aliceMillerChecker, 'decline', { id }, 'We weighed 97 kg'))
}
export const makeEstateCured = async (world: World) => (await estateCuredLot(world)).id
export const makeResultFile = async (world: World) => (await sendResults(world)).id
export const makeLot = async (world: World) => (await waitingLot(world)).id
export const makeLoan = async (world: World) => (await waitingLoan(world, (await borrower(world)).id, 900)).id
export const makeApprovedLoan = async (world: World) => {
  const id = await makeLoan(world)
  await decideLoans(world.people.otienoChecker, 'approve', [{ id }])
  return id
}
export const makePayoutResolution = async (world: World) => {
  // What the payout is for is not the point here.
  registerPayoutOwners([{ sourceKind: 'test_intent', settled: async () => {} }])
  const [id] = await stuckPayouts(world, [`Member ${next()}`])
  const body = { resolution: 'RETURN_AGAIN', reason: 'The account of the fund is open again' }
  return idOf(await world.people.estherBankMaker.post<Created>(`/payouts/${id}/resolution`, body))
}
export const makeSettingChange = async ({ people, owner }: World) => {
  // A setting has one waiting change at most.
  await owner.query(
    `update change_requests set status = 'WITHDRAWN' where kind = 'admin_change' and status = 'PENDING_APPROVAL'`,
  )
  const body = { name: 'deliveryMaxKg', value: 400 + next(), reason: 'A good year' }
  return idOf(await people.samuelAdministrator.post<Created>('/admin/settings', body))
}
export const makeServiceChange = async ({ people }: World) =>
  idOf(
    await people.beatriceAdministrator.post<Created>('/admin/service-accounts', {
      ...ussd,
      username: `gateway.${next()}`,
      name: `Gateway ${serial}`,
    }),
  )
