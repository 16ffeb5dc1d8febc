// npm run audit:dependencies [-- --strict]
// Advisories as npm audit tells them, licences, pins and scripts of installation. With --strict a registry that does not tell is a fault.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { askForAdvisories } from './advisories.ts'
import { checkPackages } from './checkPackages.ts'
import { readLock } from './lockedPackages.ts'

const { values } = parseArgs({ options: { strict: { type: 'boolean', default: false } } })
const root = join(import.meta.dirname, '../..')
const packages = readLock(root)
const advisories = askForAdvisories(root)
const findings = [...checkPackages(root), ...(advisories.told ? advisories.found : [])]
const shipped = packages.filter(({ isDevelopment }) => !isDevelopment).length
for (const finding of findings) process.stderr.write(`${finding}\n`)
process.stdout.write(`${packages.length} packages, ${shipped} of them for the running program.\n`)
process.stdout.write(
  advisories.told
    ? `Advisories: ${advisories.found.length}.\n`
    : `Advisories: not asked for, the registry does not tell them (${advisories.why}). Ask another one: npm audit --registry ADDRESS.\n`,
)
process.stdout.write(findings.length > 0 ? `${findings.length} findings.\n` : 'Licences, pins and scripts hold.\n')
process.exitCode = findings.length > 0 || (values.strict && !advisories.told) ? 1 : 0
