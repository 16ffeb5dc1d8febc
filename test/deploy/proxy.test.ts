import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../kit/sourceFiles.ts'

const caddyfile = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')
/** The lines of a site, by its address. */
function site(address: string): string {
  const from = caddyfile.indexOf(`\n${address} {\n`)
  const to = caddyfile.indexOf('\n}\n', from)
  if (from === -1 || to === -1) throw new Error(`${address} is not in the Caddyfile`)
  return caddyfile.slice(from, to)
}

test('the proxy speaks new TLS only, by suites with forward secrecy that authenticate, the strongest first', () => {
  const lines = site('{$KAHAWA_HOST}')
  expect(/protocols (.+)/.exec(lines)?.[1]).toBe('tls1.2 tls1.3')
  const suites = (/ciphers (.+)/.exec(lines)?.[1] ?? '').split(' ')
  expect(suites.length).toBeGreaterThan(2)
  for (const suite of suites)
    expect(suite).toMatch(/^TLS_ECDHE_(?:ECDSA|RSA)_WITH_(?:AES_(?:128|256)_GCM|CHACHA20_POLY1305)_SHA(?:256|384)$/)
  expect(suites.map((suite) => suite.includes('AES_256'))).toEqual(
    suites.map((suite) => suite.includes('AES_256')).toSorted((one, other) => Number(other) - Number(one)),
  )
})

test('people in the clear are led to https, and calls are not', () => {
  const lines = site('http://{$KAHAWA_HOST}')
  const [, calls = '', others = ''] = lines.split(/\n\thandle /)
  expect(lines).toContain('@calls path /api /api/*')
  expect(calls).toMatch(/^@calls \{[^}]*respond "[^"]+" 403/)
  expect(calls).not.toContain('redir')
  expect(others).toContain('redir https://{host}{uri} permanent')
  expect(lines).not.toContain('reverse_proxy')
})
