import type pg from 'pg'
import { seasonOfDate } from '#contract/house/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import { scopeOf } from '#server/kit/scope.ts'
import type { SignedIn } from '#server/kit/web/sessionToken.ts'
import { chanceFrom } from '../../db/seed/chance.ts'
import { firstPieceOf, routeOf, run, signedIn } from '../kit/calls.ts'
import type { Bench } from '../kit/bench.ts'
import { fillDeliveries, fillRegister } from '../kit/manyFarmers.ts'
import { median, timed } from '../kit/measure.ts'
import { againstPromise, ms, thousands, type Line } from '../kit/report.ts'

type Known = { last_name: string; full_name: string; member_number: string; receipt_number: string }
type ListQuery = { search?: string; sort?: string; page?: number; filter?: string; waiting?: 'Y' }

/** Pages, searches, filters, totals and exports of deliveries, within the largest society and across all of them. */
export async function deliveryLists(bench: Bench, deliveries: number): Promise<Line[]> {
  const { house, owner } = bench.at
  await fillRegister(bench)
  await fillDeliveries(bench, deliveries)
  const lines: Line[] = [{ work: 'deliveries in the register', measured: thousands(deliveries) }]
  const count = bench.isQuick ? 40 : 200
  for (const [username, where, promised] of [
    ['fcs.checker', 'within the largest society', 25],
    ['bank.maker', 'across all societies', 60],
  ] as const) {
    const actor = await signedIn(house, owner, username)
    const known = await sampleMembers(owner, actor)
    const chance = chanceFrom(username)
    const word = (of: keyof Known) => () => ({ search: chance.pick(known)[of] })
    const thisSeason = seasonOfDate(businessDate())
    const kinds: [string, () => ListQuery][] = [
      ['page 1', () => ({})],
      ['page 1,000', () => ({ page: 999 })],
      ['by member number', word('member_number')],
      ['by full name', word('full_name')],
      ['by last name', word('last_name')],
      ['by receipt number', word('receipt_number')],
      ['waiting', () => ({ filter: 'status:PENDING_APPROVAL' })],
      ['declined', () => ({ filter: 'status:DECLINED' })],
      ['corrections', () => ({ filter: 'type:CORRECTION' })],
      ['this season', () => ({ filter: `season:${thisSeason}` })],
      ['last season', () => ({ filter: `season:${seasonBefore(thisSeason)}` })],
      ['a season before the books', () => ({ filter: 'season:2023/2024' })],
      ['last season, declined', () => ({ filter: `season:${seasonBefore(thisSeason)},status:DECLINED` })],
      ['heaviest first', () => ({ sort: '-currentDelivery' })],
    ]
    for (const [kind, makeQuery] of kinds) {
      const queries = Array.from({ length: count + 10 }, makeQuery)
      const took = await timings(queries, (query) =>
        run(house, routeOf('list', '/farmercherry'), {
          actor,
          query: { paginate: 'Y', size: 7, ...query },
        }),
      )
      // Across all societies a plain search takes seconds.
      const bare = await timings(queries.slice(0, queries[0]?.search && scopeOf(actor).wide ? 12 : 40), (query) =>
        barePage(bench, actor, query, kind === 'by receipt number'),
      )
      bench.say(`${where}, ${kind}: ${ms(median(took))} to ${ms(median(bare))}`)
      lines.push({
        ...againstPromise(`deliveries ${where}, ${kind}`, took, promised),
        floor: `${ms(median(bare))} bare SQL of the page`,
        ratio: median(took) / median(bare),
      })
    }
    const totals = await timings(Array.from({ length: count + 10 }), () =>
      run(house, routeOf('totals', '/farmercherry/totals'), { actor }),
    )
    lines.push(againstPromise(`total weight of the season ${where}`, totals, promised))
    const started = await timings(Array.from({ length: 15 }), () =>
      firstPieceOf(house, routeOf('list', '/farmercherry'), { actor, query: { export: 'csv' } }),
    )
    lines.push({ work: `first bytes of the CSV of deliveries ${where}`, measured: `median ${ms(median(started))}` })
  }
  return lines
}

const seasonBefore = (season: string): string => `${Number(season.slice(0, 4)) - 1}/${season.slice(0, 4)}`

/** Milliseconds of each call; the first ten only warm up. */
async function timings<Value>(values: readonly Value[], work: (one: Value) => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (const one of values) took.push(await timed(() => work(one)))
  return took.slice(10)
}

/** One statement without a count, by somebody whom no row-level security hinders; a search looks at the right column at once. */
function barePage(
  { at }: Bench,
  actor: SignedIn,
  { page = 0, search = '', sort, filter = '' }: ListQuery,
  isReceipt: boolean,
) {
  const key = sort ? 'd.kilograms' : 'd.delivered_on'
  const within = (table: string) =>
    scopeOf(actor).wide ? [] : [`${table}.organisation_id = '${actor.organisationId}'`]
  const words = search.toUpperCase().split(' ').filter(Boolean)
  const matches = words.map((_, index) => `${isReceipt ? 'd.receipt_number' : 'f.search_text'} like $${index + 1}`)
  const member = `d.farmer_id in (select f.id from farmers f where ${[...matches, ...within('f')].join(' and ')})`
  const where = [
    ...within('d'),
    ...filter.split(',').flatMap((pair) => (pair === '' ? [] : [`d.${pair.replace(':', " = '")}'`])),
    ...(words.length === 0 ? [] : isReceipt ? matches : [member]),
  ]
  return at.owner.query(
    `select d.id, d.farmer_id, d.season, d.delivered_on, d.kilograms, d.status from cherry_deliveries d
     where ${['true', ...where].join(' and ')} order by ${key} desc, d.id desc limit 7 offset ${page * 7}`,
    words.map((word) => `%${word}%`),
  )
}

async function sampleMembers(owner: pg.Client, actor: SignedIn): Promise<Known[]> {
  const within = scopeOf(actor).wide ? '' : `and d.organisation_id = '${actor.organisationId}'`
  const { rows } = await owner.query<Known>(
    `select f.last_name, f.full_name, f.member_number, d.receipt_number from cherry_deliveries d tablesample system (5) join farmers f on f.id = d.farmer_id
     where d.receipt_number <> '' and f.last_name <> '' ${within} limit 2000`,
  )
  return rows
}
