import { parseSync } from 'vite'
import { pathOf, type SourceFile } from './sourceFiles.ts'

type Source = Pick<SourceFile, 'path' | 'text' | 'isTest'>
/** Exports as `file name`: which no other file takes, and which run for tests alone, without use in their own file. */
type UnusedExports = { byNobody: string[]; byTestsOnly: string[] }

/** What these files export in vain. Every file that may import one of them must be among them. */
export function findUnusedExports(sources: readonly Source[]): UnusedExports {
  const files = sources.map((source) => ({ ...source, ...read(source) }))
  const exportsOf = new Map(files.map(({ path, exports }) => [path, exports]))
  const takers = Map.groupBy(
    files.flatMap((file) => file.takes(exportsOf).map((taken) => ({ taken, file }))),
    ({ taken }) => taken,
  )
  const found: UnusedExports = { byNobody: [], byTestsOnly: [] }
  for (const { path, exports, code, isTest } of files)
    for (const name of exports) {
      const taken = `${path} ${name}`
      const others = (takers.get(taken) ?? []).filter(({ file }) => file.path !== path)
      const isUsedHere = [...code.matchAll(word(name))].length > 1
      if (others.length === 0) found.byNobody.push(taken)
      else if (!isTest && !isUsedHere && others.every(({ file }) => file.isTest)) found.byTestsOnly.push(taken)
    }
  return found
}

const word = (name: string): RegExp => new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g')

function read({ path, text }: Source) {
  const { module, comments } = parseSync(path, text)
  const code = comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName: { name } }) => (name === null ? [] : [name])),
  )
  const takes = (exportsOf: ReadonlyMap<string, readonly string[]>): string[] => {
    // Of a file that is taken whole, or later, each name counts that is written down here.
    const written = (of: string) =>
      (exportsOf.get(pathOf(path, of) ?? '') ?? []).filter((name) => word(name).test(code))
    const byImport = module.staticImports.flatMap(({ moduleRequest: { value: of }, entries }) =>
      entries
        .flatMap(({ importName: { kind, name } }) =>
          kind === 'NamespaceObject' ? written(of) : name === null ? [] : [name],
        )
        .map((name) => `${pathOf(path, of)} ${name}`),
    )
    const later = [...code.matchAll(/\bimport\('([^']+)'\)/g)].flatMap(([, of = '']) =>
      written(of).map((name) => `${pathOf(path, of)} ${name}`),
    )
    return [...byImport, ...later]
  }
  return { code, exports, takes }
}
