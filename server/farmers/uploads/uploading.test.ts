import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import type { Upload, UploadProgress } from '#contract/uploads/uploads.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { csvOf, farmersCsv, newFarmers } from '#test/kit/farmerFiles.ts'
import { bombs } from '#test/hostileFiles/bombs.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { xlsxOf } from '#test/faults/farmerSheets.ts'
import {
  decline,
  rowsOf,
  sendFile,
  society,
  trailOf,
  until,
  uploadOf,
  type UploadAnswer,
} from '#test/faults/farmerWays.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world.close())

test('a good workbook is answered with 200, Success and its counts', async () => {
  const { wanjikuMaker } = world.people
  const { status, body } = await sendFile(world, wanjikuMaker, await xlsxOf(farmersFile, newFarmers(5)), {
    name: 'five.xlsx',
  })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      error: false,
      message: 'Success',
      data: {
        fileName: 'five.xlsx',
        fileExtension: 'xlsx',
        numberOfLots: 5,
        ready: 5,
        failed: 0,
        createdBy: 'Wanjiku Kamau',
      },
    },
  })
  expect(body.data.steps).toMatchObject({ approve: 'permission.missing', withdraw: null })
  expect(await trailOf(world, body.data.id)).toEqual(['upload -> CHECKING', 'system CHECKING -> PENDING_APPROVAL'])
})

test('a file with bad rows comes back as a workbook that can be corrected and merged by the original rows', async () => {
  const { wanjikuMaker } = world.people
  const rows = newFarmers(6)
  rows[1] = { ...rows[1]!, mobileNumber: '12', lastName: '' }
  rows[4] = { ...rows[4]!, mobileNumber: '0000' }
  const answer = await sendFile(world, wanjikuMaker, csvOf(farmersFile, rows), { name: 'six members.csv' })
  expect(answer.status).toBe(424)
  expect(answer.headers['content-disposition']).toContain('File_With_Error_six%20members.xlsx')
  const summary = JSON.parse(answer.headers['x-upload-summary'] ?? '') as { id: string }
  expect(summary).toMatchObject({ read: 6, valid: 4, failed: 2, first: [{ row: 3 }, { row: 6 }] })
  const table = await readTable({ bytes: new Uint8Array(answer.bytes), fileName: 'errors.xlsx', caps: {} })
  const failing: string[][] = []
  for await (const batch of table.batches) failing.push(...batch.map(({ cells }) => cells))
  const at = (title: string) => table.header.indexOf(title)
  expect(failing.map((cells) => cells[at('Original row')])).toEqual(['3', '6'])
  expect(failing[0]?.[at('Error')]).toMatch(/Last Name is required/)
  const corrected = failing.map((cells, index) =>
    cells.with(at('Mobile Number'), `072200${index}111`).with(at('Last Name'), 'Mwangi'),
  )
  const lines = [table.header, ...corrected].map((cells) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','),
  )
  const merged = await wanjikuMaker.upload<UploadAnswer & { data: { corrected: number; unknown: number } }>(
    `/uploads/${summary.id}/corrections`,
    'corrected.csv',
    lines.join('\n'),
  )
  expect(merged.body).toMatchObject({
    error: false,
    data: { corrected: 2, unknown: 0, failed: 0, ready: 6, numberOfLots: 6 },
  })
  const [, second] = await rowsOf(wanjikuMaker, summary.id)
  expect(second).toMatchObject({ row: 3, state: 'ready', problems: [] })
  expect(second?.cells).toEqual(expect.arrayContaining(['Mwangi', '0722000111', rows[1].memberNumber]))
})

test('a file that is no table, lacks columns, has no rows or is empty is refused in a sentence and blocks nothing', async () => {
  const { wanjikuMaker } = world.people
  const refused = async (bytes: string | Uint8Array, name = 'wrong.csv') => {
    const { status, body } = await sendFile(world, wanjikuMaker, bytes, { name })
    return { status, code: body.code, message: body.message }
  }
  const withoutId = farmersCsv(2).replace('"ID Number"', '"Shoe size"')
  expect(await refused(withoutId)).toMatchObject({
    status: 422,
    code: 'upload.columns_missing',
    message: expect.stringContaining('ID Number'),
  })
  expect(await refused(withoutId)).toMatchObject({ status: 422 })
  expect(await refused(Buffer.from('%PDF-1.7 hello'), 'members.xlsx')).toMatchObject({
    status: 415,
    code: 'upload.not_a_table',
  })
  expect(await refused(csvOf(farmersFile, []))).toMatchObject({
    status: 415,
    message: expect.stringContaining('no filled rows'),
  })
  expect(await refused('')).toMatchObject({ status: 415, message: 'The file is empty.' })
  const none = await wanjikuMaker.post<UploadAnswer>(`/upload/cherry/farmer/${society(world)}`, {})
  expect(none).toMatchObject({ status: 422, body: { code: 'upload.no_file' } })
})

