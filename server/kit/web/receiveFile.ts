import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { rows, sql, type Tx } from '../db.ts'
import { newId } from '../ids.ts'
import { incomingFolder } from './incomingFiles.ts'
import { Refused } from '../refused.ts'

/** A file as it came in: on this machine's disk until its transaction has kept it. */
export type ReceivedFile = {
  path: string
  fileName: string
  mediaType: string
  extension: string
  size: number
  sha256: Buffer
  fields: Record<string, string>
  discard: () => Promise<void>
}

/** Whether a field sent with the file is true or false, in any case; nothing is false. Anything else is refused: it may mean either. */
export function trueOrFalse({ fields }: ReceivedFile, field: string): boolean {
  const text = fields[field]?.trim().toLowerCase() ?? ''
  if (text === 'true') return true
  if (text === 'false' || text === '') return false
  throw new Refused('input.invalid', {
    details: { fields: { [field]: 'Write true or false, or leave it out for false' } },
  })
}

/** The refusal of a file above the largest one. */
export const fileTooLarge = (maxBytes: number): Refused =>
  new Refused('upload.too_large', { message: `The file is larger than ${Math.round(maxBytes / 1e6)} MB.` })

const pieceSize = 1024 * 1024

/** Writes the stream to a file of its own below `dataDir` while hashing it; refuses past `maxBytes` without reading on. */
export async function receiveFile(incoming: {
  stream: Readable
  fileName: string
  mediaType: string
  maxBytes: number
  dataDir: string
  fields: () => Record<string, string>
}): Promise<ReceivedFile> {
  const folder = await incomingFolder(incoming.dataDir)
  const discard = () => rm(folder, { recursive: true, force: true })
  const path = join(folder, 'file')
  const hash = createHash('sha256')
  let size = 0
  try {
    const target = await open(path, 'wx')
    try {
      for await (const piece of incoming.stream as AsyncIterable<Buffer>) {
        size += piece.length
        if (size > incoming.maxBytes) throw fileTooLarge(incoming.maxBytes)
        hash.update(piece)
        await target.write(piece)
      }
    } finally {
      await target.close()
    }
  } catch (error) {
    await discard()
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw new Refused('upload.file_failed')
    throw error
  }
  if (size === 0) {
    await discard()
    throw new Refused('upload.not_a_table', { message: 'The file is empty.' })
  }
  const fileName = plainName(incoming.fileName)
  return {
    path,
    fileName,
    mediaType: incoming.mediaType,
    extension: extname(fileName).slice(1).toLowerCase(),
    size,
    sha256: hash.digest(),
    fields: incoming.fields(),
    discard,
  }
}

/** A file name without folders or control characters, at most 120 characters long. */
export function plainName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is taken out
  const clean = last.replace(/[\u0000-\u001f\u007f"<>|]/g, '').trim()
  const extension = extname(clean)
  return clean.length <= 120 ? clean || 'file' : `${clean.slice(0, 120 - extension.length)}${extension}`
}

/** Keeps the bytes once per organisation and answers the id of the stored file. */
export const keepFile = (tx: Tx, organisationId: string, { path, sha256, size }: ReceivedFile): Promise<string> =>
  keep(tx, organisationId, { sha256, size, pieces: () => createReadStream(path, { highWaterMark: pieceSize }) })

/** The same for a text that came in a body. */
export async function keepText(tx: Tx, organisationId: string, text: string): Promise<{ id: string; sha256: Buffer }> {
  const bytes = Buffer.from(text)
  const sha256 = createHash('sha256').update(bytes).digest()
  const pieces = () =>
    Array.from({ length: Math.ceil(bytes.length / pieceSize) }, (_, n) =>
      bytes.subarray(n * pieceSize, (n + 1) * pieceSize),
    )
  return { id: await keep(tx, organisationId, { sha256, size: bytes.length, pieces }), sha256 }
}

type Content = { sha256: Buffer; size: number; pieces: () => AsyncIterable<Buffer> | Iterable<Buffer> }

async function keep(tx: Tx, organisationId: string, file: Content): Promise<string> {
  const id = newId()
  const inserted = await rows(
    tx,
    sql<{ id: string }>`
      insert into files (id, organisation_id, sha256, size) values (${id}, ${organisationId}, ${file.sha256}, ${file.size})
      on conflict (organisation_id, sha256) do nothing returning id`,
  )
  if (inserted.length === 0) {
    const [existing] = await rows(
      tx,
      sql<{ id: string }>`select id from files where organisation_id = ${organisationId} and sha256 = ${file.sha256}`,
    )
    if (!existing) throw new Refused('server.busy')
    // Its bytes may have been removed by their age, or be about to be.
    await sql`select pg_advisory_xact_lock_shared(hashtextextended(${existing.id}, 0))`.execute(tx)
    const kept = await rows(tx, sql`select 1 from file_pieces where file_id = ${existing.id} limit 1`)
    if (kept.length === 0) await keepPieces(tx, organisationId, { ...file, id: existing.id })
    return existing.id
  }
  await keepPieces(tx, organisationId, { ...file, id })
  return id
}

async function keepPieces(tx: Tx, organisationId: string, { id, pieces }: Content & { id: string }): Promise<void> {
  let n = 0
  for await (const piece of pieces())
    await sql`insert into file_pieces (file_id, organisation_id, n, bytes)
      values (${id}, ${organisationId}, ${n++}, ${piece}) on conflict do nothing`.execute(tx)
}

/** Removes the bytes of a stored file, unless somebody sends the same file at this moment. Its size and its fingerprint stay. */
export async function removePieces(tx: Tx, fileId: string, isNeeded: () => Promise<boolean>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${fileId}, 0))`.execute(tx)
  if (!(await isNeeded())) await sql`delete from file_pieces where file_id = ${fileId}`.execute(tx)
}

/** The bytes of a stored file, piece by piece. */
export async function* filePieces(tx: Tx, fileId: string): AsyncGenerator<Buffer> {
  for (let n = 0; ; n++) {
    const [piece] = await rows(
      tx,
      sql<{ bytes: Buffer }>`select bytes from file_pieces where file_id = ${fileId} and n = ${n}`,
    )
    if (!piece) return
    yield piece.bytes
  }
}
