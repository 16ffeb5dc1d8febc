// npm run health: whether the server of this machine is ready, for whoever looks after it (containers, systemd). Says it by the exit code.
import { config } from '#server/config.ts'

const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host
const address = `http://${host.includes(':') ? `[${host}]` : host}:${config.port}/health/ready`
const answer = await fetch(address, { signal: AbortSignal.timeout(2_500) }).catch((error: unknown) => error)
const isReady = answer instanceof Response && answer.ok
if (!isReady)
  process.stderr.write(
    `${address}: ${answer instanceof Response ? await answer.text() : `no answer (${String(answer)})`}\n`,
  )
process.exitCode = isReady ? 0 : 1
