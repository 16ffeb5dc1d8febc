/** Real servers are killed here while they hand a text to a real gateway. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmsGateway, type SmsGateway } from '#test/kit/smsGateway.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import { until } from './farmerWays.ts'
import { startFaultyServer, type FaultyServer } from './server.ts'

let server: FaultyServer
let gateway: SmsGateway

beforeAll(async () => {
  gateway = await startSmsGateway()
  server = await startFaultyServer(gateway.settings)
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await gateway?.stop()
}, 60_000)

/** Somebody requests another account of the n-th member, which warns the member. */
async function warn(n: number): Promise<string> {
  const { rows } = await server
    .owner()
    .query<{ id: string; mobile: string }>(
      `select id, mobile_number as mobile from farmers where organisation_id = $1 and type = 'FCS_FARMER' order by member_number offset $2 limit 1`,
      [organisationOf('CF4100').id, n],
    )
  const [{ id, mobile } = { id: '', mobile: '' }] = rows
  const wanjiku = await server.person('wanjikuMaker')
  const { status } = await wanjiku.post('/farmer/edit', { id, accountName: `Account of ${n}`, reason: 'Married' })
  expect(status).toBe(200)
  return mobile
}
const stateOf = async (mobile: string) =>
  (await server.owner().query<{ state: string }>('select state from farmer_texts where mobile_number = $1', [mobile]))
    .rows
const textsTo = (mobile: string) => gateway.texts.filter(({ to }) => to === `+${mobile}`)

test(
  'killed after the text was handed over: nobody gets it twice, and it is in doubt',
  { timeout: 240_000 },
  async () => {
    const killed = new Promise<void>((resolve) => {
      gateway.behave({
        onText: async () => {
          gateway.behave({})
          await server.kill()
          resolve()
        },
      })
    })
    const mobile = await warn(3)
    await killed
    expect(await stateOf(mobile)).toEqual([{ state: 'sending' }])
    // Its lease runs out while nobody is there.
    await server.owner().query(`update farmer_texts set leased_until = now() where state = 'sending'`)
    await server.restart()
    const ended = await until(
      () => stateOf(mobile),
      (states) => states.every(({ state }) => state !== 'sending'),
      90_000,
    )
    expect(ended).toEqual([{ state: 'in_doubt' }])
    const next = await warn(4)
    expect(
      await until(
        () => stateOf(next),
        (states) => states.every(({ state }) => state === 'sent'),
        60_000,
      ),
    ).toEqual([{ state: 'sent' }])
    expect(textsTo(mobile)).toHaveLength(1)
    expect(textsTo(next)).toHaveLength(1)
  },
)

test('killed while a text waits: it goes out afterwards, once', { timeout: 240_000 }, async () => {
  gateway.behave({ http: 503 })
  const mobile = await warn(5)
  await until(
    () => stateOf(mobile),
    (states) => textsTo(mobile).length === 1 && states.every(({ state }) => state === 'waiting'),
    60_000,
  )
  await server.kill()
  gateway.behave({})
  // Its pause is over.
  await server.owner().query(`update farmer_texts set next_at = now() where state = 'waiting'`)
  await server.restart()
  await until(
    () => stateOf(mobile),
    (states) => states.every(({ state }) => state === 'sent'),
    60_000,
  )
  expect(textsTo(mobile)).toHaveLength(2)
})
