import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FarmersSummary } from '#contract/farmers/farmers.ts'
import type { FarmerPlots, Plot, PlotImport } from '#contract/farmers/plots.ts'
import type { Person } from '#test/kit/people.ts'
import { freshMember, freshMembers, type Member } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Answer = { code?: string; message: string; details?: Record<string, unknown>; data: Plot }
type Outcome = { code?: string; data: { done: number; rows: { id: string; outcome: string; code?: string }[] } }

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

// Every test has land of its own: a tenth of a degree further each time.
let field = 0
const land = () => ({ lon: 36.5 + 0.01 * ++field, lat: -0.42 })
const at = (lon: number, lat: number) => `[${lon.toFixed(6)},${lat.toFixed(6)}]`
const point = ({ lon, lat }: { lon: number; lat: number }) => `{"type":"Point","coordinates":${at(lon, lat)}}`
/** A square whose sides have so many hundred metres. */
const square = ({ lon, lat }: { lon: number; lat: number }, sides = 1) => {
  const d = 0.0009 * sides
  const corners = [at(lon, lat), at(lon + d, lat), at(lon + d, lat + d), at(lon, lat + d), at(lon, lat)]
  return `{"type":"Polygon","coordinates":[[${corners.join(',')}]]}`
}
const enter = (person: Person, member: Pick<Member, 'id'>, body: object) =>
  person.post<Answer>(`/farmer/${member.id}/plots`, { name: 'Home', ...body })
async function entered(member: Pick<Member, 'id'>, body: object): Promise<Plot> {
  const { status, body: answer } = await enter(world.people.wanjikuMaker, member, body)
  if (status !== 200) throw new Error(`no plot: ${status} ${JSON.stringify(answer)}`)
  return answer.data
}
type Step = 'verify' | 'reject' | 'reopen' | 'withdraw'
const decide = (person: Person, step: Step, records: Pick<Plot, 'id' | 'version'>[], approverComment?: string) =>
  person.post<Outcome>('/plots/decide', {
    step,
    approverComment,
    records: records.map(({ id, version }) => ({ id, version })),
  })
const plotsOf = async (person: Person, { id }: Pick<Member, 'id'>) =>
  (await person.get<FarmerPlots>(`/farmer/${id}/plots`)).body

