import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lists } from '#contract/index.ts'
import { isPersonal, valueIn, withEach, type ListScreen, type PageOf } from '#contract/kit/listScreen.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { makeRecords, everyList } from './kit/everyRecord.ts'
import { sendFarmers } from './kit/farmerUploads.ts'
import type { Person } from './kit/people.ts'
import { findIn, readersOf, searchedLists } from './kit/searches.ts'
import { makeWorld, type World } from './kit/world.ts'

type Row = Record<string, unknown> & { id: string | null }
type Query = Record<string, string | number>
let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await makeRecords(world)
})
afterAll(() => world?.close())

test('every declared list is read here', () => {
  expect(everyList.map(({ screen }) => screen.name).toSorted()).toEqual(lists.map(({ name }) => name).toSorted())
})

const textOf = (row: Row, key: string): string => {
  const value = valueIn(row, { key })
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value as string | number | boolean) // border: JSON knows no other
  return 'statusName' in value ? String(value.statusName) : JSON.stringify(value)
}

/** What grows while the tests run, and is compared nowhere. */
const growing = new Set(['ageMinutes'])
const withoutAges = (row: Row): Row => ({
  ...Object.fromEntries(Object.entries(row).filter(([key]) => !growing.has(key))),
  id: row.id,
})

const injections = [`'; drop table farmers; --`, `' or '1'='1`, `1) union select password_hash from users--`].concat([
  `"; select pg_sleep(9)--`,
  `$1`,
  `{"$gt":""}`,
  `%27 or 1=1`,
  `\u0000`,
])

