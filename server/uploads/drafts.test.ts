import { afterAll, beforeAll, expect, test } from 'vitest'
import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import type { Review, ReviewRow, Upload } from '#contract/uploads/uploads.ts'
import { inRuns } from '#server/kit/uploads/bulkTrail.ts'
import { csvOf, newFarmers } from '#test/kit/farmerFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import {
  decide,
  problemsOf,
  rowsOf,
  trailOf,
  uploadOf,
  uploadRows,
  type Cells,
  type UploadAnswer,
} from '#test/faults/farmerWays.ts'

let world: World
let wanjiku: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  wanjiku = world.people.wanjikuMaker
})
afterAll(() => world.close())

const keys = columnKeys(farmersFile)
const at = (key: (typeof keys)[number]) => keys.indexOf(key)
const edit = (id: string, row: number, version: number, cells: Cells, person = wanjiku) =>
  person.post<UploadAnswer & { data: { row: ReviewRow; version: number } }>(`/uploads/${id}/rows/${row}`, {
    version,
    cells,
  })
const act = (id: string, call: string, body: object, person = wanjiku) =>
  person.post<UploadAnswer & { data: Upload & { mended: number } }>(`/uploads/${id}/${call}`, body)
const draft = (...rows: Cells[]) => uploadRows(world, wanjiku, rows)
const broken = (differing: Cells) => draft(...newFarmers(1, differing))

test('a cell is corrected, the row is ready and the trail says what stood there before', async () => {
  const { id, version } = await broken({ lastName: '' })
  const { body } = await edit(id, 2, version, { lastName: '  Wambui ' })
  expect(body).toMatchObject({ error: false, data: { version: version + 1, row: { state: 'ready', problems: [] } } })
  expect(await uploadOf(wanjiku, id)).toMatchObject({ ready: 1, failed: 0, version: version + 1 })
  const { rows } = await world.owner.query<{ changes: object }>(
    `select changes from audit_events where record_id = $1 and action = 'edit'`,
    [id],
  )
  expect(rows).toEqual([{ changes: { 'row 2 lastName': { before: '', after: 'Wambui' } } }])
})

test('an edit of what somebody saw in an older version is refused and changes nothing', async () => {
  const { id, version } = await broken({ lastName: '' })
  await edit(id, 2, version, { village: 'Gatundu' })
  const late = await edit(id, 2, version, { lastName: 'Wambui' })
  expect(late).toMatchObject({ status: 409, body: { code: 'record.changed', details: { version: version + 1 } } })
  expect((await rowsOf(wanjiku, id))[0]?.cells[at('lastName')]).toBe('')
  expect(await edit(id, 77, version + 1, { lastName: 'Wambui' })).toMatchObject({ status: 404 })
})

test('characters that no database holds are taken out instead of failing the edit', async () => {
  const { id, version } = await broken({ lastName: '' })
  const { status, body } = await edit(id, 2, version, { lastName: 'Wam\u0000bui', village: 'Kih\ud800uri' })
  expect(status).toBe(200)
  expect(body.data.row.cells[at('lastName')]).toBe('Wam bui')
  expect(await edit(id, 99_999_999_999, body.data.version, { lastName: 'W' })).toMatchObject({ status: 400 })
})

test('correcting one of two rows with the same ID clears both marks', async () => {
  const [first, second] = newFarmers(2)
  const { id, version, failed } = await draft(first!, { ...second, farmerId: first!.farmerId })
  expect(failed).toBe(2)
  await edit(id, 3, version, { farmerId: second!.farmerId! })
  expect(await problemsOf(wanjiku, id)).toEqual([])
  expect(await uploadOf(wanjiku, id)).toMatchObject({ failed: 0, ready: 2 })
})

test('leaving out one of two rows with the same ID clears both marks, taking it back sets them again', async () => {
  const [first, second] = newFarmers(2)
  const { id, version } = await draft(first!, { ...second, farmerId: first!.farmerId })
  expect((await act(id, 'leave-out', { version, rows: [3] })).body.data).toMatchObject({
    failed: 0,
    ready: 1,
    leftOut: 1,
  })
  expect(await problemsOf(wanjiku, id)).toEqual([])
  expect((await rowsOf(wanjiku, id, 'left_out')).map(({ row }) => row)).toEqual([3])
  const back = await act(id, 'leave-out', { version: version + 1, rows: [3], takeBack: true })
  expect(back.body.data).toMatchObject({ failed: 2, ready: 0, leftOut: 0, numberOfLots: 2 })
})

