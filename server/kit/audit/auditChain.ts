import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** Every column of an audit event as text, in this order for ever: the canonical form that is hashed. A new column goes to the end. */
export const eventColumns = `e.id::text, (extract(epoch from e.at) * 1000000)::bigint::text, e.organisation_id::text, e.actor_id::text,
  e.actor_name, e.actor_role, e.actor_organisation, e.kind, e.record_id::text, e.title, e.action, e.from_status, e.to_status,
  e.comment, e.changes::text, e.request_id`

/** The columns above as one array, so that a driver cannot turn a value into anything else. */
export const eventArray = `array[${eventColumns}]::text[]`

/** What the first seal is chained to. */
export const beginning = Buffer.alloc(32)

/** A head that was signed: how long the chain was and what its last hash was. `previous` chains the lines of the file. */
export type Head = { n: string; chainHash: string; at: string; previous: string; signature: string }

export const hashEvent = (columns: readonly (string | null)[]): Buffer =>
  createHash('sha256').update(JSON.stringify(columns)).digest()

/** A seal's hash covers the hash before it, its event, its own number and its time in microseconds. */
export const hashSeal = (previous: Buffer, eventHash: Buffer, n: bigint, sealedAtMicros: string): Buffer =>
  createHash('sha256').update(previous).update(eventHash).update(`${n} ${sealedAtMicros}`).digest()

/** The file of the signed heads in a data folder. */
export const headsName = 'audit-heads.jsonl'
const headsFile = (dataDir: string): string => join(dataDir, headsName)
const keyFile = (dataDir: string): string => join(dataDir, 'audit-key.pem')
const signed = ({ n, chainHash, at, previous }: Omit<Head, 'signature'>): Buffer =>
  Buffer.from(JSON.stringify([n, chainHash, at, previous]))
const lineHash = (line: string): string => createHash('sha256').update(line).digest('hex')

/**
 * The newest signed head; `sign` appends one when the chain has grown. Both must happen under the sealer's lock: a folder may
 * belong to several processes. Makes the key at first use.
 */
export function openHeads(dataDir: string): {
  newest: () => Head | null
  append: (head: { n: bigint; chainHash: Buffer; at: Date }) => void
} {
  const key = signingKey(dataDir)
  const file = headsFile(dataDir)
  return {
    newest: () => parseHead(lastLine(file)),
    append: ({ n, chainHash, at }) => {
      const before = lastLine(file)
      const unsigned = {
        n: String(n),
        chainHash: chainHash.toString('hex'),
        at: at.toISOString(),
        previous: before === '' ? '' : lineHash(before),
      }
      const line = JSON.stringify({ ...unsigned, signature: sign(null, signed(unsigned), key).toString('base64') })
      const opened = openSync(file, 'a', 0o600)
      writeSync(opened, `${line}\n`)
      fsyncSync(opened)
      closeSync(opened)
    },
  }
}

/** Reads the signed heads and checks each line. `broken` is the number of the first line that is not what was written. */
export function readHeads(dataDir: string): { heads: Map<string, string>; newest: Head | null; broken: number | null } {
  const heads = new Map<string, string>()
  if (!existsSync(headsFile(dataDir))) return { heads, newest: null, broken: null }
  const key = createPublicKey(signingKey(dataDir))
  const text = readFileSync(headsFile(dataDir), 'utf8')
  // A last line without its end is a power cut, not a forgery: the next start of the server writes it again.
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1)
  let previous = ''
  let newest: Head | null = null
  for (const [index, line] of lines.entries()) {
    const head = parseHead(line)
    const isTrue =
      head !== null &&
      head.previous === previous &&
      verify(null, signed(head), key, Buffer.from(head.signature, 'base64')) &&
      (heads.get(head.n) ?? head.chainHash) === head.chainHash
    if (!isTrue) return { heads, newest, broken: index + 1 }
    heads.set(head.n, head.chainHash)
    if (newest === null || BigInt(head.n) > BigInt(newest.n)) newest = head
    previous = lineHash(line)
  }
  return { heads, newest, broken: null }
}

function parseHead(line: string): Head | null {
  try {
    const parsed = JSON.parse(line) as Partial<Record<keyof Head, unknown>> | null
    const texts = [parsed?.n, parsed?.chainHash, parsed?.at, parsed?.previous, parsed?.signature]
    return texts.every((text) => typeof text === 'string') && /^\d+$/.test(String(parsed?.n)) ? (parsed as Head) : null // border: each field was looked at
  } catch {
    return null
  }
}

/** The last whole line. What a power cut left behind it is cut away. */
function lastLine(file: string): string {
  if (!existsSync(file)) return ''
  const size = statSync(file).size
  const from = Math.max(0, size - 4096) // a line has about 350 bytes
  const opened = openSync(file, 'r')
  const bytes = Buffer.alloc(size - from)
  readSync(opened, bytes, 0, bytes.length, from)
  closeSync(opened)
  const end = bytes.lastIndexOf(0x0a)
  if (end + 1 < bytes.length) truncateSync(file, from + end + 1)
  return end === -1 ? '' : bytes.toString('utf8', bytes.lastIndexOf(0x0a, end - 1) + 1, end)
}

function signingKey(dataDir: string): KeyObject {
  const file = keyFile(dataDir)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    const pem = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
    try {
      const opened = openSync(file, 'wx', 0o600)
      writeSync(opened, pem)
      fsyncSync(opened)
      closeSync(opened)
    } catch (error) {
      // Another process of this folder made it first: then that one counts.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
  return createPrivateKey(readFileSync(file))
}
