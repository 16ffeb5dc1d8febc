// npm run release [-- --to FOLDER]
// The release of the commit that is checked out: an archive that runs on this platform with nothing else installed, its checksum
// and its bill of materials. Needs git and GNU tar.
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { statSync } from 'node:fs'
import { makeRelease } from './makeRelease.ts'

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { to: { type: 'string', default: join(root, 'dist/release') } } })
const { archive, sha256, sbom } = await makeRelease({ root, to: values.to })
process.stdout.write(`${relative(process.cwd(), archive)}: ${Math.round(statSync(archive).size / 1024 ** 2)} MB\n`)
process.stdout.write(`SHA-256 ${sha256}\nBill of materials: ${relative(process.cwd(), sbom)}\n`)
