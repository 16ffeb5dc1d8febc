import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { divideRounded, splitByWeight, toGrams } from '#contract/kit/money.ts'
import type { HitGroup } from '#contract/house/search.ts'
import type { Limit } from '#contract/limits/limits.ts'
import { checkLedger } from '#server/ledger/checkLedger.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import {
  amendParchment,
  decideParchment as decide,
  addCherryTotals,
  newOutturn,
  otherMiller,
  outturns,
  parchmentCsv,
  rowsOf,
  sendParchment,
  threeLimits,
  type ParchmentBody,
} from '#test/kit/parchmentFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let maker: Person
let manager: Person
let miller: Person
let kpcu: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
  manager = world.people.margaretManager
  miller = world.people.aliceMillerChecker
  kpcu = world.people.mercyKpcuChecker
  await addCherryTotals(world)
  await threeLimits(world)
})
afterAll(() => world?.close())
beforeEach(() =>
  world.owner.query(`update uploads set status = 'REJECTED' where kind = 'parchment' and status <> 'APPROVED'`),
)

const sharesOf = async (id: string) =>
  (
    await world.owner.query<{ cents: string; lender: string; before: string; after: string }>(
      `select l.added_cents::text as cents, l.previous_cents::text as before, l.limit_cents::text as after, o.code as lender
       from limit_rows l join organisations o on o.id = l.granted_by where l.upload_id = $1 order by l.kilograms`,
      [id],
    )
  ).rows
async function cleanBooks() {
  const client = await world.owner.connect()
  try {
    expect((await checkLedger(client)).findings).toEqual([])
  } finally {
    client.release()
  }
}
const example = [
  ...outturns(1, { grade: 'P1', totalBags: '180', netWeight: '9000' }),
  ...outturns(1, { grade: 'P2', totalBags: '30', netWeight: '1500' }),
  ...outturns(1, { grade: 'P3', totalBags: '6', netWeight: '300' }),
  ...outturns(1, { grade: 'PL', totalBags: '4', netWeight: '200' }),
]

