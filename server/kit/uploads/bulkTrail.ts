import type { Changes } from '../audit/audit.ts'

const longestRows = 1000
type Bulk = { rule: string; column?: string; rows: readonly number[] }

/**
 * What the trail keeps of an edit of many rows: the rule, how many rows and which ("2, 5–9"). With the file as it came and
 * a rule that always mends alike this determines every cell, however many they are.
 */
export const bulkChanges = ({ rule, column, rows }: Bulk): Changes => ({
  Rule: { before: null, after: rule },
  ...(column === undefined ? {} : { Column: { before: null, after: column } }),
  'Number of rows': { before: null, after: rows.length },
  Rows: { before: null, after: inRuns(rows) },
})

const mostCells = 200

/** The same where the values came from a file and not from a rule: the first cells are listed one by one too. */
export const bulkChangesWithCells = (edit: Bulk & { cells: Changes }): Changes => ({
  ...bulkChanges(edit),
  'Number of cells': { before: null, after: Object.keys(edit.cells).length },
  ...Object.fromEntries(Object.entries(edit.cells).slice(0, mostCells)),
})

/** Numbers in rising order as a person writes them: 2, 5–9. A list too long to read ends in dots. */
export function inRuns(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  let text = ''
  for (const [from, to] of runs) {
    const run = from === to ? `${from}` : `${from}–${to}`
    if (text.length + run.length > longestRows) return `${text} …`
    text += text === '' ? run : `, ${run}`
  }
  return text
}
