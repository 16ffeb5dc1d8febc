import { z } from 'zod'
import { Headline } from './headlines.ts'
import { Actionable, endpoint, Id, Status } from '#contract/kit/endpoint.ts'
import { recordNames } from '#contract/recordNames.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'

const ages = {
  NEW: 'Less than a working day',
  DAYS: '1 to 3 working days',
  OLDER: 'More than 3 working days',
} as const
type Age = keyof typeof ages

/** One thing that waits for somebody's decision, of whatever kind. */
export const InboxItem = z
  .object({
    id: Id,
    kind: z.string(),
    kindLabel: z.string(),
    title: z.string(),
    headline: Headline.nullable().describe('What approving it does; only on a page, not in a file'),
    remarks: z
      .number()
      .int()
      .nullable()
      .describe('How many things a decider is pointed at first; nothing where its kind knows none, and in a file'),
    organisationName: z.string(),
    madeBy: z.string(),
    waitingSince: z.iso.datetime({ offset: true }),
    amount: z.string().describe('What is at stake: farmers, kilograms or money, with its unit'),
    age: z
      .enum(Object.keys(ages) as [Age, ...Age[]])
      .describe('How long it has waited, by the working days in Nairobi'),
    status: Status,
  })
  .extend(Actionable.shape)
export type InboxItem = z.output<typeof InboxItem>

/** How long things have waited. */
export const ageFilter = choiceFilter('age', 'Waiting', ages)

export const inboxList = listScreen({
  name: 'inbox',
  title: 'Inbox',
  row: InboxItem,
  columns: [
    { key: 'title', title: 'What', as: 'name', card: 'title' },
    { key: 'kindLabel', title: 'Kind', as: 'text' },
    { key: 'organisationName', title: 'Organisation', as: 'text', hidden: 'own' },
    { key: 'madeBy', title: 'Made by', as: 'text' },
    { key: 'status', title: 'Status', as: 'status' },
    { key: 'waitingSince', title: 'Waiting since', as: 'time', sort: true, leaves: 'never' },
  ],
  searchIn: 'Title',
  filters: [choiceFilter('kind', 'Kind', recordNames), ageFilter],
  sort: { key: 'waitingSince', direction: 'asc' },
  pageSize: 10,
})

export const inbox = {
  list: endpoint({
    method: 'GET',
    path: '/inbox',
    allow: 'signed-in',
    summary: 'Everything the signed-in user can decide',
    ...answersList(InboxItem),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/inbox/counts',
    allow: 'signed-in',
    summary: 'Number of waiting records of each kind, and of what else there is to do',
    answer: z.object({
      total: z.number().int(),
      kinds: z.record(z.string(), z.number().int()),
      works: z
        .record(z.string(), z.number().int())
        .describe('What else the user can see to, by the screen where it stands; not part of the total'),
      news: z.number().int().describe('Lines the user has not read yet: the number beside the bell'),
    }),
  }),
}
