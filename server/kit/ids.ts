import { randomFillSync, randomInt } from 'node:crypto'
import { now } from './clock.ts'

const pool = Buffer.alloc(16 * 256)
let used = pool.length

/** UUIDv7 (RFC 9562): 48 bits of milliseconds, then random. Sorts by the time it was made. */
export function newId(at: number = now().getTime()): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = pool.subarray(used, (used += 16))
  bytes.writeUIntBE(at, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
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
