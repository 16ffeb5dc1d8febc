import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import { newId } from '#server/kit/ids.ts'
import type { NewPayout } from '#server/kit/bank/payout.ts'
import { fundAccount, makePayingWorld, type PayingWorld, type PaymentType } from '#test/kit/payouts.ts'
import { queryDue } from './queryLegs.ts'
import { openPayouts } from './openPayouts.ts'
import { sendDue } from './sendLegs.ts'
import { settleByStatement } from './settleByStatement.ts'
import { settleLegs, type LegReport } from './settleLegs.ts'

let paying: PayingWorld
beforeAll(async () => {
  paying = await makePayingWorld()
})
afterEach(async () => {
  setClock(null)
  await paying.world.owner.query(`delete from settings where name = 'payoutsMostInHour'`)
  await paying.world.bank.clearFaults()
  await paying.drain()
  await paying.expectEveryShilling()
})
afterAll(() => paying?.close())

const standOf = async (sourceId: string) => ({
  status: (await paying.payoutOfSource(sourceId)).status,
  legs: (await paying.legs(sourceId)).map(({ kind, status }) => `${kind} ${status}`),
})
const one = async (paymentType: PaymentType, more: { to?: 'closed'; amountCents?: bigint } = {}): Promise<string> => {
  const [sourceId = ''] = await paying.open([{ paymentType, ...more }])
  return sourceId
}
const firstLeg = async (sourceId: string) => {
  const [leg] = await paying.legs(sourceId)
  if (!leg) throw new Error('a payout has a leg')
  return leg
}
const settled = (...said: LegReport[]) => paying.run((tx) => settleLegs(tx, said, paying.paying.owners))
const toldOf = (sourceId: string) =>
  paying.news
    .filter((news) => news.sourceId === sourceId)
    .map(({ status, partnerStatus }) => `${status} ${partnerStatus}`)

test('each way has its legs, one after the other', async () => {
  const [inside, elsewhere, mobile] = await Promise.all([one('INTERNALFT'), one('PESALINK'), one('MPESA')])
  expect(await standOf(inside)).toEqual({ status: 'QUEUED', legs: ['INTERNAL QUEUED'] })
  await paying.drain()
  expect(await standOf(inside)).toEqual({ status: 'PAID', legs: ['INTERNAL PAID'] })
  expect(await standOf(elsewhere)).toEqual({ status: 'PAID', legs: ['INTERNAL PAID', 'EXTERNAL PAID'] })
  expect(await standOf(mobile)).toEqual({ status: 'PAID', legs: ['INTERNAL PAID', 'EXTERNAL PAID'] })
  expect(toldOf(inside)).toEqual(['PAID SUCCESS'])
})

test('a large sum goes to M-PESA in parts, one after the other, which add up', async () => {
  const mobile = await one('MPESA', { amountCents: 60_000_100n })
  await paying.drain()
  expect(await standOf(mobile)).toEqual({
    status: 'PAID',
    legs: ['INTERNAL PAID', 'EXTERNAL PAID', 'EXTERNAL PAID', 'EXTERNAL PAID'],
  })
})

test('what another bank refuses comes back by itself; what our own bank refuses never left', async () => {
  const [inside, elsewhere, mobile] = await Promise.all([
    one('INTERNALFT', { to: 'closed' }),
    one('PESALINK', { to: 'closed' }),
    one('MPESA', { to: 'closed' }),
  ])
  await paying.drain()
  expect(await standOf(inside)).toEqual({ status: 'FAILED', legs: ['INTERNAL REFUSED'] })
  expect(await standOf(elsewhere)).toEqual({
    status: 'REVERSED',
    legs: ['INTERNAL PAID', 'EXTERNAL REFUSED', 'RETURN PAID'],
  })
  expect((await standOf(mobile)).status).toBe('REVERSED')
  expect(toldOf(elsewhere)).toEqual(['PROCESSING FAILED', 'REVERSED FAILED'])
})

