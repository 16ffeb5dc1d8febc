import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declaredCalls, schemaOf } from '#server/kit/web/openApi.ts'
import { mendWithinDays } from '../tools/packages/packageRules.ts'
import { connections } from '../tools/securityLists.ts'
import { readSources, root } from './kit/sourceFiles.ts'

const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number = '', asks = '', state = '', by = '', shown = '']) => ({ number, asks, state, by, shown }))
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: Record<string, string> }

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

test('what is promised to who tells of a weakness is what packages are held to', () => {
  const promised = [...textOf('SECURITY.md').matchAll(/^\| (critical|high|moderate|low) +\| (\d+) /gm)]
  const { abandoned: _abandoned, ...within } = mendWithinDays
  expect(Object.fromEntries(promised.map(([, severity = '', days]) => [severity, Number(days)]))).toEqual(within)
})

test('cryptography is that of Node and OpenSSL: no package brings a cipher, hash or signature of its own', () => {
  const own = /forge|noble|crypto-?js|tweetnacl|libsodium|sjcl|elliptic|openpgp|jsrsasign|bcrypt|argon2|p12/
  expect(Object.keys(dependencies).filter((name) => own.test(name))).toEqual([])
  const imported = readSources().flatMap(({ path, text, isTest }) =>
    isTest ? [] : [...text.matchAll(/from '([^'.#][^']*)'/g)].map(([, name = '']) => ({ path, name })),
  )
  expect(imported.filter(({ name }) => name === 'node:crypto').length).toBeGreaterThan(10)
  expect(imported.filter(({ name }) => own.test(name))).toEqual([])
})

test('only hashes of the SHA-2 family are made, and seals are AES of 256 bits', () => {
  const product = readSources().filter(({ path, isTest }) => !isTest && /^(contract|server|client)\//.test(path))
  const hashing = product.filter(({ text }) => /create(?:Hash|Hmac)\(/.test(text))
  expect(hashing.length).toBeGreaterThan(5)
  for (const { path, text } of product) {
    expect(text, path).not.toMatch(/create(?:Hash|Hmac)\((?!'sha(?:256|384|512)')/)
    expect(text, path).not.toMatch(/\bmd\.(?!sha256|sha512)\w+\.create|\b(?:hash|sign|verify)\('(?:md|sha1)/)
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

const running = () => readSources().filter(({ path, isTest }) => !isTest && path.startsWith('server/'))

test('only the files of the list open connections', () => {
  const opening =
    /^import (?!type )[^\n]*(?<![\w])(?:connect|createTransport|OTLPTraceExporter)\b[^\n]* from '|^import (?:pg|\{ Client\b[^}]*\}) from 'pg'|(?<![.\w'])fetch\(|\?\? fetch\b|from 'openid-client'|from 'node:(?:http|https|dgram|http2)'/m
  const found = running()
    .filter(({ text }) => opening.test(text.replaceAll(/^import type .*$/gm, '')))
    .map(({ path }) => path)
  // It draws chance from the package, and asks nobody.
  const harmless = ['server/session/providerSignIn.ts']
  expect(found.filter((path) => !harmless.includes(path)).toSorted()).toEqual(
    connections.flatMap(({ by }) => by).toSorted(),
  )
})

test('every line of the log is on the page for whoever is on call', () => {
  const logged = textOf('docs/operating.md')
  const messages = running()
    .filter(({ path }) => !path.startsWith('server/kit/postgres/'))
    .flatMap(({ text }) =>
      [...text.matchAll(/\blog\.(?:info|warn|error|fatal)\(\s*(?:\{[^}]*\},\s*)?'((?:[^'\\]|\\.)+)'/g)].map(
        ([, said = '']) => said,
      ),
    )
  expect(messages.length).toBeGreaterThan(15)
  // A line that answers the one before it stands with it.
  const isThere = (said: string) =>
    logged.includes(said) || logged.includes(said.replace(/^.* (takes? them again|goes on|has ended)$/, '$1'))
  expect(messages.filter((said) => !isThere(said))).toEqual([])
})

test('the server writes its log through one door, and nothing else but commands and the start write lines', () => {
  const writing = running()
    .filter(({ text }) => /process\.std(?:out|err)|\bconsole\.|writeSync\([12],/.test(text))
    .map(({ path }) => path)
  expect(writing.filter((path) => !path.endsWith('Command.ts')).toSorted()).toEqual([
    'server/config.ts',
    'server/prepareDatabase.ts',
  ])
  expect(
    running()
      .filter(({ text }) => text.includes("from 'pino'") && /\bpino\(/.test(text))
      .map(({ path }) => path),
  ).toEqual(['server/kit/log.ts'])
})

test('no template is made of text at run time: nothing that reads templates is brought along, and no text becomes code', () => {
  const engines =
    /handlebars|mustache|ejs|pug|nunjucks|eta(?!data)|liquid|velocity|lodash|underscore|doT|twig|hogan|marko|vm2/i
  expect(Object.keys(dependencies).filter((name) => engines.test(name))).toEqual([])
  for (const { path, text } of readSources().filter(
    ({ path, isTest }) => !isTest && /^(contract|server|client)\//.test(path),
  ))
    expect(text, path).not.toMatch(/\bnew Function\(|\beval\(|from 'node:vm'|\bFunction\('/)
})
