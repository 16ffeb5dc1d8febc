import { setTimeout as sleep } from 'node:timers/promises'
import type { Reconciliation } from '#contract/reconciliation.ts'
import type { StatementException } from '#contract/statementExceptions.ts'
import { businessDate } from '#server/kit/clock.ts'
import type { House } from '#server/kit/house.ts'
import { demoFunds } from '../db/seed/demo.ts'
import type { SpawnedBank } from './bankSimulator/spawn.ts'
import { GET, signIn } from './demoFarmers.ts'

const topUpCents = 1_250_000_00

/** The statement of KPCU's fund as the bank tells it: the opening money two persons have explained, a payment into the fund waits. */
export async function seedDemoReconciliation({
  address,
  house,
  bank,
}: {
  address: string
  house: House
  bank: SpawnedBank
}): Promise<void> {
  try {
    const [fund] = demoFunds
    await bank.control('POST', '/simulator/funds', [
      { institutionCode: '0011', accountNumber: fund.account, amountCents: topUpCents },
    ])
    const maker = await signIn(address, 'kpcu.maker')
    const checker = await signIn(address, 'kpcu.checker')
    const today = businessDate()
    for (const accountNumber of [fund.account, fund.transit])
      await maker('/bank/statement/pull', { accountNumber, from: today, to: today })
    await untilMatched(maker, fund.account)
    const found = await maker<StatementException[]>('/reconciliation/exceptions', GET)
    const credits = found.filter(({ kind, accountNumber }) => kind === 'MISSING_HERE' && accountNumber === fund.account)
    const [opening, topUp] = credits.toSorted((a, b) => b.amount - a.amount)
    if (!opening || !topUp) throw new Error('the statement of the fund has no such lines')
    const { data } = await maker<{ data: { id: string } }>(`/reconciliation/exception/${opening.id}`, {
      resolution: 'IN_BOOKS',
      reason: 'The opening balance of the season',
    })
    await checker('/reconciliation/resolutions/decide', { id: data.id, step: 'approve' })
    await maker(`/reconciliation/exception/${topUp.id}`, {
      resolution: 'FUND_CREDIT',
      reason: 'The county paid its share into the fund, letter of 18 November',
    })
  } catch (error) {
    house.log.warn(
      { error: error instanceof Error ? error.message : String(error) },
      'the demo of reconciliation is not complete',
    )
  }
}

async function untilMatched(maker: Awaited<ReturnType<typeof signIn>>, accountNumber: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { statements } = await maker<Reconciliation>('/reconciliation', GET)
    if (statements.some((one) => one.accountNumber === accountNumber && one.isMatched)) return
    await sleep(200)
  }
  throw new Error('the statement of the fund did not come')
}
