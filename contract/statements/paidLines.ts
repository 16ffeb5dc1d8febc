import { z } from 'zod'
import { Id } from '#contract/kit/endpoint.ts'
import { ScheduleLine } from '#contract/schedules/scheduleLines.ts'

const moment = z.iso.datetime({ offset: true })

/** A deal whose dollars became shillings of a schedule, and the part of them in what one member gets. */
const DealPart = z.object({
  dealCode: z.string().describe('Empty for shillings that came as shillings'),
  rate: z.number().nullable().describe('Shillings for a dollar'),
  dollars: z.number().describe('USD of the deal that paid for the schedule'),
  shillings: z.number().describe('KES that they became'),
  part: z.number().describe('KES of it in the total and the premiums of the member'),
  transferId: Id.nullable().describe('The order that changed them'),
  says: z.string().describe('Of shillings that came as shillings, what the books say they were'),
})
export type DealPart = z.output<typeof DealPart>

/** What a lender took of a line, of one season's loans. */
const SeasonRecovery = z.object({
  lender: z.string(),
  season: z.string().describe('In which it was lent'),
  amount: z.number(),
  loans: z.array(z.string()).describe('References of the loans of that season'),
})
export type SeasonRecovery = z.output<typeof SeasonRecovery>

/** What one member gets of a schedule, with everything that makes the amount. */
export const PaidLine = ScheduleLine.omit({ nationalId: true, taken: true, risk: true, risks: true }).extend({
  scheduleId: Id,
  scheduleStatus: z.string(),
  dateCreated: moment,
  approvedAt: moment.nullable(),
  paidAt: moment.nullable(),
  recoveries: z.array(SeasonRecovery),
  deals: z.array(DealPart).describe('Empty before the schedule is approved'),
})
export type PaidLine = z.output<typeof PaidLine>
