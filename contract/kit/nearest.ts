/** The known name closest to a mistyped one, or null when none is close enough to be a slip of the pen. */
export function nearest(written: string, names: Iterable<string>): string | null {
  const wanted = written.toUpperCase()
  let best: string | null = null
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) >= least && !wanted.includes(name)) continue
    const distance = wanted.includes(name) || name.includes(wanted) ? 1 : editDistance(wanted, name)
    if (distance < least) [best, least] = [name, distance]
  }
  return best
}

/** Levenshtein distance: insertions, deletions and replacements that turn one text into the other. */
export function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const current = [i]
    for (let j = 1; j <= to.length; j++)
      current[j] = Math.min(
        previous[j]! + 1,
        current[j - 1]! + 1,
        previous[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1),
      )
    previous = current
  }
  return previous[to.length]!
}
