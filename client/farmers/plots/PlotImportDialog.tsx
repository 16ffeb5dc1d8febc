import { plot, type PlotImport } from '#contract/farmers/plots.ts'
import { FileImportDialog } from '#client/kit/uploads/FileImportDialog.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

const accept = { 'application/geo+json': ['.geojson', '.json'], 'text/csv': ['.csv'] }

/** Imports the plots of a file, and says of each that was left out why. */
export function PlotImportDialog({ onClose }: { onClose: () => void }) {
  const { plots: words } = useWords().farmerPage
  const user = useUser()
  return (
    <FileImportDialog
      title={words.importTitle}
      hint={words.importHint}
      drop={words.drop}
      sendLabel={words.sendFile}
      doneLabel={words.done}
      againLabel={words.again}
      accept={accept}
      size={600}
      endpoint={plot.calls.import}
      request={(body) => ({ params: { organisationId: user.organisation.id }, body })}
      render={({ data }) => <ImportOutcome outcome={data} />}
      onClose={onClose}
    />
  )
}

function ImportOutcome({ outcome }: { outcome: PlotImport }) {
  const { plots: words } = useWords().farmerPage
  const translate = useContractWords()
  const { number } = useFormat()
  return (
    <>
      <p role="status">{words.counts(number(outcome.accepted), number(outcome.known), number(outcome.failed))}</p>
      {outcome.problems.length > 0 && (
        <ul className="import-problems">
          {outcome.problems.map(({ feature, memberNumber, message }) => (
            <li key={feature}>{words.problem(number(feature), memberNumber, translate(message))}</li>
          ))}
        </ul>
      )}
    </>
  )
}
