import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { newId } from '#server/kit/ids.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { deliveryForm, memberOf } from '#test/kit/deliveryFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Body = { code?: string; message: string; details?: Record<string, unknown>; data: CherryDelivery }
type Totals = { approvedKg: number; pendingKg: number; members: number }
let world: World
let maker: Person
let checker: Person
let manager: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
  checker = world.people.otienoChecker
  manager = world.people.margaretManager
})
afterAll(() => world?.close())
// Whatever was entered, edited, decided and refused, at once or one by one: the society has what its members have.
afterEach(async () => {
  const { rows } = await world.owner.query(
    `select * from (select organisation_id, season, sum(approved_kg) as approved, sum(pending_kg) as pending, sum(members)::int as members from season_totals group by 1, 2) t
       full join (select organisation_id, season, sum(approved_kg) as approved, sum(pending_kg) as pending, (count(*) filter (where approved_kg > 0))::int as members from season_weights group by 1, 2) w
       using (organisation_id, season) where (t.approved, t.pending, t.members) is distinct from (w.approved, w.pending, w.members)`,
  )
  expect(rows).toEqual([])
})

// Each test has a member of its own, so that no other's kilograms stand in its season.
let member = ''
let count = 20
beforeEach(async () => {
  member = memberOf('CF4100', (count += 1))
  const own = 'farmer_id = (select id from farmers where member_number = $1)'
  await world.owner.query(`update cherry_deliveries set corrects_id = null where ${own}`, [member])
  await world.owner.query(`delete from cherry_deliveries where ${own}`, [member])
})

const post = (person: Person, path: string, body: object) => person.post<Body>(`/farmercherry/${path}`, body)
async function enter(currentDelivery: number): Promise<CherryDelivery> {
  const { status, body } = await post(maker, '', deliveryForm(member, currentDelivery))
  if (status !== 200) throw new Error(body.message)
  return body.data
}
const decide = (person: Person, action: string, record: { id: string; version?: number }, approverComment?: string) =>
  post(person, 'approve', { action, confirmCherry: record, ...(approverComment ? { approverComment } : {}) })
const correct = (kilograms: number, more: object = {}) =>
  post(maker, 'correction', {
    memberNumber: member,
    season: currentSeason(),
    kilograms,
    reason: 'Wrong scale',
    ...more,
  })
const seasonOf = async (memberNumber = member) => {
  const { rows } = await world.owner.query<{ approved: number; pending: number; summed: number; waiting: number }>(
    `select w.approved_kg::float as approved, w.pending_kg::float as pending,
       (select coalesce(sum(kilograms) filter (where status = 'APPROVED'), 0)::float from cherry_deliveries d where d.farmer_id = w.farmer_id and d.season = w.season) as summed,
       (select coalesce(sum(kilograms) filter (where status = 'PENDING_APPROVAL'), 0)::float from cherry_deliveries d where d.farmer_id = w.farmer_id and d.season = w.season) as waiting
     from season_weights w join farmers f on f.id = w.farmer_id where f.member_number = $1 and w.season = $2`,
    [memberNumber, currentSeason()],
  )
  const [found] = rows
  expect([found?.approved, found?.pending]).toEqual([found?.summed, found?.waiting])
  return [found?.approved, found?.pending]
}

