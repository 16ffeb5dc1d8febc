import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageOf } from '#contract/kit/listScreen.ts'
import type { SalesStatementLine, SalesStatementRow } from '#contract/stock/salesStatement.ts'
import { sql } from '#server/kit/db.ts'
import { eslipIn } from '#test/kit/eslips.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Statement = { content: SalesStatementRow[]; totalPages: number }

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

const read = async (person: Person, query: Record<string, string | number> = {}) =>
  (await person.get<Statement>('/growerstatus/growersalesstatement', { size: 100, ...query })).body

const of = async (person: Person, id: string, query?: Record<string, string>) =>
  (await read(person, query)).content.filter((row) => row.id === id)

test('a grower reads what its lot fetched, what was taken of it, and when it was paid', async () => {
  const [waiting, paid] = [await eslipIn(world), await eslipIn(world, 'PAID')]
  const { wanjikuMaker } = world.people
  expect(await of(wanjikuMaker, waiting)).toMatchObject([
    { growerCode: 'CF4100', weight: 90, gross: 360, totalDeductions: 6.48, net: 353.52, growerAmount: 353.52 },
  ])
  expect(await of(wanjikuMaker, waiting)).toMatchObject([
    { brokerAmount: 3.6, millerAmount: 0, warehouseAmount: 0, paymentDate: null },
  ])
  expect((await of(wanjikuMaker, paid)).map(({ paymentDate, dateBought }) => paymentDate === dateBought)).toEqual([
    true,
  ])
})

test('a grower who asks for the code of another one is answered with its own', async () => {
  const id = await eslipIn(world)
  const { wanjikuMaker, danielMaker } = world.people
  expect(await of(wanjikuMaker, id, { growerCode: 'CF4101' })).toHaveLength(1)
  expect(await of(danielMaker, id, { growerCode: 'CF4100' })).toEqual([])
})

test('who sold it and the bank choose among growers; who milled, stored or bought it reads no statement', async () => {
  const id = await eslipIn(world)
  const { kevinBrokerMaker, peterBankChecker, kipronoMillerMaker, francisWarehouseChecker, halimaMarketerChecker } =
    world.people
  for (const person of [kevinBrokerMaker, peterBankChecker]) {
    expect(await of(person, id)).toHaveLength(1)
    expect(await of(person, id, { growerCode: 'CF4100' })).toHaveLength(1)
    expect(await of(person, id, { growerCode: 'CF4101' })).toEqual([])
  }
  for (const person of [kipronoMillerMaker, francisWarehouseChecker, halimaMarketerChecker])
    expect(await of(person, id)).toEqual([])
})

test('of a bulked lot each grower has its part, and no charge of the whole', async () => {
  const id = await eslipIn(world)
  await world.owner.query(`update eslips set grower_id = null where id = $1`, [id])
  const { wanjikuMaker } = world.people
  expect(await of(wanjikuMaker, id)).toMatchObject([{ brokerAmount: null, millerAmount: null, net: 353.52 }])
})

test('a sale and a season narrow it, a void e-slip is not in it, and beyond the end stands the last page', async () => {
  const id = await eslipIn(world)
  const { peterBankChecker: bank } = world.people
  const [row] = await of(bank, id)
  const { season = '', saleNumber = 0 } = row ?? {}
  expect(await of(bank, id, { season, sale: String(saleNumber) })).toHaveLength(1)
  expect(await of(bank, id, { season: '2019/2020' })).toEqual([])
  expect(await of(bank, id, { sale: String((saleNumber % 90) + 1) })).toEqual([])
  const { totalPages } = await read(bank, { size: 1 })
  expect(totalPages).toBeGreaterThan(1)
  expect((await read(bank, { size: 1, page: totalPages + 3 })).content).toEqual(
    (await read(bank, { size: 1, page: totalPages - 1 })).content,
  )
  await world.owner.query(`update eslips set status = 'VOID' where id = $1`, [id])
  expect(await of(bank, id)).toEqual([])
})