describe('entering a plot', () => {
  test('an outline is measured, a point stands for the area that is stated', async () => {
    const member = await freshMember(world)
    const outline = await entered(member, {
      geometry: square(land()),
      source: 'GPS',
      capturedAt: '2026-11-20',
      accuracyM: 3.5,
    })
    expect(outline.areaHa).toBeCloseTo(0.997, 2)
    expect(outline).toMatchObject({
      shape: 'Polygon',
      status: { id: 230, statusName: 'DRAFT' },
      capturedAt: '2026-11-20',
      accuracyM: 3.5,
      notes: [],
      steps: { verify: 'permission.missing', withdraw: null },
    })
    const spot = await entered(member, { name: 'Hill', geometry: point(land()), areaHa: 0.4 })
    expect(spot).toMatchObject({ shape: 'Point', areaHa: 0.4 })
    const { plots, mappedHa } = await plotsOf(world.people.otienoChecker, member)
    expect(plots.map(({ name }) => name)).toEqual(['Hill', 'Home'])
    expect(mappedHa).toBeCloseTo(1.397, 2)
  })

  test.each([
    [
      '{"type":"Point","coordinates":[36.95,-0.42]}',
      { areaHa: 1 },
      'geometry',
      'Every coordinate needs at least 6 decimals',
    ],
    [
      '{"type":"Point","coordinates":[-0.420000,36.950000]}',
      { areaHa: 1 },
      'geometry',
      'Longitude comes first, then latitude; these look swapped',
    ],
    ['{"type":"Point","coordinates":[36.950000,-0.420000]}', {}, 'areaHa', 'A point needs the area it stands for'],
    [
      '{"type":"Point","coordinates":[36.950000,-0.420000]}',
      { areaHa: 4 },
      'areaHa',
      'From 4 hectares on a plot needs an outline',
    ],
    ['somewhere', {}, 'geometry', 'This is not GeoJSON'],
  ])('%s is refused beside its field', async (geometry, more, key, message) => {
    const { status, body } = await enter(world.people.wanjikuMaker, await freshMember(world), { geometry, ...more })
    expect([status, body.details]).toEqual([422, { fields: { [key]: message } }])
  })

  test('the same outline of the same farmer is one plot, however often and however fast it is sent', async () => {
    const member = await freshMember(world)
    const body = { geometry: square(land()) }
    const answers = await Promise.all([1, 2, 3].map(() => enter(world.people.wanjikuMaker, member, body)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect((await plotsOf(world.people.wanjikuMaker, member)).plots).toHaveLength(1)
  })

  test('only the own society may, and others find neither farmer nor plot', async () => {
    const { otienoChecker, danielMaker, purityChecker, aminaViewer } = world.people
    const member = await freshMember(world)
    const plot = await entered(member, { geometry: square(land()) })
    expect((await enter(otienoChecker, member, { geometry: square(land()) })).status).toBe(403)
    expect((await enter(danielMaker, member, { geometry: square(land()) })).status).toBe(404)
    expect((await purityChecker.get(`/farmer/${member.id}/plots`)).status).toBe(404)
    expect((await decide(purityChecker, 'verify', [plot])).body.code).toBe('record.not_found')
    expect((await plotsOf(aminaViewer, member)).plots).toHaveLength(1)
  })

  test('plots that do not add up to the acreage are pointed out', async () => {
    const member = await freshMember(world)
    await world.owner.query('update farmers set acreage = 2.47 where id = $1', [member.id])
    const around = land()
    await entered(member, { geometry: point(around), areaHa: 0.9 })
    expect((await plotsOf(world.people.otienoChecker, member)).warnings).toEqual([])
    await entered(member, { geometry: point({ ...around, lat: -0.43 }), areaHa: 0.5 })
    expect((await plotsOf(world.people.otienoChecker, member)).warnings.map(({ code }) => code)).toEqual([
      'area_differs',
    ])
  })
})

describe('verifying', () => {
  test('a second person verifies, the maker never', async () => {
    const { otienoChecker, margaretManager } = world.people
    const member = await freshMember(world)
    const plot = await entered(member, { geometry: square(land()) })
    await world.owner.query('update farm_plots set makers = makers || $2::uuid where id = $1', [
      plot.id,
      margaretManager.id,
    ])
    const own = await decide(margaretManager, 'verify', [plot])
    expect([own.status, own.body.code]).toEqual([409, 'own_submission'])
    expect((await decide(otienoChecker, 'verify', [plot])).status).toBe(200)
    const again = await decide(otienoChecker, 'verify', [plot])
    expect([again.status, again.body.code]).toEqual([409, 'step.wrong_state'])
    const { rows } = await world.owner.query(`select action from audit_events where record_id = $1 order by id`, [
      plot.id,
    ])
    expect(rows).toEqual([{ action: 'create' }, { action: 'verify' }])
  })

  test('land that another member has needs a reason, and is never verified in a crowd', async () => {
    const { otienoChecker } = world.people
    const [one, two, three] = await freshMembers(world, 3)
    const where = land()
    const first = await entered(one!, { geometry: square(where), name: 'Shamba ya juu' })
    const second = await entered(two!, { geometry: square({ lon: where.lon + 0.00045, lat: where.lat }) })
    expect(second.notes).toEqual([
      { code: 'overlaps', message: `0.50 ha on the land of ${one!.member_number}: Shamba ya juu` },
    ])
    const drawn = await otienoChecker.get<Plot[]>(`/plot/${second.id}/neighbours`)
    expect(drawn.body).toEqual([
      { id: first.id, name: 'Shamba ya juu', memberNumber: one!.member_number, geometry: first.geometry },
    ])
    expect((await world.people.purityChecker.get(`/plot/${second.id}/neighbours`)).status).toBe(404)
    const plain = await entered(three!, { geometry: square(land()) })
    const crowd = await decide(otienoChecker, 'verify', [second, plain])
    expect(crowd.body.data.rows).toMatchObject([
      { id: second.id, outcome: 'skipped', code: 'plot.has_warnings' },
      { id: plain.id, outcome: 'done' },
    ])
    const bare = await decide(otienoChecker, 'verify', [second])
    expect([bare.status, bare.body.code]).toEqual([409, 'step.comment_required'])
    expect((await decide(otienoChecker, 'verify', [second], 'Measured together with both owners')).status).toBe(200)
    // The first plot was entered before there was anything to overlap: its decider is shown the news before deciding.
    const blind = await decide(otienoChecker, 'verify', [first], 'Looks fine')
    expect([blind.status, blind.body.code]).toEqual([409, 'record.changed'])
    const seen = (await plotsOf(otienoChecker, one!)).plots[0]!
    expect(seen.notes).toHaveLength(1)
    expect((await decide(otienoChecker, 'verify', [seen], 'Seen')).status).toBe(200)
  })

  test('neighbours of the same farmer and of other societies are no overlap', async () => {
    const { danielMaker } = world.people
    const member = await freshMember(world)
    const other = await freshMember(world, { society: 'CF4101' })
    const where = land()
    await entered(member, { geometry: square(where), name: 'One' })
    expect((await entered(member, { geometry: square(where, 0.5), name: 'Two' })).notes).toEqual([])
    const { body } = await enter(danielMaker, other, { geometry: square(where) })
    expect(body.data.notes).toEqual([])
  })

  test('a verified plot that proves wrong goes back with a reason, is rejected, and its outline may be entered again', async () => {
    const { otienoChecker, margaretManager, wanjikuMaker } = world.people
    const member = await freshMember(world)
    const geometry = square(land())
    const plot = await entered(member, { geometry })
    await decide(otienoChecker, 'verify', [plot])
    const [verified] = (await plotsOf(otienoChecker, member)).plots
    expect((await decide(margaretManager, 'reject', [verified!], 'Wrong')).body.code).toBe('step.wrong_state')
    expect((await decide(wanjikuMaker, 'reopen', [verified!])).body.code).toBe('step.comment_required')
    expect((await decide(wanjikuMaker, 'reopen', [verified!], 'The neighbour asks')).status).toBe(200)
    const [doubted] = (await plotsOf(otienoChecker, member)).plots
    expect(doubted?.status.statusName).toBe('DRAFT')
    expect((await decide(margaretManager, 'reject', [doubted!])).body.code).toBe('step.comment_required')
    expect((await decide(margaretManager, 'reject', [doubted!], 'The neighbour’s field')).status).toBe(200)
    expect((await enter(wanjikuMaker, member, { geometry })).status).toBe(200)
  })

  test('forest that may have been lost needs a reason', async () => {
    const plot = await entered(await freshMember(world), {
      geometry: square(land()),
      screening: 'POSSIBLE_LOSS',
      screeningReference: 'GFC2020-771',
    })
    expect((await decide(world.people.otienoChecker, 'verify', [plot])).body.code).toBe('step.comment_required')
  })
})

describe('files', () => {
  const bring = (person: Person, fileName: string, text: string, society = 'CF4100') =>
    person.post<{ code?: string; message: string; data: PlotImport }>(
      `/plots/import/${world.organisationId(society)}`,
      { fileName, text },
    )
  const feature = (memberNumber: string, geometry: string, more = '') =>
    `{"type":"Feature","properties":{"MemberNumber":"${memberNumber}"${more}},"geometry":${geometry}}`
  const collection = (...features: string[]) => `{"type":"FeatureCollection","features":[${features.join(',')}]}`

  test('a FeatureCollection: good plots become drafts, wrong ones are named, and the counts add up', async () => {
    const { wanjikuMaker } = world.people
    const [one, two] = await freshMembers(world, 2)
    const text = collection(
      feature(one!.member_number, square(land()), ',"PlotName":"Upper","accuracy":4.2,"capturedAt":"2026-10-01"'),
      feature(two!.member_number.toLowerCase(), point(land()), ',"Area":0.75'),
      feature('NOBODY', square(land())),
      feature(one!.member_number, '{"type":"Point","coordinates":[36.9,-0.4]}', ',"Area":1'),
      feature(two!.member_number, point(land()), ',"Area":9'),
      feature(two!.member_number, point(land()), ',"Area":"much"'),
      '{"type":"Feature","geometry":null}',
    )
    const { status, body } = await bring(wanjikuMaker, 'valley.geojson', text)
    expect([status, body.message]).toEqual([200, '2 plots imported, 0 known already, 5 left out'])
    expect(body.data).toMatchObject({ read: 7, accepted: 2, known: 0, failed: 5 })
    expect(body.data.problems.map(({ feature: n, message }) => `${n}: ${message}`)).toEqual([
      '3: No member of the society has this member number',
      '4: Every coordinate needs at least 6 decimals',
      '5: From 4 hectares on a plot needs an outline',
      '6: The area is no number of hectares',
      '7: No member of the society has this member number',
    ])
    expect((await plotsOf(wanjikuMaker, one!)).plots[0]).toMatchObject({
      name: 'Upper',
      source: 'valley.geojson',
      accuracyM: 4.2,
      capturedAt: '2026-10-01',
    })
    const again = await bring(wanjikuMaker, 'valley.geojson', text)
    expect(again.body.data).toMatchObject({ accepted: 0, known: 2, failed: 5 })
  })

  test('a CSV file: points by latitude and longitude, outlines as WKT or GeoJSON', async () => {
    const [one, two] = await freshMembers(world, 2)
    const [a, b] = [land(), land()]
    const wkt = `POLYGON((${a.lon.toFixed(6)} ${a.lat.toFixed(6)}, ${(a.lon + 0.001).toFixed(6)} ${a.lat.toFixed(6)}, ${(a.lon + 0.001).toFixed(6)} ${(a.lat + 0.001).toFixed(6)}, ${a.lon.toFixed(6)} ${a.lat.toFixed(6)}))`
    const text = [
      'Member Number,Plot name,Latitude,Longitude,Area,Geometry',
      `${one!.member_number},Valley,${b.lat.toFixed(6)},${b.lon.toFixed(6)},0.5,`,
      `${two!.member_number},Ridge,,,,"${wkt}"`,
      `${two!.member_number},Nowhere,,,,`,
    ].join('\n')
    const { body } = await bring(world.people.wanjikuMaker, 'plots.csv', text)
    expect(body.data).toMatchObject({ read: 3, accepted: 2, failed: 1 })
    expect((await plotsOf(world.people.wanjikuMaker, two!)).plots[0]).toMatchObject({ name: 'Ridge', shape: 'Polygon' })
  })

  test.each([
    ['broken.geojson', '{"type": "FeatureColl', 'The file is broken: it is no JSON.'],
    ['one.geojson', '{"type":"Feature"}', 'The file is no GeoJSON FeatureCollection.'],
    ['empty.geojson', '{"type":"FeatureCollection","features":[]}', 'The file has no plots.'],
    ['other.csv', 'Name,Age\nWanjiku,4', 'The column MemberNumber is missing.'],
  ])('%s is refused as a whole, with the reason', async (name, text, message) => {
    const { status, body } = await bring(world.people.wanjikuMaker, name, text)
    expect([status, body.code, body.message]).toEqual([422, 'plot.file_unreadable', message])
  })

  test('nobody imports for another society', async () => {
    expect((await bring(world.people.wanjikuMaker, 'a.geojson', collection(), 'CF4101')).status).toBe(404)
    expect((await bring(world.people.otienoChecker, 'a.geojson', collection())).status).toBe(403)
  })

  test('the export holds verified plots only, with the decimals that were written, and leaves a line in the trail', async () => {
    const { otienoChecker, purityChecker, peterBankChecker } = world.people
    const member = await freshMember(world)
    const where = { lon: 36.25, lat: -0.5 }
    const plot = await entered(member, { geometry: point(where), areaHa: 0.8 })
    const draft = await entered(member, { geometry: square(land()), name: 'Draft' })
    await decide(otienoChecker, 'verify', [plot])
    const path = `/plots/export/${world.organisationId('CF4100')}`
    const { status, bytes, headers } = await otienoChecker.get(path)
    expect([status, headers['content-type']]).toEqual([200, 'application/geo+json'])
    expect(headers['content-disposition']).toContain('plots_CF4100_')
    const text = bytes.toString()
    const made = JSON.parse(text) as {
      type: string
      features: { id: string; geometry: unknown; properties: unknown }[]
    }
    expect(made.type).toBe('FeatureCollection')
    expect(made.features.find(({ id }) => id === plot.id)).toMatchObject({
      geometry: { type: 'Point', coordinates: [36.25, -0.5] },
      properties: { ProducerName: member.full_name, ProducerCountry: 'KE', Area: 0.8 },
    })
    expect(made.features.some(({ id }) => id === draft.id)).toBe(false)
    expect(text).toMatch(/36\.250000, ?-0\.500000/)
    const { rows } = await world.owner.query(
      `select action, comment, title, actor_name from audit_events where kind = 'export' and title = 'Plots'`,
    )
    expect(rows).toEqual([
      {
        action: 'export',
        comment: 'GeoJSON, Othameru Farmers Co-operative Society',
        title: 'Plots',
        actor_name: 'Otieno Ouma',
      },
    ])
    expect((await purityChecker.get(path)).status).toBe(404)
    const all = await peterBankChecker.get(`/plots/export/${world.organisationId('COOP')}`)
    expect(all.bytes.toString()).toContain(plot.id)
  })
})

test('the summary tells how many active farmers of a society have a verified plot', async () => {
  const { danielMaker, purityChecker } = world.people
  const path = `/upload/cherry/farmer/summary/${world.organisationId('CF4101')}`
  const read = async () => (await purityChecker.get<FarmersSummary[]>(path)).body[0]
  expect(await read()).toMatchObject({ mapped: 0, mappedPercent: 0 })
  const member = await freshMember(world, { society: 'CF4101' })
  const { body } = await enter(danielMaker, member, { geometry: square(land()) })
  expect(await read()).toMatchObject({ mapped: 0 })
  await decide(purityChecker, 'verify', [body.data])
  expect(await read()).toMatchObject({ count: 110, mapped: 1, mappedPercent: 0.9 })
  await world.owner.query(`update farmers set life_state = 'DECEASED' where id = $1`, [member.id])
  expect(await read()).toMatchObject({ mapped: 0 })
})
