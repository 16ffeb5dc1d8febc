import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LimitFile, LimitFileEffect, LimitFileRow } from '#contract/limits/limitFiles.ts'
import type { Limit } from '#contract/limits/limits.ts'
import { checkLedger } from '#server/ledger/checkLedger.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import {
  decideLimits,
  limitRow,
  limitsCsv,
  membersWithCherry,
  sendLimits,
  type MemberWithCherry,
} from '#test/kit/limitFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let maker: Person
let checker: Person
let kpcu: Person
let bank: Person
let members: MemberWithCherry[]
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
  checker = world.people.otienoChecker
  kpcu = world.people.mercyKpcuChecker
  bank = world.people.peterBankChecker
  members = await membersWithCherry(world, 'CF4100', 50)
})
afterAll(() => world?.close())

const some = (count: number): MemberWithCherry[] => members.splice(0, count)
const filed = (count: number, kilograms = '10', shareData = true) =>
  sendLimits(
    maker,
    some(count).map((member) => limitRow(member, { currentDelivery: kilograms })),
    { shareData },
  )
const society = () => world.organisationId('CF4100')
const grantsOf = async (uploadId: string) =>
  (
    await world.owner.query<{ n: number; added: string; moved: string; lender: string | null }>(
      `select count(*)::int as n, coalesce(sum(l.added_cents), 0)::text as added, coalesce(sum(m.amount_cents), 0)::text as moved, min(o.code) as lender
       from limit_rows l left join ledger_movements m on m.reference = 'grant/' || l.id left join organisations o on o.id = l.granted_by where l.upload_id = $1`,
      [uploadId],
    )
  ).rows[0]
const limitOf = async (member: MemberWithCherry, by = maker) =>
  (await by.get<Limit[]>(`/limit/active/${society()}`, { search: member.memberNumber })).body[0]
async function cleanBooks() {
  const client = await world.owner.connect()
  try {
    expect((await checkLedger(client)).findings).toEqual([])
  } finally {
    client.release()
  }
}

describe('a limit file shared with KPCU', () => {
  test('is approved by the society and by KPCU, and then raises the limits of its members', async () => {
    const [first, second] = some(2) as [MemberWithCherry, MemberWithCherry]
    const file = await sendLimits(maker, [limitRow(first, { currentDelivery: '41.25' }), limitRow(second)])
    expect(file).toMatchObject({ ready: 2, failed: 0, lender: 'KPCU', status: { id: 18 } })
    expect(await grantsOf(file.id)).toMatchObject({ n: 0 })
    const planned = (await kpcu.get<LimitFileEffect>(`/upload/cherry/limit-effect/${file.id}`)).body
    expect(planned).toMatchObject({ members: 2, kilograms: 51.25, rate: 40, added: 2050, before: 0, done: false })

    const passed = await decideLimits(checker, 'approve', file)
    expect([passed.status, passed.body.data.status]).toEqual([200, { id: 17, statusName: 'PENDING_KPCU_APPROVAL' }])
    expect(await grantsOf(file.id)).toMatchObject({ n: 0 })
    const { status, body } = await decideLimits(kpcu, 'approve', passed.body.data)
    expect([status, body.message]).toEqual([200, 'Success: limits of 2 members raised'])
    expect(body.data).toMatchObject({ done: 2, ready: 0, status: { id: 1 } })
    expect(await grantsOf(file.id)).toEqual({ n: 2, added: '205000', moved: '205000', lender: 'KPCU' })
    expect(await limitOf(first)).toMatchObject({
      name: first.fullName,
      prevLimit: 0,
      currLimit: 1650,
      available: 1650,
      reserved: 0,
      used: 0,
      rate: 40,
      delivery: 41.25,
      season: currentSeason(),
      lender: expect.stringMatching(/./) as string,
      farmer: { id: first.id, fullName: first.fullName },
    })
    const shown = (await maker.get<LimitFileRow[]>(`/upload/cherry/limit/${file.id}`)).body
    expect(shown).toEqual([
      expect.objectContaining({
        memberNo: first.memberNumber,
        growerCode: 'CF4100',
        added: 1650,
        rate: 40,
        state: 'done',
      }),
      expect.objectContaining({ memberNo: second.memberNumber, currentDelivery: 10, added: 400, state: 'done' }),
    ])
    expect((await kpcu.get<LimitFileEffect>(`/upload/cherry/limit-effect/${file.id}`)).body).toMatchObject({
      added: 2050,
      done: true,
    })
    const { rows: trail } = await world.owner.query(
      `select action, from_status, to_status from audit_events where record_id = $1 and action = 'approve' order by id`,
      [file.id],
    )
    expect(trail.map(({ to_status }) => to_status)).toEqual(['PENDING_KPCU_APPROVAL', 'APPROVED'])
    await cleanBooks()
  })

  test('adds to the limit that was there, at the rate of its own day', async () => {
    const [member] = some(1) as [MemberWithCherry]
    const approveAll = async (kilograms: string) => {
      const file = await sendLimits(maker, [limitRow(member, { currentDelivery: kilograms })])
      await decideLimits(checker, 'approve', { id: file.id })
      return decideLimits(kpcu, 'approve', { id: file.id })
    }
    await approveAll('10')
    await world.owner.query(`insert into settings (name, value) values ('fundCherryRateCents', '5000')`)
    try {
      expect((await approveAll('10.5')).status).toBe(200)
      expect(await limitOf(member)).toMatchObject({
        prevLimit: 400,
        currLimit: 925,
        available: 925,
        rate: 50,
        delivery: 10.5,
      })
    } finally {
      await world.owner.query(`delete from settings where name = 'fundCherryRateCents'`)
    }
    const { rows } = await world.owner.query(
      `select place, rate_cents::int, added_cents::int, previous_cents::int from limit_rows where farmer_id = $1 order by place`,
      [member.id],
    )
    expect(rows).toEqual([
      { place: 1, rate_cents: 4000, added_cents: 40_000, previous_cents: 0 },
      { place: 2, rate_cents: 5000, added_cents: 52_500, previous_cents: 40_000 },
    ])
    // A limit is counted once, however often it was raised.
    const { rows: limits } = await world.owner.query<{ n: number; raised: number }>(
      `select count(distinct (farmer_id, season))::int as n, count(*)::int as raised from limit_rows where organisation_id = $1`,
      [society()],
    )
    expect(limits[0]?.raised).toBeGreaterThan(limits[0]?.n ?? 0)
    expect((await maker.get(`/limit/active/${society()}`, { paginate: 'Y', counts: 'Y' })).body).toMatchObject({
      page: { totalElements: limits[0]?.n },
      counts: { season: { [currentSeason()]: limits[0]?.n } },
    })
    await cleanBooks()
  })

  test('is not decided at another rate than the checker has seen', async () => {
    const file = await filed(1)
    await decideLimits(checker, 'approve', { id: file.id, rate: 40 })
    const { status, body } = await decideLimits(kpcu, 'approve', { id: file.id, rate: 39.5 })
    expect([status, body.code]).toEqual([409, 'limit.rate_changed'])
    expect(await grantsOf(file.id)).toMatchObject({ n: 0 })
    expect((await decideLimits(kpcu, 'approve', { id: file.id, rate: 40 })).status).toBe(200)
  })
})