describe('the second tranche', () => {
  test('leaves the rate and the weight of the last cherry in the list of limits', async () => {
    const shown = async (): Promise<Limit[]> =>
      (await maker.get<Limit[]>(`/limit/active/${world.organisationId('CF4100')}`)).body.toSorted((a, b) =>
        a.name.localeCompare(b.name),
      )
    const before = await shown()
    expect(before.map(({ rate, delivery }) => [rate, delivery])).toEqual(
      expect.arrayContaining([
        [40, 33.3],
        [40, 100],
        [40, 200],
      ]),
    )
    const record = await sendParchment(maker, outturns(1, { netWeight: '60.5', grade: 'P3' }))
    await decide(miller, 'approve', record)
    expect((await decide(kpcu, 'approve', { id: record.id })).body.data.status.id).toBe(1)
    const after = await shown()
    expect(after.map(({ name, rate, delivery }) => [name, rate, delivery])).toEqual(
      before.map(({ name, rate, delivery }) => [name, rate, delivery]),
    )
    for (const [at, { prevLimit, currLimit }] of after.entries())
      expect([prevLimit, currLimit > prevLimit]).toEqual([before[at]?.currLimit, true])
  })

  test('of the example is KES 2,200,800, shared by the cherry of the members to the cent', async () => {
    const record = await sendParchment(maker, example)
    expect(record).toMatchObject({
      status: { id: 3 },
      weight: 11_000,
      bags: 220,
      pool: 2_200_800,
      rate: 200.07,
      growerCode: 'CF4100',
      millerCode: 'ML2001',
    })
    expect((await decide(miller, 'approve', record)).body.data.status).toEqual({
      id: 17,
      statusName: 'PENDING_KPCU_APPROVAL',
    })
    expect(await sharesOf(record.id)).toEqual([])
    const { body } = await decide(kpcu, 'approve', { id: record.id })
    expect(body.data).toMatchObject({ status: { id: 1 }, done: 4 })
    const shares = await sharesOf(record.id)
    const whole = 220_080_000
    expect(shares.map(({ cents }) => Number(cents))).toEqual([
      Math.round((whole * 333) / 3333),
      Math.round((whole * 1000) / 3333),
      Math.round((whole * 2000) / 3333),
    ])
    expect(shares.reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(whole)
    for (const { lender, cents, before, after } of shares)
      expect([lender, Number(after) - Number(before)]).toEqual(['KPCU', Number(cents)])
    expect((await rowsOf(maker, record.id)).map(({ commodity, rate }) => [commodity, rate])).toEqual([
      ['P1', 224],
      ['P2', 112],
      ['P3', 56],
      ['PL', 0],
    ])
    await cleanBooks()
  })

  test('of odd kilograms loses and invents no cent: the largest remainders take what is left', async () => {
    for (const netWeight of ['61.237', '99.999', '70.001']) {
      const record = await sendParchment(maker, outturns(1, { netWeight, grade: 'P3' }), { shareData: 'false' })
      expect((await decide(miller, 'approve', record)).body.data.status.id).toBe(1)
      const shares = await sharesOf(record.id)
      expect(shares.reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(Math.round(Number(netWeight) * 5600))
      expect(new Set(shares.map(({ lender }) => lender))).toEqual(new Set(['COOP']))
      const { rows } = await world.owner.query<{ cents: string; kilograms: string }>(
        'select added_cents::text as cents, kilograms::text from limit_rows where upload_id = $1 order by farmer_id',
        [record.id],
      )
      const pool = divideRounded(toGrams(netWeight) * 5600n, 1_000n)
      const weights = rows.map(({ kilograms }) => toGrams(kilograms))
      expect(rows.map(({ cents }) => BigInt(cents))).toEqual(splitByWeight(pool, weights))
    }
    await cleanBooks()
  })

  test('of lights and mbuni is nothing, and a society without cherry limits cannot unlock one', async () => {
    const lights = await sendParchment(maker, outturns(2, { grade: 'MBUNI' }), { shareData: 'false' })
    expect((await decide(miller, 'approve', lights)).body.data).toMatchObject({ status: { id: 1 }, pool: 0 })
    expect(await sharesOf(lights.id)).toEqual([])
    await addCherryTotals(world, 'CF4101')
    const other = await sendParchment(world.people.danielMaker, outturns(1), { shareData: 'false' })
    expect((await decide(miller, 'approve', other)).body.code).toBe('parchment.no_limits')
  })

  test('is granted once when two approve at the same moment', async () => {
    const record = await sendParchment(maker)
    await decide(miller, 'approve', record)
    const second = await world.newSession('kpcu.checker')
    const answers = await Promise.all([kpcu, second].map((person) => decide(person, 'approve', { id: record.id })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await sharesOf(record.id)).length).toBe(3)
    await cleanBooks()
  })
})

describe('whose turn it is', () => {
  test('only the named miller decides first, and another miller sees nothing of it', async () => {
    const record = await sendParchment(maker)
    const stranger = await otherMiller(world)
    const mill = (code: string) => `/upload/parchment/deliveryFiles/${world.organisationId(code)}`
    type Listed = { data: { id: string }[]; waiting: number; page: { totalElements: number } }
    const listed = async (person: Person, path: string) =>
      (await person.get<Listed>(path, { paginate: 'Y', filter: 'status:PENDING_APPROVAL' })).body
    const own = await listed(miller, mill('ML2001'))
    expect([own.data.map(({ id }) => id), own.waiting]).toEqual([[record.id], 1])
    const { rows } = await world.owner.query<{ id: string }>(`select id from organisations where code = 'ML2999'`)
    expect((await listed(stranger, `/upload/parchment/deliveryFiles/${rows[0]?.id}`)).data).toEqual([])
    expect((await stranger.get(mill('ML2001'))).status).toBe(404)
    for (const path of [`record/${record.id}`, `delivery/${record.id}`, `download-error/${record.id}`])
      expect((await stranger.get(`/upload/parchment/${path}`)).status).toBe(404)
    for (const step of ['approve', 'decline', 'reject'] as const)
      expect((await decide(stranger, step, record, 'Mine')).body.code).toBe('record.not_found')
    expect((await rowsOf(miller, record.id)).length).toBe(1)
    expect((await decide(kpcu, 'approve', record)).body.code).toBe('permission.missing')
    expect((await decide(world.people.otienoChecker, 'approve', record)).status).toBe(403)
    expect((await decide(miller, 'approve', record)).status).toBe(200)
    expect((await decide(miller, 'approve', { id: record.id })).body.code).toBe('step.wrong_state')
    expect((await decide(world.people.peterBankChecker, 'approve', { id: record.id })).body.code).toBe(
      'organisation.not_allowed',
    )
  })

  test('a draft is not shown to the miller it names', async () => {
    const csv = parchmentCsv(1, { totalBags: '1' })
    const fields = { millerCode: 'ML2001', shareData: 'true' }
    const refused = await maker.upload<ParchmentBody>('/upload/parchment/delivery', 'heavy.csv', csv, fields)
    expect(refused.status).toBe(424)
    const { rows } = await world.owner.query<{ id: string }>(`select id from uploads where file_name = 'heavy.csv'`)
    const id = rows[0]?.id ?? ''
    expect((await maker.get(`/upload/parchment/record/${id}`)).status).toBe(200)
    expect((await maker.get(`/upload/parchment/download-error/${id}`)).status).toBe(200)
    expect((await miller.get(`/upload/parchment/record/${id}`)).status).toBe(404)
    expect((await miller.get<unknown[]>(`/upload/parchment/delivery/${id}`)).status).toBe(404)
  })

  test('a miller must be named, and be one', async () => {
    for (const millerCode of ['', 'CF4101', 'ML0000']) {
      const fields = { millerCode, shareData: 'true' }
      const { status, body } = await maker.upload<ParchmentBody>(
        '/upload/parchment/delivery',
        'x.csv',
        parchmentCsv(1),
        fields,
      )
      expect([status, body.details?.['fields']]).toMatchObject([422, { millerCode: expect.any(String) as string }])
    }
  })
})

describe('referring back', () => {
  test('the miller refers to the society, whose manager amends with remarks; the first values are kept', async () => {
    const record = await sendParchment(maker)
    expect((await decide(miller, 'decline', record)).body.code).toBe('step.comment_required')
    expect((await decide(miller, 'decline', record, 'We weighed 97 kg')).body.data.status.id).toBe(62)
    expect((await decide(miller, 'approve', { id: record.id })).body.code).toBe('step.wrong_state')
    for (const person of [maker, world.people.otienoChecker])
      expect((await amendParchment(person, record.id, { netWeight: '97' })).body.code).toBe('permission.missing')
    expect((await amendParchment(miller, record.id, { netWeight: '97' })).body.code).toBe('organisation.not_allowed')
    expect((await amendParchment(manager, record.id, { netWeight: '97' }, '')).body.code).toBe('step.comment_required')
    expect((await amendParchment(manager, record.id, {})).body.code).toBe('change.nothing')
    const wrong = await amendParchment(manager, record.id, { netWeight: '9700' })
    expect([wrong.body.code, Object.keys(wrong.body.details?.['fields'] ?? {})[0]]).toEqual([
      'input.invalid',
      expect.stringMatching(/\.totalBags$/),
    ])
    const { body } = await amendParchment(manager, record.id, { netWeight: '97' })
    expect(body.data).toMatchObject({ status: { id: 3 }, weight: 97, approverComment: 'We weighed 97 kg' })
    expect(await rowsOf(miller, record.id)).toMatchObject([{ netWeight: 97, uploadedWeight: 100, uploadedBags: null }])
    expect((await decide(miller, 'approve', { id: record.id })).body.data.status.id).toBe(17)
  })

  test('two people who decide one after the other may write the very same words', async () => {
    const record = await sendParchment(maker)
    const said = 'We weighed 97 kg'
    expect((await decide(miller, 'decline', record, said)).body.data.status.id).toBe(62)
    await amendParchment(manager, record.id, { netWeight: '97' })
    await decide(miller, 'approve', { id: record.id })
    const { status, body } = await decide(kpcu, 'decline', { id: record.id }, said)
    expect([status, body.data.status.id, body.data.approverComment]).toEqual([200, 43, said])
  })

  test('KPCU refers to the miller, whose checker amends it back to KPCU and cannot decide it there', async () => {
    const record = await sendParchment(maker)
    await decide(miller, 'approve', record)
    expect((await decide(kpcu, 'decline', { id: record.id }, 'Bags differ')).body.data.status.id).toBe(43)
    expect((await amendParchment(manager, record.id, { totalBags: '3' })).body.code).toBe('organisation.not_allowed')
    const { body } = await amendParchment(miller, record.id, { totalBags: '3' })
    expect(body.data).toMatchObject({ status: { id: 17 }, bags: 3 })
    expect((await decide(kpcu, 'approve', { id: record.id })).body.data.status.id).toBe(1)
    const { rows } = await world.owner.query<{ action: string; comment: string | null }>(
      `select action, comment from audit_events where record_id = $1 and action in ('amend', 'decline') order by id`,
      [record.id],
    )
    expect(rows).toEqual([
      { action: 'decline', comment: 'Bags differ' },
      { action: 'amend', comment: 'Weighed again' },
    ])
  })

  test('each stage may reject for good, and what is rejected stays so', async () => {
    const first = await sendParchment(maker)
    expect((await decide(miller, 'reject', first, 'Not our outturn')).body.data.status.id).toBe(2)
    expect((await decide(miller, 'approve', { id: first.id })).body.code).toBe('step.wrong_state')
    const second = await sendParchment(maker)
    await decide(miller, 'approve', second)
    expect((await decide(kpcu, 'reject', { id: second.id }, 'No')).body.data.status.id).toBe(2)
    const third = await sendParchment(maker)
    await decide(miller, 'decline', third, 'Wrong')
    expect((await decide(manager, 'reject', { id: third.id }, 'We give up')).body.data.status.id).toBe(2)
  })
})

describe('what a file may say', () => {
  const problemsOf = async (rows: Record<string, string>[], name: string) => {
    const answer = await maker.upload<ParchmentBody>(
      '/upload/parchment/delivery',
      name,
      [Object.keys(rows[0] ?? {}).join(','), ...rows.map((row) => Object.values(row).join(','))].join('\n'),
      { millerCode: 'ML2001', shareData: 'true' },
    )
    const { rows: found } = await world.owner.query<{ code: string; message: string }>(
      `select distinct p.code, p.message from upload_problems p join uploads u on u.id = p.upload_id where u.file_name = $1 and p.severity = 'error'`,
      [name],
    )
    return [answer.status, ...found.map(({ code }) => code)]
  }
  const named = (differing: Record<string, string>) =>
    outturns(1, differing).map((row) => ({
      'Outturn Number': row.outturn,
      Grade: row.grade,
      'Total Bags': row.totalBags,
      'Net Weight': row.netWeight,
      Season: row.season,
    }))

  test.each([
    ['an outturn of week 54', { outturn: '54TH0001' }, 'outturn'],
    ['an unknown grade', { grade: 'P9' }, 'choice'],
    ['29 kg in a bag', { totalBags: '10', netWeight: '290' }, 'bag_weight'],
    ['71 kg in a bag', { totalBags: '10', netWeight: '710' }, 'bag_weight'],
    ['a season that is closed', { season: '2019/2020' }, 'season_closed'],
    ['more than the cherry gives', { totalBags: '20000', netWeight: '999999' }, 'more_than_cherry'],
  ])('%s is an error', async (name, differing, code) => {
    const [status, ...codes] = await problemsOf(named(differing), `${name}.csv`)
    expect(status).toBe(424)
    expect(codes).toContain(code)
  })

  test('an outturn counts once in a season, whichever society brings it', async () => {
    const outturn = newOutturn()
    await sendParchment(world.people.danielMaker, outturns(1, { outturn })).catch(() => null)
    const first = await sendParchment(maker, outturns(1, { outturn: newOutturn() }))
    const [status, ...codes] = await problemsOf(
      named({ outturn: (await rowsOf(maker, first.id))[0]?.outturn ?? '' }),
      'again.csv',
    )
    expect([status, ...codes]).toEqual([424, 'outturn_taken'])
  })

  test('of two waiting records with one outturn the first that a miller confirms stands', async () => {
    await addCherryTotals(world, 'CF4101')
    const first = await sendParchment(maker)
    const second = await sendParchment(world.people.danielMaker)
    await world.owner.query(
      `update upload_rows set clean[1] = (select clean[1] from upload_rows where upload_id = $1) where upload_id = $2`,
      [first.id, second.id],
    )
    expect((await decide(miller, 'approve', second)).body.data.status.id).toBe(17)
    expect((await decide(miller, 'approve', first)).status).toBe(424)
  })
})

test('the search finds a record by any of its outturns, and says which one it met', async () => {
  const rows = outturns(3)
  const { id, coffeeId } = await sendParchment(maker, rows)
  const [, second] = rows
  const { body } = await maker.get<{ groups: HitGroup[] }>('/search', {
    search: String(second?.['outturn']).toLowerCase(),
  })
  expect(body.groups).toMatchObject([
    { kind: 'parchment', hits: [{ id, title: coffeeId, matched: second?.['outturn'] }] },
  ])
  const elsewhere = await world.people.danielMaker.get('/search', { search: String(second?.['outturn']) })
  expect(elsewhere.body).toEqual({ groups: [] })
})

test('the records of the season are of this season', () => {
  expect(example.every(({ season }) => season === currentSeason())).toBe(true)
})
