import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import { parchment, parchmentRowList, type Parchment, type ParchmentRow } from '#contract/parchment/parchments.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { csvOf } from './farmerFiles.ts'
import { approveLimits, limitRow, membersWithCherry, sendLimits, type MemberWithCherry } from './limitFiles.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

let serial = 0

/** An outturn that nobody has yet. */
export const newOutturn = (): string => `08TH${String((serial += 1)).padStart(4, '0')}`

/** Outturns with 50 kg in a bag, unless `differing` says otherwise. */
export const outturns = (count: number, differing: Partial<Record<string, string>> = {}) =>
  Array.from({ length: count }, () => ({
    outturn: newOutturn(),
    grade: 'P1',
    totalBags: '2',
    netWeight: '100',
    season: currentSeason(),
    growerCode: '',
    ...(differing as Record<string, string>), // border: nobody gives undefined
  }))

export const parchmentCsv = (count: number, differing: Partial<Record<string, string>> = {}) =>
  csvOf(parchmentFile, outturns(count, differing))

type Fields = { millerCode?: string; shareData?: string }
export type ParchmentBody = { code?: string; message: string; details?: Record<string, unknown>; data: Parchment }

/** Uploads a parchment file for a miller; it then waits for that miller. */
export async function sendParchment(
  maker: Person,
  rows: Record<string, string>[] = outturns(1),
  { millerCode = 'ML2001', shareData = 'true' }: Fields = {},
): Promise<Parchment> {
  const csv = csvOf(parchmentFile, rows)
  const answer = await maker.upload<ParchmentBody>(
    '/upload/parchment/delivery',
    `parchment ${(serial += 1)}.csv`,
    csv,
    {
      millerCode,
      shareData,
    },
  )
  if (answer.status !== 200) throw new Error(`the upload was refused: ${answer.status} ${answer.body?.message}`)
  return answer.body.data
}

export const decideParchment = (
  person: Person,
  step: 'approve' | 'decline' | 'reject',
  { id, version }: { id: string; version?: number },
  approverComment?: string,
) =>
  person.post<ParchmentBody>(`/upload/parchment/delivery/${step === 'approve' ? 'approve' : 'decline'}/file`, {
    id,
    ...(version === undefined ? {} : { version }),
    ...(step === 'reject' ? { final: true } : {}),
    ...(approverComment ? { approverComment } : {}),
  })

export const rowsOf = async (person: Person, id: string) =>
  (await person.get<ParchmentRow[]>(`/upload/parchment/delivery/${id}`)).body

/** Amends every row of a record; what is not named stays. */
export async function amendParchment(person: Person, id: string, changed: object, approverComment = 'Weighed again') {
  const data = (await rowsOf(person, id)).map(({ rowid, commodity, totalBags, netWeight, season }) => ({
    rowid,
    commodity,
    totalBags: String(totalBags),
    netWeight: String(netWeight),
    season,
    ...changed,
  }))
  return person.post<ParchmentBody>('/upload/parchment/delivery/amend/file', { id, data, approverComment })
}

/** So much cherry as the society needs for a great deal of parchment. */
export const addCherryTotals = (world: World, society = 'CF4100') =>
  world.owner.query(
    `insert into season_totals (organisation_id, season, approved_kg, pending_kg, members) values ($1, $2, 1000000, 0, 0)`,
    [world.organisationId(society), currentSeason()],
  )

/** So much parchment, and no more, as the approved cherry of the first society gives. Source: domain 10.4. */
export async function setCherryFor(world: World, parchmentKg: number): Promise<void> {
  const first = `ctid = (select min(ctid) from season_totals where organisation_id = $1 and season = $2)`
  await world.owner.query(
    `update season_totals set approved_kg = case when ${first} then ceil($3::numeric * 5.6 / 1.15 * 1000) / 1000 else 0 end where organisation_id = $1 and season = $2`,
    [world.organisationId('CF4100'), currentSeason(), parchmentKg],
  )
}

/** Three members of the first society, in this order, whose limits count 100, 200 and 33.3 kg of cherry. */
export async function threeLimits(world: World): Promise<MemberWithCherry[]> {
  const members = (await membersWithCherry(world, 'CF4100', 210)).slice(0, 3)
  const kilograms = ['100', '200', '33.3']
  const rows = members.map((member, at) => limitRow(member, { currentDelivery: kilograms[at] ?? '' }))
  const { id } = await sendLimits(world.people.wanjikuMaker, rows)
  await approveLimits(world, id)
  return members
}

/** Another miller, with a checker of its own. */
export async function otherMiller(world: World): Promise<Person> {
  await world.owner.query(
    `insert into organisations (id, code, name, type, county_id, active) select gen_random_uuid(), 'ML2999', 'Another Mill', type, county_id, true from organisations where code = 'ML2001' on conflict do nothing`,
  )
  await world.owner.query(
    `update users set organisation_id = (select id from organisations where code = 'ML2999'), role_name = 'MILLER_CHECKER' where username = 'miller.maker'`,
  )
  return world.newSession('miller.maker')
}

let nineRows = ''

/** Parchment records in several states for the lists of Othaya; one has nine outturns. */
export async function makeParchmentRecords(world: World): Promise<void> {
  const { wanjikuMaker, margaretManager, aliceMillerChecker } = world.people
  await addCherryTotals(world)
  const nine = outturns(9).map((row, at) => ({ ...row, grade: ['P1', 'P2', 'PL'][at % 3] ?? 'P1' }))
  nineRows = (await sendParchment(wanjikuMaker, nine)).id
  const confirmed = await sendParchment(wanjikuMaker, outturns(2, { netWeight: '61.237', totalBags: '1' }))
  await decideParchment(aliceMillerChecker, 'approve', confirmed)
  const referred = await sendParchment(wanjikuMaker, outturns(1, { grade: 'P3' }))
  await decideParchment(aliceMillerChecker, 'decline', referred, 'Weighed 97 kg')
  await amendParchment(margaretManager, referred.id, { netWeight: '97' })
  await decideParchment(aliceMillerChecker, 'reject', { id: referred.id }, 'Not our outturn')
}

/** The lists of parchment, each with a call that answers it and somebody who sees many rows there. */
export const parchmentLists = [
  { screen: parchment.list, path: () => '/upload/parchment/deliveryFiles/CF4100' },
  { screen: parchmentRowList, path: () => `/upload/parchment/delivery/${nineRows}` },
].map((listed) => ({ ...listed, reader: 'otienoChecker' as const }))
