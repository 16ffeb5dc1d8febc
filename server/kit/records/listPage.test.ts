import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Farmer } from '#contract/farmers/farmers.ts'
import { cherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { listQuery, type PageOf } from '#contract/kit/listScreen.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '../db.ts'
import { listPage } from './listPage.ts'
import { newFarmers } from '#test/kit/farmerFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { decide, society, uploadRows } from '#test/faults/farmerWays.ts'

let world: World
let uploadId: string
const formulas = ['=1+1', '+254', '-5', '@SUM(A1)']
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  const rows = newFarmers(4).map((row, index) => ({
    ...row,
    firstName: formulas[index],
    middleName: 'Zawadi',
    lastName: 'Formula',
  }))
  const upload = await uploadRows(world, world.people.wanjikuMaker, rows)
  uploadId = upload.id
  await decide(world, world.people.otienoChecker, upload)
})
afterAll(() => world.close())

const farmers = (person: Person, query: Record<string, string | number> = {}) =>
  person.get<PageOf<Farmer>>(`/upload/cherry/getFarmers/${world.organisationId(person.organisationCode)}`, {
    paginate: 'Y',
    size: 20,
    ...query,
  })
const exportsOf = async (person: Person) =>
  (
    await world.owner.query<{ action: string; comment: string | null; title: string }>(
      `select action, comment, title from audit_events where kind = 'export' and actor_id = $1 order by id`,
      [person.id],
    )
  ).rows

test('a whole number finds whose it is, and nobody whose numbers merely hold it, on the page and in a file', async () => {
  const { otienoChecker } = world.people
  const { data } = (await farmers(otienoChecker, { search: 'formula zawadi' })).body
  const [own, other] = data
  if (!own || !other) throw new Error('no members')
  const { memberNumber, mobileNumber } = own
  const id = '90817263'
  const call = (of: Farmer, number: string) =>
    world.owner.query('update farmers set id_number = $2 where id = $1', [of.id, number])
  await call(own, id)
  await call(other, `${id}9`)
  const found = async (search: string) => (await farmers(otienoChecker, { search })).body.data.map((one) => one.id)
  for (const whole of [id, memberNumber, memberNumber.toLowerCase(), mobileNumber])
    expect(await found(whole), whole).toEqual([own.id])
  expect((await found(id.slice(0, -1))).toSorted()).toEqual([own.id, other.id].toSorted())
  expect(await found(`${id} zawadi`)).toHaveLength(2)
  const csv = (await farmers(otienoChecker, { export: 'csv', search: id })).bytes.toString()
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  for (const one of [own, other]) await call(one, one.farmerId)
})

test('a mobile is found however people write it, and so is a number that only looks like one', async () => {
  const { otienoChecker } = world.people
  const { data } = (await farmers(otienoChecker, { search: 'formula zawadi' })).body
  const [own, other] = data
  if (!own || !other) throw new Error('no members')
  const [, rest = ''] = /^254(\d{9})$/.exec(own.mobileNumber) ?? []
  const found = async (search: string) => (await farmers(otienoChecker, { search })).body.data.map((one) => one.id)
  const spaced = `${rest.slice(0, 3)} ${rest.slice(3, 6)} ${rest.slice(6)}`
  for (const written of [
    `0${rest}`,
    `+254${rest}`,
    `254${rest}`,
    rest,
    `0${spaced}`,
    `+254 ${spaced}`,
    `0${rest} zawadi`,
  ])
    expect(await found(written), written).toEqual([own.id])
  await world.owner.query('update farmers set member_number = $2 where id = $1', [other.id, '0112003004'])
  expect(await found('0112003004')).toEqual([other.id])
  await world.owner.query('update farmers set member_number = $2 where id = $1', [other.id, other.memberNumber])
})

test('cells that a spreadsheet program would run are neutralised in both kinds of export', async () => {
  const { otienoChecker } = world.people
  const csv = (await farmers(otienoChecker, { export: 'csv', search: 'ZAWADI' })).bytes.toString()
  for (const formula of formulas) {
    expect(csv).toContain(`'${formula} Zawadi Formula`)
    expect(csv).not.toMatch(new RegExp(`(^|,)"?\\${formula}`, 'm'))
  }
  const { readTable } = await import('../sheets/readTable.ts')
  const xlsx = await farmers(otienoChecker, { export: 'xlsx', search: 'ZAWADI' })
  const table = await readTable({ bytes: new Uint8Array(xlsx.bytes), fileName: 'f.xlsx', caps: {} })
  let count = 0
  for await (const batch of table.batches) {
    expect(batch.some(({ faults }) => faults)).toBe(false)
    count += batch.length
  }
  expect(count).toBe(4)
})

