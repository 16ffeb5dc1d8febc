import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from './config.ts'
import { jobs as declaredJobs } from './jobs.ts'
import { makeBank } from '#server/kit/bank/bank.ts'
import { now } from './kit/clock.ts'
import { serveDocs } from '#server/kit/web/apiDocs.ts'
import { openDatabase } from './kit/db.ts'
import { listenForMetrics, serveHealth } from '#server/kit/web/health.ts'
import { figures } from './figures.ts'
import { drainOnClose } from '#server/kit/web/drain.ts'
import { backgroundHouse, type House } from './kit/house.ts'
import { makeHttp } from '#server/kit/web/http.ts'
import { sweepIncoming } from '#server/kit/web/incomingFiles.ts'
import { makeJobs } from './kit/jobs.ts'
import { makeLog } from './kit/log.ts'
import { openReplica } from './kit/replica.ts'
import { openLogServer } from './kit/sendLog.ts'
import { listen } from '#server/kit/web/listen.ts'
import { serveClient } from '#server/kit/web/staticFiles.ts'
import { readCertificate } from '#server/kit/paper/signingCertificate.ts'
import type { Traces } from './kit/traces.ts'
import { openScanner } from './kit/web/virusScanner.ts'
import { routes } from './routes.ts'
import { keepErased } from './farmers/updates/erasedRegister.ts'
import { sealOldFactors } from './session/sealedFactors.ts'
import { standingWork } from './standingWork.ts'

/** A server at work: `address` is for people, `loopback` for programs on the same machine. */
export type Running = { house: House; address: string; loopback: string; stop: () => Promise<void> }

type HouseOptions = {
  config: Config
  connection: pg.PoolConfig
  role?: string
  pooled?: boolean
  bank: { url: string; secret: string }
  traces?: Traces | undefined
  logs?: Logs
}

type Logs = Pick<House, 'log' | 'logServer'>

/** The log of a server, and the machine that keeps it besides where the operator has one. */
export function openLogs({ logLevel: level, logServer: kept }: Config): Logs {
  const logServer = kept && openLogServer(kept)
  return { log: makeLog({ level, also: logServer }), ...(logServer ? { logServer } : {}) }
}

/**
 * Everything a server runs on, over a migrated database. `role` is taken by every connection that logs in as somebody else; `pooled`
 * says that a pooler lends connections for one transaction each.
 */
export function makeHouse({
  config,
  connection,
  role,
  pooled = false,
  bank,
  traces,
  logs = openLogs(config),
}: HouseOptions): House {
  const { log } = logs
  const db = openDatabase({ connection, pooled, texts: config.sms !== undefined, ...(role ? { role } : {}) })
  const readUrl = config.databaseReadUrl
  const replica =
    readUrl === undefined
      ? undefined
      : openReplica({
          connection: { connectionString: readUrl },
          ...(role ? { role } : {}),
          db,
          lagMs: config.databaseReadLagMs,
          log,
        })
  return {
    db,
    ...(replica ? { replica } : {}),
    ...(traces ? { traces } : {}),
    ...(config.scanner ? { scanner: openScanner({ at: config.scanner, log }) } : {}),
    config,
    ...logs,
    bank: makeBank({
      ...bank,
      traces,
      timeoutMs: 5_000,
      concurrency: 16,
      now,
      transfers: {
        callbackUrl: `${config.publicUrl ?? `http://127.0.0.1:${config.port}`}/api/bank/callbacks`,
        mpesaInitiator: config.mpesaInitiator,
      },
    }),
    jobs: makeJobs({ db: db.aside, log, jobs: declaredJobs }),
  }
}

type ServerOptions = { house: House; clientFolder?: string }

/** Serves product and API until stopped: no new requests, the running ones end, then jobs and connections. */
export async function startServer({
  house,
  clientFolder = join(import.meta.dirname, '../dist/client'),
}: ServerOptions): Promise<Running> {
  const { config } = house
  if (config.signing) readCertificate(config.signing)
  await sealOldFactors(house)
  await keepErased(house) // nobody sees again who was erased before a restore
  await sweepIncoming(config.dataDir)
  const app = await makeHttp({ house, routes })
  const registry = serveHealth(app, house, { figures, drain: drainOnClose(app, config) })
  serveDocs(app, house)
  serveClient(app, clientFolder)
  await house.jobs.start(house)
  const metrics = await listenForMetrics(registry, house)
  await listen(app, config)
  const atWork = standingWork.map((start) => start(backgroundHouse(house)))
  const bound = app.server.address()
  const port = typeof bound === 'object' && bound ? bound.port : config.port
  const scheme = config.tls ? 'https' : 'http'
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host
  return {
    house,
    address: config.publicUrl ?? `${scheme}://${host === '127.0.0.1' ? 'localhost' : host}:${port}`,
    loopback: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    stop: async () => {
      await app.close()
      await metrics?.stop()
      await house.jobs.stop()
      await Promise.all(atWork.map(({ stop }) => stop()))
      await Promise.all([house.db.close(), house.replica?.close(), house.traces?.stop()])
      await house.logServer?.stop() // the last lines too
    },
  }
}
