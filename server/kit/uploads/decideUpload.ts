import type { Actor } from '#contract/house/permissions.ts'
import type { Tx } from '../db.ts'
import { Refused } from '../refused.ts'
import type { RecordKind } from '../records/recordKind.ts'
import { decideMany } from '../records/decideMany.ts'
import { takeStep, type Effect, type StepRequest } from '../records/takeStep.ts'
import { crossCheckRows } from './crossCheck.ts'
import { setStage } from './progress.ts'
import { refusedApproval, type Approval } from './refusedApproval.ts'
import { countRows, lockUpload, type RowCounts } from './stagedRows.ts'
import type { UploadBinding, UploadRecord } from './uploadBinding.ts'

/** What a client posts to decide an upload. */
export type Decision = {
  id: string
  action?: string | undefined
  version?: number | undefined
  approverComment?: string | undefined
}
export type DecisionCall = { tx: Tx; actor: Actor; request: StepRequest }

const actionWords: Readonly<Record<string, readonly string[]>> = {
  approve: ['APPROVE'],
  decline: ['REJECT', 'DECLINE'],
}

/** Clients post the action besides: one that says the opposite of the call is a mistake, not a decision. */
export function mustMatchCall(step: string, action: string | undefined): void {
  const words = actionWords[step]
  if (action && words && !words.includes(action.toUpperCase()))
    throw new Refused('input.invalid', { details: { fields: { action: `This call takes ${words[0]}` } } })
}

/** Takes a step of an upload as it was posted. */
export async function decideUpload(
  { tx, actor, request }: DecisionCall,
  { kind, step, body, effect }: { kind: RecordKind; step: string; body: Decision; effect: Effect },
): Promise<void> {
  mustMatchCall(step, body.action)
  await takeStep({
    tx,
    actor,
    kind,
    step,
    id: body.id,
    version: body.version,
    comment: body.approverComment,
    request,
    effect,
  })
}

/** Ends the transaction of an approval that has failing rows; `answerFailingRows` then says what is wrong with them. */
export class RowsRefused extends Error {
  failed: number
  constructor(failed: number) {
    super('rows refused')
    this.failed = failed
  }
}

/** Decides many uploads, each with its own outcome; one whose rows are wrong says so instead of answering with its workbook. */
export const decideUploads = (
  { tx, request }: Pick<DecisionCall, 'tx' | 'request'>,
  { flow }: RecordKind,
  {
    step,
    approverComment: comment,
    records,
  }: Pick<Decision, 'approverComment'> & { step: string; records: Decision[] },
  decide: (body: Decision) => Promise<unknown>,
) => {
  const declaredStep = flow.steps[step]
  return decideMany({
    tx,
    records,
    ...(declaredStep ? { explanation: { step: declaredStep, comment, request } } : {}),
    decide: (record) =>
      decide({ ...record, approverComment: comment }).catch((error: unknown) => {
        if (!(error instanceof RowsRefused)) throw error
        throw new Refused('upload.rows_invalid', { details: { failed: error.failed } })
      }),
  })
}

/** Answers 424 with the annotated workbook when the work is refused for its rows. */
export async function answerFailingRows<Result>(approval: Approval, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof RowsRefused ? await refusedApproval(approval) : error
  }
}

/** An upload that is there, under its lock. */
export async function mustLockUpload(tx: Tx, id: string): Promise<UploadRecord> {
  const upload = await lockUpload(tx, id)
  if (!upload) throw new Refused('record.not_found')
  return upload
}

/** Checks the rows once more: what was right when the file was sent may not be any longer. Throws RowsRefused. */
export async function mustStillBeRight(check: {
  tx: Tx
  binding: UploadBinding
  upload: UploadRecord
}): Promise<RowCounts> {
  await crossCheckRows(check)
  const counts = await countRows(check.tx, check.upload.id)
  if (counts.failed > 0) throw new RowsRefused(counts.failed)
  return counts
}

/** A decline ends the work on an upload, also for those who watch its progress. */
export const declineEffect =
  (tx: Tx): Effect =>
  async ({ id }) => {
    await setStage(tx, id, 'done')
  }
