/** A chosen record, frozen as it was seen: its decision is sent with this version. */
export type Picked = {
  id: string
  version: number
  title: string
  steps: Readonly<Record<string, string | null>>
  /** In a list of many kinds: which kind of record it is. */
  kind?: string
}

/** Chosen records over any number of pages, by id. */
export type Selection = ReadonlyMap<string, Picked>

export const noSelection: Selection = new Map()

/** Chooses a record, or no longer. */
export function toggle(selection: Selection, picked: Picked): Selection {
  const next = new Map(selection)
  if (!next.delete(picked.id)) next.set(picked.id, picked)
  return next
}

/** Adds records; what was chosen before keeps the version that was seen then. */
export function add(selection: Selection, picked: readonly Picked[]): Selection {
  const next = new Map(selection)
  for (const one of picked) if (!next.has(one.id)) next.set(one.id, one)
  return next
}

export function remove(selection: Selection, ids: readonly string[]): Selection {
  const next = new Map(selection)
  for (const id of ids) next.delete(id)
  return next
}

/** How much of a page is chosen, for the checkbox of its heading. */
export function pageState(selection: Selection, ids: readonly string[]): 'none' | 'some' | 'all' {
  const chosen = ids.filter((id) => selection.has(id)).length
  if (chosen === 0) return 'none'
  return chosen === ids.length ? 'all' : 'some'
}

/** Which chosen records a step can be taken for, and how many fail for each reason. */
export function eligibleFor(selection: Selection, step: string) {
  const eligible: Picked[] = []
  const reasons = new Map<string, number>()
  for (const picked of selection.values()) {
    // A step that is not stamped belongs to another kind of record.
    const reason = step in picked.steps ? picked.steps[step] : 'step.wrong_state'
    if (reason === null || reason === undefined) eligible.push(picked)
    else reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  return { eligible, reasons: [...reasons].map(([code, count]) => ({ code, count })) }
}
