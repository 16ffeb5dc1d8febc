import { estateCuredRecord, type EstateCured } from '#contract/estateCured/estateCuredRecords.ts'
import { call } from '#client/kit/call.ts'
import { decisionBody } from '#client/kit/decisions/decisions.ts'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import type { StepForms } from '#client/kit/review/useStepForms.tsx'
import { CorrectDialog, EditDialog } from './EstateCuredDialog.tsx'
import { EstateCuredLead } from './EstateCuredLead.tsx'

export const estateCuredForms: StepForms<EstateCured> = { edit: EditDialog, correct: CorrectDialog }

/** How estate cured records are listed and decided. */
export const estateCuredView = viewRecord(estateCuredRecord, {
  title: ({ curedOutturn, grade, splitNumber }) =>
    splitNumber === '' ? `${curedOutturn} ${grade}` : `${curedOutturn} ${grade} / ${splitNumber}`,
  Lead: EstateCuredLead,
  leads: ['cleanNetWeight', 'transportCharge', 'dryingCharge', 'handSortingCharge'],
  take: {
    remove: (row, input) =>
      call(estateCuredRecord.calls.update, {
        body: { ...decisionBody(row, input), deleteFlag: 'Y' },
        idempotencyKey: input.key,
      }),
  },
  forms: estateCuredForms,
})
