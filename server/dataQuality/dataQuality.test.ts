import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  FarmerWithFinding,
  FindingKind,
  QualityReport,
  SocietyQuality,
} from '#contract/dataQuality/dataQuality.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { businessYear, now, setClock } from '#server/kit/clock.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import type { Person } from '#test/kit/people.ts'
import { freshMembers, type Member } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { keepFigures } from './keepFigures.ts'

let world: World
let clerk: Person
let everybody: Member[]
let neighbours: Member[]
// Each test has members of its own in both societies.
let here: Member[]
let there: Member[]
beforeAll(async () => {
  world = await makeWorld()
  clerk = world.people.wanjikuMaker
  neighbours = await freshMembers(world, 40, { society: 'CF4101' })
  everybody = await freshMembers(world, 114)
})
afterAll(() => world?.close())
beforeEach(() => {
  here = everybody.splice(0, 6)
  there = neighbours.splice(0, 2)
})

const set = (member: Member | undefined, values: string) =>
  world.owner.query(`update farmers set ${values} where id = $1`, [member?.id])
const count = () => keepFigures(world.house, { all: true })
const reportOf = async (reader = clerk, society = reader.organisationCode) =>
  (await reader.get<QualityReport>(`/farmers/quality/${society}`)).body
const numberOf = async (kind: FindingKind, reader = clerk) =>
  (await reportOf(reader)).findings.find((one) => one.kind === kind)?.farmers
const listOf = async (kind: FindingKind, reader = clerk, society = reader.organisationCode) =>
  (await reader.get<FarmerWithFinding[]>(`/farmers/quality/${society}/farmers/${kind}`)).body
const idsOf = async (kind: FindingKind, reader = clerk) => (await listOf(kind, reader)).map(({ id }) => id)

test('before the first count there is no time and no score', async () => {
  expect(await reportOf()).toMatchObject({ asOf: null, checked: 0, score: null })
})

describe('what is found', () => {
  test('phones and accounts of more members than the setting allows, with how many share them', async () => {
    const [first, ...others] = here
    for (const member of others.slice(0, 3)) {
      await set(member, `mobile_number = '${first?.mobile_number}'`)
      await set(member, `account_number = '${first?.account_number}', institution_code = '11'`)
    }
    await set(first, `institution_code = '11'`)
    await count()
    const four = here.slice(0, 4).map(({ id }) => id)
    for (const kind of ['phone_shared', 'account_shared'] as const) {
      const found = await listOf(kind)
      expect(found.map(({ id }) => id).toSorted()).toEqual(four.toSorted())
      expect(new Set(found.map(({ measure }) => measure))).toEqual(new Set([4]))
    }
    expect((await listOf('phone_shared')).map(({ value }) => value)).toEqual(Array(4).fill(first?.mobile_number))
    // Three are allowed.
    await set(here[3], `mobile_number = '254799000111'`)
    await count()
    expect(await numberOf('phone_shared')).toBe(0)
    expect(await numberOf('account_shared')).toBe(4)
  })

  test('the same account number at another institution is another account', async () => {
    const [first, second] = here
    await set(first, `account_number = '0009990001', institution_code = '11'`)
    await set(there[0], `account_number = '0009990001', institution_code = '68'`)
    await count()
    expect(await idsOf('account_elsewhere')).not.toContain(first?.id)
    await set(there[0], `institution_code = '11'`)
    await count()
    expect(await idsOf('account_elsewhere')).toContain(first?.id)
    expect(await idsOf('account_elsewhere')).not.toContain(second?.id)
  })

  test('what is missing, who is too young, and who delivers more than trees bear', async () => {
    const [noTrees, noYear, young, grown, much, little] = here
    await set(noTrees, 'number_of_trees = null')
    await set(noYear, `year_of_birth = null, kra_pin = ''`)
    await set(young, `year_of_birth = ${businessYear() - 17}`)
    await set(grown, `year_of_birth = ${businessYear() - 18}, kra_pin = 'A000000001B'`)
    for (const [member, kilograms] of [
      [much, 2_010],
      [little, 2_000],
      [noTrees, 9_000],
    ] as const) {
      if (member !== noTrees) await set(member, 'number_of_trees = 100')
      await world.owner.query(
        `insert into season_weights (organisation_id, season, farmer_id, approved_kg) values ($1, $2, $3, $4)
         on conflict (farmer_id, season) do update set approved_kg = excluded.approved_kg`,
        [world.organisationId('CF4100'), currentSeason(), member?.id, kilograms],
      )
    }
    await count()
    expect(await idsOf('trees_missing')).toEqual([noTrees?.id])
    expect(await idsOf('birth_missing')).toEqual([noYear?.id])
    expect(await idsOf('kra_missing')).toContain(noYear?.id)
    expect(await idsOf('kra_missing')).not.toContain(grown?.id)
    const minors = await listOf('minor')
    expect(minors).toMatchObject([{ id: young?.id, measure: 17 }])
    const heavy = await listOf('kilograms_per_tree')
    expect(heavy.find(({ id }) => id === much?.id)).toMatchObject({ measure: 20.1 })
    expect(heavy.map(({ id }) => id)).not.toContain(little?.id)
    expect(heavy.map(({ id }) => id)).not.toContain(noTrees?.id)
  })

  test('a company has no year of birth to miss', async () => {
    await count()
    const { rows } = await world.owner.query<{ id: string }>(`select id from farmers where type = 'FCS_FARMER_COMPANY'`)
    expect(rows.length).toBeGreaterThan(0)
    const found = new Set(await idsOf('birth_missing'))
    expect(rows.filter(({ id }) => found.has(id))).toEqual([])
  })

  test('who has died or left is not looked at, and nobody elsewhere is found because of who has left', async () => {
    const [dead, gone, shared] = here
    await set(dead, `number_of_trees = null, life_state = 'DECEASED'`)
    await set(gone, `number_of_trees = null, life_state = 'TRANSFERRED'`)
    await set(there[0], `id_number = '${shared?.id_number}', life_state = 'TRANSFERRED'`)
    const { checked } = await reportOf()
    await count()
    expect((await reportOf()).checked).toBe(checked - 2)
    const found = await idsOf('trees_missing')
    expect(found).not.toContain(dead?.id)
    expect(found).not.toContain(gone?.id)
    expect(await idsOf('id_elsewhere')).not.toContain(shared?.id)
  })

  test('the numbers are those of the lists, the shares those of the farmers, and the score follows', async () => {
    await count()
    const { findings, checked, score, asOf } = await reportOf()
    for (const { kind, farmers, share } of findings) {
      expect([kind, (await listOf(kind)).length]).toEqual([kind, farmers])
      expect(share).toBe(farmers / checked)
    }
    expect(score).toBeLessThan(100)
    expect(Date.parse(asOf ?? '')).toBeGreaterThan(now().getTime() - 60_000)
  })
})

