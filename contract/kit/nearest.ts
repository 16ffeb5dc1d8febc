/**
 * The known name closest to a mistyped one, or null when none is close enough to be a slip of the pen, or when several are
 * meant by a part of a name: a wrong bank is worse than a question.
 */
export function nearest(written: string, names: Iterable<string>): string | null {
  const searched = written.trim().toUpperCase()
  const known = [...names]
  const byPartOfName = byPart(searched, known)
  if (byPartOfName !== undefined) return byPartOfName
  let best: string | null = null
  let least = slipsIn(searched) + 1
  for (const name of known) {
    if (Math.abs(name.length - searched.length) >= least) continue
    const distance = editDistance(searched, name)
    if (distance < least) [best, least] = [name, distance]
  }
  return best
}

/** How many letters may be wrong: none in a word of two letters, where anything is near to anything. */
const slipsIn = ({ length }: string): number =>
  length < 3 ? 0 : length === 3 ? 1 : Math.max(2, Math.floor(length / 3))

// Shorter parts are codes and syllables, which stand in many names by chance.
const shortestPart = 4

/** The one name that a part of it, or a longer form of it, means; null when it may mean several, undefined when none. */
function byPart(searched: string, known: readonly string[]): string | null | undefined {
  const longer = searched.length < shortestPart ? [] : known.filter((name) => name.includes(searched))
  const shorter = known.filter((name) => name.length >= shortestPart && searched.includes(name))
  const candidates = shorter.length > 0 ? shorter.toSorted(byLength).reverse() : longer.toSorted(byLength)
  const [best] = candidates
  if (best === undefined) return undefined
  // Other written forms of the same name lie inside each other; another name does not.
  return candidates.every((name) => name.includes(best) || best.includes(name)) ? best : null
}

const byLength = (a: string, b: string): number => a.length - b.length

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
