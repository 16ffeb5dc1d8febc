import { expect, test } from 'vitest'
import { isOverCaps } from './readJson.ts'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const record = (fields: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: fields }, (_, n) => [`f${n}`, n])))

test.each([
  ['as deep as may be', nested(32), false],
  ['deeper', nested(33), true],
  ['brackets without an end', '['.repeat(1_000_000), true],
  ['objects in objects', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, true],
  ['beside each other, not in each other', JSON.stringify(Array(1000).fill([[{ a: [] }]])), false],
  ['a thousand fields', record(1_000), false],
  ['a field more', record(1_001), true],
  ['a thousand fields in each of two records', `[${record(1_000)},${record(1_000)}]`, false],
  ['half a million values', JSON.stringify(Array(500_000).fill(0)), false],
  ['a value more', JSON.stringify(Array(500_001).fill(0)), true],
  ['signs in a text', JSON.stringify({ text: '[{:,'.repeat(600_000) }), false],
  ['quotes and backslashes in a text', JSON.stringify(Array(99).fill('\\"[\\\\'.repeat(40))), false],
  ['a text that never ends', `"${'['.repeat(100)}`, false],
  ['closing what was never opened', ']'.repeat(100) + nested(33), true],
])('%s: over the caps is %s', (_, text, isOver) => {
  expect(isOverCaps(text)).toBe(isOver)
})
