import { catalogueDecisions } from './catalogueDecisions.ts'
import { dispatchDecisions } from './dispatchDecisions.ts'
import { adminDecisionCalls } from './administration.ts'
import { estateCuredDecisions } from './estateCuredDecisions.ts'
import { rowsOf } from './parchmentFiles.ts'
import type { CommentRule } from '#contract/kit/endpoint.ts'
import { deductionDecisions } from './deductionDecisions.ts'
import type { PersonName } from './people.ts'
import { waitingResolution, waitingStatementFile } from './resolutions.ts'
import { tradeDecisionCalls } from './tradeDecisionCalls.ts'
import type { World } from './world.ts'
import {
  makeFarmerUpload,
  makeCompanyUpload,
  makeUploadDraft,
  makeRepairedUpload,
  makeUpdateRequest,
  makeFarmer,
  makePlot,
  makeVerifiedPlot,
  makeDelivery,
  makeDeliveryFile,
  makeFactory,
  makeLimitFile,
  makeLimitFileAtKpcu,
  makeRate,
  makeConversionRate,
  makeFloor,
  makeRetry,
  makeSchedule,
  makeRtgsFile,
  makeTransfer,
  makeSocietyAccount,
  makeParchment,
  makeParchmentAtKpcu,
  makeReferredParchment,
  makeLoan,
  makeApprovedLoan,
  makePayoutResolution,
} from './everyKind.ts'

export type Row = Record<string, unknown> & { id: string; version: number }

/** One call that takes a step: who takes it, which list shows them the record, and what of it a client posts back. */
export type DecisionCall = {
  call: `POST /${string}`
  kind: string
  step: string
  by: PersonName
  /** Makes a record that waits for the step; answers its id. */
  make: (world: World) => Promise<string>
  list: (world: World) => string
  /** The payload of the specification, made of the record as its list answers it; for calls of our own the whole record. */
  posts: (row: Row, world: World) => unknown
  /** The field of a comment where the payload has room for one. */
  comment?: CommentRule['field'] | 'approverComment'
}

const society = (world: World) => world.organisationId('CF4100')
const whole = (row: Row): Row => row
const pick = (row: Row, ...keys: string[]) => Object.fromEntries(keys.map((key) => [key, row[key]]))
const file = (action: string) => (row: Row) => ({
  ...pick(row, 'id', 'file', 'fileName', 'fileType', 'fileExtension', 'approverComment'),
  action,
})
const asRecords = (step: string) => (row: Row) => ({ step, records: [row] })
const withStep = (step: string) => (row: Row) => ({ ...row, step })
const farmerFiles = (world: World) => `/upload/cherry/farmerFiles/${society(world)}`
const companyFiles = (world: World) => `/upload/cherry/farmerCompanyFiles/${society(world)}`
const updates = (world: World) => `/farmer/approve/pending_approval/${society(world)}`
const farmers = (world: World) => `/farmer/allfarmers/${society(world)}`
const plots = (world: World) => `/plots/${society(world)}`
const deliveryFiles = (world: World) => `/upload/cherry/deliveryFiles/${society(world)}`
const factories = (world: World) => `/factories/${society(world)}/changes`
const limits = (world: World) => `/upload/cherry/limitFiles/${society(world)}`
const limitsAtKpcu = (world: World) => `/upload/cherry/limitFiles/${world.organisationId('KPCU')}`
const parchmentsAt = (code: string) => (world: World) => `/upload/parchment/deliveryFiles/${world.organisationId(code)}`
const loansAt = (stage: string, code: string) => (world: World) =>
  `/disbursement/${stage}/${world.organisationId(code)}`

