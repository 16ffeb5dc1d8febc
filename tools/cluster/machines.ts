import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findAccount } from '#server/kit/postgres/postgresHome.ts'
import { StartupError } from '#server/kit/startupError.ts'

/** One machine of the three: its name, its address, and how a program is run on it. */
export type Machine = { name: 'a' | 'b' | 'c'; host: string; inside: readonly string[] }

/** Where the machines are, and how the network between them is cut. */
export type Machines = {
  /** Where servers, HAProxy and bank are. */
  here: string
  all: readonly Machine[]
  /** Takes the cable out of a machine, or puts it back; only machines that are apart have one. */
  cut: (name: Machine['name']) => void
  mend: (name: Machine['name']) => void
  remove: () => void
}

const names = ['a', 'b', 'c'] as const
const net = '10.55.0'
const spaceOf = (name: string): string => `kahawa-${name}`
const bridge = 'kahawa-net'

/** PostgreSQL and etcd do not run as root: started by root they run as the account of the database. */
function asAccount(): readonly string[] {
  const account = findAccount()
  return account ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--'] : []
}

/** Three machines that are this one: they differ by their ports. */
export function together(): Machines {
  const none = (): never => {
    throw new Error('machines that are together have no cable')
  }
  const all = names.map((name) => ({ name, host: '127.0.0.1', inside: asAccount() }))
  return { here: '127.0.0.1', all, cut: none, mend: none, remove: () => {} }
}

/** Three machines with a network of their own: each a network namespace of the kernel, with a cable to a switch. */
export function apart(): Machines {
  if (process.getuid?.() !== 0) throw new StartupError('Only root may make networks: start as root.')
  if (existsSync(`/sys/class/net/${bridge}`))
    throw new StartupError(
      `There is a network ${bridge}: a run is under way, or was cut off. Remove it by: ip link del ${bridge}`,
    )
  const remove = (): void => {
    for (const name of names) spawnSync('ip', ['netns', 'del', spaceOf(name)])
    spawnSync('ip', ['link', 'del', bridge])
  }
  process.once('exit', remove)
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', `${net}.1/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  const all = names.map((name, at) => {
    const space = spaceOf(name)
    const host = `${net}.${11 + at}`
    spawnSync('ip', ['netns', 'del', space])
    ip('netns', 'add', space)
    ip('link', 'add', space, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    ip('link', 'set', space, 'master', bridge, 'up')
    ip('-n', space, 'addr', 'add', `${host}/24`, 'dev', 'eth0')
    ip('-n', space, 'link', 'set', 'lo', 'up')
    ip('-n', space, 'link', 'set', 'eth0', 'up')
    return { name, host, inside: ['ip', 'netns', 'exec', space, ...asAccount()] }
  })
  return {
    here: `${net}.1`,
    all,
    cut: (name) => ip('link', 'set', spaceOf(name), 'down'),
    mend: (name) => ip('link', 'set', spaceOf(name), 'up'),
    remove,
  }
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new StartupError(`ip ${args.join(' ')}: ${stderr.trim() || 'there is no ip (iproute2)'}`)
}
