import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CherryRate } from '#contract/rates/cherryRates.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Body = { code?: string; message: string; details?: Record<string, unknown>; data: CherryRate }
let world: World
let maker: Person
let checker: Person
let bankChecker: Person
beforeAll(async () => {
  world = await makeWorld()
  maker = world.people.josephKpcuMaker
  checker = world.people.mercyKpcuChecker
  bankChecker = world.people.peterBankChecker
})
afterAll(() => world?.close())
beforeEach(() => world.owner.query('delete from cherry_rates'))

const propose = (rate: number | string, more: object = { growerCode: 'CF4100' }, person = maker) =>
  person.post<Body>('/cherry/rate/update', { rate, ...more })
async function proposed(rate: number): Promise<CherryRate> {
  const { status, body } = await propose(rate)
  if (status !== 200) throw new Error(body.message)
  return body.data
}
const decide = (person: Person, step: 'approve' | 'reject' | 'withdraw', rate: object, approverComment?: string) =>
  person.post<Body>(`/cherry/rate/${step}`, { ...rate, ...(approverComment ? { approverComment } : {}) })
const inForce = async () =>
  (
    await world.owner.query<{ code: string; cents: string }>(
      `select o.code, r.rate_cents::text as cents from cherry_rates r join organisations o on o.id = r.organisation_id where r.status = 'APPROVED' order by 1`,
    )
  ).rows.map(({ code, cents }) => `${code} ${cents}`)
const listed = async (person: Person, path = '') =>
  (await person.get<{ data: CherryRate[]; waiting?: number }>(`/cherry/rate${path}`, { paginate: 'Y' })).body

