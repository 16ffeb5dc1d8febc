import type { ComponentType } from 'react'
import type { ListScreen } from '#contract/kit/listScreen.ts'
import type { Decisions } from '../decisions/decisions.ts'
import { History } from '../decisions/History.tsx'
import type { Cells } from '../lists/DataTable.tsx'
import { Plainly } from '../Plainly.tsx'
import { useWords } from '../words.ts'
import { RecordFacts } from './RecordFacts.tsx'

type Shape<Row> = ComponentType<{ row: Row }> | undefined

/** What is shown of a record besides the columns of its list. */
export type RecordParts<Row> = {
  /** Above the facts: what is at stake, warnings, the before and after of a change. */
  Lead?: Shape<Row>
  /** In place of the columns of the list. */
  Facts?: Shape<Row>
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
  const { list, row, id, decisions, Lead, Facts, Documents, After, cells } = props
  const words = useWords().lists
  return (
    <>
      {Lead && (
        <Plainly of={row}>
          <Lead row={row} />
        </Plainly>
      )}
      {Facts ? (
        <Plainly of={row}>
          <Facts row={row} />
        </Plainly>
      ) : (
        <RecordFacts list={list} row={row} decisions={decisions} cells={cells} isLed={Lead !== undefined} />
      )}
      {Documents && (
        <section className="documents">
          <h3>{words.documents}</h3>
          <Plainly of={row}>
            <Documents row={row} />
          </Plainly>
        </section>
      )}
      {decisions && (
        <section>
          <h3>{words.history}</h3>
          <History kind={decisions.flow.kind} id={id} />
        </section>
      )}
      {After && (
        <Plainly of={row}>
          <After row={row} />
        </Plainly>
      )}
    </>
  )
}
