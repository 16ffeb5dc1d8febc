// npm start: from a fresh checkout to a running Kahawa, under any Node from 20 on.
import { createServer } from 'node:net'
import { ensureClient } from './buildClient.mjs'
import { ensureInstalled, exitWith, runNode } from './install.mjs'
import { serverEnvironment, serverOptions } from './serving.mjs'

ensureInstalled()
await refuseTakenPort()
if (!(await ensureClient())) exitWith('The pages could not be built (see above).')
process.exitCode = await runNode([...serverOptions, 'tools/serve.ts'], { ...serverEnvironment, ...process.env })

// Checked before the pages are built, so that nobody waits for a start that cannot work.
async function refuseTakenPort() {
  const port = Number(process.env.PORT || 4000)
  const host = process.env.HOST || '127.0.0.1'
  // Anything odd in these two is explained by the server's own configuration.
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return
  const code = await new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(error.code))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
  if (code === 'EADDRINUSE') {
    exitWith(
      `Port ${port} is taken: Kahawa may be running already. Stop it, or choose another, e.g. PORT=${port + 1} npm start.`,
    )
  }
  if (code === 'EACCES') exitWith(`Port ${port} needs more rights than this user has: choose one above 1023 with PORT.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') exitWith(`HOST=${host} is not an address of this machine.`)
}
