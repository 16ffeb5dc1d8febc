import { z } from 'zod'
import { decides, type Permission } from './permissions.ts'
import { endpoint } from '#contract/kit/endpoint.ts'

/** What somebody new does once, in the order of a first day; each for whoever has one of these permissions. */
export const firstDayItems = {
  secondFactor: decides,
  firstFile: ['CAN_UPLOAD_FARMERS'],
  firstSession: ['CAN_UPLOAD_FARMERS'],
  firstLoan: ['CAN_CREATE_LOAN_REQUEST'],
  firstRate: ['CAN_CREATE_CHERRY_RATE'],
  firstStatement: ['CAN_RECONCILE'],
  firstChange: ['CAN_ADMINISTER'],
  firstApproval: decides,
  firstExport: ['CAN_VIEW_FARMERS'],
} as const satisfies Record<string, readonly Permission[]>
export type FirstDayItem = keyof typeof firstDayItems

const FirstDay = z.object({
  items: z.array(
    z.object({
      name: z.enum(Object.keys(firstDayItems) as [FirstDayItem, ...FirstDayItem[]]), // border: the keys of the list
      done: z.boolean().describe('By the audit trail of this user'),
    }),
  ),
  sample: z.boolean().describe('The records are invented, and this user may see to it that they go'),
})

export const firstDay = {
  read: endpoint({
    method: 'GET',
    path: '/first-day',
    allow: 'signed-in',
    summary: 'What the signed-in user does on the first day, and what of it is done',
    answer: FirstDay,
  }),
}
