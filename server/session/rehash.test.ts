import { argon2Sync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '#test/kit/world.ts'
import { demoPassword } from './demo.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
/** A hash as a release with a lower cost has written it. */
function oldHash(password: string): string {
  const nonce = randomBytes(16)
  const hash = argon2Sync('argon2id', {
    message: password,
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 8_192,
    passes: 1,
  })
  return `$argon2id$v=19$m=8192,t=1,p=1$${plain(nonce)}$${plain(hash)}`
}
const stored = async () =>
  (await world.owner.query<{ hash: string }>(`select password_hash as hash from users where username = 'fcs.maker'`))
    .rows[0]?.hash ?? ''

test('a password that was hashed at a lower cost opens, and is hashed anew at the cost of today', async () => {
  const today = /^(\$argon2id\$v=19\$[^$]+\$)/.exec(await stored())?.[1] ?? 'none'
  await world.owner.query(`update users set password_hash = $1 where username = 'fcs.maker'`, [oldHash(demoPassword)])
  expect((await world.signIn('fcs.maker', 'not-the-password-at-all')).status).toBe(401)
  expect(await stored()).toContain('m=8192,t=1,p=1')
  expect((await world.signIn('fcs.maker')).status).toBe(200)
  const anew = await stored()
  expect(anew.startsWith(today)).toBe(true)
  expect((await world.signIn('fcs.maker')).status).toBe(200)
  expect(await stored()).toBe(anew)
})
