import { cherryLimitsFile } from '#contract/limits/limitFile.ts'
import { rows, sql } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { organisationOf } from '../db/seed/organisations.ts'
import { demoWorkbook } from '../db/seed/uploads.ts'
import { demoPeople, seedPart, type Demo } from './demoCalls.ts'

type Row = Record<string, string>
type PlannedFile = {
  name: string
  society: 'CF4100' | 'CF4101'
  share: boolean
  /** The first of the members to be in the file, by their numbers. */
  from: number
  count: number
  /** The share of their approved cherry that is counted. */
  part: number
  decisions?: readonly { by: string; step: 'approve' | 'decline'; comment?: string }[]
  spoil?: (row: Row, n: number) => Row
}

const makers = { CF4100: 'fcs.maker', CF4101: 'fcs2.maker' }
const society = { by: 'fcs.checker', step: 'approve' } as const
const neighbour = { by: 'fcs2.checker', step: 'approve' } as const
const kpcu = { by: 'kpcu.checker', step: 'approve' } as const
const bank = { by: 'bank.checker', step: 'approve' } as const
const faults = (row: Row, n: number): Row =>
  n === 2
    ? { ...row, currentDelivery: `${row['currentDelivery']} kg` }
    : n === 5
      ? { ...row, idNumber: '10000001' }
      : n === 7
        ? { ...row, currentDelivery: '9800' }
        : row

/** Limit files in every state, and limits for most members of two societies. */
const files: readonly PlannedFile[] = [
  {
    name: 'Othameru limits October.xlsx',
    society: 'CF4100',
    share: true,
    from: 0,
    count: 260,
    part: 0.5,
    decisions: [society, kpcu],
  },
  {
    name: 'Kirimandu limits October.xlsx',
    society: 'CF4101',
    share: false,
    from: 0,
    count: 200,
    part: 0.6,
    decisions: [neighbour, bank],
  },
  {
    name: 'Othameru limits November.xlsx',
    society: 'CF4100',
    share: true,
    from: 0,
    count: 40,
    part: 0.4,
    decisions: [society],
  },
  {
    name: 'Othameru estates November.xlsx',
    society: 'CF4100',
    share: false,
    from: 40,
    count: 20,
    part: 0.3,
    decisions: [society],
  },
  { name: 'Othameru late cherry.xlsx', society: 'CF4100', share: true, from: 60, count: 15, part: 0.2 },
  {
    name: 'Othameru limits twice.xlsx',
    society: 'CF4100',
    share: true,
    from: 75,
    count: 12,
    part: 0.3,
    decisions: [
      { by: 'fcs.checker', step: 'decline', comment: 'These weights are of last season. Please take the new books.' },
    ],
  },
  {
    name: 'Othameru limits to repair.xlsx',
    society: 'CF4100',
    share: true,
    from: 80,
    count: 14,
    part: 0.2,
    spoil: faults,
  },
  {
    name: 'Kirimandu late cherry.xlsx',
    society: 'CF4101',
    share: true,
    from: 5,
    count: 18,
    part: 0.2,
    decisions: [neighbour],
  },
]

/** Uploads and decides them on a running server. */
export async function seedDemoLimits({ address, house }: Demo): Promise<void> {
  const as = demoPeople(address)
  for (const planned of files)
    await seedPart(house, planned.name, async () => {
      const maker = await as(makers[planned.society])
      const file = await maker.upload(`/upload/cherry/delivery/${organisationOf(planned.society).id}`, {
        name: planned.name,
        bytes: await demoWorkbook({ kind: cherryLimitsFile, rows: await membersOf(house, planned) }),
        fields: { shareData: String(planned.share) },
      })
      for (const { by, step, comment } of planned.decisions ?? []) {
        const checker = await as(by)
        const path =
          step === 'approve' ? `/upload/cherry/approve_limit/${checker.organisationId}` : '/upload/cherry/decline_limit'
        await checker.post(path, { id: file, approverComment: comment })
      }
    })
}

/** Rows of members with cherry that no limit counts yet. */
async function membersOf(house: House, { society: code, from, count, part, spoil }: PlannedFile): Promise<Row[]> {
  const members = await house.db.transaction('system', (tx) =>
    rows(
      tx,
      sql<{ idNumber: string; fullName: string; memberNumber: string; kilograms: number }>`
        select f.id_number as "idNumber", f.full_name as "fullName", f.member_number as "memberNumber",
          (trunc(least(w.approved_kg * ${part}::numeric, w.approved_kg - coalesce(sum(l.kilograms), 0)) * 2) / 2)::float as kilograms
        from farmers f join season_weights w on w.farmer_id = f.id and w.season = ${currentSeason()}
          left join limit_rows l on l.farmer_id = f.id and l.season = w.season and l.kind = 'CHERRY'
        where f.organisation_id = ${organisationOf(code).id} and f.status = 'APPROVED' and f.life_state = 'ACTIVE' and f.acreage <= 20
        group by f.id, w.approved_kg having w.approved_kg - coalesce(sum(l.kilograms), 0) >= 1 and w.approved_kg * ${part}::numeric >= 1
        order by f.member_number offset ${from} limit ${count}`,
    ),
  )
  return members.map(({ kilograms, ...member }, n) => {
    const row = {
      ...member,
      growerCode: code,
      productName: 'COFFEE',
      currentDelivery: String(kilograms),
      season: currentSeason(),
    }
    return spoil ? spoil(row, n) : row
  })
}
