import { choice, text } from '#contract/kit/field.ts'
import {
  exceptionResolution,
  resolutions,
  type ExceptionDetail,
  type ResolutionName,
} from '#contract/reconciliation/statementExceptions.ts'
import { call } from '#client/kit/call.ts'
import { useFormat } from '#client/kit/format.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useFormValue, useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

const fields = {
  resolution: { title: 'What it is', ...choice(Object.keys(resolutions)) },
  payment: { title: 'Payment', ...text(40, { required: false }) },
  reason: { title: 'Reason', ...text(500) },
}

/** Says what an exception is; somebody else decides. */
export function ResolveDialog({ exception, onClose }: { exception: ExceptionDetail; onClose: () => void }) {
  const words = useWords().reconciliation
  const translate = useContractWords()
  const { money, date } = useFormat()
  const state = useRecordForm({ fields })
  const chosen = useFormValue(state, 'resolution')
  const isPayment = chosen === 'SAME_PAYMENT'
  const effect = chosen in resolutions ? resolutions[chosen as ResolutionName].effect : null // border: one of the choices
  return (
    <RecordDialog
      title={words.resolveTitle(money(exception.amount, exception.currency))}
      state={state}
      lead={<p className="faint">{words.resolveHint}</p>}
      groups={[{ names: isPayment ? ['resolution', 'payment', 'reason'] : ['resolution', 'reason'] }]}
      controls={{
        resolution: {
          as: 'select',
          wide: true,
          options: exception.ways.map((way) => ({ value: way, label: translate(resolutions[way].title) })),
          ...(effect ? { hint: translate(effect) } : {}),
        },
        payment: {
          as: 'select',
          wide: true,
          required: true,
          options: exception.candidates.map(({ reference, title, sentOn }) => ({
            value: reference,
            label: `${reference}, ${title}${sentOn ? `, ${date(sentOn)}` : ''}`,
          })),
        },
        reason: { as: 'textarea', wide: true },
      }}
      submitLabel={words.propose}
      send={({ resolution, payment, reason }, key) =>
        call(exceptionResolution.calls.propose, {
          params: { id: exception.id },
          body: { resolution: resolution as ResolutionName, reason, ...(isPayment ? { payment } : {}) },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={540}
    />
  )
}
