import { z } from 'zod'
import { changeFlow, changeRecord } from '#contract/kit/changeRequest.ts'
import { endpoint, idParam } from '#contract/kit/endpoint.ts'

/** A statement that a person has imported as a file: it counts once another person has approved it. */
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

const reads = ['CAN_RECONCILE', 'CAN_APPROVE_RECONCILIATION'] as const

type ProposedStatement = { accountNumber: string; newLines: number; settlesAmount: number }

export const statementImport = changeRecord({
  flow: statementImportFlow,
  list: { name: 'statement-imports', title: 'Statement files', searchIn: 'File name or account' },
  headline: ({ after }) => {
    const { accountNumber, newLines, settlesAmount } = after as ProposedStatement // border: as it was proposed
    return { says: 'importStatement', name: accountNumber, count: newLines, amount: settlesAmount }
  },
  reads,
  paths: {
    lists: {
      list: {
        path: '/reconciliation/imports',
        summary: 'Statements that people have brought as files, and what a second person decided',
      },
    },
    one: { path: '/reconciliation/imports/:id', summary: 'One statement file' },
    steps: {
      approve: {
        path: '/reconciliation/imports/approve',
        stepUp: true,
        summary:
          'Let a statement count that somebody else has brought: its lines are matched, and payments settled by them',
        errors: [
          'statement.other_lender',
          'statement.unreadable',
          'statement.unknown_account',
          'statement.file_changed',
        ],
      },
      decline: {
        path: '/reconciliation/imports/decline',
        summary: 'Decline a statement that somebody else has brought, with a reason',
        errors: ['statement.other_lender'],
      },
      withdraw: { path: '/reconciliation/imports/withdraw', errors: ['statement.other_lender'] },
    },
  },
  calls: {
    lines: endpoint({
      method: 'GET',
      path: '/reconciliation/imports/:id/lines',
      allow: reads,
      summary: 'What a statement file says, and what an approval would settle',
      params: idParam,
      answer: StatementFile,
      errors: ['record.not_found', 'statement.file_changed'],
    }),
  },
})
