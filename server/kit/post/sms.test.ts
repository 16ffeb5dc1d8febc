import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startSmsGateway, type GatewayBehaviour, type SmsGateway } from '#test/kit/smsGateway.ts'
import { sendSms } from './sms.ts'

let gateway: SmsGateway
beforeEach(async () => {
  gateway = await startSmsGateway()
})
afterEach(() => gateway.stop())

const send = (settings: object = {}, waitMs = 5_000) => {
  const { sms } = readConfig({ ...gateway.settings, ...settings })
  if (!sms) throw new Error('no gateway is set')
  return sendSms(sms, { mobileNumber: '254712345678', text: 'Kilo 52.25 & zaidi', waitMs })
}

test('a text is handed over as the gateway wants it, and its reference is kept', async () => {
  expect(await send()).toEqual({ end: 'sent', reference: 'ATXid_1' })
  expect(gateway.texts).toEqual([{ to: '+254712345678', message: 'Kilo 52.25 & zaidi', from: 'KAHAWA' }])
})

const moods: [string, GatewayBehaviour, object][] = [
  ['queued', { recipient: 102 }, { end: 'sent', reference: 'ATXid_1' }],
  ['no such number', { recipient: 403 }, { end: 'refused', problem: 'wrong_number' }],
  ['a number that wants none', { recipient: 406 }, { end: 'refused', problem: 'unwanted' }],
  ['held back', { recipient: 401 }, { end: 'in_doubt', problem: 'held' }],
  ['no credit', { recipient: 405 }, { end: 'not_taken', problem: 'no_credit' }],
  ['a fault of the gateway', { recipient: 500 }, { end: 'not_taken', problem: 'failed' }],
  ['a sender that is not ours', { nobody: true }, { end: 'not_taken', problem: 'not_accepted' }],
  ['500', { http: 500 }, { end: 'not_taken', problem: 'failed' }],
  ['429', { http: 429 }, { end: 'not_taken', problem: 'failed' }],
  ['a proxy that waited in vain', { http: 504 }, { end: 'in_doubt', problem: 'no_answer' }],
  ['no JSON', { garbled: true }, { end: 'in_doubt', problem: 'no_answer' }],
  ['hanging up', { http: 'gone' }, { end: 'in_doubt', problem: 'no_answer' }],
]
test.each(moods)('an answer of %s is understood', async (_mood, manner, end) => {
  gateway.behave(manner)
  expect(await send()).toEqual(end)
  expect(gateway.texts).toHaveLength(1)
})

test('silence after the text is in doubt, and a late answer changes nothing of that', async () => {
  gateway.behave({ http: 'silent' })
  expect(await send({}, 200)).toEqual({ end: 'in_doubt', problem: 'no_answer' })
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  gateway.behave({ onText: () => answered })
  expect(await send({}, 200)).toEqual({ end: 'in_doubt', problem: 'no_answer' })
  answer()
  expect(gateway.texts).toHaveLength(2)
})

test('a key that is not ours, and a gateway that is not there, have taken nothing', async () => {
  expect(await send({ SMS_KEY: 'other' })).toEqual({ end: 'not_taken', problem: 'not_accepted' })
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as AddressInfo // border: it listens on a port
  await new Promise((resolve) => closed.close(resolve))
  const nobody = { end: 'not_taken', problem: 'unreachable' }
  expect(await send({ SMS_URL: `http://127.0.0.1:${port}/` })).toEqual(nobody)
  expect(await send({ SMS_URL: `http://localhost:${port}/` })).toEqual(nobody)
  expect(gateway.texts).toEqual([])
})
