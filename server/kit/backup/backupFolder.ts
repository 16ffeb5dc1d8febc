import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { counted } from '#contract/kit/counted.ts'
import { StartupError } from '../startupError.ts'
import { damaged } from './sealedFile.ts'

// FOLDER/kahawa-backup.json            whose backups these are, and the key of all, sealed with the passphrase
// FOLDER/<line>/<moment>/              a full backup: base, files, the files of the data folder, and manifest.json
// FOLDER/<line>/wal/<segment>          what was written since, without a gap
// FOLDER/<line>/heads/<moment>         signed heads of the audit trail since that backup
// FOLDER/<line>/erased                 who was erased, as it stands now: it comes back with every backup, of every line
// A line is one database that goes on: a restored one begins another.

/** An opened folder of backups. */
export type BackupFolder = { path: string; key: Buffer; database: string }

/** A full backup as its manifest tells it. Moments are ISO texts; `bytes` of a file are those on the disk, sealed. */
export type Manifest = {
  line: string
  name: string
  database: string
  timeline: number
  postgres: number
  startedAt: string
  endedAt: string
  startLsn: string
  endLsn: string
  segmentBytes: number
  plainBytes: number
  /** How much of the signed heads was copied; what was signed since stands beside the log. */
  headsBytes: number
  /** Whether the data folder had a key of its own; else it is the one of KAHAWA_KEY, which is in no backup. */
  hasKey: boolean
  files: { name: string; bytes: number; sha256: string }[]
}

type Header = {
  format: 'kahawa backup 1'
  database: string
  scrypt: { N: number; r: number; p: number; salt: string }
  key: string
}

/** Where a line keeps who was erased. */
export const erasedPart = 'erased'

const headerName = 'kahawa-backup.json'
const cost = { N: 2 ** 17, r: 8, p: 1 }
const shortestPassphrase = 15

/** Opens a folder of backups, or makes an empty one ready when `database` says for which. Throws StartupError with what to do. */
export async function openBackupFolder(options: {
  folder: string
  passphrase: string
  database?: string
}): Promise<BackupFolder> {
  const { folder, passphrase, database } = options
  const header = await readHeader(folder)
  if (header) {
    if (database && header.database !== database)
      throw new StartupError(`${folder} holds the backups of another database: choose a folder of its own.`)
    const key = await unsealKey(header, passphrase)
    return { path: folder, key, database: header.database }
  }
  if (!database) throw new StartupError(`There is no backup of Kahawa in ${folder}.`)
  if (passphrase.length < shortestPassphrase)
    throw new StartupError(
      `Choose a passphrase of at least ${counted(shortestPassphrase, 'character')}, and keep it elsewhere.`,
    )
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).some((name) => name !== 'lost+found'))
    throw new StartupError(`${folder} holds other files: choose an empty folder for backups.`)
  const made = await makeHeader(database, passphrase)
  await writeWhole(join(folder, headerName), JSON.stringify(made.header, null, 2))
  return { path: folder, key: made.key, database }
}

/** A sealed file of the folder: where it lies is the name that it must be found under. */
export const sealedIn = ({ path, key }: BackupFolder, ...place: string[]) => ({
  path: join(path, ...place),
  key,
  of: place.join('/'),
})

/** Whether the folder has been made ready, so that a disk that is not mounted is told from a first backup. */
export const isBackupFolder = (folder: string): boolean => existsSync(join(folder, headerName))

/** Every full backup of the folder, the oldest first. What is unfinished does not count. */
export async function listBackups({ path, key }: BackupFolder): Promise<Manifest[]> {
  const found: Manifest[] = []
  for (const line of await foldersIn(path))
    for (const name of await foldersIn(join(path, line))) {
      const file = join(path, line, name, 'manifest.json')
      if (existsSync(file)) found.push(openManifest(await readFile(file, 'utf8'), key, file))
    }
  return found.toSorted((one, other) => one.endedAt.localeCompare(other.endedAt))
}

/** The manifest as it is written: anybody may read it and check the files by their sums, only the passphrase can make one. */
export function sealManifest(manifest: Manifest, key: Buffer): string {
  const text = JSON.stringify(manifest, null, 2)
  return JSON.stringify({ manifest, seal: sealOf(text, key) }, null, 2)
}

function openManifest(text: string, key: Buffer, file: string): Manifest {
  try {
    const { manifest, seal } = JSON.parse(text) as { manifest: Manifest; seal: string }
    if (seal === sealOf(JSON.stringify(manifest, null, 2), key)) return manifest
  } catch {
    // Told below.
  }
  throw damaged(file)
}

const sealOf = (text: string, key: Buffer): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', 'kahawa backup manifest', 32)))
    .update(text)
    .digest('hex')

/** The folders within one, or none when it is missing. */
export async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

/** A moment as the name of a file, in order: 2026-11-25T19-40-12Z. */
export const nameOfMoment = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** Writes a small file so that it is either there and whole, or not there, also after a power cut. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.unfinished`
  const file = await open(unfinished, 'w', 0o600)
  await file.writeFile(text)
  await file.sync()
  await file.close()
  await rename(unfinished, path)
  await syncFolder(dirname(path))
}

/** Makes what was written into a folder outlive a power cut: names too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().catch(() => {}) // some file systems know nothing of it
  await folder.close()
}

/** Removes a folder of ours, the manifest first: half a backup is none. */
export async function removeBackup(path: string): Promise<void> {
  await rm(join(path, 'manifest.json'), { force: true })
  await rm(path, { recursive: true, force: true })
}

async function readHeader(folder: string): Promise<Header | null> {
  const file = join(folder, headerName)
  if (!existsSync(file)) return null
  try {
    const header = JSON.parse(await readFile(file, 'utf8')) as Partial<Header>
    if (header.format === 'kahawa backup 1' && header.scrypt && header.key) return header as Header // border: looked at
  } catch {
    // Told below.
  }
  throw damaged(file)
}

async function makeHeader(database: string, passphrase: string): Promise<{ header: Header; key: Buffer }> {
  const key = randomBytes(32)
  const salt = randomBytes(16)
  const parameters = { ...cost, salt: salt.toString('base64') }
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await stretch(passphrase, parameters), nonce).setAAD(
    Buffer.from(database),
  )
  const sealed = Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()])
  return { header: { format: 'kahawa backup 1', database, scrypt: parameters, key: sealed.toString('base64') }, key }
}

async function unsealKey({ database, scrypt: parameters, key }: Header, passphrase: string): Promise<Buffer> {
  const sealed = Buffer.from(key, 'base64')
  try {
    const stretched = await stretch(passphrase, parameters)
    const decipher = createDecipheriv('aes-256-gcm', stretched, sealed.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(database))
      .setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
  } catch {
    throw new StartupError('The passphrase does not open this backup.')
  }
}

function stretch(passphrase: string, { N, r, p, salt }: Header['scrypt']): Promise<Buffer> {
  const options = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}
