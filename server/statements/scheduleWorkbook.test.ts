import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FarmerStatement } from '#contract/statements/farmerStatements.ts'
import type { DeductionKind } from '#contract/schedules/deductions.ts'
import { valueIn, withEach, type ListScreen, type PageOf } from '#contract/kit/listScreen.ts'
import { scheduleLineList, type ScheduleLine } from '#contract/schedules/scheduleLines.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { columnIndex } from '#server/kit/sheets/cellAddress.ts'
import { masked } from '#server/kit/scope.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { uploadCaps } from '#server/kit/sheets/sheetRefused.ts'
import { openZip, readSmallPart } from '#server/kit/sheets/zip.ts'
import { converted } from '#test/kit/conversions.ts'
import { decideDeduction, proposeDeduction } from '#test/kit/deductions.ts'
import { makePayingWorld } from '#test/kit/payouts.ts'
import type { Person } from '#test/kit/people.ts'
import { decideSchedule, fewMembers, fillPool, keepFloor, membersOf, owe, saveSchedule } from '#test/kit/schedules.ts'
import type { World } from '#test/kit/world.ts'
import { codeOfSchedule } from './checkedSchedules.ts'

// The schedule as a file: a column for each lender and deduction, sums that are formulas, and to the cent what the schedule says.
let world: World
let id: string
beforeAll(async () => {
  world = (await makePayingWorld()).world
  await fewMembers(world, 8)
  await keepFloor(world)
  await fillPool(world, 'CF4100', 90_000)
  await converted(world, 333.33, '129.123457')
  await resolve('INPUTS', 25)
  await resolve('TRANSPORT', 1.1)
  await resolve('PREMIUM', 7)
  const [first, second] = await membersOf(world)
  await owe(world, first!.id, 'KPCU', 12_345n)
  await owe(world, first!.id, 'COOP', 6_789n)
  await owe(world, second!.id, 'COOP', 4_321n)
  const saved = await saveSchedule(world, world.people.wanjikuMaker)
  expect(saved.status).toBe(200)
  id = saved.body.data.id
})
afterAll(() => world?.close())

/** An approved resolution by which so much is taken of each member, or added. */
async function resolve(kind: DeductionKind, amount: number): Promise<void> {
  const payee = kind === 'PREMIUM' ? { institution: undefined, accountNumber: undefined } : {}
  const { wanjikuMaker, margaretManager } = world.people
  const proposed = await proposeDeduction(world, wanjikuMaker, { kind, basis: 'PER_MEMBER', amount, ...payee })
  expect([proposed.status, proposed.body.message]).toEqual([200, proposed.body.message])
  const { status } = await decideDeduction(world, margaretManager, 'approve', proposed.body.data)
  expect(status).toBe(200)
}

type Cell = { value: string; formula: string | null }
type Sheet = Map<string, Cell>
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** A sheet of the workbook as it stands in the file: each cell with its value and its formula. */
async function sheetOf(bytes: Buffer, number: number): Promise<Sheet> {
  const zip = openZip({ bytes, caps: uploadCaps })
  const xml = String(await readSmallPart({ zip, name: `xl/worksheets/sheet${number}.xml` }))
  return new Map(
    [...xml.matchAll(/<c r="([A-Z]+\d+)"[^>]*?(?:\/>|>(.*?)<\/c>)/g)].map(([, address = '', inside = '']) => {
      const text = (pattern: RegExp) =>
        pattern.exec(inside)?.[1]?.replace(/&\w+;/g, (found) => entities[found] ?? found) ?? null
      return [address, { value: text(/<(?:v|t)[^>]*>(.*?)<\/(?:v|t)>/) ?? '', formula: text(/<f>(.*?)<\/f>/) }]
    }),
  )
}

const cents = (text: number | string) => Math.round(Number(text) * 100)
const workbookOf = (person: Person) => person.get(`/payment/schedule/${id}/workbook`)

