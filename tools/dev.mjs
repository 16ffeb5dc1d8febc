// npm run dev: the server restarts and the pages refresh when a file is saved. Open the address that Vite prints.
import { spawn } from 'node:child_process'
import { childEnvironment, ensureInstalled, installedScript, passSignals, pinnedNode, root } from './install.mjs'

ensureInstalled()

const children = [
  run(['--watch', '--watch-preserve-output', 'tools/serve.ts'], { PORT: process.env.PORT || '4000' }),
  run([installedScript('vite'), '--port', '5173', '--strictPort']),
]
passSignals(children)

let hasEnded = false
for (const child of children) {
  child.once('exit', (code) => {
    // One without the other is of no use.
    if (hasEnded) return
    hasEnded = true
    process.exitCode = code ?? 0
    for (const other of children) other.kill('SIGTERM')
  })
}

function run(args, extra = {}) {
  return spawn(pinnedNode(), args, { cwd: root, stdio: 'inherit', env: childEnvironment(extra) })
}
