import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { demoPassword } from './demo.ts'
import { leakedPasswords } from './leakedPasswords.ts'
import { hashPassword, mustBeStrong } from './password.ts'
import { findRecoveryHash, newRecoveryCodes } from './totp.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterEach(() => setClock(null))
afterAll(() => world?.close())

const isTaken = (password: string, hasSecondFactor = true): boolean => {
  try {
    const organisation = ['Gathanji Coffee Mill', 'GCM77']
    mustBeStrong({ password, username: 'njoki.maker', organisation, hasSecondFactor })
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'password.weak' })
    return false
  }
}

test('the passwords that leaks have most often are refused, the first three thousand and all after them', () => {
  const all = leakedPasswords()
  expect(all.length).toBeGreaterThan(15_000)
  expect(all.slice(0, 3)).toEqual(['password', '12345678', '123456789'])
  expect(all.filter((password) => isTaken(password))).toEqual([])
  const shouted = all.map((password) => `${password.slice(0, 4)}-${password.slice(4)}`.toUpperCase())
  expect(shouted.filter((password) => isTaken(password))).toEqual([])
  expect(isTaken('seven brown goats')).toBe(true)
})

test('a password made of the names of the user, the organisation and the product is refused', () => {
  for (const made of [
    'gathanjicoffeemill',
    'Gathanji Coffee Mill 77',
    'GCM77-njoki.maker',
    'kahawa.gcm77-1',
    'njoki.maker.kahawa',
  ])
    expect([made, isTaken(made, false) || isTaken(made)]).toEqual([made, false])
  expect(isTaken('kahawa and seven brown goats', false)).toBe(true)
})

test.each([
  ['letters of Amharic', 'ቡና በየቀኑ እንጠጣለን ደስታ ነው'],
  ['signs of pictures', '☕🐐🌱🚜🌧🐓🦒🐘🌋🥥🍌🥭🌶🧺🪵'],
  ['signs of keyboards', `<"';--&%\\|{}[]~^> \t`],
  ['blanks within', 'mbuzi saba wa kahawia kila siku'],
])('a password of %s opens the door as it was chosen', async (_kind, next) => {
  const person = await world.newSession('kpcu.maker')
  expect((await person.post('/auth/password', { current: demoPassword, next })).status).toBe(200)
  expect((await world.signIn('kpcu.maker', next)).status).toBe(200)
  await world.owner.query(`update users set password_hash = $1 where username = 'kpcu.maker'`, [
    await hashPassword(demoPassword),
  ])
})

test('a password of three years ago opens the door: none expires', async () => {
  const inThreeYears = Date.now() + 3 * 365 * 86_400_000
  setClock(() => inThreeYears)
  expect((await world.signIn('kpcu.checker', demoPassword)).status).toBe(200)
})

test('recovery codes have more than forty bits, and are kept by a slow hash with a salt', async () => {
  const { codes, hashes } = await newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-hj-km-np-z2-9]{5}-[a-hj-km-np-z2-9]{5}$/)
  expect(10 * Math.log2(31)).toBeGreaterThan(40)
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await newRecoveryCodes()).hashes[0]?.split('$')[4]).not.toBe(hashes[0]?.split('$')[4])
  for (const [index, code] of codes.slice(0, 3).entries())
    expect(await findRecoveryHash(` ${code.toUpperCase()}`, hashes)).toBe(hashes[index])
  expect(await findRecoveryHash('aaaaa-aaaaa', hashes)).toBe(null)
})

test('a code that was handed out before is good as it stands on paper', async () => {
  // The SHA-256 of abcde23456, as it was kept.
  const quick = '3f3ca7d0c3da794e94f9b663af89ec93566b1ec3bb117818eacf40187a0e54ab'
  expect(await findRecoveryHash('ABCDE-23456', [quick])).toBe(quick)
})
