import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors } from '#contract/house/errors.ts'
import { roles, type Permission } from '#contract/house/permissions.ts'
import { declaredCalls, permissionsOf } from '#server/kit/web/openApi.ts'
import { organisationOf } from '../db/seed/organisations.ts'
import { sampleRequest, unknownId } from './kit/sampleRequests.ts'
import { makeWorld, type World } from './kit/world.ts'

/** Whether whoever holds a permission moves money, decides on it, leads it elsewhere, or gives power. A new permission must be entered here. */
const isSensitive: Record<Permission, boolean> = {
  CAN_UPLOAD_FARMERS: false,
  CAN_APPROVE_FARMERS: false,
  CAN_UPDATE_FARMER: true,
  CAN_VIEW_FARMERS: false,
  CAN_VIEW_PERSONAL_DATA: false,
  CAN_UPLOAD_LIMITS: false,
  CAN_APPROVE_LIMITS: false,
  CAN_UPLOAD_CCARF_PARCHMENT: false,
  CAN_APPROVE_CCARF_PARCHMENT: false,
  CAN_AMEND_CCARF_PARCHMENT: false,
  CAN_CREATE_LOAN_REQUEST: false,
  CAN_APPROVE_LOAN_REQUEST: false,
  CAN_AUTHORIZE_LOAN_REQUEST: true,
  CAN_VIEW_PAYOUTS: false,
  CAN_QUERY_PAYOUTS: false,
  CAN_STOP_PAYOUTS: true,
  CAN_VIEW_FARMER_STATEMENT: false,
  CAN_CREATE_PAYMENT_SCHEDULE: false,
  CAN_APPROVE_PAYMENT_SCHEDULE: true,
  CAN_RETRY_PAYMENT: false,
  CAN_APPROVE_PAYMENT_RETRY: true,
  CAN_ORDER_SOCIETY_TRANSFER: false,
  CAN_APPROVE_SOCIETY_TRANSFER: true,
  CAN_CHANGE_SOCIETY_ACCOUNT: false,
  CAN_APPROVE_SOCIETY_ACCOUNT: true,
  CAN_CREATE_CONVERSION_RATE: false,
  CAN_APPROVE_CONVERSION_RATE: true,
  CAN_CREATE_CHERRY_RATE: false,
  CAN_APPROVE_CHERRY_RATE: false,
  CAN_SET_COMMUNAL_RATE: false,
  CAN_APPROVE_COMMUNAL_RATE: true,
  CAN_RECONCILE: true,
  CAN_APPROVE_RECONCILIATION: true,
  CAN_SET_SALE_DAY: false,
  CAN_APPROVE_SALE_DAY: false,
  CAN_UPLOAD_RESULTS: false,
  CAN_APPROVE_RESULTS: true,
  CAN_VIEW_RESULTS: false,
  CAN_PREPARE_SETTLEMENT: false,
  CAN_APPROVE_SETTLEMENT: true,
  CAN_UPLOAD_CATALOGUE: false,
  CAN_APPROVE_CATALOGUE: false,
  CAN_UPLOAD_GRN: false,
  CAN_APPROVE_GRN: false,
  CAN_APPROVE_ESTATE_CURED_BROKER: false,
  CAN_ADMINISTER: true,
  CAN_VIEW_AUDIT: false,
}
/** Areas in which a call is sensitive whatever permission opens it. */
const sensitiveAreas =
  /^(?:admin\w+|updateRequests|payouts|payoutResolutions|reconciliation|\w*[sS]tatementImports?|settlement\w*|bankAccounts)$/

