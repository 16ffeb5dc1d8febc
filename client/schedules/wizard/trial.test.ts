import { expect, test } from 'vitest'
import type { GrowerDetails } from '#contract/schedules/communalPayments.ts'
import { chosenOf } from './wizardStep.ts'
import { tryDeduction, tryLoan, tryRetention, tryRetentionIn, trialOf } from './trial.ts'

const [fund, sacco] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002']
const [fertiliser, fairtrade] = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b']
const inputs = { authority: '7/2026', authorityDate: '2026-10-02', amount: 20, members: 2 }
const account = { accNumber: '1', accName: 'Society', availableBalance: 1_000.5 }
const details: GrowerDetails = {
  growerCode: 'CF4100',
  season: '2026/2027',
  cycle: 1,
  nonCheckoffAccount: account,
  checkoffAccount: account,
  farmerUsdAccount: account,
  farmerKesAccount: account,
  totalCherry: 10,
  sinceLastPayment: false,
  members: 2,
  communalRate: 100.05,
  lowestRate: 1,
  lastPayment: false,
  premium: 0,
  deductions: [
    { ...inputs, id: fertiliser, kind: 'INPUTS', title: 'Fertiliser' },
    { ...inputs, id: fairtrade, kind: 'PREMIUM', title: 'Fairtrade' },
  ],
  loans: [fund, sacco].map((id) => ({ id, loanProduct: 'Loan', loanAmount: 10, members: 1 })),
  bars: [],
}
const trial = (tried: Record<string, string>, left: string[] = [], leftDeductions: string[] = []) =>
  trialOf(details, { left, leftDeductions, tried })

test('nothing is tried before something is other than it is', () => {
  expect(trial({})).toMatchObject({ isOther: false, tried: undefined, typed: '', unit: 'KES' })
  expect(trial(tryRetentionIn({}, 'PERCENT'))).toMatchObject({ isOther: false, tried: undefined, unit: 'PERCENT' })
  expect(trial(tryRetention({}, '0.00')).tried).toBeUndefined()
})

test('a loan is tried until it is as it is again, also when how it is has come to it', () => {
  const kept = tryLoan({}, sacco, false, true)
  expect(trial(kept).tried).toEqual({ loansToRecover: fund, withoutDeductions: '' })
  expect(trial(kept, [sacco]).isOther).toBe(false)
  expect(tryLoan(kept, sacco, true, true)).toEqual({})
  expect(trial(tryLoan({}, sacco, true, false), [sacco]).tried?.loansToRecover).toBe(`${fund},${sacco}`)
  // Of a lender who is owed nothing any more nothing is asked.
  expect(trial({ 'loan:018f0000-0000-7000-8000-000000000003': 'yes' }).isOther).toBe(false)
})

test('a deduction is tried beside how it is, a premium never is, and what is not offered any more is not sent', () => {
  const kept = tryDeduction({}, fertiliser, false, true)
  expect(trial(kept).taken.map(({ title }) => title)).toEqual(['Fertiliser'])
  expect(trial(kept).tried?.withoutDeductions).toBe(fertiliser)
  // Left out as it is, taken as tried.
  expect(trial(tryDeduction({}, fertiliser, true, false), [], [fertiliser]).tried?.withoutDeductions).toBe('')
  expect(trial(kept, [], [fertiliser]).isOther).toBe(false)
  const left = { left: [sacco], leftDeductions: [fertiliser, fairtrade, '018f0000-0000-7000-8000-00000000000c'] }
  expect(chosenOf(details, left)).toEqual({ loansToRecover: fund, withoutDeductions: fertiliser })
})

test('a retention is taken as it was typed, and not sent where it is more than there is', () => {
  expect(trial(tryRetention({}, '1,000.50')).tried?.retention).toEqual({ unit: 'KES', value: 1_000.5 })
  const over = trial(tryRetention({}, '1000.51'))
  expect([over.isOther, over.tried, over.finding]).toEqual([
    true,
    undefined,
    'More would be retained than lies on the account',
  ])
  const percent = tryRetentionIn(tryRetention({}, '100'), 'PERCENT')
  expect(trial(percent).tried?.retention).toEqual({ unit: 'PERCENT', value: 100 })
  expect(trial({ ...percent, retained: '100.01' }).tried).toBeUndefined()
})
