import { cherryLimitsFile } from '#contract/limitFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { rows, sql } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { writeTemplate } from '#server/kit/sheets/writeTemplate.ts'
import { sheetOf } from '#server/kit/uploads/sheetOf.ts'
import { currentSeason } from '#server/seasons/seasons.ts'
import { demoPassword } from '#server/session/demo.ts'
import { organisationOf } from '../db/seed/organisations.ts'

type Row = Record<string, string>
type Story = {
  name: string
  society: 'CF4100' | 'CF4101'
  share: boolean
  /** Every so many of the members, from the first to be taken. */
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
const slips = (row: Row, n: number): Row =>
  n === 2
    ? { ...row, currentDelivery: `${row['currentDelivery']} kg` }
    : n === 5
      ? { ...row, idNumber: '10000001' }
      : n === 7
        ? { ...row, currentDelivery: '9800' }
        : row

/** Limit files in every state, and limits for most members of two societies. */
const stories: readonly Story[] = [
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
    spoil: slips,
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

/** Tells the stories to a running server. One that fails is reported and does not keep the server from serving. */
export async function seedDemoLimits({ address, house }: { address: string; house: House }): Promise<void> {
  const people = new Map<string, Person>()
  const as = async (username: string): Promise<Person> => {
    const known = people.get(username) ?? (await signIn(address, username))
    people.set(username, known)
    return known
  }
  for (const story of stories)
    try {
      const { id } = organisationOf(story.society)
      const members = await membersOf(house, story)
      const maker = await as(makers[story.society])
      const file = await maker.upload(`/upload/cherry/delivery/${id}`, story, await workbook(members))
      for (const { by, step, comment } of story.decisions ?? []) {
        const checker = await as(by)
        await checker.post(
          step === 'approve'
            ? `/upload/cherry/approve_limit/${checker.organisationId}`
            : '/upload/cherry/decline_limit',
          {
            id: file,
            approverComment: comment,
          },
        )
      }
    } catch (error) {
      house.log.warn(
        { story: story.name, error: error instanceof Error ? error.message : String(error) },
        'a demo limit file was not made',
      )
    }
}

/** Rows of members with cherry that no limit counts yet. */
async function membersOf(house: House, { society: code, from, count, part, spoil }: Story): Promise<Row[]> {
  const found = await house.db.transaction('system', (tx) =>
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
  return found.map(({ kilograms, ...member }, n) => {
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

const workbook = (members: readonly Row[]): Promise<Buffer> =>
  writeTemplate({
    ...sheetOf(cherryLimitsFile),
    rows: members.map((row) => columnKeys(cherryLimitsFile).map((key) => row[key] ?? '')),
  })

type Person = {
  organisationId: string
  post: (path: string, body: unknown) => Promise<void>
  upload: (path: string, story: Story, bytes: Buffer) => Promise<string>
}

async function signIn(address: string, username: string): Promise<Person> {
  const ask = async (path: string, given: { body: string | FormData; headers?: Record<string, string> }) => {
    const response = await fetch(`${address}/api${path}`, { method: 'POST', ...given })
    // A file with errors is a draft that its maker finds: that is a story too.
    if (!response.ok && response.status !== 424)
      throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 200)}`)
    return response
  }
  const json = { 'content-type': 'application/json' }
  // A demo user signs in with the demo password; what the calls answer stands in the contract.
  const { data } = (await (
    await ask('/auth/login', { body: JSON.stringify({ username, password: demoPassword }), headers: json })
  ).json()) as {
    data: { token: string; user: { organisation: { id: string } } }
  }
  const session = { authorization: `Bearer ${data.token}` }
  return {
    organisationId: data.user.organisation.id,
    post: async (path, body) => {
      const { status } = await ask(path, { body: JSON.stringify(body), headers: { ...json, ...session } })
      if (status === 424) throw new Error(`${path}: some rows have errors`)
    },
    upload: async (path, { name, share }, bytes) => {
      const form = new FormData()
      form.set('shareData', String(share))
      form.set('file', new Blob([new Uint8Array(bytes)]), name)
      const answer = await ask(path, { body: form, headers: session })
      if (answer.status === 424) return ''
      return ((await answer.json()) as { data: { id: string } }).data.id
    },
  }
}
