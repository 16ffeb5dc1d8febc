import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Deduction } from '#contract/schedules/deductions.ts'
import {
  decideDeductionFile,
  inputsTerms,
  newAmounts,
  premiumTerms,
  sendDeductions,
  uploadDeductions,
} from '#test/kit/deductionFiles.ts'
import { agreeDeduction, decideDeduction, endDeduction } from '#test/kit/deductions.ts'
import { ledgerFindings } from '#test/kit/loans.ts'
import { makePayingWorld } from '#test/kit/payouts.ts'
import type { Person } from '#test/kit/people.ts'
import {
  agreeFloor,
  decideSchedule,
  detailsOf,
  fewMembers,
  fillPool,
  leaveNothingToSay,
  makePayable,
  membersOf,
  paySchedule,
  saveSchedule,
} from '#test/kit/schedules.ts'
import type { World } from '#test/kit/world.ts'

// What a file says of each member is taken, or added, from the next schedule on: by a resolution, agreed by two, all rows or none.
let world: World
let maker: Person
let manager: Person
let members: { id: string; number: string }[]
beforeAll(async () => {
  world = (await makePayingWorld()).world
  maker = world.people.wanjikuMaker
  manager = world.people.margaretManager
  await fewMembers(world, 5)
  await leaveNothingToSay(world)
  await makePayable(world)
  members = await membersOf(world)
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.owner.query(
    `update communal_payments set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL';
     update communal_payments set status = 'REJECTED' where status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED');
     update deductions set status = 'WITHDRAWN', decided_by = null;
     delete from communal_rate_limits`,
  )
  await agreeFloor(world)
})

/** So many shillings of each of the members, in their order; nothing of those who follow. */
const saying = (...shillings: (number | string)[]) =>
  shillings.map((amount, at) => ({ memberNumber: members[at]?.number ?? '', amount: String(amount) }))
