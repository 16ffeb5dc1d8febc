import type { RawBuilder } from 'kysely'
import { clientOf, type Tx } from '../db.ts'

const atOnce = 2000

/** The rows of a query as they come, some thousand at a time, however many there are. One such query of a transaction at a time. */
export async function* everyRow<Row>(tx: Tx, asked: RawBuilder<Row>): AsyncGenerator<Row[]> {
  const { sql, parameters } = asked.compile(tx)
  await clientOf(tx).query(`declare every_row no scroll cursor for ${sql}`, [...parameters])
  for (;;) {
    // Looked up anew each time: a reader who went away has ended the transaction, and its connection is another's.
    const { rows } = await clientOf(tx).query(`fetch ${atOnce} from every_row`)
    yield rows as Row[] // border: the columns that the query names
    if (rows.length < atOnce) return
  }
}
