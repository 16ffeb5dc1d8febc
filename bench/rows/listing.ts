import autocannon from 'autocannon'
import type pg from 'pg'
import { makeHttp } from '#server/kit/web/http.ts'
import type { SignedIn } from '#server/kit/web/sessionToken.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { routes } from '#server/routes.ts'
import { chanceFrom } from '../../db/seed/chance.ts'
import type { Bench } from '../kit/bench.ts'
import { openSession, routeOf, run, signedIn } from '../kit/calls.ts'
import { fillRegister } from '../kit/manyFarmers.ts'
import { median, percentile } from '../kit/measure.ts'
import { ms, thousands, type Line } from '../kit/report.ts'

type Known = { id_number: string; member_number: string; mobile_number: string; first_name: string; last_name: string }
type ListQuery = { search?: string; sort?: string; page?: number }

// What people type, and how often of twenty.
const searches: { often: number; of: (known: Known) => string }[] = [
  { often: 5, of: ({ last_name }) => last_name },
  { often: 4, of: ({ first_name, last_name }) => `${first_name} ${last_name}` },
  { often: 4, of: ({ id_number }) => id_number },
  { often: 4, of: ({ member_number }) => member_number },
  { often: 3, of: ({ mobile_number }) => `0${mobile_number.slice(3)}` },
]

/** List pages of farmers as the screen requests them: within a large and a typical society, and across all of them. */
export async function listing(bench: Bench): Promise<Line[]> {
  const { house, owner } = bench.at
  await fillRegister(bench)
  await typicalClerk(owner)
  const lines: Line[] = []
  const count = bench.isQuick ? 40 : 200
  for (const [username, where, promised] of [
    ['typical.clerk', 'within a typical society', 25],
    ['fcs.maker', 'within the largest society', 25],
    ['bank.maker', 'across all societies', 60],
  ] as const) {
    const actor = await signedIn(house, owner, username)
    const known = await sampleMembers(owner, actor)
    const chance = chanceFrom(username)
    const drawn = searches.flatMap(({ often, of }) => Array.from({ length: often }, () => of))
    // A typical society ends before page 1,000.
    const lastPage = username === 'typical.clerk' ? 'page 600' : 'page 1,000'
    const kinds: [string, () => ListQuery][] = [
      ['search', () => ({ search: chance.pick(drawn)(chance.pick(known)) })],
      ['page 1', () => ({})],
      [lastPage, () => ({ page: lastPage === 'page 1,000' ? 999 : 599 })],
      ['sorted by name', () => ({ sort: 'fullName' })],
    ]
    const medians = new Map<string, number>()
    for (const [kind, makeQuery] of kinds) {
      const measured = await measure(bench, actor, Array.from({ length: count }, makeQuery))
      medians.set(kind, measured.median)
      const slower = kind === lastPage ? measured.median / (medians.get('page 1') ?? measured.median) : undefined
      lines.push({
        work: `farmers ${where}, ${kind}`,
        measured: `p99 ${ms(measured.p99)}, median ${ms(measured.median)}${slower === undefined ? '' : ` (${slower.toFixed(2)} x page 1)`}`,
        floor: `${ms(measured.floor)} bare SQL of the page`,
        ratio: measured.median / measured.floor,
        promise: `p99 <= ${promised} ms`,
        met: measured.p99 <= promised,
      })
    }
  }
  lines.unshift({ work: `farmers in the register`, measured: thousands(bench.farmers) })
  return [...lines, ...(await overHttp(bench))]
}

const route = () => routeOf('ofOrganisation', '/upload/cherry/getFarmers')

