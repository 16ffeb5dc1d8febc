import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadKinds } from '#contract/index.ts'
import type { CheckContext } from '#contract/kit/field.ts'
import { checkCells, columnKeys, matchHeader, type Column, type UploadKind } from '#contract/kit/uploadKind.ts'
import type { CellError, Upload } from '#contract/uploads/uploads.ts'
import { businessYear } from '#server/kit/clock.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { writeTemplate } from '#server/kit/sheets/writeTemplate.ts'
import { sheetOf } from '#server/kit/uploads/sheetOf.ts'
import { demoNumbers } from '#server/facts/demoNumbers.ts'
import { listedNames } from '#server/facts/listedNames.ts'
import { uploadBindings } from '#server/records.ts'
import type { z } from 'zod'
import { csvOf } from './kit/farmerFiles.ts'
import { holdSale } from './kit/auctionResults.ts'
import { enterSale } from './kit/catalogueFiles.ts'
import { openSale } from './kit/dispatchFiles.ts'
import { extraFields as fields, freshRows, sentBy, uploadPath } from './kit/uploadKinds.ts'
import { makeWorld, type World } from './kit/world.ts'

let world: World
const contexts = new Map<string, CheckContext>()
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await enterSale(world)
  await openSale(world)
  await holdSale(world)
  for (const { kind, lists } of uploadBindings)
    contexts.set(kind.name, { year: businessYear(), lists: await world.house.db.transaction('system', lists) })
})
afterAll(() => world?.close())

