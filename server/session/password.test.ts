import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

test('a long password counts to its last sign', async () => {
  // One sign that is eighteen letters when it is written out, as many of it as the longest password has.
  const long = '\uFDFA'.repeat(199)
  const stored = await hashPassword(`${long}a`)
  expect(await verifyPassword(`${long}a`, stored)).toEqual({ right: true, rehash: false })
  expect(await verifyPassword(`${long}b`, stored)).toEqual({ right: false, rehash: false })
})

test('a password is stored by argon2id at the cost that is advised', async () => {
  const stored = await hashPassword('not a word of anybody')
  const [, memoryKib, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(stored) ?? []
  expect(Number(memoryKib)).toBeGreaterThanOrEqual(19_456)
  expect(Number(passes)).toBeGreaterThanOrEqual(2)
})
