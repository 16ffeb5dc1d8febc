import { dispatchRecord, type DispatchRecord } from '#contract/dispatch/dispatchRecords.ts'
import { dispatchSheet } from '#contract/dispatch/dispatchSheet.ts'
import { organisations } from '#contract/house/organisations.ts'
import { choice, text } from '#contract/kit/field.ts'
import { call } from '#client/kit/call.ts'
import { BeforeAfter } from '#client/kit/decisions/BeforeAfter.tsx'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useFormValue, useRecordForm, type RecordFormState } from '#client/kit/forms/useRecordForm.ts'
import { useWords } from '#client/kit/words.ts'
import { useChangedValues } from './DispatchRecordLead.tsx'

const { outturn, marks, splitNumber, bags, pockets, grossWeight, tareWeight } = dispatchSheet.columns
const fields = {
  outTurnNumber: outturn,
  marks,
  splitNumber,
  bags,
  pockets,
  grossWeight,
  tareWeight,
  brokerCode: { title: dispatchSheet.columns.broker.title, ...text(20), missing: 'broker  is required' },
  deleteFlag: { title: 'Remove it from the dispatch', ...choice(['Y', 'N'], { required: false }) },
  actionComment: { title: 'Comment', ...text(500), missing: 'Comment is required' },
}
type FieldName = keyof typeof fields
const compared = [
  'outTurnNumber',
  'marks',
  'splitNumber',
  'brokerCode',
  'bags',
  'pockets',
  'grossWeight',
  'tareWeight',
] as const

type Values = Record<(typeof compared)[number], string>

const valuesOf = (row: DispatchRecord): Values => ({
  outTurnNumber: row.outTurnNumber,
  marks: row.marks,
  splitNumber: row.splitNumber === null ? '' : String(row.splitNumber),
  bags: String(row.bags),
  pockets: String(row.pockets),
  grossWeight: String(row.grossWeight),
  tareWeight: String(row.tareWeight),
  brokerCode: row.brokerCode.organisationCode,
})

/**
 * Edits a record: what the warehouse has weighed goes back to the mill, what the mill says of it to the warehouse. Net weight is
 * computed by the server; what changes is shown as it is typed.
 */
export function EditRecordDialog({ row, onClose }: { row: DispatchRecord; onClose: () => void }) {
  const words = useWords().dispatch
  const kilograms = useWords().dispatch.kilograms
  const isAtMill = row.status.statusName === 'REFERRED_TO_MILLER'
  const state = useRecordForm({ fields, initial: { ...valuesOf(row), deleteFlag: row.deleteFlag } })
  const sellers = useSellers(row.brokerCode)
  const title = `${row.outTurnNumber} ${row.grade}`
  return (
    <RecordDialog
      title={words.editTitle(title)}
      state={state}
      lead={
        <>
          <p className="faint">{isAtMill ? words.editAtMill : words.editAtWarehouse}</p>
          <Quoted title={words.comment}>{row.actionComment}</Quoted>
        </>
      }
      groups={[
        { title: words.weighed, names: ['bags', 'pockets', 'grossWeight', 'tareWeight'] },
        { title: words.named, names: ['outTurnNumber', 'marks', 'splitNumber', 'brokerCode'] },
        { names: ['deleteFlag', 'actionComment'] },
      ]}
      controls={{
        grossWeight: { unit: kilograms },
        tareWeight: { unit: kilograms },
        brokerCode: { as: 'select', wide: true, options: sellers ?? [], loading: !sellers },
        deleteFlag: { as: 'checkbox', wide: true, hint: words.removeHint },
        actionComment: { as: 'textarea', wide: true, hint: words.whyHint },
      }}
      submitLabel={isAtMill ? words.toWarehouse : words.toMiller}
      send={({ deleteFlag, actionComment, ...values }, key) =>
        call(dispatchRecord.calls.edit, {
          body: {
            ...row,
            ...values,
            deleteFlag: deleteFlag === 'Y' ? 'Y' : 'N',
            actionComment,
            // The server computes it; the one that was read belongs to the old weights.
            netWeight: null,
            approverComment: null,
          },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
    >
      <Compared row={row} state={state} />
    </RecordDialog>
  )
}

/** Brokers and marketers that can sell a record, and the one that sells it now; undefined while they are read. */
function useSellers({ organisationCode, organisationName }: DispatchRecord['brokerCode']) {
  const brokers = useCall(organisations.brokers, {}).data
  const marketers = useCall(organisations.marketers, {}).data
  if (!brokers || !marketers) return undefined
  const named = [{ organisationCode, organisationName }, ...brokers, ...marketers]
  const labels = new Map(named.map((one) => [one.organisationCode, `${one.organisationName}, ${one.organisationCode}`]))
  return [...labels].map(([value, label]) => ({ value, label }))
}

const number = (value: string): number => Number(value.replaceAll(',', ''))

/** The values that change, as they are and as they would be, with the net weight that follows. */
function Compared({ row, state }: { row: DispatchRecord; state: RecordFormState<FieldName> }) {
  const shown = useChangedValues()
  const before = valuesOf(row)
  const after: Values = {
    outTurnNumber: useFormValue(state, 'outTurnNumber'),
    marks: useFormValue(state, 'marks'),
    splitNumber: useFormValue(state, 'splitNumber'),
    bags: useFormValue(state, 'bags'),
    pockets: useFormValue(state, 'pockets'),
    grossWeight: useFormValue(state, 'grossWeight'),
    tareWeight: useFormValue(state, 'tareWeight'),
    brokerCode: useFormValue(state, 'brokerCode'),
  }
  const deleteFlag = useFormValue(state, 'deleteFlag') === 'Y' ? 'Y' : 'N'
  const net = Math.round((number(after.grossWeight) - number(after.tareWeight)) * 1000) / 1000
  const changed = [
    ...compared.map((field) => ({ field, before: before[field], after: after[field].trim() })),
    ...(Number.isFinite(net) ? [{ field: 'netWeight', before: String(row.netWeight), after: String(net) }] : []),
    { field: 'deleteFlag', before: row.deleteFlag, after: deleteFlag },
  ].filter((one) => one.before !== one.after)
  const isRead = ({ field, after: value }: { field: string; after: string }) =>
    !field.endsWith('Weight') || Number.isFinite(number(value))
  const values = shown(changed.filter(isRead))
  return values.length > 0 ? <BeforeAfter values={values} /> : null
}
