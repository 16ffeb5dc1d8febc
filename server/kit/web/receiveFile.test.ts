import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainName, receiveFile } from './receiveFile.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kahawa-incoming-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const receive = (stream: Readable, fileName = 'members.csv', maxBytes = 1_000) =>
  receiveFile({ stream, fileName, mediaType: 'text/csv', maxBytes, dataDir, fields: () => ({}) })
const pieces = (...given: string[]) => Readable.from(given.map((piece) => Buffer.from(piece)))

test('a file is kept with its size and hash until it is discarded', async () => {
  const file = await receive(pieces('First Name\n', 'Wanjiku'))
  expect(readFileSync(file.path, 'utf8')).toBe('First Name\nWanjiku')
  expect(file).toMatchObject({
    size: 18,
    extension: 'csv',
    sha256: createHash('sha256').update('First Name\nWanjiku').digest(),
  })
  expect(file.path.startsWith(dataDir)).toBe(true)
  await file.discard()
  expect(existsSync(file.path)).toBe(false)
  expect(readdirSync(join(dataDir, 'incoming'))).toEqual([])
})

test('a file beyond the limit is refused without reading on', async () => {
  let read = 0
  async function* endless() {
    for (;;) {
      read += 1
      yield Buffer.alloc(400)
    }
  }
  await expect(receive(Readable.from(endless()))).rejects.toMatchObject({ code: 'upload.too_large' })
  expect(read).toBeLessThan(50)
})

test('a file without a byte, or whose sender goes away, is refused', async () => {
  await expect(receive(pieces())).rejects.toMatchObject({ code: 'upload.not_a_table', message: 'The file is empty.' })
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('aborted')
  }
  await expect(receive(Readable.from(broken()))).rejects.toThrow('aborted')
})

test('the name of a file keeps nothing of folders, controls or endless length', () => {
  expect(plainName('../../etc/passwd')).toBe('passwd')
  expect(plainName('C:\\Users\\W\\members.xlsx')).toBe('members.xlsx')
  expect(plainName('a\u0000b\r\n<c>.csv')).toBe('abc.csv')
  expect(plainName('..\\')).toBe('file')
  expect(plainName(`${'n'.repeat(300)}.xlsx`)).toHaveLength(120)
  expect(plainName(`${'n'.repeat(300)}.xlsx`).endsWith('.xlsx')).toBe(true)
})
