import { z } from 'zod'
import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import { plainNumber } from './plainNumber.ts'

/** How a value is shown: the client renders it, exports format it, sorts compare it. */
export const columnFormats = ['text', 'code', 'number', 'weight', 'money', 'date', 'time', 'status', 'name'] as const
export type ColumnFormat = (typeof columnFormats)[number]

export type ListColumn<Key extends string = string> = {
  key: Key
  title: string
  as: ColumnFormat
  /** Sorting is by declared columns only; each has an index or a small table. */
  sort?: true
  /**
   * Starts hidden; the column chooser can show it. `own`: readers of one organisation, who all see the same in it, are not shown it,
   * and for others it stands as a second line under the title, unless it is the title. `under`: it stands there for everybody.
   */
  hidden?: true | 'own' | 'under'
  /** Whom the list never tells it: they see no column of it, on the screen or in a file. */
  notFor?: readonly OrganisationType[]
  /** Personal data: masked for readers without CAN_VIEW_PERSONAL_DATA, and its export is audited. */
  personal?: true
  /**
   * Where a table has no room for all: `first` leaves the screen before the others, `later` with them, `never` stays. Without a word
   * personal numbers leave first, and names, amounts, weights and statuses stay.
   */
  leaves?: 'first' | 'later' | 'never'
  /** Title of the card on a phone. */
  card?: 'title' | 'value'
  /**
   * Stands for several columns, such as one for each lender: every page and every file names those that its list has, and a row has a
   * value by the key of each. Its own title is shown nowhere.
   */
  each?: true
}

/** One of the columns for which a declared one stands. */
export type EachColumn = { key: string; title: string }
/** The columns that a list has in place of those that stand for several, by the keys of these. */
type EachColumns = Readonly<Record<string, readonly EachColumn[]>>

/** A list with the columns that it has: one that stands for several is replaced by those that are named, and none before they are. */
export const withEach = (list: ListScreen, named: EachColumns | undefined): ListScreen =>
  list.columns.some(({ each }) => each)
    ? {
        ...list,
        columns: list.columns.flatMap(({ each, ...column }) =>
          each
            ? (named?.[column.key] ?? []).map(({ key, title }) => ({ ...column, key: `${column.key}.${key}`, title }))
            : [column],
        ),
      }
    : list

/** A list with the columns that users of an organisation of this type are told. */
export const toldTo = (type: OrganisationType, list: ListScreen): ListScreen =>
  list.columns.some(({ notFor }) => notFor?.includes(type))
    ? {
        ...list,
        columns: list.columns.filter(({ notFor }) => !notFor?.includes(type)),
        searchIn: list.searchInFewer ?? list.searchIn,
      }
    : list

/** What a row has in a column, also in one of several for which a declared column stands. */
export function valueIn(row: object, { key }: Pick<ListColumn, 'key'>): unknown {
  const [declared = '', one] = key.split('.')
  const value = (row as Record<string, unknown>)[declared] // border: keys of columns are checked where they are declared
  return one === undefined ? value : (value as Record<string, unknown>)[one]
}

export type FilterOption = { value: string; title: string }

/** A choice filter; the options are counted by the server. */
export type ListFilter = {
  key: string
  title: string
  options: readonly FilterOption[]
  /** Other spellings of a value that calls may use, each with the value that it stands for. */
  also?: Readonly<Record<string, string>>
  /** Users make further options, such as roles of their own: each page names them. */
  open?: true
}

type Choices = Readonly<Record<string, string | { label: string }>>

/** A filter by a fixed set of values: each with what a person reads, in the order in which they are offered. */
export const choiceFilter = (key: string, title: string, choices: Choices): ListFilter => ({
  key,
  title,
  options: Object.entries(choices).map(([value, choice]) => ({
    value,
    title: typeof choice === 'string' ? choice : choice.label,
  })),
})

export type ListScreen<Row extends z.ZodObject = z.ZodObject> = {
  /** Names saved views and exports: `farmer-uploads`. */
  name: string
  title: string
  /** Name of its exports without the ending, where the specification gives one; else the name and the date. */
  fileName?: string
  /** The moment follows that name, where the specification has it so. */
  fileMoment?: true
  /** Name of the sheet in its exports, where the specification gives one; else the title. */
  sheetName?: string
  row: Row
  columns: readonly ListColumn<keyof z.output<Row> & string>[]
  /** What the search box looks through, as a sentence for its placeholder. */
  searchIn: string
  /** The same for those from whom a column is kept, where the search finds them nothing by it. */
  searchInFewer?: string
  filters?: readonly ListFilter[]
  /** The search of the house finds its records too: the columns that stand beside the title of a hit. */
  found?: readonly (keyof z.output<Row> & string)[]
  sort: { key: keyof z.output<Row> & string; direction: 'asc' | 'desc' }
  /** Its export is audited although no column of it is masked; exports of personal columns always are. */
  auditsExport?: true
  /** Its rows carry personal data that none of its columns shows: they leave as those of a list with personal columns do. */
  personalRows?: true
  /** The specification's page size, the default only. */
  pageSize: number
}

