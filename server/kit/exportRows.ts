import type { ListColumn, ListQuery, ListScreen } from '#contract/kit/listScreen.ts'
import type { Actor } from '#contract/permissions.ts'
import { writeAudit } from './audit.ts'
import { businessDate } from './clock.ts'
import type { Tx } from './db.ts'
import type { House } from './house.ts'
import { scopeOf } from './scope.ts'
import { streamReply, type StreamReply } from './serve.ts'
import { writeDelimitedTable, writeTable } from './sheets/writeTable.ts'
import { writePdfTable } from './pdfTable.ts'

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
} as const

type Given = {
  screen: ListScreen
  actor: Actor
  format: keyof typeof types
  query: Pick<ListQuery, 'search' | 'filter'>
  rows: (tx: Tx) => AsyncIterable<object>
}

/** The list as a file: exactly the rows of the list's own query, with every declared column; on paper with those that are shown at first. */
export function exportRows({ screen, actor, format, query, rows }: Given): StreamReply {
  const printed = screen.columns.filter(({ hidden }) => format !== 'pdf' || hidden !== true)
  const columns = printed.map((column) => ({ title: column.title, kind: cellKind(column) }))
  const write = { xlsx: writeTable, csv: writeDelimitedTable, pdf: writePdfTable }[format]
  return streamReply({
    type: types[format],
    name: `${screen.fileName ?? `${screen.name}_${businessDate()}`}.${format}`,
    before: (house) => auditExport({ house, actor, screen, format, query }),
    produce: (tx) =>
      write({
        title: screen.title,
        sheetName: screen.title,
        columns,
        rows: cells(rows(tx), printed),
        footer: `${actor.fullName}, ${actor.organisationName}, ${businessDate()}`,
      }),
  })
}

/** Exports of personal data leave a line in the audit trail before the first row is read; the list itself only reads. */
export async function auditExport({
  house,
  actor,
  screen,
  format,
  query,
}: Omit<Given, 'rows' | 'format'> & { house: House; format: string }): Promise<void> {
  if (!screen.auditsExport && !screen.columns.some((column) => column.personal)) return
  const told = [format.toUpperCase(), ...filtersOf(query), ...(query.search ? ['with a search'] : [])]
  await noteExport({ house, actor, title: screen.title, told })
}

/** Says in the trail who takes out what, before the first byte leaves; `told` is how it was narrowed. */
export const noteExport = ({
  house,
  actor,
  title,
  told,
}: {
  house: House
  actor: Actor
  title: string
  told: readonly string[]
}): Promise<void> =>
  house.db.transaction(scopeOf(actor), (tx) =>
    writeAudit(tx, {
      by: actor,
      organisationId: actor.organisationId,
      kind: 'export',
      recordId: actor.userId,
      title,
      action: 'export',
      comment: told.join(', '),
    }),
  )

/** The filters as they were understood: what a caller writes behind them, like the text of a search, may be anybody's ID. */
const filtersOf = ({ filter }: Given['query']): string[] =>
  filter.split(',').flatMap((pair) => (pair === '' ? [] : [pair.split(':').slice(0, 2).join(':')]))

async function* cells(rows: AsyncIterable<object>, columns: readonly ListColumn[]): AsyncGenerator<unknown[]> {
  for await (const row of rows)
    yield columns.map((column) => valueOf((row as Record<string, unknown>)[column.key], column))
}

function valueOf(value: unknown, column: ListColumn): unknown {
  if (column.as === 'status') return (value as { statusName: string }).statusName
  if (column.as === 'date' || column.as === 'time')
    return typeof value === 'string' || value instanceof Date ? new Date(value) : null
  // Shillings on the wire; the writers of files take whole cents.
  if (column.as === 'money' && typeof value === 'number') return Math.round(value * 100)
  return value ?? ''
}

const cellKind = ({ as }: ListColumn): 'text' | 'number' | 'date' | 'money' =>
  as === 'number' || as === 'weight'
    ? 'number'
    : as === 'money'
      ? 'money'
      : as === 'date' || as === 'time'
        ? 'date'
        : 'text'
