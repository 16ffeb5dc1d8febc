import { expect } from 'vitest'
import { currentSeason } from '#server/facts/seasons.ts'
import { ledgerFindings } from '../kit/loans.ts'
import type { Person } from '../kit/people.ts'
import { saleOfPapers, type SalePapers } from '../kit/salePapers.ts'
import type { World } from '../kit/world.ts'
import { compareCalls, type Ask } from '../recompute/compareCalls.ts'
import { compareReports } from '../recompute/compareReports.ts'
import { compareSaleCalls } from '../recompute/compareSaleCalls.ts'
import { readRawSales } from '../recompute/rawSales.ts'
import { gramsOf, readRaw, shown, sumOf, type Read } from '../recompute/rawTables.ts'
import { recompute } from '../recompute/recompute.ts'
import { recomputeSales } from '../recompute/recomputeSales.ts'
import type { Member } from './largeSociety.ts'

/** Counts sales and schedules again, from the rows of files and the raw tables. */
async function countAgain({ owner }: World) {
  const read: Read = async (text, values) => (await owner.query(text, [...(values ?? [])])).rows
  const [raw, rawSales] = [await readRaw(read), await readRawSales(read)]
  return { raw, rawSales, schedules: recompute(raw), sales: recomputeSales(rawSales) }
}

/** What the sale of the papers comes to, and what each farmer must get of it, in cents. */
export async function countedAgain(world: World) {
  const { raw, schedules, sales } = await countAgain(world)
  const { gross, net } = sales.sales.get(`${currentSeason()} (${saleOfPapers})`)!
  const farmers = new Map(
    raw.lines.map(({ id, farmer, leftOver }) => [farmer, schedules.due.get(id)!.rest - BigInt(leftOver)]),
  )
  return { gross, net, farmers }
}

const asked =
  (by: Person): Ask =>
  async (method, path, body) =>
    (method === 'GET' ? await by.get(path) : await by.post(path, body)).body

/**
 * The count agrees with every table, posting and call; and it is one chain: the cherry of the book is what the farmers were paid for, and
 * what arrived of the lots is what the society converted and kept.
 */
export async function expectSameCount(world: World, papers: SalePapers): Promise<void> {
  const { peterBankChecker, wanjikuMaker } = world.people
  const { raw, rawSales, schedules, sales } = await countAgain(world)
  expect([sales.differences, schedules.differences]).toEqual([[], []])
  const ofSociety = rawSales.legs.filter(({ kind, status }) => kind === 'GROWER' && status === 'PAID')
  const { dollarsIn, converted, dollarsLeft, waiting, recovered } = schedules.societies.get('CF4100')!
  const arrived = sumOf(ofSociety, ({ cents }) => BigInt(cents))
  expect({ dollarsIn, spent: converted! + dollarsLeft!, waiting }).toEqual({
    dollarsIn: arrived,
    spent: arrived,
    waiting: 0n,
  })
  expect(recovered).toBeGreaterThan(150_000n)
  const brought = sumOf(papers.cherry, ({ currentDelivery }) => gramsOf(currentDelivery!))
  expect(sumOf(raw.lines, ({ kilograms }) => gramsOf(kilograms))).toBe(brought)
  for (const by of [peterBankChecker, wanjikuMaker]) {
    const { compared, differences } = await compareSaleCalls(asked(by), rawSales, sales)
    expect([by.username, differences, compared > 150]).toEqual([by.username, [], true])
    const code = by === wanjikuMaker ? 'CF4100' : null
    const printed = await compareReports({ ask: asked(by), code }, rawSales, sales, { raw, due: schedules.due })
    expect([by.username, printed.differences, printed.compared > 100]).toEqual([by.username, [], true])
  }
  const { compared, differences } = await compareCalls(asked(wanjikuMaker), raw, schedules, { members: 60 })
  expect([differences, compared > 240]).toEqual([[], true])
  expect(await ledgerFindings(world)).toEqual([])
}

/** In the bank's own book everybody who is paid of the sale, and every farmer, has received what is due, and nothing beside. */
export async function expectBankAgrees({ bank, owner }: World, members: readonly Member[]): Promise<void> {
  const { postings } = (await bank.control('GET', '/simulator/ledger')) as {
    postings: { reference: string; credit: string; cents: string }[]
  } // border: the simulator's own answer
  const received = new Map<string, bigint>()
  for (const { credit, cents } of postings.filter((one) => one.reference.startsWith('KP')))
    received.set(credit, (received.get(credit) ?? 0n) + BigInt(cents))
  const { rows: due } = await owner.query<{ account: string; cents: string }>(
    `select p.account_number as account, sum(l.amount_cents)::text as cents from eslip_legs l join payouts p on p.id = l.payout_id where l.status = 'PAID' group by 1`,
  )
  expect(due).toHaveLength(7)
  expect(due.filter(({ account, cents }) => received.get(`0011:${account}`) !== BigInt(cents))).toEqual([])
  const { rows: paid } = await owner.query<{ farmer: string; cents: string }>(
    `select farmer_id as farmer, net_cents::text as cents from schedule_lines where status = 'SUCCESS'`,
  )
  const accountOf = new Map(members.map(({ id, account }) => [id, account]))
  expect(paid).toHaveLength(members.length)
  expect(paid.filter(({ farmer, cents }) => received.get(accountOf.get(farmer)!) !== BigInt(cents))).toEqual([])
}

/** Cents as screens write them: 20,382.00. */
export const written = (cents: bigint): string => shown(cents).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',')