test('an export of personal data leaves one line in the trail, with its filters and never what was searched for', async () => {
  const { margaretManager } = world.people
  await farmers(margaretManager, { search: 'zawadi' })
  expect(await exportsOf(margaretManager)).toEqual([])
  await farmers(margaretManager, { export: 'xlsx', search: 'zawadi', filter: 'gender:FEMALE' })
  await farmers(margaretManager, { export: 'csv', search: '23456789 0722123456', filter: 'gender:FEMALE:23456789' })
  await farmers(margaretManager, { export: 'csv', search: '23456789' })
  await margaretManager.get(`/upload/cherry/farmer/${uploadId}`, { export: 'pdf' })
  expect(await exportsOf(margaretManager)).toEqual([
    { action: 'export', comment: 'XLSX, 4 rows, gender:FEMALE, with a search', title: 'Farmers' },
    { action: 'export', comment: 'CSV, 0 rows, gender:FEMALE, with a search', title: 'Farmers' },
    { action: 'export', comment: 'CSV, 0 rows, with a search', title: 'Farmers' },
    { action: 'export', comment: 'PDF, 4 rows', title: 'Uploaded farmers' },
  ])
})

test('the government sees personal values masked, in pages, bare lists and files', async () => {
  const { aminaViewer, otienoChecker } = world.people
  const [plain] = (await farmers(otienoChecker, { search: 'Zawadi' })).body.data
  const secrets = [plain!.farmerId, plain!.mobileNumber, plain!.accountNumber]
  const answers = [
    (await farmers(aminaViewer, { search: 'Zawadi' })).bytes,
    (await aminaViewer.get(`/upload/cherry/farmer/${uploadId}`)).bytes,
    (await farmers(aminaViewer, { search: 'Zawadi', export: 'csv' })).bytes,
  ]
  for (const bytes of answers) {
    expect(bytes.toString()).toContain('Zawadi')
    for (const secret of secrets) expect(bytes.toString()).not.toContain(secret)
  }
})

test('whoever sees a number masked cannot find it by searching for its digits', async () => {
  const { aminaViewer, otienoChecker } = world.people
  const [plain] = (await farmers(otienoChecker, { search: 'Zawadi' })).body.data
  for (const secret of [plain!.farmerId, plain!.mobileNumber, plain!.mobileNumber.slice(3, 8)]) {
    expect((await farmers(otienoChecker, { search: secret })).body.data.length, secret).toBeGreaterThan(0)
    const { data, page } = (await farmers(aminaViewer, { search: secret })).body
    expect([data, page.totalElements], secret).toEqual([[], 0])
    const rows = await aminaViewer.get<PageOf<Farmer>>(`/upload/cherry/farmer/${uploadId}`, {
      paginate: 'Y',
      search: secret,
    })
    expect([rows.body.data, rows.body.page.totalElements], secret).toEqual([[], 0])
  }
  expect((await farmers(aminaViewer, { search: `zawadi ${plain!.memberNumber}` })).body.data).toHaveLength(1)
})

test('the words of a search may stand anywhere and in any order; signs of patterns are only signs', async () => {
  const { otienoChecker } = world.people
  expect((await farmers(otienoChecker, { search: 'formula zawadi' })).body.page.totalElements).toBe(4)
  expect((await farmers(otienoChecker, { search: 'formula nobody' })).body.data).toEqual([])
  for (const sign of ['%', '_', '\\', `'`])
    expect((await farmers(otienoChecker, { search: `${sign}${sign}` })).body.data).toEqual([])
  expect((await farmers(otienoChecker, { search: 'a\u0000b' })).status).toBe(400)
})

test('beyond the end stands the last page; unknown sorts and filters are refused', async () => {
  const { otienoChecker } = world.people
  const { rows } = await world.owner.query<{ n: number }>(
    'select count(*)::int as n from farmers where organisation_id = $1',
    [society(world)],
  )
  const beyond = (await farmers(otienoChecker, { page: 9_999 })).body
  const totalPages = Math.ceil(rows[0]!.n / 20)
  expect(beyond.page).toEqual({ size: 20, number: totalPages - 1, totalElements: rows[0]!.n, totalPages })
  expect(beyond.data).toEqual((await farmers(otienoChecker, { page: totalPages - 1 })).body.data)
  for (const query of [
    { sort: 'farmerId; drop table farmers' },
    { sort: 'mobileNumber' },
    { filter: 'status:APPROVED' },
    { filter: `gender:' or 1=1` },
    { page: -1 },
    { size: 101 },
  ])
    expect((await farmers(otienoChecker, query)).status, JSON.stringify(query)).toBe(422)
})

test('the counts of a filter add up to what choosing it shows', async () => {
  const { otienoChecker } = world.people
  const { counts, page } = (await farmers(otienoChecker, { counts: 'Y' })).body
  for (const key of ['farmerTypeName', 'accountState']) {
    const options = counts?.[key] ?? {}
    expect(
      Object.values(options).reduce((sum, n) => sum + n, 0),
      key,
    ).toBe(page.totalElements)
    for (const [value, n] of Object.entries(options))
      expect((await farmers(otienoChecker, { filter: `${key}:${value}` })).body.page.totalElements, value).toBe(n)
  }
})

