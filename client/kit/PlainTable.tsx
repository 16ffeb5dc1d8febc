import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { ListSkeleton, NotLoaded } from './lists/ListFaces.tsx'

type PlainColumn<Row> = {
  title: string
  renderCell: (row: Row) => ReactNode
  strong?: true
  right?: true
  /** What all rows come to, below them; of the first column what that line is called. */
  total?: ReactNode
}
type PlainRowsProps<Row> = {
  title: string
  rows: readonly Row[]
  /** What stands there when there are none. */
  none: ReactNode
  columns: readonly PlainColumn<Row>[]
  /** The heading of the last column, for who does not see it. */
  acts?: string
  /** What can be done with a row, at its end. */
  renderActs?: ((row: Row) => ReactNode) | undefined
}
type PlainTableProps<Row> = Omit<PlainRowsProps<Row>, 'rows'> & {
  /** The call that answers all rows. */
  rows: UseQueryResult<readonly Row[]>
}

/** A short table without pages, search or filters: what is in force, above the changes of it. */
export function PlainTable<Row extends { id: string }>({ rows, ...table }: PlainTableProps<Row>) {
  if (rows.isPending) return <ListSkeleton />
  if (rows.isError)
    return (
      <div className="card plain-table">
        <NotLoaded is="list" refused={rows.error} onReload={() => void rows.refetch()} />
      </div>
    )
  return <PlainRows {...table} rows={rows.data} />
}

/** The same of rows that are there. */
export function PlainRows<Row extends { id: string }>(props: PlainRowsProps<Row>) {
  const { title, rows, none, columns, acts, renderActs } = props
  if (rows.length === 0) return <p className="card pad faint plain-table">{none}</p>
  return (
    <div
      className="card table-card plain-table"
      // It scrolls by itself on a phone, and has nothing else to focus for who only reads.
      tabIndex={0}
      role="group"
      aria-label={title}
    >
      <table className="grid" aria-label={title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={column.right && 'right'}>
                {column.title}
              </th>
            ))}
            {renderActs && (
              <th scope="col">
                <span className="sr">{acts}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ title: key, renderCell, strong, right }) => (
                <td key={key} className={[strong && 'strong', right && 'right'].filter(Boolean).join(' ')}>
                  {renderCell(row)}
                </td>
              ))}
              {renderActs && <td className="right">{renderActs(row)}</td>}
            </tr>
          ))}
        </tbody>
        {columns.some(({ total }) => total !== undefined) && (
          <tfoot>
            <tr>
              {columns.map(({ title: key, total, right }, at) =>
                at === 0 ? (
                  <th key={key} scope="row">
                    {total}
                  </th>
                ) : (
                  <td key={key} className={right && 'right'}>
                    {total}
                  </td>
                ),
              )}
              {renderActs && <td />}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