test('the same source is paid once, and what cannot go that way is refused before anything is written', async () => {
  const account = {
    institutionCode: '0068',
    institutionType: 'BANK',
    accountNumber: '0680199999999',
    accountName: 'OTIENO',
  }
  const payout: NewPayout = {
    sourceKind: 'test_intent',
    sourceId: newId(),
    organisationId: paying.societyId,
    lenderId: paying.lenderId,
    title: 'Otieno',
    amountCents: 100_000_000n,
    paymentType: 'PESALINK',
    account,
    narration: 'LOAN',
  }
  const mpesa = {
    institutionCode: 'MPESA',
    institutionType: 'M-PESA',
    accountNumber: '0712345678',
    accountName: 'OTIENO',
  }
  const open = (changes: Partial<NewPayout>) => paying.run((tx) => openPayouts(tx, [{ ...payout, ...changes }]))
  await expect(open({})).rejects.toMatchObject({ code: 'payout.no_way', details: { why: 'too_much' } })
  await expect(open({ account: mpesa })).rejects.toMatchObject({ details: { why: 'other_channel' } })
  await expect(open({ account: mpesa, paymentType: 'MPESA', amountCents: 150n })).rejects.toMatchObject({
    details: { why: 'not_whole_shillings' },
  })
  await expect(open({ lenderId: paying.societyId, amountCents: 100n })).rejects.toMatchObject({
    code: 'payout.no_fund',
  })
  const sourceId = await one('INTERNALFT')
  await paying.run((tx) => openPayouts(tx, [{ ...payout, sourceId, amountCents: 100n }]))
  expect(await standOf(sourceId)).toEqual({ status: 'QUEUED', legs: ['INTERNAL QUEUED'] })
})

test('an answer that is lost puts a payout in doubt, and a question settles it', async () => {
  await paying.world.bank.setFault({ kind: 'timeout', when: 'after', for: { count: 1 } })
  await paying.world.bank.setFault({ kind: 'callbackNever', for: { count: 1 } })
  const sourceId = await one('INTERNALFT')
  await sendDue(paying.paying)
  expect(await standOf(sourceId)).toEqual({ status: 'IN_DOUBT', legs: ['INTERNAL IN_DOUBT'] })
  expect(toldOf(sourceId)).toEqual(['PROCESSING TIMEOUT'])
  expect(await queryDue(paying.paying)).toBe(0) // a first pause before the question
  await paying.passTime()
  await queryDue(paying.paying)
  expect(await firstLeg(sourceId)).toMatchObject({ status: 'PAID', settled_by: 'STATUS', asked: 1 })
})

test('the statement settles what nobody answers; a line that disagrees moves nothing', async () => {
  await paying.world.bank.setFault({ kind: 'timeout', when: 'after', for: { count: 1 } })
  await paying.world.bank.setFault({ kind: 'callbackNever', for: { count: 1 } })
  const sourceId = await one('INTERNALFT')
  await sendDue(paying.paying)
  await paying.bankIsIdle()
  const { reference } = await firstLeg(sourceId)
  const statement = await paying.bank.statement({ accountNumber: fundAccount, from: '2020-01-01', to: '2099-12-31' })
  const line = statement.outcome === 'told' ? statement.lines.find((each) => each.reference === reference) : undefined
  if (!line) throw new Error('the statement has no such line')
  const fact = {
    reference,
    amountCents: -line.amountCents,
    bankReference: line.bankReference,
    at: line.at,
    source: 'BANK' as const,
  }
  const settle = (...facts: (typeof fact)[]) => paying.run((tx) => settleByStatement(tx, facts, paying.paying.owners))
  expect(await settle({ ...fact, amountCents: 1n }, { ...fact, reference: 'KP-OTHER' })).toEqual([
    'contradicts',
    'unknown',
  ])
  expect(await standOf(sourceId)).toEqual({ status: 'IN_DOUBT', legs: ['INTERNAL IN_DOUBT'] })
  expect(await settle(fact, fact)).toEqual(['settled', 'known'])
  expect(await firstLeg(sourceId)).toMatchObject({
    status: 'PAID',
    settled_by: 'STATEMENT',
    bank_reference: line.bankReference,
  })
})

test('a worker that lost its leg to another writes nothing', async () => {
  await paying.world.bank.setFault({ kind: 'timeout', when: 'after', for: { count: 1 } })
  const sourceId = await one('INTERNALFT')
  await sendDue(paying.paying)
  const { reference, fence } = await firstLeg(sourceId)
  const refused = { outcome: 'REFUSED', code: '1', words: 'No' } as const
  expect(await settled({ reference, by: 'ANSWER', outcome: refused, fence: BigInt(fence) - 1n })).toEqual(['late'])
  expect((await standOf(sourceId)).status).toBe('IN_DOUBT')
})

test('a worker that slept after it took a leg sends nothing', async () => {
  const sourceId = await one('INTERNALFT')
  const { db } = paying.paying
  await sendDue({
    ...paying.paying,
    db: {
      ...db,
      transaction: async (scope, work, options) => {
        const answer = await db.transaction(scope, work, options)
        if (Array.isArray(answer)) setClock(() => Date.now() + 120_000)
        return answer
      },
    },
  })
  setClock(null)
  expect(await standOf(sourceId)).toEqual({ status: 'SENDING', legs: ['INTERNAL SENT'] })
  await paying.drain()
  expect(await standOf(sourceId)).toEqual({ status: 'FAILED', legs: ['INTERNAL REFUSED'] })
})

