import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { communalRate } from '#contract/payments/communalRates.ts'
import { positiveDecimal, text } from '#contract/kit/field.ts'
import { seasonBefore, seasonOfDate } from '#contract/house/seasons.ts'
import { call } from '#client/kit/call.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useFormValue, useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { FloorEffect } from './communalRateView.tsx'

const fields = {
  season: { title: 'Season', ...text(9) },
  limit: { title: 'Lowest rate (KES per kg)', ...positiveDecimal({ max: 1_000, places: 2 }) },
  lastPayment: { title: 'Last payment', ...text(1, { required: false }) },
  reason: { title: 'Reason', ...text(500, { required: false }) },
}

/** Sets the lowest rate of the next cycle, beside what the account gives now; somebody else decides. */
export function CommunalRateDialog({ onClose }: { onClose: () => void }) {
  const { communal: words, send } = useWords().conversion
  const { organisationCode: growerCode } = useUser().organisation
  // The day of the browser: somebody else's season is one choice away.
  const [running] = useState(() => seasonOfDate(new Date().toISOString().slice(0, 10)))
  const state = useRecordForm({ fields, initial: { season: running } })
  const floor = Number(useFormValue(state, 'limit').replaceAll(',', ''))
  const season = useFormValue(state, 'season')
  const figures = useCall(communalRate.calls.compute, { body: { growerCode, season } }, { enabled: season !== '' })
  const seasons = [running, seasonBefore(running)]
  return (
    <RecordDialog
      title={words.setTitle}
      state={state}
      lead={<p className="faint">{words.hint}</p>}
      groups={[{ names: ['season', 'limit', 'lastPayment', 'reason'] }]}
      controls={{
        season: { options: seasons.map((value) => ({ value, label: value })) },
        limit: { unit: words.unit },
        lastPayment: { as: 'checkbox', wide: true, hint: words.lastHint },
        reason: { as: 'textarea', wide: true },
      }}
      submitLabel={send}
      send={({ lastPayment, limit, reason, ...values }, key) =>
        call(communalRate.calls.set, {
          body: {
            growerCode,
            season: values.season,
            limit: Number(limit),
            paymentCycle: figures.data?.data.cycle ?? 1,
            lastPayment: lastPayment === 'Y',
            ...(reason ? { reason } : {}),
          },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={560}
    >
      {season !== '' && figures.isPending && <Skeleton height={150} />}
      {figures.isError && <NotLoaded refused={figures.error} onReload={() => void figures.refetch()} />}
      {figures.data && <FloorEffect figures={figures.data.data} floor={Number.isFinite(floor) ? floor : 0} />}
    </RecordDialog>
  )
}
