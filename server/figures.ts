import { statfs } from 'node:fs/promises'
import { certificateEnd } from './kit/bank/bankCertificate.ts'
import { now } from './kit/clock.ts'
import { rows, sql } from './kit/db.ts'
import type { Figure } from './kit/figures.ts'
import type { House } from './kit/house.ts'
import { replicaFigures } from './kit/replica.ts'

/** Asks as the system, over connections that no call waits for. */
const ask = <Row>({ db }: House, query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  db.aside.transaction('system', (tx) => rows(tx, query), { readOnly: true })
const numbers = async (house: House, query: ReturnType<typeof sql<{ value: number | null }>>) =>
  (await ask(house, query)).flatMap(({ value }) => (value === null ? [] : [{ value }]))
const seconds = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000

const ages = { '0': 0, '15m': 900, '1h': 3_600, '1d': 86_400 }

const inDoubt: Figure = {
  name: 'payouts_in_doubt',
  help: 'Transfers of which nobody knows yet whether the bank made them, by how long ago they were sent at least',
  labels: ['older_than'],
  read: async (house) => {
    const at = now()
    const sent = await ask(
      house,
      sql<{
        at: Date
      }>`select sent_at as at from payout_legs where status = 'IN_DOUBT' and settled_at is null limit 10000`,
    )
    return Object.entries(ages).map(([older_than, least]) => ({
      value: sent.filter((leg) => seconds(leg.at, at) >= least).length,
      labels: { older_than },
    }))
  },
}

const oldestInDoubt: Figure = {
  name: 'payouts_in_doubt_oldest_seconds',
  help: 'Since when the oldest transfer in doubt is on its way; 0 without one',
  read: (house) =>
    numbers(
      house,
      sql`select greatest(0, coalesce(extract(epoch from ${now()}::timestamptz - min(sent_at)), 0))::float8 as value
        from payout_legs where status = 'IN_DOUBT' and settled_at is null`,
    ),
}

// What waits and is due, of each queue; a queue in which nothing waits says 0.
const perQueue = (value: ReturnType<typeof sql.raw>) => sql<{ queue: string; value: number }>`
  select q.name as queue, ${value}::float8 as value from pgboss.queue q
    left join pgboss.job j on j.name = q.name and j.state < 'active' and j.start_after <= now() group by q.name order by q.name`
const queueFigure = (name: string, help: string, value: string): Figure => ({
  name,
  help,
  labels: ['queue'],
  read: async (house) =>
    (await ask(house, perQueue(sql.raw(value)))).map(({ queue, value: count }) => ({
      value: count,
      labels: { queue },
    })),
})

const unsealed: Figure = {
  name: 'audit_unsealed_seconds',
  help: 'Age of the oldest event of the audit trail behind the last seal; 0 without one',
  // Seals follow the ids, which sort as they were made: what comes after the last sealed event has none.
  read: (house) =>
    numbers(
      house,
      sql`select greatest(0, coalesce(extract(epoch from ${now()}::timestamptz - (select at from audit_events
          where id > coalesce((select event_id from audit_seals order by n desc limit 1), '00000000-0000-0000-0000-000000000000')
          order by id limit 1)), 0))::float8 as value`,
    ),
}

const openBalances: Figure = {
  name: 'balances_open',
  help: 'Balances between records and books that did not close last night',
  read: (house) => numbers(house, sql`select open as value from balance_checks order by day desc limit 1`),
}

const standbyFigure = (name: string, help: string, column: 'lag_bytes' | 'lag_seconds'): Figure => ({
  name,
  help,
  labels: ['standby'],
  read: async (house) => {
    const lag = sql.ref(column)
    const query = sql<{
      standby: string
      value: number
    }>`select name as standby, ${lag}::float8 as value from standbys() where ${lag} is not null`
    return (await ask(house, query)).map(({ standby, value }) => ({ value, labels: { standby } }))
  },
})

const disk = (name: string, help: string, part: 'bavail' | 'blocks'): Figure => ({
  name,
  help,
  read: async ({ config }) => {
    const stat = await statfs(config.dataDir)
    return [{ value: stat[part] * stat.bsize }]
  },
})

const hourMs = 3_600_000
const certificates = new Map<string, { at: number; end: Date | null }>()

const certificate: Figure = {
  name: 'bank_certificate_expires_seconds',
  help: 'How long the certificate of the bank is still good; none without TLS',
  read: async ({ config: { bankUrl } }) => {
    if (!bankUrl) return []
    let known = certificates.get(bankUrl)
    if (!known || now().getTime() - known.at > hourMs) {
      known = { at: now().getTime(), end: await certificateEnd(bankUrl, 5_000) }
      certificates.set(bankUrl, known)
    }
    return known.end ? [{ value: seconds(now(), known.end) }] : []
  },
}

/** What operators are told besides the calls: each is something that a person must act on when it grows. */
export const figures: readonly Figure[] = [
  inDoubt,
  oldestInDoubt,
  queueFigure('jobs_waiting', 'Jobs that are due and wait, by queue', 'count(j.id)'),
  queueFigure(
    'jobs_oldest_seconds',
    'How long the oldest job has been due, by queue; 0 without one',
    'coalesce(extract(epoch from now() - min(j.start_after)), 0)',
  ),
  unsealed,
  openBalances,
  standbyFigure(
    'database_standby_lag_bytes',
    'How much of its log each standby of the database has not applied yet; none without one, or without the right to see it',
    'lag_bytes',
  ),
  standbyFigure('database_standby_lag_seconds', 'How far each standby of the database is behind', 'lag_seconds'),
  disk('data_folder_free_bytes', 'Room on the disk of DATA_DIR', 'bavail'),
  disk('data_folder_size_bytes', 'Size of the disk of DATA_DIR', 'blocks'),
  certificate,
  ...replicaFigures,
]
