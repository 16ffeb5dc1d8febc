import { randomFillSync, randomInt } from 'node:crypto'
import { now, whichClock } from './clock.ts'

const pool = Buffer.alloc(16 * 256)
let used = pool.length

// 18 bits between the millisecond and the random rest (RFC 9562, 6.2, method 1). Seeded anew in every millisecond below the half,
// so that a hundred thousand fit into it.
const counterEnd = 1 << 18
let millisecond = 0
let counter = 0
let clock = whichClock()

/**
 * UUIDv7 (RFC 9562): 48 bits of milliseconds, a counter, then random. Ids of one process sort as they were made, also when
 * the clock steps back: it is then waited for, not followed. Between processes they sort by their clocks.
 */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = pool.subarray(used, (used += 16))
  if (clock !== whichClock()) {
    clock = whichClock()
    millisecond = 0
  }
  const at = now().getTime()
  counter += 1
  if (at > millisecond || counter === counterEnd) {
    // Whoever uses a millisecond up borrows the next.
    millisecond = Math.max(at, millisecond + 1)
    counter = bytes.readUIntBE(6, 3) & (counterEnd / 2 - 1)
  }
  bytes.writeUIntBE(millisecond, 0, 6)
  bytes[6] = 0x70 | (counter >> 14)
  bytes[7] = (counter >> 6) & 0xff
  bytes[8] = 0x80 | (counter & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The smallest UUIDv7 of a moment: ids sort by the time they were made. */
export const firstIdOf = (at: Date): string => {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const shape = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** Whether a text has the shape of an id of ours. */
export const isId = (text: string): boolean => shape.test(text)

// Crockford's base 32: no letter is taken for a digit when somebody reads it out.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Letters for a reference that people read, write and say; five random bits each. */
export const randomLetters = (length: number): string =>
  Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')
