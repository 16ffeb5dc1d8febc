import type { Client } from 'pg'
import { StartupError } from '#server/kit/startupError.ts'
import { chanceFrom } from './chance.ts'
import { firstDay } from './organisations.ts'

const mostDeliveries = 50_000_000

/**
 * Fills a database with deliveries of the members that are there, the same number for each, over the last two seasons up to
 * the day. One statement for each society; indexes are made again afterwards. Answers how many deliveries it wrote.
 */
export async function seedBigDeliveries({
  client,
  deliveries,
  today,
  onProgress = () => {},
}: {
  client: Client
  deliveries: number
  today: string
  onProgress?: (written: number) => void
}): Promise<number> {
  const { rows } = await client.query<{ id: string; members: number }>(
    `select organisation_id as id, count(*)::int as members from farmers where status = 'APPROVED' group by 1 order by 1`,
  )
  const members = rows.reduce((sum, society) => sum + society.members, 0)
  if (deliveries < 1 || deliveries > mostDeliveries || members === 0)
    throw new StartupError(`Give 1 to ${mostDeliveries} deliveries, and some farmers before.`)
  const each = Math.max(1, Math.round(deliveries / members))
  let written = 0
  await client.query('begin')
  try {
    const chance = chanceFrom('clerks of large societies')
    await withoutIndexes(client, 'cherry_deliveries', async () => {
      for (const society of rows) {
        const maker = await clerk(client, society.id, chance.id(firstDay))
        const { rowCount } = await client.query(ofSociety, [society.id, each, today, maker])
        written += rowCount ?? 0
        onProgress(written)
      }
    })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  await client.query('vacuum (analyze) cherry_deliveries')
  await client.query('vacuum (analyze) season_weights')
  return written
}

// Chance by hash: the same members deliver the same cherry every time. Receipts count on from a thousand million, far above
// those of the demo.
const ofSociety = `
  insert into cherry_deliveries (id, organisation_id, farmer_id, season, delivered_on, receipt_number, kilograms, type, reason, disclaimer_version, status, makers, made_by, created_at)
  select (substr(moment, 1, 8) || '-' || substr(moment, 9) || '-7' || substr(hash, 1, 3) || '-8' || substr(hash, 4, 3) || '-' || substr(hash, 7, 12))::uuid,
    organisation_id, farmer_id, s.name, day, 'B' || 1000000000 + row_number() over (), 1 + (chance % 2000) / 10.0,
    case when chance % 200 = 7 then 'CORRECTION' else 'DELIVERY' end, case when chance % 200 = 7 then 'Counted again' else '' end, 1,
    case when luck < 8 and day > $3::date - 60 then 'PENDING_APPROVAL' when luck = 50 then 'DECLINED' else 'APPROVED' end, array[$4::uuid], $4, day + time '15:00'
  from (
    select f.organisation_id, f.id as farmer_id, md5(f.id::text || n) as hash, ('x' || substr(md5(f.id::text || n), 1, 7))::bit(28)::int as chance
    from farmers f cross join generate_series(1, $2::int) n where f.organisation_id = $1 and f.status = 'APPROVED') drawn
  cross join lateral (select chance / 400 % 100 as luck) l
  cross join lateral (select greatest($3::date - 400, (select min(starts_on) from seasons)) + chance % 400 as day) d
  cross join lateral (select lpad(to_hex((extract(epoch from day) * 1000)::bigint + chance % 86400000), 12, '0') as moment) m
  join seasons s on day between s.starts_on and s.ends_on`

/** Somebody of the society who entered it all and can sign in no more. */
async function clerk(client: Client, organisationId: string, id: string): Promise<string> {
  await client.query(
    `insert into users (id, organisation_id, username, full_name, password_hash, role_name, status) values ($1, $2, $3, 'Former clerk', '', 'FCS_MAKER', 'SUSPENDED') on conflict do nothing`,
    [id, organisationId, `clerk.${id.slice(-12)}`],
  )
  return id
}

/** Runs a load with no index but those of constraints, then makes the others again as they stood. */
export async function withoutIndexes(client: Client, table: string, load: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
     where indrelid = $1::regclass and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await load()
  for (const { definition } of rows) await client.query(definition)
}
