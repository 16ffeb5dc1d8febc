// npm run container
// Makes a release of the commit, an image of it on a base of Debian's own packages, and a running container, and holds it to what is
// promised: nobody's root, read only, one process, ready, no request lost when it is told to stop. Needs root, and of Debian's packages
// buildah, podman, runc and debootstrap (a base of one's own: BASE).
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Client } from 'pg'
import { startPostgres } from '#server/kit/postgres/embeddedPostgres.ts'
import { freePort } from '#test/kit/freePort.ts'
import { readJson } from '../packages/lockedPackages.ts'
import { makeRelease } from '../release/makeRelease.ts'
import { buildImage, ensureBase, openStore, run, startContainer } from './image.ts'

const root = join(import.meta.dirname, '../..')
const store = openStore(process.env['KAHAWA_IMAGES'] ?? join(tmpdir(), 'kahawa-images'))
const { version } = readJson<{ version: string }>(join(root, 'package.json'))
const tag = `localhost/kahawa:${version}`
const folder = mkdtempSync(join(tmpdir(), 'kahawa-container-'))
const name = `kahawa-${process.pid}`
const wrong: string[] = []
const say = (line: string): void => void process.stdout.write(`${line}\n`)
function check(what: string, isSo: boolean, found: unknown = ''): void {
  say(`${isSo ? 'yes' : 'NO '}  ${what}${isSo ? '' : `: ${String(found)}`}`)
  if (!isSo) wrong.push(what)
}
const podman = (...args: string[]): string => run('podman', [...store.options, '--runtime', 'runc', ...args])

