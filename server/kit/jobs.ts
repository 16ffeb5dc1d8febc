import { fromKysely, PgBoss } from 'pg-boss'
import type pg from 'pg'
import type { Logger } from 'pino'
import { untilConnected } from './postgres/connectionLost.ts'
import type { Database, Tx } from './db.ts'
import { backgroundHouse, type House } from './house.ts'
import { startInterval } from './interval.ts'
import { makeLimiter } from './limiter.ts'
import { byName } from './postgres/keptPlans.ts'
import { traced } from './traces.ts'

/** A durable piece of work. It only points at rows, which hold the state; it may run twice and must then do nothing twice. */
export type Job = {
  queue: string
  work: (house: House, data: Record<string, string>) => Promise<void>
  /** How often a failed run is tried again, with growing pauses of at most ten minutes. */
  retries: number
  /** Who takes the data over when the last run has failed too, be it by the death of its server. Declared before this job. */
  deadLetterQueue?: string
}

export type Jobs = {
  /** Enqueues in the transaction of its cause: no effect without its job, no job without its effect. */
  send: (tx: Tx, queue: string, data: Record<string, string>, options?: { afterSeconds?: number }) => Promise<void>
  /** After the commit: lets the workers of this process look now instead of at their next poll. */
  wake: (queue: string) => void
  start: (house: House) => Promise<void>
  stop: () => Promise<void>
}

const schema = 'pgboss'
// Promised: no job stands longer than 10 s after its server was killed. Of these the lease may take 4, the look for
// lost leases 1, the pause before the retry 2, and the look that finds it due 1. Whoever enqueues wakes the workers of
// this process at once, so that a look only finds what was put off or comes from another server.
const leaseSeconds = 4
const renewSeconds = 1
const lookSeconds = 1
/** The net below the looks: by then a worker asks its queue, and the runner tidies, whatever was seen. */
const netSeconds = 60
/** At the start, and at each net, every worker asks its queue in the same moment: these connections are enough for all of them. */
const askedAtOnce = 3

/** One statement for all queues: whether a job may begin now, and whether a server no longer renews the lease of one. */
const look = `select queue as name,
    exists (select from ${schema}.job j where j.name = queue and j.state < 'active' and not j.blocked and j.start_after <= now()) as "isDue",
    exists (select from ${schema}.job j where j.name = queue and j.state = 'active'
      and j.heartbeat_on + j.heartbeat_seconds * interval '1 s' < now()) as "isLost"
  from unnest($1::text[]) queue`
type Look = { name: string; isDue: boolean; isLost: boolean }

// Statements that wait in `bam` are run by pg-boss as the owner, at the next start: only the owner writes there.
const ownersTable = 'bam'
const grantTables = `do $$ declare job_table text; begin
  for job_table in select tablename from pg_tables where schemaname = '${schema}' loop
    execute format('grant select on ${schema}.%I to kahawa_app, kahawa_wide', job_table);
    execute format(case when job_table = '${ownersTable}' then 'revoke insert, update, delete on ${schema}.%I from kahawa_app, kahawa_wide'
      else 'grant insert, update, delete on ${schema}.%I to kahawa_app, kahawa_wide' end, job_table);
  end loop;
end $$`

type Installation = { connection: pg.PoolConfig; jobs: readonly Job[] }