const checker = { by: 'otienoChecker' } as const
const maker = { by: 'wanjikuMaker' } as const
const kpcu = { by: 'mercyKpcuChecker' } as const
const comment = 'approverComment'
const upload = { ...checker, kind: 'farmer_upload', make: makeFarmerUpload, list: farmerFiles, comment } as const
const company = { ...upload, kind: 'farmer_company_upload', make: makeCompanyUpload, list: companyFiles } as const
const draft = { ...maker, kind: 'farmer_upload', list: farmerFiles, posts: whole } as const
const update = { ...checker, kind: 'farmer_update', make: makeUpdateRequest, list: updates } as const
const farmer = { ...checker, kind: 'farmer', make: makeFarmer, list: farmers } as const
const plot = { call: 'POST /plots/decide', kind: 'farm_plot', make: makePlot, list: plots, comment } as const
const cherry = { ...checker, kind: 'cherry_delivery', make: makeDelivery, list: () => '/farmercherry' } as const
const book = {
  ...checker,
  kind: 'cherry_delivery_upload',
  make: makeDeliveryFile,
  list: deliveryFiles,
  comment,
} as const
const factory = {
  call: 'POST /factories/:organisationId/decide',
  kind: 'factory_change',
  make: makeFactory,
  list: factories,
  comment,
} as const
const schedule = {
  kind: 'communal_payment',
  make: makeSchedule,
  list: (world: World) => `/payment/schedules/${society(world)}`,
} as const
const scheduleAction = (action: string) => (row: Row) => ({ commId: row.id, action })
const approveSchedule = 'POST /payment/approveFarmerSchedule/:organisationId'
const rtgs = {
  call: 'POST /payment/rtgsFiles/:organisationId/decide',
  kind: 'rtgs_file',
  make: makeRtgsFile,
  list: (world: World) => `/payment/rtgsFiles/${society(world)}`,
  comment,
} as const
const retries = (world: World) => `/payment/retries/${society(world)}`
const retry = { kind: 'payment_retry', make: makeRetry, list: retries } as const
const decideRetry = 'POST /payment/approveScheduleRetry'
const transfer = {
  call: 'POST /society-transfers/:organisationId/decide',
  kind: 'society_transfer',
  make: makeTransfer,
  list: (world: World) => `/society-transfers/${society(world)}`,
  comment,
} as const
const floor = {
  kind: 'communal_rate_limit',
  make: makeFloor,
  list: (world: World) => `/payment/fetchCommunalRateLimits/${society(world)}`,
} as const
const floorAction = (action: string) => (row: Row) => ({ limitId: row.id, action })
const approveFloor = 'POST /payment/approveCommunalRate/:loggedInOrgId'
const account = {
  call: 'POST /society-accounts/:organisationId/decide',
  kind: 'society_account_change',
  make: makeSocietyAccount,
  list: (world: World) => `/society-accounts/${society(world)}/changes`,
  comment,
} as const
const limit = { ...checker, kind: 'limit_file', make: makeLimitFile, list: limits, comment, posts: whole } as const
const limitAtKpcu = { ...limit, ...kpcu, make: makeLimitFileAtKpcu, list: limitsAtKpcu } as const
const rate = { kind: 'cherry_rate', make: makeRate, list: () => '/cherry/rate/unapproved', posts: whole } as const
const deal = {
  kind: 'conversion_rate',
  make: makeConversionRate,
  list: () => '/payment/conversionRate/history',
} as const
const dealAction = (action: string) => (row: Row) => ({
  id: row.id,
  growerId: (row['grower'] as { id: string }).id,
  action,
})
const parchment = { kind: 'parchment', make: makeParchment, posts: whole, comment } as const
const atMiller = { ...parchment, by: 'aliceMillerChecker', list: parchmentsAt('ML2001') } as const
const parchmentAtKpcu = { ...parchment, ...kpcu, make: makeParchmentAtKpcu, list: parchmentsAt('KPCU') } as const
const loan = { kind: 'loan_request', comment: 'approvalComment' } as const
const pending = { ...loan, ...checker, make: makeLoan, list: loansAt('pending', 'CF4100') } as const
const approved = { ...loan, ...kpcu, make: makeApprovedLoan, list: loansAt('approved', 'KPCU') } as const
const ofPayout = {
  kind: 'payout_resolution',
  make: makePayoutResolution,
  list: () => '/payouts/resolutions',
  posts: whole,
  comment,
} as const
const resolution = {
  call: 'POST /reconciliation/resolutions/decide',
  kind: 'statement_exception',
  make: waitingResolution,
  list: () => '/reconciliation/resolutions',
  comment,
} as const
const statementFile = {
  kind: 'statement_import',
  make: waitingStatementFile,
  list: () => '/reconciliation/imports',
  posts: whole,
  comment,
} as const

