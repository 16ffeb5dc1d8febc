import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints, lists, workflows } from '#contract/index.ts'
import type { Endpoint } from './endpoint.ts'
import { lettersAndDigits, text } from './field.ts'
import { leavingOrder, listScreen, toldTo } from './listScreen.ts'
import { checkCells, uploadKind, type Column, type UploadKind } from './uploadKind.ts'
import { workflow } from './workflow.ts'

const state = (id: number) => ({ id, name: 'X', label: 'X', tone: 'neutral' as const })
const step = (from: 'A' | 'B' | 'C', to: 'A' | 'B' | 'C') =>
  ({ label: 'Go', from: [from], to: [to], allow: 'CAN_ADMINISTER', who: 'anyone', tone: 'plain' }) as const

test('a status id of our own means one thing, wherever it is read', () => {
  const names = new Map<number, Set<string>>()
  // Those below 200 are the specification's, which uses some of them for several things. It spells one with a hyphen here and an underscore there.
  for (const { states } of workflows)
    for (const { id, name, label } of Object.values(states))
      if (id >= 200) names.set(id, (names.get(id) ?? new Set()).add(`${name.replaceAll('-', '_')}: ${label}`))
  expect([...names].filter(([, meanings]) => meanings.size > 1)).toEqual([])
})

test('reports, which a replica may answer, only read', () => {
  const calls = Object.values(endpoints).flatMap((group) => Object.values<Endpoint>(group))
  const reports = calls.filter(({ reports: isReport }) => isReport)
  expect(reports.filter(({ method, allow }) => method !== 'GET' || allow === 'anyone')).toEqual([])
  expect(reports.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/dashboard/:organisationId', '/prices', '/upload/cherry/summaryReport/:organisationId']),
  )
})

test('a state that no step leads to is refused when the program starts', () => {
  const states = { A: state(1), B: state(2), C: state(3) }
  const declare = (steps: Record<string, ReturnType<typeof step>>) => () =>
    workflow({ kind: 'x', record: 'x', initial: ['A'], states, steps })
  expect(declare({ one: step('A', 'B') })).toThrow('unreachable states C')
  expect(declare({ one: step('A', 'B'), two: step('C', 'C') })).toThrow('unreachable states C')
  expect(declare({ two: step('B', 'C'), one: step('A', 'B') })).not.toThrow()
})

test('a list is sorted by one of its sortable columns', () => {
  const declare = (sort: true | undefined) => () =>
    listScreen({
      name: 'x',
      title: 'X',
      row: z.object({ id: z.string() }),
      columns: [{ key: 'id', title: 'Id', as: 'code', ...(sort ? { sort } : {}) }],
      searchIn: 'Id',
      sort: { key: 'id', direction: 'asc' },
      pageSize: 7,
    })
  expect(declare(undefined)).toThrow('not a sortable column')
  expect(declare(true)).not.toThrow()
})

test('a column is kept from users of a type, and the search does not promise it to them', () => {
  const list = listScreen({
    name: 'x',
    title: 'X',
    row: z.object({ id: z.string(), price: z.string() }),
    columns: [
      { key: 'id', title: 'Id', as: 'code', sort: true },
      { key: 'price', title: 'Price', as: 'money', notFor: ['MILLER'] },
    ],
    searchIn: 'Id or price',
    searchInFewer: 'Id',
    sort: { key: 'id', direction: 'asc' },
    pageSize: 7,
  })
  expect(toldTo('BUYER', list)).toEqual(list)
  expect(toldTo('MILLER', list)).toMatchObject({ columns: [{ key: 'id' }], searchIn: 'Id' })
  const { searchInFewer: _, ...plain } = list
  expect(toldTo('MILLER', plain).searchIn).toBe('Id or price')
})