/** The cells of a sheet row by row, without its titles. */
function rowsOf(sheet: Sheet): Record<string, Cell>[] {
  const rows: Record<string, Cell>[] = []
  for (const [address, cell] of sheet) {
    const [, letters = '', number = ''] = /^([A-Z]+)(\d+)$/.exec(address) ?? []
    const row = (rows[Number(number) - 1] ??= {})
    row[letters] = cell
  }
  return rows
}
const lettersOf = (sheet: Sheet, title: string): string => {
  const found = Object.entries(rowsOf(sheet)[0] ?? {}).find(([, { value }]) => value === title)
  if (!found) throw new Error(`no column ${title}`)
  return found[0]
}

/** What a formula of ours comes to: sums of a range, and what is added and taken of single cells. */
function computed(formula: string, here: Sheet, members: Sheet): number {
  const valueAt = (sheet: Sheet, address: string) => cents(sheet.get(address)?.value || 0)
  const withSums = formula.replace(
    /SUM\((Members!)?([A-Z]+)(\d+):([A-Z]+)(\d+)\)/g,
    (_all, elsewhere: string | undefined, from: string, first: string, to: string, last: string) => {
      let sum = 0
      for (const [address] of elsewhere ? members : here) {
        const [, letters = '', number = ''] = /^([A-Z]+)(\d+)$/.exec(address) ?? []
        const isWithin = columnIndex(letters) >= columnIndex(from) && columnIndex(letters) <= columnIndex(to)
        if (isWithin && Number(number) >= Number(first) && Number(number) <= Number(last))
          sum += valueAt(elsewhere ? members : here, address)
      }
      return `(${sum})`
    },
  )
  return withSums
    .split(/(?=[+-](?![^(]*\)))/)
    .map((term) => {
      const [, sign = '', inside = ''] = /^([+-]?)(.*)$/.exec(term) ?? []
      const value = inside.startsWith('(') ? Number(inside.slice(1, -1)) : valueAt(here, inside)
      return sign === '-' ? -value : value
    })
    .reduce((sum, value) => sum + value, 0)
}

test('says of each member what goes to each lender and deduction, and every sum is a formula with its result', async () => {
  const { bytes, headers } = await workbookOf(world.people.wanjikuMaker)
  expect(headers['content-disposition']).toMatch(/Farmer_PaymentSchedule_\d{8}_\d{6}\.xlsx/)
  const list = await world.people.wanjikuMaker.get(`/payment/schedule/${id}/lines`, { export: 'csv' })
  expect(list.headers['content-disposition']).toMatch(/Farmer_PaymentSchedule_\d{8}_\d{6}\.csv/)
  const [head, members] = [await sheetOf(bytes, 1), await sheetOf(bytes, 2)]
  const { body } = await world.people.wanjikuMaker.get<PageOf<ScheduleLine>>(`/payment/schedule/${id}/lines`, {
    paginate: 'Y',
    size: 100,
  })
  const { data: lines, columns } = body
  expect(lines.length).toBe(8)
  const table = rowsOf(members)
  expect(table.length).toBe(lines.length + 2)
  const taken = columns?.['taken'] ?? []
  expect(taken.map(({ title }) => title)).toEqual([
    'Inputs',
    'Transport',
    'Kenya Planters Co-operative Union',
    'Co-operative Bank',
  ])
  const at = (title: string) => lettersOf(members, title)
  for (const [place, line] of lines.entries()) {
    const row = table[place + 1] ?? {}
    expect(row[at('Member number')]?.value).toBe(line.memberNumber)
    expect(row[at('Account')]?.value).toBe(line.accountNumber)
    expect(cents(row[at('Total amount')]?.value ?? '')).toBe(cents(line.initialAmount))
    expect(cents(row[at('Premium')]?.value ?? '')).toBe(cents(line.bonus))
    expect(cents(row[at('Net amount')]?.value ?? '')).toBe(cents(line.netAmount))
    for (const { key, title } of taken)
      expect([line.name, title, cents(row[at(title)]?.value ?? '')]).toEqual([
        line.name,
        title,
        cents(line.taken[key] ?? 0),
      ])
    const all = taken.reduce((sum, { title }) => sum + cents(row[at(title)]?.value ?? ''), 0)
    expect(all).toBe(cents(line.recovered) + cents(line.deducted))
  }
  const formulas = [...members, ...head].filter(([, { formula }]) => formula !== null)
  expect(formulas.length).toBeGreaterThan(lines.length + 15)
  for (const [sheet, cells] of [
    ['head', head],
    ['members', members],
  ] as const)
    for (const [address, { value, formula }] of cells)
      if (formula !== null)
        expect([sheet, address, computed(formula, cells, members)]).toEqual([sheet, address, cents(value)])
})