describe('deciding', () => {
  test('a weight far above what the member usually brings is pointed out, there and in the inbox', async () => {
    for (const kilograms of [20, 21, 22])
      expect((await decide(checker, 'APPROVE', await enter(kilograms))).status).toBe(200)
    const [usual, unusual] = [await enter(62), await enter(64)]
    expect(usual).toMatchObject({ usualKg: 21, notes: [] })
    expect(unusual).toMatchObject({ usualKg: 21, seasonKg: 189, notes: [{ code: 'much_at_once' }] })
    const query = { paginate: 'Y', size: 100, filter: 'kind:cherry_delivery', sort: '-waitingSince' }
    const { data } = (await checker.get<{ data: { id: string; remarks: number | null }[] }>('/inbox', query)).body
    const remarks = (id: string) => data.find((item) => item.id === id)?.remarks
    expect([remarks(usual.id), remarks(unusual.id)]).toEqual([0, 1])
    expect((await decide(checker, 'APPROVE', unusual)).body.data.usualKg).toBeNull()
  })

  test('of the record that is posted back only id, version and comment count', async () => {
    const delivery = await enter(30)
    const { status, body } = await decide(checker, 'APPROVE', {
      ...delivery,
      currentDelivery: 9999,
      status: 'DECLINED',
    } as object & { id: string })
    expect([status, body.message]).toEqual([200, 'Cherry Approved successfully!'])
    expect(body.data).toMatchObject({ currentDelivery: 30, status: 'APPROVED', decidedBy: 'Otieno Ouma' })
    expect(await seasonOf()).toEqual([30, 0])
  })

  test('who entered or edited it never decides, and what is decided stays so', async () => {
    const delivery = await enter(30)
    expect((await decide(maker, 'approve', delivery)).body.code).toBe('permission.missing')
    await world.owner.query(`update cherry_deliveries set makers = makers || $2::uuid where id = $1`, [
      delivery.id,
      manager.id,
    ])
    expect((await decide(manager, 'approve', delivery)).body.code).toBe('own_submission')
    await expect(
      world.owner.query(`update cherry_deliveries set decided_by = $2 where id = $1`, [delivery.id, manager.id]),
    ).rejects.toThrow('maker_is_not_checker')
    expect((await decide(checker, 'approve', delivery)).status).toBe(200)
    for (const action of ['approve', 'decline']) {
      const late = await decide(checker, action, { id: delivery.id }, 'Late')
      expect([late.status, late.body.code]).toEqual([409, 'step.wrong_state'])
      expect(late.body.message).toContain('Otieno Ouma')
    }
  })

  test('a decline says DECLINED, and why where the client lets somebody write it', async () => {
    const [bare, delivery] = [await enter(20), await enter(30)]
    const { body: unexplained } = await decide(checker, 'decline', bare)
    expect(unexplained.data).toMatchObject({ status: 'DECLINED', approverComment: null })
    const { body } = await decide(checker, 'decline', delivery, 'The slip says 13')
    expect(body.data).toMatchObject({ status: 'DECLINED', state: { id: 2 }, approverComment: 'The slip says 13' })
    expect(await seasonOf()).toEqual([0, 0])
  })

  test('a stranger’s delivery is not there', async () => {
    const delivery = await enter(30)
    const { purityChecker } = world.people
    expect((await decide(purityChecker, 'approve', delivery)).status).toBe(404)
    const records = [{ id: delivery.id, version: 1 }]
    const bulk = await purityChecker.post<{ code: string }>('/farmercherry/bulk', { step: 'approve', records })
    expect([bulk.status, bulk.body.code]).toEqual([409, 'record.not_found'])
  })

  test('an edit during an approval: what was approved is what the checker saw', async () => {
    for (let round = 0; round < 4; round += 1) {
      const delivery = await enter(20)
      const [edited, approved] = await Promise.all([
        post(maker, 'update', { ...delivery, currentDelivery: 200 }),
        decide(checker, 'approve', delivery),
      ])
      const { rows } = await world.owner.query<{ status: string; kilograms: string }>(
        'select status, kilograms from cherry_deliveries where id = $1',
        [delivery.id],
      )
      // Whoever came second is refused: nothing of 200 kg was approved unseen.
      expect(edited.status + approved.status).toBe(200 + 409)
      expect(rows[0]).toEqual(
        approved.status === 200
          ? { status: 'APPROVED', kilograms: '20.000' }
          : { status: 'PENDING_APPROVAL', kilograms: '200.000' },
      )
    }
    await seasonOf()
  })

  test('many are decided in one go, each with its own outcome', async () => {
    const [first, second, third] = [await enter(1), await enter(2), await enter(3)]
    await decide(manager, 'approve', second)
    const { body } = await checker.post<{
      data: { done: number; rows: { id: string; outcome: string; code?: string }[] }
    }>('/farmercherry/bulk', {
      step: 'approve',
      records: [first, second, third].map(({ id, version }) => ({ id, version })),
    })
    expect(body.data.done).toBe(2)
    expect(body.data.rows.find(({ id }) => id === second.id)).toMatchObject({
      outcome: 'skipped',
      code: 'step.wrong_state',
    })
    expect(await seasonOf()).toEqual([6, 0])
    // Four eyes hold for each row: what the manager entered or edited stays behind, the others go through.
    const [own, edited, foreign] = [await enter(4), await enter(5), await enter(7)]
    await world.owner.query(`update cherry_deliveries set makers = array[$2::uuid], made_by = $2 where id = $1`, [
      own.id,
      manager.id,
    ])
    const again = await post(maker, 'update', { ...edited, currentDelivery: 5.5 })
    await world.owner.query(`update cherry_deliveries set makers = makers || $2::uuid where id = $1`, [
      edited.id,
      manager.id,
    ])
    const mixed = await manager.post<{
      data: { done: number; skipped: number; rows: { id: string; code?: string }[] }
    }>('/farmercherry/bulk', {
      step: 'approve',
      records: [own, again.body.data, foreign].map(({ id, version }) => ({ id, version })),
    })
    expect(mixed.body.data).toMatchObject({ done: 1, skipped: 2 })
    expect(mixed.body.data.rows.map(({ code }) => code)).toEqual(['own_submission', 'own_submission', undefined])
    expect(await seasonOf()).toEqual([13, 9.5])
    expect((await post(checker, 'bulk', { step: 'decline', records: [{ id: first.id, version: 2 }] })).body.code).toBe(
      'step.comment_required',
    )
  })
})

