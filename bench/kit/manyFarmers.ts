import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { businessDate } from '#server/kit/clock.ts'
import { seedBigDeliveries, withoutIndexes } from '../../db/seed/bigDeliveries.ts'
import { chanceFrom } from '../../db/seed/chance.ts'
import { firstDay, organisationOf, societies, userOf, type Society } from '../../db/seed/organisations.ts'
import { inventFarmer, seedFarmerColumns } from '../../db/seed/people.ts'
import type { Bench } from './bench.ts'

// Serials from here on, so that nobody invented here has the ID or mobile of a farmer of the demo.
const firstSerial = 1_000_000
/** Of a hundred farmers, how many belong to the one large society, CF4100. The others share the rest evenly. */
const shareOfLarge = 10

const societyCount = 200

/** Fills the register with invented farmers of two hundred societies until it holds as many as the run wants. */
export async function fillRegister({ at: { owner }, farmers, say }: Bench): Promise<void> {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from farmers')
  const present = rows[0]?.n ?? 0
  if (present >= farmers) return
  if (present > 1_000)
    throw new Error(`the data folder holds ${present} farmers: take another, or want no more than these`)
  say(`Inventing ${farmers.toLocaleString('en')} farmers of ${societyCount} societies (once).`)
  const members = membersOf(farmers - present)
  await insertSocieties(owner, members)
  await owner.query('begin')
  await withoutIndexes(owner, 'farmers', () => copyFarmers(owner, members))
  await owner.query('commit')
  await owner.query('vacuum analyze farmers')
}

/** Fills the books with invented deliveries, unless at least half as many are there. */
export async function fillDeliveries({ at: { owner }, say }: Bench, deliveries: number): Promise<void> {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from cherry_deliveries')
  if ((rows[0]?.n ?? 0) >= deliveries / 2) return
  say(`Inventing ${deliveries.toLocaleString('en')} deliveries (once).`)
  await seedBigDeliveries({ client: owner, deliveries, today: businessDate() })
}

type Members = { society: Society; id: string; farmers: number }

function membersOf(farmers: number): Members[] {
  const large = Math.floor((farmers * shareOfLarge) / 100)
  const each = Math.floor((farmers - large) / (societyCount - 1))
  return Array.from({ length: societyCount }, (_, index) => {
    const like = societies[index % societies.length]!
    const isLarge = index === 0
    const code = isLarge ? 'CF4100' : `CF${5000 + index}`
    const society = { ...like, code, prefix: isLarge ? 'BX' : `B${index}`, digits: 6 }
    return {
      society,
      id: isLarge ? organisationOf('CF4100').id : uuidOf(code),
      farmers: isLarge ? farmers - each * (societyCount - 1) : each,
    }
  })
}

async function insertSocieties(owner: pg.Client, members: readonly Members[]): Promise<void> {
  for (const { society, id } of members)
    await owner.query(
      `insert into organisations (id, code, name, type, county_id) values ($1, $2, $3, 'FARMER_SOCIETY', $4) on conflict do nothing`,
      [id, society.code, `${society.code} Farmers Co-operative Society`, society.countyId],
    )
}

const fixed = ['id', 'organisation_id', 'created_at', 'makers', 'status']
const columns = [...fixed, ...seedFarmerColumns].join(', ')

async function copyFarmers(owner: pg.Client, members: readonly Members[]): Promise<void> {
  await pipeline(Readable.from(lines(members)), owner.query(copyFrom(`copy farmers (${columns}) from stdin`)))
}

function* lines(members: readonly Members[]): Generator<string> {
  const makers = `{${userOf('admin').id}}`
  let serial = firstSerial
  let piece = ''
  for (const { society, id, farmers } of members) {
    const chance = chanceFrom(`bench ${society.code}`)
    for (let n = 1; n <= farmers; n++) {
      serial += 1
      const at = new Date(firstDay.getTime() + serial)
      const farmer = inventFarmer({ chance, society, n, serial })
      // A UUIDv7 of the same shape as newId, from a hash so that a second run makes the same farmers.
      const values = [
        uuidOf(`farmer ${serial}`, at),
        id,
        at.toISOString(),
        makers,
        'APPROVED',
        ...seedFarmerColumns.map((column) => farmer[column]),
      ]
      piece += `${values.map((value) => value ?? '\\N').join('\t')}\n`
      if (piece.length > 500_000) {
        yield piece
        piece = ''
      }
    }
  }
  yield piece
}

function uuidOf(text: string, at = firstDay): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`
}