describe.each(everyList)('the list $screen.name', ({ screen, reader, path }) => {
  const person = (): Person => world.people[reader]
  const bare = async (query: Query = {}) =>
    (await person().get<Row[]>(path(world), { paginate: 'N', ...query })).body.map(withoutAges)
  const page = async (query: Query = {}) => {
    const { body } = await person().get<PageOf<Row>>(path(world), { paginate: 'Y', size: 100, ...query })
    return { ...body, data: body.data.map(withoutAges) }
  }

  test('the union of its pages is the bare list, in the same order, and nothing stands twice', async () => {
    const all = await bare()
    expect(all.length).toBeGreaterThan(2)
    const size = 2 + (all.length > 50 ? 40 : 0)
    const pages: PageOf<Row>[] = []
    for (let number = 0; number < Math.ceil(all.length / size); number += 1)
      pages.push(await page({ page: number, size }))
    expect(pages.flatMap(({ data }) => data)).toEqual(all)
    expect(pages.map(({ data }) => data.length)).toEqual([
      ...Array(pages.length - 1).fill(size),
      all.length - size * (pages.length - 1),
    ])
    expect(pages[0]?.page).toEqual({ size, number: 0, totalElements: all.length, totalPages: pages.length })
  })

  test('beyond the end stands the last page, and says which it is', async () => {
    const all = await bare()
    const size = 2
    const last = Math.ceil(all.length / size) - 1
    for (const number of [last + 1, 1_000_000]) {
      const { data, page: facts } = await page({ page: number, size })
      expect(data).toEqual(all.slice(last * size))
      expect(facts).toEqual({ size, number: last, totalElements: all.length, totalPages: last + 1 })
    }
    // A search is read by another way; where nothing is found there is no page but the first.
    const search = textOf(all.at(-1) as Row, screen.columns.find(({ as }) => as === 'name')?.key ?? screen.sort.key)
    const found = await bare({ search })
    expect((await page({ search, page: 1_000, size: 1 })).data).toEqual(found.slice(-1))
    expect((await page({ search: `zzzz${screen.name}`, page: 7 })).page).toMatchObject({ number: 0, totalElements: 0 })
  })

  test('a search that finds nothing answers an empty page, an empty list and an empty file', async () => {
    const search = `zzzz${screen.name}`
    expect(await bare({ search })).toEqual([])
    expect(await page({ search })).toMatchObject({ data: [], page: { totalElements: 0, totalPages: 0 } })
    const csv = await person().get(path(world), { export: 'csv', search })
    expect(
      csv.bytes
        .toString()
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/),
    ).toHaveLength(1)
  })

  test('a search finds the row that its text is from, whatever the case, and nothing that does not carry it', async () => {
    const all = await bare()
    const key = screen.columns.find(({ as }) => as === 'name')?.key ?? screen.sort.key
    const word = textOf(all.at(-1) as Row, key).toLowerCase()
    const found = await bare({ search: word })
    expect(found).toContainEqual(all.at(-1))
    expect((await page({ search: word })).page.totalElements).toBe(found.length)
    // Every row that is found carries the text somewhere.
    for (const row of found) expect(JSON.stringify(row).toLowerCase()).toContain(word)
  })

  test('signs of patterns are searched as they are', async () => {
    const all = await bare()
    const name = screen.columns.find(({ as }) => as === 'name')?.key ?? screen.sort.key
    for (const search of ['%', '_', '\\', '%%%', "'", '%_']) {
      const found = await bare({ search })
      const holds = (text: string) => text.includes(search)
      expect(found.filter((row) => !Object.keys(row).some((key) => holds(textOf(row, key))))).toEqual([])
      expect(found.filter((row) => holds(textOf(row, name)))).toEqual(all.filter((row) => holds(textOf(row, name))))
    }
  })

  const filters = (screen.filters ?? []).flatMap(({ key, options }) =>
    options.map(({ value }) => [key, value] as const),
  )
  // Read once for all filters and orders: nothing changes while these are tried.
  let unfiltered: Promise<Row[]> | undefined
  const readAll = () => (unfiltered ??= bare())
  let counted: Promise<PageOf<Row>['counts']> | undefined
  const readCounts = () => (counted ??= page({ counts: 'Y' }).then(({ counts }) => counts))
  test.each(filters)('the filter %s:%s shows those and only those', async (key, value) => {
    const filtered = await bare({ filter: `${key}:${value}` })
    expect([...new Set(filtered.map((row) => textOf(row, key)))]).toEqual(filtered.length > 0 ? [value] : [])
    const right = (await readAll()).filter((row) => textOf(row, key) === value)
    // Discarded drafts show only under their own filter.
    expect(right).toEqual(value === 'DISCARDED' ? [] : filtered)
    expect((await readCounts())?.[key]?.[value] ?? 0).toBe(right.length)
  })

  const filterKeys = [...new Set(filters.map(([key]) => key))]
  test.each(filterKeys)('several options of the filter %s add up', async (key) => {
    const values = filters.filter(([of, value]) => of === key && value !== 'DISCARDED').map(([, value]) => value)
    const together = await bare({ filter: values.map((value) => `${key}:${value}`).join(',') })
    expect(together).toEqual((await readAll()).filter((row) => values.includes(textOf(row, key))))
  })

  const sortable = screen.columns.filter(({ sort }) => sort)
  test.each(sortable)(
    'sorted by $key, one way is the other turned round, and neighbours are in order',
    async ({ key, as }) => {
      const up = await bare({ sort: key })
      const down = await bare({ sort: `-${key}` })
      expect(down).toEqual(up.toReversed())
      expect(up).toHaveLength((await readAll()).length)
      if (as === 'number' || as === 'weight' || as === 'money')
        for (const [index, row] of up.slice(1).entries())
          expect(Number(row[key])).toBeGreaterThanOrEqual(Number(up[index]?.[key]))
      if (as === 'time' || as === 'date')
        for (const [index, row] of up.slice(1).entries())
          expect(Date.parse(textOf(row, key))).toBeGreaterThanOrEqual(Date.parse(textOf(up[index] as Row, key)))
      if (as === 'text' || as === 'name' || as === 'code' || as === 'status') {
        const groups = up.map((row) => textOf(row, key)).filter((value, index, all) => value !== all[index - 1])
        expect(new Set(groups).size).toBe(groups.length)
      }
    },
  )

  test('what is not declared cannot be sorted or filtered by', async () => {
    const undeclared = screen.columns.find(({ sort }) => !sort)?.key ?? 'none'
    for (const query of [
      { sort: undeclared },
      { sort: 'id' },
      { sort: '--at' },
      { sort: 'version' },
      { filter: 'id:1' },
      { filter: 'status' },
      { filter: 'status:NONE' },
      { filter: ':' },
    ]) {
      const { status, body } = await person().get<{ code: string }>(path(world), query)
      expect([query, status, body.code]).toEqual([query, 422, 'input.invalid'])
    }
  })

  test('injected SQL does nothing, in every part of the query', async () => {
    const all = await bare()
    const turn = everyList.findIndex((list) => list.screen === screen)
    const requestWith = async (name: string, text: string) => {
      const { status, body } = await person().get<Row[]>(path(world), { paginate: 'N', [name]: text })
      return [name, text, status, status === 200 ? body.map(withoutAges) : null]
    }
    // Each name with one of the texts, which go round from list to list: how a query is read is the same for all of them.
    for (const [at, name] of ['sort', 'filter', 'page', 'size', 'paginate', 'waiting', 'counts', 'export'].entries()) {
      const text = injections[(at + turn) % injections.length] ?? ''
      expect(await requestWith(name, text)).toEqual([name, text, 422, null])
    }
    const text = injections[turn % (injections.length - 1)] ?? ''
    // Words are looked for as they stand, and a name that no list has is not read.
    expect(await requestWith('search', text)).toEqual(['search', text, 200, []])
    expect(await requestWith('unknown', text)).toEqual(['unknown', text, 200, all])
    // No text of PostgreSQL has this sign, so none can be searched for.
    expect(await requestWith('search', '\u0000')).toEqual(['search', '\u0000', 400, null])
    expect(await bare()).toEqual(all)
  })

  test('its file holds exactly its rows, as a workbook and as CSV', async () => {
    const { columns } = withEach(screen as unknown as ListScreen, (await page()).columns)
    const titles = columns.map(({ title }) => title)
    for (const format of ['xlsx', 'csv'] as const) {
      const all = await bare({ sort: screen.sort.key })
      const file = await person().get(path(world), { export: format, sort: screen.sort.key })
      const name = `${screen.fileName ?? `${screen.name}_[\\d-]+`}${screen.fileMoment ? '_\\d{8}_\\d{6}' : ''}`
      expect(file.headers['content-disposition']).toMatch(new RegExp(`^attachment; filename="${name}\\.${format}"`))
      const table = await readTable({ bytes: file.bytes, fileName: `list.${format}`, caps: {} })
      expect(table.header).toEqual(titles)
      const cells: string[][] = []
      for await (const batch of table.batches) cells.push(...batch.map((row) => row.cells))
      // Who took the file and when stands below the rows; the trail itself has by then a line more.
      expect(cells.length - all.length).toBeLessThanOrEqual(screen.name === 'audit' ? 2 : 1)
      const plain = columns.flatMap(({ as, key }, index) =>
        as === 'time' || as === 'date' || growing.has(key) ? [] : [{ key, index, isMoney: as === 'money' }],
      )
      for (const [at, row] of all.entries())
        for (const { key, index, isMoney } of plain) {
          const cell = cells[at]?.[index]?.replace(/^'(?=[=+\-@])/, '')
          // A file writes amounts with their cents.
          expect([at, key, isMoney && cell ? String(Number(cell)) : cell]).toEqual([at, key, textOf(row, key).trim()])
        }
    }
  })

  test('its PDF is one', async () => {
    const { status, bytes, headers } = await person().get(path(world), { export: 'pdf' })
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.subarray(-1024).toString('latin1')).toContain('%%EOF')
  })
})

