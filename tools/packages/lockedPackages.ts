import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package as package-lock.json names it; `folder` is its place below the root. */
export type LockedPackage = {
  folder: string
  name: string
  version: string
  integrity: string
  /** Empty where the package says none. */
  licence: string
  isDevelopment: boolean
  isOptional: boolean
  hasInstallScript: boolean
  /** What it asks for by name; which version it gets is found from its folder upwards. */
  needs: readonly string[]
}

type Entry = Partial<Record<'name' | 'version' | 'integrity' | 'license', string>> &
  Partial<Record<'dev' | 'optional' | 'hasInstallScript', boolean>> & {
    dependencies?: Record<string, string>
    optionalDependencies?: Record<string, string>
  }

/** Every package of the lock file in `root`, in its order. */
export function readLock(root: string): LockedPackage[] {
  const { packages } = readJson<{ packages: Record<string, Entry> }>(join(root, 'package-lock.json'))
  return Object.entries(packages)
    .filter(([folder]) => folder !== '')
    .map(([folder, entry]) => ({
      folder,
      name: entry.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
      integrity: entry.integrity ?? '',
      licence: entry.license ?? '',
      isDevelopment: entry.dev ?? false,
      isOptional: entry.optional ?? false,
      hasInstallScript: entry.hasInstallScript ?? false,
      needs: Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }).toSorted(),
    }))
}

/** What the running program needs of them and is installed here: all of it, or an error that says what is missing. */
export function installedForProduction(root: string): LockedPackage[] {
  return readLock(root)
    .filter(({ isDevelopment }) => !isDevelopment)
    .filter(({ folder, name, version, isOptional }) => {
      const manifest = join(root, folder, 'package.json')
      // Of the optional ones only those of this platform are here.
      if (!existsSync(manifest) && isOptional) return false
      const installed = existsSync(manifest) ? readJson<{ version: string }>(manifest).version : 'nothing'
      if (installed === version) return true
      throw new Error(`${name} ${version} is locked, but ${installed} is installed: run npm ci.`)
    })
}

export const readJson = <Content>(file: string): Content => JSON.parse(readFileSync(file, 'utf8')) as Content
