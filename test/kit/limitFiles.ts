import { limitFile, limitFileRowList, type LimitFile } from '#contract/limits/limitFiles.ts'
import { limitList } from '#contract/limits/limits.ts'
import { cherryLimitsFile } from '#contract/limits/limitFile.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import { demoDeliveries } from '../../db/seed/deliveries.ts'
import { demoFarmers } from '../../db/seed/demo.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import { csvOf } from './farmerFiles.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

export type MemberWithCherry = {
  id: string
  memberNumber: string
  idNumber: string
  fullName: string
  approvedKg: number
}

/** Active members of a society that have approved cherry of the season which no limit counts yet, and little land. */
export async function membersWithCherry(world: World, code = 'CF4100', least = 10): Promise<MemberWithCherry[]> {
  const { rows } = await world.owner.query<MemberWithCherry>(
    `select f.id, f.member_number as "memberNumber", f.id_number as "idNumber", f.full_name as "fullName", w.approved_kg::float as "approvedKg"
     from farmers f join season_weights w on w.farmer_id = f.id and w.season = $2 join organisations o on o.id = f.organisation_id
     where o.code = $1 and f.status = 'APPROVED' and f.life_state = 'ACTIVE' and f.acreage <= 20 and w.approved_kg >= $3
       and not exists (select from limit_rows l where l.farmer_id = f.id and l.season = w.season) order by f.member_number`,
    [code, currentSeason(), least],
  )
  return rows
}

export const limitRow = (
  member: MemberWithCherry,
  differing: Partial<Record<string, string>> = {},
): Record<string, string> => ({
  idNumber: member.idNumber,
  fullName: member.fullName,
  memberNumber: member.memberNumber,
  currentDelivery: '10',
  season: currentSeason(),
  ...(differing as Record<string, string>), // border: nobody gives undefined
})
export const limitsCsv = (rows: Record<string, string>[]) => csvOf(cherryLimitsFile, rows)

const demo = demoFarmers()
/** Kilograms of the season that were approved when the valley was made, by farmer. */
const approved = new Map<string, number>()
for (const { farmer_id, season, status, kilograms } of demoDeliveries(demo, businessDate()))
  if (season === currentSeason() && status === 'APPROVED')
    approved.set(farmer_id, (approved.get(farmer_id) ?? 0) + kilograms)
let serial = 0

/** Rows that nobody has sent: each of another member of Othaya with approved cherry and little land. */
export function newLimits(count: number): Record<string, string>[] {
  const society = organisationOf('CF4100').id
  const free = demo.filter(
    ({ id, organisation_id, acreage }) =>
      organisation_id === society && Number(acreage) <= 20 && (approved.get(id) ?? 0) > 20,
  )
  return Array.from({ length: count }, () => {
    const { id_number = '', member_number = '' } = free[(serial += 1) % free.length] ?? {}
    return {
      idNumber: id_number,
      fullName: '',
      memberNumber: member_number,
      growerCode: 'CF4100',
      productName: 'COFFEE',
      currentDelivery: (1 + (serial % 100) / 100).toFixed(2),
      season: currentSeason(),
    }
  })
}

type Body = { message: string; code?: string; data: LimitFile }

/** Uploads a limit file; it then waits for a checker of the maker's society. */
export async function sendLimits(
  maker: Person,
  rows: Record<string, string>[],
  { shareData = true, fileName = 'limits.csv' }: { shareData?: boolean; fileName?: string } = {},
): Promise<LimitFile> {
  const path = `/upload/cherry/delivery/${organisationOf(maker.organisationCode).id}`
  const { status, body } = await maker.upload<Body>(path, fileName, limitsCsv(rows), { shareData: String(shareData) })
  if (status !== 200) throw new Error(`the upload was refused: ${status} ${body?.message}`)
  return body.data
}

export const decideLimits = (by: Person, step: 'approve' | 'decline', file: { id: string } & Record<string, unknown>) =>
  by.post<Body>(
    step === 'approve'
      ? `/upload/cherry/approve_limit/${organisationOf(by.organisationCode).id}`
      : '/upload/cherry/decline_limit',
    file,
  )

/** The society's checker passes a limit file on, and KPCU's raises the limits. */
export async function approveLimits({ people }: World, id: string): Promise<void> {
  for (const by of [people.otienoChecker, people.mercyKpcuChecker]) {
    const { status, body } = await decideLimits(by, 'approve', { id })
    if (status !== 200) throw new Error(`not approved: ${status} ${body?.message}`)
  }
}

let nineRows = ''

/** Limit files in several states for the lists of Othaya; the first raises limits. */
export async function makeLimitFiles(world: World): Promise<void> {
  const { wanjikuMaker, otienoChecker } = world.people
  const send = (count: number, fileName: string, shareData: boolean) =>
    sendLimits(wanjikuMaker, newLimits(count), { fileName, shareData })
  const { id } = await send(9, 'nine limits.csv', true)
  await approveLimits(world, id)
  await send(1, 'B.csv', false)
  const declined = await send(2, 'c%_.csv', true)
  await decideLimits(otienoChecker, 'decline', { id: declined.id, approverComment: 'Twice' })
  nineRows = id
}

/** The lists of limits, each with a call that answers it and somebody who sees many rows there. */
export const limitLists = [
  { screen: limitFile.list, path: () => '/upload/cherry/limitFiles/CF4100' },
  { screen: limitFileRowList, path: () => `/upload/cherry/limit/${nineRows}` },
  { screen: limitList, path: () => '/limit/active/CF4100' },
].map((listed) => ({ ...listed, reader: 'otienoChecker' as const }))
