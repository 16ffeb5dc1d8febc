import { expect, test } from 'vitest'
import { readSources } from '#test/kit/sourceFiles.ts'
import { en } from './en.ts'

/** The keys of the words below a group, by their whole path. */
const keysOf = (words: object, path: readonly string[] = []): string[][] =>
  Object.entries(words).flatMap(([key, value]: [string, unknown]) => [
    [...path, key],
    ...(typeof value === 'object' && value !== null && !Array.isArray(value) ? keysOf(value, [...path, key]) : []),
  ])

test('every word of the screens is named by the product', () => {
  const sources = readSources().filter(({ path, isTest }) => !isTest && !path.startsWith('client/words/'))
  const named = new Set(sources.flatMap(({ text }) => text.match(/[\w$]+/g) ?? []))
  const unused = keysOf(en).filter((path) =>
    path
      .at(-1)
      ?.match(/[\w$]+/g)
      ?.some((part) => !named.has(part)),
  )
  expect(unused.map((path) => path.join('.'))).toEqual([])
})