const contextOf = (kind: UploadKind): CheckContext => contexts.get(kind.name) as CheckContext // set for every binding above
const columnsOf = (kind: UploadKind) => columnKeys(kind).map((key) => [key, kind.columns[key] as Column] as const)
const examples = (kind: UploadKind) => columnsOf(kind).map(([, { example }]) => example)
describe.each(uploadKinds as readonly UploadKind[])('the files of $name', (kind) => {
  const downloaded = async () =>
    (await world.people[sentBy(kind)].get('/files/downloads', { filename: kind.template.key })).bytes

  test('the template that people download carries the declared headings and no row', async () => {
    const { sheets } = await readXlsx(await downloaded())
    expect(sheets[0]?.name).toBe(kind.sheetName)
    expect(sheets[0]?.rows[0]).toEqual(columnsOf(kind).map(([, { title }]) => title))
    await expect(readTable({ bytes: await downloaded(), fileName: kind.template.fileName, caps: {} })).rejects.toThrow(
      /row/i,
    )
  })

  test('its instructions name the choices of a column once', async () => {
    const { sheets } = await readXlsx(await downloaded())
    const lines = sheets.find(({ name }) => name === 'Instructions')?.rows ?? []
    const rules = new Map(lines.map(([title, , rule]) => [String(title), String(rule)]))
    for (const [, { title, choices = [], rule }] of columnsOf(kind)) {
      expect(rules.get(title)).toContain(rule)
      for (const chosen of choices)
        expect([chosen, rules.get(title)?.split(new RegExp(`(?<![\\w-])${chosen}(?![\\w-])`)).length]).toEqual([
          chosen,
          2,
        ])
      expect(rules.get(title)?.match(/one of/gi)?.length ?? 0).toBeLessThan(2)
    }
  })

  test('the template offers every fixed choice and every entry of its reference lists as a drop-down that its rules take', async () => {
    const { sheets } = await readXlsx(await downloaded())
    const lists = sheets.find(({ name }) => name === 'Lists')
    expect((sheets[0]?.dataValidations ?? []).filter(({ type }) => type === 'list')).toHaveLength(
      columnsOf(kind).filter(([, { choices, list, within }]) => choices ?? list ?? within).length,
    )
    for (const [at, [key, column]] of columnsOf(kind).entries()) {
      if ((!column.choices && !column.list) || column.within) continue
      const letter = String.fromCharCode(65 + at)
      const rule = sheets[0]?.dataValidations?.find(({ range }) => range === `${letter}2:${letter}1048576`)
      const [, place = '', end = ''] = /^Lists!\$([A-Z])\$1:\$\1\$(\d+)$/.exec(String(rule?.formula1)) ?? []
      const offered = (lists?.rows ?? [])
        .slice(0, Number(end))
        .map((row) => String(row[place.charCodeAt(0) - 65] ?? ''))
      // One entry is a choice too where there is one only, such as the one warehouse of the valley.
      expect([key, offered.length > 0, new Set(offered).size]).toEqual([key, true, offered.length])
      expect([key, offered.filter((name) => typeof column.read(name, contextOf(kind)) !== 'string')]).toEqual([key, []])
      expect(offered).toContain(column.example)
      expect(lists?.rows[Number(end)]?.[place.charCodeAt(0) - 65] ?? null).toBeNull()
    }
  })

  test('a list that hangs on other columns offers for every group what the checks of the row take, and all there is', async () => {
    const { sheets } = await readXlsx(await downloaded())
    const lines = sheets.find(({ name }) => name === 'Lists')?.rows ?? []
    for (const [at, [key, { within }]] of columnsOf(kind).entries()) {
      if (!within) continue
      const letter = String.fromCharCode(65 + at)
      const rule = sheets[0]?.dataValidations?.find(({ range }) => range === `${letter}2:${letter}1048576`)
      const place = /^OFFSET\(Lists!\$([A-Z])\$1,.*COUNTIF\(Lists!\$[A-Z]\$1:\$[A-Z]\$(\d+),/.exec(
        String(rule?.formula1),
      )
      const nameAt = (place?.[1] ?? '').charCodeAt(0) - 65
      const offered = lines.slice(0, Number(place?.[2])).map((line) => [line[nameAt - 1], line[nameAt]].map(String))
      // A group stands in one piece, in which nothing is there twice.
      const groups = offered.map(([group]) => group)
      expect(groups.filter((group, index) => group !== groups[index - 1])).toHaveLength(new Set(groups).size)
      expect(new Set(offered.map((line) => line.join('/'))).size).toBe(offered.length)
      const refused = offered.filter(([group = '', name = '']) => {
        const places = group.split('/')
        const row = columnsOf(kind).map(([other, { example }]) => {
          const before = within.columns.indexOf(other)
          return other === key ? name : before === -1 ? example : (places[before] ?? '')
        })
        return checkCells(kind, row, contextOf(kind)).problems.some(({ column }) => column === at)
      })
      expect([key, refused]).toEqual([key, []])
      expect([key, offered.length > 40]).toEqual([key, true])
    }
  })

  test('the template says which account numbers the simulated bank of the demo answers otherwise, where it has any', async () => {
    const { sheets } = await readXlsx(await downloaded())
    const text = JSON.stringify(sheets.find(({ name }) => name === 'Instructions')?.rows)
    for (const { ending } of demoNumbers)
      expect([ending, text.includes(ending)]).toEqual([ending, 'accountNumber' in kind.columns])
  })

  test('the template is saved under its name', async () => {
    const { headers } = await world.people[sentBy(kind)].get('/files/downloads', { filename: kind.template.key })
    expect(headers['content-disposition']).toContain(kind.template.fileName)
  })

  test('the filled template reads back as it was filled, and its headings are found', async () => {
    const bytes = await writeTemplate({ ...sheetOf(kind), rows: [examples(kind)] })
    const table = await readTable({ bytes, fileName: kind.template.fileName, caps: {} })
    const rows = []
    for await (const batch of table.batches) rows.push(...batch)
    expect(rows.map(({ cells }) => cells)).toEqual([examples(kind)])
    expect(matchHeader(kind, table.header)).toEqual({
      positions: columnKeys(kind).map((_, index) => index),
      absent: [],
    })
  })

  test('the example row passes its own checks against the real lists', () => {
    expect(checkCells(kind, examples(kind), contextOf(kind)).problems).toEqual([])
  })

  test('the filled template is accepted by its own call', async () => {
    const [fresh = {}] = freshRows(kind, 1)
    const filled = columnsOf(kind).map(([key, { example }]) => fresh[key] ?? example)
    const names = await world.house.db.transaction('system', listedNames)
    const bytes = await writeTemplate({ ...sheetOf(kind, names), rows: [filled] })
    const sent = await world.people[sentBy(kind)].upload<{ data: Upload }>(
      await uploadPath(kind),
      kind.template.fileName,
      bytes,
      fields,
    )
    // Where its rows are decided one by one, each is a record already.
    expect([sent.status, sent.body?.data.ready + sent.body?.data.done]).toEqual([200, 1])
  })

  test('headings are found in any order, under every name they are known by, whatever case and signs', () => {
    for (const [key, { title, also = [] }] of columnsOf(kind))
      for (const written of [title, ...also]) {
        const forms = [
          written,
          written.toUpperCase(),
          written.toLowerCase().replaceAll(' ', '_'),
          ` ${written.replaceAll(' ', '-')}. `,
        ]
        for (const form of forms) {
          const header = [
            'Remarks',
            ...columnsOf(kind)
              .map(([other, column]) => (other === key ? form : column.title))
              .toReversed(),
          ]
          const { positions, absent } = matchHeader(kind, header)
          expect(absent, form).toEqual([])
          expect(header[positions[columnKeys(kind).indexOf(key)] ?? -1], form).toBe(form)
        }
      }
  })

  test('a heading that is needed and missing is named', () => {
    for (const [key, { title, required }] of columnsOf(kind)) {
      const { absent } = matchHeader(
        kind,
        columnsOf(kind).flatMap(([other, column]) => (other === key ? [] : [column.title])),
      )
      expect(absent).toEqual(required ? [title] : [])
    }
  })

  /** A cell that the column's rule does not take, with the row otherwise right. */
  const brokenCell = (index: number): string | undefined =>
    ['', 'Nowhere at all', '-', '0', '12a', 'x'.repeat(300), '9'.repeat(30)].find((cell) =>
      checkCells(kind, examples(kind).with(index, cell), contextOf(kind)).problems.some(
        ({ column, severity }) => column === index && severity === 'error',
      ),
    )

  test('each rule, broken once, is reported at its row and column', async () => {
    const rows = freshRows(kind, columnKeys(kind).length)
    const broken = columnsOf(kind).map(([key, { title }], index) => ({ key, title, cell: brokenCell(index) }))
    expect(broken.filter(({ cell }) => cell === undefined).map(({ key }) => key)).toEqual([])
    const csv = csvOf(
      kind,
      rows.map((row, index) => ({ ...row, [broken[index]?.key ?? '']: broken[index]?.cell })),
    )
    const sender = world.people[sentBy(kind)]
    const sent = await sender.upload<{ data: Upload }>(await uploadPath(kind), 'broken.csv', csv, fields, {
      headers: { prefer: 'respond-async' },
    })
    expect(sent.status).toBe(202)
    const { id } = sent.body.data
    await sender.request('GET', `/uploads/${id}/progress`, { headers: { accept: 'text/event-stream' } })
    const { body } = await sender.get<{ data: z.output<typeof CellError>[] }>(`/uploads/${id}/errors`, {
      paginate: 'Y',
      size: 100,
    })
    const errors = body.data.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ row, columnKey, value }) => [row, columnKey, value])).toEqual(
      broken.map(({ key, cell }, index) => [index + 2, key, cell]),
    )
    expect(errors.map(({ column }) => column)).toEqual(broken.map(({ title }) => title))
    const workbook = await sender.get(`/uploads/${id}/error-file`)
    // The same lists, each two columns further right: what is wrong and the original row stand first.
    const rules = (bytes: Uint8Array, before: number) =>
      readXlsx(bytes).then(({ sheets }) =>
        sheets[0]?.dataValidations?.map(({ range, formula1 }) => [
          range.charCodeAt(0) - before,
          formula1?.replace(/\$([A-Z])2\b/g, (_, letter: string) => `column ${letter.charCodeAt(0) - before}`),
        ]),
      )
    expect(await rules(workbook.bytes, 2)).toEqual(await rules(await downloaded(), 0))
    const table = await readTable({ bytes: workbook.bytes, fileName: 'errors.xlsx', caps: {} })
    const listed = []
    for await (const batch of table.batches) listed.push(...batch)
    expect(listed).toHaveLength(broken.length)
  })

  test('what must stand once in a file is refused the second time', async () => {
    for (const key of kind.unique) {
      const [first = {}, second = {}] = freshRows(kind, 2)
      const csv = csvOf(kind, [first, { ...second, [key]: (first as Record<string, string>)[key] }])
      const { status } = await world.people[sentBy(kind)].upload(await uploadPath(kind), 'twice.csv', csv, fields)
      expect([key, status]).toEqual([key, 424])
    }
  })

  test.each(kind.repairs.map((repair) => [repair.column, repair] as const))(
    'the repair of %s mends a cell',
    (column, repair) => {
      const index = columnKeys(kind).indexOf(column)
      const example = examples(kind)[index] ?? ''
      const slips = [
        example.replace('0', 'O'),
        `${example.slice(0, 3)} ${example.slice(3)}`,
        `${example.slice(0, 2)}-${example.slice(2)}`,
        `Tel. ${example}`,
        `${example}678`,
        `${example} acres`,
        example.slice(0, -1),
        `${example.slice(0, 2)}${example.slice(3)}`,
        `${example}x`,
      ]
      const errorOf = (cell: string) =>
        checkCells(kind, examples(kind).with(index, cell), contextOf(kind)).problems.find(
          (problem) => problem.column === index && problem.severity === 'error',
        )
      const row = Object.fromEntries(columnKeys(kind).map((key, at) => [key, examples(kind)[at] ?? '']))
      const mended = slips.filter((slip) => {
        const problem = errorOf(slip)
        return (
          problem &&
          repair.codes.includes(problem.code) &&
          !errorOf(repair.mend(slip, { ...row, [column]: slip }, contextOf(kind)))
        )
      })
      expect(mended.length).toBeGreaterThan(0)
      // What cannot be mended is left alone for a person.
      expect(repair.mend('', row, contextOf(kind))).toBe('')
    },
  )
})
