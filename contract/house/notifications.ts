import { z } from 'zod'
import { actionAnswer, endpoint, Id, plainAnswer } from '#contract/kit/endpoint.ts'

/** What became of the own records and is not read yet: a line for each file, and one for what a person decided alike on a day. */
export const Notification = z.object({
  id: Id,
  at: z.iso.datetime({ offset: true }),
  kind: z.string().describe('Kind of record, as in the audit trail'),
  recordId: Id.describe('The record, or the first of several'),
  title: z.string(),
  code: z.enum(['decided', 'moved']).describe('By a person, or by the system'),
  to: z.string().describe('State the records came to'),
  by: z.string().nullable(),
  comment: z.string().nullable(),
  count: z.number().int().describe('How many records of the kind it happened to'),
})
export type Notification = z.output<typeof Notification>

const instant = z.iso.datetime({ offset: true })

/** When a user hears by e-mail. */
export const mailTimes = ['none', 'daily', 'at_once'] as const
export type MailTime = (typeof mailTimes)[number]

export const MailSetting = z.object({
  mail: z.enum(mailTimes),
  email: z.string().nullable().describe('Where letters go; set by administration'),
  on: z.boolean().describe('Whether this server sends letters at all'),
  failed: instant.nullable().describe('When the last letter came back, if it did'),
})
export type MailSetting = z.output<typeof MailSetting>

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    allow: 'signed-in',
    summary: 'What became of the own records and is not read yet, newest first, and what waits',
    answer: z.object({
      at: instant.describe('Moment of this answer: what is marked as read goes up to it'),
      unread: z.number().int(),
      items: z.array(Notification),
      waiting: z.array(z.object({ kind: z.string(), total: z.number().int(), fresh: z.number().int() })),
    }),
  }),
  read: endpoint({
    method: 'POST',
    path: '/notifications/read',
    allow: 'signed-in',
    summary: 'Mark one line as read, or everything up to a moment, or only what waits as seen up to a moment',
    body: z.union([z.object({ id: Id }), z.object({ until: instant }), z.object({ seen: instant })]),
    answer: plainAnswer,
  }),
  setting: endpoint({
    method: 'GET',
    path: '/notifications/mail',
    allow: 'signed-in',
    summary: 'When the user hears by e-mail',
    answer: MailSetting,
  }),
  choose: endpoint({
    method: 'POST',
    path: '/notifications/mail',
    allow: 'signed-in',
    summary: 'Choose when to hear by e-mail',
    body: z.object({ mail: z.enum(mailTimes) }),
    answer: actionAnswer(MailSetting),
  }),
}
