import { afterAll, beforeAll, expect, test } from 'vitest'
import { isBinary } from '#contract/kit/endpoint.ts'
import { declaredCalls, schemaOf } from '#server/kit/web/openApi.ts'
import { sendFarmers } from './kit/farmerUploads.ts'
import type { Person } from './kit/people.ts'
import { sampleRequest } from './kit/sampleRequests.ts'
import { watchWork } from './kit/workDone.ts'
import { makeWorld, type World } from './kit/world.ts'

// What holds for every call that reads, whoever makes it.
let world: World
let ids: Record<string, string>
let standing: { name: string; text: string }
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  const upload = await sendFarmers(world.people.wanjikuMaker, 2)
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from farmers where organisation_id = $1 limit 1`,
    [world.organisationId('CF4100')],
  )
  ids = { id: upload.id, farmerId: rows[0]?.id ?? upload.id }
  await world.house.jobs.stop()
  const tables = await world.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  // Whatever writes a row gives it another place and another transaction: its values need not be read to know. Planned once.
  const text = tables.rows
    .filter(({ name }) => !ofUse.has(name.replace('public.', '')))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*)::int as rows, coalesce(sum(hashtidextended(t.ctid, t.xmin::text::bigint)), 0)::text as hash from ${name} t`,
    )
    .join(' union all ')
  standing = { name: 'every table as it stands', text }
  expect(tables.rows.length).toBeGreaterThan(100)
})
afterAll(() => world?.close())

/**
 * What calls note of their own use: when a session was used last, who has taken what away, and by which code a paper that was handed
 * out is known again.
 */
const ofUse = new Set(['sessions', 'audit_events', 'member_statements'])

const reads = declaredCalls
  .filter(({ declared }) => declared.method === 'GET')
  .map((call) => ({ ...call, title: `GET ${call.declared.path}` }))
const readers = (): Person[] => {
  const { wanjikuMaker, otienoChecker, samuelAdministrator, peterBankChecker } = world.people
  return [wanjikuMaker, otienoChecker, samuelAdministrator, peterBankChecker]
}
const sampleOf = (declared: (typeof reads)[number]['declared'], { organisationCode }: Person) =>
  sampleRequest(declared, {
    organisationId: world.organisationId(organisationCode),
    organisationCode,
    id: ids['id'] ?? '',
    values: { farmerId: ids['farmerId'] },
  })
const everything = async () => (await world.owner.query<{ name: string; hash: string }>(standing)).rows
// As the call before has left it: nothing else works in this world.
let left: Awaited<ReturnType<typeof everything>> | undefined

test.each(reads)('$title changes no row of any table', async ({ declared }) => {
  const before = left ?? (await everything())
  for (const reader of readers()) {
    const { path, query } = await sampleOf(declared, reader)
    await reader.get(path, query)
  }
  left = await everything()
  expect(left).toEqual(before)
})

test('no read says the moment in the text of a statement, so that PostgreSQL can keep its plan', async () => {
  const work = watchWork()
  const textsOf = async (read: () => Promise<unknown>): Promise<Set<string>> => {
    const { statements } = await work.doing(read)
    return new Set(statements.filter((text) => /^(?:\/\*.*?\*\/\s*)?\s*(?:select|with)\b/i.test(text)))
  }
  const found: string[] = []
  try {
    for (const { declared, title } of reads)
      for (const reader of readers().slice(2)) {
        const { path, query } = await sampleOf(declared, reader)
        const offered = Object.keys(declared.query ? (schemaOf(declared.query, 'input').properties ?? {}) : {})
        const counted = offered.includes('counts') ? { paginate: 'Y', counts: 'Y' } : {}
        const read = () => reader.get(path, { ...query, ...counted })
        const before = await textsOf(read)
        const after = await textsOf(read)
        if ([...after].some((text) => !before.has(text))) found.push(title)
      }
    expect([...new Set(found)]).toEqual([])
    expect((await textsOf(() => world.people.wanjikuMaker.get('/inbox'))).size).toBeGreaterThan(1)
  } finally {
    work.stop()
  }
})

const texts = /^(?:application\/json|text\/(?:csv|html|plain)|text\/event-stream|image\/svg\+xml)/

test.each(reads)(
  '$title says what its answer is, and a text its letters, also where it refuses',
  async ({ declared }) => {
    for (const reader of [...readers(), null]) {
      const { path, query } = await sampleOf(declared, reader ?? world.people.wanjikuMaker)
      const { headers, status, bytes } = reader
        ? await reader.get(path, query)
        : await world.stranger({ method: 'GET', path, ...(query ? { query } : {}) })
      if (bytes.length === 0) continue
      const type = headers['content-type'] ?? ''
      expect([status, type]).toEqual([status, expect.stringMatching(/^[a-z]+\/[a-z\d.+-]+(?:; charset=utf-8)?$/)])
      if (texts.test(type)) expect([status, type]).toEqual([status, expect.stringMatching(/; charset=utf-8$/)])
      if (status === 200 && !isBinary(declared.answer)) expect(type).toBe('application/json; charset=utf-8')
    }
  },
)

const named = reads.flatMap(({ declared, title }) =>
  Object.keys(declared.query ? (schemaOf(declared.query, 'input').properties ?? {}) : {}).map((name) => ({
    declared,
    name,
    title: `${title}?${name}`,
  })),
)

test.each(named)('$title that comes twice is refused', async ({ declared, name }) => {
  for (const reader of readers().slice(1, 3)) {
    const { path, query = {} } = await sampleOf(declared, reader)
    const whole = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
    whole.append(name, 'Y')
    whole.append(name, 'N')
    const { status, body } = await reader.get<{ code: string }>(`${path}?${whole.toString()}`)
    // Who may not ask at all, and what is not there, is said before.
    expect([403, 404, 422]).toContain(status)
    if (status === 422) expect(body.code).toBe('input.invalid')
  }
})

test('and some of them would have been answered otherwise', () => {
  expect(named.length).toBeGreaterThan(100)
})
