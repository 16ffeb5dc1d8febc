import { crc32, createInflateRaw } from 'node:zlib'
import { damaged, forged, SheetRefused } from './sheetRefused.ts'
import type { SheetCaps } from './sheetRefused.ts'

export type ZipPart = {
  name: string
  method: number
  crc: number
  compressedBytes: number
  inflatedBytes: number
  headerAt: number
  dataAt: number
}

export type Zip = { bytes: Buffer; parts: Map<string, ZipPart>; caps: SheetCaps; inflatedSoFar: Map<string, number> }

const noZip64 = 0xffffffff

// Reads the directory of a zip and refuses it when any entry lies about its place, its name or its size.
// Part names are kept in lower case with forward slashes: spreadsheet programs look them up that way.
export function openZip({ bytes, caps }: { bytes: Buffer; caps: SheetCaps }): Zip {
  const directory = findDirectory(bytes)
  if (directory.count > caps.maxParts) {
    throw new SheetRefused(
      'too_many_parts',
      `The workbook has ${directory.count} parts; at most ${caps.maxParts} are read. Copy the rows into our template.`,
    )
  }
  const parts = new Map<string, ZipPart>()
  let at = directory.at
  for (let index = 0; index < directory.count; index++) {
    const { part, next } = readDirectoryEntry(bytes, at, directory.at + directory.length)
    at = next
    if (part.name.endsWith('/') && part.inflatedBytes === 0) continue
    if (parts.has(part.name)) throw forged(`the part ${part.name} is there twice`)
    parts.set(part.name, part)
  }
  refuseOverlaps(parts, directory.at)
  for (const part of parts.values()) refuseBomb(part, part.inflatedBytes, caps)
  return { bytes, parts, caps, inflatedSoFar: new Map() }
}

function findDirectory(bytes: Buffer): { at: number; length: number; count: number } {
  const lowest = Math.max(0, bytes.length - 65_557)
  for (let at = bytes.length - 22; at >= lowest; at--) {
    if (bytes.readUInt32LE(at) !== 0x06054b50 || at + 22 + bytes.readUInt16LE(at + 20) > bytes.length) continue
    let count = bytes.readUInt16LE(at + 10)
    let length = bytes.readUInt32LE(at + 12)
    let start = bytes.readUInt32LE(at + 16)
    if (bytes.readUInt16LE(at + 4) !== 0 || bytes.readUInt16LE(at + 6) !== 0 || bytes.readUInt16LE(at + 8) !== count) {
      throw damaged('it is one piece of a split archive')
    }
    if (count === 0xffff || length === noZip64 || start === noZip64) {
      const wide = readWideDirectory(bytes, at)
      count = wide.count
      length = wide.length
      start = wide.at
    }
    if (start + length > at) throw damaged('its table of contents is cut off')
    if (count * 46 > length) throw forged('it promises more parts than it lists')
    return { at: start, length, count }
  }
  throw damaged('its end is missing, as after an upload that broke off')
}

function readWideDirectory(bytes: Buffer, endAt: number): { at: number; length: number; count: number } {
  const locatorAt = endAt - 20
  if (locatorAt < 0 || bytes.readUInt32LE(locatorAt) !== 0x07064b50) throw forged('its size fields are not filled in')
  const at = readUInt64(bytes, locatorAt + 8)
  if (at + 56 > locatorAt || bytes.readUInt32LE(at) !== 0x06064b50) throw forged('its end points nowhere')
  return { count: readUInt64(bytes, at + 32), length: readUInt64(bytes, at + 40), at: readUInt64(bytes, at + 48) }
}

function readUInt64(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at)
  if (value > BigInt(bytes.length) * 2000n) throw forged('it gives impossible sizes')
  return Number(value)
}

function readDirectoryEntry(bytes: Buffer, at: number, end: number): { part: ZipPart; next: number } {
  if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) throw damaged('its table of contents is broken')
  const flags = bytes.readUInt16LE(at + 8)
  const method = bytes.readUInt16LE(at + 10)
  const nameLength = bytes.readUInt16LE(at + 28)
  const extraLength = bytes.readUInt16LE(at + 30)
  const next = at + 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32)
  if (next > end) throw damaged('its table of contents is broken')
  const rawName = bytes.subarray(at + 46, at + 46 + nameLength)
  const name = partName(rawName)
  if ((flags & 0x2041) !== 0) {
    throw new SheetRefused(
      'workbook_encrypted',
      'The workbook is protected. Save it without a password and upload that.',
    )
  }
  if (method !== 0 && method !== 8) throw damaged(`the part ${name} is packed in a way that workbooks never use`)
  const part: ZipPart = {
    name,
    method,
    crc: bytes.readUInt32LE(at + 16),
    compressedBytes: bytes.readUInt32LE(at + 20),
    inflatedBytes: bytes.readUInt32LE(at + 24),
    headerAt: bytes.readUInt32LE(at + 42),
    dataAt: 0,
  }
  readWideSizes(bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength), part)
  const headerAt = part.headerAt
  if (headerAt + 30 > bytes.length || bytes.readUInt32LE(headerAt) !== 0x04034b50) {
    throw damaged(`the part ${name} is not where it should be`)
  }
  const localNameLength = bytes.readUInt16LE(headerAt + 26)
  part.dataAt = headerAt + 30 + localNameLength + bytes.readUInt16LE(headerAt + 28)
  if (part.dataAt + part.compressedBytes > bytes.length) throw damaged(`the part ${name} is cut off`)
  if (!bytes.subarray(headerAt + 30, headerAt + 30 + localNameLength).equals(rawName)) {
    throw forged(`the part ${name} carries two names`)
  }
  if (bytes.readUInt16LE(headerAt + 8) !== method) throw forged(`the part ${name} is packed in two ways`)
  return { part, next }
}

