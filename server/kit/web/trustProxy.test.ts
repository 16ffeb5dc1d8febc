import { expect, test } from 'vitest'
import { makeWorld, type World } from '#test/kit/world.ts'

const knocks = 100
const proxy = '10.0.0.5'

/** One machine knocks more often than a stranger may, and names another address each time. */
async function knock(world: World, remoteAddress: string): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: knocks }, (_, at) =>
      world.app.inject({ url: '/api/inbox', remoteAddress, headers: { 'x-forwarded-for': `203.0.113.${at}` } }),
    ),
  )
  return answers.filter(({ statusCode }) => statusCode === 429).length
}

test('a client that invents an address for each request is slowed down like every other', async () => {
  const world = await makeWorld()
  expect(await knock(world, proxy)).toBeGreaterThan(20)
  await world.close()
})

test('a named proxy speaks for its clients, and nobody else on its network does', async () => {
  const world = await makeWorld({ settings: { TRUST_PROXY: proxy } })
  expect(await knock(world, proxy)).toBe(0)
  expect(await knock(world, '10.0.0.6')).toBeGreaterThan(20)
  await world.close()
})
