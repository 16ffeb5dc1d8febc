import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import type { ErrorCode } from '#contract/house/errors.ts'
import type { Tx } from '../db.ts'
import { Refused } from '../refused.ts'
import { fileTooLarge, keepFile, type ReceivedFile } from './receiveFile.ts'

/** Most bytes of a scan or a photograph of a paper. */
export const mostDocumentBytes = 5_000_000

/** What a document may be. Where its end must stand: some cameras write their own notes behind it. */
export const documentKinds = [
  {
    mediaType: 'application/pdf',
    extension: 'pdf',
    starts: Buffer.from('%PDF-'),
    ends: Buffer.from('%%EOF'),
    within: 1_024,
  },
  {
    mediaType: 'image/jpeg',
    extension: 'jpg',
    starts: Buffer.from([0xff, 0xd8, 0xff]),
    ends: Buffer.from([0xff, 0xd9]),
    within: 65_536,
  },
  {
    mediaType: 'image/png',
    extension: 'png',
    starts: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ends: Buffer.from('IEND'),
    within: 1_024,
  },
] as const

type KeptDocument = { fileId: string; fileName: string; mediaType: string; size: number; sha256: string }

/**
 * Keeps a document that came in, by the hash of its bytes. It is what its bytes say, and its name ends so. Refuses what is none, is cut
 * off, or is more than a paper: whoever decides opens it.
 */
export async function keepDocument(tx: Tx, organisationId: string, file: ReceivedFile): Promise<KeptDocument> {
  if (file.size > mostDocumentBytes) throw fileTooLarge(mostDocumentBytes)
  const bytes = await readFile(file.path)
  const kind = documentKinds.find(({ starts }) => bytes.subarray(0, starts.length).equals(starts))
  if (!kind) throw new Refused('upload.not_a_document')
  if (!bytes.subarray(-kind.within).includes(kind.ends)) throw new Refused('upload.document_cut_off')
  const fault = kind.extension === 'pdf' ? faultOfPdf(bytes) : undefined
  if (fault) throw new Refused(fault)
  const { mediaType, extension } = kind
  const name = file.extension === '' ? file.fileName : file.fileName.slice(0, -file.extension.length - 1)
  const fileName = `${name || 'document'}.${extension}`
  const fileId = await keepFile(tx, organisationId, file)
  return { fileId, fileName, mediaType, size: file.size, sha256: file.sha256.toString('hex') }
}

// What runs, opens a program, or brings another file with it. Encryption would hide all of them.
const more = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|Encrypt)(?![A-Za-z0-9])/

function faultOfPdf(bytes: Buffer): ErrorCode | undefined {
  const said = wordsOfPdf(bytes)
  if (said === null) return 'upload.document_cut_off'
  // A name may be spelt by numbers: /J#53 is /JS.
  const plain = said.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return more.test(plain) ? 'upload.document_active' : undefined
}

// A minute has a few thousand objects at most; what says more than this in 5 MB is packed to burst.
const mostWordBytes = 20_000_000

/** What a PDF says of itself, without pictures and text; the objects that are packed are unpacked. Null where that fails. */
function wordsOfPdf(bytes: Buffer): string | null {
  const text = bytes.toString('latin1')
  let left = mostWordBytes
  const words: string[] = []
  let at = 0
  for (const { index: start, 0: opening } of text.matchAll(/stream\r?\n/g)) {
    // Not within what was passed, and behind what describes it: a title may say anything.
    if (
      start < at ||
      !text
        .slice(Math.max(at, start - 32), start)
        .trimEnd()
        .endsWith('>>')
    )
      continue
    const said = text.slice(at, start)
    words.push(said)
    const first = start + opening.length
    const end = text.indexOf('endstream', first)
    if (end < 0) return null
    const dictionary = said.slice(said.lastIndexOf(' obj') + 1)
    if (dictionary.includes('/ObjStm')) {
      const unpacked = unpack(bytes.subarray(first, end), dictionary, left)
      if (unpacked === null) return null
      left -= unpacked.length
      words.push(unpacked)
    }
    at = end + 'endstream'.length
  }
  return [...words, text.slice(at)].join('\n')
}

function unpack(packed: Buffer, dictionary: string, most: number): string | null {
  if (!dictionary.includes('/Filter')) return packed.toString('latin1')
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(most, 1) }).toString('latin1')
  } catch {
    return null // packed otherwise, broken, or without end
  }
}
