import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import type { Review } from '#contract/uploads/uploads.ts'
import { farmersBinding } from '#server/farmers/uploads/farmerUploadKinds.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { originalRowTitle } from '#server/kit/sheets/writeErrorWorkbook.ts'
import { errorWorkbook } from '#server/kit/uploads/errorWorkbook.ts'
import { uploadOf, uploadRows, type UploadAnswer } from '#test/faults/farmerWays.ts'
import { newFarmers } from '#test/kit/farmerFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

const failing = 2500
let world: World
let wanjiku: Person
let id: string
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  wanjiku = world.people.wanjikuMaker
  const wrong = newFarmers(failing, { lastName: '', acreage: '2,5 acres' })
  id = (await uploadRows(world, wanjiku, [...newFarmers(1), ...wrong])).id
})
afterAll(() => world.close())

test('the annotated workbook of many failing rows holds all of them, and memory only a thousand', async () => {
  const system = world.house.db
  const read: number[] = []
  const file = await system.transaction('system', (tx) =>
    errorWorkbook({
      tx,
      binding: farmersBinding,
      uploadId: id,
      fileName: 'members.csv',
      prefix: 'File_With_Error_',
      read: async (work) => {
        const rows = await system.transaction('system', work)
        read.push(Array.isArray(rows) ? rows.length : 0)
        return rows
      },
    }),
  )
  expect(read).toEqual([])
  const bytes = new Uint8Array(await buffer(file.body as Readable)) // border: the workbook is written as it is read
  expect(read).toEqual([1000, 1000, 500])
  const table = await readTable({ bytes, fileName: 'errors.xlsx', caps: {} })
  const original = table.header.indexOf(originalRowTitle)
  const numbers: string[] = []
  for await (const batch of table.batches) numbers.push(...batch.map(({ cells }) => cells[original] ?? ''))
  expect(numbers).toEqual(Array.from({ length: failing }, (_, index) => String(index + 3)))
})

test('the call answers the same workbook', async () => {
  const answer = await wanjiku.get(`/uploads/${id}/error-file`)
  expect(answer.status).toBe(200)
  const table = await readTable({ bytes: new Uint8Array(answer.bytes), fileName: 'errors.xlsx', caps: {} })
  let count = 0
  for await (const batch of table.batches) count += batch.length
  expect(count).toBe(failing)
})

test('beyond the end of the rows and of the errors stands their last page', async () => {
  for (const [path, total] of [
    [`/uploads/${id}/rows`, failing],
    [`/uploads/${id}/errors`, 2 * failing],
  ] as const) {
    const size = 70
    const number = Math.ceil(total / size) - 1
    const last = await wanjiku.get<PageOf<object>>(path, { page: number, size })
    const beyond = await wanjiku.get<PageOf<object>>(path, { page: number + 5, size })
    expect(beyond.body.page).toEqual({ size, number, totalElements: total, totalPages: number + 1 })
    expect(beyond.body.data).toHaveLength(total - number * size)
    expect(beyond.body).toEqual(last.body)
  }
})

test('many rows that fail are grouped by cause, mended and left out in one go', async () => {
  const { body } = await wanjiku.get<Review>(`/uploads/${id}/review`)
  const keys = columnKeys(farmersFile)
  expect(body.groups).toMatchObject([
    { column: keys.indexOf('lastName'), code: 'required', rows: failing },
    { column: keys.indexOf('acreage'), code: 'number', rows: failing },
  ])
  const wrong = { code: 'number', column: keys.indexOf('acreage') }
  const repaired = await wanjiku.post<UploadAnswer>(`/uploads/${id}/repair`, { version: body.upload.version, ...wrong })
  expect(repaired.body.data).toMatchObject({ mended: failing, failed: failing })
  expect((await wanjiku.get<Review>(`/uploads/${id}/review`)).body.groups).toMatchObject([{ code: 'required' }])
  const { version } = repaired.body.data
  const out = await wanjiku.post<UploadAnswer>(`/uploads/${id}/leave-out`, {
    version,
    allFailed: true,
    takeBack: false,
  })
  expect(out.body.data).toMatchObject({ failed: 0, ready: 1, leftOut: failing })
  const back = await wanjiku.post<UploadAnswer>(`/uploads/${id}/leave-out`, {
    version: version + 1,
    rows: [3],
    takeBack: true,
  })
  expect(back.body.data).toMatchObject({ failed: 1, ready: 1, leftOut: failing - 1 })
  expect(await uploadOf(wanjiku, id)).toMatchObject({ numberOfLots: failing + 1 })
})