test('a row that was left out stays out while it is corrected, on the screen or in the workbook, until it is withdrawn', async () => {
  const { id, version } = await broken({ lastName: '' })
  await act(id, 'leave-out', { version, rows: [2] })
  const { body } = await edit(id, 2, version + 1, { lastName: 'Wambui', village: '' })
  expect(body).toMatchObject({ message: expect.stringContaining('left out'), data: { row: { state: 'left_out' } } })
  expect(await uploadOf(wanjiku, id)).toMatchObject({ leftOut: 1, ready: 0, failed: 0 })
  const [heads, cells] = csvOf(farmersFile, newFarmers(1, { lastName: 'Njoki' })).split('\n')
  const corrected = `${heads},"Original row"\n${cells},"2"`
  const corrections = await wanjiku.upload<UploadAnswer>(`/uploads/${id}/corrections`, 'corrected.csv', corrected)
  expect(corrections.body.data).toMatchObject({ corrected: 1, leftOut: 1, ready: 0 })
  const back = await act(id, 'leave-out', { version: version + 3, rows: [2], takeBack: true })
  expect(back.body.data).toMatchObject({ leftOut: 0, ready: 1, failed: 0 })
  expect((await rowsOf(wanjiku, id))[0]?.cells[at('lastName')]).toBe('Njoki')
})

const slips: [key: (typeof keys)[number], wrong: Cells, code: string, right: string][] = [
  ['mobileNumber', { mobileNumber: '+254 (0) 722-123 456 x' }, 'mobile_digits', '0722123456'],
  ['mobileNumber', { mobileNumber: '2540722123457' }, 'mobile_long', '0722123457'],
  ['mobileNumber', { mobileNumber: '00722123458' }, 'mobile', '0722123458'],
  ['farmerId', { farmerId: '8765-4321' }, 'letters_digits', '87654321'],
  ['memberNumber', { memberNumber: 'OT/77 1' }, 'letters_digits', 'OT771'],
  ['acreage', { acreage: '2,5 acres' }, 'number', '2.5'],
  ['acreage', { acreage: '1.239' }, 'decimals', '1.24'],
  ['accountNumber', { accountNumber: '0110 9012 3456 AB' }, 'account_digits', '011090123456'],
  ['county', { county: 'Nyerii' }, 'unknown_counties', 'NYERI'],
  ['variety', { variety: 'Ruiruu 11' }, 'unknown_varieties', 'RUIRU 11'],
  ['institution', { institution: 'Cooperativ Bank of Kenya' }, 'unknown_institutions', 'CO-OPERATIVE BANK OF KENYA'],
  ['subCounty', { subCounty: 'Othayya' }, 'unknown_sub_county', 'OTHAYA'],
  ['ward', { ward: 'Mahigga' }, 'unknown_ward', 'MAHIGA'],
]

test('every declared repair mends its slip and names itself in the review', async () => {
  const declared = new Set(farmersFile.repairs.flatMap(({ column, codes }) => codes.map((code) => `${column} ${code}`)))
  expect(new Set(slips.map(([key, , code]) => `${key} ${code}`))).toEqual(declared)
  const { id } = await draft(...newFarmers(slips.length).map((row, index) => ({ ...row, ...slips[index]?.[1] })))
  for (const [index, [key, , code, right]] of slips.entries()) {
    const { body: review } = await wanjiku.get<Review>(`/uploads/${id}/review`)
    const group = review.groups.find((one) => one.column === at(key) && one.code === code)
    expect(group?.repair, `${key} ${code}`).toMatch(/\w+ \w+/)
    const { body } = await act(id, 'repair', { version: review.upload.version, code, column: at(key) })
    expect(body.data, `${key} ${code}`).toMatchObject({ mended: 1 })
    const row = (await rowsOf(wanjiku, id)).find((one) => one.row === index + 2)
    expect(row?.cells[at(key)]?.toUpperCase(), `${key} ${code}`).toBe(right.toUpperCase())
  }
  expect(await uploadOf(wanjiku, id)).toMatchObject({ failed: 0, ready: slips.length })
  const none = await act(id, 'repair', { version: 1, code: 'required', column: 0 })
  expect(none.status).toBe(409)
})

