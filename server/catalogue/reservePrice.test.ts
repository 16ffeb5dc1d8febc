import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { declaredCalls } from '#server/kit/web/openApi.ts'
import {
  approveLot,
  draftCatalogue,
  editLot,
  enterSale,
  lotOf,
  lotsOf,
  newLots,
  receiveCoffee,
  sendCatalogue,
} from '#test/kit/catalogueFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { isExported } from '#test/kit/sampleRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// A reserve price is known to its broker alone. These are numbers that nothing else in the house has: as they are written, and in cents.
const canaries = ['4321.09', '8765.43', '3333.77', '6666.55']
const written = new RegExp(
  canaries
    .flatMap((price) => [price, price.replace('.', '')])
    .map((each) => each.replace('.', String.raw`\.`))
    .join('|'),
)

let world: World
let maker: Person
let broker: Person
let fileId: string
let lotId: string
let others: Person[]
const logged: string[] = []
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  // Everything that a server could ever write down, at the most talkative level.
  const log = world.house.log as unknown as Record<symbol, unknown> // border: the stream of a logger has no name
  log[pino.symbols.streamSym] = { write: (line: string) => logged.push(line) }
  world.house.log.level = 'trace'
  await enterSale(world)
  maker = world.people.kevinBrokerMaker
  broker = world.people.catherineBrokerChecker
  const { francisWarehouseChecker, kipronoMillerMaker } = world.people
  const rows = newLots(2, { reservePrice: canaries[0]! })
  await receiveCoffee(world, rows)
  ;({ id: fileId } = await sendCatalogue(maker, rows))
  const [lot, left] = await lotsOf(maker, fileId)
  lotId = lot!.id
  // A draft whose price is mended, by hand and by a workbook, and rows that are left out.
  const draft = await draftCatalogue(maker, newLots(2, { reservePrice: `${canaries[1]}9` }))
  const { version } = (await maker.get<{ upload: { version: number } }>(`/uploads/${draft}/review`)).body.upload
  const mended = [
    await maker.post(`/uploads/${draft}/rows/2`, { version, cells: { reservePrice: canaries[1]! } }),
    await maker.post(`/uploads/${draft}/leave-out`, { version: version + 1, rows: [3] }),
  ]
  expect(mended.map(({ status }) => status)).toEqual([200, 200])
  // Edits of both sides, one of the price itself.
  const decided = [
    await editLot(broker, lot!, { reservePrice: canaries[2], remark: 'A better price' }, 'The grower wants more'),
    await approveLot(francisWarehouseChecker, { id: lotId }),
    await editLot(
      francisWarehouseChecker,
      (await lotOf(francisWarehouseChecker, left!.id)).body,
      { weight: 90.5 },
      'We weighed more',
    ),
    await editLot(maker, (await lotOf(maker, left!.id)).body, { reservePrice: canaries[3] }, 'Both are right'),
  ]
  expect(decided.map(({ status, body }) => [status, body.message])).toEqual(
    decided.map(() => [200, expect.any(String)]),
  )
  others = [
    francisWarehouseChecker,
    kipronoMillerMaker,
    world.people.halimaMarketerChecker,
    world.people.wanjikuMaker,
    world.people.peterBankChecker,
    world.people.mercyKpcuChecker,
    world.people.aminaViewer,
    world.people.samuelAdministrator,
  ]
})
afterAll(() => world?.close())

const leaks = ({ bytes }: { bytes: Buffer }) => written.exec(bytes.toString('latin1'))?.[0] ?? null

test('the broker reads its own prices', async () => {
  const prices = (await lotsOf(maker, fileId)).map(({ reservePrice }) => reservePrice)
  expect(prices.toSorted((a, b) => Number(a) - Number(b))).toEqual([3333.77, 6666.55])
  expect((await lotOf(broker, lotId)).body.reservePrice).toBe(3333.77)
})

test('nobody else is answered one by any call that reads, in pages, bare lists or files', async () => {
  const reads = declaredCalls.filter(({ declared: { method, path } }) => method === 'GET' && !path.startsWith('/auth'))
  expect(reads.length).toBeGreaterThan(100)
  let answered = 0
  for (const person of others)
    for (const { declared } of reads) {
      for (const id of [fileId, lotId]) {
        if (id === lotId && !declared.path.includes(':id')) continue
        const path = declared.path
          .replace(':id', id)
          .replace(':kind', id === lotId ? 'catalogue_record' : 'catalogue_file')
          .replace(
            /:(?:organisation|organization|loggedInOrg)Id|:organisationCode|:orgisationCode|:growerCode/,
            person.organisationCode,
          )
        if (/:\w/.test(path)) continue
        for (const query of isExported(declared) ? [{ paginate: 'Y', size: 100 }, { export: 'csv' }] : [{}]) {
          const answer = await person.get(path, query)
          if (answer.status === 200) answered += 1
          expect([person.username, path, query, leaks(answer)]).toEqual([person.username, path, query, null])
        }
      }
    }
  expect(answered).toBeGreaterThan(500)
}, 300_000)

test('it stands in no export, not even the broker’s own', async () => {
  for (const path of [`/upload/catalogue/${fileId}/data`, `/upload/catalogue/records/${maker.organisationCode}`])
    for (const format of ['csv', 'xlsx']) {
      const { bytes } = await broker.get(path, { export: format })
      const { header, batches } = await readTable({ bytes, fileName: `lots.${format}`, caps: {} })
      const cells = [...header]
      for await (const batch of batches) cells.push(...batch.flatMap((row) => row.cells))
      expect(cells).toContain('OTHAMERU/CF4100')
      expect([path, format, cells.filter((cell) => written.test(cell))]).toEqual([path, format, []])
    }
})

test('the trail says that it was changed and never what it is, to the broker either', async () => {
  const { rows } = await world.owner.query<{ changes: string; action: string }>(
    `select action, changes::text as changes from audit_events where changes::text ~ 'reservePrice'`,
  )
  expect(rows.map(({ action }) => action).toSorted()).toEqual(['correct', 'edit', 'edit'])
  expect(rows.filter(({ changes }) => written.test(changes))).toEqual([])
  expect(rows.every(({ changes }) => changes.includes('•••'))).toBe(true)
})

test('it stands in no line of the log', () => {
  world.house.log.info({ price: canaries[0] }, 'what a careless line would say')
  expect(logged.splice(-1).some((line) => written.test(line))).toBe(true)
  expect(logged.filter((line) => written.test(line))).toEqual([])
})

test('it stands in no table that anybody else may read, but in the file as it came', async () => {
  const { rows: tables } = await world.owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  const holding: string[] = []
  for (const { name } of tables) {
    const { rows } = await world.owner.query<{ n: number }>(
      `select count(*)::int as n from ${name} t where t::text ~ '${canaries.map((price) => price.replace('.', String.raw`\.`)).join('|')}' or t::text ~ '[(,](${canaries.map((price) => price.replace('.', '')).join('|')})[,)]'`,
    )
    if ((rows[0]?.n ?? 0) > 0) holding.push(name)
  }
  // The rows of a file are behind the wall of who sent it, and hidden by the review from whoever reads of every organisation; keys keep
  // the answer of a call for the user who made it.
  expect(holding.filter((name) => !['idempotency_keys'].includes(name))).toEqual(['catalogue_reserves', 'upload_rows'])
  const asked = await world.owner.query<{ may: boolean }>(
    `select has_table_privilege('kahawa_wide', 'catalogue_reserves', 'select') as may`,
  )
  expect(asked.rows).toEqual([{ may: false }])
})
