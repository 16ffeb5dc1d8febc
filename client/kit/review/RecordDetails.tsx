import type { ComponentType } from 'react'
import type { ListScreen } from '#contract/kit/listScreen.ts'
import type { Decisions } from '../decisions/decisions.ts'
import { History } from '../decisions/History.tsx'
import { Cell } from '../lists/cells.tsx'
import type { Cells } from '../lists/DataTable.tsx'
import { useUser } from '../user.ts'
import { useContractWords, useWords } from '../words.ts'

type Shape<Row> = ComponentType<{ row: Row }> | undefined

/** What is shown of a record besides the columns of its list. */
export type RecordParts<Row> = {
  /** Above the facts: what is at stake, warnings, the before and after of a change. */
  Lead?: Shape<Row>
  /** Below the facts: documents to download, and the way to what the record is about. */
  Documents?: Shape<Row>
  /** Last of all. */
  After?: Shape<Row>
  cells?: Cells<Row> | undefined
}

type RecordDetailsProps<Row> = RecordParts<Row> & {
  list: ListScreen
  row: Row
  id: string
  decisions: Decisions<Row> | undefined
}

/** Everything about one record that a decision needs, each fact once. */
export function RecordDetails<Row extends object>(props: RecordDetailsProps<Row>) {
  const { list, row, id, decisions, Lead, Documents, After, cells } = props
  const words = useWords().lists
  const translate = useContractWords()
  const user = useUser()
  const seen = decisions?.leads?.(row) ?? []
  const columns = list.columns.filter((column) => {
    const value = (row as Record<string, unknown>)[column.key]
    // The head names the kind of record already.
    if (decisions && typeof value === 'string' && value.toLowerCase() === decisions.flow.record) return false
    if (seen.includes(column.key)) return false
    // Who reads of the own organisation knows which it is.
    if (column.hidden === 'own' && value === user.organisation.organisationName) return false
    // The title is above, and what leads the drawer shows the status; nothing is not a fact.
    return column.card !== 'title' && !(Lead && column.as === 'status') && value !== null && value !== ''
  })
  return (
    <>
      {Lead && <Lead row={row} />}
      <dl className="facts">
        {columns.map((column) => (
          <div key={column.key} className="fact">
            <dt>{translate(column.title)}</dt>
            <dd>
              {cells?.[column.key]?.(row) ?? <Cell column={column} row={row} list={list} flow={decisions?.flow} />}
            </dd>
          </div>
        ))}
      </dl>
      {Documents && (
        <section className="documents">
          <h3>{words.documents}</h3>
          <Documents row={row} />
        </section>
      )}
      {decisions && (
        <section>
          <h3>{words.history}</h3>
          <History kind={decisions.flow.kind} id={id} />
        </section>
      )}
      {After && <After row={row} />}
    </>
  )
}
