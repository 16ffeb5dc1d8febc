// Finds a Chromium for the browser walks, or installs one where that can be done without a question.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createRequire } from 'node:module'
import { childEnvironment, installedScript, pinnedNode, root } from './install.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']
const places = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** The path of a Chromium that runs, or undefined when there is none and none could be installed. */
export function ensureChromium() {
  return find() ?? (installFromDebian() ? find() : undefined) ?? (installFromPlaywright() ? find() : undefined)
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

function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get')) return false
  console.log('Installing Chromium for the browser walks (once).')
  const run = (...args) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const result = spawnSync('apt-get', args, { encoding: 'utf8', env })
    if (result.status !== 0) console.error((result.stderr ?? '').trim().split('\n').slice(-5).join('\n'))
    return result.status === 0
  }
  // A list of packages that is a little old still installs, so a failed update is not the end.
  run('update', '-qq')
  return run('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation')
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