describe('who decides', () => {
  test('its maker does not, nor another society, nor KPCU before the society', async () => {
    const file = await filed(1)
    expect((await decideLimits(maker, 'approve', file)).status).toBe(403)
    await world.owner.query(`update users set role_name = 'FCS_CHECKER' where id = $1`, [maker.id])
    expect((await decideLimits(maker, 'approve', file)).body.code).toBe('own_submission')
    await world.owner.query(`update users set role_name = 'FCS_MAKER' where id = $1`, [maker.id])
    expect((await decideLimits(world.people.purityChecker, 'approve', file)).status).toBe(404)
    expect((await decideLimits(world.people.purityChecker, 'decline', { ...file, approverComment: 'x' })).status).toBe(
      404,
    )
    expect((await decideLimits(kpcu, 'approve', file)).body.code).toBe('organisation.not_allowed')
    expect((await decideLimits(world.people.margaretManager, 'approve', file)).body.code).toBe('permission.missing')
    expect(await grantsOf(file.id)).toMatchObject({ n: 0 })
  })

  test('KPCU does not decide a file of the bank, nor the bank one of KPCU, nor the society twice', async () => {
    const forBank = await filed(1, '10', false)
    const forKpcu = await filed(1)
    expect((await decideLimits(checker, 'approve', forBank)).body.data.status.id).toBe(19)
    expect((await decideLimits(checker, 'approve', forKpcu)).body.data.status.id).toBe(17)
    const refused = [
      await decideLimits(kpcu, 'approve', { id: forBank.id }),
      await decideLimits(kpcu, 'decline', { id: forBank.id, approverComment: 'Ours?' }),
      await decideLimits(bank, 'approve', { id: forKpcu.id }),
    ]
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'organisation.not_allowed'))
    const late = [
      await decideLimits(checker, 'approve', { id: forKpcu.id }),
      await decideLimits(checker, 'decline', { id: forBank.id, approverComment: 'I meant no' }),
    ]
    expect(late.map(({ status, body }) => [status, body.code, body.message])).toEqual([
      [409, 'step.wrong_state', expect.stringMatching(/^Already awaiting KPCU: Otieno Ouma, /)],
      [409, 'step.wrong_state', expect.stringMatching(/^Already awaiting bank: Otieno Ouma, /)],
    ])
    expect((await decideLimits(bank, 'approve', { id: forBank.id })).status).toBe(200)
    expect(await grantsOf(forBank.id)).toMatchObject({ n: 1, lender: 'COOP' })
  })

  test('one checker only, once, when several decide at the same time', async () => {
    const file = await filed(3)
    await decideLimits(checker, 'approve', { id: file.id })
    const answers = await Promise.all([
      decideLimits(kpcu, 'approve', { id: file.id }),
      decideLimits(kpcu, 'decline', { id: file.id, approverComment: 'No' }),
      decideLimits(kpcu, 'approve', { id: file.id }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([0, 3]).toContain((await grantsOf(file.id))?.n)
    expect((await decideLimits(kpcu, 'approve', { id: file.id })).status).toBe(409)
    await cleanBooks()
  })

  test('a decline ends the file, and lets the same file come again', async () => {
    const row = limitRow(some(1)[0]!)
    const file = await sendLimits(maker, [row])
    const unexplained = await decideLimits(checker, 'decline', await sendLimits(maker, [limitRow(some(1)[0]!)]))
    expect(unexplained.body.data).toMatchObject({ approverComment: null, status: { id: 2 } })
    const again = await maker.upload<{ code: string }>(
      `/upload/cherry/delivery/${society()}`,
      'a.csv',
      limitsCsv([row]),
    )
    expect([again.status, again.body.code]).toEqual([409, 'upload.same_file'])
    const declined = await decideLimits(checker, 'decline', { ...file, approverComment: 'Wrong weights' })
    expect(declined.body.data).toMatchObject({ approverComment: 'Wrong weights', status: { id: 2 } })
    expect((await sendLimits(maker, [row])).status.id).toBe(18)
  })
})

describe('cherry counts once', () => {
  test('two files that count the same kilograms: the second is refused, also when both are approved at once', async () => {
    const [member] = some(1) as [MemberWithCherry]
    const most = String(member.approvedKg)
    const part = String(member.approvedKg - 1)
    const files = [
      await sendLimits(maker, [limitRow(member, { currentDelivery: most })]),
      await sendLimits(maker, [limitRow(member, { currentDelivery: part })], { shareData: false }),
    ] as const
    for (const { id } of files) expect((await decideLimits(checker, 'approve', { id })).status).toBe(200)
    const answers = await Promise.all([
      decideLimits(kpcu, 'approve', { id: files[0].id }),
      decideLimits(bank, 'approve', { id: files[1].id }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 424])
    const { rows } = await world.owner.query(
      `select sum(kilograms)::float as kg from limit_rows where farmer_id = $1`,
      [member.id],
    )
    expect(rows[0].kg).toBeLessThanOrEqual(member.approvedKg)
    const left = files[answers.findIndex(({ status }) => status === 424)]!
    expect(
      (await maker.get<LimitFile[]>(`/upload/cherry/limitFiles/${society()}`)).body.find(({ id }) => id === left.id),
    ).toMatchObject({ failed: 0, ready: 1, status: { id: left.shareData ? 17 : 19 } })
    await cleanBooks()
  })

  test('where the setting only warns, the file goes on with a warning', async () => {
    const [member] = some(1) as [MemberWithCherry]
    await world.owner.query(`insert into settings (name, value) values ('limitsWithinCherry', 'false')`)
    try {
      const file = await sendLimits(maker, [limitRow(member, { currentDelivery: String(member.approvedKg + 5) })])
      expect(file).toMatchObject({ failed: 0, warned: 1 })
    } finally {
      await world.owner.query(`delete from settings where name = 'limitsWithinCherry'`)
    }
  })

  test('a member who left after the society approved stops the whole file, which stays as it was', async () => {
    const [gone, stays] = some(2) as [MemberWithCherry, MemberWithCherry]
    const file = await sendLimits(maker, [limitRow(gone), limitRow(stays)])
    await decideLimits(checker, 'approve', { id: file.id })
    await world.owner.query(`update farmers set life_state = 'SUSPENDED' where id = $1`, [gone.id])
    const { status, headers } = await decideLimits(kpcu, 'approve', { id: file.id })
    expect(status).toBe(424)
    expect(headers['content-disposition']).toContain('File_Approved_With_Error_limits.xlsx')
    expect(await grantsOf(file.id)).toMatchObject({ n: 0 })
    await world.owner.query(`update farmers set life_state = 'ACTIVE' where id = $1`, [gone.id])
    expect((await decideLimits(kpcu, 'approve', { id: file.id })).status).toBe(200)
  })
})

test('an approval that dies in the middle leaves nothing, and the next one does it all', async () => {
  const file = await filed(4)
  await decideLimits(checker, 'approve', { id: file.id })
  await world.owner.query(
    `create function die() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
     create trigger die after insert on ledger_movements for each statement execute function die()`,
  )
  try {
    expect((await decideLimits(kpcu, 'approve', { id: file.id })).status).toBeGreaterThanOrEqual(500)
    expect(await grantsOf(file.id)).toMatchObject({ n: 0 })
  } finally {
    await world.owner.query(`drop trigger die on ledger_movements; drop function die()`)
  }
  expect((await decideLimits(kpcu, 'approve', { id: file.id })).body.message).toBe(
    'Success: limits of 4 members raised',
  )
  expect(await grantsOf(file.id)).toMatchObject({ n: 4, added: '160000', moved: '160000' })
  await cleanBooks()
})
