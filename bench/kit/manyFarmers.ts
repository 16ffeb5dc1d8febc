import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withoutIndexes } from '../../db/seed/bigDeliveries.ts'
import { chanceFrom } from '../../db/seed/chance.ts'
import { firstDay, organisationOf, societies, userOf, type Society } from '../../db/seed/organisations.ts'
import { inventFarmer, type SeedFarmer } from '../../db/seed/people.ts'

// Serials from here on, so that nobody invented here has the ID or mobile of a farmer of the demo.
const firstSerial = 1_000_000
/** Of a hundred farmers, how many belong to the one large society, CF4100. The others share the rest evenly. */
const shareOfLarge = 10

/** Fills the register with invented farmers of `count` societies until it holds `farmers`. Does nothing when it already does. */
export async function fillRegister(
  owner: pg.Client,
  { farmers, count }: { farmers: number; count: number },
  say: (line: string) => void,
): Promise<void> {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from farmers')
  const there = rows[0]?.n ?? 0
  if (there >= farmers) return
  if (there > 1_000)
    throw new Error(`the data folder holds ${there} farmers: take another, or ask for no more than these`)
  say(`Inventing ${farmers.toLocaleString('en')} farmers of ${count} societies (once).`)
  const members = membersOf({ farmers: farmers - there, count })
  await insertSocieties(owner, members)
  await owner.query('begin')
  await withoutIndexes(owner, 'farmers', () => copyFarmers(owner, members))
  await owner.query('commit')
  await owner.query('vacuum analyze farmers')
}

type Members = { society: Society; id: string; farmers: number }

function membersOf({ farmers, count }: { farmers: number; count: number }): Members[] {
  const large = Math.floor((farmers * shareOfLarge) / 100)
  const each = Math.floor((farmers - large) / (count - 1))
  return Array.from({ length: count }, (_, index) => {
    const like = societies[index % societies.length]!
    const isLarge = index === 0
    const code = isLarge ? 'CF4100' : `CF${5000 + index}`
    const society = { ...like, code, prefix: isLarge ? 'BX' : `B${index}`, digits: 6 }
    return {
      society,
      id: isLarge ? organisationOf('CF4100').id : uuidOf(code),
      farmers: isLarge ? farmers - each * (count - 1) : each,
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
const invented = [
  'type',
  'first_name',
  'middle_name',
  'last_name',
  'company_name',
  'id_number',
  'member_number',
  'mobile_number',
  'gender',
  'year_of_birth',
  'kra_pin',
  'acreage',
  'number_of_trees',
  'variety_id',
  'county_id',
  'sub_county_id',
  'ward_id',
  'village',
  'institution_code',
  'account_name',
  'account_number',
  'currency',
  'account_state',
] as const satisfies readonly (keyof SeedFarmer)[]
const columns = [...fixed, ...invented].join(', ')

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
        ...invented.map((key) => farmer[key]),
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
