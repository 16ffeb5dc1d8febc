import { conversionRate, dealCode } from '#contract/payments/conversionRates.ts'
import { text } from '#contract/kit/field.ts'
import { call } from '#client/kit/call.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { useWords } from '#client/kit/words.ts'

const fields = {
  rateCode: { title: 'Deal code', ...dealCode },
  reason: { title: 'Reason', ...text(500, { required: false }) },
}

/** Submits the code of a deal; the bank says its rate, and somebody else decides. */
export function DealCodeDialog({ onClose }: { onClose: () => void }) {
  const words = useWords().conversion
  const state = useRecordForm({ fields, initial: {} })
  return (
    <RecordDialog
      title={words.submitTitle}
      state={state}
      lead={<p className="faint">{words.hint}</p>}
      groups={[{ names: ['rateCode', 'reason'] }]}
      controls={{ rateCode: { wide: true }, reason: { as: 'textarea', wide: true } }}
      submitLabel={words.send}
      send={({ rateCode, reason }, key) =>
        call(conversionRate.calls.update, {
          body: { rateCode, ...(reason ? { reason } : {}) },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={520}
    />
  )
}
