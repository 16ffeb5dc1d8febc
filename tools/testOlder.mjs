// npm run test:older [-- COMMIT]: a rolling upgrade from an older release, by default the commit before the newest migration.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, exitWith, installedScript, root, runNode } from './install.mjs'

ensureInstalled()
const git = (...args) => (spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout ?? '').trim()
const [asked = `${git('log', '--format=%H', '--diff-filter=A', '-1', '--', 'db/migrations')}~1`] = process.argv.slice(2)
const older = git('rev-parse', '--verify', '--quiet', `${asked}^{commit}`)
if (!older) exitWith(`There is no commit ${asked} in the history of this checkout.`)
console.log(`From ${git('log', '-1', '--format=%h %s', older)}`)
const script = [installedScript('vitest'), 'run', '--project', 'code', 'test/faults/olderRelease.test.ts']
process.exitCode = await runNode(script, { KAHAWA_OLDER: older })
