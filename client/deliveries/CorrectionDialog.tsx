import { cherryDelivery, type CherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { call } from '#client/kit/call.ts'
import type { ControlProps } from '#client/kit/forms/FormControl.tsx'
import { useFormat } from '#client/kit/format.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { useWords } from '#client/kit/words.ts'
import { correctionFields } from './deliveryFields.ts'
import { DisclaimerCheck, useDisclaimer } from './DisclaimerCheck.tsx'
import './deliveries.css'

/** Adds kilograms to a member's season, or takes them away, with a reason: what was paid is never edited. */
export function CorrectionDialog({ row, onClose }: { row: CherryDelivery; onClose: () => void }) {
  const words = useWords().cherry
  const { weight, date } = useFormat()
  const { disclaimer } = useDisclaimer()
  const state = useRecordForm({ fields: correctionFields, initial: { season: row.season } })
  return (
    <RecordDialog
      title={words.correctTitle(row.fullName)}
      state={state}
      lead={<p className="faint">{words.correctHint(weight(row.currentDelivery), date(row.deliveredOn))}</p>}
      groups={[{ names: ['season', 'kilograms', 'reason', 'disclaimer'] }]}
      controls={{
        season: { options: [{ value: row.season, label: row.season }] },
        kilograms: { unit: words.unit, hint: words.kilogramsHint },
        reason: { as: 'textarea', wide: true },
        disclaimer: {
          wide: true,
          render: ({ value, onChange, error }: ControlProps) => (
            <DisclaimerCheck checked={value === 'Y'} onChange={(ticked) => onChange(ticked ? 'Y' : '')} error={error} />
          ),
        },
      }}
      invalid={words.fix}
      submitLabel={words.send}
      send={({ season, kilograms, reason }, key) =>
        call(cherryDelivery.calls.correct, {
          body: {
            memberNumber: row.memberNumber,
            season,
            kilograms: Number(kilograms),
            reason,
            correctsId: row.id,
            disclaimerAccepted: true,
            ...(disclaimer ? { disclaimerVersion: disclaimer.version } : {}),
          },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={560}
    />
  )
}
