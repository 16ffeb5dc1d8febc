import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { continueSealed, createSealed, readSealed } from './sealedFile.ts'

const key = randomBytes(32)
const at = new Date('2026-11-25T10:00:00Z')
let folder: string
let made = 0

beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'kahawa-sealed-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sealedIn = (path: string, of = 'book') => ({ path, key, of })

async function write(parts: readonly string[], { isWhole = true } = {}): Promise<string> {
  const path = join(folder, `file-${(made += 1)}`)
  const file = await createSealed(sealedIn(path))
  for (const [index, part] of parts.entries())
    await file.append(Buffer.from(part), at, { isLast: isWhole && index === parts.length - 1 })
  await file.close()
  return path
}

async function read(path: string, { of = 'book', mayEndEarly = false } = {}): Promise<string> {
  let text = ''
  for await (const { data } of readSealed(sealedIn(path, of), { mayEndEarly })) text += data.toString()
  return text
}

test('what was written is read, and is not to be seen in the file', async () => {
  const path = await write(['Wanjiku 29384756', '', 'Otieno'])
  expect(await read(path)).toBe('Wanjiku 29384756Otieno')
  expect(readFileSync(path, 'latin1')).not.toContain('29384756')
})

test('any byte that is changed, and any end that is cut off, is noticed', async () => {
  const path = await write(['first', 'second', 'third'])
  const bytes = readFileSync(path)
  const other = join(folder, 'other')
  await fc.assert(
    fc.asyncProperty(
      fc.nat(bytes.length - 1),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
      async (place, by, isCut) => {
        const changed = Buffer.from(bytes)
        changed[place] = (changed[place] ?? 0) ^ by
        writeFileSync(other, isCut ? bytes.subarray(0, place) : changed)
        await expect(read(other)).rejects.toThrow(`${other} is damaged`)
      },
    ),
    { numRuns: 300 },
  )
})

test('a file in the place of another, with something behind it, or with another key, does not open', async () => {
  const path = await write(['first', 'second'])
  await expect(read(path, { of: 'another book' })).rejects.toThrow('is damaged')
  await expect(read(join(folder, 'nowhere'))).rejects.toThrow('is missing from the backup')
  const longer = join(folder, 'longer')
  copyFileSync(path, longer)
  appendFileSync(longer, readFileSync(path).subarray(24))
  await expect(read(longer)).rejects.toThrow('is damaged')
  await expect(read(longer, { mayEndEarly: true })).rejects.toThrow('is damaged')
})

test('after a power cut in the middle of a chunk the file goes on behind the last whole one', async () => {
  const path = await write(['first', 'second', 'third'], { isWhole: false })
  const size = readFileSync(path).length
  for (const lost of [1, 20, 45]) {
    truncateSync(path, size - lost)
    const file = await continueSealed(sealedIn(path))
    expect([file.plainBytes, file.isWhole]).toEqual(['firstsecond'.length, false])
    await file.append(Buffer.from('third'), at)
    await file.close()
  }
  // Or nothing but emptiness where the last chunk should be.
  appendFileSync(path, Buffer.alloc(500))
  const file = await continueSealed(sealedIn(path))
  await file.append(Buffer.from('fourth'), at, { isLast: true })
  await file.close()
  expect(await read(path)).toBe('firstsecondthirdfourth')
})
