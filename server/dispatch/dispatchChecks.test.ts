import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageOf } from '#contract/kit/listScreen.ts'
import type { Review, ReviewRow } from '#contract/uploads/uploads.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import {
  decideFile,
  dispatchCsv,
  fileOf,
  newDispatch,
  openSale,
  recordsOf,
  sendDispatch,
  uploadDispatch,
} from '#test/kit/dispatchFiles.ts'
import { addCherryTotals, decideParchment, outturns, sendParchment } from '#test/kit/parchmentFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let miller: Person
let warehouse: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  miller = world.people.kipronoMillerMaker
  warehouse = world.people.francisWarehouseChecker
  await openSale(world)
  await addCherryTotals(world)
})
afterAll(() => world?.close())

type CellError = { row: number; columnKey: string | null; code: string; message: string; severity: string }
type Cells = Record<string, string>

/** Uploads rows and answers what is wrong with them, as `row column code`, warnings among them. */
async function wrongIn(rows: readonly Cells[], severity = 'error'): Promise<string[]> {
  const answer = await uploadDispatch(miller, rows)
  const { rows: newest } = await world.owner.query<{ id: string }>(
    `select id from uploads where kind = 'dispatch' order by id desc limit 1`,
  )
  const { body } = await miller.get<PageOf<CellError>>(`/uploads/${newest[0]?.id}/errors`, { paginate: 'Y', size: 100 })
  const found = body.data.filter((problem) => problem.severity === severity)
  expect(answer.status).toBe(body.data.some((problem) => problem.severity === 'error') ? 424 : 200)
  return found.map(({ row, columnKey, code }) => `${row} ${columnKey} ${code}`).toSorted()
}
const one = (differing: Partial<Cells>) => newDispatch(1, differing)

describe('a row is refused', () => {
  test.each([
    ['an outturn of the week that no year has', { outturn: '54TH0001' }, ['2 outturn outturn']],
    ['an outturn without the letters of a mill', { outturn: '08T00001' }, ['2 outturn outturn']],
    ['a grade that the exchange does not know', { grade: 'XX' }, ['2 grade choice']],
    ['net that is not gross less tare', { netWeight: '755' }, ['2 netWeight net_weight']],
    ['a tare above the gross', { tareWeight: '800', netWeight: '' }, ['2 tareWeight tare_over_gross']],
    ['bags that are not the weight', { bags: '13' }, ['2 bags bags_and_weight']],
    ['pockets of a whole bag', { bags: '11', pockets: '94' }, ['2 pockets number_large']],
    ['another mill', { miller: 'MK3001' }, ['2 miller unknown_millers']],
    ['an unknown warehouse', { warehouse: 'WH9999' }, ['2 warehouse unknown_warehouses']],
    ['an unknown broker', { broker: 'WH6001' }, ['2 broker unknown_brokers']],
    ['a sale that is not in the calendar', { saleNumber: '77' }, ['2 saleNumber sale_closed']],
    [
      'a season that nobody has opened',
      { season: '2041/2042' },
      ['2 saleNumber sale_closed', '2 season season_closed'],
    ],
  ])('for %s', async (_why, differing, found) => {
    expect(await wrongIn(one(differing))).toEqual(found)
  })

  test('for the code of another mill', async () => {
    await world.owner.query(
      `insert into organisations (id, code, name, type, county_id, active) select gen_random_uuid(), 'ML2998', 'Third Mill', type, county_id, true from organisations where code = 'ML2001' on conflict do nothing`,
    )
    expect(await wrongIn(one({ miller: 'ML2998' }))).toEqual(['2 miller other_miller'])
  })

  test('where it stands twice, and where a grade stands whole and in splits', async () => {
    const [row] = newDispatch(1) as [Cells]
    expect(await wrongIn([row, row, { ...row, grade: 'AA' }])).toEqual([
      '2 outturn repeated_in_file',
      '3 outturn repeated_in_file',
    ])
    expect(await wrongIn([row, { ...row, splitNumber: '1' }])).toEqual(['3 splitNumber whole_and_split'])
    expect(
      await wrongIn([
        { ...row, splitNumber: '1' },
        { ...row, splitNumber: '2' },
      ]),
    ).toEqual([])
  })

  test('where another file has dispatched it, or a part of it', async () => {
    const [row] = newDispatch(1) as [Cells]
    await sendDispatch(miller, [{ ...row, splitNumber: '1' }])
    expect(await wrongIn([{ ...row, splitNumber: '1', marks: 'AGAIN/CF4100' }])).toEqual([
      '2 outturn dispatched_already',
    ])
    expect(await wrongIn([row])).toEqual(['2 outturn dispatched_already'])
    expect(await wrongIn([{ ...row, splitNumber: '2' }])).toEqual([])
  })

  test('where most of the file is for another warehouse or another sale', async () => {
    await world.owner.query(
      `insert into organisations (id, code, name, type, county_id, active) select gen_random_uuid(), 'WH6999', 'Other Store', type, county_id, true from organisations where code = 'WH6001' on conflict do nothing`,
    )
    await openSale(world, { number: 10 })
    const rows = newDispatch(3)
    expect(await wrongIn([...rows, ...one({ warehouse: 'WH6999' }), ...one({ saleNumber: '10' })])).toEqual([
      '5 warehouse other_warehouse',
      '6 saleNumber other_salenumber',
    ])
  })

  test('unless it is right: bags and weight may be a kilogram apart, and net may be left empty', async () => {
    expect(await wrongIn(one({ netWeight: '' }))).toEqual([])
    expect(await wrongIn(one({ pockets: '35' }))).toEqual([])
    expect(await wrongIn(one({ pockets: '33' }))).toEqual([])
  })
})

