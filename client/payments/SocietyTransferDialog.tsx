import { Skeleton } from '@mantine/core'
import { positiveDecimal, text } from '#contract/kit/field.ts'
import { societyTransfer, transferKinds, type TransferKind } from '#contract/payments/societyTransfers.ts'
import { call } from '#client/kit/call.ts'
import { AttachField } from '#client/kit/forms/AttachField.tsx'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useFormValue, useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { leftToRetain, TransferEffect } from './societyTransferView.tsx'

const fields = {
  kind: { title: 'Transfer', ...text(20) },
  amount: { title: 'Dollars', ...positiveDecimal({ max: 100_000_000, places: 2 }) },
  document: { title: 'Document', ...text(80, { required: false }) },
  documentId: { title: 'Document', ...text(40, { required: false }) },
  reason: { title: 'Reason', ...text(500, { required: false }) },
}
const kinds = Object.keys(transferKinds) as TransferKind[] // border: the keys of the list

/** Orders a transfer between the own accounts beside what it does to them; somebody else decides. */
export function SocietyTransferDialog({ onClose }: { onClose: () => void }) {
  const { transfers: words, conversion } = useWords()
  const translate = useContractWords()
  const { organisation } = useUser()
  const params = { organisationId: organisation.id }
  const state = useRecordForm({ fields, initial: {} })
  const chosen = useFormValue(state, 'kind')
  const kind = kinds.find((name) => name === chosen)
  const amount = Number(useFormValue(state, 'amount').replaceAll(',', '')) || 0
  const figures = useCall(societyTransfer.calls.figures, { params }, { staleTime: 0 })
  const isAbove = kind === 'RETENTION' && figures.data !== undefined && amount > leftToRetain(figures.data)
  return (
    <RecordDialog
      title={words.orderTitle}
      state={state}
      lead={<p className="faint">{words.hint}</p>}
      groups={[
        { names: isAbove ? ['kind', 'amount', 'document', 'documentId', 'reason'] : ['kind', 'amount', 'reason'] },
      ]}
      controls={{
        kind: { options: kinds.map((value) => ({ value, label: translate(transferKinds[value].label) })) },
        amount: { unit: 'USD' },
        document: { wide: true, hint: words.documentHint },
        documentId: {
          wide: true,
          render: ({ onChange, error }) => (
            <AttachField
              to={societyTransfer.calls.attach}
              onAttached={onChange}
              error={typeof error === 'string' ? error : undefined}
            />
          ),
        },
        reason: { as: 'textarea', wide: true },
      }}
      submitLabel={conversion.send}
      send={({ document, documentId, reason }, key) =>
        call(societyTransfer.calls.order, {
          params,
          body: {
            kind: kind ?? 'RETENTION',
            amount,
            ...(isAbove && document ? { document } : {}),
            ...(isAbove && documentId ? { documentId } : {}),
            ...(reason ? { reason } : {}),
          },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={600}
    >
      {figures.isPending && <Skeleton height={150} />}
      {figures.isError && <NotLoaded refused={figures.error} onReload={() => void figures.refetch()} />}
      {figures.data && kind && <TransferEffect kind={kind} amount={amount} figures={figures.data} />}
      {kind === 'CONVERSION' && figures.data?.deal === null && <p className="hint warn">{words.noDeal}</p>}
    </RecordDialog>
  )
}
