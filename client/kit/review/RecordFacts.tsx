import { valueIn, type ListScreen } from '#contract/kit/listScreen.ts'
import type { Decisions } from '../decisions/decisions.ts'
import { RowCell } from '../lists/cells.tsx'
import type { Cells } from '../lists/DataTable.tsx'
import { useUser } from '../user.ts'
import { useContractWords } from '../words.ts'

type RecordFactsProps<Row> = {
  list: ListScreen
  row: Row
  decisions: Decisions<Row> | undefined
  /** What stands above shows the status already. */
  isLed: boolean
  cells?: Cells<Row> | undefined
}

/** The columns of a record, one below the other: hidden ones too, and none that is said elsewhere in its drawer. */
export function RecordFacts<Row extends object>({ list, row, decisions, isLed, cells }: RecordFactsProps<Row>) {
  const translate = useContractWords()
  const user = useUser()
  const seen = decisions?.leads?.(row) ?? []
  const columns = list.columns.filter((column) => {
    const value = valueIn(row, column)
    // The head names the kind of record already.
    if (decisions && typeof value === 'string' && value.toLowerCase() === decisions.flow.record) return false
    if (seen.includes(column.key)) return false
    // Who reads of the own organisation knows which it is.
    if (column.hidden === 'own' && value === user.organisation.organisationName) return false
    // The title is above, and what leads the drawer shows the status; nothing is not a fact.
    return (
      column.card !== 'title' &&
      !(isLed && column.as === 'status') &&
      value !== null &&
      value !== undefined &&
      value !== ''
    )
  })
  return (
    <dl className="facts">
      {columns.map((column) => (
        <div key={column.key} className="fact">
          <dt>{translate(column.title)}</dt>
          <dd>
            <RowCell cells={cells} column={column} row={row} list={list} flow={decisions?.flow} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
