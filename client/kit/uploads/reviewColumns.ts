import type { Review } from '#contract/uploads/uploads.ts'

/** The first columns that must be filled say who a row is about, whatever the kind of file. */
const firstColumns = 2

/** Whether a group says that something may be wrong, not only what is known. */
export const isProblem = ({ severity }: Pick<Review['groups'][number], 'severity'>): boolean => severity !== 'note'

type Columned = Pick<Review, 'columns' | 'groups'>

/**
 * Order of the columns of a review: with only the problem rows on show, the columns that have problems stand right
 * after the first two that must be filled, so that nothing to correct hides at the side. Answers positions in the declared order.
 */
export function columnOrder({ columns, groups }: Columned, onlyProblems: boolean): number[] {
  const declared = columns.map((_, at) => at)
  if (!onlyProblems) return declared
  const first = declared.filter((at) => columns[at]?.required).slice(0, firstColumns)
  const troubled = declared.filter((at) => !first.includes(at) && groups.some((group) => group.column === at))
  return [...first, ...troubled, ...declared.filter((at) => !first.includes(at) && !troubled.includes(at))]
}

/** Width of a column in pixels: by its heading and choices, wider where messages must fit. */
export function columnWidth({ columns, groups }: Columned, at: number): number {
  const column = columns[at]
  const longest = Math.max(column?.title.length ?? 0, ...(column?.choices ?? []).map((choice) => choice.length))
  const plain = Math.min(180, Math.max(108, longest * 8 + 34))
  return groups.some((group) => group.column === at) ? Math.max(plain, 158) : plain
}

/** Where the keyboard is in the grid: a row of the list, and a column in the order on the screen. */
export type CellPosition = { row: number; column: number }

const steps: Record<string, { row: number; column: number }> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  PageUp: { row: -10, column: 0 },
  PageDown: { row: 10, column: 0 },
}

/** The cell that a key leads to, or undefined when the key means something else. */
export function moved(
  at: CellPosition,
  key: string,
  size: { rows: number; columns: number },
): CellPosition | undefined {
  if (key === 'Home') return { ...at, column: 0 }
  if (key === 'End') return { ...at, column: size.columns - 1 }
  const step = steps[key]
  if (!step) return undefined
  const within = (value: number, most: number) => Math.max(0, Math.min(most - 1, value))
  return { row: within(at.row + step.row, size.rows), column: within(at.column + step.column, size.columns) }
}
