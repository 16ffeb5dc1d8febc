import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changedSince, retryWay } from '#contract/schedules/paymentRetries.ts'
import type { OpenLine } from '#contract/schedules/openLines.ts'
import { agreeDeduction } from '#test/kit/deductions.ts'
import { ledgerFindings } from '#test/kit/loans.ts'
import { makePayingWorld } from '#test/kit/payouts.ts'
import type { Person } from '#test/kit/people.ts'
import { decideRetry, initiateRetry, payAgain } from '#test/kit/paymentRetries.ts'
import {
  agreeFloor,
  decideSchedule,
  detailsOf,
  fewMembers,
  fillPool,
  membersOf,
  owe,
  payable,
  paySchedule,
  saveSchedule,
} from '#test/kit/schedules.ts'
import { addBankAccount, approve, edit, newAccount, type UpdateAnswer } from '#test/kit/updateRequests.ts'
import type { World } from '#test/kit/world.ts'

// Money of approved schedules that waits, with what holds it now; paid from the list once nothing does.
let world: World
let maker: Person
let checker: Person
beforeAll(async () => {
  world = (await makePayingWorld()).world
  maker = world.people.wanjikuMaker
  checker = world.people.otienoChecker
  await fewMembers(world, 8)
})
afterAll(() => world?.close())
beforeEach(() =>
  world.owner.query(
    `update communal_payments set status = 'REJECTED' where status in ('PENDING_APPROVAL', 'APPROVED', 'PARTIALLY_PAID', 'COMPLETED');
     update payment_retries set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL';
     update change_requests set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL';
     delete from communal_rate_limits;
     ${payable}`,
  ),
)

type Page = { data: OpenLine[]; page: { totalElements: number } }
const open = async (person: Person, query = 'paginate=Y&size=100', at = person.organisationCode) =>
  (await person.get<Page>(`/payment/openLines/${world.organisationId(at)}?${query}`)).body
const set = (id: string, values: string) => world.owner.query(`update farmers set ${values} where id = $1`, [id])
const member = async (at = 0) => (await membersOf(world))[at]!.id

/** What the menu counts beside the list. */
const countedFor = async (person: Person): Promise<number> =>
  (await person.get<{ works: Record<string, number> }>('/inbox/counts')).body.works['openLines'] ?? 0
/** How many members the next schedule would hold. */
const heldNext = async (): Promise<number> =>
  (await detailsOf(maker)).body.data.bars.find(({ code }) => code === 'held_members')?.count ?? 0

/** A schedule that is paid, but for the line of a member whose account is not verified. */
async function held(values = `account_state = 'UNVERIFIED'`) {
  const id = await member()
  await set(id, values)
  await fillPool(world, 'CF4100', 300_000)
  await agreeFloor(world)
  const { body } = await saveSchedule(world, maker)
  if (!body.data) throw new Error(JSON.stringify(body))
  await decideSchedule(world, world.people.margaretManager, 'APPROVE', body.data)
  await paySchedule(world, body.data.id)
  return { id, schedule: body.data }
}

test('a held payment says what holds it now and what mends it; mended, two people pay it without a new schedule', async () => {
  const { id, schedule } = await held()
  const [line] = (await open(maker)).data
  expect(line).toMatchObject({
    scheduleId: schedule.id,
    farmerId: id,
    status: 'HELD',
    why: 'not_verified',
    reason: 'The account is not verified',
    mending: 'not_verified',
    attempts: 0,
    retryWaits: false,
    canRetry: false,
  })
  expect((await initiateRetry(maker, line!.id)).body.code).toBe('payment_retry.held')
  // The menu counts it for who may ask for it to be paid again, and for nobody else.
  const { margaretManager, danielMaker, peterBankChecker } = world.people
  expect(await Promise.all([maker, danielMaker, margaretManager, peterBankChecker].map(countedFor))).toEqual([
    1, 0, 0, 0,
  ])
  await set(id, `account_state = 'VERIFIED', account_changed_at = now()`)
  expect((await open(maker)).data[0]).toMatchObject({ why: 'cooling_off', canRetry: false })
  await set(id, 'account_changed_at = null')
  expect((await open(maker)).data[0]).toMatchObject({ why: 'mended', mending: 'mended', canRetry: true })
  const { body } = await initiateRetry(maker, line!.id)
  expect((await open(maker)).data[0]).toMatchObject({ retryWaits: true, mending: 'waits', canRetry: false })
  // From now on it is another person's turn.
  expect(await countedFor(maker)).toBe(0)
  expect((await decideRetry(checker, body.data, 'APPROVE')).status).toBe(200)
  await payAgain(world, body.data)
  expect((await open(maker)).page.totalElements).toBe(0)
  expect(await ledgerFindings(world)).toEqual([])
})

