import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isSealed, seal, unseal } from './secretBox.ts'
import { StartupError } from './startupError.ts'

const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'kahawa-key-'))
  folders.push(made)
  return made
}
afterAll(() => folders.forEach((made) => rmSync(made, { recursive: true, force: true })))

const keyed = { key: randomBytes(32), dataDir: '/nowhere' }

test('a sealed secret opens for its owner only, and every seal looks different', () => {
  const sealed = seal(keyed, 'totp 1', 'JBSWY3DPEHPK3PXP')
  expect(isSealed(sealed)).toBe(true)
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(unseal(keyed, 'totp 1', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(seal(keyed, 'totp 1', 'JBSWY3DPEHPK3PXP')).not.toBe(sealed)
  expect(() => unseal(keyed, 'totp 2', sealed)).toThrow(/authenticate|authentication tag|state/)
  expect(() => unseal({ ...keyed, key: randomBytes(32) }, 'totp 1', sealed)).toThrow(
    /authenticate|authentication tag|state/,
  )
  expect(() => unseal(keyed, 'totp 1', 'JBSWY3DPEHPK3PXP')).toThrow('not a sealed secret')
})

test('a single bit that was changed keeps it shut', () => {
  const sealed = seal(keyed, 'totp 1', 'JBSWY3DPEHPK3PXP')
  const bytes = Buffer.from(sealed.slice(3), 'base64')
  for (let at = 0; at < bytes.length; at += 1) {
    const wrong = Buffer.from(bytes)
    wrong[at] = (wrong[at] ?? 0) ^ 1
    expect(() => unseal(keyed, 'totp 1', `v1.${wrong.toString('base64')}`)).toThrow(
      /authenticate|authentication tag|state/,
    )
  }
  expect(() => unseal(keyed, 'totp 1', sealed.slice(0, 12))).toThrow(/authenticate|authentication tag|state/)
})

test('without a configured key the data folder gets one that only its owner reads, and keeps it', () => {
  const dataDir = join(folder(), 'data')
  const sealed = seal({ key: undefined, dataDir }, 'totp 1', 'secret')
  const file = join(dataDir, 'secrets.key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  expect(key).toHaveLength(32)
  expect(unseal({ key, dataDir: '/nowhere' }, 'totp 1', sealed)).toBe('secret')
})

test('a key file that is damaged is never replaced', () => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'secrets.key'), 'short\n')
  expect(() => seal({ key: undefined, dataDir }, 'totp 1', 'secret')).toThrow(StartupError)
  expect(readFileSync(join(dataDir, 'secrets.key'), 'utf8')).toBe('short\n')
})
