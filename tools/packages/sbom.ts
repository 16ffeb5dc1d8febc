import { createHash } from 'node:crypto'
import type { LockedPackage } from './lockedPackages.ts'

type Product = { name: string; version: string; licence: string; needs: readonly string[] }
type Bill = { product: Product; packages: readonly LockedPackage[]; madeAt: Date }

/** The bill of materials in CycloneDX 1.5: what is shipped, of which bytes, under which licence, and what needs what. The same for the same input. */
export function makeSbom({ product, packages, madeAt }: Bill): Record<string, unknown> {
  const byFolder = new Map(packages.map((each) => [each.folder, each]))
  const whole = { folder: '', ...product }
  const components = packages.map((each) => ({
    type: 'library',
    'bom-ref': referenceOf(each),
    ...namesOf(each.name),
    version: each.version,
    scope: each.isOptional ? 'optional' : 'required',
    ...(each.licence ? { licenses: [licenceOf(each.licence)] } : {}),
    hashes: [{ alg: 'SHA-512', content: Buffer.from(each.integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    purl: packageUrl(each),
    properties: [{ name: 'cdx:npm:package:path', value: each.folder }],
  }))
  const dependencies = [whole, ...packages].map((each) => ({
    ref: referenceOf(each),
    dependsOn: each.needs.flatMap((name) => {
      const found = resolveFrom(byFolder, each.folder, name)
      return found ? [referenceOf(found)] : [] // of another platform
    }),
  }))
  const content = {
    metadata: {
      timestamp: madeAt.toISOString(),
      component: {
        type: 'application',
        'bom-ref': referenceOf(whole),
        name: product.name,
        version: product.version,
        licenses: [licenceOf(product.licence)],
        purl: packageUrl(product),
      },
    },
    components,
    dependencies,
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  }
}

type Named = { name: string; version: string }
const packageUrl = ({ name, version }: Named): string => `pkg:npm/${name.replace('@', '%40')}@${version}`
// A name may be there twice, at two places.
const referenceOf = ({ folder, ...named }: Named & { folder: string }): string => `${packageUrl(named)}#${folder}`
const namesOf = (name: string) => {
  const [group, own] = name.startsWith('@') ? name.split('/') : []
  return own ? { group, name: own } : { name }
}
// One licence by its name; several, or its own words, as an expression or a name.
const licenceOf = (licence: string) =>
  /^[A-Za-z0-9.-]+$/.test(licence)
    ? { license: { id: licence } }
    : / (?:OR|AND) /.test(licence) && licence.startsWith('(')
      ? { expression: licence }
      : { license: { name: licence } }

/** As Node looks for it: in the folder of whoever asks, then in each above. */
function resolveFrom(byFolder: ReadonlyMap<string, LockedPackage>, folder: string, name: string) {
  const places = folder
    .split('/node_modules/')
    .map((_part, depth, parts) => parts.slice(0, depth + 1).join('/node_modules/'))
  const found = places.toReversed().map((place) => byFolder.get(`${place}/node_modules/${name}`))
  return found.find(Boolean) ?? byFolder.get(`node_modules/${name}`)
}

// A name-based id (RFC 9562, version 8): the same for the same content.
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
