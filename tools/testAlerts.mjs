// npm run test:alerts: the alerts of deploy/prometheus and their tests, as Prometheus's own promtool reads them. Without it this
// fails: nothing else knows what an expression of an alert comes to.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { exitWith } from './install.mjs'

const cwd = join(import.meta.dirname, '../deploy/prometheus')
for (const args of [
  ['check', 'rules', 'alerts.yaml'],
  ['test', 'rules', 'alerts.test.yaml'],
]) {
  const { error, status } = spawnSync('promtool', args, { cwd, stdio: 'inherit' })
  if (error) exitWith('promtool is not installed here. Debian: apt-get install prometheus')
  if (status !== 0) exitWith(`promtool ${args.join(' ')} ended with ${status}.`)
}
