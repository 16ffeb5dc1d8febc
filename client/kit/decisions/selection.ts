import type { Headline } from '#contract/house/headlines.ts'

/** A chosen record, frozen as it was seen: its decision is sent with this version. */
export type SelectedRecord = {
  id: string
  version: number
  title: string
  steps: Readonly<Record<string, string | null>>
  /** What deciding it does, for what many do together. */
  headline?: Headline | null
  /** How many things a decider is pointed at first; null where that is not known. */
  remarks?: number | null
  /** In a list of many kinds: which kind of record it is. */
  kind?: string
}

/** Chosen records over any number of pages, by id. */
export type Selection = ReadonlyMap<string, SelectedRecord>

export const noSelection: Selection = new Map()

/** Chooses a record, or no longer. */
export function toggle(selection: Selection, record: SelectedRecord): Selection {
  const next = new Map(selection)
  if (!next.delete(record.id)) next.set(record.id, record)
  return next
}

/** Adds records; what was chosen before keeps the version that was seen then. */
export function add(selection: Selection, records: readonly SelectedRecord[]): Selection {
  const next = new Map(selection)
  for (const one of records) if (!next.has(one.id)) next.set(one.id, one)
  return next
}

export function remove(selection: Selection, ids: readonly string[]): Selection {
  const next = new Map(selection)
  for (const id of ids) next.delete(id)
  return next
}

/** How much of a page is chosen, for the checkbox of its heading. */
export function pageState(selection: Selection, ids: readonly string[]): 'none' | 'some' | 'all' {
  const selected = ids.filter((id) => selection.has(id)).length
  if (selected === 0) return 'none'
  return selected === ids.length ? 'all' : 'some'
}

/** Which chosen records a step can be taken for, and how many fail for each reason. */
export function eligibleFor(selection: Selection, step: string) {
  const eligible: SelectedRecord[] = []
  const reasons = new Map<string, number>()
  for (const record of selection.values()) {
    // A step that is not stamped belongs to another kind of record.
    const reason = step in record.steps ? record.steps[step] : 'step.wrong_state'
    if (reason === null || reason === undefined) eligible.push(record)
    else reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  return { eligible, reasons: [...reasons].map(([code, count]) => ({ code, count })) }
}
