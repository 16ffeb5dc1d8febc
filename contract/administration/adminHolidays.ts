import { z } from 'zod'
import { adminRead, adminWrite, Proposed, proposalErrors, reason } from './adminChanges.ts'
import { endpoint } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'

/** Whether people work on a day that the law or the gazette speaks of. */
export const holidayStatuses = {
  DAY_OFF: { label: 'Day off', tone: 'info' },
  WORKING_DAY: { label: 'Working day', tone: 'neutral' },
} as const
export type HolidayStatus = keyof typeof holidayStatuses

/** Where a holiday comes from. */
export const holidayOrigins = { LAW: 'By law', MOVED: 'Moved from Sunday', GAZETTE: 'Gazetted' } as const
type HolidayOrigin = keyof typeof holidayOrigins

const statuses = Object.keys(holidayStatuses) as [HolidayStatus, ...HolidayStatus[]] // border: the keys of the list
const origins = Object.keys(holidayOrigins) as [HolidayOrigin, ...HolidayOrigin[]] // border: as above

/** A public holiday, or a day off by law that the gazette made a working day. */
export const AdminHoliday = z.object({
  id: z.string(),
  day: z.iso.date(),
  name: z.string(),
  origin: z.enum(origins),
  status: z.enum(statuses),
  changeWaiting: z.boolean(),
})
export type AdminHoliday = z.output<typeof AdminHoliday>

export const adminHolidayList = listScreen({
  name: 'admin-holidays',
  title: 'Public holidays',
  row: AdminHoliday,
  columns: [
    { key: 'day', title: 'Day', as: 'date', sort: true, card: 'value' },
    { key: 'name', title: 'Name', as: 'name', sort: true, card: 'title' },
    { key: 'origin', title: 'Origin', as: 'text' },
    { key: 'status', title: 'Status', as: 'status' },
  ],
  searchIn: 'Name or day, such as 2026-12',
  filters: [choiceFilter('status', 'Status', holidayStatuses), choiceFilter('origin', 'Origin', holidayOrigins)],
  sort: { key: 'day', direction: 'asc' },
  pageSize: 20,
})

export const adminHolidays = {
  list: endpoint({
    ...adminRead,
    path: '/admin/holidays',
    summary: 'Public holidays of this year and the next by law, and every day that was gazetted',
    ...answersList(AdminHoliday),
  }),
  propose: endpoint({
    ...adminWrite,
    path: '/admin/holidays',
    summary:
      'Request a gazetted day off, or a holiday to be worked; ages of waiting records follow from the approval on',
    body: z.object({
      day: z.iso.date(),
      name: z.string().trim().min(3).max(60),
      status: z.enum(statuses),
      reason,
    }),
    answer: Proposed,
    errors: proposalErrors,
  }),
}