test('a refused payment counts how often the bank was asked, and of who has died says so', async () => {
  const { id, schedule } = await held()
  await world.owner.query(
    `update schedule_lines set status = 'FAILED', reason = 'The account is closed' where communal_payment_id = $1 and status = 'SUCCESS'
       and id = (select min(id::text)::uuid from schedule_lines where communal_payment_id = $1 and status = 'SUCCESS')`,
    [schedule.id],
  )
  const failed = (await open(maker)).data.find(({ status }) => status === 'FAILED')!
  expect(failed).toMatchObject({ why: 'refused', reason: 'The account is closed', attempts: 1, canRetry: true })
  await set(failed.farmerId!, `life_state = 'DECEASED'`)
  expect((await open(maker, 'paginate=Y&filter=why:deceased')).data).toMatchObject([{ id: failed.id, canRetry: false }])
  expect((await open(maker, 'paginate=Y&filter=status:HELD')).data).toMatchObject([{ farmerId: id }])
  expect((await open(maker, 'paginate=Y&filter=season:2023/2024')).data).toEqual([])
})

test('a payment to a lender that was refused stands there too', async () => {
  await owe(world, await member(1), 'KPCU', 10_000n)
  const { schedule } = await held()
  await world.owner.query(
    `update schedule_lender_payments set status = 'FAILED', reason = 'The account is closed' where communal_payment_id = $1`,
    [schedule.id],
  )
  const lender = (await open(maker)).data.find(({ farmerId }) => farmerId === null)
  expect(lender).toMatchObject({ memberNumber: '', why: 'refused', amount: 100, canRetry: true })
  expect(lender!.name).toContain('Planters')
})

test('so does one to the payee of a deduction, under what it was taken for', async () => {
  await agreeDeduction(world, { title: 'Fertiliser of the long rains' })
  const { schedule } = await held()
  await world.owner.query(
    `update schedule_lender_payments set status = 'FAILED', reason = 'The account is closed' where communal_payment_id = $1 and deduction_id is not null`,
    [schedule.id],
  )
  const payee = (await open(maker)).data.find(({ farmerId }) => farmerId === null)
  expect(payee).toMatchObject({ name: 'Fertiliser of the long rains', why: 'refused', attempts: 1, canRetry: true })
  expect((await open(maker, 'paginate=Y&search=fertiliser')).data).toMatchObject([{ id: payee!.id }])
  await world.owner.query(`update deductions set status = 'ENDED' where status = 'APPROVED'`)
})

test('a schedule that waits has nothing open, a stranger sees nothing, and readers of all see all', async () => {
  const { schedule } = await held()
  const { peterBankChecker, danielMaker } = world.people
  expect((await open(danielMaker)).data).toEqual([])
  expect((await danielMaker.get(`/payment/openLines/${world.organisationId('CF4100')}`)).status).toBe(404)
  expect((await open(peterBankChecker, 'paginate=Y', 'COOP')).data).toMatchObject([{ organisationCode: 'CF4100' }])
  await world.owner.query(`update communal_payments set status = 'PENDING_APPROVAL' where id = $1`, [schedule.id])
  expect((await open(maker)).data).toEqual([])
})

