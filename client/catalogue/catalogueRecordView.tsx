import { catalogueRecord, type CatalogueRecord } from '#contract/catalogue/catalogueRecords.ts'
import { call } from '#client/kit/call.ts'
import type { DecisionInput } from '#client/kit/decisions/decisions.ts'
import { viewRecord, type RecordVersion } from '#client/kit/decisions/recordView.tsx'
import type { StepForms } from '#client/kit/review/useStepForms.tsx'
import { CorrectDialog, EditDialog } from './LotDialog.tsx'
import { LotLead } from './LotLead.tsx'

const { approve, accept, reject, withdraw, reset } = catalogueRecord.calls

/** Sends a decision with its comment as the specification names it. */
const take =
  (to: typeof approve | typeof accept | typeof reject | typeof withdraw) =>
  ({ id, version }: RecordVersion, { comment, key }: DecisionInput) =>
    call(to, { body: { id, version, comment }, idempotencyKey: key })

export const lotForms: StepForms<CatalogueRecord> = { edit: EditDialog, correct: CorrectDialog }

/** How lots of a catalogue are listed and decided. */
export const catalogueRecordView = viewRecord(catalogueRecord, {
  title: ({ lotNumber, outturn, grade }) => `${lotNumber} ${outturn} ${grade}`,
  Lead: LotLead,
  leads: ['weight', 'holdReason', 'outturn', 'lotNumber', 'grade'],
  take: {
    approve: take(approve),
    accept: take(accept),
    reject: take(reject),
    withdraw: take(withdraw),
    reset: ({ id, version }, { comment, key }) =>
      call(reset, { params: { id }, body: { version, comment }, idempotencyKey: key }),
  },
  forms: lotForms,
})
