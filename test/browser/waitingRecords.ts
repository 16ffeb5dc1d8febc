import { currentSeason } from '#server/facts/seasons.ts'
import { sendResults } from '../kit/auctionResults.ts'
import { waitingLot } from '../kit/catalogueFiles.ts'
import { sendDeductions } from '../kit/deductionFiles.ts'
import { openSale, referredRecord, sendDispatch } from '../kit/dispatchFiles.ts'
import { proposeDeduction } from '../kit/deductions.ts'
import { setFloor } from '../kit/communalRates.ts'
import { initiateRetry, refuseLine } from '../kit/paymentRetries.ts'
import { eslipIn } from '../kit/eslips.ts'
import { enterPayment, invoiceOf, lodgeClaim, openAccount, proposeTradeAccount } from '../kit/settlement.ts'
import { proposeFees } from '../kit/feeRules.ts'
import { proposeSale } from '../kit/sales.ts'
import { waitingFile } from '../kit/rtgsFiles.ts'
import { askToReopen, closeSeason } from '../kit/seasonReopenings.ts'
import { keepFloor, saveSchedule } from '../kit/schedules.ts'
import { fillAccount, fillSociety } from '../kit/societyMoney.ts'
import { orderTransfer } from '../kit/societyTransfers.ts'
import { agreeDeals } from '../kit/conversionRates.ts'
import { enterFarmer } from '../kit/createdFarmers.ts'
import { deliveriesCsv, memberOf, sendDeliveries } from '../kit/deliveryFiles.ts'
import { companiesCsv, farmersCsv } from '../kit/farmerFiles.ts'
import { limitRow, membersWithCherry, sendLimits } from '../kit/limitFiles.ts'
import { borrower, fillFund, waitingLoan } from '../kit/loans.ts'
import type { Person } from '../kit/people.ts'
import { proposedAccount } from '../kit/societyAccounts.ts'
import { freshMember, openRequest } from '../kit/updateRequests.ts'
import type { World } from '../kit/world.ts'

const reason = 'Walked through by a test'
const square = [
  [36.91, -0.421],
  [36.911, -0.421],
  [36.911, -0.42],
  [36.91, -0.42],
  [36.91, -0.421],
].map(([lon = 0, lat = 0]) => `[${lon.toFixed(6)},${lat.toFixed(6)}]`)

/** The id of what a call has made. */
export async function postedId(by: Person, path: string, body: object): Promise<string> {
  const answer = await by.post<{ data: { id: string } }>(path, body)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.bytes.toString()}`)
  return answer.body.data.id
}

/** How a record of each kind that somebody decides is made by its makers' own calls; each answers the id of a new one. */
export function waitingRecords(world: World): Record<string, () => Promise<string>> {
  const { wanjikuMaker: maker, josephKpcuMaker, samuelAdministrator } = world.people
  const idOf = (path: string, body: object, by = maker) => postedId(by, path, body)
  async function uploadOf(path: string, csv: string): Promise<string> {
    const name = `${path.split('/').at(-2)}.csv`
    await maker.upload(path, name, csv)
    const { rows } = await world.owner.query<{ id: string }>('select id from uploads where file_name = $1', [name])
    return rows[0]?.id ?? ''
  }
  return {
    farmer_upload: () => uploadOf('/upload/cherry/farmer/CF4100', farmersCsv(3)),
    farmer_company_upload: () => uploadOf('/upload/cherry/farmerCompany/CF4100', companiesCsv(2)),
    farmer: async () => (await enterFarmer(maker)).id,
    farmer_update: async () => (await openRequest(maker, await freshMember(world), { firstName: 'Renamed' })).id,
    farm_plot: async () =>
      idOf(`/farmer/${(await freshMember(world)).id}/plots`, {
        name: 'Home',
        geometry: `{"type":"Polygon","coordinates":[[${square.join(',')}]]}`,
      }),
    cherry_delivery: () =>
      idOf('/farmercherry/', {
        memberNumber: memberOf('CF4100', 31),
        growerCode: 'CF4100',
        productName: 'COFFEE',
        season: currentSeason(),
        currentDelivery: 41,
      }),
    cherry_delivery_upload: async () => (await sendDeliveries(maker, deliveriesCsv(2))).id,
    factory_change: () =>
      idOf(`/factories/${world.organisationId('CF4100')}`, { code: 'ZZ', name: 'Ridge mill', reason }),
    limit_file: async () => {
      const [member] = await membersWithCherry(world)
      return (await sendLimits(maker, [limitRow(member!)])).id // the valley has brought cherry
    },
    loan_request: async () => {
      await fillFund(world, 'KPCU', 100_000)
      return (await waitingLoan(world, (await borrower(world)).id)).id
    },
    cherry_rate: () => idOf('/cherry/rate/update', { rate: 43, growerCode: 'CF4102', reason }, josephKpcuMaker),
    conversion_rate: async () => {
      await agreeDeals(world, { dealCode: '5150' })
      return idOf('/payment/conversionRate/update', { rateCode: '5150', reason })
    },
    communal_rate_limit: async () => (await setFloor(maker, 91.5)).body.data.id,
    communal_payment: async () => {
      await fillAccount(world, 'CF4100', 'FARMERS_KES', 3_000_000)
      await keepFloor(world)
      return (await saveSchedule(world, maker)).body.data.id
    },
    payment_retry: async () => {
      const { rows } = await world.owner.query<{ id: string }>(
        `select id from communal_payments where status = 'APPROVED' limit 1`,
      )
      return (await initiateRetry(maker, await refuseLine(world, rows[0]?.id ?? ''))).body.data.id
    },
    deduction: async () => (await proposeDeduction(world, maker)).body.data.id,
    deduction_upload: async () => (await sendDeductions(world, maker)).id,
    rtgs_file: () => waitingFile(world),
    auction_result_file: async () => (await sendResults(world)).id,
    catalogue_record: async () => (await waitingLot(world)).id,
    dispatch_file: async () => {
      await openSale(world)
      return (await sendDispatch(world.people.kipronoMillerMaker)).id
    },
    dispatch_record: async () => (await referredRecord(world)).id,
    sale: async () => (await proposeSale(world.people.kevinBrokerMaker)).body.data.id,
    buyer_payment: async () => {
      await openAccount(world, 'BUYERS')
      return (await enterPayment(world.people.estherBankMaker, await invoiceOf(world))).body.data.id
    },
    sale_claim: async () => (await lodgeClaim(world.people.estherBankMaker)).body.data.id,
    trade_account_change: async () => (await proposeTradeAccount(world)).body.data.id,
    eslip: () => eslipIn(world, 'PAID'),
    fee_rule: async () =>
      (await proposeFees(world.people.estherBankMaker, { handlingPerPackage: 1.25, reason: 'Wages rose' })).body.data
        .id,
    season_reopening: async () => {
      await closeSeason(world)
      return (await askToReopen(world, maker)).body.data.id
    },
    society_transfer: async () => {
      await fillSociety(world, 'CF4100', 500)
      return (await orderTransfer(world, maker, 'SWEEP', 300)).body.data.id
    },
    society_account_change: async () => (await proposedAccount(world)).id,
    admin_change: () =>
      idOf('/admin/settings', { name: 'sharedAccountWarning', value: 7, reason }, samuelAdministrator),
  }
}
