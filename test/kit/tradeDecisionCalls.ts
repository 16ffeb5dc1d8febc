import type { DecisionCall } from './decisionCalls.ts'
import type { World } from './world.ts'
import { makeFeeRule, makePaidEslip, makeResultFile, makeSale } from './everyKind.ts'

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

/** Every call that takes a step of a record of the coffee trade. */
export const tradeDecisionCalls: readonly DecisionCall[] = [
  { ...sale, by: 'halimaMarketerChecker', call: 'POST /admin/sales/approve', step: 'approve' },
  { ...sale, by: 'catherineBrokerChecker', call: 'POST /admin/sales/decline', step: 'decline' },
  { ...sale, by: 'kevinBrokerMaker', call: 'POST /admin/sales/withdraw', step: 'withdraw' },
  { ...results, call: 'POST /sales/results/approve/:organisationId', step: 'approve' },
  { ...results, call: 'POST /sales/results/decline/:organisationId', step: 'decline' },
  { ...fees, by: 'peterBankChecker', call: 'POST /settlement/fees/approve', step: 'approve' },
  { ...fees, by: 'peterBankChecker', call: 'POST /settlement/fees/decline', step: 'decline' },
  { ...fees, by: 'estherBankMaker', call: 'POST /settlement/fees/withdraw', step: 'withdraw' },
  { ...slip, call: 'POST /eslips/release', posts: (row) => row },
  { ...slip, call: 'POST /eslips/decide', posts: (row) => ({ step: 'release', records: [row] }) },
]
