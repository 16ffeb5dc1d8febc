import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CheckedStatement } from '#contract/loanReports/loanStatements.ts'
import type { FarmerStatement } from '#contract/statements/farmerStatements.ts'
import { businessDate } from '#server/kit/clock.ts'
import { hashOfCode, newCode } from '#server/loanReports/statementCodes.ts'
import { agreeDeduction, asPremium } from '#test/kit/deductions.ts'
import { makePayingWorld } from '#test/kit/payouts.ts'
import type { Person } from '#test/kit/people.ts'
import {
  decideSchedule,
  fewMembers,
  fillPool,
  keepFloor,
  leaveNothingToSay,
  makePayable,
  membersOf,
  owe,
  paySchedule,
  saveSchedule,
} from '#test/kit/schedules.ts'
import type { World } from '#test/kit/world.ts'
import { fingerprintOfPayments } from './paymentPaper.ts'

// The payment statement on paper, and what its code tells a stranger.
let world: World
let maker: Person
let member: { id: string }
beforeAll(async () => {
  world = (await makePayingWorld()).world
  maker = world.people.wanjikuMaker
  await fewMembers(world, 4)
  await leaveNothingToSay(world)
  await keepFloor(world)
  await makePayable(world)
  await agreeDeduction(world, { ...asPremium, amount: 0.35, title: 'Quality premium' })
  await agreeDeduction(world, { basis: 'PER_MEMBER', amount: 123.45, title: 'Fertiliser' })
  member = (await membersOf(world))[0]!
  await owe(world, member.id, 'KPCU', 6_789n)
  await fillPool(world, 'CF4100', 30_000)
  const { data } = (await saveSchedule(world, maker)).body
  await decideSchedule(world, world.people.margaretManager, 'APPROVE', data)
  await paySchedule(world, data.id)
})
afterAll(() => world?.close())

const path = () => `/farmer/payment_statement/${world.organisationId('CF4100')}/${member.id}`
const print = (person: Person, query: Record<string, string> = {}) => person.get(`${path()}/paper`, query)
const check = async (code: string) => {
  const { status, body } = await world.stranger({ method: 'GET', path: `/check/${encodeURIComponent(code)}` })
  return { status, body: body as CheckedStatement & { code?: string } }
}
const kept = async () =>
  (await world.owner.query<{ kind: string; initials: string }>('select kind, initials from member_statements')).rows

test('is printed in both languages, each time with a code and a line in the trail, and refused to others without either', async () => {
  for (const language of ['en', 'sw']) {
    const { status, bytes } = await print(maker, { language })
    expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  }
  expect((await print(world.people.danielMaker)).status).toBe(404)
  expect(await kept()).toEqual(Array.from({ length: 2 }, () => ({ kind: 'payment_statement', initials: '' })))
  const { rows } = await world.owner.query(
    `select from audit_events where action = 'payment_statement' and record_id = $1 and actor_id = $2`,
    [member.id, maker.id],
  )
  expect(rows).toHaveLength(2)
})

test('its code tells anybody the society, the day, what was paid in all and the fingerprint, and nothing of the member', async () => {
  const code = newCode()
  // The call keeps only the hash of a code: the same row again with one that the test knows.
  await world.owner.query(
    `insert into member_statements (id, kind, organisation_id, farmer_id, code_hash, initials, from_day, to_day, closing_cents, fingerprint, issued_by, issued_at)
     select gen_random_uuid(), kind, organisation_id, farmer_id, $1, initials, from_day, to_day, closing_cents, fingerprint, issued_by, issued_at
     from member_statements order by id desc limit 1`,
    [hashOfCode(code)],
  )
  const { body: statement } = await maker.get<FarmerStatement>(path())
  const { status, body } = await check(code)
  expect([status, body]).toEqual([
    200,
    {
      kind: 'payment_statement',
      initials: '',
      organisationName: statement.member.organisationName,
      from: businessDate(),
      to: businessDate(),
      closingBalance: statement.seasons[0]!.paid,
      issuedAt: expect.any(String) as string,
      fingerprint: fingerprintOfPayments(statement, businessDate()),
    },
  ])
  const { name, memberNumber, nationalId, id } = statement.member
  for (const secret of [name, memberNumber, nationalId, id, statement.payments[0]!.accountNumber])
    expect(JSON.stringify(body)).not.toContain(secret)
  const altered = code.slice(0, -1) + (code.endsWith('Z') ? 'Y' : 'Z')
  for (const forged of [altered, newCode()]) expect((await check(forged)).body.code).toBe('loan_statement.unknown')
})

test('another figure has another fingerprint', async () => {
  const { body: statement } = await maker.get<FarmerStatement>(path())
  const payments = statement.payments.map((line) => ({ ...line, netAmount: line.netAmount + 0.01 }))
  const day = businessDate()
  expect(fingerprintOfPayments({ ...statement, payments }, day)).not.toBe(fingerprintOfPayments(statement, day))
  expect(fingerprintOfPayments(statement, '2026-01-01')).not.toBe(fingerprintOfPayments(statement, day))
})