/** Sensitive calls that need no code, each with its reason. */
const exempt: Record<string, string> = {
  'POST /settlement/payments/decline': 'nothing is paid',
  'POST /settlement/claims/decline': 'nothing is taken of anybody',
  'POST /eslip/download/:id': 'a paper that is read; nothing changes',
  'POST /payment/deductionFiles/:organisationId/decline': 'nothing is taken of anybody',
  'POST /sales/results/decline/:organisationId': 'nothing is sold',
  'POST /settlement/fees/decline': 'nothing is charged otherwise',
  'POST /farmer/erase': 'takes away what is known of a person, with a second one; no account is named',
  'POST /farmer/life-state': 'says whether a member lives and stays; no account is named',
  'POST /farmer/updates/:id/withdraw': 'withdraws the own request; nothing changes',
  'POST /disbursement/decline': 'no money moves',
  'POST /disbursement/refuse': 'no money moves',
  'POST /payouts/:id/query': 'queries the bank about a payout',
  'POST /payouts/channels/:channel/pause': 'stops money, and must be quick',
  'POST /payouts/:id/resolution': 'proposes; who approves gives the code',
  'POST /payouts/resolutions/decline': 'no money moves',
  'POST /payouts/resolutions/withdraw': 'withdraws the own proposal; nothing changes',
  'POST /bank/statement/pull': 'nothing is uploaded: the bank’s own signed statement is fetched',
  'POST /farmers/quality/:organisationId/recount': 'counts anew what stands; changes no record',
  'POST /reconciliation/exception/:id': 'proposes; who decides gives the code',
  'POST /reconciliation/imports/decline': 'nothing of the file counts',
  'POST /reconciliation/imports/withdraw': 'withdraws the own file; nothing changes',
}
/** Calls that are sensitive although neither permission nor area says so. */
const additional: Record<string, string> = {
  'POST /payment/initiateScheduleRetry': 'to another account it opens a request for other bank details',
  'POST /farmer/update/:id': 'of an approved farmer it opens a request for other bank details',
  'POST /farmer/approve': 'approves requests for other bank details too',
  'POST /auth/totp': 'a way in: a stolen session and password shall not add one, nor take the owner’s away',
  'POST /auth/passkeys/begin': 'a way in, as above',
  'POST /auth/passkeys': 'a way in, as above',
  'POST /auth/passkeys/:id/remove': 'a way in, as above',
  'POST /auth/sessions/:id/end': 'who holds a session only shall not shut the owner out',
  'POST /auth/sessions/end-others': 'as above',
}

const titled = declaredCalls.map((call) => ({ ...call, title: `${call.declared.method} ${call.declared.path}` }))
const changing = titled.filter(({ declared }) => declared.method !== 'GET' && !declared.reads && !declared.signed)
const sensitive = changing.filter(
  ({ area, declared }) =>
    sensitiveAreas.test(area) || permissionsOf(declared).some((permission) => isSensitive[permission]),
)
const withCode = titled.filter(({ declared }) => declared.stepUp)

describe('which calls need a fresh code', () => {
  test('every sensitive call does, but for those with a reason', () => {
    const silent = sensitive.filter(({ declared, title }) => !declared.stepUp && !(title in exempt))
    expect(silent.map(({ title }) => title)).toEqual([])
  })

  test('no reason is given for a call that needs one, or that there is not', () => {
    const quiet = new Set(sensitive.filter(({ declared }) => !declared.stepUp).map(({ title }) => title))
    expect(Object.keys(exempt).filter((title) => !quiet.has(title))).toEqual([])
  })

  test('no other call does, but for those with a reason', () => {
    const known = new Set([...sensitive.map(({ title }) => title), ...Object.keys(additional)])
    expect(withCode.filter(({ title }) => !known.has(title))).toEqual([])
  })

  test('none that the kit cannot check: it changes something, in the one transaction of the call', () => {
    const own = new Set(['session', 'invitation'])
    const ofKit = withCode.filter(({ declared }) => declared.stepUp !== 'second factor')
    expect(ofKit.filter(({ area, title }) => own.has(area) || !changing.some((one) => one.title === title))).toEqual([])
  })
})

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await world.owner.query(`update settings set value = 'true' where name = 'moneyNeedsFreshCode'`)
})
afterAll(() => world?.close())

// What a sample cannot invent.
const values = { username: 'jane.mwangi', role: 'FCS_MAKER', day: '2026-12-26', value: 7 }
const names: Record<string, string> = {
  '/admin/roles': 'OTHER',
  '/admin/settings': 'loanRequestDays',
  '/admin/seasons': '2027/2028',
  '/admin/disclaimers': 'cherry_delivery',
}

const always = withCode.filter(({ declared }) => declared.stepUp === true)
test.each(always)('$title is refused without a code, whoever makes it', async ({ declared }) => {
  const holders = Object.values(world.people).filter((person) =>
    permissionsOf(declared).some((permission) =>
      (roles[person.role].permissions as readonly string[]).includes(permission),
    ),
  )
  expect(holders).not.toEqual([])
  for (const person of holders) {
    const organisationId = organisationOf(person.organisationCode).id
    const facts = {
      organisationId,
      organisationCode: person.organisationCode,
      id: unknownId,
      values: { ...values, name: names[declared.path] },
    }
    const { method, path, ...options } = await sampleRequest(declared, facts)
    const { status, body } = await person.request<{ code: string; message: string }>(method, path, options)
    expect([person.username, status, body]).toMatchObject([
      person.username,
      403,
      { code: 'step_up.no_factor', message: errors['step_up.no_factor'].message },
    ])
  }
})
