import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InboxItem } from '#contract/house/inbox.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import type { ScheduleLine } from '#contract/schedules/scheduleLines.ts'
import type { Person } from '#test/kit/people.ts'
import { decideSchedule, fillPool, keepFloor, membersOf, payable, saveSchedule } from '#test/kit/schedules.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// What a decider of a schedule is pointed at, and whose decision it takes.
let world: World
let maker: Person
let manager: Person
let bank: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
  manager = world.people.margaretManager
  bank = world.people.peterBankChecker
  await fillPool(world, 'CF4100', 500_000)
  await keepFloor(world)
})
afterAll(() => world?.close())
beforeEach(async () => {
  // Nothing is pointed out but what a test says.
  await world.owner.query(
    `update communal_payments set status = 'REJECTED' where status <> 'REJECTED';
     delete from settings where name = 'bankDecidesSchedules';
     ${payable}, number_of_trees = 100000,
       institution_code = '11', account_number = '0110' || lpad(right(id_number, 10), 10, '0')`,
  )
  await fillPool(world, 'CF4100', 500_000)
})

/** Members who have brought more than the setting expects of one tree. */
const heavy = async () => (await membersOf(world)).filter(({ kilograms }) => Number(kilograms) > 25)

async function saved(): Promise<CommunalPayment> {
  const { status, body } = await saveSchedule(world, maker, { loansToRecover: '' })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
const readOne = async (id: string, person = maker) =>
  (await person.get<CommunalPayment>(`/payment/communalPayment/${id}`)).body
const linesAt = async (id: string, filter: string) =>
  (
    await maker.get<PageOf<ScheduleLine>>(`/payment/schedule/${id}/lines`, {
      paginate: 'Y',
      size: 100,
      counts: 'Y',
      filter,
    })
  ).body
const change = (sql: string, ids: string[]) => world.owner.query(`update farmers set ${sql} where id = any ($1)`, [ids])
const setBank = () => world.owner.query(`insert into settings (name, value) values ('bankDecidesSchedules', 'true')`)
const seen = async (person: Person) =>
  (await person.get<PageOf<InboxItem>>('/inbox', { paginate: 'Y', size: 100, filter: 'kind:communal_payment' })).body
    .data

describe('what is pointed out', () => {
  test('is counted on the schedule, each member once by the gravest, and found among its lines', async () => {
    const [one, two, three, four, five, six] = (await heavy()).map(({ id }) => id)
    await change(`account_state = 'NAME_DIFFERS', number_of_trees = 1`, [one!])
    await change(`account_number = '01109990000001'`, [two!, three!, four!, five!])
    await change(`account_changed_at = now() - interval '50 days'`, [six!])
    const schedule = await saved()
    expect(schedule.risks.map(({ code, members }) => [code, members])).toEqual([
      ['name_differs', 1],
      ['account_shared', 4],
      ['changed_lately', 1],
    ])
    expect(schedule.remarks).toBe(6)
    const shared = await linesAt(schedule.id, 'risk:account_shared')
    expect(new Set(shared.data.map(({ farmerId }) => farmerId))).toEqual(new Set([two, three, four, five]))
    expect(shared.counts?.['risk']).toMatchObject({ name_differs: 1, account_shared: 4, changed_lately: 1 })
    const [worst] = (await linesAt(schedule.id, 'risk:name_differs')).data
    expect(worst?.risks.map(({ code }) => code)).toEqual(['name_differs', 'much_per_tree'])
    const [item] = await seen(manager)
    expect(item).toMatchObject({ id: schedule.id, remarks: 6 })
  })

  test('is approved with a reason only; nothing pointed out needs none', async () => {
    const [one] = await heavy()
    await change(`number_of_trees = 1`, [one!.id])
    const risky = await saved()
    for (const approverComment of ['', '  ']) {
      const { status, body } = await decideSchedule(world, manager, 'APPROVE', risky, { approverComment })
      expect([status, body.code]).toEqual([422, 'step.comment_required'])
    }
    const { body } = await decideSchedule(world, manager, 'APPROVE', risky, { approverComment: 'She rents a field' })
    expect(body.data).toMatchObject({ status: { id: 1 }, approverComment: 'She rents a field' })
    await world.owner.query(`update communal_payments set status = 'REJECTED'`)
    await change(`number_of_trees = 100000`, [one!.id])
    await fillPool(world, 'CF4100', 500_000)
    expect((await decideSchedule(world, manager, 'APPROVE', await saved())).status).toBe(200)
  })

  test('is looked at anew: what was not pointed out when it was saved refuses the approval', async () => {
    const [one] = await heavy()
    const schedule = await saved()
    await change(`number_of_trees = 1`, [one!.id])
    const reason = { approverComment: 'All is well' }
    expect((await decideSchedule(world, manager, 'APPROVE', schedule, reason)).body.code).toBe('schedule.stale')
    await change(`number_of_trees = 100000`, [one!.id])
    expect((await decideSchedule(world, manager, 'APPROVE', schedule)).status).toBe(200)
  })
})

test('a decider who saw other lines than these does not decide on them', async () => {
  const schedule = await saved()
  for (const fingerprint of ['', 'f'.repeat(64), schedule.fingerprint.slice(1)])
    expect((await decideSchedule(world, manager, 'APPROVE', schedule, { fingerprint })).body.code).toBe(
      'schedule.other_lines',
    )
  const { fingerprint } = schedule
  expect((await decideSchedule(world, manager, 'APPROVE', schedule, { fingerprint })).status).toBe(200)
})

describe('where the bank decides second', () => {
  const aside = async (id: string) =>
    (await world.owner.query('select from ledger_movements where cause_id = $1', [id])).rowCount
  const paidDeliveries = async () =>
    (await world.owner.query(`select from cherry_deliveries where paid_in is not null`)).rowCount
  beforeEach(() =>
    world.owner.query(
      `alter table cherry_deliveries disable trigger keep_paid_cherry;
       update cherry_deliveries set paid_in = null where paid_in is not null;
       alter table cherry_deliveries enable trigger keep_paid_cherry`,
    ),
  )

  test('nothing is set aside, locked or paid before it has approved, and it sees who approved for the society', async () => {
    await setBank()
    const before = await paidDeliveries()
    const [one] = await heavy()
    await change(`number_of_trees = 1`, [one!.id])
    const schedule = await saved()
    expect(await seen(bank)).toEqual([])
    expect((await decideSchedule(world, bank, 'APPROVE', schedule, { approverComment: 'First' })).body.code).toBe(
      'organisation.not_allowed',
    )
    const first = await decideSchedule(world, manager, 'APPROVE', schedule, { approverComment: 'She rents a field' })
    expect(first.body.message).toBe('Approved: the bank decides next')
    expect(first.body.data).toMatchObject({
      status: { id: 353, statusName: 'PENDING_BANK_APPROVAL' },
      societyApprovedBy: manager.fullName,
      societyComment: 'She rents a field',
      decidedBy: null,
    })
    expect([await aside(schedule.id), (await paidDeliveries()) === before]).toEqual([0, true])
    expect((await saveSchedule(world, maker)).body.code).toBe('change.open')
    expect((await seen(bank)).map(({ id }) => id)).toEqual([schedule.id])
    expect(await seen(manager)).toEqual([])
    // It is pointed out to the bank as well.
    expect((await decideSchedule(world, bank, 'APPROVE', schedule, { approverComment: '' })).body.code).toBe(
      'step.comment_required',
    )
    const last = await decideSchedule(world, bank, 'APPROVE', schedule, { approverComment: 'Seen at the branch' })
    expect(last.body.message).toBe('Approved: the members are being paid')
    expect(last.body.data).toMatchObject({ status: { id: 1 }, decidedBy: bank.fullName })
    expect(await aside(schedule.id)).toBeGreaterThan(0)
    expect(await paidDeliveries()).not.toBe(before)
  })

  test('nobody decides twice: not the maker, not the first decider, and nobody of the society', async () => {
    await setBank()
    const schedule = await saved()
    expect((await decideSchedule(world, maker, 'APPROVE', schedule)).status).toBe(403)
    expect((await decideSchedule(world, manager, 'APPROVE', schedule)).status).toBe(200)
    expect((await decideSchedule(world, manager, 'APPROVE', schedule)).status).toBe(409)
    expect((await decideSchedule(world, world.people.simonManager, 'APPROVE', schedule)).status).toBe(404)
    expect((await decideSchedule(world, world.people.estherBankMaker, 'APPROVE', schedule)).status).toBe(403)
    await expect(
      world.owner.query(`update communal_payments set decided_by = society_decided_by where id = $1`, [schedule.id]),
    ).rejects.toThrow('maker_is_not_checker')
    // Somebody who has changed to the bank since is still who approved for the society.
    const { rows } = await world.owner.query<{ id: string }>('select id from users where username = $1', [
      bank.username,
    ])
    await world.owner.query('update communal_payments set makers = makers || $2::uuid where id = $1', [
      schedule.id,
      rows[0]!.id,
    ])
    expect((await decideSchedule(world, bank, 'APPROVE', schedule)).body.code).toBe('own_submission')
  })

  test('what it declines comes back with its reason and locks nothing', async () => {
    await setBank()
    const before = await paidDeliveries()
    const schedule = await saved()
    await decideSchedule(world, manager, 'APPROVE', schedule)
    const { body } = await decideSchedule(world, bank, 'REJECT', schedule, {
      approverComment: 'Two accounts are wrong',
    })
    expect(body.data).toMatchObject({ status: { id: 2 }, approverComment: 'Two accounts are wrong' })
    expect((await readOne(schedule.id)).approverComment).toBe('Two accounts are wrong')
    expect([await aside(schedule.id), (await paidDeliveries()) === before]).toEqual([0, true])
    expect((await decideSchedule(world, bank, 'APPROVE', schedule)).body.code).toBe('step.wrong_state')
    expect((await saved()).status.statusName).toBe('PENDING_APPROVAL')
  })

  test('what has changed since the society approved is refused; of two approvals at once one pays', async () => {
    await setBank()
    const [one] = await heavy()
    const schedule = await saved()
    await decideSchedule(world, manager, 'APPROVE', schedule)
    await change(`account_number = account_number || '9'`, [one!.id])
    expect((await decideSchedule(world, bank, 'APPROVE', schedule)).body.code).toBe('schedule.stale')
    await change(`account_number = left(account_number, -1)`, [one!.id])
    const answers = await Promise.all([1, 2].map(() => decideSchedule(world, bank, 'APPROVE', schedule)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('the setting is asked when the society decides: what waits at the bank stays there when it is off again', async () => {
    await setBank()
    const schedule = await saved()
    await decideSchedule(world, manager, 'APPROVE', schedule)
    await world.owner.query(`delete from settings where name = 'bankDecidesSchedules'`)
    expect((await decideSchedule(world, manager, 'APPROVE', schedule)).status).toBe(409)
    expect((await decideSchedule(world, bank, 'APPROVE', schedule)).body.data.status.id).toBe(1)
  })
})
