import { IconArrowRight } from '@tabler/icons-react'
import type { StatementFile } from '#contract/reconciliation/statementImports.ts'
import { statementImport } from '#contract/reconciliation/statementImports.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import './reconciliation.css'

/** What a statement file says, and what it would settle: each payment as it stands and as it would stand. */
function StatementImportLead({ row }: { row: { id: string } }) {
  const words = useWords().reconciliation
  const translate = useContractWords()
  const { money, date, number } = useFormat()
  const { data, error, refetch } = useCall(statementImport.calls.lines, { params: { id: row.id } })
  if (!data) return error ? <NotLoaded refused={error} onReload={() => void refetch()} /> : <ListSkeleton />
  const { accountNumber, fromOn, toOn, opening, closing, effects, lines } = data
  return (
    <div className="recon-evidence">
      <p>
        <b className="code">{accountNumber}</b> {words.period(date(fromOn), date(toOn))} · {words.balances}{' '}
        <span className="num">{money(opening)}</span> <IconArrowRight size={13} aria-label={words.to} />{' '}
        <span className="num">{money(closing)}</span>
      </p>
      <section>
        <h3>{words.wouldDo}</h3>
        <ul>
          {effects.map(({ effect, title, count, amount }) => (
            <li key={effect} className={effect === 'DENIED' || effect === 'DIFFERS' ? 'recon-note' : undefined}>
              {translate(title)}: <b className="num">{number(count)}</b> · <span className="num">{money(amount)}</span>
            </li>
          ))}
        </ul>
      </section>
      <Lines lines={lines} />
    </div>
  )
}

/** How statements that somebody has imported as files are listed and decided. */
export const statementImportView = viewRecord(statementImport, {
  title: ({ title }) => title,
  Lead: StatementImportLead,
})

function Lines({ lines }: { lines: StatementFile['lines'] }) {
  const words = useWords().reconciliation
  const { money, date } = useFormat()
  const state = (status: string) => words.legStates[status] ?? status
  return (
    <section>
      <h3>{words.lines}</h3>
      <ul className="recon-lines">
        {lines.map(({ place, bookedOn, narration, reference, amount, before, after }) => (
          <li key={place}>
            <span>
              {date(bookedOn)} · {narration} <span className="code">{reference}</span>
            </span>
            <b className="num">{money(amount)}</b>
            {before !== null && after !== null && (
              <span className="faint">
                {before === after ? (
                  state(before)
                ) : (
                  <>
                    <del>{state(before)}</del> <IconArrowRight size={13} aria-hidden /> <ins>{state(after)}</ins>
                  </>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
