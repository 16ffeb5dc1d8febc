import { dispatchRecord } from '#contract/dispatch/dispatchRecords.ts'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'

/** Dispatch records: what a mill sent of one grade of an outturn. */
export const dispatchRecordView = viewRecord(dispatchRecord, {
  title: ({ outTurnNumber, grade }) => `${outTurnNumber} ${grade}`,
  leads: ['netWeight', 'difference', 'saleNumber'],
})
