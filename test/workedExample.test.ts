import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources, root } from './kit/sourceFiles.ts'

const diff = readFileSync(join(root, 'docs/examples/society-minutes.diff'), 'utf8')
const parts = diff.split(/^diff --git /m).slice(1)
const pathOf = (part: string): string => /^\+\+\+ b\/(.*)$/m.exec(part)?.[1] ?? ''
const addedTo = (part: string): string[] =>
  part.split('\n').flatMap((line) => (/^\+(?!\+\+)/.test(line) ? [line.slice(1)] : []))
const isNew = (part: string): boolean => part.includes('\nnew file mode')
const files = new Set([...readSources().map(({ path }) => path), ...parts.filter(isNew).map(pathOf)])

test('the worked example of a new kind of record is small, and touches what is there', () => {
  expect(parts.length).toBeGreaterThan(15)
  expect(parts.reduce((sum, part) => sum + addedTo(part).length, 0)).toBeLessThan(300)
  const texts = ['docs/', 'db/']
  const lost = parts.filter((part) => !isNew(part)).map(pathOf)
  expect(lost.filter((path) => !files.has(path) && !texts.some((folder) => path.startsWith(folder)))).toEqual([])
})

test('every file that it imports is where it says', () => {
  const lost = parts.flatMap((part) => {
    const folder = pathOf(part).split('/').slice(0, -1).join('/')
    return addedTo(part).flatMap((line) => {
      const of = /(?:from |import\()'([#.][^']+)'/.exec(line)?.[1]
      if (!of) return []
      const path = of.startsWith('#') ? of.slice(1) : join(folder, of)
      return files.has(path) ? [] : [`${pathOf(part)}: ${of}`]
    })
  })
  expect(lost).toEqual([])
})

test('the lines that it stands beside are there', () => {
  const texts = new Map(readSources().map(({ path, text }) => [path, text.split('\n')]))
  const lost = parts
    .filter((part) => !isNew(part))
    .flatMap((part) => {
      const lines = texts.get(pathOf(part)) ?? []
      const beside = part.split('\n').filter((line) => line.startsWith(' ') && line.trim() !== '')
      return beside.filter((line) => !lines.includes(line.slice(1))).map((line) => `${pathOf(part)}: ${line}`)
    })
  expect(lost).toEqual([])
})