/** Product and bare SQL by turns; both must answer the same farmers. */
async function measure(bench: Bench, actor: SignedIn, queries: readonly ListQuery[]) {
  const { house } = bench.at
  const products: number[] = []
  const floors: number[] = []
  for (const [index, query] of [...queries.slice(0, 10), ...queries].entries()) {
    const isWarm = index >= 10
    let start = performance.now()
    const answer = (await run(house, route(), {
      actor,
      params: { organizationId: actor.organisationId },
      query: { paginate: 'Y', size: 7, ...query },
    })) as { data: { id: string }[] } // border: the endpoint's own answer
    if (isWarm) products.push(performance.now() - start)
    start = performance.now()
    const bare = await barePage(bench, actor, query)
    if (isWarm) floors.push(performance.now() - start)
    if (answer.data.map(({ id }) => id).join() !== bare.join())
      throw new Error(`the list and bare SQL answer different farmers for ${JSON.stringify(query)}`)
  }
  return { median: median(products), p99: percentile(products, 0.99), floor: median(floors) }
}

/** One statement, no count, no rows of other tables, by somebody whom no row-level security hinders. */
async function barePage(bench: Bench, actor: SignedIn, { search = '', sort, page = 0 }: ListQuery): Promise<string[]> {
  const column = sort === 'fullName' ? 'full_name' : 'member_number'
  const words = search.toUpperCase().split(' ').filter(Boolean)
  const within = scopeOf(actor).wide ? '' : `and organisation_id = '${actor.organisationId}'`
  const { rows } = await bench.at.owner.query<{ id: string }>(
    `select id, full_name, member_number, id_number, mobile_number, acreage, type from farmers
     where status = 'APPROVED' ${within} ${words.map((_, index) => `and search_text like $${index + 1}`).join(' ')}
     order by ${column}, id limit 7 offset ${page * 7}`,
    words.map((word) => `%${word}%`),
  )
  return rows.map(({ id }) => id)
}

async function sampleMembers(owner: pg.Client, actor: SignedIn): Promise<Known[]> {
  const within = scopeOf(actor).wide ? 'tablesample system (1)' : `where organisation_id = '${actor.organisationId}'`
  const { rows } = await owner.query<Known>(
    `select id_number, member_number, mobile_number, first_name, last_name from farmers ${within} order by md5(id::text) limit 2000`,
  )
  return rows.filter(({ last_name }) => last_name !== '')
}

async function typicalClerk(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into users (id, organisation_id, username, full_name, password_hash, role_name)
     select gen_random_uuid(), id, 'typical.clerk', 'Clerk of a typical society', '', 'FCS_MAKER' from organisations where code = 'CF5001' on conflict do nothing`,
  )
}

/** The same page through the whole server, by few readers at a time: what a browser waits for on this machine. */
async function overHttp(bench: Bench): Promise<Line[]> {
  const { house, owner } = bench.at
  const app = await makeHttp({ house, routes })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  try {
    const lines: Line[] = []
    for (const [username, where] of [
      ['typical.clerk', 'within a typical society'],
      ['bank.maker', 'across all societies'],
    ] as const) {
      const actor = await signedIn(house, owner, username)
      const known = await sampleMembers(owner, actor)
      const token = await openSession(owner, username)
      const chance = chanceFrom(`http ${username}`)
      const result = await autocannon({
        url: `http://127.0.0.1:${address.port}`,
        connections: 2,
        // Below what one user may request in a second.
        overallRate: 40,
        duration: bench.isQuick ? 3 : 15,
        requests: Array.from({ length: 200 }, () => {
          const { of } = chance.pick(searches)
          const search = encodeURIComponent(of(chance.pick(known)))
          return {
            path: `/api/upload/cherry/getFarmers/${actor.organisationId}?paginate=Y&search=${search}`,
            headers: { authorization: `Bearer ${token}` },
          }
        }),
      })
      lines.push({
        work: `the same over HTTP, ${where}, search, 40 a second`,
        measured: `p99 ${ms(result.latency.p99)}, median ${ms(result.latency.p50)}, ${result.non2xx + result.errors} errors of ${result.requests.sent}`,
      })
    }
    return lines
  } finally {
    await app.close()
  }
}
