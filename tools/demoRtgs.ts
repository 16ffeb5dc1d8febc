import type { RtgsFile, RtgsPayment } from '#contract/rtgs/rtgsFiles.ts'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import type { OpenLine } from '#contract/schedules/openLines.ts'
import type { PaymentRetry } from '#contract/schedules/paymentRetries.ts'
import { supplier } from './demoDeductions.ts'
import { demoPeople, until, type Demo, type DemoPerson } from './demoCalls.ts'

const filesOf = ({ organisationId }: DemoPerson): string => `/payment/rtgsFiles/${organisationId}`
const isWaiting = async (maker: DemoPerson): Promise<boolean> =>
  (await maker.get<{ data: RtgsPayment[] }>(`${filesOf(maker)}/waiting`)).data.length > 0

/**
 * The supplier of the first society has closed its account: the file with its payment is released, and the bank refuses it. Early in a
 * season the sum is not that large yet: then there is no file.
 */
export async function releaseDemoFile(
  { address, bank }: Pick<Demo, 'address' | 'bank'>,
  scheduleId: string,
): Promise<void> {
  const as = demoPeople(address)
  const [maker, manager] = [await as('fcs.maker'), await as('fcs.manager')]
  await bank.load([{ ...supplier, status: 'closed' }])
  const isOver = async () =>
    (await maker.get<CommunalPayment>(`/payment/communalPayment/${scheduleId}`)).status.statusName !== 'APPROVED'
  await until(async () => (await isWaiting(maker)) || (await isOver()))
  if (!(await isWaiting(maker))) return
  const { data } = await maker.post<{ data: RtgsFile }>(filesOf(maker), {})
  await manager.post(`${filesOf(manager)}/decide`, { step: 'approve', id: data.id, version: data.version })
}

/** The account is open again: two people let the supplier be paid, and the next file waits for its second person. */
export async function seedDemoFile({ address, bank }: Pick<Demo, 'address' | 'bank'>): Promise<void> {
  const as = demoPeople(address)
  const [maker, checker] = [await as('fcs.maker'), await as('fcs.checker')]
  const open = await maker.get<OpenLine[]>(`/payment/openLines/${maker.organisationId}?filter=status:FAILED`)
  const refused = open.find(({ memberNumber }) => memberNumber === '')
  if (!refused) return
  await bank.load([supplier])
  const { data } = await maker.post<{ data: PaymentRetry }>('/payment/initiateScheduleRetry', {
    id: refused.id,
    type: 'RETRY',
    reason: 'The supplier has opened the account again',
  })
  await checker.post('/payment/approveScheduleRetry', { commId: data.id, action: 'APPROVE' })
  await until(() => isWaiting(maker))
  await maker.post(filesOf(maker), {})
}
