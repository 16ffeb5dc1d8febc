import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where images are kept, and the options that lead podman and buildah there. */
type Store = { folder: string; options: readonly string[] }

/** A store of our own: nothing of the machine's is touched. */
export function openStore(folder: string): Store {
  mkdirSync(folder, { recursive: true })
  return {
    folder,
    options: ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'],
  }
}

export function run(command: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${error?.message ?? stderr}`)
  return stdout
}

const packages = ['ca-certificates', 'tzdata', 'libstdc++6']

/** A base of Debian's own packages, made once; docker.io need not be reached. */
export function ensureBase(store: Store): string {
  const name = 'localhost/kahawa-base:bookworm'
  if (spawnSync('buildah', [...store.options, 'inspect', name]).status === 0) return name
  const system = join(store.folder, 'system')
  if (!existsSync(join(system, 'etc/debian_version')))
    run('debootstrap', ['--variant=minbase', `--include=${packages.join(',')}`, 'bookworm', system])
  run('tar', [
    '--exclude=./var/cache/apt/*',
    '--exclude=./var/lib/apt/lists/*',
    '-cf',
    join(store.folder, 'base.tar'),
    '-C',
    system,
    '.',
  ])
  writeFileSync(join(store.folder, 'Base'), 'FROM scratch\nADD base.tar /\n')
  run('buildah', [
    ...store.options,
    'build',
    '--isolation',
    'chroot',
    '-f',
    join(store.folder, 'Base'),
    '-t',
    name,
    store.folder,
  ])
  return name
}

type Building = { store: Store; root: string; release: string; from: string; base: string; tag: string }

/** The image of a release that lies in the folder `from`. */
export function buildImage({ store, root, release, from, base, tag }: Building): void {
  const args = ['--build-arg', `BASE=${base}`, '--build-arg', `RELEASE=${release}`]
  const file = join(root, 'deploy/Containerfile')
  run('buildah', [
    ...store.options,
    'build',
    '--isolation',
    'chroot',
    '--format',
    'docker',
    ...args,
    '-f',
    file,
    '-t',
    tag,
    from,
  ])
}

type Running = {
  store: Store
  tag: string
  name: string
  volume: string
  environment: Readonly<Record<string, string>>
}

/** Starts it as an operator would: read only, without any right, with one folder and a little memory to write to. */
export function startContainer({ store, tag, name, volume, environment }: Running): void {
  const hardened = [
    '--read-only',
    '--tmpfs',
    '/tmp',
    '--cap-drop=all',
    '--security-opt=no-new-privileges',
    '--pids-limit=-1',
  ]
  const machine = [
    '--runtime',
    'runc',
    'run',
    '--detach',
    '--name',
    name,
    '--network=host',
    '--ulimit',
    'nofile=10000:10000',
  ]
  const variables = Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  run('podman', [
    ...store.options,
    ...machine,
    '--ulimit',
    'nproc=4096:4096',
    ...hardened,
    '--volume',
    `${volume}:/var/lib/kahawa`,
    ...variables,
    tag,
  ])
}
