import { crc32, deflateRawSync } from 'node:zlib'

// One entry of a zip, with every header that may differ from the truth.
export type ZipEntry = {
  name: string
  content: string | Uint8Array
  isStored?: boolean
  localName?: string
  method?: number
  flags?: number
  crc?: number
  inflatedBytes?: number
  compressedBytes?: number
  headerAt?: number
  behind?: Uint8Array
}

// What the records of the archive as a whole say instead of the truth.
export type ZipOverrides = { count?: number; directoryAt?: number; directoryLength?: number; comment?: string }

// Builds a zip exactly as described, with honest headers where the entry sets none.
export function buildZip(entries: ZipEntry[], overrides: ZipOverrides = {}): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const content = Buffer.from(entry.content as Uint8Array) // Buffer.from takes both; its overloads do not
    const packed = entry.isStored ? content : deflateRawSync(content)
    const data = entry.behind ? Buffer.concat([packed, entry.behind]) : packed
    const name = Buffer.from(entry.name)
    const localName = Buffer.from(entry.localName ?? entry.name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(entry.flags ?? 0, 2)
    common.writeUInt16LE(entry.method ?? (entry.isStored ? 0 : 8), 4)
    common.writeUInt16LE(0x21, 8)
    common.writeUInt32LE(entry.crc ?? crc32(content), 10)
    common.writeUInt32LE(entry.compressedBytes ?? data.length, 14)
    common.writeUInt32LE(entry.inflatedBytes ?? content.length, 18)
    common.writeUInt16LE(localName.length, 22)
    pieces.push(Buffer.from('PK\x03\x04', 'latin1'), common, localName, data)
    const central = Buffer.from(common)
    central.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(entry.headerAt ?? at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), central, tail, name)
    at += 30 + localName.length + data.length
  }
  const directoryBytes = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(overrides.count ?? entries.length, 8)
  end.writeUInt16LE(overrides.count ?? entries.length, 10)
  end.writeUInt32LE(overrides.directoryLength ?? directoryBytes.length, 12)
  end.writeUInt32LE(overrides.directoryAt ?? at, 16)
  end.writeUInt16LE((overrides.comment ?? '').length, 20)
  return Buffer.concat([...pieces, directoryBytes, end, Buffer.from(overrides.comment ?? '', 'latin1')])
}