test('messages come in any order; wrong ones and late contradictions move nothing and are shown', async () => {
  await paying.world.bank.setFault({ kind: 'callbackWrong', for: { count: 1 } })
  const sourceId = await one('INTERNALFT')
  await sendDue(paying.paying)
  await paying.bankIsIdle()
  await paying.tick()
  const { reference, status } = await firstLeg(sourceId)
  expect(status).toBe('ACCEPTED')
  const messages = () =>
    paying.world.owner.query<{ outcome: string }>(`select outcome from bank_messages where reference = $1`, [reference])
  expect((await messages()).rows).toEqual([{ outcome: 'CONTRADICTS' }])
  await paying.drain()
  expect((await standOf(sourceId)).status).toBe('PAID')
  const refused = { outcome: 'REFUSED', code: '1', words: 'No' } as const
  const paid = { outcome: 'PAID', bankReference: 'TX-OTHER' } as const
  expect(
    await settled(
      { reference, by: 'CALLBACK', outcome: refused },
      { reference, by: 'CALLBACK', outcome: paid },
      { reference: 'KP-OTHER', by: 'CALLBACK', outcome: paid },
    ),
  ).toEqual(['contradicts', 'known', 'unknown'])
  expect((await standOf(sourceId)).status).toBe('PAID')
  const { rows: events } = await paying.world.owner.query<{ says: string }>(
    `select e.says from payout_events e join payout_legs l on l.id = e.leg_id where l.reference = $1 and e.says = 'CONTRADICTS'`,
    [reference],
  )
  expect(events).toHaveLength(2)
})

test('what leaves a fund in an hour is limited; the rest waits and returns are never held back', async () => {
  const spent = await paying.world.owner.query<{ cents: string }>(
    `select coalesce(sum(amount_cents), 0) as cents from payout_legs where kind = 'INTERNAL' and status <> 'REFUSED' and sent_at > now() - interval '1 hour'`,
  )
  const shillings = Math.ceil(Number(spent.rows[0]?.cents) / 100) + 2_000
  await paying.world.owner.query(`insert into settings (name, value) values ('payoutsMostInHour', $1::jsonb)`, [
    JSON.stringify(shillings),
  ])
  // One after the other: what was opened in the same millisecond may go in any order.
  const [first = ''] = await paying.open([{ paymentType: 'PESALINK', amountCents: 150_000n, to: 'closed' }])
  await sleep(5)
  const [second = ''] = await paying.open([{ paymentType: 'INTERNALFT', amountCents: 100_000n }])
  await paying.until(async () => (await standOf(first)).status === 'REVERSED')
  expect((await standOf(first)).status).toBe('REVERSED')
  expect(await standOf(second)).toEqual({ status: 'QUEUED', legs: ['INTERNAL QUEUED'] })
  await paying.world.owner.query(`delete from settings where name = 'payoutsMostInHour'`)
  await paying.drain()
  expect((await standOf(second)).status).toBe('PAID')
})

test('a payout whose owner fails holds up no other, and is settled when the owner is well again', async () => {
  const [bad = '', good = ''] = await paying.open([{ paymentType: 'INTERNALFT' }, { paymentType: 'INTERNALFT' }])
  const [owner] = paying.paying.owners ?? []
  if (!owner) throw new Error('there is an owner')
  const owners = [
    {
      ...owner,
      settled: async (...[tx, news]: Parameters<typeof owner.settled>) => {
        if (news.some(({ sourceId, status }) => sourceId === bad && status === 'PAID'))
          throw new Error('the owner is ill')
        await owner.settled(tx, news)
      },
    },
  ]
  await paying.until(async () => (await standOf(good)).status === 'PAID', { ...paying.paying, owners })
  expect((await standOf(good)).status).toBe('PAID')
  expect((await standOf(bad)).status).not.toBe('PAID')
  await paying.drain()
  expect((await standOf(bad)).status).toBe('PAID')
})

test('not even the owner of the database changes a settled leg or the order of an open one', async () => {
  const sourceId = await one('INTERNALFT')
  const { reference } = await firstLeg(sourceId)
  const change = (set: string) =>
    paying.world.owner.query(`update payout_legs set ${set} where reference = $1`, [reference])
  await expect(change(`to_account = '01109000000000'`)).rejects.toThrow(/order of a leg/)
  await expect(change('amount_cents = 1')).rejects.toThrow(/order of a leg/)
  await paying.drain()
  await expect(change(`status = 'REFUSED'`)).rejects.toThrow(/settled leg/)
})