test('the list of its lines has a column for each of them too, on the screen and in its file', async () => {
  const get = <Body>(query: object) =>
    world.people.wanjikuMaker.get<Body>(`/payment/schedule/${id}/lines`, { sort: 'memberNumber', ...query })
  const { data, columns } = (await get<PageOf<ScheduleLine>>({ paginate: 'Y', size: 100 })).body
  const { columns: shown } = withEach(scheduleLineList as unknown as ListScreen, columns)
  const table = await readTable({ bytes: (await get({ export: 'csv' })).bytes, fileName: 'lines.csv', caps: {} })
  expect(table.header).toEqual(shown.map(({ title }) => title))
  expect(table.header).toContain('Kenya Planters Co-operative Union')
  const cells: string[][] = []
  for await (const batch of table.batches) cells.push(...batch.map((row) => row.cells))
  for (const [place, line] of data.entries()) {
    let all = 0
    for (const [at, column] of shown.entries())
      if (column.key.startsWith('taken.')) {
        expect([line.name, column.title, cents(cells[place]?.[at] ?? '')]).toEqual([
          line.name,
          column.title,
          cents(Number(valueIn(line, column) ?? 0)),
        ])
        all += cents(cells[place]?.[at] ?? '')
      }
    expect([line.name, all]).toEqual([line.name, cents(line.recovered) + cents(line.deducted)])
  }
  expect(data.some(({ taken }) => Object.keys(taken).length > 1)).toBe(true)
})

