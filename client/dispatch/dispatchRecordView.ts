import { dispatchRecord, type DispatchRecord } from '#contract/dispatch/dispatchRecords.ts'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import type { StepForms } from '#client/kit/review/useStepForms.tsx'
import { DispatchRecordLead } from './DispatchRecordLead.tsx'
import { EditRecordDialog } from './EditRecordDialog.tsx'

export const dispatchForms: StepForms<DispatchRecord> = { edit: EditRecordDialog }

/** Dispatch records: what a mill sent of one grade of an outturn. */
export const dispatchRecordView = viewRecord(dispatchRecord, {
  title: ({ outTurnNumber, grade, splitNumber }) =>
    splitNumber === null ? `${outTurnNumber} ${grade}` : `${outTurnNumber} ${grade} / ${splitNumber}`,
  Lead: DispatchRecordLead,
  leads: ['netWeight', 'difference'],
  forms: dispatchForms,
})

/** The records of one file: those that stand, or those that were deleted. */
export const recordsOfFile = (fileId: string, deleted: 'Y' | 'N' = 'N') => ({
  list: dispatchRecord.list,
  endpoint: dispatchRecord.calls.details,
  of: deleted === 'Y' ? { fileId, deleted } : { fileId },
  one: dispatchRecord.calls.one,
  opensAll: true as const,
})