describe('the parchment that came in', () => {
  async function brought(netWeight: string, grade = 'P1'): Promise<string> {
    const rows = outturns(1, { netWeight, grade, totalBags: String(Math.round(Number(netWeight) / 50)) })
    const record = await sendParchment(world.people.wanjikuMaker, rows, { shareData: 'true' })
    await decideParchment(world.people.aliceMillerChecker, 'approve', record)
    return rows[0]?.outturn ?? ''
  }

  test('names the society of an outturn, and lets four fifths of it pass without a word', async () => {
    const outturn = await brought('950')
    const rows = one({ outturn })
    expect(await wrongIn(rows, 'warning')).toEqual([])
    const { rows: kept } = await world.owner.query<{ grower: string }>(
      `select o.code as grower from dispatch_records d join organisations o on o.id = d.grower_id where d.outturn = $1`,
      [outturn],
    )
    expect(kept).toEqual([{ grower: 'CF4100' }])
    const seen = await world.people.wanjikuMaker.get<{ outTurnNumber: string }[]>('/grn_record/records')
    expect(seen.body.map((record) => record.outTurnNumber)).toContain(outturn)
    expect((await world.people.danielMaker.get<object[]>('/grn_record/records')).body).toEqual([])
  })

  test('is warned of where the share is unusual, by the grade of the parchment', async () => {
    expect(await wrongIn(one({ outturn: await brought('1200') }), 'warning')).toEqual(['2 netWeight recovery'])
    expect(await wrongIn(one({ outturn: await brought('850') }), 'warning')).toEqual(['2 netWeight recovery'])
    expect(await wrongIn(one({ outturn: await brought('1300', 'PL') }), 'warning')).toEqual([])
    expect(await wrongIn(one({ outturn: await brought('1000', 'PL') }), 'warning')).toEqual(['2 netWeight recovery'])
    expect(await wrongIn(one({ outturn: await brought('3000', 'MBUNI') }), 'warning')).toEqual([])
  })

  test('is never less than what is dispatched of it, in one file or in several', async () => {
    const outturn = await brought('1500')
    await sendDispatch(miller, one({ outturn, grade: 'AA' }))
    expect(await wrongIn(one({ outturn, grade: 'AB' }))).toEqual(['2 netWeight more_than_parchment'])
    const splits = [1, 2].map(
      (split) =>
        one({
          outturn,
          grade: 'C',
          splitNumber: String(split),
          bags: '5',
          pockets: '0',
          grossWeight: '305',
          tareWeight: '5',
          netWeight: '300',
        })[0] as Cells,
    )
    expect(await wrongIn(splits)).toEqual([])
  })

  test('that nobody recorded, and letters that the mill never had, are warnings', async () => {
    expect(await wrongIn(one({ outturn: '09ZZ0001' }), 'warning')).toEqual([
      '2 outturn mill_letters',
      '2 outturn no_parchment',
    ])
  })

  test('turns out to be less at the warehouse: the record is put on hold, and let go when its weight is mended', async () => {
    const outturn = await brought('950')
    const file = await sendDispatch(miller, one({ outturn }))
    await world.owner.query(
      `update upload_rows set clean[4] = '700' where clean[1] = $1 and upload_id in (select id from uploads where kind = 'parchment')`,
      [outturn],
    )
    const answer = await decideFile(warehouse, 'approve', file)
    expect([answer.status, answer.body.data.status.id]).toEqual([200, 3])
    const [held] = await recordsOf(warehouse, file.id)
    expect(held).toMatchObject({
      status: { id: 200, statusName: 'HOLDING_STATUS' },
      holdReason: '754 kg of clean coffee are dispatched of 700 kg of parchment',
    })
    const marked = await warehouse.post<{ data: { status: { id: number } } }>('/grn_record/update', {
      ...held,
      marks: 'MENDED/CF4100',
      actionComment: 'Marks only',
    })
    expect(marked.body.data.status.id).toBe(3)
    const again = await world.people.graceWarehouseChecker.post<{ message: string; data: { status: { id: number } } }>(
      '/grn_record/approve-item',
      { id: held?.id },
    )
    expect([again.body.data.status.id, again.body.message]).toEqual([
      200,
      'Put on hold: more is dispatched of this outturn than its parchment',
    ])
    const [waiting] = await recordsOf(warehouse, file.id)
    const less = await warehouse.post<{ data: { status: { id: number } } }>('/grn_record/update', {
      ...waiting,
      bags: 11,
      grossWeight: 706.6,
      actionComment: 'One bag was counted twice',
    })
    expect(less.body.data.status.id).toBe(25)
  })
})

