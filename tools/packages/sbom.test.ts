import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '#test/kit/sourceFiles.ts'
import { readLock } from './lockedPackages.ts'
import { makeSbom } from './sbom.ts'

type Component = { purl: string; hashes: { content: string }[]; licenses?: unknown[] }
type Sbom = { components: Component[]; dependencies: { ref: string; dependsOn: string[] }[]; serialNumber: string }

const packages = readLock(root)
const product = { name: 'kahawa', version: '0.1.0', licence: 'Apache-2.0', needs: ['fastify', 'pg'] }
const bill = () => makeSbom({ product, packages, madeAt: new Date(0) }) as Sbom
const known = ({ components }: Sbom) =>
  new Map(components.map(({ purl, hashes }) => [purl, hashes.map(({ content }) => content).join()]))

test('a bill of materials names the packages and bytes that npm itself names', () => {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const npm = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  expect(known(bill())).toEqual(known(JSON.parse(npm.stdout) as Sbom))
})

test('the same bill comes twice, another one has another number', () => {
  expect(bill()).toEqual(bill())
  const fewer = makeSbom({ product, packages: packages.slice(1), madeAt: new Date(0) })
  expect(fewer['serialNumber']).not.toBe(bill().serialNumber)
  expect(bill().serialNumber).toMatch(/^urn:uuid:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)
})

test('what a package needs is the copy that Node would find for it', () => {
  const at = (folder: string, needs: string[] = []) => ({
    folder,
    name: folder.split('node_modules/').at(-1) ?? '',
    version: folder.includes('/node_modules/') ? '1.0.0' : '2.0.0',
    integrity: 'sha512-AAAA',
    licence: 'MIT',
    isDevelopment: false,
    isOptional: false,
    hasInstallScript: false,
    needs,
  })
  const some = [
    at('node_modules/a', ['b', 'c']),
    at('node_modules/a/node_modules/b', ['c']),
    at('node_modules/b'),
    at('node_modules/c'),
  ]
  const { dependencies } = makeSbom({
    product: { ...product, needs: ['a', 'b', 'elsewhere'] },
    packages: some,
    madeAt: new Date(0),
  }) as Sbom
  expect(dependencies.map(({ dependsOn }) => dependsOn.map((ref) => ref.replace(/^.*#node_modules\//, '')))).toEqual([
    ['a', 'b'],
    ['a/node_modules/b', 'c'],
    ['c'],
    [],
    [],
  ])
})