// Sizes of 4 GB and more, or of writers that always leave room for them, stand in an extra field.
function readWideSizes(extra: Buffer, part: ZipPart): void {
  if (part.inflatedBytes !== noZip64 && part.compressedBytes !== noZip64 && part.headerAt !== noZip64) return
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
    let from = 0
    const take = (): number => {
      if (from + 8 > field.length) throw forged('its size fields are too short')
      from += 8
      const value = field.readBigUInt64LE(from - 8)
      if (value > 0xffff_ffff_ffffn) throw forged('it gives impossible sizes')
      return Number(value)
    }
    if (part.inflatedBytes === noZip64) part.inflatedBytes = take()
    if (part.compressedBytes === noZip64) part.compressedBytes = take()
    if (part.headerAt === noZip64) part.headerAt = take()
    return
  }
  throw forged('its size fields are not filled in')
}

function partName(rawName: Buffer): string {
  return rawName.toString('utf8').replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}

function refuseOverlaps(parts: Map<string, ZipPart>, directoryAt: number): void {
  let end = 0
  for (const part of [...parts.values()].sort((a, b) => a.headerAt - b.headerAt)) {
    if (part.headerAt < end) throw forged(`the part ${part.name} lies inside another`)
    end = part.dataAt + part.compressedBytes
  }
  if (end > directoryAt) throw forged('a part lies inside the table of contents')
}

function refuseBomb(part: ZipPart, inflatedBytes: number, caps: SheetCaps): void {
  const isTooMuch = inflatedBytes > caps.maxInflatedBytes
  const isBomb = inflatedBytes > 10_000_000 && inflatedBytes > part.compressedBytes * caps.maxInflateRatio
  if (!isTooMuch && !isBomb) return
  throw new SheetRefused(
    'inflates_too_much',
    `The workbook unpacks to far more than it should (part ${part.name}). Copy only the filled rows into our template.`,
  )
}

// Unpacks one part piece by piece, stopping at the caps, and checks its size and checksum at the end.
// Refusals may therefore come after pieces were already read.
export async function* inflatePart({ zip, part }: { zip: Zip; part: ZipPart }): AsyncGenerator<Buffer> {
  const packed = zip.bytes.subarray(part.dataAt, part.dataAt + part.compressedBytes)
  let crc = 0
  let length = 0
  for await (const piece of part.method === 0 ? storedPieces(packed) : inflatedPieces(packed, part.name)) {
    length += piece.length
    if (length > part.inflatedBytes) throw forged(`the part ${part.name} is larger than it says`)
    refuseBomb(part, length, zip.caps)
    countInflated(zip, part.name, length)
    crc = crc32(piece, crc)
    yield piece
  }
  if (length !== part.inflatedBytes) throw forged(`the part ${part.name} is smaller than it says`)
  if (crc !== part.crc) throw damaged(`the part ${part.name} does not match its checksum`)
}

function countInflated(zip: Zip, name: string, length: number): void {
  if (length <= (zip.inflatedSoFar.get(name) ?? 0)) return
  zip.inflatedSoFar.set(name, length)
  let total = 0
  for (const inflated of zip.inflatedSoFar.values()) total += inflated
  if (total > zip.caps.maxTotalInflatedBytes) {
    throw new SheetRefused(
      'inflates_too_much',
      'The workbook holds too much. Copy only the filled rows into our template.',
    )
  }
}

async function* storedPieces(packed: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < packed.length; at += 131_072) yield packed.subarray(at, at + 131_072)
}

async function* inflatedPieces(packed: Buffer, name: string): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: 131_072 })
  inflater.end(packed)
  try {
    for await (const piece of inflater) yield piece as Buffer // a zlib stream without encoding gives only buffers
  } catch (error) {
    if (error instanceof SheetRefused) throw error
    throw damaged(`the part ${name} cannot be unpacked`)
  } finally {
    inflater.destroy()
  }
  if (inflater.bytesWritten !== packed.length) throw forged(`the part ${name} has something hidden behind it`)
}

// The whole text of a small part; undefined when the workbook does not have it.
export async function readSmallPart({ zip, name }: { zip: Zip; name: string }): Promise<Buffer | undefined> {
  const part = zip.parts.get(name.toLowerCase())
  if (!part) return undefined
  if (part.inflatedBytes > 16_000_000) {
    throw new SheetRefused(
      'inflates_too_much',
      `The part ${name} of the workbook is too large. Copy the rows into our template.`,
    )
  }
  const pieces: Buffer[] = []
  for await (const piece of inflatePart({ zip, part })) pieces.push(piece)
  return Buffer.concat(pieces)
}
