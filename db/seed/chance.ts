/** Chance that comes out the same every time: an invented world whose names, ids and amounts tests and docs can rely on. */
export type Chance = {
  /** A fraction from 0 up to 1. */
  next: () => number
  /** A whole number from least to most, both included. */
  between: (least: number, most: number) => number
  pick: <Value>(values: readonly Value[]) => Value
  /** True this often: 0.9 is nine times of ten. */
  happens: (probability: number) => boolean
  /** An id of the shape of our records' ids, as if it was made at that time. */
  id: (at: Date) => string
}

/** A generator from a word, so that each part of the world draws from a well of its own. (Mulberry32 over an FNV-1a hash.) */
export function chanceFrom(word: string): Chance {
  let state = 0x811c9dc5
  for (const letter of word) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  const hex = (digits: number): string => Array.from({ length: digits }, () => between(0, 15).toString(16)).join('')
  return {
    next,
    between,
    pick: (values) => {
      const picked = values[between(0, values.length - 1)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    happens: (probability) => next() < probability,
    id: (at) => {
      const time = at.getTime().toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${'89ab'.charAt(between(0, 3))}${hex(3)}-${hex(12)}`
    },
  }
}
