import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { pageWithin } from '#server/kit/records/pageWithin.ts'

type Part = ReturnType<typeof sql>
type Asked = { tx: Tx; page: number; size: number }

/** A page of a query, ordered so that no two rows of it are equal. */
export async function readPage<Row>({ tx, page, size }: Asked, query: Part, order: Part) {
  const { counted } = await one(tx, sql<{ counted: number }>`select count(*)::int as counted from (${query}) as listed`)
  const answer = await pageWithin({ page, size }, async (number) => ({
    counted,
    data: await rows(
      tx,
      sql<Row>`select * from (${query}) as listed order by ${order} limit ${size} offset ${number * size}`,
    ),
  }))
  return { data: answer.data, totalPages: answer.page.totalPages }
}