test('a repair is offered only where it puts a cell right, shows what it changes, and says what it could not', async () => {
  const { id, version } = await draft(
    ...newFarmers(5).map((row, index) => ({
      ...row,
      institution: ['Coop Bank', 'Coop Bank', 'Bank of Nowhere', 'CO-OP BANK', 'Co-operative Bank of Kenya'][index]!,
      ...(index === 4 ? { county: 'Atlantis' } : {}),
    })),
  )
  const { body: review } = await wanjiku.get<Review>(`/uploads/${id}/review`)
  const offered = review.groups.map(({ column, repair }) => [column, repair])
  expect(offered).toContainEqual([at('institution'), 'Match to the nearest institution'])
  expect(offered).toContainEqual([at('county'), null])
  const query = { code: 'unknown_institutions', column: String(at('institution')) }
  const { body: preview } = await wanjiku.get(`/uploads/${id}/repair`, query)
  expect(preview).toEqual({
    label: 'Match to the nearest institution',
    mended: 3,
    left: 1,
    changes: [
      { from: 'Coop Bank', to: 'CO-OPERATIVE BANK OF KENYA', rows: 2 },
      { from: 'CO-OP BANK', to: 'CO-OPERATIVE BANK OF KENYA', rows: 1 },
    ],
    more: 0,
  })
  expect((await uploadOf(wanjiku, id)).version).toBe(version)
  const { body } = await act(id, 'repair', { version, code: 'unknown_institutions', column: at('institution') })
  expect(body).toMatchObject({
    message: '3 cells repaired; 1 cell could not be repaired',
    data: { mended: 3, left: 1, failed: 2, ready: 3 },
  })
  const codes = (await wanjiku.get<Review>(`/uploads/${id}/review`)).body.groups.map(({ code, repair }) => [
    code,
    repair,
  ])
  expect(codes).toContainEqual(['unknown_institutions', null])
  expect((await wanjiku.get(`/uploads/${id}/repair`, { code: 'required', column: '0' })).status).toBe(422)
})

test('all that is wrong with a row is reported at once, whatever the other cells hold', async () => {
  const { id } = await broken({ variety: 'Robusta 9000', ward: 'Kabete', institutionType: 'SACCO', lastName: '' })
  expect((await problemsOf(wanjiku, id)).map(({ columnKey, code }) => [columnKey, code])).toEqual([
    ['lastName', 'required'],
    ['variety', 'unknown_varieties'],
    ['ward', 'unknown_ward'],
    ['institution', 'other_institution_type'],
  ])
})

test('Ksh is the shilling of Kenya, and nothing to correct', async () => {
  const { ready } = await draft(...newFarmers(2).map((row, index) => ({ ...row, currency: ['Ksh', 'KSHS.'][index]! })))
  expect(ready).toBe(2)
})

test('an edit of many rows is one entry of the trail: the rule, how many rows and which', async () => {
  const { id, version } = await draft(
    ...newFarmers(5).map((row, index) => (index === 1 ? row : { ...row, acreage: '2,5 acres' })),
  )
  await act(id, 'repair', { version, code: 'number', column: at('acreage') })
  await act(id, 'leave-out', { version: version + 1, rows: [2, 3, 6], takeBack: false })
  await act(id, 'leave-out', { version: version + 2, rows: [3], takeBack: true })
  const { rows } = await world.owner.query<{ action: string; line: string }>(
    `select action, concat_ws(' | ', changes #>> '{Rule,after}', changes #>> '{Column,after}', changes #>> '{Number of rows,after}', changes #>> '{Rows,after}') as line
     from audit_events where record_id = $1 and action in ('repair', 'leave_out', 'take_back') order by id`,
    [id],
  )
  expect(rows).toEqual([
    { action: 'repair', line: 'Keep the number only | Acreage | 4 | 2, 4–6' },
    { action: 'leave_out', line: 'Rows chosen by hand | 3 | 2–3, 6' },
    { action: 'take_back', line: 'Rows chosen by hand | 1 | 3' },
  ])
})

test('rows in the trail are told in runs, and a list too long to read ends', () => {
  expect(inRuns([])).toBe('')
  expect(inRuns([2, 5, 6, 7, 9])).toBe('2, 5–7, 9')
  const everySecond = inRuns(Array.from({ length: 100_000 }, (_, index) => index * 2))
  expect(everySecond).toMatch(/^0, 2, 4, .* …$/)
  expect(everySecond.length).toBeLessThan(1100)
})

test('a repair that is not declared is refused in words', async () => {
  const { id, version } = await broken({ lastName: '' })
  expect(await act(id, 'repair', { version, code: 'required', column: at('lastName') })).toMatchObject({
    status: 422,
    body: { code: 'input.invalid' },
  })
})

test('a draft is not sent while a row fails, nor when no row is left', async () => {
  const { id, version } = await broken({ lastName: '' })
  expect(await act(id, 'send', { version })).toMatchObject({
    status: 409,
    body: { code: 'upload.rows_left', details: { failed: 1 } },
  })
  await act(id, 'leave-out', { version, allFailed: true, takeBack: false })
  expect(await act(id, 'send', { version: version + 1 })).toMatchObject({
    status: 409,
    body: { code: 'upload.nothing_to_send' },
  })
  expect(await uploadOf(wanjiku, id)).toMatchObject({ status: { statusName: 'FAILED_VALIDATION' }, leftOut: 1 })
})

