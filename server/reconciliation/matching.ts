import { dayAfter } from '#server/facts/days.ts'

/** A line of the bank, as matching sees it: signed as its account sees it. */
export type BankLine = {
  id: string
  key: string
  reference: string
  bookedOn: string
  amountCents: bigint
  /** It stands in the bank's own statement, not only in a file that people have imported. */
  isFromBank?: boolean
  narration?: string
}

/** A payment as one of our accounts sees it: a leg leaves one account, and may come to another of ours. */
export type OurSide = {
  legId: string
  reference: string
  amountCents: bigint
  on: string
  /** What the bank calls the payment, where two persons have settled the leg by it. */
  evidence?: string | null
}

/** What a line is, by its reference. `NONE`: it names no payment of ours on this account. */
export type Verdict =
  | { kind: 'NONE' }
  | { kind: 'MATCHED' | 'AMOUNT_DIFFERS' | 'PAID_TWICE' | 'MISSING_HERE'; legId: string; note: '' | 'OTHER_DIRECTION' }

/** The bank repeats the name of an order, or that of its only destination. */
export const orderNameOf = (reference: string): string => reference.replace(/_\d$/, '')

/**
 * What each line is by its reference alone, whatever the order in which lines have come in: of several lines that name one
 * payment, the one with its very amount is the payment, of these the earliest, then the one whose id is first.
 * `claimed` are payments that a person has found in another line.
 */
export function byReference(
  lines: readonly BankLine[],
  sides: readonly OurSide[],
  claimed: ReadonlySet<string> = new Set(),
): Map<string, Verdict> {
  const sideOf = new Map(sides.map((side) => [side.reference, side]))
  const naming = new Map<string, BankLine[]>()
  const verdicts = new Map<string, Verdict>()
  for (const line of lines) {
    const side = sideOf.get(orderNameOf(line.reference))
    if (!side) verdicts.set(line.id, { kind: 'NONE' })
    else if (side.amountCents > 0n !== line.amountCents > 0n)
      verdicts.set(line.id, { kind: 'MISSING_HERE', legId: side.legId, note: 'OTHER_DIRECTION' })
    else naming.set(side.legId, [...(naming.get(side.legId) ?? []), line])
  }
  for (const side of sides) {
    const ranked = (naming.get(side.legId) ?? []).toSorted((a, b) => rank(a, side) - rank(b, side) || inTime(a, b))
    for (const [place, line] of ranked.entries()) {
      const kind =
        place > 0 || claimed.has(side.legId) ? 'PAID_TWICE' : rank(line, side) === 0 ? 'MATCHED' : 'AMOUNT_DIFFERS'
      verdicts.set(line.id, { kind, legId: side.legId, note: '' })
    }
  }
  return verdicts
}

const rank = (line: BankLine, side: OurSide): number => (line.amountCents === side.amountCents ? 0 : 1)
const inTime = (a: BankLine, b: BankLine): number =>
  a.bookedOn === b.bookedOn ? (a.key < b.key ? -1 : 1) : a.bookedOn < b.bookedOn ? -1 : 1

/** The bank books a payment on the day before it (near midnight) to three days after it (over a weekend). */
const mostDaysEarlier = 1
export const mostDaysLater = 3

/**
 * Pairs lines that name no payment with payments that were made and stand in no line: same account, same amount, days that
 * fit. What people have settled by a line is paired with that line, whatever its day. The earliest with the earliest, so that the same lines and payments always make the same pairs. Answers line to leg.
 */
export function byAmount(lines: readonly BankLine[], sides: readonly OurSide[]): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const side of sides) {
    const line = lines.find(({ key, amountCents }) => key === side.evidence && amountCents === side.amountCents)
    if (line && !pairs.has(line.id)) pairs.set(line.id, side.legId)
  }
  const shown = new Set(pairs.values())
  const free = new Map<bigint, OurSide[]>()
  const ordered = sides
    .filter(({ legId }) => !shown.has(legId))
    .toSorted((a, b) => (a.on === b.on ? (a.reference < b.reference ? -1 : 1) : a.on < b.on ? -1 : 1))
  for (const side of ordered) free.set(side.amountCents, [...(free.get(side.amountCents) ?? []), side])
  for (const line of lines.toSorted(inTime)) {
    if (pairs.has(line.id)) continue
    const possible = free.get(line.amountCents) ?? []
    const at = possible.findIndex(({ on }) => fits(line.bookedOn, on))
    if (at < 0) continue
    pairs.set(line.id, possible[at]?.legId ?? '')
    possible.splice(at, 1)
  }
  return pairs
}

const fits = (bookedOn: string, on: string): boolean =>
  bookedOn >= dayAfter(on, -mostDaysEarlier) && bookedOn <= dayAfter(on, mostDaysLater)
