import { z } from 'zod'
import { endpoint, Id } from './kit/endpoint.ts'
import { listAnswer, listQuery, listScreen } from './kit/listScreen.ts'

/** One line of a record's history. */
export const AuditEvent = z.object({
  id: Id,
  at: z.iso.datetime({ offset: true }),
  action: z.string(),
  kind: z.string(),
  recordId: z.string(),
  title: z.string(),
  by: z.string(),
  role: z.string(),
  organisationName: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  comment: z.string().nullable(),
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
})
export type AuditEvent = z.output<typeof AuditEvent>

/** Who could decide a waiting record next. */
export const Deciders = z.array(
  z.object({ fullName: z.string(), role: z.string(), organisationName: z.string(), step: z.string() }),
)

export const auditList = listScreen({
  name: 'audit',
  title: 'Audit trail',
  row: AuditEvent,
  columns: [
    { key: 'at', title: 'Time', as: 'time', sort: true },
    { key: 'action', title: 'Action', as: 'text' },
    { key: 'title', title: 'Record', as: 'name', card: 'title' },
    { key: 'by', title: 'By', as: 'text' },
    { key: 'role', title: 'Role', as: 'text', hidden: true },
    { key: 'organisationName', title: 'Organisation', as: 'text' },
    { key: 'from', title: 'From', as: 'text' },
    { key: 'to', title: 'To', as: 'text' },
    { key: 'comment', title: 'Comment', as: 'text' },
  ],
  searchIn: 'Record, person or comment',
  sort: { key: 'at', direction: 'desc' },
  pageSize: 20,
})

const record = z.object({ kind: z.string().max(40), id: Id })

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    allow: 'CAN_VIEW_AUDIT',
    summary: 'Search the audit trail',
    query: listQuery,
    answer: listAnswer(AuditEvent),
  }),
  ofRecord: endpoint({
    method: 'GET',
    path: '/audit/:kind/:id',
    allow: 'signed-in',
    summary: 'History of a record',
    params: record,
    answer: z.array(AuditEvent),
    errors: ['record.not_found'],
  }),
  deciders: endpoint({
    method: 'GET',
    path: '/audit/:kind/:id/deciders',
    allow: 'signed-in',
    summary: 'Who can decide a waiting record',
    params: record,
    answer: Deciders,
    errors: ['record.not_found'],
  }),
}
