import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { StartupError } from './startupError.ts'

type Keyed = Pick<Config, 'key' | 'dataDir'>
const mark = 'v1.'

/** Seals a secret that has to be kept readable (AES-256-GCM). `of` names whose it is: moved to another row it does not open. */
export function seal(config: Keyed, of: string, secret: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), nonce).setAAD(Buffer.from(of))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return mark + Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64')
}

/** Opens what was sealed. Throws with another key, for another owner, or after any change. */
export function unseal(config: Keyed, of: string, sealed: string): string {
  if (!isSealed(sealed)) throw new Error('not a sealed secret')
  const bytes = Buffer.from(sealed.slice(mark.length), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(config), bytes.subarray(0, 12))
    .setAAD(Buffer.from(of))
    .setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}

/** What only we can write beneath a text (HMAC-SHA-256). `of` names the purpose: signed for another one it is another signature. */
export const signatureOf = (config: Keyed, of: string, text: string): Buffer =>
  createHmac('sha256', keyOf(config)).update(`${of}\n${text}`).digest()

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