say('The release of this commit.')
const release = await makeRelease({ root, to: join(root, 'dist/release') })
say('Its image.')
buildImage({
  store,
  root,
  release: release.name,
  from: join(root, 'dist/release'),
  base: process.env['BASE'] ?? ensureBase(store),
  tag,
})
chmodSync(folder, 0o755)
const postgres = await startPostgres({ dataDir: join(folder, 'database'), log: { info: () => {}, warn: say } })
// The embedded PostgreSQL listens at a socket only; a container comes by the network. In a thread: we stand still while we wait for podman.
const bridge = new Worker(
  `const { parentPort, workerData } = require('node:worker_threads')
  const { connect, createServer } = require('node:net')
  const server = createServer((socket) => {
    const other = connect(workerData)
    socket.pipe(other).pipe(socket)
    for (const end of [socket, other]) end.on('error', () => [socket, other].forEach((each) => each.destroy()))
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`,
  { eval: true, workerData: join(postgres.host, `.s.PGSQL.${postgres.port}`) },
)
try {
  const databasePort = await new Promise<number>((resolve) => bridge.once('message', resolve))
  await makeOwner()
  const [port, data] = [await freePort(), join(folder, 'data')]
  mkdirSync(data)
  for (const [file, secret] of [
    ['database_url', `postgres://owner@127.0.0.1:${databasePort}/kahawa`],
    ['kahawa_key', Buffer.alloc(32, 7).toString('base64')],
  ] as const)
    writeFileSync(join(data, file), secret)
  for (const path of [data, join(data, 'database_url'), join(data, 'kahawa_key')]) {
    chownSync(path, 10_001, 10_001)
    chmodSync(path, path === data ? 0o700 : 0o400)
  }
  const at = `http://127.0.0.1:${port}`
  const secrets = { DATABASE_URL_FILE: '/var/lib/kahawa/database_url', KAHAWA_KEY_FILE: '/var/lib/kahawa/kahawa_key' }
  startContainer({
    store,
    tag,
    name,
    volume: data,
    environment: { PORT: String(port), HOST: '127.0.0.1', TRUST_PROXY: 'loopback', ...secrets },
  })
  await look(at, port)
} finally {
  try {
    podman('rm', '--force', name)
  } catch {
    // It was never made.
  }
  await bridge.terminate()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
say(wrong.length > 0 ? `${wrong.length} promises are not kept.` : 'The container keeps what is promised.')
process.exitCode = wrong.length > 0 ? 1 : 0

/** As the README asks for: the owner of the database, who may make roles and is no superuser. */
async function makeOwner(): Promise<void> {
  const client = new Client({ host: postgres.host, port: postgres.port, user: postgres.user, database: 'postgres' })
  await client.connect()
  await client.query('create role owner login createrole')
  await client.query('create database kahawa owner owner')
  await client.end()
}

async function look(at: string, port: number): Promise<void> {
  const ready = async (): Promise<number> =>
    fetch(`${at}/health/ready`).then(
      ({ status }) => status,
      () => 0,
    )
  const startedAt = performance.now()
  while ((await ready()) !== 200 && performance.now() - startedAt < 90_000) await sleep(200)
  check('answers /health/ready', (await ready()) === 200, podman('logs', name))
  say(`     after ${((performance.now() - startedAt) / 1000).toFixed(1)} s, migrations included`)
  const page = await fetch(`${at}/`).then((answer) => answer.text(), String)
  check('serves the pages', page.includes('<title>Kahawa</title>'), page.slice(0, 200))
  const state = JSON.parse(podman('inspect', name)) as { State: { Pid: number } }[]
  const pid = state[0]?.State.Pid ?? 0
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  check('runs as nobody special', /^Uid:\s+10001\s+10001\s/m.test(status), status)
  check('has no right of root', /^CapEff:\s+0+$/m.test(status) && /^CapBnd:\s+0+$/m.test(status), status)
  check('may not gain any', /^NoNewPrivs:\s+1$/m.test(status), status)
  const processes = podman('top', name, 'pid', 'args').trim().split('\n').slice(1)
  check(
    'is one process, Node itself',
    processes.length === 1 && /^1\s+\S*\/bin\/node /.test(processes[0] ?? ''),
    processes.join(),
  )
  const write = (path: string): string => podman('exec', name, '/bin/sh', '-c', `touch ${path} 2>&1 || true`)
  check(
    'cannot write to its files',
    /Read-only/.test(write('/opt/kahawa/new')) && /Read-only/.test(write('/new')),
    write('/new'),
  )
  check('can write its own folder', write('/var/lib/kahawa/new') === '', write('/var/lib/kahawa/new'))
  check('is healthy, by its own check', isHealthy(), podman('logs', name))
  const told = podman('inspect', tag, '--format', '{{.HealthCheck}} {{.Config.User}} {{.Config.StopSignal}}')
  check(
    'says how to look after it',
    /kahawa health/.test(told) && /10001:10001/.test(told) && /SIGTERM/.test(told),
    told,
  )
  writeBill()
  await stopUnderWork(at, port)
}

/** As whoever runs containers asks: unhealthy only after three answers that are not there. */
function isHealthy(): boolean {
  for (let tries = 1; ; tries++)
    try {
      podman('exec', name, '/opt/kahawa/bin/kahawa', 'health')
      return true
    } catch (error) {
      if (tries === 3) {
        say(String(error))
        return false
      }
    }
}

/** The bill of materials of the image: that of the release, and Debian's packages below it. */
function writeBill(): void {
  const bill = JSON.parse(podman('exec', name, '/bin/cat', '/opt/kahawa/sbom.cdx.json')) as { components: object[] }
  const list = podman('exec', name, '/usr/bin/dpkg-query', '-W', '-f', '${Package} ${Version} ${Architecture}\n')
    .trim()
    .split('\n')
  const debian = list.map((line) => {
    const [packageName = '', packageVersion = '', architecture = ''] = line.split(' ')
    const purl = `pkg:deb/debian/${packageName}@${encodeURIComponent(packageVersion)}?arch=${architecture}`
    return { type: 'library', 'bom-ref': purl, name: packageName, version: packageVersion, purl }
  })
  const whole = { ...bill, components: [...bill.components, ...debian] }
  const file = join(root, `dist/release/kahawa-${version}-image.cdx.json`)
  writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`)
  check(
    'has a bill of materials',
    debian.length > 50 && bill.components.length > 100,
    `${debian.length} and ${bill.components.length}`,
  )
}

/** Callers without a pause while it is told to stop: whoever was let in is answered, whoever was not is told so at once. */
async function stopUnderWork(at: string, port: number): Promise<void> {
  let [answered, refused, lost, isOver] = [0, 0, 0, false]
  const body = JSON.stringify({ username: 'nobody', password: 'wrong' })
  // One who has begun to send before, and ends after: it is answered too.
  const slow = connect(port, '127.0.0.1')
  slow.write(
    `POST /api/auth/login HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
  )
  const callers = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      try {
        const answer = await fetch(`${at}/health/live`, { headers: { connection: 'close' } })
        await answer.arrayBuffer()
        answered += 1
      } catch (error) {
        const code =
          error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? error.cause.code : ''
        if (code === 'ECONNREFUSED') refused += 1
        else lost += 1
        await sleep(20)
      }
    }
  })
  await sleep(1_000)
  const before = performance.now()
  const pid = (JSON.parse(podman('inspect', name)) as { State: { Pid: number } }[])[0]?.State.Pid ?? 0
  process.kill(pid, 'SIGTERM')
  const slowly = text(slow).catch(String)
  await sleep(3_500) // longer than the notice to a proxy
  slow.write(body.slice(9))
  const slowAnswer = await slowly
  while ((JSON.parse(podman('inspect', name)) as { State: { Running: boolean } }[])[0]?.State.Running) await sleep(100)
  const took = performance.now() - before
  isOver = true
  await Promise.all(callers)
  check('answers who began to ask before it was told to stop', slowAnswer.startsWith('HTTP/1.1 401 '), slowAnswer)
  check(
    `loses no request (${answered} answered, ${refused} refused at the door)`,
    lost === 0 && answered > 100,
    `${lost} lost`,
  )
  check(`ends in time (${(took / 1000).toFixed(1)} s)`, took < 40_000)
  const [{ State: state } = { State: {} }] = JSON.parse(podman('inspect', name)) as { State: { ExitCode?: number } }[]
  check('ends well', state.ExitCode === 0, state.ExitCode)
}
