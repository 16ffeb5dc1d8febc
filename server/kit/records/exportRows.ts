import { counted } from '#contract/kit/counted.ts'
import {
  isPersonal,
  toldTo,
  valueIn,
  type ListColumn,
  type ListQuery,
  type ListScreen,
} from '#contract/kit/listScreen.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { businessDate, fileMoment } from '../clock.ts'
import type { Tx } from '../db.ts'
import type { House } from '../house.ts'
import { workbookType } from '../refused.ts'
import { leaveTrace } from '../audit/leaveTrace.ts'
import { streamReply, type StreamReply } from '../web/serve.ts'
import { writeDelimitedTable, writeTable } from '../sheets/writeTable.ts'
import { writePdfTable } from '../paper/pdfTable.ts'

const types = {
  json: 'application/json; charset=utf-8',
  xlsx: workbookType,
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
} as const

/** A file, or the bare list of old clients. */
export type Format = keyof typeof types

type ListExport = {
  screen: ListScreen
  actor: Actor
  format: Format
  query: Pick<ListQuery, 'search' | 'filter'>
  /** How many rows leave; set where it was counted. */
  count?: number | undefined
  rows: (tx: Tx) => AsyncIterable<object>
}

/** Whether a line in the trail is due before all rows leave. Old clients make the file themselves: their bare list is one. */
export const isAudited = (screen: ListScreen, format: Format): boolean =>
  isPersonal(screen) || (format !== 'json' && screen.auditsExport === true)

/** All rows of the list's own query: bare, or as a file with every declared column; on paper with those that are shown at first. */
export function exportRows(list: ListExport): StreamReply {
  const { screen, actor, format, rows } = list
  const before = isAudited(screen, format) ? { before: (house: House) => auditListExport(house, list) } : {}
  if (format === 'json') return streamReply({ type: types.json, ...before, produce: (tx) => asJsonArray(rows(tx)) })
  const told = toldTo(actor.organisationType, screen).columns
  const printed = told.filter(({ hidden }) => format !== 'pdf' || hidden !== true)
  const columns = printed.map((column) => ({ title: column.title, kind: cellKind(column) }))
  const write = { xlsx: writeTable, csv: writeDelimitedTable, pdf: writePdfTable }[format]
  return streamReply({
    type: types[format],
    name: `${nameOf(screen)}.${format}`,
    ...before,
    produce: (tx) =>
      write({
        title: screen.title,
        sheetName: screen.sheetName ?? screen.title,
        columns,
        rows: cells(rows(tx), printed),
        footer: `${actor.fullName}, ${actor.organisationName}, ${businessDate()}`,
      }),
  })
}

const nameOf = ({ name, fileName, fileMoment: hasMoment }: ListScreen): string =>
  fileName === undefined ? `${name}_${businessDate()}` : hasMoment ? `${fileName}_${fileMoment()}` : fileName

/** Exports of personal data leave a line in the audit trail before the first row is read; the list itself only reads. */
const auditListExport = (house: House, { actor, screen, format, query, count }: ListExport): Promise<void> =>
  auditExport({
    house,
    actor,
    title: screen.title,
    details: [
      format.toUpperCase(),
      ...(count === undefined ? [] : [counted(count, 'row')]),
      ...filtersOf(query),
      ...(query.search ? ['with a search'] : []),
    ],
  })

/** Writes into the trail who exports what, before the first byte leaves; `details` say how it was narrowed. */
export const auditExport = ({
  house,
  actor,
  title,
  details,
}: {
  house: House
  actor: Actor
  title: string
  details: readonly string[]
}): Promise<void> =>
  leaveTrace(house.db, actor, {
    by: actor,
    organisationId: actor.organisationId,
    kind: 'export',
    recordId: actor.userId,
    title,
    action: 'export',
    comment: details.join(', '),
  })

/** The filters as they were understood: what a caller writes behind them, like the text of a search, may be anybody's ID. */
const filtersOf = ({ filter }: ListExport['query']): string[] =>
  filter.split(',').flatMap((pair) => (pair === '' ? [] : [pair.split(':').slice(0, 2).join(':')]))

async function* cells(rows: AsyncIterable<object>, columns: readonly ListColumn[]): AsyncGenerator<unknown[]> {
  for await (const row of rows) yield columns.map((column) => valueOf(valueIn(row, column), column))
}

function valueOf(value: unknown, column: ListColumn): unknown {
  // Of a workflow, or one of a few fixed values.
  if (column.as === 'status' && typeof value === 'object' && value !== null)
    return (value as { statusName: string }).statusName
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

async function* asJsonArray(items: AsyncIterable<object>): AsyncGenerator<string> {
  let buffered = '['
  let first = true
  for await (const item of items) {
    buffered += (first ? '' : ',') + JSON.stringify(item)
    first = false
    if (buffered.length > 65_536) {
      yield buffered
      buffered = ''
    }
  }
  yield `${buffered}]`
}
