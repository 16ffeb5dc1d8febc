import { once } from 'node:events'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { config } from '#server/config.ts'
import { migrate, migrationsFolder } from '#server/kit/postgres/migrate.ts'
import { connectOwner } from '#server/kit/postgres/ownerConnection.ts'
import { StartupError } from '#server/kit/startupError.ts'
import { businessDate } from '#server/kit/clock.ts'
import { seedBigDeliveries } from './bigDeliveries.ts'
import { chanceFrom } from './chance.ts'
import { firstDay, type Society } from './organisations.ts'
import { inventFarmer, seedFarmerColumns } from './people.ts'
import { seedReference, wardsOfCounty } from './reference.ts'
import { seedRoles } from './roles.ts'

// Where coffee is grown.
const coffeeCounties = [12, 13, 14, 16, 18, 19, 20, 21, 22, 26, 27, 29, 32, 35, 36, 39, 42, 45, 46]
// Far above the serial numbers of the demo, so that no two people of the invented world share an ID or a mobile.
const firstSerial = 1_000_000
const mostFarmers = 9_000_000
const batchSize = 10_000

/** Fills a database with societies and farmers by COPY, the same ones every time. Answers how many farmers it wrote. */
export async function seedBig({
  client,
  farmers,
  societies,
  onProgress = () => {},
}: {
  client: Client
  farmers: number
  societies: number
  onProgress?: (written: number) => void
}): Promise<number> {
  if (farmers < 1 || farmers > mostFarmers || societies < 1 || societies > 9_999)
    throw new StartupError(`Give 1 to ${mostFarmers} farmers and 1 to 9999 societies.`)
  const chance = chanceFrom('big')
  const invented = Array.from({ length: societies }, (_, index) => inventSociety(index + 1, chance.id(firstDay)))
  await client.query('begin')
  try {
    await insertSocieties(client, invented)
    await copyFarmers({ client, societies: invented, farmers, onProgress })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  await client.query('vacuum (analyze) farmers')
  return farmers
}

type BigSociety = Society & { id: string; name: string }

function inventSociety(n: number, id: string): BigSociety {
  const countyId = coffeeCounties[n % coffeeCounties.length] ?? 19
  const number = String(n).padStart(4, '0')
  return {
    id,
    code: `CB${number}`,
    name: `Large Society ${number} Farmers Co-operative Society`,
    prefix: number,
    digits: 6,
    countyId,
    wards: wardsOfCounty(countyId),
    farmers: 0,
  }
}

async function insertSocieties(client: Client, societies: readonly BigSociety[]): Promise<void> {
  const existing = await client.query<{ code: string }>(
    'select code from organisations where code = any ($1) limit 1',
    [societies.map(({ code }) => code)],
  )
  if (existing.rows[0])
    throw new StartupError(`The society ${existing.rows[0].code} is there already: this database was filled before.`)
  await client.query(
    `insert into organisations (id, code, name, type, county_id, created_at)
     select id, code, name, 'FARMER_SOCIETY', "countyId", $2 from json_to_recordset($1) as s (id uuid, code text, name text, "countyId" integer)`,
    [JSON.stringify(societies), firstDay],
  )
}

async function copyFarmers({
  client,
  societies,
  farmers,
  onProgress,
}: {
  client: Client
  societies: readonly BigSociety[]
  farmers: number
  onProgress: (written: number) => void
}): Promise<void> {
  const chance = chanceFrom('big farmers')
  const copy = client.query(
    copyFrom(
      `copy farmers (id, organisation_id, ${seedFarmerColumns.join(', ')}, status, makers, created_at) from stdin`,
    ),
  )
  const finished = once(copy, 'finish')
  finished.catch(() => {}) // awaited below; until then an error must not count as unhandled
  const maker = chance.id(firstDay)
  let batch = ''
  for (let n = 0; n < farmers; n++) {
    const society = societies[n % societies.length]
    if (!society) break
    const serial = firstSerial + n
    const farmer = inventFarmer({ chance, society, n: Math.floor(n / societies.length) + 1, serial })
    const at = new Date(firstDay.getTime() + n * 10)
    const values = [
      chance.id(at),
      society.id,
      ...seedFarmerColumns.map((column) => farmer[column]),
      'APPROVED',
      `{${maker}}`,
      at.toISOString(),
    ]
    batch += `${values.map(copyText).join('\t')}\n`
    if ((n + 1) % batchSize === 0 || n + 1 === farmers) {
      if (!copy.write(batch)) await Promise.race([once(copy, 'drain'), finished])
      batch = ''
      onProgress(n + 1)
    }
  }
  copy.end()
  await finished
}

const copyText = (value: string | number | null): string =>
  value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (sign) => `\\${sign}`)

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      farmers: { type: 'string', default: '1000000' },
      societies: { type: 'string', default: '200' },
      deliveries: { type: 'string' },
    },
  })
  const farmers = Number(values.farmers)
  const say = (message: string): void => void process.stdout.write(`${message}\n`)
  const started = performance.now()
  const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(0)} s`
  const { client, close } = await connectOwner({ config, say })
  try {
    await migrate({ client, folder: migrationsFolder })
    await seedReference({ owner: client })
    const onProgress = (written: number): void => {
      if (written % 50_000 === 0)
        say(`${written.toLocaleString('en')} of ${farmers.toLocaleString('en')} farmers, ${seconds()}`)
    }
    await seedBig({ client, farmers, societies: Number(values.societies), onProgress })
    say(`${farmers.toLocaleString('en')} farmers in ${values.societies} societies written in ${seconds()}.`)
    if (values.deliveries === undefined) return
    await seedRoles({ owner: client })
    const written = await seedBigDeliveries({
      client,
      deliveries: Number(values.deliveries),
      today: businessDate(),
      onProgress: (count) => say(`${count.toLocaleString('en')} deliveries, ${seconds()}`),
    })
    say(`${written.toLocaleString('en')} deliveries written in ${seconds()}.`)
  } finally {
    await close()
  }
}

if (import.meta.main)
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
