import { seasonBefore } from '#contract/house/seasons.ts'
import type { CycleFigures } from '#contract/payments/communalRates.ts'
import type { CommunalPayment, GrowerDetails } from '#contract/schedules/communalPayments.ts'
import type { OpenLine } from '#contract/schedules/openLines.ts'
import { rows, sql } from '#server/kit/db.ts'
import { demoPeople, until, type Demo, type DemoPerson } from './demoCalls.ts'
import { releaseDemoFile } from './demoRtgs.ts'

type PlannedSchedule = {
  by: 'fcs' | 'fcs2' | 'fcs3'
  growerCode: string
  /** The kind of deduction that is not taken this time. */
  leavesOut?: string
  /** Of the season before. */
  isLate?: true
  approved?: { comment: string; closed?: true }
}

/** The first cycle of each society: one is partly paid, one waits for its manager, one is paid and was the last of the season before. */
const schedules: readonly PlannedSchedule[] = [
  {
    by: 'fcs',
    growerCode: 'CF4100',
    approved: {
      comment: 'The members with another name at the bank were called: they are held until they bring their cards',
      closed: true,
    },
  },
  { by: 'fcs2', growerCode: 'CF4101', leavesOut: 'TRANSPORT' },
  {
    by: 'fcs3',
    growerCode: 'CF4102',
    isLate: true,
    approved: { comment: 'Looked through with the committee on 24 November' },
  },
]

/** Computes, approves and pays them on a running server; what the bank has refused of the first is asked for again. */
export async function seedDemoSchedules({ address, house, bank }: Demo): Promise<void> {
  const as = demoPeople(address)
  for (const { by, growerCode, leavesOut, isLate = false, approved } of schedules) {
    const maker = await as(`${by}.maker`)
    const saved = await computeSchedule(maker, { growerCode, leavesOut, isLate })
    if (!approved) continue
    if (approved.closed) await closeAccount({ house, bank }, saved.id)
    const manager = await as(`${by}.manager`)
    await approveSchedule(manager, saved, approved.comment)
    if (approved.closed) await releaseDemoFile({ address, bank }, saved.id)
    await until(async () => {
      const { status } = await maker.get<CommunalPayment>(`/payment/communalPayment/${saved.id}`)
      return status.statusName !== 'APPROVED'
    })
  }
  const maker = await as('fcs.maker')
  const open = await maker.get<OpenLine[]>(`/payment/openLines/${maker.organisationId}?filter=status:FAILED`)
  const [member] = open.filter(({ memberNumber }) => memberNumber !== '')
  if (member)
    await maker.post('/payment/initiateScheduleRetry', {
      id: member.id,
      type: 'RETRY',
      reason: 'The branch has opened it again',
    })
}

type Computed = { growerCode: string; leavesOut?: string | undefined; isLate?: boolean }

/** Computes a schedule of what the society has, with every loan, as its clerk does in the wizard. */
export async function computeSchedule(maker: DemoPerson, { growerCode, leavesOut, isLate = false }: Computed) {
  const now = (await maker.post<{ data: CycleFigures }>('/payment/fetchFCSLimitInfo', { growerCode })).data.season
  const season = isLate ? seasonBefore(now) : now
  const { data } = await maker.post<{ data: GrowerDetails }>('/payment/getGrowerDetails', { growerCode, season })
  const saved = await maker.post<{ data: CommunalPayment }>('/payment/saveCommunalPayment', {
    growerCode,
    season,
    commRate: data.communalRate,
    amount: data.farmerKesAccount.availableBalance,
    weight: data.totalCherry,
    loansToRecover: data.loans.map(({ id }) => id).join(','),
    withoutDeductions: data.deductions.flatMap(({ id, kind }) => (kind === leavesOut ? [id] : [])).join(','),
  })
  return saved.data
}

/** Approves exactly what was computed. */
export const approveSchedule = (person: DemoPerson, { id, fingerprint }: CommunalPayment, approverComment: string) =>
  person.post(`/payment/approveFarmerSchedule/${person.organisationId}`, {
    commId: id,
    action: 'APPROVE',
    fingerprint,
    approverComment,
  })

/** A member of the schedule closes the account before it is paid: the bank refuses it. */
async function closeAccount({ house, bank }: Pick<Demo, 'house' | 'bank'>, scheduleId: string): Promise<void> {
  type Paid = { accountNumber: string; accountName: string }
  const [line] = await house.db.transaction('system', (tx) =>
    rows(
      tx,
      sql<Paid>`select account_number as "accountNumber", account_name as "accountName" from schedule_lines
        where communal_payment_id = ${scheduleId} and status = 'PENDING' and payment_type = 'INTERNALFT' order by id limit 1`,
    ),
  )
  if (!line) return
  const { accountNumber, accountName: name } = line
  await bank.load([{ institutionCode: '11', accountNumber, name, status: 'closed' }])
}