test('a member registered since the check keeps the draft back, and the row says so afterwards', async () => {
  const [bad, good] = newFarmers(2)
  const { id, version } = await draft({ ...bad, lastName: '' }, good!)
  await edit(id, 2, version, { lastName: 'Njoki' })
  const other = await draft({ ...newFarmers(1)[0]!, memberNumber: good!.memberNumber })
  expect((await decide(world, world.people.otienoChecker, other)).status).toBe(200)
  const sent = await act(id, 'send', { version: version + 1 })
  expect(sent).toMatchObject({ status: 409, body: { code: 'upload.rows_left' } })
  expect(await problemsOf(wanjiku, id)).toMatchObject([{ row: 3, code: 'registered_here', columnKey: 'memberNumber' }])
  expect(await uploadOf(wanjiku, id)).toMatchObject({ failed: 1, ready: 1 })
})

test('a number that lost its last digits stays an error until a person has typed that very cell', async () => {
  const { id } = await draft(...newFarmers(2))
  await world.owner.query(`update uploads set status = 'FAILED_VALIDATION' where id = $1`, [id])
  await world.owner.query(
    `insert into upload_problems (upload_id, organisation_id, row_number, column_number, code, message, severity)
     values ($1, $2, 2, $3, 'number_damaged', 'The number has more than 15 digits', 'error')`,
    [id, world.organisationId('CF4100'), at('accountNumber')],
  )
  let { version } = await uploadOf(wanjiku, id)
  const codes = async () => (await problemsOf(wanjiku, id)).map(({ code }) => code)
  await edit(id, 2, version++, { village: 'Gatundu' })
  expect(await codes()).toEqual(['number_damaged'])
  await act(id, 'leave-out', { version: version++, rows: [2] })
  expect(await codes()).toEqual([])
  await act(id, 'leave-out', { version: version++, rows: [2], takeBack: true })
  expect(await codes()).toEqual(['number_damaged'])
  await edit(id, 2, version++, { accountNumber: '01109012345699' })
  expect(await codes()).toEqual([])
  expect(await uploadOf(wanjiku, id)).toMatchObject({ failed: 0, ready: 2 })
})

test('a draft exists for its maker only', async () => {
  const { id, version } = await broken({ lastName: '' })
  const { otienoChecker, margaretManager, danielMaker, estherBankMaker } = world.people
  for (const person of [otienoChecker, margaretManager, danielMaker, estherBankMaker]) {
    for (const call of ['review', 'rows', 'errors', 'progress'])
      expect((await person.get(`/uploads/${id}/${call}`)).status, `${person.username} ${call}`).toBe(404)
    expect((await person.get(`/upload/cherry/farmer/${id}`)).status).toBe(404)
  }
  expect(await edit(id, 2, version, { lastName: 'X' }, danielMaker)).toMatchObject({ status: 404 })
  for (const [call, body] of [
    ['send', {}],
    ['discard', {}],
    ['withdraw', {}],
    ['leave-out', { rows: [2] }],
  ] as const)
    expect((await act(id, call, { version, ...body }, danielMaker)).status, call).toBe(404)
})

test('a draft is sent, withdrawn, sent again and discarded, with one audit row for each', async () => {
  const { id, version } = await broken({ lastName: '' })
  await edit(id, 2, version, { lastName: 'Njoki' })
  expect((await act(id, 'send', { version: version + 1 })).body.data.status.statusName).toBe('PENDING_APPROVAL')
  expect(await act(id, 'discard', { version: version + 2 })).toMatchObject({
    status: 409,
    body: { code: 'step.wrong_state' },
  })
  expect((await act(id, 'withdraw', { version: version + 2 })).body.data.status.statusName).toBe('FAILED_VALIDATION')
  expect((await act(id, 'send', { version: version + 3 })).status).toBe(200)
  expect((await act(id, 'withdraw', { version: version + 4 })).status).toBe(200)
  expect((await act(id, 'discard', { version: version + 5 })).body.data.status.statusName).toBe('DISCARDED')
  expect(await trailOf(world, id)).toEqual([
    'upload -> CHECKING',
    'system CHECKING -> FAILED_VALIDATION',
    'error_file ->',
    'edit FAILED_VALIDATION -> FAILED_VALIDATION',
    'send FAILED_VALIDATION -> PENDING_APPROVAL',
    'withdraw PENDING_APPROVAL -> FAILED_VALIDATION',
    'send FAILED_VALIDATION -> PENDING_APPROVAL',
    'withdraw PENDING_APPROVAL -> FAILED_VALIDATION',
    'discard FAILED_VALIDATION -> DISCARDED',
  ])
})
