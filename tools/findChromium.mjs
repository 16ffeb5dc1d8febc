// Finds a Chromium for the browser walks, or installs one where that can be done without a question.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createRequire } from 'node:module'
import { childEnvironment, installedScript, pinnedNode, root } from './install.mjs'

// Without its windows Chromium does the same in two thirds of the time, so that program comes first.
const shell = 'chromium-headless-shell'
const names = [
  shell,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
const places = [
  `/usr/bin/${shell}`,
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** The path of a Chromium that runs, the quickest that there is, or undefined when none could be installed. */
export function ensureChromium() {
  const found = find()
  if (found && (process.env.CHROMIUM_PATH || found.endsWith(shell))) return found
  if (installFromDebian(shell) || (!found && installFromDebian('chromium'))) return find()
  return found ?? (installFromPlaywright() ? find() : undefined)
}

function find() {
  const configured = process.env.CHROMIUM_PATH
  if (configured) return isProgram(configured) ? configured : undefined
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  const candidates = [...onPath, ...places, playwrightPath()]
  return candidates.find((path) => path && isProgram(path))
}

function playwrightPath() {
  try {
    return createRequire(join(root, 'package.json'))('playwright-core').chromium.executablePath()
  } catch {
    return undefined
  }
}

/** @param {string} program the package, which is named like its program */
function installFromDebian(program) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${program} for the browser walks (once).`)
  const run = (...args) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const result = spawnSync('apt-get', args, { encoding: 'utf8', env })
    if (result.status !== 0) console.error((result.stderr ?? '').trim().split('\n').slice(-5).join('\n'))
    return result.status === 0
  }
  // A list of packages that is a little old still installs, so a failed update is not the end.
  run('update', '-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20')
  return run('install', '-y', '-qq', '--no-install-recommends', program, 'fonts-liberation')
}

function installFromPlaywright() {
  if (process.env.CHROMIUM_PATH) return false
  console.log('Downloading a Chromium for the browser walks (once).')
  const args = [installedScript('playwright-core'), 'install', 'chromium']
  return spawnSync(pinnedNode(), args, { cwd: root, stdio: 'inherit', env: childEnvironment() }).status === 0
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
