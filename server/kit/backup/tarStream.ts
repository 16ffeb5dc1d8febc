/** A file or folder of a tar archive, as PostgreSQL writes them (ustar, names of at most 255 bytes). */
type TarEntry = { name: string; kind: 'file' | 'folder' | 'link'; size: number; mode: number }

/** What a tar archive brings one after the other: an entry, then the bytes of its file, then its end. */
type TarPiece = { begin: TarEntry } | { data: Buffer } | { end: TarEntry }

const blockBytes = 512

/** Reads a tar archive piece by piece with the memory of one piece. Throws when it is cut off or no archive. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarPiece> {
  let rest: Buffer = Buffer.alloc(0)
  let entry: TarEntry | null = null
  let left = 0
  let padding = 0
  for await (const bytes of source) {
    rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    for (;;) {
      if (entry && left > 0) {
        const data = rest.subarray(0, left)
        if (data.length > 0) yield { data }
        left -= data.length
        rest = rest.subarray(data.length)
        if (left > 0) break
      }
      if (entry) {
        yield { end: entry }
        entry = null
      }
      if (rest.length < padding + blockBytes) break
      const header = rest.subarray(padding, padding + blockBytes)
      rest = rest.subarray(padding + blockBytes)
      padding = 0
      if (header.every((byte) => byte === 0)) continue
      entry = parseHeader(header)
      left = entry.size
      padding = (blockBytes - (entry.size % blockBytes)) % blockBytes
      yield { begin: entry }
    }
  }
  if (entry && left === 0) yield { end: entry }
  else if (entry) throw new Error('the archive ends in the middle of a file')
}

function parseHeader(header: Buffer): TarEntry {
  const sum = header.reduce((so, byte, at) => so + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (sum !== octal(header, 148, 8)) throw new Error('this is no tar archive')
  const prefix = text(header, 345, 155)
  const name = text(header, 0, 100)
  const kind = { '5': 'folder', '2': 'link' }[String.fromCharCode(header[156] ?? 0)] ?? 'file'
  return {
    name: prefix ? `${prefix}/${name}` : name,
    kind: kind as TarEntry['kind'], // border: one of the three written above
    size: octal(header, 124, 12),
    mode: octal(header, 100, 8) & 0o777,
  }
}

const text = (header: Buffer, from: number, length: number): string => {
  const field = header.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? length : end)
}

// Above eight gigabytes a size is written in binary, which its first bit tells.
const octal = (header: Buffer, from: number, length: number): number => {
  if (((header[from] ?? 0) & 0x80) === 0) return Number.parseInt(text(header, from, length).trim() || '0', 8)
  return Number(header.subarray(from + 1, from + length).reduce((so, byte) => so * 256n + BigInt(byte), 0n))
}