test('the money of who has died waits until two people have entered the account of the next of kin, and goes there once', async () => {
  const { id } = await held()
  const [line] = (await open(maker)).data
  await set(id, `account_state = 'VERIFIED'`)
  const dead = await maker.post<UpdateAnswer>('/farmer/life-state', {
    id,
    lifeState: 'DECEASED',
    reason: 'Certificate',
  })
  expect((await approve(checker, dead.body.data, 'Papers seen')).status).toBe(200)
  const [account, name] = [newAccount(), 'Zipporah Kemunto']
  await addBankAccount(world, account, name)
  // The account that the member had is not the next of kin's, whoever asks.
  expect((await open(maker)).data[0]).toMatchObject({ why: 'deceased', canRetry: false })
  expect((await initiateRetry(maker, line!.id)).body.code).toBe('payment_retry.held')
  const elsewhere = { type: 'UPDATE_RETRY', instId: '11', accountNumber: account, accountName: name }
  expect((await initiateRetry(maker, line!.id, elsewhere)).status).toBe(422)
  const asked = await edit(maker, { id }, { bankCode: '11', account, accountName: name, reason: 'Letter of the chief' })
  expect(asked.status).toBe(200)
  expect((await open(maker)).data[0]).toMatchObject({ why: 'deceased', canRetry: false })
  expect((await approve(maker, asked.body.data, 'Papers seen')).status).toBe(403)
  expect((await approve(checker, asked.body.data, 'Papers seen')).status).toBe(200)
  expect((await open(maker)).data[0]).toMatchObject({ why: 'cooling_off', canRetry: false })
  expect(await heldNext()).toBe(1)
  await set(id, 'account_changed_at = null')
  expect((await open(maker)).data[0]).toMatchObject({ why: 'mended', canRetry: true, accountNumber: account })
  // The next schedule pays the next of kin too.
  expect(await heldNext()).toBe(0)
  const { body } = await initiateRetry(maker, line!.id)
  expect(body.data).toMatchObject({ newAccountNumber: account })
  // The decider reads that it goes elsewhere than before.
  expect(retryWay(body.data)).toBe(changedSince)
  expect((await initiateRetry(maker, line!.id)).body.code).toBe('change.open')
  const answers = await Promise.all([1, 2].map(() => decideRetry(checker, body.data, 'APPROVE')))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await payAgain(world, body.data)
  expect((await open(maker)).data).toEqual([])
  const { rows } = await world.owner.query(`select account_number, status from payouts where source_id = $1`, [
    body.data.id,
  ])
  expect(rows).toEqual([{ account_number: account, status: 'PAID' }])
  expect(await ledgerFindings(world)).toEqual([])
})

test('an account that was entered before the death, or a retry to another one, pays nobody who has died', async () => {
  const { id } = await held()
  const [line] = (await open(maker)).data
  await set(id, `account_state = 'VERIFIED'`)
  const { body } = await initiateRetry(maker, line!.id)
  const dead = await maker.post<UpdateAnswer>('/farmer/life-state', {
    id,
    lifeState: 'DECEASED',
    reason: 'Certificate',
  })
  await approve(checker, dead.body.data, 'Papers seen')
  expect((await decideRetry(checker, body.data, 'APPROVE')).body.code).toBe('payment_retry.held')
  const account = newAccount()
  await addBankAccount(world, account, 'Zipporah Kemunto')
  const asked = await edit(
    maker,
    { id },
    { bankCode: '11', account, accountName: 'Zipporah Kemunto', reason: 'Letter' },
  )
  await approve(checker, asked.body.data, 'Papers seen')
  await set(id, 'account_changed_at = null')
  // What was asked for while the member lived goes to an account that is no longer theirs.
  expect((await decideRetry(checker, body.data, 'APPROVE')).body.code).toBe('payment_retry.held')
  const { rows } = await world.owner.query(`select 1 from payouts where source_id = $1`, [body.data.id])
  expect(rows).toEqual([])
})
