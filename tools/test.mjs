// npm test: everything that must hold, one after the other, from a fresh checkout. The last line counts the tests.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './findChromium.mjs'
import { ensureInstalled, exitWith, installedScript, runNode } from './install.mjs'

const startedAt = performance.now()
ensureInstalled()
const chromium = ensureChromium()
if (!chromium) {
  exitWith(
    process.env.CHROMIUM_PATH
      ? `CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which is not a program.`
      : 'The browser walks need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.',
  )
}

const reports = mkdtempSync(join(tmpdir(), 'kahawa-reports-'))
const oxlint = ['--type-aware', '--deny-warnings']
const steps = [
  { title: 'Types', script: ['typescript', 'tsc'], args: ['-p', '.'] },
  { title: 'Lint', script: ['oxlint'], args: oxlint },
  { title: 'Format', script: ['oxfmt'], args: ['--check', '.', '!package.json'] },
  { title: 'Pages', script: undefined, args: ['tools/buildClient.mjs'] },
  { title: 'Tests', script: ['vitest'], args: tests('code') },
  { title: 'Browser walks', script: ['vitest'], args: tests('browser') },
]
const counts = { passed: 0, failed: 0, skipped: 0 }
const failures = []

for (const { title, script, args } of steps) {
  console.log(`\n== ${title}`)
  const stepStartedAt = performance.now()
  const code = await runNode([...(script ? [installedScript(...script)] : []), ...args], {
    CHROMIUM_PATH: chromium,
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
  })
  const counted = readReport(title)
  if (code !== 0) {
    failures.push(title)
    // A step that fails without a failing test (types, a broken test file) must still show in the last line.
    if (counted.failed === 0) counted.failed = 1
  }
  for (const key of Object.keys(counts)) counts[key] += counted[key]
  console.log(`-- ${title}: ${code === 0 ? 'ok' : 'FAILED'} in ${seconds(stepStartedAt)}`)
  if (code >= 128) break
}
rmSync(reports, { recursive: true, force: true })

if (counts.passed === 0 && failures.length === 0) failures.push('No test was run')
console.log(
  `\nAll in ${seconds(startedAt)}. ${failures.length > 0 ? `Failed: ${failures.join(', ')}.` : 'Everything holds.'}`,
)
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`)
process.exitCode = failures.length > 0 ? 1 : 0

function tests(project) {
  const report = join(reports, `${project}.json`)
  return ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
}

function readReport(title) {
  const file = { Tests: 'code.json', 'Browser walks': 'browser.json' }[title]
  if (!file) return { passed: 0, failed: 0, skipped: 0 }
  try {
    const report = JSON.parse(readFileSync(join(reports, file), 'utf8'))
    const skipped = report.numPendingTests + (report.numTodoTests ?? 0)
    return { passed: report.numPassedTests, failed: report.numFailedTests, skipped }
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