/** Declares a list. Throws at start-up when the default sort is not a sortable column. */
export function listScreen<Row extends z.ZodObject>(declared: ListScreen<Row>): ListScreen<Row> {
  if (!declared.columns.some((column) => column.key === declared.sort.key && column.sort))
    throw new Error(`${declared.name}: sorted by ${declared.sort.key}, which is not a sortable column`)
  return declared
}

/** Whether the rows of a list carry personal data: whoever takes all of them, as a file or bare, leaves a line in the trail. */
export const isPersonal = ({ personalRows, columns }: ListScreen): boolean =>
  personalRows === true || columns.some(({ personal }) => personal)

const stays: ReadonlySet<ColumnFormat> = new Set(['name', 'money', 'weight', 'status'])

/** The keys of the columns that may leave a table, in the order in which they go: those that leave first, then from the last on. */
export function leavingOrder(columns: readonly ListColumn[]): readonly string[] {
  const goes = ({ as, leaves, personal, card }: ListColumn): 'first' | 'never' | 'later' =>
    leaves ?? (stays.has(as) || card ? 'never' : personal ? 'first' : 'later')
  const keysOf = (when: 'first' | 'later') =>
    columns.flatMap((column) => (goes(column) === when ? column.key : [])).toReversed()
  return [...keysOf('first'), ...keysOf('later')]
}

export const pageSizes = [5, 7, 10, 20, 50, 100] as const

/** The query every list takes. Without paginate=Y the whole list in scope is answered, bare. */
export const listQuery = z.object({
  paginate: z.enum(['Y', 'N']).optional(),
  page: plainNumber(z.number().int().min(0).max(1_000_000)).default(0),
  size: plainNumber(z.number().int().min(1).max(100)).default(7),
  search: z.string().trim().max(100).default(''),
  /** A column key, with a leading minus for descending. */
  sort: z.string().max(60).default(''),
  /** Filters as key:value, several separated by commas. */
  filter: z.string().max(2000).default(''),
  /** Y: only what the signed-in user could decide. */
  waiting: z.enum(['Y', 'N']).optional(),
  /** Y: the answer carries the number of records of each filter option. */
  counts: z.enum(['Y', 'N']).optional(),
  /** The same list as a file. */
  export: z.enum(['xlsx', 'csv', 'pdf']).optional(),
})
/** The same for lists that the specification shows as `data` and `page`: they are answered so unasked, and bare with paginate=N. */
export const pagedQuery = listQuery.extend({ paginate: z.enum(['Y', 'N']).default('Y') })
/** The same with a page size of its own where none is asked for. */
export const pagesOf = (size: number) =>
  pagedQuery.extend({ size: plainNumber(z.number().int().min(1).max(100)).default(size) })
export type ListQuery = z.output<typeof listQuery>

/** The order that a list has of itself, as a query would name it. */
export const usualSort = ({ sort: { key, direction } }: Pick<ListScreen, 'sort'>): string =>
  `${direction === 'desc' ? '-' : ''}${key}`

/** Above this many records the total is not counted further; `totalIsMinimum` says so. */
export const countCap = 50_000

export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    page: z.object({
      size: z.number().int(),
      number: z.number().int(),
      totalElements: z.number().int(),
      totalPages: z.number().int(),
      totalIsMinimum: z.boolean().optional(),
    }),
    counts: z.record(z.string(), z.record(z.string(), z.number().int())).optional(),
    /** With the counts: the options of open filters that are not declared. */
    options: z.record(z.string(), z.array(z.object({ value: z.string(), title: z.string() }))).optional(),
    waiting: z.number().int().optional(),
    columns: z
      .record(z.string(), z.array(z.object({ key: z.string(), title: z.string() })))
      .optional()
      .describe('The columns in place of a declared one that stands for several'),
  })
export type PageOf<Row> = {
  data: Row[]
  page: {
    size: number
    number: number
    totalElements: number
    totalPages: number
    totalIsMinimum?: boolean | undefined
  }
  counts?: Record<string, Record<string, number>> | undefined
  options?: Record<string, FilterOption[]> | undefined
  waiting?: number | undefined
  columns?: Record<string, EachColumn[]> | undefined
}

/** Both shapes of a list answer: the bare list of old clients, and the page of ours. */
export const listAnswer = <Row extends z.ZodType>(row: Row) => z.union([pageOf(row), z.array(row)])

/** What the calls of a list have in common: its query and its answer. */
export const answersList = <Row extends z.ZodType>(row: Row) => ({ query: listQuery, answer: listAnswer(row) })