describe('as a list', () => {
  const list = async (person: Person, query: Record<string, string | number> = {}) =>
    (
      await person.get<PageOf<SalesStatementLine>>('/growerstatus/growersalesstatement/list', {
        paginate: 'Y',
        size: 100,
        ...query,
      })
    ).body
  const sums = async (person: Person, query: Record<string, string> = {}) =>
    (await person.get<{ sums: Record<string, number> | null }>('/growerstatus/growersalesstatement/sums', query)).body
      .sums

  test('a line has the name of its e-slip, an id of its own, and what the statement of the specification says', async () => {
    const id = await eslipIn(world, 'PAID')
    const { peterBankChecker: bank } = world.people
    const [specified] = await of(bank, id)
    const [line] = (await list(bank)).data.filter(({ eslipId }) => eslipId === id)
    const { id: own, eslipId, buyerName, ...rest } = line ?? {}
    expect(own).not.toBe(id)
    expect({ ...rest, id: eslipId, buyer: { organisationName: buyerName } }).toEqual(specified)
  })

  test('totals are those of the lines that a search and filters match, and net is gross less deductions', async () => {
    const { wanjikuMaker } = world.people
    const season = (await list(wanjikuMaker)).data[0]?.season ?? ''
    for (const query of [{}, { filter: `season:${season}` }, { search: 'INV' }, { filter: 'season:2023/2024' }]) {
      const { data, page } = await list(wanjikuMaker, query)
      const cents = (key: 'gross' | 'net' | 'totalDeductions') =>
        data.reduce((sum, line) => sum + Math.round(line[key] * 100), 0) / 100
      expect(await sums(wanjikuMaker, query)).toMatchObject({
        lines: page.totalElements,
        gross: cents('gross'),
        net: cents('net'),
        totalDeductions: cents('totalDeductions'),
      })
    }
  })

  test('growers and sales to choose from are those in reach, and nothing of another grower is in a page, the sums or a file', async () => {
    const id = await eslipIn(world)
    const { danielMaker, wanjikuMaker, kevinBrokerMaker } = world.people
    await world.owner.query(`update eslips set eslip_number = 'ES/CANARY/CF4100' where id = $1`, [id])
    const options = async (person: Person) =>
      (await list(person, { counts: 'Y' })).options?.['growerCode']?.map(({ value }) => value) ?? []
    expect(await options(kevinBrokerMaker)).toEqual(['CF4100'])
    expect(await options(danielMaker)).toEqual([])
    for (const query of [{}, { filter: 'growerCode:CF4100' }, { search: 'CANARY' }]) {
      expect((await list(danielMaker, query)).data).toEqual([])
      expect((await sums(danielMaker, query))?.['lines']).toBe(0)
      for (const file of ['csv', 'xlsx', 'pdf']) {
        const path = '/growerstatus/growersalesstatement/list'
        const { bytes } = await danielMaker.get(path, { export: file, ...query })
        expect(bytes.includes('CANARY')).toBe(false)
      }
    }
    const own = await wanjikuMaker.get('/growerstatus/growersalesstatement/list', { export: 'csv', search: 'CANARY' })
    expect(own.bytes.toString()).toContain('ES/CANARY/CF4100')
  })

  test('a search finds a lot by any of its names, by the new ones when they change, and never the lot of another', async () => {
    const id = await eslipIn(world, 'PAID')
    const { wanjikuMaker, kevinBrokerMaker, peterBankChecker, danielMaker, halimaMarketerChecker } = world.people
    const { rows } = await world.owner.query<{
      outturn: string
      lot: number
      number: string
      warrant: string
      buyer: string
      buyerId: string
    }>(
      `select e.outturn, e.lot_number as lot, e.eslip_number as number, e.warrant_number as warrant, u.name as buyer, u.id as "buyerId" from eslips e join organisations u on u.id = e.buyer_id where e.id = $1`,
      [id],
    )
    const [slip] = rows
    const tracked = async (person: Person, search: string) =>
      (
        await person.get<PageOf<{ eslipNumber: string | null }>>('/stock/tracker', { paginate: 'Y', size: 100, search })
      ).body.data.map(({ eslipNumber }) => eslipNumber)
    const finds = async (person: Person, search: string) => {
      const found = (await list(person, { search })).data.some(({ eslipId }) => eslipId === id)
      // The tracker is searched by the same words.
      expect((await tracked(person, search)).includes(slip!.number), search).toBe(found)
      return found
    }
    for (const search of [
      slip!.number,
      slip!.warrant,
      `${slip!.outturn.toLowerCase()} ${slip!.lot}`,
      `CF4100 ${slip!.number}`,
      `${slip!.buyer} ${slip!.number}`,
    ])
      for (const person of [wanjikuMaker, kevinBrokerMaker, peterBankChecker])
        expect(await finds(person, search), search).toBe(true)
    for (const person of [danielMaker, halimaMarketerChecker]) expect(await finds(person, slip!.number)).toBe(false)
    await world.owner.query(`update organisations set name = 'Renamed Roasters' where id = $1`, [slip!.buyerId])
    expect(await finds(wanjikuMaker, `roasters ${slip!.number}`)).toBe(true)
    await world.owner.query(`update organisations set name = $2 where id = $1`, [slip!.buyerId, slip!.buyer])
    expect(await finds(wanjikuMaker, `roasters ${slip!.number}`)).toBe(false)
    const taken = await eslipIn(world)
    const line = async () =>
      (await list(peterBankChecker, { search: 'ES/T/' })).data.some(({ eslipId }) => eslipId === taken)
    expect(await line()).toBe(true)
    await world.owner.query(`update eslips set status = 'VOID' where id = $1`, [taken])
    expect(await line()).toBe(false)
    // Asked by the role of the program itself for somebody else's parts, it gives none.
    const own = await world.house.db.transaction(
      { organisationId: world.organisationId('CF4101'), wide: false },
      (tx) =>
        sql<{
          id: string
        }>`select find_sold_parts(${world.organisationId('BR5001')}, ${world.organisationId('CF4100')}, ${['%ES/%']}, 10) as id`.execute(
          tx,
        ),
    )
    expect(own.rows).toEqual([])
  })
})