describe('another society', () => {
  test('is answered with yes or no on both sides, and nothing of it is told', async () => {
    const [mine] = here
    const [theirs] = there
    await set(
      theirs,
      `first_name = 'Canary', id_number = '${mine?.id_number}', mobile_number = '${mine?.mobile_number}'`,
    )
    await count()
    expect(await idsOf('id_elsewhere')).toEqual([mine?.id])
    expect(await idsOf('phone_elsewhere')).toEqual([mine?.id])
    expect(await idsOf('id_elsewhere', world.people.danielMaker)).toEqual([theirs?.id])
    const report = JSON.stringify([
      await reportOf(),
      await listOf('id_elsewhere'),
      await listOf('phone_elsewhere'),
      (await clerk.get('/farmers/quality/CF4100/societies')).body,
    ])
    for (const secret of ['Canary', theirs?.id, theirs?.member_number, theirs?.account_number, 'CF4101', 'Kirimandu'])
      expect(report).not.toContain(secret)
  })

  test('is not found by its id or code', async () => {
    for (const path of ['', '/societies', '/farmers/kra_missing'])
      for (const society of ['CF4101', world.organisationId('CF4101'), 'CF9999']) {
        const { status, body } = await clerk.get<{ code: string }>(`/farmers/quality/${society}${path}`)
        expect([path, society, status, body.code]).toEqual([path, society, 404, 'record.not_found'])
      }
  })
})

describe('who sees all societies', () => {
  test('reads one of them, or all together, and their scores', async () => {
    await count()
    const { peterBankChecker } = world.people
    const own = await reportOf()
    expect(await reportOf(peterBankChecker, 'CF4100')).toEqual(own)
    const all = await reportOf(peterBankChecker)
    const societies = (await peterBankChecker.get<SocietyQuality[]>('/farmers/quality/COOP/societies')).body
    expect(all.organisation).toBeNull()
    expect(all.checked).toBe(societies.reduce((sum, { checked }) => sum + checked, 0))
    expect(societies.find(({ organisationCode }) => organisationCode === 'CF4100')).toMatchObject({
      score: own.score,
      kra_missing: own.findings.find(({ kind }) => kind === 'kra_missing')?.farmers,
    })
    const scores = societies.map(({ score }) => score ?? 0)
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
  })

  test('without the permission reads values masked, and cannot find or order by what is hidden', async () => {
    const [mine] = here
    await set(there[1], `mobile_number = '${mine?.mobile_number}'`)
    await count()
    const { aminaViewer } = world.people
    const seen = await listOf('phone_elsewhere', aminaViewer)
    expect(seen.map(({ id }) => id)).toContain(mine?.id)
    for (const { value } of seen) expect(value).toMatch(/^•{3,}\d{3}$/)
    const path = '/farmers/quality/GOVT/farmers/phone_elsewhere'
    const search = mine?.mobile_number.slice(3, 9) ?? ''
    expect((await aminaViewer.get(path, { search })).body).toEqual([])
    const ordered = (await aminaViewer.get<FarmerWithFinding[]>(path, { sort: 'value' })).body
    const members = ordered.map(({ memberNumber }) => memberNumber)
    expect(members).toEqual(members.toSorted())
  })
})

