import type { ClientBase } from 'pg'
import { seasonOfDate } from '#contract/house/seasons.ts'
import { chanceFrom, type Chance } from './chance.ts'
import { firstDay, organisationOf, societies, userOf } from './organisations.ts'

/** The wet mills of the demo societies. */
export const millsOf: Record<string, readonly (readonly [code: string, name: string])[]> = {
  CF4100: [
    ['GT', 'Gatura'],
    ['KH', 'Kihuri'],
    ['MH', 'Mahiga'],
  ],
  CF4101: [
    ['KR', 'Kirimandu'],
    ['RW', 'Rwamuti'],
  ],
  CF4102: [
    ['MR', 'Murengeti'],
    ['NG', 'Ngarari'],
  ],
}
/** Factories as rows, the same every time. */
const demoFactories = societies.flatMap(({ code }) => {
  const chance = chanceFrom(`factories of ${code}`)
  return (millsOf[code] ?? []).map(([mill, name]) => ({
    id: chance.id(firstDay),
    organisation_id: organisationOf(code).id,
    code: mill,
    name,
  }))
})

type Member = { id: string; organisation_id: string; member_number: string; number_of_trees: number | null }
export const dayMs = 86_400_000
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)
const makers: Record<string, { maker: string; checker?: string }> = {
  CF4100: { maker: 'fcs.maker', checker: 'fcs.checker' },
  CF4101: { maker: 'fcs2.maker', checker: 'fcs2.checker' },
  // Its books were kept by the operator before it had users.
  CF4102: { maker: 'admin' },
}

/** Two seasons of deliveries, up to the day: the main crop and the early crop of the season before, and what was delivered since October. */
export function demoDeliveries(members: readonly Member[], today: string) {
  const thisSeason = Number(seasonOfDate(today).slice(0, 4))
  return societies.flatMap(({ code, prefix }) => {
    const chance = chanceFrom(`deliveries of ${code}`)
    const organisation_id = organisationOf(code).id
    const mills = demoFactories.filter((factory) => factory.organisation_id === organisation_id)
    const { maker = 'admin', checker } = makers[code] ?? {}
    const decider = checker ? userOf(checker).id : null
    const own = members.filter((member) => member.organisation_id === organisation_id)
    const fewestTrees = Math.min(...own.map((member) => member.number_of_trees ?? 200))
    let receipt = 0
    return own.flatMap((member, position) => {
      const trees = member.number_of_trees ?? 200
      const days = [
        ...pickDays(chance, { from: `${thisSeason - 1}-10-08`, to: `${thisSeason - 1}-12-20`, count: 4, today }),
        ...pickDays(chance, { from: `${thisSeason}-05-04`, to: `${thisSeason}-07-10`, count: 2, today }),
        ...pickDays(chance, { ...cropSince(thisSeason, today), count: 4, today }),
      ]
      return days.map((day, n) => {
        receipt += 1
        const season = seasonOfDate(day)
        // One member of a society delivers far more than trees can bear.
        const share = trees === fewestTrees && n === days.length - 1 ? 23 : 0.2 + chance.next() * 0.5
        const isWaiting = decider !== null && n === days.length - 1 && position % 25 === 3
        const isDeclined = decider !== null && n === days.length - 1 && position === 11
        // What was delivered today came early in the morning: nothing is entered at an hour that is still to come.
        const [entered, decided] = day === today ? ['00:00:00+03:00', '00:10:00+03:00'] : ['13:00:00Z', '16:00:00Z']
        const decided_at = new Date(Date.parse(`${day}T${decided}`))
        const created_at = new Date(Date.parse(`${day}T${entered}`) + position * 1000)
        return {
          id: chance.id(created_at),
          organisation_id,
          farmer_id: member.id,
          season,
          delivered_on: day,
          factory_id: mills[position % mills.length]?.id ?? null,
          receipt_number: `${prefix}${String(receipt).padStart(6, '0')}`,
          kilograms: Math.min(14_900, Math.max(1, Math.round(trees * share * 2) / 2)),
          type: 'DELIVERY',
          reason: '',
          status: isWaiting ? 'PENDING_APPROVAL' : isDeclined ? 'DECLINED' : 'APPROVED',
          makers: [userOf(maker).id],
          made_by: userOf(maker).id,
          decided_by: isWaiting ? null : decider,
          decided_at: isWaiting || !decider ? null : decided_at,
          decision_comment: isDeclined ? 'The receipt says 45 kg.' : null,
          disclaimer_version: 1,
          created_at,
        }
      })
    })
  })
}

/** In its first weeks a season has had few days: then all that a member brings lies on those, today among them. */
function cropSince(season: number, today: string): Pick<Days, 'from' | 'to'> {
  const isYoung = today < `${season}-11-01`
  return isYoung ? { from: `${season}-10-01`, to: today } : { from: `${season}-10-02`, to: `${season}-12-20` }
}

type Days = { from: string; to: string; count: number; today: string }

/** Days of a crop on which a member delivered cherry, in order, none after today; of a whole crop none on this very day. */
function pickDays(chance: Chance, { from, to, count, today }: Days): string[] {
  const first = Date.parse(from)
  const length = (Date.parse(to) - first) / dayMs
  return Array.from({ length: count }, () => dayText(first + chance.between(0, length) * dayMs))
    .filter((day) => day < today || to === today)
    .toSorted()
}

/** What was found wrong with the season before, after it was approved. */
function demoCorrections(deliveries: ReturnType<typeof demoDeliveries>) {
  const chance = chanceFrom('corrections')
  const wrong = deliveries.find(
    ({ organisation_id, status, kilograms }) =>
      organisation_id === organisationOf('CF4100').id && status === 'APPROVED' && kilograms > 40,
  )
  if (!wrong) return []
  const created_at = new Date(wrong.created_at.getTime() + 20 * dayMs)
  return [
    {
      ...wrong,
      id: chance.id(created_at),
      created_at,
      decided_at: new Date(created_at.getTime() + dayMs),
      corrects_id: wrong.id,
      type: 'CORRECTION',
      kilograms: -12.5,
      receipt_number: '',
      reason: 'The scale of the factory showed 12.5 kg too much on this day.',
    },
  ]
}

/** Factories and deliveries of the demo valley, in one statement each; the season's weights follow by themselves. */
export async function seedDeliveries({
  owner,
  members,
  today,
}: {
  owner: ClientBase
  members: readonly Member[]
  today: string
}): Promise<void> {
  await owner.query(
    `insert into factories (id, organisation_id, code, name) select id, organisation_id, code, name from json_populate_recordset(null::factories, $1)`,
    [JSON.stringify(demoFactories)],
  )
  const deliveries = demoDeliveries(members, today)
  for (const rows of [deliveries, demoCorrections(deliveries)]) {
    const columns = Object.keys(rows[0] ?? {}).join(', ')
    if (columns === '') continue
    await owner.query(
      `insert into cherry_deliveries (${columns}) select ${columns} from json_populate_recordset(null::cherry_deliveries, $1)`,
      [JSON.stringify(rows)],
    )
  }
  await owner.query(
    `insert into disclaimer_acceptances (user_id, disclaimer_id, organisation_id, accepted_at)
     select u.id, d.id, u.organisation_id, $2 from users u cross join disclaimers d where u.username = any ($1) and d.version = 1`,
    [Object.values(makers).map(({ maker }) => maker), firstDay],
  )
}
