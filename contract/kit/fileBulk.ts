import { z } from 'zod'
import type { ErrorCode } from '#contract/house/errors.ts'
import type { Permission } from '#contract/house/permissions.ts'
import { answersEach, Outcome } from './bulk.ts'
import { Comment, decisionErrors, endpoint, Id } from './endpoint.ts'

/** What can be done with many records of a file at once, as the specification words it. */
const fileActions = ['APPROVE_SELECTED', 'REJECT_SELECTED', 'APPROVE_ALL', 'REJECT_ALL'] as const
export type FileAction = (typeof fileActions)[number]

/** The step that an action takes with each record. */
export const stepOfAction = (action: FileAction): 'approve' | 'reject' =>
  action.startsWith('APPROVE') ? 'approve' : 'reject'

/** What is answered when an action meets no record that its caller could have ticked. Source: specification 3, section 5. */
export const noneSelected = (action: FileAction): string => `No record selected for action ${action}`

/** Most records of one file that are decided in one call. */
const mostRecords = 20_000

const body = z.object({
  fileId: Id,
  action: z.enum(fileActions),
  comment: Comment.describe('Required: why they are approved or rejected'),
  records: z
    .array(z.object({ id: Id, version: z.number().int().optional() }))
    .max(mostRecords)
    .default([])
    .describe('The records that were ticked, for the two actions on a selection'),
})

/**
 * The call that decides records of one file: those that were ticked, or all that the caller could have ticked. Each has its own
 * outcome.
 */
export const fileBulk = <const Path extends string>({
  path,
  allow,
  summary,
  errors = [],
}: {
  path: Path
  allow: Permission | readonly Permission[]
  summary: string
  errors?: readonly ErrorCode[]
}) =>
  endpoint({
    method: 'POST',
    path,
    allow,
    summary,
    body,
    // 20,000 records of at most 150 bytes.
    longestBody: 3_000_000,
    ...answersEach(Outcome),
    errors: [...decisionErrors, 'record.none_selected', 'step.comment_required', ...errors],
  })
