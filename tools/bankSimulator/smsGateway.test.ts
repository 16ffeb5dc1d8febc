import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendSms } from '#server/kit/post/sms.ts'
import { gatewayAt } from './smsGateway.ts'
import { spawnBank, type SpawnedBank } from './spawn.ts'

let simulator: SpawnedBank
beforeAll(async () => {
  simulator = await spawnBank()
})
afterAll(() => simulator.stop())

test('a text of the demo is taken, and refused where the number wants none', async () => {
  const to = (mobileNumber: string) => sendSms(gatewayAt(simulator.url), { mobileNumber, text: 'Umelipwa KES 1,250' })
  expect(await to('254700000012')).toEqual({ end: 'sent', reference: expect.stringMatching(/^ATXid_/) as string })
  expect(await to('254700000013')).toEqual({ end: 'refused', problem: 'unwanted' })
  expect(await to('12')).toEqual({ end: 'not_taken', problem: 'not_accepted' })
})
