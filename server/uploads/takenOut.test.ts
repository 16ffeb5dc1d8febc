import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEvent } from '#contract/house/audit.ts'
import { makeDraft, sendFarmers } from '#test/kit/farmerUploads.ts'
import {
  decideLimits,
  limitRow,
  limitsCsv,
  membersWithCherry,
  sendLimits,
  type MemberWithCherry,
} from '#test/kit/limitFiles.ts'
import { decideParchment, addCherryTotals, otherMiller, sendParchment } from '#test/kit/parchmentFiles.ts'
import type { PersonName } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// Whole files carry what lists mask: they are for the organisation that sent them, and for whoever they wait for.
let world: World
let members: MemberWithCherry[]
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  members = await membersWithCherry(world)
  await addCherryTotals(world)
})
afterAll(() => world?.close())

type Answer = 200 | 403 | 404
const readers: PersonName[] = [
  'wanjikuMaker',
  'otienoChecker',
  'danielMaker',
  'aliceMillerChecker',
  'josephKpcuMaker',
  'mercyKpcuChecker',
  'estherBankMaker',
  'peterBankChecker',
  'aminaViewer',
  'samuelAdministrator',
]
/** Who is answered what; whoever is not named is refused with a sentence, and other societies find nothing. */
async function expectReaders(id: string, may: readonly PersonName[], { blind = [] as PersonName[] } = {}) {
  for (const call of [`/upload/cherry/${id}/download/`, `/uploads/${id}/error-file`]) {
    const answers: Partial<Record<PersonName, Answer>> = {}
    const expected: typeof answers = {}
    for (const name of readers) {
      const { status, body } = await world.people[name].get<{ code?: string } | null>(call)
      answers[name] = status as Answer
      const nothing = ['danielMaker', 'samuelAdministrator', ...blind].includes(name)
      expected[name] = may.includes(name) ? 200 : nothing ? 404 : 403
      if (status === 403) expect(body?.code).toBe('upload.file_not_yours')
    }
    expect(answers).toEqual(expected)
  }
}

const society = ['wanjikuMaker', 'otienoChecker'] as const

test('a file of farmers is for its society alone', async () => {
  const { id } = await sendFarmers(world.people.wanjikuMaker, 2)
  await expectReaders(id, society, { blind: ['aliceMillerChecker'] })
})

test('a limit file is for KPCU or the bank while it waits for them, neither before nor after', async () => {
  const { wanjikuMaker, otienoChecker, mercyKpcuChecker, peterBankChecker } = world.people
  const blind: PersonName[] = ['aliceMillerChecker']
  for (const [shareData, lender, name] of [
    [true, mercyKpcuChecker, 'mercyKpcuChecker'],
    [false, peterBankChecker, 'peterBankChecker'],
  ] as const) {
    const { id } = await sendLimits(wanjikuMaker, [limitRow(members.shift()!)], { shareData })
    await expectReaders(id, society, { blind })
    expect((await decideLimits(otienoChecker, 'approve', { id })).status).toBe(200)
    await expectReaders(id, [...society, name], { blind })
    expect((await decideLimits(lender, 'approve', { id })).status).toBe(200)
    await expectReaders(id, society, { blind })
    // The rows stay open to them, in the list.
    expect((await lender.get<unknown[]>(`/upload/cherry/limit/${id}`)).body).toHaveLength(1)
  }
})

test('a parchment file is for the named miller and for KPCU when it is their turn, byte for byte', async () => {
  const { wanjikuMaker, aliceMillerChecker, mercyKpcuChecker } = world.people
  const { id } = await sendParchment(wanjikuMaker)
  await expectReaders(id, [...society, 'aliceMillerChecker'])
  const [own, theirs] = [wanjikuMaker, aliceMillerChecker].map((person) => person.get(`/upload/cherry/${id}/download`))
  expect((await theirs!).bytes).toEqual((await own!).bytes)
  expect((await theirs!).bytes.length).toBeGreaterThan(20)
  const stranger = await otherMiller(world)
  expect((await stranger.get(`/upload/cherry/${id}/download`)).status).toBe(404)
  await decideParchment(aliceMillerChecker, 'approve', { id })
  await expectReaders(id, [...society, 'mercyKpcuChecker'])
  await decideParchment(mercyKpcuChecker, 'decline', { id }, 'Weigh it again')
  await expectReaders(id, [...society, 'aliceMillerChecker'])
})

const takenOut = async (id: string) =>
  (await world.people.otienoChecker.get<AuditEvent[]>(`/audit/limit_file/${id}`)).body
    .filter(({ action }) => action === 'download' || action === 'error_file')
    .map(({ action, by, organisationName, title, changes }) => [
      action,
      by,
      organisationName,
      title,
      changes['rows']?.after,
    ])

test('the society reads in the history of a file who took it out, and how many rows', async () => {
  const { wanjikuMaker, otienoChecker, mercyKpcuChecker } = world.people
  const { id } = await sendLimits(wanjikuMaker, [limitRow(members.shift()!), limitRow(members.shift()!)], {
    fileName: 'october.csv',
  })
  await decideLimits(otienoChecker, 'approve', { id })
  await mercyKpcuChecker.get(`/upload/cherry/${id}/download`)
  expect(await takenOut(id)).toEqual([
    ['download', mercyKpcuChecker.fullName, 'Kenya Planters Co-operative Union', 'october.csv', 2],
  ])
})

test('rows with errors that come back with a refusal are taken out too', async () => {
  const { wanjikuMaker, otienoChecker, mercyKpcuChecker } = world.people
  const member = members.shift()!
  const refused = await wanjikuMaker.upload<{ details?: { id: string } }>(
    `/upload/cherry/delivery/${world.organisationId('CF4100')}`,
    'heavy.csv',
    limitsCsv([limitRow(member), limitRow(members.shift()!, { currentDelivery: '0' })]),
  )
  expect(refused.status).toBe(424)
  const { id } = JSON.parse(refused.headers['x-upload-summary'] ?? '{}') as { id: string }
  expect(await takenOutByOwner(id)).toEqual([['error_file', wanjikuMaker.fullName, 1]])

  const good = await sendLimits(wanjikuMaker, [limitRow(member)])
  await decideLimits(otienoChecker, 'approve', { id: good.id })
  await world.owner.query(`update farmers set life_state = 'SUSPENDED' where id = $1`, [member.id])
  expect((await decideLimits(mercyKpcuChecker, 'approve', { id: good.id })).status).toBe(424)
  expect(await takenOutByOwner(good.id)).toMatchObject([['error_file', mercyKpcuChecker.fullName, 1]])
})

const takenOutByOwner = async (id: string) =>
  (
    await world.owner.query<{ action: string; by: string; rows: number }>(
      `select action, actor_name as by, (changes -> 'rows' ->> 'after')::int as rows from audit_events where record_id = $1 and action in ('download', 'error_file')`,
      [id],
    )
  ).rows.map(({ action, by, rows }) => [action, by, rows])

test('a draft is for its maker alone, also its rows with errors', async () => {
  const { id } = await makeDraft(world.people.wanjikuMaker)
  await expectReaders(id, ['wanjikuMaker'], {
    blind: readers.filter((name) => name !== 'wanjikuMaker'),
  })
})
