import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import type { FarmerPage } from '#contract/farmers/farmerPage.ts'
import { plotFlow, plot, type Plot } from '#contract/farmers/plots.ts'
import { stateFor, type NamedStep } from '#client/kit/decisions/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { StepButtons } from '#client/kit/decisions/StepButtons.tsx'
import { StepDialog } from '#client/kit/decisions/StepDialog.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { PlotDialog } from './PlotDialog.tsx'
import { PlotShape } from './PlotShape.tsx'
import { plotView } from './plotView.tsx'
import { RiskNotes } from '#client/farmers/updateRequestView.tsx'

/** Where the farmer's coffee grows. */
export function FarmerPlotsTab({ page: { farmer } }: { page: FarmerPage }) {
  const words = useWords().farmerPage.plots
  const { number } = useFormat()
  const user = useUser()
  const { data, error, refetch } = useCall(plot.calls.ofFarmer, { params: { id: farmer.id } })
  const [adding, setAdding] = useState(false)
  const [decision, setDecision] = useState<{ plot: Plot; step: NamedStep }>()
  if (error && !data) return <NotLoaded refused={error} onReload={() => void refetch()} />
  if (!data) return <ListSkeleton />
  const mayAdd = may(user, plot.calls.create.allow) && user.organisation.id === farmer.organizationId
  return (
    <>
      <div className="plot-sum">
        <p>{data.plots.length === 0 ? words.none : words.total(number(data.mappedHa), number(data.declaredHa))}</p>
        {mayAdd && (
          <Button leftSection={<IconMapPin size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        )}
      </div>
      {data.plots.length === 0 && <p className="faint">{words.noneHint}</p>}
      <RiskNotes notes={data.warnings} />
      <div className="plot-grid">
        {data.plots.map((plot) => (
          <PlotCard key={plot.id} plot={plot} onStep={(step) => setDecision({ plot, step })} />
        ))}
      </div>
      {adding && <PlotDialog farmer={farmer} onClose={() => setAdding(false)} />}
      {decision && (
        <StepDialog
          decisions={plotView.decisions}
          row={decision.plot}
          step={decision.step}
          facts={[]}
          onClose={() => setDecision(undefined)}
          onDone={() => setDecision(undefined)}
        />
      )}
    </>
  )
}

function PlotCard({ plot, onStep }: { plot: Plot; onStep: (step: NamedStep) => void }) {
  const words = useWords().farmerPage
  const { number, date } = useFormat()
  const state = stateFor(plot.status, plotFlow)
  const facts = [
    words.plots.hectares(number(plot.areaHa)),
    plot.capturedAt ? words.plots.captured(date(plot.capturedAt), plot.capturedBy) : plot.capturedBy,
    plot.accuracyM === null ? '' : words.plots.accuracy(number(plot.accuracyM)),
    plot.source,
  ].filter(Boolean)
  return (
    <section className="card plot">
      <PlotShape plot={plot} />
      <div>
        <p className="part-head">
          <b>{plot.name}</b>
          <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? plot.status.statusName} />
        </p>
        <p className="faint">{facts.join(' · ')}</p>
        <RiskNotes notes={plot.notes} />
        {plot.approverComment && (
          <p className="faint">
            {words.comment}: <q>{plot.approverComment}</q>
          </p>
        )}
        <StepButtons flow={plotFlow} row={plot} onStep={onStep} />
      </div>
    </section>
  )
}
