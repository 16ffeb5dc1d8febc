import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isServiceKey, newServiceKey, readServiceKey } from './serviceKey.ts'

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('')

test('a new key has the form that scanners look for, and is read back to its name and its hash', () => {
  for (let n = 0; n < 500; n++) {
    const { text, name, hash } = newServiceKey()
    expect(text).toMatch(/^kahawa_sk_[0-9A-Za-z]{59}$/)
    expect(isServiceKey(text)).toBe(true)
    expect(readServiceKey(text)).toEqual({ name, hash })
    expect(text.slice(10, 20)).toBe(name)
  }
})

test('no two keys are alike, in the name or in the rest', () => {
  const keys = Array.from({ length: 2_000 }, () => newServiceKey().text)
  for (const part of [keys.map((key) => key.slice(10, 20)), keys.map((key) => key.slice(20, 63))])
    expect(new Set(part).size).toBe(keys.length)
})

test('the secret has 256 bits: as a number it fills them, and every one of them is set in half of the keys', () => {
  const secrets = Array.from({ length: 1_000 }, () =>
    newServiceKey()
      .text.slice(20, 63)
      .split('')
      .reduce((value, sign) => value * 62n + BigInt(signs.indexOf(sign)), 0n),
  )
  for (const secret of secrets) expect(secret < 1n << 256n).toBe(true)
  for (let bit = 0n; bit < 256n; bit++) {
    const set = secrets.filter((secret) => (secret >> bit) & 1n).length
    // Ten standard deviations to either side.
    expect([bit, set > 340 && set < 660]).toEqual([bit, true])
  }
})

const keys = fc.constant(null).map(() => newServiceKey().text)

test('one sign that is changed, left out, doubled or swapped with its neighbour is noticed', () => {
  const damage = fc.record({
    key: keys,
    at: fc.nat({ max: 68 }),
    sign: fc.constantFrom(...signs, '-', '_', ' ', 'é', '\u0000'),
    how: fc.constantFrom('change', 'drop', 'double', 'swap'),
  })
  fc.assert(
    fc.property(damage, ({ key, at, sign, how }) => {
      const [before, here, after] = [key.slice(0, at), key.charAt(at), key.slice(at + 1)]
      const damaged = {
        change: before + sign + after,
        drop: before + after,
        double: before + here + here + after,
        swap: before + after.slice(0, 1) + here + after.slice(1),
      }[how]
      fc.pre(damaged !== key)
      expect(readServiceKey(damaged)).toBeNull()
    }),
    { numRuns: 5_000 },
  )
})

test('no other text is a key, and none makes the parser stumble', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 300, unit: 'binary' }),
    fc.string({ minLength: 59, maxLength: 59, unit: fc.constantFrom(...signs) }).map((rest) => `kahawa_sk_${rest}`),
    keys.map((key) => `${key}\n`),
    keys.map((key) => ` ${key}`),
    keys.map((key) => key.toLowerCase()),
    keys.map((key) => `${key}${key}`),
  )
  fc.assert(
    fc.property(text, (one) => {
      expect(readServiceKey(one)).toBeNull()
    }),
    { numRuns: 5_000 },
  )
})
