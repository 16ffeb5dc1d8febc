import { spawnSync } from 'node:child_process'
import { answeredAdvisories } from './packageRules.ts'

/** What the registry knows against the locked packages, a sentence each; or why it does not tell. */
export type Advisories = { told: true; found: string[] } | { told: false; why: string }

type Via = { source: number; name: string; title: string; url: string; severity: string; range: string }
type Report = {
  vulnerabilities?: Record<string, { via: (Via | string)[] }>
  message?: string
  error?: { summary?: string }
}

/** Asks by `npm audit`; `options` go to npm, such as another registry. */
export function askForAdvisories(root: string, options: readonly string[] = []): Advisories {
  const { command, first } = npm()
  const asked = spawnSync(command, [...first, 'audit', '--audit=true', '--json', '--package-lock-only', ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    shell: process.platform === 'win32',
  })
  const report = parse(asked.stdout)
  if (!report?.vulnerabilities)
    return {
      told: false,
      why: report?.message ?? report?.error?.summary ?? asked.error?.message ?? 'npm gave no answer',
    }
  const advisories = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.flatMap((each) => (typeof each === 'string' ? [] : [each])),
  )
  const different = new Map(advisories.map((each) => [`${each.source} ${each.name}`, each]))
  const found = [...different.values()]
    .filter(({ url }) => !((url.split('/').at(-1) ?? '') in answeredAdvisories))
    .map(({ name, range, severity, title, url }) => `${name} ${range}: ${title} (${severity}, ${url})`)
  return { told: true, found }
}

// The npm that runs us, or the one on the path.
function npm(): { command: string; first: string[] } {
  const own = process.env['npm_execpath'] ?? ''
  return /\.c?js$/.test(own) ? { command: process.execPath, first: [own] } : { command: 'npm', first: [] }
}

function parse(text: string): Report | null {
  try {
    return JSON.parse(text) as Report
  } catch {
    return null
  }
}
