import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../db.ts'
import { keepDocument } from './receiveDocument.ts'
import { receiveFile } from './receiveFile.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kahawa-documents-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Why a document is refused, by its code; what is not refused goes on to the database, which is not there. */
async function refusalOf(...pieces: (string | Buffer)[]): Promise<string> {
  const file = await receiveFile({
    stream: Readable.from(pieces.map((piece) => Buffer.from(piece as string))), // border: both are bytes to a buffer
    fileName: 'minute.pdf',
    mediaType: 'application/pdf',
    maxBytes: 50_000_000,
    dataDir,
    fields: () => ({}),
  })
  const none = undefined as unknown as Tx
  const refusal: unknown = await keepDocument(none, 'society', file).catch((error: unknown) => error)
  await file.discard()
  return refusal instanceof Error && 'code' in refusal ? String(refusal.code) : 'taken'
}
const pdf = (...parts: (string | Buffer)[]) => ['%PDF-1.7\n', ...parts, '\ntrailer <</Root 1 0 R>>\n%%EOF\n']
const stream = (dictionary: string, bytes: string | Buffer) => [
  `\n4 0 obj <<${dictionary}>>\nstream\n`,
  bytes,
  '\nendstream endobj\n',
]

test('a scan is taken, whatever its pictures and texts happen to say', async () => {
  expect(await refusalOf(...pdf('1 0 obj <</Type /Catalog /Title (stream\nof /JSON)>> endobj'))).toBe('taken')
  expect(await refusalOf(...pdf(...stream('/Filter /DCTDecode', '..../JS /JavaScript....')))).toBe('taken')
  const packed = deflateSync('2 0 <</Type /Pages /Kids [3 0 R]>>')
  expect(await refusalOf(...pdf(...stream('/Type /ObjStm /Filter /FlateDecode', packed)))).toBe('taken')
})

test('what runs, opens or carries more than a paper is refused, also spelt by numbers, packed, or locked', async () => {
  for (const said of [
    '<</S /JavaScript /JS (app.alert\\(1\\))>>',
    '<</S /J#61vaScript>>',
    '<</S/Launch/F(cmd.exe)>>',
    '<</Names <</EmbeddedFiles 9 0 R>>>>',
    '<</XFA 8 0 R>>',
    '<</Encrypt 7 0 R>>',
  ])
    expect([said, await refusalOf(...pdf(`1 0 obj ${said} endobj`))]).toEqual([said, 'upload.document_active'])
  const packed = deflateSync('2 0 <</S /JavaScript /JS 5 0 R>>')
  expect(await refusalOf(...pdf(...stream('/Type /ObjStm /Filter /FlateDecode', packed)))).toBe(
    'upload.document_active',
  )
  expect(await refusalOf(...pdf(...stream('/Type /ObjStm', '2 0 <</JS 5 0 R>>')))).toBe('upload.document_active')
  // Behind a title that speaks of streams.
  expect(await refusalOf(...pdf('(a >> b)\nstream of words <</JS 5 0 R>>', ...stream('', 'x')))).toBe(
    'upload.document_active',
  )
})

test('what is packed to burst, or cannot be unpacked, is refused before it fills the memory', async () => {
  const bomb = deflateSync(Buffer.alloc(30_000_000))
  for (const packed of [bomb, 'not packed'])
    expect(await refusalOf(...pdf(...stream('/Type /ObjStm /Filter /FlateDecode', packed)))).toBe(
      'upload.document_cut_off',
    )
  const half = deflateSync(Buffer.alloc(15_000_000))
  const twice = [0, 1].flatMap(() => stream('/Type /ObjStm /Filter /FlateDecode', half))
  expect(await refusalOf(...pdf(...twice))).toBe('upload.document_cut_off')
})

test('five megabytes of openings that never close are read in a moment', async () => {
  const before = performance.now()
  expect(await refusalOf(...pdf('<<>>\nstream\n'.repeat(380_000)))).toBe('upload.document_cut_off')
  expect(await refusalOf(...pdf('>>\nstream\nendstream'.repeat(250_000)))).toBe('taken')
  expect(await refusalOf(...pdf('stream\n'.repeat(700_000)))).toBe('taken')
  expect(performance.now() - before).toBeLessThan(10_000)
})

test('of a photograph the end must have come too, with the notes of a camera behind it', async () => {
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9])
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])
  expect(await refusalOf(jpeg, Buffer.alloc(20_000))).toBe('taken')
  expect(await refusalOf(png, 'IEND....')).toBe('taken')
  expect(await refusalOf(jpeg.subarray(0, 7))).toBe('upload.document_cut_off')
  expect(await refusalOf(png)).toBe('upload.document_cut_off')
  expect(await refusalOf('%PDF-1.7\n1 0 obj')).toBe('upload.document_cut_off')
  for (const other of ['GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'PK\u0003\u0004', ' %PDF-'])
    expect([other, await refusalOf(other)]).toEqual([other, 'upload.not_a_document'])
})
