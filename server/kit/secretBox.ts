import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { StartupError } from './startupError.ts'

/** The key of the house, and another one that opens too while one takes the place of the other. */
export type Keyed = Pick<Config, 'key' | 'dataDir'> & Partial<Pick<Config, 'otherKey'>>
const mark = 'v1.'

/** Seals a secret that has to be kept readable (AES-256-GCM). `of` names whose it is: moved to another row it does not open. */
export function seal(config: Keyed, of: string, secret: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), nonce).setAAD(Buffer.from(of))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return mark + Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64')
}

/** Opens what was sealed. Throws with a key that is neither of ours, for another owner, or after any change. */
export function unseal(config: Keyed, of: string, sealed: string): string {
  if (!isSealed(sealed)) throw new Error('not a sealed secret')
  const bytes = Buffer.from(sealed.slice(mark.length), 'base64')
  const { otherKey } = config
  if (!otherKey) return open(keyOf(config), of, bytes)
  try {
    return open(keyOf(config), of, bytes)
  } catch {
    return open(otherKey, of, bytes)
  }
}

function open(key: Buffer, of: string, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(of))
    .setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}

/** What was sealed with the other key, or stood open, sealed with the key of the house; null where it is so already. */
export function sealAnew(config: Keyed, of: string, kept: string): string | null {
  if (!isSealed(kept)) return seal(config, of, kept)
  try {
    unseal({ ...config, otherKey: undefined }, of, kept)
    return null
  } catch {
    return seal(config, of, unseal(config, of, kept))
  }
}

/** What only we can write beneath a text (HMAC-SHA-256). `of` names the purpose: signed for another one it is another signature. */
export const signatureOf = (config: Keyed, of: string, text: string): Buffer => sign(keyOf(config), of, text)

/** The same by each key that counts: what was signed before the key was replaced still is. */
export const signaturesOf = (config: Keyed, of: string, text: string): Buffer[] =>
  [keyOf(config), ...(config.otherKey ? [config.otherKey] : [])].map((key) => sign(key, of, text))

const sign = (key: Buffer, of: string, text: string): Buffer =>
  createHmac('sha256', key).update(`${of}\n${text}`).digest()

export const isSealed = (text: string): boolean => text.startsWith(mark)

const keys = new Map<string, Buffer>()

/** The key of the configuration, else of the file in the data folder, which the first use makes. */
function keyOf({ key, dataDir }: Keyed): Buffer {
  if (key) return key
  const cached = keys.get(dataDir)
  if (cached) return cached
  const file = join(dataDir, 'secrets.key')
  if (!existsSync(file)) makeKey(dataDir, file)
  const bytes = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (bytes.length !== 32) throw new StartupError(`${file} is not a key: restore it from the backup.`)
  keys.set(dataDir, bytes)
  return bytes
}

function makeKey(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true })
  try {
    const opened = openSync(file, 'wx', 0o600)
    writeSync(opened, `${randomBytes(32).toString('base64')}\n`)
    fsyncSync(opened)
    closeSync(opened)
  } catch (error) {
    // Another process of this folder made it first: then that one counts.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
