import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCode } from '#test/kit/appCode.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { sealOldFactors } from './sealedFactors.ts'
import { demoPassword } from './demo.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

const stored = async (username: string) =>
  (
    await world.owner.query<{ secret: string }>('select totp_secret as secret from users where username = $1', [
      username,
    ])
  ).rows[0]?.secret ?? ''
const enrol = async (name: 'wanjikuMaker' | 'danielMaker') => {
  const person = world.people[name]
  const { body } = await person.post<{ data: { secret: string } }>('/auth/totp', {
    action: 'enrol',
    password: demoPassword,
  })
  return { username: person.username, secret: body.data.secret, person }
}

test('the database never holds the secret of a second factor in clear, and the code still opens the door', async () => {
  const { username, secret, person } = await enrol('wanjikuMaker')
  expect(await stored(username)).toMatch(/^v1\./)
  expect(await stored(username)).not.toContain(secret)
  expect(
    (await person.post('/auth/totp', { action: 'confirm', code: appCode(secret), password: demoPassword })).status,
  ).toBe(200)
  expect((await world.signIn(username, demoPassword, '000000')).status).toBe(401)
  const nextCode = appCode(secret, 30_000)
  expect((await world.signIn(username, demoPassword, nextCode)).status).toBe(200)
})

test('a secret that is put to another user opens nothing', async () => {
  const { username: thief } = await enrol('danielMaker')
  await world.owner.query(
    `update users set totp_secret = (select totp_secret from users where username = 'fcs.maker') where username = $1`,
    [thief],
  )
  expect(
    (await world.people.danielMaker.post('/auth/totp', { action: 'confirm', code: '123456', password: demoPassword }))
      .status,
  ).toBe(500)
  await world.owner.query('update users set totp_secret = null where username = $1', [thief])
})

test('secrets from before are sealed at the start, and another key refuses the start', async () => {
  const open = new Secret({ size: 20 }).base32
  await world.owner.query(
    `update users set totp_secret = $1, totp_confirmed_at = now() where username = 'kpcu.maker'`,
    [open],
  )
  await sealOldFactors(world.house)
  expect(await stored('kpcu.maker')).toMatch(/^v1\./)
  expect((await world.signIn('kpcu.maker', demoPassword, appCode(open))).status).toBe(200)
  await sealOldFactors(world.house)
  const strange = { ...world.house, config: { ...world.house.config, key: randomBytes(32) } }
  await expect(sealOldFactors(strange)).rejects.toThrow('sealed with another key')
})
