import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LimitFile } from '#contract/limits/limitFiles.ts'
import type { Review } from '#contract/uploads/uploads.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { decideLimits, limitRow, limitsCsv, membersWithCherry, type MemberWithCherry } from '#test/kit/limitFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Body = { code?: string; message: string; details?: { fields: Record<string, string> }; data: LimitFile }
let world: World
let maker: Person
let society: string
let members: MemberWithCherry[]
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
  society = world.organisationId('CF4100')
  members = await membersWithCherry(world, 'CF4100', 50)
})
afterAll(() => world?.close())

const send = (
  rows: Record<string, string>[],
  fields: Record<string, string> = { shareData: 'true' },
  path = `/${society}`,
) => maker.upload<Body>(`/upload/cherry/delivery${path}`, 'limits.csv', limitsCsv(rows), fields)

test('every rule is shown at its cell, with the refusal and the workbook of the specification', async () => {
  const [a, b, c, d, e, f, g] = members.splice(0, 7) as [
    MemberWithCherry,
    MemberWithCherry,
    MemberWithCherry,
    MemberWithCherry,
    MemberWithCherry,
    MemberWithCherry,
    MemberWithCherry,
  ]
  await world.owner.query(`update farmers set acreage = 20.5 where id = $1`, [f.id])
  const { status, headers } = await send([
    limitRow(a, { memberNumber: 'NOBODY1' }),
    limitRow(b, { idNumber: '1' }),
    limitRow(c, { growerCode: 'CF4101' }),
    limitRow(d, { season: '2041/42' }),
    limitRow(e, { currentDelivery: '15001' }),
    limitRow(f),
    limitRow(g, { fullName: 'Somebody Else' }),
    limitRow(g),
  ])
  expect(status).toBe(424)
  expect(headers['content-disposition']).toContain('File_With_Error_limits.xlsx')
  const [draft] = (await maker.get<LimitFile[]>(`/upload/cherry/limitFiles/${society}`)).body
  expect(draft).toMatchObject({ status: { id: 88 }, failed: 8, numberOfLots: 8 })
  const review = (await maker.get<Review>(`/uploads/${draft!.id}/review`)).body
  expect(
    review.groups
      .map(({ code, severity, rows }) => [code, severity, rows])
      .toSorted((a, b) => String(a).localeCompare(String(b))),
  ).toEqual([
    ['id_differs', 'error', 1],
    ['more_than_brought', 'error', 2],
    ['name_differs', 'warning', 1],
    ['other_grower', 'error', 1],
    ['repeated_in_file', 'error', 2],
    ['season_closed', 'error', 1],
    ['too_many_acres', 'error', 1],
    ['too_many_kilograms', 'error', 1],
    ['unknown_member', 'error', 1],
  ])
  // Somebody else sees nothing of a draft; its maker throws it away.
  expect((await world.people.otienoChecker.get(`/upload/cherry/limit/${draft!.id}`)).status).toBe(404)
  expect((await maker.post(`/uploads/${draft!.id}/discard`, { version: draft!.version })).status).toBe(200)
})

test('a draft is repaired, sent, withdrawn and sent again', async () => {
  const [member] = members.splice(0, 1) as [MemberWithCherry]
  expect((await send([limitRow(member, { currentDelivery: '12 kg' })])).status).toBe(424)
  const [draft] = (await maker.get<LimitFile[]>(`/upload/cherry/limitFiles/${society}`)).body
  const mended = await maker.post<Body>(`/uploads/${draft!.id}/repair`, {
    version: draft!.version,
    code: 'number',
    column: 5,
  })
  expect(mended.body.data).toMatchObject({ failed: 0, ready: 1 })
  const sent = await maker.post<Body>(`/uploads/${draft!.id}/send`, { version: mended.body.data.version })
  expect(sent.body.data.status.id).toBe(18)
  const back = await maker.post<Body>(`/uploads/${draft!.id}/withdraw`, { version: sent.body.data.version })
  expect(back.body.data.status.id).toBe(88)
  expect((await maker.post<Body>(`/uploads/${draft!.id}/send`, { version: back.body.data.version })).status).toBe(200)
})

test('land above the cap of the fund is no matter to the bank, and a file goes to the bank unless it is shared', async () => {
  const [member] = members.splice(0, 1) as [MemberWithCherry]
  await world.owner.query(`update farmers set acreage = 40 where id = $1`, [member.id])
  const { status, body } = await send([limitRow(member)], {}, '')
  expect([status, body.data.lender]).toEqual([200, 'BANK'])
  expect((await decideLimits(world.people.otienoChecker, 'approve', body.data)).body.data.status.id).toBe(19)
})

test('the template carries the headings, for those who upload limits', async () => {
  const found = await maker.get('/files/downloads', { filename: 'loanlimit' })
  expect([found.status, found.headers['content-disposition']]).toEqual([200, expect.stringContaining('loanlimit')])
  expect((await world.people.otienoChecker.get('/files/downloads', { filename: 'loanlimit' })).status).toBe(403)
})

test('Create Cherry Record is a file of one row: problems stand beside their fields, and it goes the same way', async () => {
  const [member] = members.splice(0, 1) as [MemberWithCherry]
  const form = { ...limitRow(member), productName: 'COFFEE', shareData: true }
  const create = (body: object) => maker.post<Body>(`/upload/cherry/record/${society}`, body)
  const files = async () => (await maker.get<LimitFile[]>(`/upload/cherry/limitFiles/${society}`)).body.length
  const before = await files()
  const wrong = await create({ ...form, idNumber: '7', currentDelivery: String(member.approvedKg + 1) })
  expect([wrong.status, wrong.body.details?.fields]).toEqual([
    422,
    {
      idNumber: 'Not the ID number of this member',
      currentDelivery: `${member.approvedKg} kg are approved in the season`,
    },
  ])
  expect(await files()).toBe(before)
  const { status, body } = await create(form)
  expect([status, body.data.status.id, body.data.numberOfLots]).toEqual([200, 18, 1])
  expect((await create(form)).body.code).toBe('upload.same_file')
  expect((await maker.get<{ growerCode: string }[]>(`/upload/cherry/limit/${body.data.id}`)).body[0]?.growerCode).toBe(
    'CF4100',
  )
  for (const by of [world.people.otienoChecker, world.people.mercyKpcuChecker])
    expect((await decideLimits(by, 'approve', { id: body.data.id })).status).toBe(200)
  const waiting = await create({ ...form, season: currentSeason(), memberNumber: '' })
  expect(waiting.body.details?.fields).toEqual({ memberNumber: 'Member Number is required' })
})