/** Installs or upgrades the job tables as the owner, and lets the application roles use them. */
export async function installJobs({ connection, jobs }: Installation): Promise<void> {
  // border: pg-boss types fewer connection options than pg takes
  const boss = new PgBoss({
    ...(connection as ConstructorParameters<typeof PgBoss>[0] & object),
    schema,
    supervise: false,
    schedule: false,
    max: 2,
  })
  boss.on('error', () => {})
  try {
    await boss.start()
    for (const job of jobs) {
      const options = {
        retryLimit: job.retries,
        // Short, because a job that is taken over from a killed server waits for it too.
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 600,
        expireInSeconds: 3600,
        deleteAfterSeconds: 86_400,
        ...(job.deadLetterQueue ? { deadLetter: job.deadLetterQueue } : {}),
      }
      if (await boss.getQueue(job.queue)) await boss.updateQueue(job.queue, options)
      else await boss.createQueue(job.queue, options)
    }
    const db = boss.getDb()
    // pg-boss takes no lease under 10 s, because it renews it at its half only; our workers renew it every second.
    await db.executeSql(`update ${schema}.queue set heartbeat_seconds = $1 where name = any ($2)`, [
      leaseSeconds,
      jobs.map(({ queue }) => queue),
    ])
    // What is done stays a day: the few that are at work are found among it.
    await db.executeSql(
      `create index if not exists job_at_work on ${schema}.job_common (name, heartbeat_on) where state = 'active'`,
    )
    await db.executeSql(`grant usage on schema ${schema} to kahawa_app, kahawa_wide`)
    await db.executeSql(grantTables)
    await db.executeSql(`grant execute on all functions in schema ${schema} to kahawa_app, kahawa_wide`)
  } finally {
    await boss.stop({ graceful: false }).catch(() => {})
  }
}

type JobRunner = { db: Pick<Database, 'ask'>; log: Logger; jobs: readonly Job[] }

/** The job runner of this process, over connections of the application role. */
export function makeJobs({ db, log, jobs }: JobRunner): Jobs {
  const limited = makeLimiter(askedAtOnce)
  const boss = new PgBoss({
    db: {
      executeSql: (text: string, values: unknown[] = []) => limited(() => db.ask(byName('', text, values))),
    },
    schema,
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: lookSeconds,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.warn({ error: error instanceof Error ? error.message : String(error) }, 'job runner'))
  const workers = new Map<string, string[]>()
  const wake = (queue: string): void => workers.get(queue)?.forEach((id) => boss.notifyWorker(id))
  let looking: { stop: () => Promise<void> } | undefined
  let tidiedAt = performance.now()
  const lookOnce = async (): Promise<void> => {
    const { rows } = await db.ask<Look>(byName('', look, [jobs.map(({ queue }) => queue)]))
    for (const { name, isDue } of rows) if (isDue) wake(name)
    const isLong = performance.now() - tidiedAt > netSeconds * 1_000
    if (!isLong && !rows.some(({ isLost }) => isLost)) return
    tidiedAt = performance.now()
    await boss.supervise()
  }
  return {
    send: async (tx, queue, data, { afterSeconds } = {}) => {
      await boss.send(queue, data, { db: fromKysely(tx), ...(afterSeconds ? { startAfter: afterSeconds } : {}) })
    },
    wake,
    start: async (house) => {
      await untilConnected(() => boss.start())
      const options = {
        pollingIntervalSeconds: netSeconds,
        batchSize: 1,
        localConcurrency: 2,
        heartbeatRefreshSeconds: renewSeconds,
      }
      for (const job of jobs) {
        const run = async ([claimed]: { id: string; data: Record<string, string> }[]): Promise<void> => {
          if (!claimed) return
          try {
            const start = { name: `job ${job.queue}`, attributes: { 'messaging.destination.name': job.queue } }
            await traced(start, () => job.work(backgroundHouse(house), claimed.data), house.traces)
            // Where one waited more may wait: look at once, or a worker would do no more than two in a second.
            wake(job.queue)
          } catch (error) {
            log.warn(
              { queue: job.queue, job: claimed.id, error: error instanceof Error ? error.message : String(error) },
              'job failed, it will be tried again',
            )
            throw error
          }
        }
        const id = await untilConnected(() => boss.work<Record<string, string>>(job.queue, options, run))
        workers.set(job.queue, [...(workers.get(job.queue) ?? []), id])
      }
      looking = startInterval({ everyMs: lookSeconds * 1_000, work: lookOnce, log, what: 'the queues' })
    },
    stop: async () => {
      await looking?.stop()
      await boss.stop({ graceful: true, timeout: 8_000 })
    },
  }
}