test('whoever may not read farmers reads nothing here', async () => {
  const { kipronoMillerMaker } = world.people
  const { status } = await kipronoMillerMaker.get(`/farmers/quality/${kipronoMillerMaker.organisationCode}`)
  expect(status).toBe(403)
})

describe('counting again', () => {
  const due = () => keepFigures(world.house)
  // A pause longer than any count of the demo takes twenty times, and shorter than what counts everything anew.
  const later = (minutes: number) => {
    const at = Date.now() + minutes * 60_000
    setClock(() => at)
  }

  test('follows a change after a pause, counts only the society that changed, and everything after an hour', async () => {
    try {
      await count()
      expect(await due()).toBe(0)
      await set(here[0], 'number_of_trees = null')
      expect(await due()).toBe(0)
      later(10)
      expect(await due()).toBe(1)
      expect(await idsOf('trees_missing')).toContain(here[0]?.id)
      later(20)
      expect(await due()).toBe(0)
      later(71)
      expect(await due()).toBe(3)
    } finally {
      setClock(null)
    }
  })

  test('of the others goes on when one society cannot be counted, and the fault is told', async () => {
    await count()
    const society = world.organisationId('CF4100')
    await world.owner
      .query(`create function fail() returns trigger language plpgsql as $$ begin raise 'too large'; end $$;
      create trigger fail before insert on society_figures for each row when (new.organisation_id = '${society}') execute function fail()`)
    try {
      const before = new Date()
      await expect(count()).rejects.toThrow(/too large/)
      const { rows } = await world.owner.query('select organisation_id from society_figures where counted_at < $1', [
        before,
      ])
      expect(rows).toEqual([{ organisation_id: society }])
    } finally {
      await world.owner.query('drop trigger fail on society_figures; drop function fail()')
    }
    await count()
  })

  test('comes at once where somebody asks for it, for the own society only, and asking twice is asking once', async () => {
    try {
      await count()
      await set(here[0], 'number_of_trees = null')
      await set(there[0], 'number_of_trees = null')
      later(5 / 60)
      expect(await due()).toBe(0)
      for (let time = 0; time < 2; time += 1)
        expect((await clerk.post('/farmers/quality/CF4100/recount', {})).status).toBe(200)
      const { rows } = await world.owner.query('select organisation_id from figures_due where asked')
      expect(rows).toEqual([{ organisation_id: world.organisationId('CF4100') }])
      const before = (await reportOf()).asOf
      expect(await due()).toBe(1)
      expect(Date.parse((await reportOf()).asOf ?? '')).toBeGreaterThan(Date.parse(before ?? ''))
      expect(await idsOf('trees_missing')).toContain(here[0]?.id)
      expect(await idsOf('trees_missing', world.people.danielMaker)).not.toContain(there[0]?.id)
      await clerk.post('/farmers/quality/CF4100/recount', {})
      expect(await due()).toBe(0)
    } finally {
      setClock(null)
    }
  })

  test('is asked for all societies together by who sees them all', async () => {
    const { aminaViewer } = world.people
    expect((await aminaViewer.post('/farmers/quality/GOVT/recount', {})).status).toBe(200)
    const { rows } = await world.owner.query('select organisation_id from figures_due where asked')
    expect(rows).toHaveLength(3)
    await count()
  })

  test('two servers at once count each society once and find the same', async () => {
    await set(here[0], 'year_of_birth = null')
    const done = await Promise.all([count(), count(), count()])
    expect(done.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(3)
    expect((await idsOf('birth_missing')).filter((id) => id === here[0]?.id)).toHaveLength(1)
  })

  test('writes only what differs: a count without a change moves no finding', async () => {
    await count()
    const places = async () =>
      (await world.owner.query(`select ctid, kind, farmer_id from quality_findings order by 2, 3`)).rows
    const before = await places()
    await count()
    expect(await places()).toEqual(before)
  })

  test('what is repaired leaves the list', async () => {
    await set(here[0], 'number_of_trees = null')
    await count()
    expect(await idsOf('trees_missing')).toContain(here[0]?.id)
    await set(here[0], 'number_of_trees = 250')
    await count()
    expect(await idsOf('trees_missing')).not.toContain(here[0]?.id)
  })
})

test('the list of a society is searched, paged and exported like any other', async () => {
  await count()
  const path = '/farmers/quality/CF4100/farmers/kra_missing'
  const first = (await clerk.get<PageOf<FarmerWithFinding>>(path, { paginate: 'Y', size: 10 })).body
  expect(first.data).toHaveLength(10)
  const name = first.data[3]?.fullName ?? ''
  const found = (await clerk.get<FarmerWithFinding[]>(path, { search: name })).body
  expect(found.map(({ fullName }) => fullName)).toContain(name)
  expect((await clerk.get(path, { export: 'csv' })).bytes.toString()).toContain(name)
})
