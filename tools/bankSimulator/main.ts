// The simulated bank as a process of its own. Settings: BANK_PORT, BANK_HOST, BANK_SECRET, BANK_SEED, BANK_STATE_FILE,
// BANK_STALE_SECONDS (0 accepts a signature of any age, for a product that runs on a set clock), BANK_ENDS_WITH_STDIN (1: it
// stops when whoever started it closes its input, which also happens when that one is killed).
import { startSimulator } from './simulator.ts'

const { env } = process

const simulator = await startSimulator({
  port: Number(env.BANK_PORT ?? 4100),
  host: env.BANK_HOST ?? '127.0.0.1',
  secret: env.BANK_SECRET ?? 'bank-simulator-secret',
  seed: env.BANK_SEED ?? 'kahawa',
  staleMs: Number(env.BANK_STALE_SECONDS ?? 300) * 1000,
  stateFile: env.BANK_STATE_FILE || undefined,
})

let isStopping = false
const stop = () => {
  if (isStopping) return
  isStopping = true
  void simulator.stop().then(() => process.exit(0))
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
if (env.BANK_ENDS_WITH_STDIN === '1') process.stdin.on('end', stop).resume()
// Who reads this may stop it at once.
console.log(`Bank simulator at ${simulator.url}`)
