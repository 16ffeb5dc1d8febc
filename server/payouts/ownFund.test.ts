import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payout, PayoutBoard } from '#contract/payouts/payouts.ts'
import type { Reconciliation } from '#contract/reconciliation/reconciliation.ts'
import { fundsInSight } from '#contract/house/fundsInSight.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import { makePayingWorld, type PayingWorld } from '#test/kit/payouts.ts'

const kpcu = organisationOf('KPCU').name
let paying: PayingWorld
beforeAll(async () => {
  paying = await makePayingWorld()
})
afterAll(() => paying?.close())

test('the bank and the government see every fund, KPCU its own', () => {
  expect(fundsInSight).toEqual({ COOPERATIVE_BANK: 'all', GOVERNMENT: 'all', KPCU: 'own' })
})

test('KPCU sees no payout of the bank’s fund, neither in its list nor at the desk nor by its id', async () => {
  const { peterBankChecker, mercyKpcuChecker, aminaViewer } = paying.world.people
  const [sourceId = ''] = await paying.open([{ paymentType: 'PESALINK' }])
  const { id } = await paying.payoutOfSource(sourceId)
  for (const sees of [peterBankChecker, aminaViewer]) {
    expect((await sees.get<Payout[]>('/payouts')).body.map((payout) => payout.id)).toEqual([id])
    expect((await sees.get(`/payouts/${id}`)).status).toBe(200)
  }
  expect((await mercyKpcuChecker.get<Payout[]>('/payouts')).body).toEqual([])
  expect((await mercyKpcuChecker.get(`/payouts/${id}`)).status).toBe(404)
  expect((await mercyKpcuChecker.post(`/payouts/${id}/query`, {})).status).toBe(404)
  const board = async (person: typeof peterBankChecker) => (await person.get<PayoutBoard>('/payouts/board')).body
  const waiting = ({ channels }: PayoutBoard) => channels.reduce((sum, channel) => sum + channel.waiting, 0)
  expect(waiting(await board(peterBankChecker))).toBe(1)
  expect(waiting(await board(mercyKpcuChecker))).toBe(0)
  expect((await board(mercyKpcuChecker)).funds.map(({ lenderName }) => lenderName)).toEqual([kpcu])
  await paying.drain()
})

test('KPCU reconciles its own accounts and sees none of the bank’s', async () => {
  const { peterBankChecker, mercyKpcuChecker } = paying.world.people
  const accounts = async (person: typeof peterBankChecker) =>
    new Set(
      (await person.get<Reconciliation>('/reconciliation')).body.accounts.map(
        ({ organisationName }) => organisationName,
      ),
    )
  expect((await accounts(peterBankChecker)).size).toBe(2)
  expect([...(await accounts(mercyKpcuChecker))]).toEqual([kpcu])
})
