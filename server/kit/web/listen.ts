import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { StartupError, commandLine } from '../startupError.ts'

type Address = { port: number; host: string }

/** Listens; a port that is taken or not allowed is refused with one sentence. */
export async function listen(app: FastifyInstance, { port, host }: Address): Promise<void> {
  await refusing(port, () => app.listen({ port, host }))
}

/** Throws that sentence before anything else is started; who takes the port afterwards is found by `listen`. */
export async function expectFreePort({ port, host }: Address): Promise<void> {
  await refusing(port, async () => {
    const server = createServer().listen({ port, host })
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
  })
}

async function refusing(port: number, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new StartupError(
        `Port ${port} is taken by another program. Stop it, or choose another with PORT=4001 ${commandLine('start')}.`,
      )
    if (error instanceof Error && 'code' in error && error.code === 'EACCES')
      throw new StartupError(`Port ${port} may not be used by this user. Choose one above 1023.`)
    throw error
  }
}
