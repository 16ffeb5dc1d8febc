import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, readLock, type LockedPackage } from './lockedPackages.ts'
import { allowedLicences, knownInstallScripts, readLicences } from './packageRules.ts'

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
type Manifest = Partial<Record<(typeof kinds)[number] | 'scripts', Record<string, string>>> & { license?: unknown }
const installing = ['preinstall', 'install', 'postinstall'] as const

/** What is wrong with the packages of the project in `root`, a sentence each: pins, bytes, licences and scripts of installation. */
export function checkPackages(root: string): string[] {
  const packages = readLock(root)
  const names = new Set(packages.map(({ name }) => name))
  const npmrc = existsSync(join(root, '.npmrc')) ? readFileSync(join(root, '.npmrc'), 'utf8') : ''
  return [
    ...(/^ignore-scripts=true$/m.test(npmrc) ? [] : ['.npmrc does not say ignore-scripts=true.']),
    ...loosePins(readJson<Manifest>(join(root, 'package.json'))),
    ...packages.flatMap((each) => [...badBytes(each), ...badLicence(root, each), ...badScripts(root, each)]),
    ...[...Object.keys(readLicences), ...Object.keys(knownInstallScripts)].flatMap((name) =>
      names.has(name) ? [] : [`${name} has a line in packageRules.ts, but is not used any more.`],
    ),
  ]
}

const loosePins = (manifest: Manifest): string[] =>
  kinds.flatMap((kind) =>
    Object.entries(manifest[kind] ?? {})
      .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${name} is not pinned to one version: ${version}.`),
  )

const badBytes = ({ folder, integrity }: LockedPackage): string[] =>
  integrity.startsWith('sha512-') ? [] : [`${folder}: its bytes are not known by SHA-512.`]

function badLicence(root: string, { folder, name, licence }: LockedPackage): string[] {
  const says = readInstalled(root, folder)?.license
  // What the package says itself counts, be the lock file what it may.
  const own = typeof says === 'string' ? says : licence
  return name in readLicences || isAllowed(own) ? [] : [`${folder}: its licence ${own || '(none)'} is not allowed.`]
}

/** One of several may be chosen, all of a sum must be allowed. */
function isAllowed(licence: string): boolean {
  const plain = licence.replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(plain)) return false // nested: somebody reads it
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((each) => allowedLicences.has(each)))
}

function badScripts(root: string, { folder, name, hasInstallScript }: LockedPackage): string[] {
  const scripts = readInstalled(root, folder)?.scripts ?? {}
  const isBuilt = existsSync(join(root, folder, 'binding.gyp')) // npm would build it without being asked
  const hasOne = hasInstallScript || isBuilt || installing.some((script) => script in scripts)
  return hasOne && !(name in knownInstallScripts) ? [`${folder} runs a script when it is installed.`] : []
}

const readInstalled = (root: string, folder: string): Manifest | null => {
  const file = join(root, folder, 'package.json')
  return existsSync(file) ? readJson<Manifest>(file) : null
}
