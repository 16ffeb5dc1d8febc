import type { Plot } from '#contract/farmers/plots.ts'
import type { UpdateRequest } from '#contract/farmers/updateRequests.ts'
import type { House } from '#server/kit/house.ts'
import { rows, sql } from '#server/kit/db.ts'
import { chanceFrom } from '../db/seed/chance.ts'
import { organisationOf } from '../db/seed/organisations.ts'
import type { BankControls } from './bankSimulator/spawn.ts'
import { demoPeople, type Demo, type DemoPerson } from './demoCalls.ts'

type Member = { id: string; name: string; memberNumber: string; acreage: number }
/** The people of the society's office, and members whom they register changes of. */
type Office = { members: readonly Member[]; maker: DemoPerson; checker: DemoPerson }

/** Update requests in every state and plots of twenty farmers, made by the people of the demo through the calls they would make. */
export async function seedDemoFarmers({ address, house, bank }: Demo): Promise<void> {
  const society = organisationOf('CF4100').id
  const members = await membersOf(house, society)
  const as = demoPeople(address)
  const [maker, checker] = [await as('fcs.maker'), await as('fcs.checker')]
  await seedUpdateRequests({ members, maker, checker, bank })
  await seedPlots({ members, maker, checker, society })
}

const membersOf = (house: House, society: string): Promise<Member[]> =>
  house.db.transaction(
    'system',
    (tx) =>
      rows(
        tx,
        sql<Member>`select id, full_name as name, member_number as "memberNumber", acreage::float8 as acreage from farmers
          where organisation_id = ${society} and type = 'FCS_FARMER' and status = 'APPROVED' order by member_number limit 60`,
      ),
    { readOnly: true },
  )

async function seedUpdateRequests({ members, maker, checker, bank }: Office & { bank: BankControls }): Promise<void> {
  const [moved, renamed, other, phone, wrong, ended] = members.slice(2)
  if (!moved || !renamed || !other || !phone || !wrong || !ended) throw new Error('the demo has too few members')
  const requestUpdate = async (member: Member, values: object) =>
    (await maker.post<{ data: UpdateRequest }>('/farmer/edit', { id: member.id, ...values })).data
  const accounts = { moved: '01109900000101', other: '01109900000102', waiting: '01109900000103' }
  await bank.load([
    { institutionCode: '11', accountNumber: accounts.moved, name: moved.name },
    { institutionCode: '11', accountNumber: accounts.other, name: 'Joyce Wairimu Mwangi' },
    { institutionCode: '11', accountNumber: accounts.waiting, name: phone.name },
  ])
  const approved = await requestUpdate(moved, {
    bankCode: '11',
    account: accounts.moved,
    accountName: moved.name,
    reason: 'Her old bank closed its branch in Othaya.',
  })
  await checker.post('/farmer/approve', {
    id: approved.id,
    version: approved.version,
    approverComments: 'Letter seen.',
  })
  const rejected = await requestUpdate(renamed, { lastName: 'Kariuki', reason: 'Married in August.' })
  await checker.post('/farmer/reject', {
    id: rejected.id,
    version: rejected.version,
    approverComments: 'The copy of the certificate is missing.',
  })
  const withdrawn = await requestUpdate(wrong, { memberNumber: 'OT9001' })
  await maker.post(`/farmer/updates/${withdrawn.id}/withdraw`, { version: withdrawn.version })
  await requestUpdate(other, {
    bankCode: '11',
    account: accounts.other,
    reason: 'Wants the money on the account of his wife.',
  })
  await requestUpdate(phone, {
    mobileNumber: '0722 640 118',
    bankCode: '11',
    account: accounts.waiting,
    reason: 'New SIM card.',
  })
  await maker.post('/farmer/life-state', {
    id: ended.id,
    lifeState: 'DECEASED',
    reason: 'The family brought the burial permit on 12 November.',
  })
}

async function seedPlots({ members, maker, checker, society }: Office & { society: string }): Promise<void> {
  const chance = chanceFrom('plots')
  const owners = members.slice(10, 30)
  const features = owners.map((owner, n) => {
    const [lon, lat] = [36.93 + (n % 5) * 0.004, -0.54 - Math.floor(n / 5) * 0.004]
    // The sixth measured with the fifth's fence inside the own field.
    const at: [number, number] = n === 5 ? [36.93 + 4 * 0.004 + 0.0004, -0.54] : [lon, lat]
    const isOutline = n === 3 || n === 4 || n === 5
    return {
      type: 'Feature',
      properties: {
        MemberNumber: owner.memberNumber,
        Name: chance.pick(['Shamba ya juu', 'Shamba ya chini', 'Kwa mto', 'Home']),
        Area: isOutline ? undefined : Math.max(0.05, Math.round(owner.acreage * 40.47) / 100),
        CapturedAt: '2026-10-14',
        CapturedBy: 'Peter Gichuhi, field officer',
        Accuracy: chance.between(2, 6),
      },
      geometry: isOutline ? outline(at, owner.acreage) : { type: 'Point', coordinates: at },
    }
  })
  const text = JSON.stringify({ type: 'FeatureCollection', features }, null, 1)
  await maker.post(`/plots/import/${society}`, {
    fileName: 'Survey of Mahiga, October.geojson',
    text: withDecimals(text),
  })
  const plots = await Promise.all(
    owners.map(async ({ id }) => (await checker.get<{ plots: Plot[] }>(`/farmer/${id}/plots`)).plots[0]),
  )
  const decide = (step: string, chosen: readonly (Plot | undefined)[], approverComment?: string) =>
    checker.post('/plots/decide', {
      step,
      approverComment,
      records: chosen.flatMap((plot) => (plot ? [{ id: plot.id, version: plot.version }] : [])),
    })
  await decide('verify', plots.slice(7, 20))
  await decide('reject', [plots[6]], 'The point lies on the road. Measure it again.')
}

/** A rough hexagon of about the acreage. */
function outline([lon, lat]: readonly [number, number], acreage: number) {
  const radius = Math.sqrt((acreage * 4047) / 2.6) / 111_000
  const corners = Array.from({ length: 6 }, (_, n) => {
    const angle = (Math.PI / 3) * n + 0.2
    const stretch = 1 + 0.18 * Math.sin(3 * n)
    return [lon + radius * stretch * Math.cos(angle), lat + radius * stretch * Math.sin(angle)]
  })
  return { type: 'Polygon', coordinates: [[...corners, corners[0]]] }
}

/** Coordinates as a device writes them: seven decimals. */
const withDecimals = (text: string): string =>
  text.replace(/-?\b\d{1,2}\.\d{2,}(?=\s*[,\]])/g, (number) => Number(number).toFixed(7))
