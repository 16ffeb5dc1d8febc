import { plotFlow, plot, type Plot } from '#contract/farmers/plots.ts'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { FarmerLink } from '#client/kit/places/links.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useWords } from '#client/kit/words.ts'
import { PlotShape } from './PlotShape.tsx'
import { RiskNotes } from '#client/farmers/updateRequestView.tsx'

/** What a decider of a plot looks at: its shape and its warnings. */
function PlotLead({ row }: { row: Plot }) {
  const words = useWords().farmerPage.plots
  const { number, list } = useFormat()
  const { data: others = [] } = useCall(
    plot.calls.neighbours,
    { params: { id: row.id } },
    { enabled: row.notes.length > 0 },
  )
  const state = stateFor(row.status, plotFlow)
  return (
    <>
      <div className="hero">
        <span className="big num">{words.hectares(number(row.areaHa))}</span>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? row.status.statusName} />
      </div>
      <PlotShape plot={row} others={others} />
      {others.length > 0 && (
        <p className="faint plot-legend">
          <i aria-hidden /> {words.ofOthers(list(others.map(({ memberNumber, name }) => `${memberNumber}, ${name}`)))}
        </p>
      )}
      <RiskNotes notes={row.notes} />
    </>
  )
}

/** The warnings in the dialog of a decision. */
const PlotMore = ({ row }: { row: Plot }) => <RiskNotes notes={row.notes} />

const PlotDocuments = ({ row }: { row: Plot }) => <FarmerLink id={row.growerId} />

/** How plots are listed and decided. */
export const plotView = viewRecord(plot, {
  title: ({ fullName, name }) => `${fullName}, ${name}`,
  needsReason: ({ notes }, step) => step === 'verify' && notes.length > 0,
  More: PlotMore,
  Lead: PlotLead,
  leads: ['areaHa'],
  Documents: PlotDocuments,
})
