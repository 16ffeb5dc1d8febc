// Builds the pages into dist/client when they are not there or their sources have changed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, exitWith, installedScript, root, runNode } from './install.mjs'

const sources = ['client', 'contract', 'vite.config.ts', 'index.html', 'package.json', 'package-lock.json']
const built = join(root, 'dist/client')
// Beside the build and not inside it: what is inside is served.
const marker = join(root, 'dist/client.hash')

/** Builds the pages when needed, or always with `force`; returns whether they are there. */
export async function ensureClient({ force = false } = {}) {
  const hash = hashSources()
  const isFresh = existsSync(join(built, 'index.html')) && existsSync(marker) && readFileSync(marker, 'utf8') === hash
  if (isFresh && !force) return true
  console.log('Building the pages.')
  rmSync(marker, { force: true })
  const code = await runNode([installedScript('vite'), 'build', '--logLevel', force ? 'info' : 'warn'])
  if (code !== 0) return false
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(marker, hash)
  return true
}

function hashSources() {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, join(root, source))
  return hash.digest('hex')
}

function addTo(hash, path) {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) {
    hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0')
    return
  }
  const names = readdirSync(path).filter((name) => !/\.test\.tsx?$/.test(name))
  for (const name of names.sort()) addTo(hash, join(path, name))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled()
  if (!(await ensureClient({ force: true }))) exitWith('The pages could not be built (see above).')
}
