import { cherryRate, type CherryRate } from '#contract/rates/cherryRates.ts'
import { positiveDecimal, text } from '#contract/kit/field.ts'
import { call } from '#client/kit/call.ts'
import { LookupField } from '#client/kit/forms/LookupField.tsx'
import { organisationLookup } from '#client/kit/forms/organisationLookup.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { useWords } from '#client/kit/words.ts'

const fields = {
  growerCode: { title: 'FCS', ...text(40) },
  rate: { title: 'Rate (KES per kg)', ...positiveDecimal({ max: 1_000, places: 2 }) },
  reason: { title: 'Reason', ...text(500, { required: false }) },
}

type DialogProps = { rate?: CherryRate | undefined; onClose: () => void }

/** Proposes the rate of a society; somebody else decides. */
export function CherryRateDialog({ rate, onClose }: DialogProps) {
  const words = useWords().rates
  const code = rate?.organisation.organisationCode ?? ''
  const state = useRecordForm({ fields, initial: rate ? { growerCode: code, rate: String(rate.rate) } : {} })
  return (
    <RecordDialog
      title={rate ? words.editTitle(rate.organisationName) : words.updateTitle}
      state={state}
      lead={<p className="faint">{words.hint}</p>}
      groups={[{ names: rate ? ['rate', 'reason'] : ['growerCode', 'rate', 'reason'] }]}
      wireNames={{ organisation: 'growerCode' }}
      controls={{
        growerCode: {
          wide: true,
          render: (props) => <LookupField {...props} {...organisationLookup} />,
        },
        rate: { unit: words.unit },
        reason: { as: 'textarea', wide: true },
      }}
      submitLabel={words.send}
      send={({ growerCode, rate: typedRate, reason }, key) =>
        call(cherryRate.calls.update, {
          body: { growerCode, rate: Number(typedRate), ...(reason ? { reason } : {}) },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={520}
    />
  )
}
