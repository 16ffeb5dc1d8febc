import { expect, test } from 'vitest'
import { readSources } from '#test/kit/sourceFiles.ts'
import { en } from './en.ts'

/** The path to each word, and to each group of them. */
const pathsOf = (words: object, above = ''): string[] =>
  Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
    const path = above + key
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [path, ...pathsOf(value, `${path}.`)]
      : [path]
  })

test('every word of the screens is named by the product', () => {
  const sources = readSources().filter(({ path, isTest }) => !isTest && !path.startsWith('client/words/'))
  const named = new Set(sources.flatMap(({ text }) => text.match(/[\w$]+/g) ?? []))
  const paths = pathsOf(en)
  expect(paths.length).toBeGreaterThan(2_000)
  // A key of several words, such as a reason, is named by all of them.
  expect(paths.filter((path) => !path.match(/[\w$]+/g)?.every((part) => named.has(part)))).toEqual([])
})
