import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { root } from '#test/kit/sourceFiles.ts'
import { checkPackages } from './checkPackages.ts'
import { knownInstallScripts, readLicences } from './packageRules.ts'

test('the packages of this project hold', () => {
  expect(checkPackages(root)).toEqual([])
})

describe('a bad package is found', () => {
  const folders: string[] = []
  afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

  const fine = { version: '1.0.0', integrity: 'sha512-AAAA', license: 'MIT' }
  // A rule that nobody needs any more is a finding of its own.
  const ruled = Object.fromEntries(
    [...Object.keys(readLicences), ...Object.keys(knownInstallScripts)].map((name) => [`node_modules/${name}`, fine]),
  )
  function project({
    locked = {},
    installed = {},
    dependencies = {},
    npmrc = 'ignore-scripts=true\n',
  }: {
    locked?: Record<string, object>
    installed?: Record<string, object>
    dependencies?: Record<string, string>
    npmrc?: string
  }): string[] {
    const folder = mkdtempSync(join(tmpdir(), 'kahawa-packages-'))
    folders.push(folder)
    const write = (name: string, content: object): void => writeFileSync(join(folder, name), JSON.stringify(content))
    const packages = Object.entries(locked).map(([name, more]) => [`node_modules/${name}`, { ...fine, ...more }])
    write('package.json', { dependencies })
    write('package-lock.json', { packages: { '': {}, ...ruled, ...Object.fromEntries(packages) } })
    writeFileSync(join(folder, '.npmrc'), npmrc)
    for (const [name, manifest] of Object.entries(installed)) {
      mkdirSync(join(folder, 'node_modules', name), { recursive: true })
      write(join('node_modules', name, 'package.json'), manifest)
    }
    return checkPackages(folder)
  }

  test('and a good one is not', () => {
    expect(project({ locked: { bean: {} }, dependencies: { bean: '1.0.0' } })).toEqual([])
  })

  test.each(['^1.0.0', '1.x', 'latest', 'github:farm/bean', '>=1.0.0'])('not pinned: %s', (version) => {
    expect(project({ dependencies: { bean: version } })).toEqual([`bean is not pinned to one version: ${version}.`])
  })

  test.each(['GPL-3.0-only', 'UNLICENSED', 'SEE LICENSE IN TERMS', 'MIT AND GPL-2.0', '((MIT OR X) AND X)', ''])(
    'under the licence “%s”',
    (license) => {
      const found = [`node_modules/bean: its licence ${license || '(none)'} is not allowed.`]
      expect(project({ locked: { bean: { license } } })).toEqual(found)
    },
  )

  test.each(['MIT', '(BSD-3-Clause OR GPL-2.0)', '(MIT AND Zlib)', 'GPL-2.0 OR MIT AND ISC'])(
    'but not under the licence %s',
    (license) => {
      expect(project({ locked: { bean: { license } } })).toEqual([])
    },
  )

  test('whose licence has changed since it was locked', () => {
    const installed = { bean: { license: 'AGPL-3.0' } }
    expect(project({ locked: { bean: {} }, installed })).toEqual([
      'node_modules/bean: its licence AGPL-3.0 is not allowed.',
    ])
  })

  test('that runs a script when it is installed, whatever the lock file says', () => {
    const found = ['node_modules/bean runs a script when it is installed.']
    expect(project({ locked: { bean: { hasInstallScript: true } } })).toEqual(found)
    const installed = { bean: { license: 'MIT', scripts: { postinstall: 'curl evil' } } }
    expect(project({ locked: { bean: {} }, installed })).toEqual(found)
    expect(project({ locked: { bean: {} }, installed: { bean: { scripts: { test: 'x' } } } })).toEqual([])
  })

  test('whose bytes nobody knows', () => {
    expect(project({ locked: { bean: { integrity: 'sha1-AAAA' } } })).toEqual([
      'node_modules/bean: its bytes are not known by SHA-512.',
    ])
  })

  test('when scripts are not switched off', () => {
    expect(project({ npmrc: 'save-exact=true\n' })).toEqual(['.npmrc does not say ignore-scripts=true.'])
  })
})
