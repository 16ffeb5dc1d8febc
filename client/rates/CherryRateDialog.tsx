import { cherryRate, type CherryRate } from '#contract/rates/cherryRates.ts'
import { positiveDecimal, text } from '#contract/kit/field.ts'
import { organisations } from '#contract/house/organisations.ts'
import { call } from '#client/kit/call.ts'
import { LookupField } from '#client/kit/forms/LookupField.tsx'
import { callQuery } from '#client/kit/queries.ts'
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
          render: (props) => (
            <LookupField
              {...props}
              least={2}
              query={(q) => callQuery(organisations.parents, { query: { q } })}
              entriesOf={(societies) =>
                societies.map(({ organisationCode, organisationName }) => ({
                  value: organisationCode,
                  label: organisationName,
                  hint: organisationCode,
                }))
              }
            />
          ),
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
