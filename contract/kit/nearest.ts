/** Every written form of the known names, in capitals, each with what it stands for; the official form of a name comes first. */
type Names = ReadonlyMap<string, string>

/**
 * The official form of the known name that a mistyped or shortened one means, or null when none is close enough to be a slip of
 * the pen, or when several may be meant: a wrong bank is worse than a question.
 */
export function nearest(written: string, names: Names): string | null {
  const searched = written.trim().toUpperCase()
  const found = byPart(searched, names) ?? byWords(searched, names) ?? bySlips(searched, names)
  if (found === undefined || found === severalMeant) return null
  for (const [form, value] of names) if (value === found) return form
  return null
}

const severalMeant = Symbol('several names may be meant')
/** What the name stands for; undefined where this way of looking finds none. */
type Found = string | typeof severalMeant | undefined

const only = (values: Iterable<string>): Found => {
  const [first, ...others] = new Set(values)
  return others.length > 0 ? severalMeant : first
}

// Shorter parts are codes and syllables, which stand in many names by chance.
const shortestPart = 4

/** The name that a part of it, or a longer form of it, means. */
function byPart(searched: string, names: Names): Found {
  const known = [...names.keys()]
  const longer = searched.length < shortestPart ? [] : known.filter((name) => name.includes(searched))
  const shorter = known.filter((name) => name.length >= shortestPart && searched.includes(name))
  const candidates = shorter.length > 0 ? shorter.toSorted(byLength).reverse() : longer.toSorted(byLength)
  const [best] = candidates
  if (best === undefined) return undefined
  const meant = names.get(best)
  // Other written forms of the same name lie inside each other; another name does not.
  const isOne = candidates.every((name) => names.get(name) === meant || name.includes(best) || best.includes(name))
  return isOne ? meant : severalMeant
}

const byLength = (a: string, b: string): number => a.length - b.length
const wordsOf = (name: string): string[] => name.match(/[A-Z0-9]+/g) ?? []

/** The name whose words begin as those that were written, in their order: Coop Bank is the Cooperative Bank of Kenya. */
function byWords(searched: string, names: Names): Found {
  const written = wordsOf(searched)
  if (written.join('').length < shortestPart || written.some(({ length }) => length < 2)) return undefined
  const begins = (name: string): boolean => {
    const rest = wordsOf(name)
    return written.every((word) => {
      const at = rest.findIndex((known) => known.startsWith(word))
      if (at >= 0) rest.splice(0, at + 1)
      return at >= 0
    })
  }
  return only([...names].flatMap(([name, value]) => (begins(name) ? [value] : [])))
}

// A word of so many names, such as Bank or Kenya, tells none of them from the others.
const commonFrom = 3

/** The one name that is fewest slips away, by the words that tell names apart. */
function bySlips(searched: string, names: Names): Found {
  const meanings = new Map<string, Set<string>>()
  for (const [name, value] of names)
    for (const word of wordsOf(name)) meanings.set(word, (meanings.get(word) ?? new Set()).add(value))
  const telling = (name: string): string =>
    wordsOf(name)
      .filter((word) => (meanings.get(word)?.size ?? 0) < commonFrom)
      .join(' ')
  const meant = telling(searched)
  let least = slipsIn(meant)
  let best: string[] = []
  for (const [form, value] of names) {
    const name = telling(form)
    if (name === '' || Math.abs(name.length - meant.length) > least) continue
    const distance = editDistance(meant, name)
    if (distance < least) best = [value]
    else if (distance === least) best.push(value)
    least = Math.min(least, distance)
  }
  return meant === '' ? undefined : only(best)
}

/** How many letters may be wrong: none in a word of two letters, where anything is near to anything. */
const slipsIn = ({ length }: string): number => (length < 3 ? 0 : Math.max(1, Math.floor(length / 4)))

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
