import { startSimulator } from '../../tools/bankSimulator/simulator.ts'
import { bankControls, spawnBank, type BankControls } from '../../tools/bankSimulator/spawn.ts'

/** The simulated bank of one world, with accounts, orders and faults of its own at an address of its own. */
export type TestBank = BankControls & {
  url: string
  secret: string
  /** Of a bank in a process of its own, which a test may halt. */
  pid?: number
  stop: () => Promise<unknown>
}

/** Opens it in this very process, which need not wait for another one to start. */
export async function openTestBank(): Promise<TestBank> {
  const secret = 'bank-simulator-secret'
  const at = { port: 0, host: '127.0.0.1', stateFile: undefined }
  const simulator = await startSimulator({ ...at, secret, seed: 'kahawa', staleMs: 300_000 })
  return { ...bankControls(simulator.url), ...simulator, secret }
}

/** Opens it in a process of its own: for a test in which the bank is away. */
export const openBankApart = (): Promise<TestBank> => spawnBank()
