import { expect, test } from 'vitest'
import { oneLine } from '#contract/kit/oneLine.ts'
import { inOneLine } from './inOneLine.ts'

test('what is typed or pasted into a comment is taken by the rule of comments', () => {
  for (const typed of ['Paid\r\nthe fee', 'one\ttwo', 'a\u2028b', 'bell\u0007', 'Sawa – “Wanjikũ”']) {
    expect(oneLine(100).safeParse(inOneLine(typed)).success).toBe(true)
  }
  expect(inOneLine('Paid\r\nthe fee')).toBe('Paid the fee')
  expect(inOneLine('while typing ')).toBe('while typing ')
})
