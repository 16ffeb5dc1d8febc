import { reconciliation } from '#contract/reconciliation/reconciliation.ts'
import { FileImportDialog } from '#client/kit/uploads/FileImportDialog.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'

const accept = { 'application/xml': ['.xml'], 'text/xml': ['.xml'], 'text/csv': ['.csv'] }

/** Imports a statement of the bank, and says of each account how much of it was new. */
export function StatementImportDialog({ onClose }: { onClose: () => void }) {
  const words = useWords().reconciliation
  const { number, date } = useFormat()
  return (
    <FileImportDialog
      title={words.import}
      hint={words.importHint}
      drop={words.drop}
      sendLabel={words.send}
      doneLabel={words.done}
      accept={accept}
      size={560}
      endpoint={reconciliation.import}
      request={(body) => ({ body })}
      render={({ data }) => (
        <ul className="recon-told" role="status">
          {data.map(({ id, accountNumber, fromOn, toOn, lines, newLines, waits }) => (
            <li key={id}>
              <b className="code">{accountNumber}</b> {words.period(date(fromOn), date(toOn))}
              <br />
              {!waits ? words.allKnown(number(lines)) : words.newOf(number(newLines), number(lines))}
            </li>
          ))}
        </ul>
      )}
      onClose={onClose}
    />
  )
}
