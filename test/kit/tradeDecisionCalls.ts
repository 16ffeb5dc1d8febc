import type { DecisionCall } from './decisionCalls.ts'
import type { World } from './world.ts'
import {
  makeFeeRule,
  makeBuyerPayment,
  makePaidEslip,
  makeSaleClaim,
  makeTradeAccount,
  makeResultFile,
  makeSale,
} from './everyKind.ts'

const sale = {
  kind: 'sale',
  make: makeSale,
  list: () => '/admin/sales',
  posts: (row: object) => row,
  comment: 'approverComment',
} as const

const fees = {
  kind: 'fee_rule',
  make: makeFeeRule,
  list: () => '/settlement/fees',
  posts: (row: object) => row,
  comment: 'approverComment',
} as const

const slip = {
  kind: 'eslip',
  by: 'francisWarehouseChecker',
  step: 'release',
  make: makePaidEslip,
  list: () => '/eslips',
  comment: 'approverComment',
} as const

const results = {
  kind: 'auction_result_file',
  make: makeResultFile,
  list: (world: World) => `/sales/results/files/${world.organisationId('COOP')}`,
  by: 'peterBankChecker',
  posts: (row: object) => row,
  comment: 'approverComment',
} as const

const payment = {
  kind: 'buyer_payment',
  make: makeBuyerPayment,
  list: () => '/settlement/payments',
  posts: (row: object) => row,
  comment: 'approverComment',
} as const
const claim = {
  kind: 'sale_claim',
  make: makeSaleClaim,
  list: () => '/settlement/claims',
  posts: (row: object) => row,
  comment: 'approverComment',
} as const
const account = {
  call: 'POST /settlement/accounts/decide',
  kind: 'trade_account_change',
  make: makeTradeAccount,
  list: () => '/settlement/accounts/changes',
  comment: 'approverComment',
} as const
const withStep = (step: string) => (row: object) => ({ ...row, step })
const [maker, checker] = [{ by: 'estherBankMaker' }, { by: 'peterBankChecker' }] as const

const resultsInBulk = 'POST /sales/results/bulk/:organisationId'

/** Every call that takes a step of a record of the coffee trade. */
export const tradeDecisionCalls: readonly DecisionCall[] = [
  { ...sale, by: 'halimaMarketerChecker', call: 'POST /admin/sales/approve', step: 'approve' },
  { ...sale, by: 'catherineBrokerChecker', call: 'POST /admin/sales/decline', step: 'decline' },
  { ...sale, by: 'kevinBrokerMaker', call: 'POST /admin/sales/withdraw', step: 'withdraw' },
  { ...results, call: 'POST /sales/results/approve/:organisationId', step: 'approve' },
  { ...results, call: 'POST /sales/results/decline/:organisationId', step: 'decline' },
  { ...results, call: resultsInBulk, step: 'approve', posts: (row) => ({ step: 'approve', records: [row] }) },
  { ...results, call: resultsInBulk, step: 'decline', posts: (row) => ({ step: 'decline', records: [row] }) },
  { ...fees, by: 'peterBankChecker', call: 'POST /settlement/fees/approve', step: 'approve' },
  { ...fees, by: 'peterBankChecker', call: 'POST /settlement/fees/decline', step: 'decline' },
  { ...fees, by: 'estherBankMaker', call: 'POST /settlement/fees/withdraw', step: 'withdraw' },
  { ...payment, ...checker, call: 'POST /settlement/payments/approve', step: 'approve' },
  { ...payment, ...checker, call: 'POST /settlement/payments/decline', step: 'decline' },
  { ...payment, ...maker, call: 'POST /settlement/payments/withdraw', step: 'withdraw' },
  { ...claim, ...checker, call: 'POST /settlement/claims/approve', step: 'approve' },
  { ...claim, ...checker, call: 'POST /settlement/claims/decline', step: 'decline' },
  { ...claim, ...maker, call: 'POST /settlement/claims/withdraw', step: 'withdraw' },
  { ...account, ...checker, step: 'approve', posts: withStep('approve') },
  { ...account, ...checker, step: 'decline', posts: withStep('decline') },
  { ...account, ...maker, step: 'withdraw', posts: withStep('withdraw') },
  { ...slip, call: 'POST /eslips/release', posts: (row) => row },
  { ...slip, call: 'POST /eslips/decide', posts: (row) => ({ step: 'release', records: [row] }) },
]
