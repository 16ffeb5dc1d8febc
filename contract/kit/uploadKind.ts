import type { Permission } from '#contract/house/permissions.ts'
import { missing, type CheckContext, type Field, type Problem } from './field.ts'

/**
 * A column of a file people send: its rule, its heading, one right value and what a person may call the heading. Where the
 * names that may stand in it hang on other columns of the row, `within` says on which, and in which reference list they are.
 */
export type Column = Field & {
  title: string
  example: string
  also?: readonly string[]
  personal?: boolean
  /** Known to the organisation of the file alone: the trail keeps that it was changed, never what it is, and nobody else is shown it. */
  secret?: true
  within?: { columns: readonly string[]; list: string }
}

/** A problem of one cell; `column` is the position in the declared order, -1 for the row as a whole. */
export type CellProblem = Problem & { column: number; severity: 'error' | 'warning' }

/**
 * A check over several cells of a row. It runs as soon as the cells it `needs` are right, whatever is wrong elsewhere, sees
 * normalised values, and may replace a name by the id it stands for.
 */
export type RowCheck<Key extends string = string> = {
  needs: readonly Key[]
  check: (
    values: Record<Key, string>,
    context: CheckContext,
  ) => readonly { column: Key; problem: Problem; severity: 'error' | 'warning' }[]
}

/** One click that mends every cell with a certain problem. `mend` sees the row's cells by column and answers the better cell. */
export type Repair = {
  column: string
  codes: readonly string[]
  label: string
  mend: (cell: string, row: Readonly<Record<string, string>>, context: CheckContext) => string
}

/** A kind of spreadsheet: template, parsing, staging, review grid and error workbook all come from this. */
export type UploadKind<Key extends string = string, Name extends string = string> = {
  /** As stored and on the wire, such as `farmers`. */
  name: Name
  title: string
  /** Name of the template file people download, and its key in /files/downloads?filename=. */
  template: { fileName: string; key: string }
  sheetName: string
  /** Who may have the template. */
  upload: Permission
  columns: Record<Key, Column>
  /** Columns whose value may stand only once in a file, each with the problem of the second one. */
  unique: readonly NoInfer<Key>[]
  /** In this order: what one of them finds wrong keeps those from running that need the cell. */
  rowChecks?: readonly RowCheck<NoInfer<Key>>[]
  repairs: readonly Repair[]
  /** General lines of the template's instruction sheet. */
  instructions: readonly string[]
}

/** Declares a kind of upload. Throws at start-up when an example breaks its own rule or a name is unknown. */
export function uploadKind<const Key extends string, const Name extends string>(
  declared: UploadKind<Key, Name>,
): UploadKind<Key, Name> {
  for (const [key, column] of Object.entries<Column>(declared.columns)) {
    for (const other of column.within?.columns ?? [])
      if (!(other in declared.columns)) throw new Error(`${declared.name}.${key} hangs on the unknown column ${other}`)
    if (column.list || column.example === '') continue
    const read = column.read(column.example, { year: 2026, lists: {} })
    if (typeof read !== 'string')
      throw new Error(`${declared.name}.${key}: the example breaks the rule: ${read.message}`)
  }
  for (const repair of declared.repairs)
    if (!(repair.column in declared.columns))
      throw new Error(`${declared.name}: repair of unknown column ${repair.column}`)
  return declared
}

/** What a row is checked by, wherever it comes from. */
export type RowRules<Key extends string = string> = Pick<UploadKind<Key>, 'columns' | 'rowChecks'>

/** Column keys in the declared order; staged cells are arrays in this order. */
export const columnKeys = <Key extends string>({ columns }: Pick<UploadKind<Key>, 'columns'>): Key[] =>
  Object.keys(columns) as Key[]

const plain = (title: string) => title.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Finds each declared column in a header row. Returns positions (-1: absent), and the required titles that are missing. */
export function matchHeader(kind: UploadKind, header: readonly string[]) {
  const found = new Map(header.map((title, position) => [plain(title), position] as const))
  const columns = Object.values(kind.columns)
  const positions = columns.map((column) => {
    for (const title of [column.title, ...(column.also ?? [])]) {
      const position = found.get(plain(title))
      if (position !== undefined) return position
    }
    return -1
  })
  const absent = columns
    .filter((column, index) => column.required && positions[index] === -1)
    .map((column) => column.title)
  return { positions, absent }
}

/** Checks one row's cells (trimmed text in declared order). Returns normalised cells and every problem, not only the first. */
export function checkCells(kind: RowRules, cells: readonly string[], context: CheckContext) {
  const clean: string[] = []
  const problems: CellProblem[] = []
  const keys = columnKeys(kind)
  for (let column = 0; column < keys.length; column++) {
    const rule = kind.columns[keys[column]!]!
    const cell = cells[column] ?? ''
    if (cell === '') {
      clean.push('')
      if (rule.required) problems.push({ ...missing(rule.title), column, severity: 'error' })
      continue
    }
    const read = rule.read(cell, context)
    if (typeof read === 'string') clean.push(read)
    else {
      clean.push('')
      problems.push({ ...read, column, severity: 'error' })
    }
  }
  const values = Object.fromEntries(keys.map((key, index) => [key, clean[index]!]))
  const wrong = new Set(problems.map(({ column }) => keys[column]))
  for (const { needs, check } of kind.rowChecks ?? []) {
    if (needs.some((key) => wrong.has(key))) continue
    for (const { column, problem, severity } of check(values, context)) {
      if (severity === 'error') wrong.add(column)
      problems.push({ ...problem, column: keys.indexOf(column), severity })
    }
  }
  return { clean: keys.map((key) => values[key]!), problems }
}
