import { parseSync } from 'vite'
import { pathOf, type SourceFile } from './sourceFiles.ts'

type Source = Pick<SourceFile, 'path' | 'text' | 'isTest'>
/** Exports as `file name`: which no other file imports, and which run for tests alone, without use in their own file. */
type UnusedExports = { byNobody: string[]; byTestsOnly: string[] }

/** What these files export and nobody imports. Every file that may import one of them must be among them. */
export function findUnusedExports(sources: readonly Source[]): UnusedExports {
  const files = sources.map((source) => ({ ...source, ...read(source) }))
  const exportsOf = new Map(files.map(({ path, exports }) => [path, exports]))
  const importers = Map.groupBy(
    files.flatMap((file) => file.importsIn(exportsOf).map((imported) => ({ imported, file }))),
    ({ imported }) => imported,
  )
  const unused: UnusedExports = { byNobody: [], byTestsOnly: [] }
  for (const { path, exports, code, isTest } of files)
    for (const name of exports) {
      const exported = `${path} ${name}`
      const others = (importers.get(exported) ?? []).filter(({ file }) => file.path !== path)
      const isUsedHere = [...code.matchAll(word(name))].length > 1
      if (others.length === 0) unused.byNobody.push(exported)
      else if (!isTest && !isUsedHere && others.every(({ file }) => file.isTest)) unused.byTestsOnly.push(exported)
    }
  return unused
}

const word = (name: string): RegExp => new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g')

function read({ path, text }: Source) {
  const { module, comments } = parseSync(path, text)
  const code = comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName: { name } }) => (name === null ? [] : [name])),
  )
  const importsIn = (exportsOf: ReadonlyMap<string, readonly string[]>): string[] => {
    // Of a file that is imported whole, or later, each name counts that is written down here.
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
  return { code, exports, importsIn }
}
