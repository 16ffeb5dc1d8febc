/** From here up two names count as the same person's; below, a checker must confirm. */
const nameMatchThreshold = 0.75

const titles = new Set(
  'mr mrs ms miss mister dr doctor prof professor eng engineer hon honourable rev reverend pastor bishop fr sr sir madam'.split(
    ' ',
  ),
)

const sameWords: Record<string, string> = { ltd: 'limited', co: 'company' }

// Some institutions confirm an account without telling its name and send one of these instead.
const placeholders = new Set([
  'whitelist',
  'whitelisted',
  'na',
  'none',
  'null',
  'nil',
  'undefined',
  'unknown',
  'notavailable',
  'notapplicable',
  'name',
  'accountname',
  'accountholder',
  'customer',
  'customername',
  'test',
])

const longestName = 140
const initialWeight = 0.8

/** A name as the bank sent it, with control and direction characters gone and spaces single; at most 140 characters. */
export function tidyName(name: string): string {
  return name
    .slice(0, longestName * 4)
    .replace(/\s+/g, ' ')
    .replace(/\p{C}/gu, '')
    .trim()
    .slice(0, longestName)
}

/** Whether a bank's "name" names nobody: Whitelist, blank, N/A, digits only and their like. */
export function isPlaceholderName(name: string): boolean {
  const letters = plain(name).replace(/[^\p{L}]/gu, '')
  return letters === '' || placeholders.has(letters)
}

/**
 * How well the account's name fits the farmer's, 0 to 1, whatever the order, case, accents, titles and left-out names.
 * An initial counts for most of a name, but at least one whole name must agree.
 */
export function nameMatch(farmerName: string, accountName: string): { score: number; matches: boolean } {
  const farmer = words(farmerName)
  const account = words(accountName)
  if (farmer.length === 0 || account.length === 0) return { score: 0, matches: false }
  const [farmerRest, accountRest] = withoutShared(farmer, account)
  const whole = farmer.length - farmerRest.length
  const wholeNames =
    farmer.filter((word) => word.length > 1).length - farmerRest.filter((word) => word.length > 1).length
  const initials = matchedInitials(farmerRest, accountRest) + matchedInitials(accountRest, farmerRest)
  // One shared name out of several proves little (many farmers are called Wanjiku), so two names are always required
  // when either side has two.
  const shorter = Math.min(farmer.length, account.length)
  const needed = Math.max(shorter, Math.min(2, Math.max(farmer.length, account.length)))
  const score = Math.min(1, (whole + initialWeight * initials) / needed)
  const isSame = farmerRest.length === 0 && accountRest.length === 0
  return { score, matches: score >= nameMatchThreshold && (wholeNames > 0 || isSame) }
}

function words(name: string): string[] {
  const all = plain(name)
    // Mũrang'a, Ng'ang'a and Mbu'i are one word however the apostrophe was typed.
    .replace(/['’‘ʼ`´]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => (Object.hasOwn(sameWords, word) ? (sameWords[word] ?? word) : word))
  const named = all.filter((word) => !titles.has(word))
  return named.length > 0 ? named : all
}

function plain(name: string): string {
  return tidyName(name).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function withoutShared(left: string[], right: string[]): [string[], string[]] {
  const rightRest = [...right]
  const leftRest = left.filter((word) => {
    const at = rightRest.indexOf(word)
    if (at >= 0) rightRest.splice(at, 1)
    return at < 0
  })
  return [leftRest, rightRest]
}

// How many initials of one side stand for a whole name of the other; each whole name is used once.
function matchedInitials(initialsFrom: string[], namesFrom: string[]): number {
  const names = namesFrom.filter((word) => word.length > 1)
  let matched = 0
  for (const initial of initialsFrom.filter((word) => word.length === 1)) {
    const at = names.findIndex((name) => name.startsWith(initial))
    if (at < 0) continue
    names.splice(at, 1)
    matched += 1
  }
  return matched
}