describe('a member whose life changes while deliveries wait', () => {
  const live = (state: string) =>
    world.owner.query(`update farmers set life_state = $2 where member_number = $1`, [member, state])
  afterEach(() => live('ACTIVE'))
  const shown = async (id: string, by = checker) =>
    (await by.get<{ data: CherryDelivery[] }>('/farmercherry', { search: member, paginate: 'Y' })).body.data.find(
      (row) => row.id === id,
    )

  test('suspended: nothing is added, one by one or in bulk, until the suspension ends; a decline and a take-back go through', async () => {
    const first = await enter(30)
    await decide(checker, 'approve', first)
    const [waits, refused] = [await enter(40), await enter(50)]
    await live('SUSPENDED')
    const late = await decide(checker, 'approve', waits)
    expect([late.status, late.body.code]).toEqual([409, 'delivery.member_suspended'])
    const { body } = await checker.post<{ code?: string }>('/farmercherry/bulk', {
      step: 'approve',
      records: [{ id: waits.id, version: waits.version }],
    })
    expect(body.code).toBe('delivery.member_suspended')
    const row = await shown(waits.id)
    expect([row?.steps['approve'], row?.steps['decline']]).toEqual(['delivery.member_suspended', null])
    expect(row?.notes.map(({ code }) => code)).toContain('member_not_active')
    expect((await decide(checker, 'decline', refused, 'Not his cherry')).status).toBe(200)
    expect((await decide(checker, 'approve', (await correct(-10)).body.data)).status).toBe(200)
    expect(await seasonOf()).toEqual([20, 40])
    await live('ACTIVE')
    expect((await decide(checker, 'approve', waits)).status).toBe(200)
  })

  test.each(['DECEASED', 'TRANSFERRED'])(
    '%s: what was delivered before is decided and put right, but nothing new is entered',
    async (state) => {
      const [first, second] = [await enter(30), await enter(40)]
      await live(state)
      expect((await shown(first.id))?.notes.map(({ code }) => code)).toEqual(['member_not_active'])
      expect((await decide(checker, 'approve', first)).status).toBe(200)
      const edited = await post(maker, 'update', { ...second, currentDelivery: 4 })
      expect(edited.status).toBe(200)
      expect((await decide(checker, 'approve', edited.body.data)).status).toBe(200)
      expect((await decide(checker, 'approve', (await correct(2.5)).body.data)).status).toBe(200)
      expect(await seasonOf()).toEqual([36.5, 0])
      await expect(enter(1)).rejects.toThrow('Please fill out all required fields correctly.')
    },
  )
})

