import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** One import of a file: what it names, the file of this repository it means (or null: a package), whether only types come, and whether it comes later, when it is needed. */
type Import = { of: string; file: string | null; isType: boolean; isLater: boolean }
export type SourceFile = { path: string; text: string; lines: number; imports: Import[]; isTest: boolean }

const floors = 'contract,server,client,db,test,tools,bench'
const aliases = { '#contract/': 'contract/', '#server/': 'server/', '#client/': 'client/', '#test/': 'test/' }
const statement = /^(?:import|export)\s(?:(?!^(?:import|export)\s)[\s\S])*?\sfrom '([^']+)'|^import '([^']+)'/gm
const dynamic = /\bimport\('([^']+)'\)|new URL\('([^']+\.ts)', import\.meta\.url\)/g

/** Every source file of the house with its imports, from the file list alone: also what git does not know yet. */
export function readSources(): SourceFile[] {
  return globSync([`{${floors}}/**/*.{ts,tsx,mjs}`, '*.config.ts'], { cwd: root })
    .filter((path) => !path.endsWith('.d.ts'))
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, lines: text.split('\n').length - 1, imports: importsOf(path, text), isTest: isTest(path) }
    })
}

const isTest = (path: string): boolean => path.startsWith('test/') || /\.test\.tsx?$/.test(path)

function importsOf(path: string, text: string): Import[] {
  const named = [...text.matchAll(statement)].map((match) => ({
    of: match[1] ?? match[2] ?? '',
    isType: /^(?:import|export) type\s/.test(match[0]),
    isLater: false,
  }))
  const loaded = [...text.matchAll(dynamic)].map((match) => {
    const of = match[1] ?? match[2] ?? ''
    // A worker's file stands beside the one that starts it, without the dot of an import.
    return { of: match[2] && !of.startsWith('.') ? `./${of}` : of, isType: false, isLater: true }
  })
  return [...named, ...loaded].map((one) => ({ ...one, file: fileOf(path, one.of) }))
}

/** Where an import of this file points to in this repository, be a file there or not; null for a package. */
export function pathOf(from: string, of: string): string | null {
  const alias = Object.entries(aliases).find(([prefix]) => of.startsWith(prefix))
  return alias ? of.replace(alias[0], alias[1]) : of.startsWith('.') ? normalize(join(dirname(from), of)) : null
}

function fileOf(from: string, of: string): string | null {
  const path = pathOf(from, of)
  return path !== null && existsSync(join(root, path)) ? path : null
}

/** The package behind an import, or null for a file of ours and for what Node and Vite bring. */
export function packageOf({ of, file }: Import): string | null {
  if (file || /^(?:node:|virtual:|[.#])/.test(of)) return null
  return of
    .split('/')
    .slice(0, of.startsWith('@') ? 2 : 1)
    .join('/')
}

/** The first ring of runtime imports, as the files on it, or null. Types may know each other; they are gone when the program runs. */
export function findRing(sources: readonly SourceFile[]): string[] | null {
  const next = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.flatMap(({ file, isType }) => (file && !isType && file !== path ? [file] : [])),
    ]),
  )
  const finished = new Set<string>()
  const walk = (path: string, visited: readonly string[]): string[] | null => {
    if (visited.includes(path)) return [...visited.slice(visited.indexOf(path)), path]
    if (finished.has(path)) return null
    for (const to of next.get(path) ?? []) {
      const ring = walk(to, [...visited, path])
      if (ring) return ring
    }
    finished.add(path)
    return null
  }
  for (const { path } of sources) {
    const ring = walk(path, [])
    if (ring) return ring
  }
  return null
}
