import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  createReadStream,
  createWriteStream,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawn, spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { installedForProduction, readJson } from '../packages/lockedPackages.ts'
import { makeSbom } from '../packages/sbom.ts'
import { launcher } from './launcher.ts'

type Manifest = Record<'name' | 'version' | 'description' | 'license' | 'type', string> &
  Record<'scripts' | 'imports' | 'dependencies' | 'optionalDependencies', Record<string, string>>

/** A release as files: the archive, its checksum and its bill of materials. */
type Release = { name: string; archive: string; sha256: string; sbom: string }

const floors = ['contract', 'server', 'db', 'tools', 'deploy']
const papers = ['LICENSE', 'README.md', 'SECURITY.md', 'CHANGELOG.md', 'docs/operating.md']
// Of Node the program is needed, not what builds upon it.
const leftOut = /node_modules\/node-[^/]+\/(?:include|share|CHANGELOG\.md|README\.md)$|\.(?:map|d\.[cm]?ts)$/

/**
 * Makes the release of the commit that is checked out in `root`, for this platform: sources, built pages, packages, Node and
 * PostgreSQL, in one archive, packed by gzip at this `level`. The same commit gives the same bytes. What is not committed is not in it.
 */
export async function makeRelease({
  root,
  to,
  level = 6,
}: {
  root: string
  to: string
  level?: number
}): Promise<Release> {
  const folder = mkdtempSync(join(tmpdir(), 'kahawa-release-'))
  try {
    const checkout = join(folder, 'checkout')
    const madeAt = checkOut(root, checkout)
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
    const { version } = readJson<Manifest>(join(checkout, 'package.json'))
    const name = `kahawa-${version}-${process.platform}-${process.arch}`
    run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], checkout)
    const stage = join(folder, name)
    const sbom = fill({ root, checkout, stage, madeAt })
    mkdirSync(to, { recursive: true })
    const archive = join(to, `${name}.tar.gz`)
    await pack({ folder, name, archive, madeAt, level })
    const sha256 = await hashOf(archive)
    writeFileSync(`${archive}.sha256`, `${sha256}  ${name}.tar.gz\n`)
    writeFileSync(join(to, `${name}.cdx.json`), sbom)
    return { name, archive, sha256, sbom: join(to, `${name}.cdx.json`) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The files of the commit in an empty folder; answers when it was made. */
function checkOut(root: string, checkout: string): Date {
  mkdirSync(checkout)
  const archive = `${checkout}.tar`
  run('git', ['archive', '--format=tar', '--output', archive, 'HEAD'], root)
  run('tar', ['-xf', archive], checkout)
  return new Date(Number(run('git', ['log', '-1', '--format=%ct'], root)) * 1000)
}

function fill({
  root,
  checkout,
  stage,
  madeAt,
}: {
  root: string
  checkout: string
  stage: string
  madeAt: Date
}): string {
  const manifest = readJson<Manifest>(join(checkout, 'package.json'))
  const packages = installedForProduction(root)
  const isShipped = (source: string): boolean => !/\.test\.tsx?$/.test(source)
  for (const floor of [...floors, ...papers, 'dist/client'])
    cpSync(join(checkout, floor), join(stage, floor), { recursive: true, filter: isShipped })
  const mayCome = (source: string): boolean => !leftOut.test(source) && !lstatSync(source).isSymbolicLink()
  for (const { folder } of packages)
    cpSync(join(root, folder), join(stage, folder), {
      recursive: true,
      // A package inside of a package comes by itself, if it is needed.
      filter: (source) => mayCome(source) && relative(join(root, folder), source) !== 'node_modules',
    })
  const { name, version, description, license, type, imports, dependencies, optionalDependencies } = manifest
  const engines = { node: '>=24' }
  write('package.json', {
    name,
    version,
    private: true,
    description,
    license,
    type,
    imports,
    dependencies,
    optionalDependencies,
    engines,
  })
  const needs = Object.keys({ ...dependencies, ...optionalDependencies }).toSorted()
  const sbom = write(
    'sbom.cdx.json',
    makeSbom({ product: { name, version, licence: license, needs }, packages, madeAt }),
  )
  const lines = packages.map(
    (each) => `${each.name} ${each.version} ${each.licence || 'see its LICENSE'} ${each.integrity}\n`,
  )
  writeFileSync(join(stage, 'PACKAGES.txt'), lines.toSorted().join(''))
  mkdirSync(join(stage, 'bin'))
  writeFileSync(join(stage, 'bin/kahawa'), launcher(manifest.scripts))
  chmodSync(join(stage, 'bin/kahawa'), 0o755)
  const files = readdirSync(stage, { recursive: true, encoding: 'utf8' }).filter((file) =>
    lstatSync(join(stage, file)).isFile(),
  )
  const sums = files.toSorted().map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(stage, file)))
        .digest('hex')}  ${file}\n`,
  )
  writeFileSync(join(stage, 'SHA256SUMS'), sums.join(''))
  return sbom

  function write(file: string, content: object): string {
    const text = `${JSON.stringify(content, null, 2)}\n`
    writeFileSync(join(stage, file), text)
    return text
  }
}

/** One order, one time, nobody's files: nothing of the machine goes in. */
async function pack({
  folder,
  name,
  archive,
  madeAt,
  level,
}: {
  folder: string
  name: string
  archive: string
  madeAt: Date
  level: number
}): Promise<void> {
  const nobody = ['--sort=name', `--mtime=@${madeAt.getTime() / 1000}`, '--owner=0', '--group=0', '--numeric-owner']
  const tar = spawn('tar', ['--format=gnu', '--mode=a+rX,u+w,go-w', ...nobody, '-cf', '-', name], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(tar, 'exit') as Promise<[number]>
  await pipeline(tar.stdout, createGzip({ level }), createWriteStream(archive))
  const [code] = await ended
  if (code !== 0) throw new Error('The archive could not be written: GNU tar is needed.')
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

// Nothing of whoever calls us goes into the pages, least of all for which stage of theirs.
const environment = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  NODE_ENV: 'production',
  TZ: 'UTC',
  LC_ALL: 'C',
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${error?.message ?? stderr}`)
  return stdout
}
