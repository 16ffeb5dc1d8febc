import { BlockList, isIPv6 } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { roundTripsOf } from '../db.ts'
import { backupFigures, behind } from '../backup/startBackups.ts'
import { tellFigures, type Figure } from '../figures.ts'
import { logFigures } from '../sendLog.ts'
import type { House } from '../house.ts'
import { isView, type Drain } from './drain.ts'
import { listen } from './listen.ts'
import { tlsOptions } from '../ownTls.ts'
import { Refused } from '../refused.ts'
import { securityHeaders } from './securityHeaders.ts'
import { scannerFigures } from './virusScanner.ts'

/**
 * Liveness, readiness and the figures for operators, which show every call and its time: they are for the machines that the
 * configuration names, and for whoever reaches an address of their own. Answers them for the latter.
 */
export function serveHealth(
  app: FastifyInstance,
  house: House,
  { figures = [], drain }: { figures?: readonly Figure[]; drain?: Drain } = {},
): Registry {
  const registry = new Registry()
  const took = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by call and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    registers: [registry],
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pools, by what they do',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(house.db.pools)) {
        this.set({ pool, state: 'open' }, totalCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'wanted' }, waitingCount)
      }
    },
  })
  new Counter({
    name: 'database_round_trips_total',
    help: 'How often somebody waited for PostgreSQL; statements that were sent together are one',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [name, pool] of Object.entries(house.db.pools)) this.inc({ pool: name }, roundTripsOf(pool))
    },
  })
  new Counter({
    name: 'report_reads_total',
    help: 'Reports, exports and dashboards by the database that they were read from: the replica, or the primary, and why that',
    labelNames: ['database', 'why'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [where, count] of house.replica?.stand().reads ?? [])
        this.inc(where === 'replica' ? { database: where, why: '' } : { database: 'primary', why: where }, count)
    },
  })
  tellFigures(registry, house, [
    ...figures,
    ...(house.backups ? backupFigures : []),
    ...(house.scanner ? scannerFigures : []),
    ...(house.logServer ? logFigures : []),
  ])
  app.addHook('onResponse', async (request, reply) => {
    if (isView(reply)) return
    took.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    if (drain?.isStopping()) return reply.code(503).send({ status: 'the server is about to stop' })
    try {
      await house.db.ask({ text: 'select 1' })
      const late = house.backups && behind(house.backups.stand())
      const isUnread = house.replica?.stand().isUsable === false
      return {
        status: 'ready',
        ...(late && { backup: late }),
        ...(house.scanner?.stand().isAway && { scanner: 'files are refused: the virus scanner does not answer' }),
        ...(isUnread && { replica: 'reports are read from the primary' }),
      }
    } catch {
      return reply.code(503).header('retry-after', '2').send({ status: 'the database does not answer' })
    }
  })
  const mayRead = readersOf(house.config.metrics.allow)
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request.ip)) throw new Refused('record.not_found', { message: 'There is no such call.' })
    return reply.type(registry.contentType).send(await read(registry))
  })
  return registry
}

/** Serves the figures at an address of their own, where nothing else is. */
export async function listenForMetrics(
  registry: Registry,
  { config }: House,
): Promise<{ port: number; stop: () => Promise<void> } | null> {
  const { address } = config.metrics
  if (!address) return null
  const app = Fastify({ ...(config.tls ? tlsOptions(config.tls) : {}), forceCloseConnections: true })
  app.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders(config)))
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await read(registry)))
  await listen(app, address)
  const bound = app.server.address()
  return { port: typeof bound === 'object' && bound ? bound.port : address.port, stop: () => app.close() }
}

const watchingProcess = new WeakSet<Registry>()

/** The figures. The process itself is watched from the first reading on: a clock that ticks a hundred times a second measures its delay. */
function read(registry: Registry): Promise<string> {
  if (!watchingProcess.has(registry)) collectDefaultMetrics({ register: registry })
  watchingProcess.add(registry)
  return registry.metrics()
}

// The networks that go by a name, as TRUST_PROXY knows them.
const networks: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

function readersOf(allow: readonly string[]): (ip: string) => boolean {
  const list = new BlockList()
  for (const entry of allow.flatMap((each) => networks[each] ?? [each])) {
    const [address = '', bits] = entry.split('/')
    if (bits) list.addSubnet(address, Number(bits), familyOf(address))
    else list.addAddress(address, familyOf(address))
  }
  return (ip) => list.check(ip, familyOf(ip))
}
