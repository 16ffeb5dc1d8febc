// npm run cluster [-- --folder /srv/kahawa-cluster --port 4400 --apart]
// Three machines with a replicated PostgreSQL, HAProxy, the simulated bank and two servers, all on this machine: to see and to break.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { StartupError } from '#server/kit/startupError.ts'
import { startCluster } from './cluster.ts'
import { apart, together } from './machines.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'kahawa-cluster') },
    port: { type: 'string', default: '4400' },
    /** Each machine in a network of its own, as `npm run failover` has them; root only. */
    apart: { type: 'boolean', default: false },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
// What has been started so far ends with this program, whenever it is told to end.
let stop = async (): Promise<void> => {}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().then(() => process.exit(0)))

try {
  const cluster = await startCluster({
    folder: values.folder,
    machines: values.apart ? apart() : together(),
    port: Number(values.port),
    say,
  })
  stop = cluster.stop
  say(`\nKahawa     ${cluster.url}`)
  for (const [at, url] of cluster.serverUrls.entries())
    say(`server ${at + 1}   ${url}, process ${cluster.servers()[at]?.pid()}`)
  for (const { name, patroniUrl, postmaster, etcd, patroni } of cluster.nodes)
    say(
      `machine ${name}  ${patroniUrl}/cluster, PostgreSQL ${postmaster()}, Patroni ${patroni.pid()}, etcd ${etcd.pid()}`,
    )
  say(`logs       ${cluster.folder}\n\nEnd it with Ctrl-C. A program that you kill is started again after a second.`)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
