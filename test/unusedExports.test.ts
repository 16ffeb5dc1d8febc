import { describe, expect, test } from 'vitest'
import { readSources } from './kit/sourceFiles.ts'
import { findUnusedExports } from './kit/unusedExports.ts'

// What is used otherwise than by an import, and by whom.
const importedByName: Record<string, string> = {
  'client/kit/noSchemas.ts z': 'vite.config.ts puts it in the place of zod',
  'test/kit/templateSeed.ts seedTemplate': 'test/kit/testDatabase.ts loads the file by its path',
  'test/kit/templateSeed.ts seedFingerprint': 'as above',
}
// What the product does not run, and why it is there all the same.
const forTestsOnly: Record<string, string> = {
  'contract/index.ts UploadKindName': 'a test keeps an example file of each kind',
  'server/kit/clock.ts setClock': 'a test has its own time',
  'server/kit/db.ts connectionsPerServer':
    'holds the README and the settings of PostgreSQL against the sizes of the pools',
  'server/ledger/ledger.ts statementOf': 'reads an account as the database shows it to its organisation',
}
const findings = findUnusedExports(readSources())

test('what is exported is imported by another file', () => {
  expect(findings.byNobody.toSorted()).toEqual(Object.keys(importedByName).toSorted())
})

test('what is there for tests alone is listed with its reason', () => {
  expect(findings.byTestsOnly.toSorted()).toEqual(Object.keys(forTestsOnly).toSorted())
})

describe('an unused export is found', () => {
  const file = (path: string, text: string) => ({ path, text, isTest: path.endsWith('.test.ts') })
  const unused = (text: string, ...others: [path: string, text: string][]) =>
    findUnusedExports([file('server/lots.ts', text), ...others.map(([path, of]) => file(path, of))])
  const nothing = { byNobody: [], byTestsOnly: [] }

  test('when nobody imports it', () => {
    const text = `export const lots = 1\nexport type Lot = { n: number }\nexport function weigh() { return lots }`
    const all = ['server/lots.ts lots', 'server/lots.ts Lot', 'server/lots.ts weigh']
    expect(unused(text)).toEqual({ byNobody: all, byTestsOnly: [] })
    expect(unused(text, ['server/other.ts', `import { lots as theirs, type Lot } from './lots.ts'`]).byNobody).toEqual([
      'server/lots.ts weigh',
    ])
    expect(unused(text, ['client/other.ts', `import { lots, type Lot, weigh } from '#server/lots.ts'`])).toEqual(
      nothing,
    )
    expect(unused(text, ['server/other.ts', `import { lots, type Lot, weigh } from './bags.ts'`]).byNobody).toEqual(all)
  })

  test('when only tests import it and its own file does without it, whatever its comments say', () => {
    const test: [string, string] = ['server/lots.test.ts', `import { lots } from './lots.ts'`]
    expect(unused(`// lots\nexport const lots = 1`, test).byTestsOnly).toEqual(['server/lots.ts lots'])
    expect(unused(`export const lots = 1\nprocess(lots)`, test)).toEqual(nothing)
    expect(unused(`export const lots = 1`, test, ['tools/say.ts', `import { lots } from '#server/lots.ts'`])).toEqual(
      nothing,
    )
  })

  test('but not when its file is imported whole, or later', () => {
    const text = `export const lots = 1\nexport const bags = 2`
    const address = `'#server/lots.ts'` // apart, or the house would look for the file
    const whole: [string, string] = ['server/a.ts', `import * as all from './lots.ts'\nsay(all.lots)`]
    const later: [string, string] = ['client/a.ts', `const { bags } = await import(${address})`]
    expect(unused(text, whole).byNobody).toEqual(['server/lots.ts bags'])
    expect(unused(text, whole, later)).toEqual(nothing)
  })
})
