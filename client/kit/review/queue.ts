/** What became of a record of a review. */
export type Mark = 'main' | 'danger' | 'skipped'
export type Marks = ReadonlyMap<string, Mark>

/** The record that a review goes on to: the next one without a mark after this one, else the first before it. */
export function nextUnmarked(ids: readonly string[], marks: Marks, from: string | undefined): string | undefined {
  const at = from === undefined ? -1 : ids.indexOf(from)
  return [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0))].find((id) => !marks.has(id))
}

export const marked = (marks: Marks, id: string, mark: Mark | undefined): Marks => {
  const next = new Map(marks)
  if (mark === undefined) next.delete(id)
  else next.set(id, mark)
  return next
}

/** How many records were approved, declined and skipped. */
export function countMarks(marks: Marks): Record<Mark, number> {
  const counts: Record<Mark, number> = { main: 0, danger: 0, skipped: 0 }
  for (const mark of marks.values()) counts[mark]++
  return counts
}