describe('in the list of farmer uploads', () => {
  const namesOf = async (query: Query) =>
    (await world.people.wanjikuMaker.get<{ fileName: string }[]>('/upload/cherry/farmerFiles/CF4100', query)).body.map(
      ({ fileName }) => fileName,
    )

  test('a discarded draft shows only under its own filter', async () => {
    expect(await namesOf({ filter: 'status:DISCARDED' })).toEqual(['thrown_away.csv'])
    expect(await namesOf({})).not.toContain('thrown_away.csv')
  })

  test('what looks like a pattern or like SQL is found where it stands', async () => {
    const name = `x'; drop-- %27 or '1'='1.csv`
    await sendFarmers(world.people.wanjikuMaker, 1, {}, name)
    for (const search of [`'; drop--`, `' or '1'='1`, `%27 or`, `'1'='1`])
      expect(await namesOf({ search })).toEqual([name])
    expect(await namesOf({ search: '%' })).toEqual([name, 'C%_.csv'])
    expect(await namesOf({ search: '%_' })).toEqual(['C%_.csv'])
  })
})

const personalOf = ({ columns }: ListScreen) => columns.filter((column) => column.personal).map(({ key }) => key)
const withPersonal = everyList.filter(({ screen }) => personalOf(screen).length > 0)
describe.each(withPersonal)('the personal values of the list $screen.name', ({ screen, path }) => {
  const personal = personalOf(screen)
  test('are masked for who may not see them, in pages and files alike', async () => {
    const { aminaViewer, peterBankChecker } = world.people
    const clear = (await peterBankChecker.get<Row[]>(path(world), { paginate: 'N' })).body
    const masked = (await aminaViewer.get<Row[]>(path(world).replace('COOP', 'GOVT'), { paginate: 'N' })).body
    expect(masked).toHaveLength(clear.length)
    const values = clear.flatMap((row) => personal.map((key) => textOf(row, key)))
    const secrets = [...new Set(values)].filter((value) => value.length > 5)
    expect(secrets.length).toBeGreaterThan(0)
    const text = JSON.stringify(masked)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    for (const row of masked) for (const key of personal) expect(textOf(row, key)).toMatch(/^(?:•{3,}.{0,3})?$/)
    const csv = await aminaViewer.get(path(world).replace('COOP', 'GOVT'), { export: 'csv' })
    const written = csv.bytes.toString()
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([])
  })
})