describe('totals', () => {
  const totals = async (person = maker) => (await person.get<Totals>('/farmercherry/totals')).body

  test('count what is approved and what waits apart, for the season and the own society', async () => {
    const [before, theirs] = [await totals(), await totals(world.people.danielMaker)]
    const delivery = await enter(12.345)
    await enter(7)
    await decide(checker, 'approve', delivery)
    const after = await totals()
    expect(after.approvedKg).toBeCloseTo(before.approvedKg + 12.345, 3)
    expect(after.pendingKg).toBeCloseTo(before.pendingKg + 7, 3)
    expect((await maker.get<number>('/farmercherry/totalweight')).body).toBe(after.approvedKg)
    expect(await totals(world.people.danielMaker)).toEqual(theirs)
    // A reader of all societies has the sum of them.
    expect((await totals(world.people.josephKpcuMaker)).approvedKg).toBeGreaterThan(
      after.approvedKg + theirs.approvedKg - 0.001,
    )
  })

  test('of a member stand beside the form', async () => {
    await decide(checker, 'approve', await enter(40))
    await enter(2.5)
    const { body } = await maker.get('/farmercherry/farmer', { memberNumber: member })
    expect(body).toMatchObject({ approvedKg: 40, pendingKg: 2.5 })
  })
})

describe('corrections', () => {
  test('add and take away with a reason, by two people', async () => {
    await decide(checker, 'approve', await enter(100))
    const less = await correct(-30.5)
    expect([less.status, less.body.data.type, less.body.data.reason]).toEqual([200, 'CORRECTION', 'Wrong scale'])
    expect(await seasonOf()).toEqual([100, -30.5])
    expect((await decide(maker, 'approve', less.body.data)).status).toBe(403)
    await decide(checker, 'approve', less.body.data)
    await decide(checker, 'approve', (await correct(10)).body.data)
    expect(await seasonOf()).toEqual([79.5, 0])
  })

  test.each([
    [{ kilograms: 0 }, 'kilograms'],
    [{ reason: '' }, 'reason'],
    [{ kilograms: 1.23456 }, 'kilograms'],
    [{ kilograms: -20_000 }, 'kilograms'],
    [{ season: '2035/2036' }, 'deliveredOn'],
    [{ correctsId: newId() }, 'correctsId'],
    [{ memberNumber: 'OT9999' }, 'memberNumber'],
  ])('%j is refused', async (more, field) => {
    const { status, body } = await correct(-1, more)
    expect([status, Object.keys((body.details?.['fields'] as object | undefined) ?? {})]).toEqual([422, [field]])
  })

  test('nobody takes back more than was approved, also with what already waits', async () => {
    await enter(500)
    expect((await correct(-1)).body.code).toBe('delivery.below_zero')
    await decide(checker, 'approve', await enter(100))
    expect((await correct(-60)).status).toBe(200)
    const second = await correct(-60)
    expect([second.status, second.body.code]).toEqual([409, 'delivery.below_zero'])
    expect((await correct(-40)).status).toBe(200)
  })

  test('two corrections at once that together go below zero: one of them is refused', async () => {
    await decide(checker, 'approve', await enter(100))
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all([correct(-60), correct(-60)])
      expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
      const made = answers.find(({ status }) => status === 200)?.body.data
      if (made) await decide(checker, 'decline', made, 'Again')
    }
    expect(await seasonOf()).toEqual([100, 0])
  })

  test('an approval that would go below zero is refused, whatever happened since it was entered', async () => {
    const delivery = await enter(100)
    const approved = (await decide(checker, 'approve', delivery)).body.data
    const less = (await correct(-80)).body.data
    // The delivery itself is edited down while the correction waits.
    const edited = await post(maker, 'update', { ...approved, currentDelivery: 50 })
    expect(edited.status).toBe(200)
    expect((await decide(checker, 'approve', less)).body.code).toBe('delivery.below_zero')
    await decide(checker, 'approve', edited.body.data)
    const refused = await decide(checker, 'approve', less)
    expect([refused.status, refused.body.code]).toEqual([409, 'delivery.below_zero'])
    const { body } = await checker.post<{ code?: string }>('/farmercherry/bulk', {
      step: 'approve',
      records: [{ id: less.id, version: less.version }],
    })
    expect(body.code).toBe('delivery.below_zero')
    expect(await seasonOf()).toEqual([50, -80])
  })

  test('an edit that would leave less than was withdrawn is refused', async () => {
    const approved = (await decide(checker, 'approve', await enter(100))).body.data
    await decide(checker, 'approve', (await correct(-80)).body.data)
    const { status, body } = await post(maker, 'update', { ...approved, currentDelivery: 90 })
    expect([status, body.code]).toEqual([409, 'delivery.below_zero'])
    expect(await seasonOf()).toEqual([20, 0])
  })
})
