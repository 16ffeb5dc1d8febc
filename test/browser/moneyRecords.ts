import { deductionsFile } from '#contract/schedules/deductionFile.ts'
import { makeExceptions } from '../kit/bankStatements.ts'
import { makeDeductionFiles } from '../kit/deductionFiles.ts'
import { makeFloors } from '../kit/communalRates.ts'
import { submitDeals } from '../kit/conversionRates.ts'
import { proposeRates } from '../kit/cherryRates.ts'
import { makeLimitFiles, limitRow, limitsCsv, membersWithCherry } from '../kit/limitFiles.ts'
import { approvedSchedules, authorisedLoans } from '../kit/loanReports.ts'
import { makeLoanRequests, settle as settleLoans } from '../kit/loans.ts'
import { decideParchment, addCherryTotals, outturns, parchmentCsv, sendParchment } from '../kit/parchmentFiles.ts'
import { makePayouts } from '../kit/payouts.ts'
import { makeAccountChanges } from '../kit/societyAccounts.ts'
import { makeRetries } from '../kit/paymentRetries.ts'
import { makeFiles } from '../kit/rtgsFiles.ts'
import { makeReopenings } from '../kit/seasonReopenings.ts'
import { makeSchedules } from '../kit/schedules.ts'
import { makeTransfers } from '../kit/societyTransfers.ts'
import { makePayoutResolutions } from '../kit/stuckPayouts.ts'
import { draftOf } from '../kit/uploadKinds.ts'
import { freshMember } from '../kit/updateRequests.ts'
import type { World } from '../kit/world.ts'
import { moneyScreens } from './screenPaths.ts'

/** Brings a record for every screen of money, and answers their ids by the names in screenPaths.ts. */
export async function bringMoneyRecords(world: World): Promise<Record<string, string>> {
  const { wanjikuMaker, aliceMillerChecker } = world.people
  const id = async (query: string) => (await world.owner.query<{ id: string }>(query)).rows[0]?.id ?? ''
  await proposeRates(world.people)
  await submitDeals(world)
  await makeAccountChanges(world)
  await makeFloors(world)
  await makeTransfers(world)
  await makeRetries(world, await makeSchedules(world))
  await makeReopenings(world)
  await makeFiles(world)
  await makeDeductionFiles(world)
  await makeLimitFiles(world)
  const [member] = await membersWithCherry(world)
  const wrong = limitsCsv([limitRow(member!, { memberNumber: 'XX9999' }), limitRow(member!, { season: '1999/2000' })])
  await wanjikuMaker.upload(`/upload/cherry/delivery/${world.organisationId('CF4100')}`, 'wrong.csv', wrong, {})
  await addCherryTotals(world)
  const fields = { millerCode: 'ML2001', shareData: 'true' }
  const heavy = parchmentCsv(3, { totalBags: '1' })
  await wanjikuMaker.upload('/upload/parchment/delivery', 'heavy.csv', heavy, fields)
  const parchment = (await sendParchment(wanjikuMaker, outturns(3))).id
  const referred = await sendParchment(wanjikuMaker, outturns(2))
  await decideParchment(aliceMillerChecker, 'decline', referred, 'Weighed 97 kg')
  await makeLoanRequests(world)
  const borrower = await freshMember(world)
  const [paid = '', back = ''] = await authorisedLoans(world, borrower.id, [16_500, 2_000])
  await settleLoans(world, [paid], 'PAID')
  await settleLoans(world, [back], 'FAILED')
  await makePayouts(world)
  await makePayoutResolutions(world)
  await makeExceptions(world)
  return {
    deductionDraft: await draftOf(world, deductionsFile),
    deductionFile: await id("select id from uploads where kind = 'deductions' and status = 'APPROVED'"),
    parchment,
    referred: referred.id,
    society: world.organisationId('CF4100'),
    borrower: borrower.id,
    schedule: (await approvedSchedules(world, [3]))[0] ?? '',
    payment: await id(`select id from communal_payments where status = 'APPROVED'`),
    rtgs: await id(`select id from rtgs_files where status = 'PENDING_APPROVAL'`),
    retry: await id(`select id from payment_retries where status = 'PENDING_APPROVAL'`),
    rate: await id(`select id from cherry_rates where status = 'PENDING_APPROVAL'`),
    limitFile: await id(`select id from uploads where file_name = 'nine limits.csv'`),
    limitWaiting: await id(`select id from uploads where file_name = 'B.csv'`),
    limitDraft: await id(`select id from uploads where file_name = 'wrong.csv'`),
    limit: await id('select id from limit_rows order by approved_at desc, id desc'),
    parchmentDraft: await id(`select id from uploads where file_name = 'heavy.csv'`),
    loan: await id(`select id from loan_requests where status = 'PENDING_APPROVAL'`),
    payout: await id(`select id from payouts where status <> 'REVERSAL_FAILED' order by id desc`),
    stuck: await id(`select id from payouts where title = 'Kiprono Rotich'`),
    payoutResolution: await id(
      `select id from change_requests where kind = 'payout_resolution' and status = 'PENDING_APPROVAL' order by id limit 1`,
    ),
    statementFile: await id(
      `select id from change_requests where kind = 'statement_import' and status = 'PENDING_APPROVAL'`,
    ),
    exception: await id(`select id from recon_items where kind = 'PAID_TWICE'`),
  }
}

export const money = { of: 'money', screens: moneyScreens, bring: bringMoneyRecords }
