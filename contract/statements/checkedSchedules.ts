import { z } from 'zod'
import { endpoint } from '#contract/kit/endpoint.ts'

/** How the code of a payment schedule begins: letters that only a schedule has, and which one it is. */
export const scheduleReference = /^PS[0-9A-F]{32}$/

/** What anybody who holds the workbook of a schedule may learn from its code: nothing of any member, and nothing that it does not show. */
const CheckedSchedule = z.object({
  organisationName: z.string(),
  season: z.string(),
  cycle: z.number().int(),
  members: z.number().int(),
  net: z.number().describe('KES that go to members'),
  fingerprint: z.string().describe('Of every line, as it was approved'),
  approvedAt: z.iso.datetime({ offset: true }),
})
export type CheckedSchedule = z.output<typeof CheckedSchedule>

export const checkedSchedules = {
  check: endpoint({
    method: 'GET',
    path: '/check-schedule/:code',
    allow: 'anyone',
    summary: 'Whether the workbook of a payment schedule is of one that was approved, and what that came to',
    params: z.object({ code: z.string().min(1).max(60) }),
    answer: CheckedSchedule,
    errors: ['schedule_paper.unknown'],
  }),
}