async function inForce(rows: ReturnType<typeof saying>, more: Record<string, string> = {}) {
  const sent = await sendDeductions(world, maker, rows, more)
  const { status, body } = await decideDeductionFile(world, manager, 'approve', sent)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
async function saved() {
  const { status, body } = await saveSchedule(world, maker)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
type Taken = { member: string; cents: bigint }
const takenBy = async (schedule: string, deduction: string) =>
  new Map(
    (
      await world.owner.query<Taken>(
        `select f.member_number as member, s.amount_cents as cents from schedule_deductions s join schedule_lines l on l.id = s.line_id join farmers f on f.id = l.farmer_id
          where l.communal_payment_id = $1 and s.deduction_id = $2`,
        [schedule, deduction],
      )
    ).rows.map(({ member, cents }) => [member, Number(cents) / 100]),
  )
const stillOwed = async (id: string) =>
  (await detailsOf(maker)).body.data.deductions.find((one) => one.id === id)?.amount ?? 0

test('what a file says is taken of each member, as far as there is something; the rest is owed in the next cycle, and the payee has one sum', async () => {
  await fillPool(world, 'CF4100', 400_000)
  const file = await inForce(saying(150.25, 1_000_000, 0.01))
  expect(file).toMatchObject({ amount: 1_000_150.26, done: 3, status: { statusName: 'APPROVED' } })
  const schedule = await saved()
  const { rows } = await world.owner.query<{ total: bigint; deducted: bigint; rest: bigint }>(
    `select total_cents as total, deducted_cents as deducted, net_cents + left_cents as rest from schedule_lines where communal_payment_id = $1 and farmer_id = $2`,
    [schedule.id, members[1]?.id],
  )
  const all = Number(rows[0]?.total) / 100
  expect(rows).toMatchObject([{ deducted: rows[0]?.total, rest: 0n }])
  const expected = { [members[0]!.number]: 150.25, [members[1]!.number]: all, [members[2]!.number]: 0.01 }
  expect(Object.fromEntries(await takenBy(schedule.id, file.id))).toEqual(expected)
  expect((await decideSchedule(world, manager, 'APPROVE', schedule)).status).toBe(200)
  expect(await stillOwed(file.id)).toBeCloseTo(1_000_000 - all, 2)
  await paySchedule(world, schedule.id)
  const paid = await world.owner.query(
    `select status, amount_cents::float8 / 100 as amount from schedule_lender_payments where communal_payment_id = $1 and deduction_id = $2`,
    [schedule.id, file.id],
  )
  expect(paid.rows).toEqual([{ status: 'SUCCESS', amount: Math.round((150.26 + all) * 100) / 100 }])
  expect(await ledgerFindings(world)).toEqual([])
})

test('inputs of a file come before the SACCO of a rule, and a premium of a file leaves the rate room', async () => {
  await fillPool(world, 'CF4100', 400_000)
  await agreeDeduction(world, { kind: 'SACCO', basis: 'PER_MEMBER', amount: 10 })
  const before = (await detailsOf(maker)).body.data
  const premium = await inForce(saying(5_000.5), { ...premiumTerms(), institution: '', accountNumber: '' })
  const after = (await detailsOf(maker)).body.data
  expect([after.premium, after.communalRate < before.communalRate]).toEqual([5_000.5, true])
  const inputs = await inForce(saying(1_000_000))
  const schedule = await saved()
  expect((await takenBy(schedule.id, premium.id)).get(members[0]!.number)).toBe(5_000.5)
  const { rows } = await world.owner.query<{ kinds: string[]; left: bigint }>(
    `select array_agg(d.kind order by d.kind) as kinds, max(l.net_cents + l.left_cents) as left from schedule_deductions s join deductions d on d.id = s.deduction_id
      join schedule_lines l on l.id = s.line_id where l.communal_payment_id = $1 and l.farmer_id = $2`,
    [schedule.id, members[0]?.id],
  )
  // The first member has nothing left for the SACCO.
  expect(rows).toEqual([{ kinds: ['INPUTS', 'PREMIUM'], left: 0n }])
  expect((await takenBy(schedule.id, inputs.id)).size).toBe(1)
  expect(schedule.total + schedule.bonus).toBeLessThanOrEqual(schedule.totalKesAmount)
})

test('in force it stands among the deductions, with its file, and is ended by a further proposal', async () => {
  await fillPool(world, 'CF4100', 400_000)
  const file = await inForce(saying(100))
  const one = (id: string) => manager.get<Deduction>(`/payment/deduction/${id}`)
  expect((await one(file.id)).body).toMatchObject({
    basis: 'BY_FILE',
    amount: 100,
    file: file.id,
    title: file.title,
    minuteNumber: file.minuteNumber,
    status: { statusName: 'APPROVED' },
  })
  const ending = (await endDeduction(world, maker, file.id)).body.data
  expect(ending).toMatchObject({ amount: 100, isEnd: true, file: file.id })
  expect((await decideDeduction(world, manager, 'approve', ending)).status).toBe(200)
  expect((await one(file.id)).body.status.statusName).toBe('ENDED')
  expect(await stillOwed(file.id)).toBe(0)
  expect((await takenBy((await saved()).id, file.id)).size).toBe(0)
})

describe('what is refused', () => {
  /** What is wrong with the rows of a file that is not sent on. */
  async function problemsOf(wrong: Record<string, string>[]): Promise<string[]> {
    const terms = await inputsTerms(world)
    expect((await uploadDeductions(world, maker, wrong, terms)).status).toBe(424)
    const { rows } = await world.owner.query<{ code: string }>(
      `select p.code from upload_problems p join deduction_files d on d.upload_id = p.upload_id join uploads u on u.id = p.upload_id
        where d.title = $1 and u.status = 'FAILED_VALIDATION'`,
      [terms['title']],
    )
    return rows.map(({ code }) => code)
  }

  test.each([
    ['a member whom the society does not have', { memberNumber: 'ZZ9999' }, 'unknown_member'],
    ['nothing', { amount: '0' }, 'number'],
    ['less than nothing', { amount: '-5' }, 'number'],
    ['three places', { amount: '10.505' }, 'decimals'],
    ['more than a million', { amount: '1000000.01' }, 'number_large'],
    ['the ID number of somebody else', { idNumber: 'X1' }, 'id_differs'],
    ['no amount', { amount: '' }, 'required'],
  ])('a row with %s: the maker repairs it, nobody is asked to decide', async (_what, wrong, code) => {
    expect(await problemsOf([{ ...saying(10)[0]!, ...wrong }])).toEqual([code])
  })

  test('the same member twice', async () => {
    expect(await problemsOf([...saying(10), ...saying(20)])).toEqual(['repeated_in_file', 'repeated_in_file'])
  })

  test.each([
    ['minuteNumber', { minuteNumber: ' ' }],
    ['minuteDate', { minuteDate: '' }],
    ['document', { document: '' }],
    ['title', { title: '' }],
    ['kind', { kind: 'BEER' }],
    ['season', { season: '1999/2000' }],
    ['institution', { institution: '' }],
    ['accountNumber', { accountNumber: '999' }],
    ['accountNumber', { kind: 'PREMIUM' }],
  ])('a file without its authority or its payee, beside %s', async (field, more) => {
    const terms = { ...(await inputsTerms(world)), ...more }
    const { status, body } = await uploadDeductions(world, maker, newAmounts(1), terms)
    expect([status, body.code]).toEqual([422, 'input.invalid'])
    expect(Object.keys(body.details?.fields ?? {})).toContain(field)
  })

  test('a title that stands in the season already, at the upload and, of two that wait, at the approval of the second', async () => {
    const { title } = await inForce(saying(10))
    const again = { ...(await inputsTerms(world)), title }
    expect((await uploadDeductions(world, maker, saying(11), again)).body.code).toBe('change.open')
    const [one, other] = [
      await sendDeductions(world, maker, saying(12), { title: 'Twins' }),
      await sendDeductions(world, maker, saying(13), { title: 'Twins' }),
    ]
    expect((await decideDeductionFile(world, manager, 'approve', one)).status).toBe(200)
    expect((await decideDeductionFile(world, manager, 'approve', other)).body.code).toBe('change.open')
  })

  test('the same rows a second time for the same thing, and not for another', async () => {
    const terms = await inputsTerms(world)
    expect((await uploadDeductions(world, maker, saying(77), terms)).status).toBe(200)
    expect((await uploadDeductions(world, maker, saying(77), terms)).body.code).toBe('upload.same_file')
    expect((await uploadDeductions(world, maker, saying(77), { ...terms, title: 'Shares' })).status).toBe(200)
  })

  test('a member who was suspended since it was sent: all rows are taken, or none', async () => {
    const sent = await sendDeductions(world, maker, saying(10, 20))
    const suspend = (state: string) =>
      world.owner.query('update farmers set life_state = $2 where id = $1', [members[1]?.id, state])
    await suspend('SUSPENDED')
    expect((await decideDeductionFile(world, manager, 'approve', sent)).status).toBe(424)
    await suspend('ACTIVE')
    const { rows } = await world.owner.query('select from deduction_amounts where deduction_id = $1', [sent.id])
    expect(rows).toEqual([])
  })

  test('its maker, a stranger, and whoever decides what was decided', async () => {
    const sent = await sendDeductions(world, maker, saying(10))
    const { danielMaker, simonManager } = world.people
    expect((await decideDeductionFile(world, maker, 'approve', sent)).status).toBe(403)
    expect((await danielMaker.get(`/payment/deductionFile/${sent.id}`)).status).toBe(404)
    expect((await decideDeductionFile(world, simonManager, 'approve', sent)).status).toBe(404)
    expect((await decideDeductionFile(world, manager, 'decline', sent, 'Not agreed')).status).toBe(200)
    expect((await decideDeductionFile(world, manager, 'approve', sent)).body.code).toBe('step.wrong_state')
    expect(await stillOwed(sent.id)).toBe(0)
  })
})

describe('at the same time', () => {
  test('of two approvals one makes the deduction, once', async () => {
    const sent = await sendDeductions(world, maker, saying(10, 20))
    const answers = await Promise.all([1, 2, 3].map(() => decideDeductionFile(world, manager, 'approve', sent)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const { rows } = await world.owner.query('select from deduction_amounts where deduction_id = $1', [sent.id])
    expect(rows).toHaveLength(2)
    expect(await stillOwed(sent.id)).toBe(30)
  })

  test('approved while a schedule is computed it is in the schedule whole, or makes it stale', async () => {
    await fillPool(world, 'CF4100', 400_000)
    const sent = await sendDeductions(world, maker, saying(10, 20, 30))
    const [approved, schedule] = await Promise.all([
      decideDeductionFile(world, manager, 'approve', sent),
      saveSchedule(world, maker),
    ])
    expect([approved.status, schedule.status]).toEqual([200, 200])
    const taken = [...(await takenBy(schedule.body.data.id, sent.id)).values()].reduce((sum, one) => sum + one, 0)
    expect([0, 60]).toContain(taken)
    const { status, body } = await decideSchedule(world, manager, 'APPROVE', schedule.body.data)
    expect(taken === 60 ? status : body.code).toBe(taken === 60 ? 200 : 'schedule.stale')
  })
})