test('a file of 400 rows with faults is repaired on the screen and sent, and its records are those rows that are right', async () => {
  const rows = newDispatch(400)
  Object.assign(rows[3]!, { bags: '13' }) // 400 were made
  Object.assign(rows[50]!, { grade: 'ABC' })
  Object.assign(rows[51]!, { netWeight: '754 kg' })
  Object.assign(rows[52]!, { netWeight: '754,0 kg' })
  Object.assign(rows[99]!, { outturn: rows[98]?.['outturn'] ?? '' })
  Object.assign(rows[399]!, { broker: 'NOBODY' })
  const answer = await uploadDispatch(miller, rows)
  expect(answer.status).toBe(424)
  const workbook = await readXlsx(answer.bytes)
  expect(workbook.sheets[0]?.rows).toHaveLength(1 + 7)
  const { id } = JSON.parse(answer.headers['x-upload-summary'] ?? '{}') as { id: string }
  const review = async () => (await miller.get<Review>(`/uploads/${id}/review`)).body
  const { groups, upload, columns } = await review()
  expect([upload.status.id, upload.failed, upload.numberOfLots]).toEqual([88, 7, 400])
  const weight = groups.find(({ code }) => code === 'number')
  expect(weight?.repair).toBe('Keep the number only')
  await miller.post(`/uploads/${id}/repair`, { version: upload.version, code: 'number', column: weight?.column })
  const cell = async (row: number, cells: Record<string, string>) => {
    const { version } = (await review()).upload
    const edited = await miller.post<{ data: { row: ReviewRow } }>(`/uploads/${id}/rows/${row}`, { version, cells })
    expect([row, edited.status, edited.body.data.row.state]).toEqual([row, 200, 'ready'])
  }
  await cell(5, { bags: '12' })
  await cell(52, { grade: 'AB' })
  await cell(101, { grade: 'PB' })
  expect(columns.map(({ key }) => key)).toContain('broker')
  const { version } = (await review()).upload
  await miller.post(`/uploads/${id}/leave-out`, { version, allFailed: true })
  const before = await review()
  expect([before.upload.failed, before.upload.leftOut, before.upload.ready]).toEqual([0, 1, 399])
  const sent = await miller.post<{ data: { status: { id: number } } }>(`/uploads/${id}/send`, {
    version: before.upload.version,
  })
  expect([sent.status, sent.body.data.status.id]).toEqual([200, 3])
  expect(await recordsOf(warehouse, id)).toHaveLength(399)
  const approved = await decideFile(warehouse, 'approve', { id })
  expect(approved.body.data).toMatchObject({ status: { id: 1 }, approved: 399, totalWeight: 399 * 754 })
})

describe('the terms', () => {
  test('are kept with the file in the wording that was accepted, and another wording is refused', async () => {
    const stale = await uploadDispatch(miller, newDispatch(1), { termsVersion: '7' })
    expect([stale.status, stale.body.code]).toEqual([409, 'dispatch.terms_changed'])
    const { body } = await miller.get<{ version: number; english: string }>('/grn_record/terms')
    expect(body).toMatchObject({ version: 1, english: expect.stringContaining('authentic and dependable') as string })
    const { status } = await uploadDispatch(miller, newDispatch(1), { termsVersion: '1' })
    expect(status).toBe(200)
    const { rows } = await world.owner.query(
      `select d.version, f.accepted_by = $1 as own from dispatch_files f join disclaimers d on d.id = f.disclaimer_id order by f.accepted_at desc limit 1`,
      [miller.id],
    )
    expect(rows).toEqual([{ version: 1, own: true }])
  })

  test('are accepted by who sends, and only a mill sends', async () => {
    expect((await miller.post('/grn_record/terms', { version: 1 })).status).toBe(200)
    expect((await warehouse.post('/grn_record/terms', { version: 1 })).status).toBe(403)
    await world.owner.query(`update users set role_name = 'MILLER_MAKER' where username = 'marketer.maker'`)
    const answer = await uploadDispatch(await world.newSession('marketer.maker'), newDispatch(1))
    expect([answer.status, answer.body.code]).toEqual([403, 'organisation.not_allowed'])
    await world.owner.query(`update users set role_name = 'MARKETER_MAKER' where username = 'marketer.maker'`)
  })
})