const kindOf = (columns: Record<string, Column>, more: Partial<UploadKind> = {}) =>
  uploadKind({
    name: 'x',
    title: 'X',
    upload: 'CAN_ADMINISTER',
    template: { fileName: 'x.xlsx', key: 'x' },
    sheetName: 'X',
    columns,
    unique: [],
    repairs: [],
    instructions: [],
    ...more,
  })
const code: Column = { title: 'Code', example: 'A1', ...lettersAndDigits(4) }
const remark: Column = { title: 'Remark', example: '', ...text(10, { required: false }) }

test('an example that breaks its own rule is refused when the program starts', () => {
  expect(() => kindOf({ code: { ...code, example: 'A 1' } })).toThrow('x.code: the example breaks the rule')
  expect(() => kindOf({ code }, { repairs: [{ column: 'other', codes: [], label: '', mend: String }] })).toThrow(
    'unknown column other',
  )
})

test('every problem of a row is told, not only the first, and a check of several cells runs when those are right', () => {
  let judged = 0
  const kind = kindOf(
    { code, remark },
    { rowChecks: [{ needs: ['code', 'remark'], check: () => ((judged += 1), []) }] },
  )
  const context = { year: 2026, lists: {} }
  const { clean, problems } = checkCells(kind, ['', 'much too long a remark'], context)
  expect(problems.map(({ column, code: problem }) => [column, problem])).toEqual([
    [0, 'required'],
    [1, 'too_long'],
  ])
  expect([clean, judged]).toEqual([['', ''], 0])
  expect(checkCells(kind, ['a1'], context)).toEqual({ clean: ['A1', ''], problems: [] })
  expect(judged).toBe(1)
})

test('a check does not wait for cells that it does not need, and none runs on what another found wrong', () => {
  const wrong = { column: 'code', problem: { code: 'taken', message: 'Taken' }, severity: 'error' } as const
  const kind = kindOf(
    { code, remark },
    {
      rowChecks: [
        { needs: ['code'], check: () => [wrong] },
        { needs: ['code', 'remark'], check: () => [{ ...wrong, column: 'remark' }] },
      ],
    },
  )
  const codes = (cells: string[]) => checkCells(kind, cells, { year: 2026, lists: {} }).problems.map((one) => one.code)
  expect(codes(['a1', 'much too long a remark'])).toEqual(['too_long', 'taken'])
  expect(codes(['a1', 'short'])).toEqual(['taken'])
})

test('personal numbers leave a table first, then the last columns; names, amounts, statuses and ages stay', () => {
  expect(
    leavingOrder([
      { key: 'member', title: '', as: 'code' },
      { key: 'name', title: '', as: 'name' },
      { key: 'id', title: '', as: 'code', personal: true },
      { key: 'mobile', title: '', as: 'code', personal: true },
      { key: 'amount', title: '', as: 'money' },
      { key: 'acreage', title: '', as: 'number', card: 'value' },
      { key: 'place', title: '', as: 'text' },
      { key: 'crop', title: '', as: 'text', leaves: 'first' },
      { key: 'since', title: '', as: 'time', leaves: 'never' },
      { key: 'status', title: '', as: 'status' },
    ]),
  ).toEqual(['crop', 'mobile', 'id', 'place', 'member'])
})

test('what the search of the house shows of a record is shown as its list shows it', () => {
  const unknown = lists.flatMap(({ name, columns, found = [] }) =>
    found.filter((key) => !columns.some((column) => column.key === key)).map((key) => `${name} ${key}`),
  )
  expect(unknown).toEqual([])
})

test('whose record it is stands under its name, unless that is its name', () => {
  const elsewhere = lists.flatMap(({ name, columns }) =>
    columns.flatMap(({ key, hidden, card }) =>
      key !== 'organisationName' || hidden === 'own' || hidden === 'under' || card === 'title' ? [] : [name],
    ),
  )
  // Whose fund a line of the bank is of, for who wants to know.
  expect(elsewhere).toEqual(['statement-exceptions'])
})