test('is what the schedule itself says, to the cent, with its deal once it is approved', async () => {
  const pending = rowsOf(await sheetOf((await workbookOf(world.people.wanjikuMaker)).bytes, 1))
  const named = (rows: Record<string, Cell>[], name: string) => rows.find(({ A }) => A?.value === name)
  expect(named(pending, 'Deals')?.['B']?.value).toBe('Written when the schedule is approved')
  const decided = await decideSchedule(world, world.people.margaretManager, 'APPROVE', { id })
  expect(decided.status).toBe(200)
  const schedule = decided.body.data
  const rows = rowsOf(await sheetOf((await workbookOf(world.people.wanjikuMaker)).bytes, 1))
  for (const [name, amount] of [
    ['Total amount', schedule.total],
    ['Premium', schedule.bonus],
    ['Net amount', schedule.net],
  ] as const) {
    const row = named(rows, name)
    expect([
      name,
      cents(row?.['C']?.value ?? ''),
      cents(row?.['D']?.value ?? ''),
      cents(row?.['E']?.value ?? ''),
    ]).toEqual([name, cents(amount), cents(amount), 0])
  }
  expect([named(pending, 'Status')?.['B']?.value, named(rows, 'Status')?.['B']?.value]).toEqual([
    'Awaiting checker',
    'Being paid',
  ])
  expect(named(rows, 'Approved cherry')?.['B']?.value).toMatch(/^[\d,]+\.\d kg$/)
  expect(rows.find(({ A }) => A?.value.startsWith('Deal '))?.['B']?.value).toMatch(/^USD [\d,]+\.\d\d at 129\.123457$/)
  expect(named(rows, 'Fingerprint of the lines')?.['B']?.value).toBe(schedule.fingerprint)
  const address = named(rows, 'Anybody checks it at')?.['B']?.value ?? ''
  expect(named(pending, 'Anybody checks it at')).toBe(undefined)
  const check = (code: string) => world.stranger({ method: 'GET', path: `/check-schedule/${code}` })
  const code = address.split('/').at(-1) ?? ''
  expect(await check(code)).toMatchObject({
    status: 200,
    body: {
      organisationName: schedule.organisationName,
      season: schedule.season,
      cycle: 1,
      members: 8,
      net: schedule.net,
      fingerprint: schedule.fingerprint,
      approvedAt: schedule.decidedAt,
    },
  })
  const altered = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`
  expect(await check(altered)).toMatchObject({ status: 404, body: { code: 'schedule_paper.unknown' } })
  const waiting = codeOfSchedule(
    world.house,
    id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  )
  expect(await check(waiting)).toMatchObject({ status: 404, body: { code: 'schedule_paper.unknown' } })
  expect(named(rows, 'Decided by')?.['B']?.value).toContain(schedule.decidedBy)
  expect(rows.filter(({ A }) => A?.value.startsWith('Deal '))).toHaveLength(1)
  const deals = rows.filter(({ A }) => A?.value.startsWith('Deal ') || A?.value === 'Came as shillings')
  const paidOut = cents(schedule.net) + cents(schedule.recovered) + cents(schedule.deducted)
  expect(deals.reduce((sum, { C }) => sum + cents(C?.value ?? ''), 0)).toBe(paidOut)
})

test('what the bank has refused was not paid on a day, and ways are called as on the screen', async () => {
  const set = (status: string) =>
    world.owner.query(
      `update schedule_lines set status = $2, reason = case $2 when 'FAILED' then 'The account is closed' else '' end, settled_at = now()
        where id = (select id from schedule_lines where communal_payment_id = $1 and status <> 'HELD' order by id limit 1) returning farmer_id`,
      [id, status],
    )
  const { wanjikuMaker } = world.people
  const paidOn = async () => {
    const sheet = await sheetOf((await workbookOf(wanjikuMaker)).bytes, 2)
    const [day, way] = [lettersOf(sheet, 'Paid on'), lettersOf(sheet, 'Pay channel')]
    const rows = rowsOf(sheet).slice(1, -1)
    expect(rows.flatMap((row) => row[way]?.value ?? '').join()).not.toMatch(/INTERNALFT|MPESA/)
    return rows.filter((row) => row[day]?.value).length
  }
  const { rows } = await set('FAILED')
  expect(await paidOn()).toBe(0)
  const statement = await wanjikuMaker.get<FarmerStatement>(
    `/farmer/payment_statement/${world.organisationId('CF4100')}/${rows[0].farmer_id}`,
  )
  expect(statement.body.payments[0]).toMatchObject({ status: 'FAILED', paidAt: null })
  await set('SUCCESS')
  expect(await paidOn()).toBe(1)
})

test('masks personal values for whoever may not see them, leaves a line in the trail, and is nobody else’s', async () => {
  const { wanjikuMaker, danielMaker } = world.people
  expect((await workbookOf(danielMaker)).status).toBe(404)
  const trail = async () =>
    (
      await world.owner.query<{ comment: string }>(
        `select comment from audit_events where actor_id = $1 and kind = 'export' order by id`,
        [wanjikuMaker.id],
      )
    ).rows.map(({ comment }) => comment)
  const before = (await trail()).length
  await workbookOf(wanjikuMaker)
  expect((await trail()).slice(before)).toEqual([`XLSX, CF4100, ${currentSeason()}, cycle 1, 8 rows`])
  const accounts = async () => {
    const table = rowsOf(await sheetOf((await workbookOf(wanjikuMaker)).bytes, 2))
    const at = Object.entries(table[0] ?? {}).find(([, { value }]) => value === 'Account')?.[0] ?? ''
    return table.slice(1, -1).map((row) => row[at]?.value ?? '')
  }
  const seen = await accounts()
  await world.owner.query(
    `update roles set permissions = array_remove(permissions, 'CAN_VIEW_PERSONAL_DATA') where name = (select role_name from users where id = $1)`,
    [wanjikuMaker.id],
  )
  expect(await accounts()).toEqual(seen.map((number) => masked(number)))
})
