import { setTimeout as sleep } from 'node:timers/promises'

/** The connection broke under a transaction. `isUnknown`: it broke while committing, so that nobody knows whether it did. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
  isUnknown: boolean
  constructor({ isUnknown, cause }: { isUnknown: boolean; cause: unknown }) {
    super('the connection to the database broke', { cause })
    this.isUnknown = isUnknown
  }
}

/** Whether PostgreSQL could not be reached, or went away in the middle. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  const isConnecting = 'syscall' in error && error.syscall === 'connect'
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ERR_STREAM_DESTROYED|57P0[1235]|08\w{3})$/.test(code) ||
    // The socket is not there yet, or has no place left in its queue.
    (isConnecting && /^(ENOENT|EAGAIN|ETIMEDOUT)$/.test(code)) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(error.message) ||
    isConnectionLost(error.cause)
  )
}

/** For the start, which nobody repeats: does the work again while PostgreSQL is away, for at most a minute or until there is a reason to give up. */
export async function untilConnected<T>(work: () => Promise<T>, shouldGiveUp: () => boolean = () => false): Promise<T> {
  const deadline = performance.now() + 60_000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isConnectionLost(error) || performance.now() > deadline || shouldGiveUp()) throw error
      await sleep(100)
    }
  }
}
