import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findAccount } from '#server/kit/postgres/postgresHome.ts'
import { freePort } from './freePort.ts'

/** PgBouncer in transaction mode before a PostgreSQL, for every database of it. */
export async function startPooler({
  binary,
  to,
}: {
  binary: string
  to: { host: string; port: number; user: string }
}): Promise<{ port: number; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'kahawa-pooler-'))
  chmodSync(folder, 0o755) // it does not run as root either
  const port = await freePort()
  writeFileSync(join(folder, 'users.txt'), `"${to.user}" ""\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${to.host} port=${to.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 8
max_client_conn = 1000
server_idle_timeout = 5
`,
  )
  const account = findAccount()
  const child = spawn(binary, ['--quiet', join(folder, 'pgbouncer.ini')], {
    cwd: '/',
    stdio: 'ignore',
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  const ended = once(child, 'exit')
  while (!(await answersAt(port))) {
    if (child.exitCode !== null) throw new Error(`${binary} ended with ${child.exitCode}`)
    await sleep(50)
  }
  return {
    port,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answersAt = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1')
    probe.once('connect', () => resolve(probe.end() !== undefined))
    probe.once('error', () => resolve(false))
  })