test('a file beyond the cap of rows or bytes is refused as too large, in a plain sentence', async () => {
  const { wanjikuMaker } = world.people
  const { config } = world.house
  world.house.config = { ...config, uploadMaxRows: 10 }
  const many = await sendFile(world, wanjikuMaker, farmersCsv(11))
  expect((await sendFile(world, wanjikuMaker, farmersCsv(10))).status).toBe(200)
  world.house.config = config
  expect(many).toMatchObject({
    status: 413,
    body: { code: 'upload.too_large', message: 'The file has more than 10 rows. Split it into several files.' },
  })
  const big = await sendFile(world, wanjikuMaker, Buffer.alloc(world.house.config.uploadMaxBytes + 1, 'a'))
  expect(big).toMatchObject({
    status: 413,
    body: { code: 'upload.too_large', message: 'The file is larger than 52 MB.' },
  })
})

test('the same bytes a second time are refused with the name of the first upload, until it is discarded or declined', async () => {
  const { wanjikuMaker, otienoChecker, danielMaker } = world.people
  const bytes = farmersCsv(2)
  const first = await sendFile(world, wanjikuMaker, bytes, { name: 'first.csv' })
  const again = await sendFile(world, wanjikuMaker, bytes, { name: 'renamed.csv' })
  expect(again).toMatchObject({
    status: 409,
    body: { code: 'upload.same_file', details: { id: first.body.data.id, fileName: 'first.csv' } },
  })
  expect(again.body.message).toContain('Wanjiku Kamau as first.csv')
  expect((await sendFile(world, danielMaker, bytes)).status).toBe(200)
  await decline(world, otienoChecker, first.body.data)
  expect((await sendFile(world, wanjikuMaker, bytes)).status).toBe(200)
  const bad = farmersCsv(1, { lastName: '' })
  const draft = await sendFile(world, wanjikuMaker, bad)
  const { id } = JSON.parse(draft.headers['x-upload-summary'] ?? '') as { id: string }
  expect((await sendFile(world, wanjikuMaker, bad)).status).toBe(409)
  const { version } = await uploadOf(wanjikuMaker, id)
  expect((await wanjikuMaker.post(`/uploads/${id}/discard`, { version })).status).toBe(200)
  expect((await sendFile(world, wanjikuMaker, bad)).status).toBe(424)
})

test('with respond-async the file is acknowledged at once and its progress followed to the end', async () => {
  const { wanjikuMaker } = world.people
  const sent = await sendFile(world, wanjikuMaker, farmersCsv(300), { headers: { prefer: 'respond-async' } })
  expect(sent).toMatchObject({ status: 202, body: { error: false, data: { status: { statusName: 'CHECKING' } } } })
  const { id } = sent.body.data
  const last = await until(
    async () => (await wanjikuMaker.get<UploadProgress>(`/uploads/${id}/progress`)).body,
    ({ stage }) => stage === 'checked',
  )
  expect(last).toMatchObject({ id, rowsDone: 300, rowsTotal: 300, status: { statusName: 'PENDING_APPROVAL' } })
  const events = await wanjikuMaker.request('GET', `/uploads/${id}/progress`, {
    headers: { accept: 'text/event-stream' },
  })
  expect(events.headers['content-type']).toBe('text/event-stream')
  const progress = events.bytes
    .toString()
    .match(/^data: .*$/gm)
    ?.map((line) => JSON.parse(line.slice(6)) as UploadProgress)
  expect(progress?.at(-1)).toMatchObject({ id, stage: 'checked' })
  expect((await wanjikuMaker.get<UploadProgress[]>('/uploads/running')).body.map((one) => one.id)).toContain(id)
})

