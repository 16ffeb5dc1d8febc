import type { ListScreen, ListQuery } from '#contract/kit/listScreen.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { RawBuilder } from 'kysely'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { everyRow } from '#server/kit/records/everyRow.ts'
import { exportRows } from '#server/kit/records/exportRows.ts'
import { pageWithin } from '#server/kit/records/pageWithin.ts'
import type { StreamReply } from '#server/kit/web/serve.ts'

type Part = ReturnType<typeof sql>
type Asked<Stored extends object, Row extends object, Totals extends object> = {
  tx: Tx
  actor: Actor
  screen: ListScreen
  query: Pick<ListQuery, 'page' | 'size' | 'export'>
  rows: Part
  /** No two rows of it are equal. */
  order: Part
  shape: (stored: Stored) => Row
  /** What all rows come to: aggregates over them. */
  totals: RawBuilder<Totals>
}

/** A page of a query with what all of its rows come to; as a file all of them. */
export async function readPage<Stored extends object, Row extends object, Totals extends object>({
  tx,
  actor,
  screen,
  query: { page, size, export: format },
  rows: listed,
  order,
  shape,
  totals,
}: Asked<Stored, Row, Totals>): Promise<{ content: Row[]; totalPages: number; totals: Totals } | StreamReply> {
  const ordered = sql<Stored>`select * from (${listed}) as listed order by ${order}`
  if (format)
    return exportRows({
      screen,
      actor,
      format,
      query: { search: '', filter: '' },
      rows: async function* (read) {
        for await (const batch of everyRow(read, ordered)) yield* batch.map(shape)
      },
    })
  const { counted, ...all } = await one(
    tx,
    sql<Totals & { counted: number }>`select count(*)::int as counted, ${totals} from (${listed}) as listed`,
  )
  const answer = await pageWithin({ page, size }, async (number) => ({
    counted,
    data: await rows(tx, sql<Stored>`${ordered} limit ${size} offset ${number * size}`),
  }))
  return {
    content: answer.data.map(shape),
    totalPages: answer.page.totalPages,
    totals: all as unknown as Totals, // border: what is left of the row
  }
}