/** Every call that takes a step of a workflow, with each step that it takes. */
export const decisionCalls: readonly DecisionCall[] = [
  { ...upload, call: 'POST /upload/cherry/approve_farmer/:organisationId', step: 'approve', posts: file('APPROVE') },
  { ...upload, call: 'POST /upload/cherry/decline_farmer', step: 'decline', posts: file('REJECT') },
  { ...upload, call: 'POST /upload/cherry/farmer-bulk', step: 'approve', posts: asRecords('approve') },
  { ...upload, call: 'POST /upload/cherry/farmer-bulk', step: 'decline', posts: asRecords('decline') },
  {
    ...company,
    call: 'POST /upload/cherry/approve_farmer_company/:organisationId',
    step: 'approve',
    posts: file('APPROVE'),
  },
  { ...company, call: 'POST /upload/cherry/decline_farmer', step: 'decline', posts: file('REJECT') },
  { ...draft, call: 'POST /uploads/:id/withdraw', step: 'withdraw', make: makeFarmerUpload },
  { ...draft, call: 'POST /uploads/:id/send', step: 'send', make: makeRepairedUpload },
  { ...draft, call: 'POST /uploads/:id/discard', step: 'discard', make: makeUploadDraft },
  {
    ...update,
    call: 'POST /farmer/approve',
    step: 'approve',
    comment: 'approverComments',
    posts: (row) => pick(row, 'id', 'growerId', 'approverComments', 'companyName', 'companyRegistrationNumber'),
  },
  {
    ...update,
    call: 'POST /farmer/reject',
    step: 'decline',
    comment: 'approverComments',
    posts: (row) => pick(row, 'id', 'approverComments'),
  },
  { ...update, call: 'POST /farmer/updates/decide', step: 'approve', comment, posts: asRecords('approve') },
  { ...update, call: 'POST /farmer/updates/decide', step: 'decline', comment, posts: asRecords('decline') },
  { ...update, ...maker, call: 'POST /farmer/updates/:id/withdraw', step: 'withdraw', posts: whole },
  {
    ...farmer,
    call: 'POST /farmer/approve',
    step: 'approve',
    posts: ({ id }) => ({ action: 'approve', confirmFarmer: id }),
  },
  {
    ...farmer,
    call: 'POST /farmer/approve',
    step: 'decline',
    posts: ({ id }) => ({ action: 'decline', confirmFarmer: id }),
  },
  { ...farmer, call: 'POST /farmer/reject', step: 'decline', comment: 'approverComments', posts: whole },
  { ...farmer, call: 'POST /farmer/created/decide', step: 'approve', comment, posts: asRecords('approve') },
  { ...farmer, call: 'POST /farmer/created/decide', step: 'decline', comment, posts: asRecords('decline') },
  { ...plot, ...checker, step: 'verify', posts: asRecords('verify') },
  { ...plot, ...checker, step: 'reject', posts: asRecords('reject') },
  { ...plot, ...maker, step: 'withdraw', posts: asRecords('withdraw') },
  { ...plot, ...maker, step: 'reopen', make: makeVerifiedPlot, posts: asRecords('reopen') },
  {
    ...cherry,
    call: 'POST /farmercherry/approve',
    step: 'approve',
    posts: (row) => ({ action: 'approve', confirmCherry: row }),
  },
  {
    ...cherry,
    call: 'POST /farmercherry/approve',
    step: 'decline',
    posts: (row) => ({ action: 'decline', confirmCherry: row }),
  },
  { ...cherry, call: 'POST /farmercherry/bulk', step: 'approve', comment, posts: asRecords('approve') },
  { ...cherry, call: 'POST /farmercherry/bulk', step: 'decline', comment, posts: asRecords('decline') },
  { ...book, call: 'POST /upload/cherry/approve_deliveries/:organisationId', step: 'approve', posts: file('APPROVE') },
  { ...book, call: 'POST /upload/cherry/decline_deliveries', step: 'decline', posts: file('REJECT') },
  { ...book, call: 'POST /upload/cherry/deliveries-bulk', step: 'approve', posts: asRecords('approve') },
  { ...book, call: 'POST /upload/cherry/deliveries-bulk', step: 'decline', posts: asRecords('decline') },
  { ...factory, ...checker, step: 'approve', posts: withStep('approve') },
  { ...factory, ...checker, step: 'decline', posts: withStep('decline') },
  { ...factory, ...maker, step: 'withdraw', posts: withStep('withdraw') },
  { ...floor, by: 'margaretManager', call: approveFloor, step: 'approve', posts: floorAction('APPROVE') },
  { ...floor, by: 'margaretManager', call: approveFloor, step: 'decline', posts: floorAction('REJECT') },
  { ...floor, ...maker, call: 'POST /payment/communalRateLimit/withdraw', step: 'withdraw', posts: whole },
  { ...schedule, by: 'margaretManager', call: approveSchedule, step: 'approve', posts: scheduleAction('APPROVE') },
  { ...schedule, by: 'margaretManager', call: approveSchedule, step: 'decline', posts: scheduleAction('REJECT') },
  { ...schedule, ...maker, call: 'POST /payment/communalPayment/withdraw', step: 'withdraw', posts: whole },
  ...deductionDecisions,
  { ...retry, ...checker, call: decideRetry, step: 'approve', posts: scheduleAction('APPROVE') },
  { ...retry, ...checker, call: decideRetry, step: 'decline', posts: scheduleAction('REJECT') },
  { ...retry, ...maker, call: 'POST /payment/retry/withdraw', step: 'withdraw', posts: whole },
  { ...rtgs, by: 'margaretManager', step: 'approve', posts: withStep('approve') },
  { ...rtgs, by: 'margaretManager', step: 'decline', posts: withStep('decline') },
  { ...rtgs, ...maker, step: 'withdraw', posts: withStep('withdraw') },
  { ...transfer, ...checker, step: 'approve', posts: withStep('approve') },
  { ...transfer, ...checker, step: 'decline', posts: withStep('decline') },
  { ...transfer, ...maker, step: 'withdraw', posts: withStep('withdraw') },
  { ...account, ...checker, step: 'approve', posts: withStep('approve') },
  { ...account, ...checker, step: 'decline', posts: withStep('decline') },
  { ...account, ...maker, step: 'withdraw', posts: withStep('withdraw') },
  { ...limit, call: 'POST /upload/cherry/approve_limit/:organisationId', step: 'approve' },
  { ...limitAtKpcu, call: 'POST /upload/cherry/approve_limit/:organisationId', step: 'approve' },
  { ...limit, call: 'POST /upload/cherry/decline_limit', step: 'decline' },
  { ...limitAtKpcu, call: 'POST /upload/cherry/decline_limit', step: 'decline' },
  { ...rate, ...kpcu, call: 'POST /cherry/rate/approve', step: 'approve' },
  { ...rate, ...kpcu, call: 'POST /cherry/rate/reject', step: 'decline' },
  { ...rate, by: 'josephKpcuMaker', call: 'POST /cherry/rate/withdraw', step: 'withdraw' },
  { ...deal, ...checker, call: 'POST /payment/conversionRate/approve', step: 'approve', posts: dealAction('APPROVE') },
  { ...deal, ...checker, call: 'POST /payment/conversionRate/approve', step: 'decline', posts: dealAction('REJECT') },
  { ...deal, ...maker, call: 'POST /payment/conversionRate/withdraw', step: 'withdraw', posts: whole },
  { ...atMiller, call: 'POST /upload/parchment/delivery/approve/file', step: 'approve' },
  { ...parchmentAtKpcu, call: 'POST /upload/parchment/delivery/approve/file', step: 'approve' },
  { ...atMiller, call: 'POST /upload/cherry/decline_limit', step: 'decline' },
  { ...parchmentAtKpcu, call: 'POST /upload/cherry/decline_limit', step: 'decline' },
  { ...atMiller, call: 'POST /upload/parchment/delivery/decline/file', step: 'decline' },
  {
    ...atMiller,
    call: 'POST /upload/parchment/delivery/decline/file',
    step: 'reject',
    posts: (row) => ({ ...row, final: true }),
  },
  {
    ...parchment,
    by: 'margaretManager',
    call: 'POST /upload/parchment/delivery/amend/file',
    step: 'amend',
    make: makeReferredParchment,
    list: parchmentsAt('CF4100'),
    posts: async (row, { people }) => ({
      ...pick(row, 'id', 'approverComment'),
      data: (await rowsOf(people.margaretManager, row.id)).map((each) => ({ ...each, netWeight: 97 })),
    }),
  },
  ...catalogueDecisions,
  ...dispatchDecisions,
  ...estateCuredDecisions,
  { ...pending, call: 'POST /disbursement/approve', step: 'approve', posts: (row) => [row] },
  { ...pending, call: 'POST /disbursement/reject', step: 'reject', posts: whole },
  { ...pending, call: 'POST /disbursement/refuse', step: 'reject', posts: asRecords('reject') },
  { ...approved, call: 'POST /disbursement/authorize', step: 'authorize', posts: (row) => [row] },
  { ...approved, call: 'POST /disbursement/decline', step: 'decline', posts: whole },
  { ...approved, call: 'POST /disbursement/refuse', step: 'decline', posts: asRecords('decline') },
  { ...ofPayout, by: 'peterBankChecker', call: 'POST /payouts/resolutions/approve', step: 'approve' },
  { ...ofPayout, by: 'peterBankChecker', call: 'POST /payouts/resolutions/decline', step: 'decline' },
  { ...ofPayout, by: 'estherBankMaker', call: 'POST /payouts/resolutions/withdraw', step: 'withdraw' },
  { ...resolution, ...kpcu, step: 'approve', posts: withStep('approve') },
  { ...resolution, ...kpcu, step: 'decline', posts: withStep('decline') },
  { ...resolution, by: 'josephKpcuMaker', step: 'withdraw', posts: withStep('withdraw') },
  { ...statementFile, ...kpcu, call: 'POST /reconciliation/imports/approve', step: 'approve' },
  { ...statementFile, ...kpcu, call: 'POST /reconciliation/imports/decline', step: 'decline' },
  { ...statementFile, by: 'josephKpcuMaker', call: 'POST /reconciliation/imports/withdraw', step: 'withdraw' },
  ...tradeDecisionCalls,
  ...adminDecisionCalls,
]
