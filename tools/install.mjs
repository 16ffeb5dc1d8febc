// Runs under any Node from 20 on with nothing installed: only node: modules here.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const modules = join(root, 'node_modules')
const marker = join(modules, '.kahawa-lock')
const oldestNode = 20
const requiredNode = 24

/** Prints one sentence and ends: for everything that the person at the keyboard can put right. */
export function exitWith(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

/** Installs what package-lock.json names, when it is not there already. */
export function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    exitWith(`Kahawa needs Node ${oldestNode} or newer to start; this is ${process.version}. Install a newer Node.`)
  }
  const lock = readFileSync(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex')
  const isMarked = existsSync(marker) && readFileSync(marker, 'utf8') === hash
  if (!isMarked || !existsSync(pinnedNode())) {
    if (!matchesLock(JSON.parse(lock))) installAll()
    if (!existsSync(pinnedNode())) {
      exitWith(
        `There is no Node ${requiredNode} for ${process.platform} on ${process.arch} among the packages: ` +
          `install Node ${requiredNode} or newer on this machine and start again.`,
      )
    }
    tryWrite(marker, hash)
  }
}

/** The program file of the Node that this project is pinned to; where it cannot be had, our own when it is new enough. */
export function pinnedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  const pinned = join(modules, `node-${platform}-${process.arch}`, 'bin', program)
  const isOwnGood = Number(process.versions.node.split('.')[0]) >= requiredNode
  return !existsSync(pinned) && isOwnGood ? process.execPath : pinned
}

/** The program of an installed package by name, to be run by `pinnedNode()`. */
export function installedScript(packageName, binName = packageName) {
  const folder = join(modules, packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[binName])
}

/** The environment for everything started from here: `node` means the pinned one. */
export function childEnvironment(extra = {}) {
  const path = [dirname(pinnedNode()), join(modules, '.bin'), process.env.PATH].join(delimiter)
  return { NODE_COMPILE_CACHE: join(modules, '.compiled'), ...process.env, ...extra, PATH: path }
}

/** Runs the pinned Node in the foreground, passes signals on, and resolves with its exit code. */
export function runNode(args, extra = {}) {
  const child = spawn(pinnedNode(), args, { cwd: root, stdio: 'inherit', env: childEnvironment(extra) })
  const stopPassing = passSignals([child])
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`Node could not be started: ${error.message}`)
      resolve(1)
    })
    child.once('exit', (code, signal) => {
      stopPassing()
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}

/** Passes stop signals on to the children; Ctrl-C in a terminal has reached them already, so it is only waited for. */
export function passSignals(children) {
  const stopAll = (signal) => children.forEach((child) => child.kill(signal))
  const listeners = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const listener = () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) stopAll(signal)
    }
    process.on(signal, listener)
    return [signal, listener]
  })
  // npm passes a signal only to the shell between us, which ends without notice: its absence is our signal.
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) {
      clearInterval(timer)
      stopAll('SIGTERM')
    }
  }, 500).unref()
  return () => {
    clearInterval(timer)
    listeners.forEach(([signal, listener]) => process.off(signal, listener))
  }
}

// npm notes in node_modules what it installed: somebody who ran npm ci by hand does not wait for a second one.
function matchesLock(lock) {
  const installedLock = join(modules, '.package-lock.json')
  if (!existsSync(installedLock) || !existsSync(pinnedNode())) return false
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages
  return Object.entries(lock.packages).every(
    ([path, locked]) => path === '' || locked.optional || installed[path]?.version === locked.version,
  )
}

function installAll() {
  console.log('Installing packages (once, about a minute).')
  rmSync(marker, { force: true })
  let result = runNpm('ci')
  // A registry may lack the programs of other platforms, which npm ci takes for a wrong lock file. The versions and
  // checksums of the lock file hold for npm install too, and --no-save leaves the lock file as it is.
  if (/in sync/.test(result.stderr)) result = runNpm('install', '--no-save')
  if (result.status === 0) return
  const output = `${result.stderr ?? ''}${result.error ? result.error.message : ''}`.trim()
  console.error(output.split('\n').slice(-15).join('\n'))
  exitWith(explain(output))
}

// Under `npm start` the very npm that started us is used; by hand, the one on the path.
function runNpm(...command) {
  const args = [...command, '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  const options = { cwd: root, encoding: 'utf8' }
  if (/\.c?js$/.test(npm ?? '')) return spawnSync(process.execPath, [npm, ...args, '--loglevel=error'], options)
  return spawnSync('npm', [...args, '--loglevel=error'], { ...options, shell: process.platform === 'win32' })
}

function explain(output) {
  if (/ENOSPC/.test(output)) return 'Packages could not be installed: the disk is full.'
  if (/EACCES|EPERM|EROFS/.test(output)) return `Packages could not be installed: this user may not write to ${root}.`
  if (/ENOTFOUND|ETIMEDOUT|ECONNREFUSED|EAI_AGAIN|ECONNRESET|network/i.test(output)) {
    return 'Packages could not be installed: the package registry cannot be reached. Check the network and start again.'
  }
  if (/ENOENT/.test(output) && /spawn/.test(output))
    return 'Packages could not be installed: npm was not found. Install npm.'
  return 'Packages could not be installed (npm ci failed, see above).'
}

function tryWrite(path, text) {
  try {
    writeFileSync(path, text)
  } catch {
    // Installed by somebody else and read-only for us: the comparison is made again next time.
  }
}
