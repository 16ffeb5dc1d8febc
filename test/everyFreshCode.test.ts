import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors } from '#contract/house/errors.ts'
import { roles, type Permission } from '#contract/house/permissions.ts'
import { declaredCalls, permissionsOf } from '#server/kit/web/openApi.ts'
import { organisationOf } from '../db/seed/organisations.ts'
import { sampleRequest, unknownId } from './kit/sampleRequests.ts'
import { makeWorld, type World } from './kit/world.ts'

/** Whether whoever holds a permission moves money, decides on it, leads it elsewhere, or gives power. A new one says which. */
const weighs: Record<Permission, boolean> = {
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
  CAN_APPROVE_PAYMENT_RETRY: true,
  CAN_CREATE_CONVERSION_RATE: false,
  CAN_APPROVE_CONVERSION_RATE: true,
  CAN_CREATE_CHERRY_RATE: false,
  CAN_APPROVE_CHERRY_RATE: false,
  CAN_SET_COMMUNAL_RATE: false,
  CAN_APPROVE_COMMUNAL_RATE: true,
  CAN_RECONCILE: true,
  CAN_APPROVE_RECONCILIATION: true,
  CAN_UPLOAD_CATALOGUE: false,
  CAN_APPROVE_CATALOGUE: false,
  CAN_UPLOAD_GRN: false,
  CAN_APPROVE_GRN: false,
  CAN_APPROVE_ESTATE_CURED_BROKER: false,
  CAN_ADMINISTER: true,
  CAN_VIEW_AUDIT: false,
}
/** Areas in which a call weighs whatever permission opens it. */
const weightyAreas =
  /^(?:admin\w+|updateRequests|payouts|payoutResolutions|reconciliation|\w*[sS]tatementImports?|settlement\w*|bankAccounts)$/

/** Calls of weight that ask for no code, each with its reason. */
const excused: Record<string, string> = {
  'POST /farmer/life-state': 'says whether a member lives and stays; no account is named',
  'POST /farmer/updates/:id/withdraw': 'takes the own request back; nothing changes',
  'POST /disbursement/decline': 'no money moves',
  'POST /disbursement/refuse': 'no money moves',
  'POST /payouts/:id/query': 'asks the bank how a payout stands',
  'POST /payouts/channels/:channel/pause': 'stops money, and must be quick',
  'POST /payouts/:id/resolution': 'proposes; who approves gives the code',
  'POST /payouts/resolutions/decline': 'no money moves',
  'POST /payouts/resolutions/withdraw': 'takes the own proposal back; nothing changes',
  'POST /bank/statement/pull': 'nothing is brought along: the bank’s own signed statement is fetched',
  'POST /farmers/quality/:organisationId/recount': 'counts anew what stands; changes no record',
  'POST /reconciliation/exception/:id': 'proposes; who decides gives the code',
  'POST /reconciliation/imports/decline': 'nothing of the file counts',
  'POST /reconciliation/imports/withdraw': 'takes the own file back; nothing changes',
}
/** Calls that weigh although neither permission nor area says so. */
const further: Record<string, string> = {
  'POST /farmer/update/:id': 'of an approved farmer it opens a request for other bank details',
  'POST /farmer/approve': 'approves requests for other bank details too',
}

const titled = declaredCalls.map((call) => ({ ...call, title: `${call.declared.method} ${call.declared.path}` }))
const changing = titled.filter(({ declared }) => declared.method !== 'GET' && !declared.reads && !declared.signed)
const weighty = changing.filter(
  ({ area, declared }) => weightyAreas.test(area) || permissionsOf(declared).some((permission) => weighs[permission]),
)
const asking = titled.filter(({ declared }) => declared.stepUp)

describe('which calls ask for a fresh code', () => {
  test('every call of weight does, but for those with a reason', () => {
    const silent = weighty.filter(({ declared, title }) => !declared.stepUp && !(title in excused))
    expect(silent.map(({ title }) => title)).toEqual([])
  })

  test('no reason is given for a call that asks, or that there is not', () => {
    const quiet = new Set(weighty.filter(({ declared }) => !declared.stepUp).map(({ title }) => title))
    expect(Object.keys(excused).filter((title) => !quiet.has(title))).toEqual([])
  })

  test('no other call does, but for those with a reason', () => {
    const known = new Set([...weighty.map(({ title }) => title), ...Object.keys(further)])
    expect(asking.filter(({ title }) => !known.has(title))).toEqual([])
  })

  test('none that the kit would not ask: it changes something, in the one transaction of the call', () => {
    const own = new Set(['session', 'invitation'])
    expect(asking.filter(({ area, title }) => own.has(area) || !changing.some((one) => one.title === title))).toEqual(
      [],
    )
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

const always = asking.filter(({ declared }) => declared.stepUp === true)
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
    const { method, path, ...sent } = await sampleRequest(declared, facts)
    const { status, body } = await person.ask<{ code: string; message: string }>(method, path, sent)
    expect([person.username, status, body]).toMatchObject([
      person.username,
      403,
      { code: 'step_up.no_factor', message: errors['step_up.no_factor'].message },
    ])
  }
})
