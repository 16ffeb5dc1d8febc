import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notifyDelivered } from '#server/deliveries/notifyDelivered.ts'
import { sql } from '#server/kit/db.ts'
import { makeHouse } from '#server/start.ts'
import { deliveriesCsv, sendDeliveries } from '#test/kit/deliveryFiles.ts'
import type { SmsGateway } from '#test/kit/smsGateway.ts'
import { makeTextWorld, readTexts, type TextWorld } from '#test/kit/textWorld.ts'
import { freshMember, openRequest } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { sendDue, tidyTexts } from './sendTexts.ts'

let texting: TextWorld
let world: World
let gateway: SmsGateway
beforeAll(async () => {
  texting = await makeTextWorld()
  ;({ world, gateway } = texting)
})
beforeEach(() => texting.reset())
afterAll(() => texting?.close())

describe('a gateway with moods', () => {
  const oneText = async () => {
    const member = await texting.newcomer()
    await texting.decide(await texting.deliver(member, 40.5))
    return member
  }
  const occasion = 'delivery_approved'

  test('that fails is asked again after a pause, and the text comes once', async () => {
    await oneText()
    gateway.behave({ http: 500 })
    await texting.sendAll()
    await texting.sendAll()
    expect(await texting.states()).toEqual([{ occasion, state: 'waiting', problem: 'failed', attempts: 1 }])
    texting.setLater(20_000)
    await texting.sendAll()
    await texting.sendAll()
    gateway.behave({})
    texting.setLater(120_000)
    await texting.sendAll()
    expect(await texting.states()).toEqual([{ occasion, state: 'sent', problem: '', attempts: 3 }])
    expect(gateway.texts).toHaveLength(3)
  })

  test('that stays away for hours: what is no news any more is not sent', async () => {
    const member = await oneText()
    gateway.behave({ recipient: 405 })
    await texting.sendAll()
    texting.setLater(6 * 3_600_000 + 60_000)
    gateway.behave({})
    await texting.sendAll()
    await tidyTexts(world.house)
    expect(await texting.states()).toEqual([{ occasion, state: 'expired', problem: 'no_credit', attempts: 1 }])
    expect(gateway.texts).toHaveLength(1)
    expect((await readTexts(world.people.wanjikuMaker, member)).texts).toMatchObject([
      { state: 'expired', problem: 'The account at the gateway has no credit.' },
    ])
  })

  test('that knows no such number is not asked again, and the society sees why', async () => {
    const member = await oneText()
    gateway.behave({ recipient: 403 })
    await texting.sendAll()
    gateway.behave({})
    texting.setLater(3_600_000)
    await texting.sendAll()
    expect(gateway.texts).toHaveLength(1)
    expect(await readTexts(world.people.wanjikuMaker, member)).toMatchObject({
      on: true,
      texts: [{ occasion, state: 'refused', problem: 'There is no such mobile number.', language: 'sw' }],
    })
  })

  test('that hangs up after the text is not handed it a second time', async () => {
    await oneText()
    gateway.behave({ http: 'gone' })
    await texting.sendAll()
    gateway.behave({})
    texting.setLater(3_600_000)
    await texting.sendAll()
    expect(await texting.states()).toEqual([{ occasion, state: 'in_doubt', problem: 'no_answer', attempts: 1 }])
    expect(gateway.texts).toHaveLength(1)
  })

  test('that answers after the lease: the doubt ends with its word', async () => {
    await oneText()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>()
    gateway.behave({
      onText: async () => {
        hear()
        await answered
      },
    })
    const sending = sendDue(world.house)
    await heard
    texting.setLater(3_600_000)
    await tidyTexts(world.house)
    expect(await texting.states()).toMatchObject([{ state: 'in_doubt', problem: 'stopped' }])
    expect(await sendDue(world.house)).toBe(0)
    answer()
    await sending
    expect(await texting.states()).toEqual([{ occasion, state: 'sent', problem: '', attempts: 1 }])
    expect(gateway.texts).toHaveLength(1)
  })

  test('any number of servers send each text once, and what concerns money first', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    const { id } = await sendDeliveries(wanjikuMaker, deliveriesCsv(90))
    await otienoChecker.post(`/upload/cherry/approve_deliveries/${world.organisationId('CF4100')}`, { id })
    const member = await freshMember(world)
    await openRequest(wanjikuMaker, member, { mobileNumber: '0733445588' })
    const { config } = world.house
    const other = makeHouse({ config, connection: { ...world.database.config, user: 'kahawa_app' }, bank: world.bank })
    const first = gateway.texts.length
    await sendDue(world.house)
    expect(gateway.texts.slice(first).map(({ to }) => to)).toEqual(
      expect.arrayContaining([`+${member.mobile_number}`, '+254733445588']),
    )
    await Promise.all([world.house, other, world.house, other].map(sendDue))
    await texting.sendAll()
    await other.db.close()
    expect(gateway.texts).toHaveLength(92)
    expect(new Set((await texting.states()).map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(
      new Set(['sent 1']),
    )
  })
})

test('without a gateway nothing is written, and the farmer’s page says so', async () => {
  const plain = await makeWorld({ manyRequests: false })
  try {
    const member = await freshMember(plain)
    await openRequest(plain.people.wanjikuMaker, member, { mobileNumber: '0733445599' })
    await plain.house.db.transaction('system', (tx) => notifyDelivered(tx, sql`true`))
    expect((await plain.owner.query('select from farmer_texts')).rowCount).toBe(0)
    expect(await readTexts(plain.people.wanjikuMaker, member)).toEqual({ on: false, texts: [] })
    expect(await sendDue(plain.house)).toBe(0)
  } finally {
    await plain.close()
  }
})

test('what is kept long enough is removed, with its number', async () => {
  const member = await texting.newcomer()
  await texting.decide(await texting.deliver(member, 40.5))
  await texting.sendAll()
  await texting.set('smsKeptDays', 7)
  texting.setLater(6 * 86_400_000)
  await tidyTexts(world.house)
  expect(await texting.states()).toHaveLength(1)
  texting.setLater(8 * 86_400_000)
  await tidyTexts(world.house)
  expect(await texting.states()).toEqual([])
})

test('a society reads its own members’ texts, masked; strangers and who sees no personal data read none', async () => {
  const member = await texting.newcomer()
  await texting.decide(await texting.deliver(member, 40.5))
  await texting.sendAll()
  const path = `/farmer/${member.id}/texts`
  const { texts } = await readTexts(world.people.wanjikuMaker, member)
  expect(texts).toMatchObject([{ state: 'sent', problem: '', text: texting.textsTo(member)[0] }])
  expect(JSON.stringify(texts)).not.toContain(member.mobile_number)
  expect(texts[0]?.mobileNumber.slice(-3)).toBe(member.mobile_number.slice(-3))
  const { danielMaker, aminaViewer, peterBankChecker, wanjikuMaker } = world.people
  expect((await danielMaker.get(path)).status).toBe(404)
  expect((await aminaViewer.get(path)).status).toBe(403)
  expect((await peterBankChecker.get(path)).status).toBe(200)
  expect((await wanjikuMaker.get('/farmer/01900000-0000-7000-8000-000000000000/texts')).status).toBe(404)
})
