import { setTimeout as sleep } from 'node:timers/promises'
import type { Reconciliation } from '#contract/reconciliation/reconciliation.ts'
import type { StatementException } from '#contract/reconciliation/statementExceptions.ts'
import { businessDate } from '#server/kit/clock.ts'
import { demoFunds } from '../db/seed/demo.ts'
import { demoPeople, type Demo, type DemoPerson } from './demoCalls.ts'

const topUpCents = 1_250_000_00

/**
 * The statement of KPCU's fund as the bank sends it: two persons have explained the opening money, a payment into the fund waits.
 * A file that somebody has uploaded waits for a second person.
 */
export async function seedDemoReconciliation({ address, bank }: Demo): Promise<void> {
  const [fund] = demoFunds
  await bank.control('POST', '/simulator/funds', [
    { institutionCode: '0011', accountNumber: fund.account, amountCents: topUpCents },
  ])
  const as = demoPeople(address)
  const [maker, checker] = [await as('kpcu.maker'), await as('kpcu.checker')]
  const today = businessDate()
  for (const accountNumber of [fund.account, fund.transit])
    await maker.post('/bank/statement/pull', { accountNumber, from: today, to: today })
  await untilMatched(maker, fund.account)
  const exceptions = await maker.get<StatementException[]>('/reconciliation/exceptions')
  const credits = exceptions.filter(
    ({ kind, accountNumber }) => kind === 'MISSING_HERE' && accountNumber === fund.account,
  )
  const [opening, topUp] = credits.toSorted((a, b) => b.amount - a.amount)
  if (!opening || !topUp) throw new Error('the statement of the fund has no such lines')
  const { data } = await maker.post<{ data: { id: string } }>(`/reconciliation/exception/${opening.id}`, {
    resolution: 'IN_BOOKS',
    reason: 'The opening balance of the season',
  })
  await checker.post('/reconciliation/resolutions/decide', { id: data.id, step: 'approve' })
  await maker.post(`/reconciliation/exception/${topUp.id}`, {
    resolution: 'FUND_CREDIT',
    reason: 'The county paid its share into the fund, letter of 18 November',
  })
  await maker.post('/bank/statement', { fileName: `mpesa-${today}.csv`, text: mpesaStatement(fund.shortCode, today) })
}

/** What the bank has no call for comes as a file: the charges of the M-PESA float. */
const mpesaStatement = (shortCode: string, day: string): string =>
  [
    'Account,Date,Transaction ID,Reference,Narration,Debit,Credit,Balance',
    `${shortCode},${day},SKQ0000001,,Bulk payment charges,350.00,,499650.00`,
    `${shortCode},${day},SKQ0000002,,Top up of the float,,250000.00,749650.00`,
  ].join('\r\n')

async function untilMatched(maker: DemoPerson, accountNumber: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { statements } = await maker.get<Reconciliation>('/reconciliation')
    if (statements.some((one) => one.accountNumber === accountNumber && one.isMatched)) return
    await sleep(200)
  }
  throw new Error('the statement of the fund did not come')
}
