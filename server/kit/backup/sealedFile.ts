import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { StartupError } from '../startupError.ts'

// A file of chunks, each compressed and sealed by itself (AES-256-GCM), so that a file of any size is written, read and
// continued with the memory of one chunk. A chunk says its place, its time and whether it is the last: chunks that are
// swapped, repeated, left out or cut off are noticed, and so is a file under the name of another.

const magic = Buffer.from('KAHAWA1\n')
const saltBytes = 16
const headBytes = magic.length + saltBytes
/** Length of the body, whether it is the last, and when it was written. */
const frameBytes = 13
const nonceBytes = 12
const tagBytes = 16
/** The most that one chunk holds. */
export const chunkBytes = 1 << 20

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** One opened chunk; `end` is where the next begins in the file. */
type Chunk = { data: Buffer; at: Date; isLast: boolean; end: number }

/** Which file: `of` is its name within the backup, which it must be found under. */
type Sealed = { path: string; key: Buffer; of: string }

/** A sealed file that is being written. What was appended is on the disk once `sync` has returned. */
export type SealedWriter = {
  append: (data: Buffer, at: Date, options?: { isLast: boolean }) => Promise<void>
  sync: () => Promise<void>
  close: () => Promise<void>
}

/** Makes a new sealed file; refuses one that is there. */
export async function createSealed(sealed: Sealed): Promise<SealedWriter> {
  const file = await open(sealed.path, 'wx', 0o600)
  const salt = randomBytes(saltBytes)
  await file.write(Buffer.concat([magic, salt]))
  return writer({ file, fileKey: keyOfFile(sealed, salt), salt, index: 0, position: headBytes })
}

/**
 * Takes up a file again where it ended, for `plainBytes` of content so far. What a power cut left of a last chunk is cut
 * away; a chunk that was changed is damage.
 */
export async function continueSealed(
  sealed: Sealed,
): Promise<SealedWriter & { plainBytes: number; isWhole: boolean; lastAt: Date | null }> {
  let [plainBytes, position, index, isWhole] = [0, headBytes, 0, false]
  let lastAt: Date | null = null
  for await (const chunk of readSealed(sealed, { mayEndEarly: true })) {
    plainBytes += chunk.data.length
    ;({ end: position, isLast: isWhole, at: lastAt } = chunk)
    index += 1
  }
  const file = await open(sealed.path, 'r+')
  const salt = await readSalt(file, sealed.path)
  await file.truncate(position)
  return { ...writer({ file, fileKey: keyOfFile(sealed, salt), salt, index, position }), plainBytes, isWhole, lastAt }
}

/** Opens a sealed file chunk by chunk. Throws StartupError at damage; an end without a last chunk is damage unless told otherwise. */
export async function* readSealed(
  sealed: Sealed,
  { mayEndEarly = false }: { mayEndEarly?: boolean } = {},
): AsyncGenerator<Chunk> {
  const file = await open(sealed.path, 'r').catch(() => {
    throw new StartupError(`${sealed.path} is missing from the backup.`)
  })
  try {
    const salt = await readSalt(file, sealed.path)
    const fileKey = keyOfFile(sealed, salt)
    let isLast = false
    for (let index = 0, position = headBytes; ; index++) {
      const frame = await readAt(file, position, frameBytes)
      const length = frame.length === frameBytes ? frame.readUInt32BE(0) : 0
      if (frame.length === 0 && (isLast || mayEndEarly)) return
      const isLikely = !isLast && length >= nonceBytes + tagBytes && length <= chunkBytes * 2
      const body = isLikely ? await readAt(file, position + frameBytes, length) : Buffer.alloc(0)
      const isThere = isLikely && body.length === length
      const data = isThere ? await openChunk({ fileKey, salt, index, frame, body }).catch(() => null) : null
      if (data === null) {
        // A power cut can leave a part of the last chunk, or nothing in its place.
        const { size } = await file.stat()
        if (mayEndEarly && !isLast && (length === 0 || position + frameBytes + length >= size)) return
        throw damaged(sealed.path)
      }
      position += frameBytes + length
      isLast = frame[4] === 1
      yield { data, at: new Date(Number(frame.readBigUInt64BE(5))), isLast, end: position }
    }
  } finally {
    await file.close()
  }
}

export const damaged = (path: string): StartupError =>
  new StartupError(
    `${path} is damaged: it is not what was written. Take a copy of it from elsewhere, or another backup.`,
  )

type Writing = { file: FileHandle; fileKey: Buffer; salt: Buffer; index: number; position: number }

function writer({ file, fileKey, salt, index, position }: Writing): SealedWriter {
  return {
    append: async (data, at, { isLast } = { isLast: false }) => {
      const nonce = randomBytes(nonceBytes) // of each chunk anew: a chunk that a power cut took is written again with the same number
      const packed = await compress(data)
      const frame = Buffer.alloc(frameBytes)
      frame.writeUInt32BE(nonceBytes + packed.length + tagBytes, 0)
      frame[4] = isLast ? 1 : 0
      frame.writeBigUInt64BE(BigInt(at.getTime()), 5)
      const cipher = createCipheriv('aes-256-gcm', fileKey, nonce).setAAD(placeOf(salt, index, frame))
      const bytes = Buffer.concat([frame, nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()])
      await file.write(bytes, 0, bytes.length, position)
      index += 1
      position += bytes.length
    },
    sync: () => file.datasync(),
    close: () => file.close(),
  }
}

type Opening = { fileKey: Buffer; salt: Buffer; index: number; frame: Buffer; body: Buffer }

async function openChunk({ fileKey, salt, index, frame, body }: Opening): Promise<Buffer> {
  const decipher = createDecipheriv('aes-256-gcm', fileKey, body.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(placeOf(salt, index, frame))
    .setAuthTag(body.subarray(-tagBytes))
  const packed = Buffer.concat([decipher.update(body.subarray(nonceBytes, -tagBytes)), decipher.final()])
  return decompress(packed, { maxOutputLength: chunkBytes })
}

/** What a chunk is bound to besides its content. */
function placeOf(salt: Buffer, index: number, frame: Buffer): Buffer {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(BigInt(index))
  return Buffer.concat([salt, number, frame])
}

const keyOfFile = ({ key, of }: Sealed, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `kahawa backup file ${of}`, 32))

async function readSalt(file: FileHandle, path: string): Promise<Buffer> {
  const head = await readAt(file, 0, headBytes)
  if (head.length < headBytes || !head.subarray(0, magic.length).equals(magic)) throw damaged(path)
  return head.subarray(magic.length)
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return bytes.subarray(0, done)
}
