import type { DecisionCall, Row } from './decisionCalls.ts'
import { makeDeduction, makeDeductionFile, makeReopening } from './everyKind.ts'
import type { World } from './world.ts'

const society = (world: World) => world.organisationId('CF4100')
const withStep = (step: string) => (row: Row) => ({ ...row, step })
const decided = { by: 'margaretManager', comment: 'approverComment' } as const
const deduction = {
  ...decided,
  call: 'POST /payment/deductions/:organisationId/decide',
  kind: 'deduction',
  make: makeDeduction,
  list: (world: World) => `/payment/deductions/${society(world)}`,
} as const
const deductionFile = {
  ...decided,
  kind: 'deduction_upload',
  make: makeDeductionFile,
  list: (world: World) => `/payment/deductionFiles/${society(world)}`,
} as const
const reopening = {
  ...decided,
  call: 'POST /payment/seasons/:organisationId/decide',
  kind: 'season_reopening',
  make: makeReopening,
  list: (world: World) => `/payment/seasons/${society(world)}/reopenings`,
} as const

/** The calls that decide deductions, by rule and by file, and closed seasons. */
export const deductionDecisions: readonly DecisionCall[] = [
  { ...deduction, step: 'approve', posts: withStep('approve') },
  { ...deduction, step: 'decline', posts: withStep('decline') },
  { ...deduction, by: 'wanjikuMaker', step: 'withdraw', posts: withStep('withdraw') },
  {
    ...deductionFile,
    call: 'POST /payment/deductionFiles/:organisationId/approve',
    step: 'approve',
    posts: (row) => ({ ...row, action: 'APPROVE' }),
  },
  {
    ...deductionFile,
    call: 'POST /payment/deductionFiles/:organisationId/decline',
    step: 'decline',
    posts: (row) => ({ ...row, action: 'REJECT' }),
  },
  { ...reopening, step: 'approve', posts: withStep('approve') },
  { ...reopening, step: 'decline', posts: withStep('decline') },
  { ...reopening, by: 'wanjikuMaker', step: 'withdraw', posts: withStep('withdraw') },
]
