import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** What scanners of source code and logs know a key by. */
const prefix = 'kahawa_sk_'
const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
// 256 bits fill 43 signs, a checksum of 32 bits six.
const lengths = { name: 10, secret: 43, check: 6 } as const
const shape = new RegExp(`^${prefix}([${signs}]{${lengths.name}})[${signs}]{${lengths.secret}}$`)

/** A key as it is looked up: the name that stands in it, and the hash that is compared. */
type KnownKey = { name: string; hash: Buffer }

/** A new key: its text, which is shown once, and what is kept of it. */
export function newServiceKey(): KnownKey & { text: string } {
  const body = `${prefix}${randomSigns(8, lengths.name)}${randomSigns(32, lengths.secret)}`
  const text = `${body}${checkOf(body)}`
  const key = readServiceKey(text)
  if (!key) throw new Error('a new key cannot be read')
  return { ...key, text }
}

/** Whether a text means to be a key, right or wrong: no token of a session begins so. */
export const isServiceKey = (text: string): boolean => text.startsWith(prefix)

/** A key by its text; null when it was not copied whole, which is said without a look at the database. */
export function readServiceKey(text: string): KnownKey | null {
  const body = text.slice(0, -lengths.check)
  const [, name] = shape.exec(body) ?? []
  if (name === undefined || text.slice(-lengths.check) !== checkOf(body)) return null
  return { name, hash: createHash('sha256').update(text).digest() }
}

const checkOf = (body: string): string => inSigns(BigInt(crc32(body)), lengths.check)
const randomSigns = (bytes: number, length: number): string =>
  inSigns(BigInt(`0x${randomBytes(bytes).toString('hex')}`), length)

/** A number in so many signs; what is more is left out. */
function inSigns(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = signs.charAt(Number(rest % 62n)) + text
  return text
}
