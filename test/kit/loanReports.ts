import { commissionList, loanHistoryList, loanSummaryList } from '#contract/loanReports/loanReports.ts'
import { loanRequest } from '#contract/loans/loanRequests.ts'
import { loanScheduleLineList, loanScheduleList } from '#contract/loanReports/loanSchedules.ts'
import { approveLimits, limitRow, membersWithCherry, sendLimits } from './limitFiles.ts'
import { requestLoan, decideLoans, fillFund, grantLimit, makePayable, settle } from './loans.ts'
import type { World } from './world.ts'

/** Loans of one member in this order of amounts, authorised; KPCU lends. */
export async function authorisedLoans(world: World, farmerId: string, amounts: readonly number[]): Promise<string[]> {
  const { wanjikuMaker, otienoChecker, mercyKpcuChecker } = world.people
  const all = amounts.reduce((sum, amount) => sum + amount, 0)
  await makePayable(world, [farmerId])
  await fillFund(world, 'KPCU', all)
  await grantLimit(world, farmerId, all)
  const loans: { id: string }[] = []
  for (const amount of amounts) loans.push({ id: (await requestLoan(wanjikuMaker, farmerId, amount)).id })
  await decideLoans(otienoChecker, 'approve', loans)
  const { body } = await decideLoans(mercyKpcuChecker, 'authorize', loans)
  if (body.data.done !== loans.length) throw new Error(`not authorised: ${JSON.stringify(body)}`)
  return loans.map(({ id }) => id)
}

/** Limit files that everybody has approved, each of so many members of Othaya: loan schedules. Answers their ids. */
export async function approvedSchedules(world: World, sizes: readonly number[]): Promise<string[]> {
  const ids: string[] = []
  for (const [at, size] of sizes.entries()) {
    // Who has a limit already is left out, so each file has members of its own.
    const members = (await membersWithCherry(world, 'CF4100', 20)).slice(0, size)
    const rows = members.map((member, place) => limitRow(member, { currentDelivery: String(10 + place) }))
    const { id } = await sendLimits(world.people.wanjikuMaker, rows, { fileName: `schedule ${at + 1}.csv` })
    await approveLimits(world, id)
    ids.push(id)
  }
  return ids
}

let borrowerId = ''
let scheduleId = ''
/** Loans of two members that went out, and loan schedules, for the lists. */
export async function makeLoans(world: World): Promise<void> {
  const { rows } = await world.owner.query<{ id: string }>(
    `select f.id from farmers f where f.organisation_id = $1 and f.status = 'APPROVED' and f.life_state = 'ACTIVE'
       and not exists (select from change_requests c where c.target_id = f.id::text) and not exists (select from loan_requests r where r.farmer_id = f.id)
     order by f.member_number desc limit 2`,
    [world.organisationId('CF4100')],
  )
  for (const [at, { id }] of rows.entries()) {
    const loans = await authorisedLoans(world, id, [1_700, 900, 1_300])
    await settle(world, loans.slice(1), at === 0 ? 'PAID' : 'FAILED')
  }
  borrowerId = rows[0]?.id ?? ''
  scheduleId = (await approvedSchedules(world, [5, 1, 2]))[0] ?? ''
}

/** The lists of loans, with who reads them. */
export const loanLists = [
  { screen: loanRequest.list, reader: 'otienoChecker', path: () => '/disbursement/all/CF4100' },
  { screen: commissionList, reader: 'mercyKpcuChecker', path: () => '/loan/commissions/KPCU' },
  { screen: loanSummaryList, reader: 'peterBankChecker', path: () => '/disbursement/fcs-manager/summary/COOP' },
  {
    screen: loanHistoryList,
    reader: 'otienoChecker',
    path: (at: World) => `/loan/history/${at.organisationId('CF4100')}/${borrowerId}`,
  },
  {
    screen: loanScheduleList,
    reader: 'otienoChecker',
    path: (at: World) => `/upload/cherry/loanSchedules/${at.organisationId('CF4100')}`,
  },
  { screen: loanScheduleLineList, reader: 'otienoChecker', path: () => `/upload/cherry/loanSchedule/${scheduleId}` },
] as const
