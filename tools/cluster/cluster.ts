import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findAccount } from '#server/kit/postgres/postgresHome.ts'
import { StartupError } from '#server/kit/startupError.ts'
import type { Machine, Machines } from './machines.ts'
import { runProgram, waitUntil, type Program } from './programs.ts'

const root = join(import.meta.dirname, '../..')
const files = join(root, 'deploy/cluster')

/** What runs on one machine: PostgreSQL, Patroni that keeps it, and a member of etcd, which they vote in. */
export type Node = Machine & { etcd: Program; patroni: Program; patroniUrl: string; postmaster: () => number | null }
type Member = { name: string; role: string; timeline?: number }

export type Cluster = {
  folder: string
  nodes: readonly Node[]
  servers: () => readonly Program[]
  serverUrls: readonly string[]
  haproxy: Program
  bankUrl: string
  /** Where people and programs come in. */
  url: string
  /** The owner's way to the primary, wherever it is. */
  databaseUrl: string
  /** Variables of the servers, for commands beside them. */
  serverEnv: Readonly<Record<string, string>>
  /** The members as Patroni sees them; throws where nobody says. */
  members: () => Promise<readonly Member[]>
  primary: () => Promise<Node>
  /** All three in step, one of them a synchronous standby. */
  isWhole: () => Promise<boolean>
  /** Bank and servers end, and start again with what Node is told first and further variables. */
  restartServers: (more: { args: readonly string[]; env: Readonly<Record<string, string>> }) => Promise<void>
  stop: () => Promise<void>
}

type Options = {
  folder: string
  machines: Machines
  /** Where etcd keeps what it must write before it answers, when not there. */
  etcdFolder?: string
  /** The first of sixty ports. */
  port: number
  /** Further variables of the servers. */
  settings?: Readonly<Record<string, string>>
  say: (line: string) => void
}