describe('proposing', () => {
  test('the first rate of a society stands against the rate of the fund, and prices nothing yet', async () => {
    const rate = await proposed(45.5)
    expect(rate).toMatchObject({
      rate: 45.5,
      previousRate: 40,
      organisationName: 'Othameru Farmers Co-operative Society',
      status: { id: 3, statusName: 'PENDING_APPROVAL' },
      createdBy: 'Joseph Nderitu Gichuki',
    })
    expect(await inForce()).toEqual([])
  })

  test('tells what it would do to limits: cherry that is approved, at both rates to the cent', async () => {
    const { rows } = await world.owner.query<{ kilograms: string; members: number }>(
      `select sum(approved_kg)::text as kilograms, (count(*) filter (where approved_kg > 0))::int as members from season_weights w
        join organisations o on o.id = w.organisation_id where o.code = 'CF4100' and w.season = $1`,
      [currentSeason()],
    )
    const kilograms = Number(rows[0]?.kilograms)
    expect(kilograms).toBeGreaterThan(0)
    const { effect } = await proposed(45.5)
    expect(effect).toMatchObject({ season: currentSeason(), members: rows[0]?.members, kilograms })
    expect(effect?.before).toBeCloseTo(kilograms * 40, 1)
    expect(effect?.after).toBeCloseTo(kilograms * 45.5, 1)
  })

  test.each([
    ['nothing', 0],
    ['less than nothing', -5],
    ['a tenth of a cent', 40.005],
    ['a word', 'much'],
    ['more than the ceiling', 80.01],
  ])('a rate of %s is refused beside its field', async (_, rate) => {
    const { status, body } = await propose(rate)
    expect([status, body.code]).toEqual([422, 'input.invalid'])
    expect(body.details?.['fields']).toHaveProperty('rate')
  })

  test('the rate that is in force is no change', async () => {
    expect((await propose(40)).body.code).toBe('change.nothing')
  })

  test('a miller and an unknown code have no cherry rate', async () => {
    for (const more of [{ growerCode: 'ML2001' }, { growerCode: 'CF9999' }, { organisationId: "' or true --" }])
      expect((await propose(45, more)).body.details?.['fields']).toHaveProperty('organisation')
  })

  test('a rate alone, as the specification sends it, is refused until it names its society', async () => {
    const { status, body } = await propose(45, {})
    expect([status, body.code]).toEqual([422, 'input.invalid'])
    expect(body.details?.['fields']).toEqual({
      growerCode: 'Grower code is required: say which society the rate is for',
    })
    expect(body.message).toContain('Grower code is required')
  })

  test('a rate alone is for the only society that the fund has', async () => {
    const others = `update organisations set active = $1 where type = 'FARMER_SOCIETY' and code <> 'CF4101'`
    await world.owner.query(others, [false])
    try {
      expect((await propose(45, {})).body.data.organisation.organisationCode).toBe('CF4101')
    } finally {
      await world.owner.query(others, [true])
    }
  })

  test('an older client names the society by the organisation of its row', async () => {
    const { body } = await propose('46', { organisation: { organisationCode: 'CF4101' } })
    expect(body.data.organisation.organisationCode).toBe('CF4101')
  })

  test('one waits per society, also when two are proposed at once', async () => {
    const answers = await Promise.all([propose(45), propose(46, undefined, world.people.estherBankMaker)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('change.open')
    expect((await propose(45, { growerCode: 'CF4101' })).status).toBe(200)
  })

  test('societies and millers may not, whatever a role of theirs says', async () => {
    for (const person of [world.people.wanjikuMaker, world.people.margaretManager, world.people.kipronoMillerMaker])
      expect((await propose(45, undefined, person)).body.code).toBe('permission.missing')
    await world.owner.query(
      `update roles set permissions = permissions || array['CAN_CREATE_CHERRY_RATE', 'CAN_APPROVE_CHERRY_RATE'] where name = 'FCS_MAKER'`,
    )
    try {
      const society = await world.newSession('fcs.maker')
      expect((await propose(45, undefined, society)).body.code).toBe('organisation.not_allowed')
      expect((await decide(society, 'approve', await proposed(45))).body.code).toBe('organisation.not_allowed')
    } finally {
      await world.owner.query(
        `update roles set permissions = array_remove(array_remove(permissions, 'CAN_CREATE_CHERRY_RATE'), 'CAN_APPROVE_CHERRY_RATE') where name = 'FCS_MAKER'`,
      )
    }
  })
})

describe('deciding', () => {
  test('another person approves, the rate is in force, and the one before steps back', async () => {
    const first = await proposed(45)
    expect((await decide(maker, 'approve', first)).body.code).toBe('permission.missing')
    expect((await decide(checker, 'approve', first)).body.data).toMatchObject({ status: { id: 1 }, effect: null })
    const second = await proposed(50)
    expect(second.previousRate).toBe(45)
    expect(await inForce()).toEqual(['CF4100 4500'])
    expect((await decide(bankChecker, 'approve', second)).status).toBe(200)
    expect(await inForce()).toEqual(['CF4100 5000'])
    const rates = (await listed(checker)).data
    expect(rates.map(({ rate, status }) => [rate, status.statusName])).toEqual([
      [50, 'APPROVED'],
      [45, 'SUPERSEDED'],
    ])
    expect((await listed(checker, '/approved')).data.map(({ rate }) => rate)).toEqual([50])
  })

  test('approve and reject at once leave one of the two', async () => {
    const rate = await proposed(45)
    const answers = await Promise.all([decide(checker, 'approve', rate), decide(bankChecker, 'reject', rate, 'No')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await inForce()).length).toBe(answers[0].status === 200 ? 1 : 0)
  })

  test('a rejection says why where the client lets somebody write it, and frees the society for another proposal', async () => {
    const unexplained = await decide(checker, 'reject', await proposed(44))
    expect(unexplained.body.data).toMatchObject({ status: { id: 2 }, approverComment: null })
    const rate = await proposed(45)
    expect((await decide(checker, 'reject', rate, 'The fund has no money')).body.data).toMatchObject({
      status: { id: 2, statusName: 'REJECTED' },
      approverComment: 'The fund has no money',
    })
    await proposed(46)
    expect(await inForce()).toEqual([])
  })

  test('the maker takes it back, and nobody else does', async () => {
    const rate = await proposed(45)
    expect((await decide(world.people.estherBankMaker, 'withdraw', rate)).body.code).toBe('not_the_maker')
    expect((await decide(maker, 'withdraw', rate)).body.data.status.statusName).toBe('WITHDRAWN')
    expect((await decide(checker, 'approve', rate)).body.code).toBe('step.wrong_state')
  })

  test('a ceiling that was lowered meanwhile holds at the approval too', async () => {
    const rate = await proposed(75)
    await world.owner.query(`insert into settings (name, value) values ('fundCherryRateCeilingCents', '7000')`)
    try {
      expect((await decide(checker, 'approve', rate)).body.code).toBe('cherry_rate.too_high')
      expect(await inForce()).toEqual([])
    } finally {
      await world.owner.query(`delete from settings where name = 'fundCherryRateCeilingCents'`)
    }
  })
})

describe('reading', () => {
  test('a society reads its own rates and no other’s; a miller none; the government all', async () => {
    const own = await proposed(45)
    const other = (await propose(46, { growerCode: 'CF4101' })).body.data
    const { wanjikuMaker, danielMaker, kipronoMillerMaker, aminaViewer } = world.people
    expect((await listed(wanjikuMaker)).data.map(({ id }) => id)).toEqual([own.id])
    expect((await listed(danielMaker, '/unapproved')).data.map(({ id }) => id)).toEqual([other.id])
    expect((await wanjikuMaker.get(`/cherry/rate/${other.id}`)).status).toBe(404)
    expect((await kipronoMillerMaker.get('/cherry/rate')).status).toBe(403)
    expect((await listed(aminaViewer)).data.length).toBe(2)
  })

  test('a waiting rate stands in the inbox of those who decide, and of nobody else', async () => {
    const rate = await proposed(45)
    const inboxOf = async (person: Person) =>
      (await person.get<{ data: { id: string; amount: string }[] }>('/inbox', { paginate: 'Y', size: 100 })).body.data
    expect((await inboxOf(checker)).find(({ id }) => id === rate.id)?.amount).toBe('KES 45.00 per kg')
    expect((await listed(checker)).waiting).toBe(1)
    expect((await inboxOf(world.people.otienoChecker)).some(({ id }) => id === rate.id)).toBe(false)
  })
})
