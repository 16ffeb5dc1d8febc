import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payout, PayoutBoard, PayoutDetail } from '#contract/payouts/payouts.ts'
import { makePayingWorld, type PayingWorld } from '#test/kit/payouts.ts'
import { sendDue } from './sendLegs.ts'

let paying: PayingWorld
beforeAll(async () => {
  paying = await makePayingWorld()
})
afterAll(() => paying?.close())

type Body = { code?: string; message: string }
const board = async (): Promise<PayoutBoard> =>
  (await paying.world.people.peterBankChecker.get<PayoutBoard>('/payouts/board')).body
const channelOf = async (name: string) => (await board()).channels.find(({ channel }) => channel === name)
const detail = async (id: string): Promise<PayoutDetail> =>
  (await paying.world.people.peterBankChecker.get<PayoutDetail>(`/payouts/${id}`)).body
const opened = async (paymentType: 'INTERNALFT' | 'PESALINK'): Promise<string> => {
  const [sourceId = ''] = await paying.open([{ paymentType }])
  return (await paying.payoutOfSource(sourceId)).id
}

test('what is in doubt is shown with its age, queried at once, and listed with all its evidence', async () => {
  await paying.world.bank.setFault({ kind: 'timeout', when: 'after', for: { count: 1 } })
  await paying.world.bank.setFault({ kind: 'callbackTwice', for: { count: 1 } })
  const id = await opened('INTERNALFT')
  const { peterBankChecker, aminaViewer } = paying.world.people
  expect((await peterBankChecker.post<Body>(`/payouts/${id}/query`, {})).body.code).toBe('payout.nothing_to_ask')
  await sendDue(paying.paying)
  await paying.bankIsIdle()
  const query = { paginate: 'Y', counts: 'Y', filter: 'status:IN_DOUBT' }
  type Page = { data: Payout[]; counts: Record<string, Record<string, number>> }
  const listed = (await peterBankChecker.get<Page>('/payouts', query)).body
  expect(listed.data).toMatchObject([{ id, status: 'IN_DOUBT', amount: 16_005, paymentType: 'INTERNALFT' }])
  expect(listed.counts['status']).toEqual({ IN_DOUBT: 1 })
  expect(await detail(id)).toMatchObject({ status: 'IN_DOUBT', reason: 'timeout', ageMinutes: 0 })
  expect(await board()).toMatchObject({ stuck: 0, contradictions: 0 })
  expect((await board()).funds.find(({ id: lender }) => lender === paying.lenderId)).toMatchObject({
    hour: 16_005,
    day: 16_005,
  })
  expect(await channelOf('internal')).toMatchObject({ inDoubt: 1, waiting: 0, pause: null })
  expect((await aminaViewer.post<Body>(`/payouts/${id}/query`, {})).status).toBe(403)
  const queried = await peterBankChecker.post<Body & { data: PayoutDetail }>(`/payouts/${id}/query`, {})
  expect(queried.body.message).toBe('The bank was asked')
  await paying.drain()
  const settled = await detail(id)
  expect(settled).toMatchObject({ status: 'PAID', ageMinutes: null, legs: [{ status: 'PAID' }] })
  expect(settled.events.map(({ what }) => what)).toEqual(expect.arrayContaining(['SENT', 'ANSWER', 'QUERY']))
  expect(settled.events.find(({ what }) => what === 'QUERY')?.by).toBe(peterBankChecker.fullName)
  expect(settled.messages).toHaveLength(1)
  const seen = (await aminaViewer.get<PayoutDetail>(`/payouts/${id}`)).body
  expect(seen.accountNumber).toMatch(/^•+\d{3}$/)
  expect(seen.messages[0]?.body).toBeNull()
  await paying.expectEveryShilling()
})

test('a paused channel sends nothing until somebody else lets it go on', async () => {
  const { peterBankChecker, mercyKpcuChecker, aminaViewer } = paying.world.people
  const pause = (reason: string) => peterBankChecker.post<Body>('/payouts/channels/pesalink/pause', { reason })
  expect((await aminaViewer.post('/payouts/channels/pesalink/pause', { reason: 'Because' })).status).toBe(403)
  expect((await pause('')).status).toBe(422)
  expect((await pause('IPSL is down')).body.message).toBe('Channel paused')
  expect((await pause('Again')).body.code).toBe('channel.paused')
  const [inside, elsewhere] = [await opened('INTERNALFT'), await opened('PESALINK')]
  await paying.until(
    async () => (await detail(inside)).status === 'PAID' && (await detail(elsewhere)).legs[0]?.status === 'PAID',
  )
  expect(await detail(elsewhere)).toMatchObject({
    status: 'SENDING',
    waitsFor: 'pause',
    legs: [{ status: 'PAID' }, { status: 'QUEUED', channel: 'pesalink' }],
  })
  const resume = '/payouts/channels/pesalink/resume'
  expect((await peterBankChecker.post<Body>(resume, { reason: 'IPSL is back' })).body.code).toBe('own_submission')
  expect((await channelOf('pesalink'))?.pause).toMatchObject({ reason: 'IPSL is down', resume: 'own_submission' })
  expect((await mercyKpcuChecker.post<Body>(resume, { reason: 'IPSL is back' })).body.message).toBe(
    'The channel goes on',
  )
  expect((await mercyKpcuChecker.post<Body>(resume, { reason: 'Twice' })).body.code).toBe('channel.not_paused')
  await paying.drain()
  expect((await detail(elsewhere)).status).toBe('PAID')
  const { rows } = await paying.world.owner.query<{ action: string }>(
    `select action from audit_events where kind = 'payment_channel' order by id`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['pause', 'resume'])
  await paying.expectEveryShilling()
})

test('the database itself refuses that the same person lets a channel go on', async () => {
  await expect(
    paying.world.owner.query(
      `insert into channel_pauses (id, channel, reason, paused_by, paused_at, resumed_by, resumed_at, resume_reason)
       select gen_random_uuid(), 'mpesa', 'No', id, now(), id, now(), 'Yes' from users limit 1`,
    ),
  ).rejects.toThrow(/maker_is_not_checker/)
})