/** Starts three machines with a replicated PostgreSQL, HAProxy, the simulated bank, and two servers, with configuration of deploy/cluster. */
export async function startCluster({
  folder,
  etcdFolder = folder,
  machines,
  port,
  settings = {},
  say,
}: Options): Promise<Cluster> {
  const programs = findPrograms()
  const account = findAccount()
  const passwords = readPasswords(folder)
  const { here } = machines
  const ports = { kahawa: port, primary: port + 1, standbys: port + 2, one: port + 3, two: port + 4, bank: port + 5 }
  const at = ({ name }: Machine) => {
    const first = port + 10 * ('abc'.indexOf(name) + 1)
    return { etcd: first, peer: first + 1, postgres: first + 2, patroni: first + 3 }
  }
  const own = (path: string): string => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (account) chownSync(path, account.uid, account.gid)
    return path
  }
  for (const each of [folder, etcdFolder]) chmodSync(each, 0o755)
  const base = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', HOME: folder }
  const patroniFile = join(folder, 'patroni.yaml')
  const makeDatabase = join(folder, 'makeDatabase.sh')
  cpSync(join(files, 'makeDatabase.sh'), makeDatabase)
  writeFileSync(
    patroniFile,
    readFileSync(join(files, 'patroni.yaml'), 'utf8').replace('/etc/kahawa/makeDatabase.sh', makeDatabase),
  )
  const log = (name: string): string => join(folder, `${name}.log`)
  const all = machines.all
  const nodes = all.map((machine): Node => {
    const { name, host, inside } = machine
    const ofIt = at(machine)
    const place = own(join(folder, name))
    const client = `http://${host}:${ofIt.etcd}`
    const peer = `http://${host}:${ofIt.peer}`
    const etcd = runProgram({
      name: `etcd ${name}`,
      command: programs.etcd,
      args: Object.entries({
        name,
        'data-dir': own(join(etcdFolder, `etcd-${name}`)),
        logger: 'zap',
        'log-level': 'warn',
        'listen-client-urls': client,
        'advertise-client-urls': client,
        'listen-peer-urls': peer,
        'initial-advertise-peer-urls': peer,
        'initial-cluster': all.map((each) => `${each.name}=http://${each.host}:${at(each).peer}`).join(','),
        'initial-cluster-token': 'kahawa',
        // A member that comes back must not make the others vote anew: that would cost a primary its place.
        'pre-vote': 'true',
      }).map(([option, value]) => `--${option}=${value}`),
      env: base,
      logFile: log(`etcd-${name}`),
      inside,
    })
    const data = join(place, 'postgres')
    const patroni = runProgram({
      name: `patroni ${name}`,
      command: programs.patroni,
      args: [patroniFile],
      env: {
        ...base,
        PATRONI_NAME: name,
        // Never its own: cut off together, it would answer as of old, and Patroni 3.0 take the place back that another has by then.
        PATRONI_ETCD3_HOSTS: all
          .filter((each) => each.name !== name)
          .map((each) => `'${each.host}:${at(each).etcd}'`)
          .join(','),
        PATRONI_ETCD3_USE_PROXIES: 'true',
        PATRONI_RESTAPI_LISTEN: `${host}:${ofIt.patroni}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${host}:${ofIt.patroni}`,
        PATRONI_POSTGRESQL_LISTEN: `${host}:${ofIt.postgres}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${host}:${ofIt.postgres}`,
        PATRONI_POSTGRESQL_DATA_DIR: data,
        PATRONI_POSTGRESQL_BIN_DIR: programs.postgres,
        PATRONI_POSTGRESQL_PGPASS: join(place, 'pgpass'),
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: passwords.replication,
        KAHAWA_DATABASE_PASSWORD: passwords.database,
      },
      logFile: log(`patroni-${name}`),
      inside,
    })
    return {
      ...machine,
      etcd,
      patroni,
      patroniUrl: `http://${host}:${ofIt.patroni}`,
      postmaster: () => postmasterOf(data),
    }
  })
  process.once('exit', () => {
    // What a Patroni has started outlives it.
    for (const { postmaster } of nodes) kill(postmaster())
  })
  const addresses = Object.fromEntries(
    all.flatMap((machine) => {
      const [name, { host }, ofIt] = [machine.name.toUpperCase(), machine, at(machine)]
      return [
        [`${name}_POSTGRES`, `${host}:${ofIt.postgres}`],
        [`${name}_HOST`, host],
        [`${name}_PATRONI_PORT`, String(ofIt.patroni)],
      ]
    }),
  )
  const haproxy = runProgram({
    name: 'haproxy',
    command: programs.haproxy,
    args: ['-db', '-f', join(files, 'haproxy.cfg')],
    env: {
      ...base,
      ...addresses,
      PRIMARY_LISTEN: `${here}:${ports.primary}`,
      STANDBYS_LISTEN: `${here}:${ports.standbys}`,
      KAHAWA_LISTEN: `${here}:${ports.kahawa}`,
      SERVER_ONE: `${here}:${ports.one}`,
      SERVER_TWO: `${here}:${ports.two}`,
    },
    logFile: log('haproxy'),
    inside: [],
  })
  const databaseAt = (to: number): string => `postgres://kahawa:${passwords.database}@${here}:${to}/kahawa`
  const serverEnv = {
    ...base,
    HOST: here,
    DATABASE_URL: databaseAt(ports.primary),
    DATABASE_READ_URL: databaseAt(ports.standbys),
    METRICS_ALLOW: here,
    KAHAWA_KEY: passwords.key,
    KAHAWA_DEMO: '1',
    TRUST_PROXY: here,
    PUBLIC_URL: `http://${here}:${ports.kahawa}`,
    BANK_URL: `http://127.0.0.1:${ports.bank}`,
    BANK_SECRET: passwords.bank,
    ...settings,
  }
  const primary = async (): Promise<Node> => {
    const answers = await Promise.allSettled(nodes.map(({ patroniUrl }) => ask(`${patroniUrl}/primary`)))
    const found = nodes[answers.findIndex(({ status }) => status === 'fulfilled')]
    if (!found) throw new Error('nobody says that it is the primary')
    return found
  }
  // A machine that was cut off knows less than the primary.
  const members = async (): Promise<readonly Member[]> =>
    ((await ask(`${(await primary()).patroniUrl}/cluster`)) as { members: Member[] }).members // border: Patroni's own words
  const isWhole = async (): Promise<boolean> => {
    const { name, patroniUrl } = await primary()
    const found = await members()
    // border: Patroni's own words; what nobody follows has none
    const { replication = [] } = (await ask(`${patroniUrl}/patroni`)) as { replication?: { state: string }[] }
    return (
      found.length === 3 &&
      found.some((member) => member.name === name && member.role === 'leader') &&
      found.some(({ role }) => role === 'sync_standby') &&
      new Set(found.map(({ timeline }) => timeline)).size === 1 &&
      replication.filter(({ state }) => state === 'streaming').length === 2
    )
  }
  const serverUrls = [`http://${here}:${ports.one}`, `http://${here}:${ports.two}`]
  const url = `http://${here}:${ports.kahawa}`
  /** The bank first, then one server and the other: the first of them makes what the database begins with. */
  const ours: Program[] = []
  const startOurs = async ({ args, env }: { args: readonly string[]; env: Readonly<Record<string, string>> }) => {
    const start = (name: string, script: string, of: Readonly<Record<string, string>>) =>
      ours.push(
        runProgram({
          name,
          command: process.execPath,
          args: [...args, join(root, script)],
          env: { ...base, ...of, ...env },
          logFile: log(name.replace(' ', '-')),
          inside: [],
        }),
      )
    start('bank', 'tools/bankSimulator/main.ts', {
      BANK_PORT: String(ports.bank),
      BANK_SECRET: passwords.bank,
      BANK_STATE_FILE: join(folder, 'bank.json'),
    })
    for (const [at, name] of ['one', 'two'].entries()) {
      const DATA_DIR = join(folder, `server-${name}`)
      start(`server ${name}`, 'tools/serve.ts', { ...serverEnv, PORT: String(ports.one + at), DATA_DIR })
      await waitUntil(`server ${name}`, () => isReady(serverUrls[at] ?? ''), 180_000)
    }
    await waitUntil('the way in', () => isReady(url), 30_000)
  }
  const stopOurs = async (): Promise<void> =>
    void (await Promise.all(
      ours
        .splice(0)
        .toReversed()
        .map((each) => each.stop()),
    ))
  const stop = async (): Promise<void> => {
    await stopOurs()
    await haproxy.stop()
    await Promise.all(nodes.map(({ patroni }) => patroni.stop()))
    for (const { postmaster } of nodes) kill(postmaster())
    await Promise.all(nodes.map(({ etcd }) => etcd.stop()))
    machines.remove()
  }
  try {
    say('Waiting for three machines to be one cluster.')
    await waitUntil('the cluster', isWhole, 180_000)
    say(`The primary is on machine ${(await primary()).name}.`)
    await startOurs({ args: [], env: {} })
    return {
      folder,
      nodes,
      haproxy,
      url,
      serverUrls,
      members,
      primary,
      isWhole,
      stop,
      serverEnv,
      servers: () => ours.slice(1),
      restartServers: async (more) => {
        await stopOurs()
        await startOurs(more)
      },
      bankUrl: `http://127.0.0.1:${ports.bank}`,
      databaseUrl: databaseAt(ports.primary),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) })).status === 200
}

