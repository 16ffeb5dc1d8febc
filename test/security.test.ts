import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources, root } from './kit/sourceFiles.ts'

const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number = '', asks = '', state = '', by = '', shown = '']) => ({ number, asks, state, by, shown }))
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

test('the page answers each of the 184 requirements once, in one of three ways', () => {
  expect(rows).toHaveLength(184)
  expect(new Set(rows.map(({ number }) => number)).size).toBe(184)
  for (const { number, asks, state, by } of rows) {
    expect(number).toMatch(/^([1-8]|1[1-6])\.\d\.\d{1,2}$/)
    expect(asks, number).not.toBe('')
    expect(by, number).not.toBe('')
    expect(['met', 'not applicable', 'open'], number).toContain(state)
  }
})

test('its first lines count what its tables hold', () => {
  const count = (wanted: string): number => rows.filter(({ state }) => state === wanted).length
  const [, met, none, open, all] =
    /(\d+) are\s+met, (\d+) are not applicable, (\d+) are open: (\d+) in all/.exec(page) ?? []
  expect([met, none, open, all].map(Number)).toEqual([
    count('met'),
    count('not applicable'),
    count('open'),
    rows.length,
  ])
})

test.each(rows.filter(({ state }) => state === 'met'))('$number is met by a file that is there, and shown', (row) => {
  const [, by = ''] = /^`([^`]+)`$/.exec(row.by) ?? []
  const [, path = '', words = ''] = /^`([^`]+)`: “(.+)”$/.exec(row.shown) ?? []
  expect(textOf(by)).not.toBe('')
  expect(words).not.toBe('')
  expect(textOf(path)).toContain(words)
})

test('files that open lines name are there', () => {
  const named = rows.flatMap(({ by }) => [...by.matchAll(/`([\w./]+\/[\w./]+)`/g)].map(([, path = '']) => path))
  expect(named.length).toBeGreaterThan(100)
  for (const path of named) expect(textOf(path)).not.toBe('')
})

test('commands of the machine are started with lists of arguments, and no shell reads what was entered', () => {
  const product = readSources().filter(({ path, isTest }) => !isTest && /^(contract|server|client)\//.test(path))
  const starting = product.filter(({ text }) => text.includes('child_process'))
  expect(starting.length).toBeGreaterThan(2)
  for (const { path, text } of starting) {
    const [, names = ''] = /import \{([^}]*)\} from 'node:child_process'/.exec(text) ?? []
    const taken = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => !name.startsWith('type '))
    expect(['spawn', 'spawnSync'], path).toEqual(expect.arrayContaining(taken))
    // A shell may run a script that stands in the code; what it is asked about comes as an argument.
    expect(text, path).not.toMatch(
      /\bshell: (?!false)|\bspawn(?:Sync)?\('(?:\/bin\/)?(?:ba|da)?sh', (?!\['-c', '[^']*', )/,
    )
  }
})
