import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { organisationTypes } from '#contract/house/organisationTypes.ts'
import { declaredCalls } from '#server/kit/web/openApi.ts'
import { organisationOf } from '../db/seed/organisations.ts'
import { csvOf, newFarmers } from './kit/farmerFiles.ts'
import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import { makeDraft, sendFarmers } from './kit/farmerUploads.ts'
import type { Person } from './kit/people.ts'
import { isExported, mayCall, sampleRequest, type Facts } from './kit/sampleRequests.ts'
import { makeWorld, type World } from './kit/world.ts'

// Two societies live side by side. Whatever one of them owns carries a canary; no answer to the other may contain one.
let world: World
let strangers: Person[]
/** Whole words that only the first society owns: ids, numbers, names of files. */
let canaries: Set<string>
/** Who the first society is and who works there: administration knows that of everybody, and nothing more. */
let identities: Set<string>
let ids: string[]
let viewId: string
const words = ['Canarykamau', 'Canaryvillage', 'canaryfile', 'Canaryview', 'Canarycomment', 'Othameru']

beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  const { wanjikuMaker, otienoChecker, danielMaker } = world.people
  const differing = { lastName: 'Canarykamau', village: 'Canaryvillage' }
  const society = world.organisationId('CF4100')
  const approved = await sendFarmers(wanjikuMaker, 3, differing, 'canaryfile_approved.csv')
  await otienoChecker.post(`/upload/cherry/approve_farmer/${society}`, { id: approved.id, version: approved.version })
  const declined = await sendFarmers(wanjikuMaker, 2, differing, 'canaryfile_declined.csv')
  await otienoChecker.post('/upload/cherry/decline_farmer', {
    id: declined.id,
    version: declined.version,
    approverComment: 'Canarycomment',
  })
  const waiting = await sendFarmers(wanjikuMaker, 2, differing, 'canaryfile_waiting.csv')
  const draft = await makeDraft(wanjikuMaker, 'canaryfile_draft.csv')
  ids = [approved, declined, waiting, draft].map(({ id }) => id)
  const view = { list: 'farmers', name: 'Canaryview', query: 'search=Canarykamau', shared: true }
  viewId = (await wanjikuMaker.post<{ data: { id: string } }>('/views', view)).body.data.id
  // The other society has the same of everything, and one farmer whose ID is registered in the first.
  const { rows: registered } = await world.owner.query<{ id_number: string }>(
    `select id_number from farmers where last_name = 'Canarykamau' limit 1`,
  )
  const [farmer = {}] = newFarmers(1)
  await danielMaker.upload(
    `/upload/cherry/farmer/${world.organisationId('CF4101')}`,
    'same_person.csv',
    csvOf(farmersFile, [{ ...farmer, farmerId: registered[0]?.id_number ?? '' }]),
  )
  await sendFarmers(danielMaker, 2)
  const owned = await world.owner.query<{ word: string }>(
    `select unnest(array[f.id::text, f.mobile_number, f.member_number, f.account_number]) as word from farmers f where f.organisation_id = $1
     union select id::text from uploads where organisation_id = $1
     union select file_id::text from uploads where organisation_id = $1
     union select id::text from audit_events where organisation_id = $1
     union select id::text from users where organisation_id = $1
     union select username from users where organisation_id = $1
     union select unnest(array[$1::text, 'CF4100'])`,
    [society],
  )
  canaries = new Set(owned.rows.map(({ word }) => word))
  const known = await world.owner.query<{ word: string }>(
    `select unnest(array[id::text, username]) as word from users where organisation_id = $1 union select unnest(array[$1::text, 'CF4100', 'Othameru'])`,
    [society],
  )
  identities = new Set(known.rows.map(({ word }) => word))
  strangers = Object.values(world.people).filter(
    ({ organisationCode }) =>
      organisationCode !== 'CF4100' && organisationTypes[organisationOf(organisationCode).type].sees === 'own',
  )
})
afterAll(() => world?.close())

/** What of the first society stands in a text, apart from what the request itself named. */
const leaksIn = (text: string, request: string): string[] => [
  ...new Set([
    ...(text.match(/[\w@.-]+/g) ?? []).filter((word) => canaries.has(word) && !request.includes(word)),
    ...words.filter((word) => text.includes(word) && !request.includes(word)),
  ]),
]
// The sign-in screen of the demo names its users to everybody on purpose.
const reads = declaredCalls
  .filter(({ declared }) => declared.method === 'GET' && declared.allow !== 'anyone')
  .map((call) => ({ ...call, title: `GET ${call.declared.path}` }))
