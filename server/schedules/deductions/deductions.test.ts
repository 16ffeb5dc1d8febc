import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SchedulePreview } from '#contract/schedules/scheduleTrials.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { decideDeduction, endDeduction, proposeDeduction } from '#test/kit/deductions.ts'
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
  paySchedule,
  saveSchedule,
} from '#test/kit/schedules.ts'
import type { World } from '#test/kit/world.ts'

// What a society takes of its members' payments beside loans, and what it adds: by a resolution, agreed by two, never below zero.
let world: World
let maker: Person
let manager: Person
beforeAll(async () => {
  world = (await makePayingWorld()).world
  maker = world.people.wanjikuMaker
  manager = world.people.margaretManager
  await fewMembers(world, 20)
  await leaveNothingToSay(world)
  await makePayable(world)
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.owner.query(
    `update communal_payments set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL';
     update communal_payments set status = 'REJECTED' where status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED');
     update deductions set status = 'WITHDRAWN', decided_by = null;
     delete from communal_rate_limits`,
  )
})

async function inForce(more: object = {}) {
  const { data } = (await proposeDeduction(world, maker, more)).body
  const { status, body } = await decideDeduction(world, manager, 'approve', data)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
const premium = { kind: 'PREMIUM', institution: undefined, accountNumber: undefined }
async function saved() {
  const { status, body } = await saveSchedule(world, maker)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
type Line = { grams: string; total: string; bonus: string; deducted: string; recovered: string; rest: string }
const readLines = async (id: string) =>
  (
    await world.owner.query<Line>(
      `select (kilograms * 1000)::bigint as grams, total_cents as total, bonus_cents as bonus, deducted_cents as deducted, recovered_cents as recovered,
        net_cents + left_cents as rest from schedule_lines where communal_payment_id = $1`,
      [id],
    )
  ).rows.map(({ grams, total, bonus, deducted, recovered, rest }) => ({
    grams: BigInt(grams),
    total: BigInt(total),
    bonus: BigInt(bonus),
    deducted: BigInt(deducted),
    recovered: BigInt(recovered),
    rest: BigInt(rest),
  }))
const rounded = (grams: bigint, cents: bigint) => (grams * cents + 500n) / 1_000n

test('a premium is added and inputs are taken by the kilogram; the payee is paid in one sum and the books close', async () => {
  await fillPool(world, 'CF4100', 900_000)
  await agreeFloor(world)
  await inForce({ ...premium, amount: 1.5 })
  const rule = await inForce()
  const schedule = await saved()
  const lines = await readLines(schedule.id)
  for (const { grams, total, bonus, deducted, recovered, rest } of lines) {
    expect([bonus, deducted]).toEqual([rounded(grams, 150n), rounded(grams, 200n)])
    expect(total + bonus).toBe(deducted + recovered + rest)
  }
  expect(schedule.total + schedule.bonus).toBeLessThanOrEqual(900_000)
  expect((await decideSchedule(world, manager, 'APPROVE', schedule)).status).toBe(200)
  await paySchedule(world, schedule.id)
  const { rows } = await world.owner.query(
    `select status, amount_cents = (select sum(deducted_cents) from schedule_lines where communal_payment_id = $1) as "isAll"
      from schedule_lender_payments where communal_payment_id = $1 and deduction_id = $2`,
    [schedule.id, rule.id],
  )
  expect(rows).toEqual([{ status: 'SUCCESS', isAll: true }])
  expect(await ledgerFindings(world)).toEqual([])
})

test('nobody gets less than nothing: what cannot be taken stays owed for the next cycle', async () => {
  await fillPool(world, 'CF4100', 50_000)
  await agreeFloor(world)
  const rule = await inForce({ basis: 'PER_MEMBER', amount: 900_000 })
  const schedule = await saved()
  const lines = await readLines(schedule.id)
  expect(lines.every(({ total, deducted, rest }) => deducted === total && rest === 0n)).toBe(true)
  expect((await decideSchedule(world, manager, 'APPROVE', schedule)).status).toBe(200)
  const taken = lines.reduce((sum, { deducted }) => sum + deducted, 0n)
  const due = (await detailsOf(maker)).body.data.deductions.find(({ id }) => id === rule.id)
  expect(due?.amount).toBe(Number(90_000_000n * BigInt(lines.length) - taken) / 100)
})

test('a deduction that is approved or ended meanwhile makes another schedule: the one before is not approved', async () => {
  await fillPool(world, 'CF4100', 900_000)
  await agreeFloor(world)
  const rule = await inForce()
  const before = await saved()
  await inForce({ kind: 'SACCO', amount: 1 })
  expect((await decideSchedule(world, manager, 'APPROVE', before)).body).toMatchObject({ code: 'schedule.stale' })
  await world.owner.query(`update communal_payments set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL'`)
  const again = await saved()
  const ending = (await endDeduction(world, maker, rule.id)).body.data
  expect((await decideDeduction(world, manager, 'approve', ending)).body.data.status.statusName).toBe('ENDED')
  expect((await decideSchedule(world, manager, 'APPROVE', again)).body).toMatchObject({ code: 'schedule.stale' })
  expect((await endDeduction(world, maker, rule.id)).body.code).toBe('change.stale')
})

test('a deduction is left out of one schedule: its checker sees it, it stays owed, and a premium or what is not offered is refused', async () => {
  await fillPool(world, 'CF4100', 900_000)
  await agreeFloor(world)
  const rule = await inForce({ title: 'Seedlings' })
  const added = await inForce({ ...premium, amount: 1.5 })
  const { data: details } = (await detailsOf(maker)).body
  const tried = { loansToRecover: details.loans.map(({ id }) => id).join(',') }
  const previewed = async (withoutDeductions: string) =>
    (
      await maker.post<{ data: SchedulePreview }>('/payment/schedule/preview', {
        growerCode: 'CF4100',
        season: currentSeason(),
        ...tried,
        tried: { ...tried, withoutDeductions },
      })
    ).body.data
  const { tried: without, ...asItIs } = await previewed(rule.id)
  expect(without?.figures).toMatchObject({ deducted: 0, bonus: asItIs.bonus })
  expect(without?.figures.net).toBeGreaterThan(asItIs.net)
  for (const withoutDeductions of [added.id, rule.id.replaceAll(/[1-9a-f]/g, '0')])
    expect((await saveSchedule(world, maker, { withoutDeductions })).body).toMatchObject({
      code: 'input.invalid',
      details: { fields: { withoutDeductions: 'Choose among the deductions that are offered' } },
    })
  const answer = await saveSchedule(world, maker, { withoutDeductions: rule.id })
  const seen = (
    await manager.get<{ net: number; leftOut: object[] }>(`/payment/communalPayment/${answer.body.data.id}`)
  ).body
  const { title, minuteNumber: authority, minuteDate: authorityDate } = rule
  expect(seen.leftOut).toEqual([{ id: rule.id, title, authority, authorityDate }])
  expect(seen.net).toBe(without?.figures.net)
  expect((await decideSchedule(world, manager, 'APPROVE', answer.body.data)).status).toBe(200)
  const due = (await detailsOf(maker)).body.data.deductions.find(({ id }) => id === rule.id)
  expect(due?.amount).toBe(details.deductions.find(({ id }) => id === rule.id)?.amount)
})

test.each([
  ['minuteNumber', { minuteNumber: ' ' }],
  ['minuteDate', { minuteDate: '' }],
  ['document', { document: '' }],
  ['institution', { institution: '' }],
  ['accountNumber', { accountNumber: 'XYZ' }],
  ['accountNumber', { kind: 'PREMIUM' }],
])('without its authority or a payee that the bank knows it is refused beside %s', async (field, more) => {
  const { status, body } = await proposeDeduction(world, maker, more)
  expect([status, body.code]).toEqual([422, 'input.invalid'])
  expect(Object.keys(body.details?.fields ?? {})).toContain(field)
})

test('a title stands once in a season, one end waits at a time, and a stranger finds neither', async () => {
  const rule = await inForce({ title: 'Fertiliser' })
  expect((await proposeDeduction(world, maker, { title: 'Fertiliser' })).body.code).toBe('change.open')
  const stranger = world.people.danielMaker
  expect((await endDeduction(world, stranger, rule.id)).body.code).toBe('record.not_found')
  const [one, other] = await Promise.all([endDeduction(world, maker, rule.id), endDeduction(world, maker, rule.id)])
  expect(one.status + other.status).toBe(200 + 409)
  const waiting = one.status === 200 ? one : other
  expect((await decideDeduction(world, maker, 'approve', waiting.body.data)).status).not.toBe(200)
  expect((await detailsOf(maker, currentSeason())).body.data.deductions.map(({ title }) => title)).toEqual([
    'Fertiliser',
  ])
})
