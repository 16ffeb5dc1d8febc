import { z } from 'zod'
import { endpoint, Id } from '#contract/kit/endpoint.ts'
import { recordNames } from '#contract/recordNames.ts'
import { choiceFilter, listAnswer, listQuery, listScreen } from '#contract/kit/listScreen.ts'

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

/** What the trail records besides records with a workflow. */
const otherKinds = {
  farmer: 'Registered farmer',
  user: 'User',
  service_account: 'Service account',
  account_check: 'Account look-up',
  county_report: 'County report',
  closed_catalogue: 'Closed catalogue',
  export: 'Export',
  balance: 'Balance',
  bank_statement: 'Bank statement',
  payment_channel: 'Payment channel',
  schedule_draft: 'Draft of a payment schedule',
}
/** What people call each kind of record of which the trail and notifications speak. */
export const kindNames: Readonly<Record<string, string>> = { ...recordNames, ...otherKinds }

/** What actions of the trail are called where they are no step of the record's workflow, or of several. */
export const actionNames: Readonly<Record<string, string>> = {
  upload: 'Uploaded',
  create: 'Created',
  propose: 'Proposed a change',
  edit: 'Corrected',
  repair: 'Corrected together',
  correct: 'Correction taken in',
  leave_out: 'Rows left out',
  take_back: 'Rows withdrawn',
  dispatch: 'Dispatched',
  hold: 'Put on hold',
  close: 'Closed',
  open: 'Does not close',
  delete: 'Deleted',
  send: 'Sent for approval',
  withdraw: 'Withdrawn',
  discard: 'Discarded',
  take_over: 'Taken over',
  amend: 'Amended',
  approve: 'Approved',
  authorize: 'Authorised',
  decline: 'Declined',
  verify: 'Verified',
  reject: 'Declined',
  reopen: 'Opened again',
  system: 'Advanced by the system',
  check_account: 'Account looked up',
  export: 'Exported',
  import: 'Imported',
  import_refused: 'Not imported',
  pause: 'Paused',
  resume: 'Resumed',
  pack: 'Subject pack issued',
  download: 'File downloaded',
  error_file: 'Rows with errors downloaded',
  removed_by_age: 'Contents removed after the time they are kept',
  loan_statement: 'Loan statement printed',
  payment_statement: 'Payment statement printed',
  found_by_id: 'Found by national ID',
  slip: 'Slip for the member printed',
  evidence: 'Evidence pack handed out',
  restore: 'Restored from a backup',
  erased_again: 'Erased again after a restore',
  report: 'Report made',
  print: 'Report printed',
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sign_out: 'Signed out',
  suspend: 'Suspended',
  stop: 'Stopped',
  use: 'Key used',
  use_refused: 'Key refused',
  show_key: 'Key shown',
  stop_key: 'Key stopped',
  password_changed: 'Password changed',
  totp_on: 'Second factor turned on',
  provider_linked: 'Linked to the provider of the organisation',
  sessions_ended: 'Own sessions ended',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  passkey_copied: 'Passkey stopped: it looks copied',
  step_up: 'Second factor given again',
  step_up_failed: 'Second factor given wrongly',
  totp_off: 'Second factor turned off',
  invitation_accepted: 'Password chosen with an invitation',
}

/** Who could decide a waiting record next. */
const Deciders = z.array(
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
    { key: 'organisationName', title: 'Organisation', as: 'text', hidden: 'own' },
    { key: 'from', title: 'From', as: 'text' },
    { key: 'to', title: 'To', as: 'text' },
    { key: 'comment', title: 'Comment', as: 'text' },
  ],
  searchIn: 'Record, person or comment',
  filters: [choiceFilter('kind', 'Kind', kindNames), choiceFilter('action', 'Action', actionNames)],
  sort: { key: 'at', direction: 'desc' },
  auditsExport: true,
  pageSize: 20,
})

const day = z.iso.date().optional()
/** What the trail can be searched by besides its filters. Days are those of Nairobi, both included. */
export const auditQuery = listQuery.extend({
  person: Id.optional(),
  organisation: Id.optional(),
  from: day,
  to: day,
})

const record = z.object({ kind: z.string().max(40), id: Id })

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    allow: 'CAN_VIEW_AUDIT',
    summary: 'Search the audit trail',
    query: auditQuery,
    answer: listAnswer(AuditEvent),
    errors: ['record.not_found'],
  }),
  people: endpoint({
    method: 'GET',
    path: '/audit/people',
    allow: 'CAN_VIEW_AUDIT',
    summary: 'People of the trail whose name holds a text, or with this id, at most 20',
    query: z.object({ q: z.string().trim().max(100).default('') }),
    answer: z.array(z.object({ id: Id, fullName: z.string(), organisationName: z.string() })),
  }),
  organisations: endpoint({
    method: 'GET',
    path: '/audit/organisations',
    allow: 'CAN_VIEW_AUDIT',
    summary: 'Organisations in reach whose name or code holds a text, or with this id, at most 20',
    query: z.object({ q: z.string().trim().max(100).default('') }),
    answer: z.array(z.object({ id: Id, code: z.string(), name: z.string() })),
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