const facts = (id: string, code: string): Facts => ({
  organisationId: organisationOf(code).id,
  organisationCode: code,
  id,
})

test('the canaries show to their own society', async () => {
  const { otienoChecker } = world.people
  const society = world.organisationId('CF4100')
  const answers = await Promise.all(
    [
      `/upload/cherry/getFarmers/${society}`,
      `/upload/cherry/farmerFiles/${society}`,
      '/views?list=farmers',
      `/audit/farmer_upload/${ids[1]}`,
    ].map((path) => otienoChecker.get(path)),
  )
  const leaks = leaksIn(answers.map(({ bytes }) => bytes.toString()).join('\n'), '')
  expect(leaks).toEqual(expect.arrayContaining(words.filter((word) => word !== 'Canaryvillage')))
  expect(leaks.length).toBeGreaterThan(300)
  expect(strangers.length).toBeGreaterThan(8)
})

test.each(reads)('$title says nothing of the first society to anybody of another', async (call) => {
  const forms = isExported(call.declared)
    ? [{}, { paginate: 'Y', size: '100' }, { search: 'Canary' }, { export: 'csv' }]
    : [{}]
  for (const person of strangers) {
    // A call that names no organisation, or no record, is asked once.
    const asked = new Set<string>()
    // Who may not call is refused before anything is read: that is asked once.
    const records = mayCall(call.declared, person.role) ? [...ids, viewId] : ids.slice(0, 1)
    for (const code of ['CF4100', person.organisationCode])
      for (const id of records) {
        const { path, query } = await sampleRequest(call.declared, facts(id, code))
        const asks = JSON.stringify([path, query])
        if (asked.has(asks)) continue
        asked.add(asks)
        for (const form of forms) {
          const { bytes } = await person.get(path, { ...query, ...form })
          const leaks = leaksIn(bytes.toString(), path + JSON.stringify(form))
          const secrets = leaks.filter((leak) => call.declared.reach !== 'administration' || !identities.has(leak))
          expect([person.username, secrets]).toEqual([person.username, []])
        }
      }
  }
})

const changes = declaredCalls
  .filter(({ declared }) => declared.method !== 'GET' && !declared.path.startsWith('/auth/'))
  .map((call) => ({ ...call, title: `${call.declared.method} ${call.declared.path}` }))
const state = async () =>
  (
    await world.owner.query(
      `select md5(string_agg(t::text, '' order by t::text)) as sum from (
         select u::text as t from uploads u where organisation_id = $1 union all select r::text from upload_rows r where organisation_id = $1
         union all select f::text from farmers f where organisation_id = $1 union all select v::text from saved_views v where organisation_id = $1
         union all select a.id::text from audit_events a where organisation_id = $1) t`,
      [world.organisationId('CF4100')],
    )
  ).rows

describe('changing what belongs to the first society', () => {
  test.each(changes)('$title changes nothing there and says nothing of it', async ({ declared }) => {
    const before = await state()
    const { danielMaker, purityChecker, kipronoMillerMaker } = world.people
    const asked = new Set<string>()
    for (const person of [danielMaker, purityChecker, kipronoMillerMaker])
      for (const id of [...ids, viewId])
        for (const code of ['CF4100', person.organisationCode]) {
          if (declared.upload && code !== 'CF4100' && !/:id\b/.test(declared.path)) continue
          const values = { version: 3, approverComment: 'Mine now', step: 'decline', records: [{ id, version: 3 }] }
          const { method, path, ...options } = await sampleRequest(declared, { ...facts(id, code), values })
          const body = options.body ? { ...options.body, ...values } : undefined
          const asks = JSON.stringify([person.username, path, body])
          if (asked.has(asks)) continue
          asked.add(asks)
          const { status, bytes } = await person.request(method, path, { ...options, ...(body ? { body } : {}) })
          expect(leaksIn(bytes.toString(), path + JSON.stringify(body ?? ''))).toEqual([])
          if (/:id\b/.test(declared.path)) expect([403, 404]).toContain(status)
        }
    expect(await state()).toEqual(before)
  })
})