async function ask(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.json()
}

/** Where the programs are that Debian brings; a sentence for what is missing. */
function findPrograms(): { etcd: string; patroni: string; haproxy: string; postgres: string } {
  const missing: string[] = []
  const find = (name: string): string => {
    const found = ['/usr/bin', '/usr/sbin', '/usr/local/bin']
      .map((at) => join(at, name))
      .find((path) => existsSync(path))
    if (!found) missing.push(name === 'etcd' ? 'etcd-server' : name)
    return found ?? ''
  }
  const debian = '/usr/lib/postgresql'
  const newest = existsSync(debian)
    ? readdirSync(debian).toSorted((one, other) => Number(other) - Number(one))[0]
    : undefined
  if (!newest) missing.push('postgresql')
  const found = {
    etcd: find('etcd'),
    patroni: find('patroni'),
    haproxy: find('haproxy'),
    postgres: join(debian, newest ?? '', 'bin'),
  }
  if (missing.length > 0)
    throw new StartupError(`A cluster needs further programs. Debian: apt-get install ${missing.join(' ')}`)
  return found
}

/** Made once for a folder: a cluster is started again with them. */
function readPasswords(folder: string): Record<'superuser' | 'replication' | 'database' | 'bank' | 'key', string> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'passwords.json')
  if (!existsSync(file)) {
    const made = () => randomBytes(24).toString('hex')
    const key = randomBytes(32).toString('base64')
    const passwords = { superuser: made(), replication: made(), database: made(), bank: made(), key }
    writeFileSync(file, JSON.stringify(passwords), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof readPasswords> // border: written above
}

/** The first process of the PostgreSQL in a folder, from its own lock file, if it runs. */
function postmasterOf(data: string): number | null {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    // The number may have gone to another program since.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? pid : null
  } catch {
    return null
  }
}

function kill(pid: number | null): void {
  if (pid !== null) process.kill(pid, 'SIGKILL')
}