test('of sixty exports at once two leave at a time, whoever is refused is told, and others still export', async () => {
  const { otienoChecker, peterBankChecker } = world.people
  const { streams } = world.house.db.pools
  let most = 0
  const count = (): void => void (most = Math.max(most, streams.totalCount - streams.idleCount))
  streams.on('acquire', count)
  const many = Array.from({ length: 60 }, () => farmers(otienoChecker, { export: 'csv' }))
  expect((await farmers(peterBankChecker, { export: 'csv' })).status).toBe(200)
  const answers = await Promise.all(many)
  streams.off('acquire', count)
  expect(most).toBeLessThanOrEqual(3)
  const [sent = [], refused = []] = [200, 429].map((code) => answers.filter(({ status }) => status === code))
  expect(sent.length + refused.length).toBe(60)
  expect(sent.length).toBeGreaterThan(1)
  expect(new Set(sent.map(({ bytes }) => bytes.length)).size).toBe(1)
  for (const { body } of refused) expect(body).toMatchObject({ code: 'stream.two_open' })
  expect((await farmers(otienoChecker, { export: 'csv' })).status).toBe(200)
})

test('more rows than a sheet has are refused as a workbook and as a bare list, and not as CSV', async () => {
  const actor = { ...world.people.wanjikuMaker, permissions: [] } as unknown as Actor // border: the source below asks nothing of it
  const list = (rows: number, format: 'xlsx' | 'csv' | undefined) =>
    world.house.db.transaction('system', (tx) =>
      listPage({
        tx,
        actor,
        screen: cherryDelivery.list,
        query: listQuery.parse({ export: format }),
        source: {
          base: sql`generate_series(1, ${rows}::int) t(id)`,
          from: sql`generate_series(1, ${rows}::int) t(id)`,
          select: sql<{ id: number }>`t.id`,
          where: [],
          columns: { deliveredOn: sql`t.id` },
          search: sql<string>`''`,
        },
        shape: (stored) => stored,
      }),
    )
  for (const format of ['xlsx', undefined] as const) {
    await expect(list(1_048_576, format)).rejects.toMatchObject({
      code: 'input.invalid',
      message: expect.stringMatching(/at most 1,048,575 rows/i) as string,
    })
    expect(await list(1_048_575, format)).toHaveProperty('stream')
  }
  expect(await list(1_048_576, 'csv')).toHaveProperty('stream')
})

test('pages far from the first are whole, in order and the same, whichever end of the list they are read from', async () => {
  const actor = { ...world.people.wanjikuMaker, permissions: [] } as unknown as Actor // border: the source below asks nothing of it
  const rows = 25_003
  const read = (page: number, { sort = '', of = rows, countsAll = false } = {}) =>
    world.house.db.transaction('system', async (tx) => {
      const answer = await listPage({
        tx,
        actor,
        screen: cherryDelivery.list,
        query: listQuery.parse({ paginate: 'Y', page, size: 20, sort }),
        source: {
          base: sql`generate_series(1, ${of}::int) t(id)`,
          from: sql`generate_series(1, ${of}::int) t(id)`,
          select: sql<{ id: number }>`t.id`,
          where: [],
          // Many rows have the same: the id decides between them.
          columns: { deliveredOn: sql`t.id / 7` },
          search: sql<string>`''`,
          countsAll,
        },
        shape: (stored) => stored,
      })
      return 'data' in answer ? { ids: answer.data.map(({ id }) => id), page: answer.page } : undefined
    })
  const from = (first: number, count: number, by: 1 | -1) => Array.from({ length: count }, (_, n) => first + n * by)
  for (const page of [0, 499, 500, 625, 626, 1_249])
    expect((await read(page, { sort: 'deliveredOn' }))?.ids, `page ${page}`).toEqual(from(page * 20 + 1, 20, 1))
  expect((await read(1_250, { sort: 'deliveredOn' }))?.ids).toEqual([25_001, 25_002, 25_003])
  expect((await read(1_250, { sort: '-deliveredOn' }))?.ids).toEqual([3, 2, 1])
  expect((await read(1_249, { sort: '-deliveredOn' }))?.ids).toEqual(from(23, 20, -1))
  expect((await read(9_999, { sort: '-deliveredOn' }))?.ids, 'beyond the end stands the last').toEqual([3, 2, 1])
  // A list that is counted to a cap has no end to read from; one that is counted whole shows its last page.
  expect(await read(2_600, { sort: 'deliveredOn', of: 60_000 })).toMatchObject({
    ids: from(52_001, 20, 1),
    page: { totalElements: 50_000, totalIsMinimum: true },
  })
  const whole = await read(2_999, { sort: 'deliveredOn', of: 60_000, countsAll: true })
  expect(whole).toEqual({
    ids: from(59_981, 20, 1),
    page: { size: 20, number: 2_999, totalElements: 60_000, totalPages: 3_000 },
  })
})
