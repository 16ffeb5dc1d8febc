import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declaredCalls, schemaOf } from '#server/kit/web/openApi.ts'
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

test('only hashes of the SHA-2 family are made, and seals are AES of 256 bits', () => {
  const product = readSources().filter(({ path, isTest }) => !isTest && /^(contract|server|client)\//.test(path))
  const hashing = product.filter(({ text }) => /create(?:Hash|Hmac)\(/.test(text))
  expect(hashing.length).toBeGreaterThan(5)
  for (const { path, text } of product) {
    expect(text, path).not.toMatch(/create(?:Hash|Hmac)\((?!'sha(?:256|384|512)')/)
    expect(text, path).not.toMatch(/\bmd\.(?!sha256|sha512)\w+\.create|\bhash\('(?:md|sha1)/)
    expect(text, path).not.toMatch(/create(?:Cipheriv|Decipheriv)\((?!'aes-256-gcm')/)
  }
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

test('nobody is asked at the door, or on the way to a new password, what others may know of them', () => {
  const atTheDoor = declaredCalls.filter(({ declared }) => declared.allow === 'anyone' && declared.body)
  const fields = atTheDoor.flatMap(({ declared }) =>
    declared.body ? Object.keys(schemaOf(declared.body, 'input').properties ?? {}) : [],
  )
  expect([...new Set(fields)].toSorted()).toEqual([
    'code',
    'half',
    'organisation',
    'passkey',
    'password',
    'query',
    'token',
    'username',
  ])
})