test('a bomb is refused and the program lives on', async () => {
  const { wanjikuMaker } = world.people
  for (const bomb of bombs.filter(({ expected }) => 'refused' in expected).slice(0, 6)) {
    const { status, body } = await sendFile(world, wanjikuMaker, bomb.build(), { name: bomb.fileName })
    expect([413, 415], bomb.name).toContain(status)
    expect(body.message.length).toBeGreaterThan(20)
  }
  expect((await sendFile(world, wanjikuMaker, farmersCsv(1))).status).toBe(200)
})

test('a foreign organisation is not found, whoever asks, and nothing is kept', async () => {
  const { wanjikuMaker, otienoChecker, estherBankMaker } = world.people
  const bytes = farmersCsv(1)
  expect(await sendFile(world, wanjikuMaker, bytes, { code: 'CF4101' })).toMatchObject({ status: 404 })
  expect(await sendFile(world, otienoChecker, bytes)).toMatchObject({
    status: 403,
    body: { code: 'permission.missing' },
  })
  expect(await sendFile(world, estherBankMaker, bytes, { code: 'CF4100' })).toMatchObject({ status: 403 })
  const sha256 = createHash('sha256').update(bytes).digest()
  const { rows } = await world.owner.query(
    'select 1 from uploads where file_sha256 = $1 union all select 1 from files where sha256 = $1',
    [sha256],
  )
  expect(rows).toEqual([])
})

test('fields beside the file cannot say who made it, whose it is or what became of it', async () => {
  const { wanjikuMaker } = world.people
  const forged = {
    id: randomUUID(),
    status: 'APPROVED',
    makers: randomUUID(),
    organisationId: society(world, 'CF4101'),
    decidedBy: randomUUID(),
  }
  const { body } = await wanjikuMaker.upload<{ data: Upload }>(
    `/upload/cherry/farmer/${society(world)}`,
    'forged.csv',
    farmersCsv(1),
    forged,
  )
  const { rows } = await world.owner.query<Record<string, unknown>>('select * from uploads where id = $1', [
    body.data.id,
  ])
  expect(rows[0]).toMatchObject({
    organisation_id: society(world),
    status: 'PENDING_APPROVAL',
    made_by: wanjikuMaker.id,
    makers: [wanjikuMaker.id],
    decided_by: null,
  })
})

test('the stored file comes back byte for byte, to the society and to nobody who may not see what is in it', async () => {
  const { wanjikuMaker, danielMaker, aminaViewer } = world.people
  const bytes = farmersCsv(2)
  const { body } = await sendFile(world, wanjikuMaker, bytes, { name: 'Nyeri, März.csv' })
  const file = await wanjikuMaker.get(`/upload/cherry/${body.data.id}/download/`)
  expect(file.bytes.toString()).toBe(bytes)
  expect(file.headers['content-disposition']).toContain("filename*=UTF-8''Nyeri%2C%20M%C3%A4rz.csv")
  expect((await danielMaker.get(`/upload/cherry/${body.data.id}/download`)).status).toBe(404)
  expect((await aminaViewer.get(`/upload/cherry/${body.data.id}/download`)).status).toBe(403)
  expect((await aminaViewer.get(`/uploads/${body.data.id}/error-file`)).status).toBe(403)
  const shown = JSON.stringify((await rowsOf(aminaViewer, body.data.id)).map(({ cells }) => cells))
  const plain = await rowsOf(wanjikuMaker, body.data.id)
  for (const key of ['farmerId', 'mobileNumber', 'accountNumber', 'kraPin'] as const)
    expect(shown).not.toContain(plain[0]!.cells[columnKeys(farmersFile).indexOf(key)])
})

test('the administrator, who reads no farmers, finds no upload by its id', async () => {
  const { wanjikuMaker, samuelAdministrator, josephKpcuMaker } = world.people
  const { body } = await sendFile(world, wanjikuMaker, farmersCsv(1))
  for (const call of ['review', 'rows', 'errors', 'progress', 'error-file'])
    expect((await samuelAdministrator.get(`/uploads/${body.data.id}/${call}`)).status, call).toBe(404)
  expect((await josephKpcuMaker.get(`/uploads/${body.data.id}/review`)).status).toBe(200)
})