describe('templates', () => {
  const download = (person: Person, query: Record<string, string>) => person.get('/files/downloads', query)

  test('of dispatch begins with the sale that is named, by its number or by its day', async () => {
    expect((await download(warehouse, { filename: 'dispatch' })).status).toBe(403)
    const plain = await readXlsx((await download(miller, { filename: 'dispatch' })).bytes)
    expect(plain.sheets[0]?.rows).toHaveLength(1)
    // A day names a sale where no other one is held on it.
    await world.owner.query('delete from sales where sale_number <> 9')
    const { rows } = await world.owner.query<{ day: string }>(
      `select sale_date::text as day from sales where sale_number = 9 and season = $1`,
      [currentSeason()],
    )
    for (const query of [{ season: currentSeason(), saleNo: '9' }, { date: rows[0]?.day ?? '' }]) {
      const filled = await readXlsx((await download(miller, { filename: 'dispatch', ...query })).bytes)
      expect(filled.sheets[0]?.rows[1]?.filter(Boolean)).toEqual([currentSeason(), 9, 'ML2001'])
    }
    expect(
      (await download(miller, { filename: 'dispatch', season: currentSeason(), saleNo: '77' })).body,
    ).toMatchObject({ code: 'sale.unknown' })
  })

  test('of a catalogue is made of what was received of a file, and of nothing else', async () => {
    const file = await sendDispatch(miller, newDispatch(3))
    const early = await download(miller, { filename: 'catalogue', id: file.id })
    expect([early.status, early.body]).toMatchObject([409, { code: 'step.wrong_state' }])
    const [first] = await recordsOf(warehouse, file.id)
    await warehouse.post('/grn_record/reject-item', { ...first, actionComment: 'Wet' })
    await decideFile(warehouse, 'approve', { id: file.id })
    const { status, bytes, headers } = await download(world.people.kevinBrokerMaker, {
      filename: 'catalogue',
      id: file.id,
    })
    expect([status, headers['content-disposition']]).toEqual([200, expect.stringContaining('Catalogue_dispatch')])
    const sheet = (await readXlsx(bytes)).sheets[0]
    expect(sheet?.rows).toHaveLength(3)
    expect(sheet?.rows[0]).toEqual(expect.arrayContaining(['Lot Number', 'Weight', 'Reserve Price']))
    expect(sheet?.rows.slice(1).map((row) => row[1])).not.toContain(first?.outTurnNumber)
    for (const stranger of [world.people.brianMarketerMaker, world.people.danielMaker])
      expect((await download(stranger, { filename: 'catalogue', id: file.id })).status).toBe(404)
  })
})

test('the file itself and its failing rows are for the mill, and for the warehouse while it decides', async () => {
  const file = await sendDispatch(miller, newDispatch(2))
  const take = (person: Person) => person.get(`/grn_record/download/${file.id}`)
  expect((await take(miller)).bytes.toString()).toContain('Outturn Number')
  expect((await take(warehouse)).status).toBe(200)
  expect((await take(world.people.catherineBrokerChecker)).status).toBe(403)
  expect((await take(world.people.halimaMarketerChecker)).status).toBe(404)
  await decideFile(warehouse, 'approve', file)
  expect((await take(warehouse)).status).toBe(403)
  const failed = await miller.upload('/grn_record', 'wrong.csv', dispatchCsv(newDispatch(1, { grade: 'XX' })))
  const { id } = JSON.parse(failed.headers['x-upload-summary'] ?? '{}') as { id: string }
  const errors = await miller.get(`/upload/parchment/download-error/${id}`)
  expect((await readXlsx(errors.bytes)).sheets[0]?.rows).toHaveLength(2)
  expect((await warehouse.get(`/upload/parchment/download-error/${id}`)).status).toBe(404)
  expect((await fileOf(miller, id)).status).toEqual({ id: 88, statusName: 'FAILED_VALIDATION' })
  const thrown = await decideFile(miller, 'delete-grnFile', { id })
  expect(thrown.body).toMatchObject({ message: 'Discarded', data: { status: { statusName: 'DISCARDED' } } })
})
