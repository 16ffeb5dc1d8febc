import { z } from 'zod'
import { ChangeRequest, changeColumns, changeFlow, changeStatusFilter } from './kit/changeRequest.ts'
import { actionAnswer, decisionBody, decisionErrors, endpoint, idParam } from './kit/endpoint.ts'
import { listAnswer, listQuery, listScreen } from './kit/listScreen.ts'

/** A statement that a person has brought as a file: it counts once another person has approved it. */
export const statementImportFlow = changeFlow({
  kind: 'statement_import',
  record: 'statement file',
  propose: 'CAN_RECONCILE',
  approve: 'CAN_APPROVE_RECONCILIATION',
  organisationTypes: ['KPCU', 'COOPERATIVE_BANK'],
})

/** What an approval makes of a line. */
export const lineEffects = {
  SETTLES: 'The payment counts as paid',
  DENIED: 'The bank itself says otherwise: an exception',
  DIFFERS: 'Names a payment that does not fit: an exception',
  AGREES: 'The payment is paid already',
  OTHER: 'Names no payment of ours',
  KNOWN: 'Known already',
} as const
export type LineEffect = keyof typeof lineEffects
const effect = z.enum(Object.keys(lineEffects) as [LineEffect, ...LineEffect[]]) // border: the keys of the list

/** A file that waits, read again: what it says, and what an approval would do now. */
export const StatementFile = z.object({
  fileName: z.string(),
  accountNumber: z.string(),
  fromOn: z.iso.date(),
  toOn: z.iso.date(),
  opening: z.number(),
  closing: z.number(),
  effects: z.array(z.object({ effect, title: z.string(), count: z.number().int(), amount: z.number() })),
  lines: z
    .array(
      z.object({
        place: z.number().int(),
        bookedOn: z.iso.date(),
        narration: z.string(),
        reference: z.string(),
        amount: z.number(),
        effect,
        before: z.string().nullable().describe('How the payment that it names stands'),
        after: z.string().nullable().describe('How it would stand'),
      }),
    )
    .describe('At most 100, those that settle a payment first'),
})
export type StatementFile = z.output<typeof StatementFile>

export const statementImportList = listScreen({
  name: 'statement-imports',
  title: 'Statement files',
  row: ChangeRequest,
  columns: changeColumns,
  searchIn: 'File name or account',
  filters: [changeStatusFilter],
  sort: { key: 'created', direction: 'desc' },
  pageSize: 10,
})

const reads = ['CAN_RECONCILE', 'CAN_APPROVE_RECONCILIATION'] as const
const decides = 'CAN_APPROVE_RECONCILIATION'
const answer = actionAnswer(ChangeRequest)

export const statementImports = {
  list: endpoint({
    method: 'GET',
    path: '/reconciliation/imports',
    allow: reads,
    summary: 'Statements that people have brought as files, and what a second person decided',
    query: listQuery,
    answer: listAnswer(ChangeRequest),
  }),
  one: endpoint({
    method: 'GET',
    path: '/reconciliation/imports/:id',
    allow: reads,
    summary: 'One statement file',
    params: idParam,
    answer: ChangeRequest,
    errors: ['record.not_found'],
  }),
  lines: endpoint({
    method: 'GET',
    path: '/reconciliation/imports/:id/lines',
    allow: reads,
    summary: 'What a statement file says, and what an approval would settle',
    params: idParam,
    answer: StatementFile,
    errors: ['record.not_found', 'statement.file_changed'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/reconciliation/imports/approve',
    allow: decides,
    stepUp: true,
    summary:
      'Let a statement count that somebody else has brought: its lines are matched, and payments settled by them',
    body: decisionBody,
    answer,
    errors: [
      ...decisionErrors,
      'statement.other_lender',
      'statement.unreadable',
      'statement.unknown_account',
      'statement.file_changed',
    ],
  }),
  decline: endpoint({
    method: 'POST',
    path: '/reconciliation/imports/decline',
    allow: decides,
    summary: 'Reject a statement that somebody else has brought, with a reason',
    body: decisionBody,
    answer,
    errors: [...decisionErrors, 'statement.other_lender', 'step.comment_required'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/reconciliation/imports/withdraw',
    allow: 'CAN_RECONCILE',
    summary: 'Take back a statement file of one’s own',
    body: decisionBody,
    answer,
    errors: ['record.not_found', 'record.changed', 'step.wrong_state', 'not_the_maker'],
  }),
}