const audited = everyList.filter(({ screen }) => isPersonal(screen))
describe.each(audited)('the list $screen.name with personal data in its rows', ({ screen, reader, path }) => {
  const trail = async () =>
    (
      await world.owner.query<{ comment: string; by: string }>(
        `select comment, actor_id as by from audit_events where kind = 'export' and title = $1 order by id`,
        [screen.title],
      )
    ).rows
  test.each([{}, { export: 'csv' }, { export: 'xlsx' }, { export: 'pdf' }])(
    'leaves one line with its count in the audit trail, read whole as %o',
    async (query) => {
      const before = await trail()
      const rows = (await world.people[reader].get<Row[]>(path(world), { paginate: 'N' })).body.length
      const bareTrail = await trail()
      const format = 'export' in query ? query.export : 'json'
      expect(bareTrail).toHaveLength(before.length + 1)
      await world.people[reader].get(path(world), { paginate: 'N', ...query })
      const after = (await trail()).slice(bareTrail.length)
      expect(after).toEqual([
        {
          comment: `${format.toUpperCase()}, ${rows === 1 ? '1 row' : `${rows} rows`}`,
          by: world.people[reader].id,
        },
      ])
    },
  )

  test('leaves none page by page', async () => {
    const before = await trail()
    await world.people[reader].get(path(world), { paginate: 'Y', size: 100 })
    expect(await trail()).toEqual(before)
  })
})

const searchable = everyList.filter(({ screen }) => screen.found)
test('the search of the house looks in farmers, loans, payouts, receipts, lots of estates and every kind of file', () => {
  expect(searchable.map(({ screen }) => screen.name).toSorted()).toEqual(searchedLists.toSorted())
})

describe.each(searchable)('the search of the house in the list $screen.name', ({ screen, reader, path }) => {
  const isFound = (key: string) => screen.found?.some((one) => one === key)
  const pathOf = ({ organisationCode: code }: Person) => {
    const { organisationCode: own } = world.people[reader]
    return path(world).replace(world.organisationId(own), world.organisationId(code)).replace(own, code)
  }
  test('finds what the list finds, for everybody and behind the same walls, by its title and its codes', async () => {
    const row = (await world.people[reader].get<Row[]>(path(world), { paginate: 'N' })).body.at(-1) as Row
    const codes = screen.columns.filter(({ key, as, card }) => card === 'title' || (as === 'code' && isFound(key)))
    const words = codes.map(({ key }) => textOf(row, key).replace(/ \+.*/, ''))
    for (const search of words.filter((text) => text.length > 1)) {
      expect((await findIn(screen, world.people[reader], search)).hits.length).toBeGreaterThan(0)
      for (const person of readersOf(world)) {
        const { status, body } = await person.get<PageOf<Row>>(pathOf(person), { paginate: 'Y', size: 5, search })
        const { hits, more } = await findIn(screen, person, search)
        const listed = status === 200 ? body.data.map(({ id }) => id) : []
        expect([person.username, hits.map(({ id }) => id)]).toEqual([person.username, listed])
        expect(more).toBe(status === 200 && body.page.totalElements > 5)
      }
    }
    expect(screen.columns.filter(({ key, personal }) => personal && isFound(key))).toEqual([])
  })
})

test('what is personal in one list is personal in every list whose rows carry it', () => {
  const keys = new Set<string>(
    lists.flatMap(({ columns }) => columns.flatMap(({ key, personal }) => (personal ? [key] : []))),
  )
  const unmarked = lists.flatMap((screen) =>
    isPersonal(screen)
      ? []
      : Object.keys(screen.row.shape)
          .filter((key) => keys.has(key))
          .map((key) => `${screen.name} ${key}`),
  )
  // The account of a fund, and the value of a setting: of no person.
  expect(unmarked.toSorted()).toEqual(['admin-settings value', 'statement-exceptions accountNumber'])
})
