import type { FastifyInstance } from 'fastify'
import { StartupError } from '../startupError.ts'

/** Listens; a port that is taken or not allowed is refused with one sentence. */
export async function listen(app: FastifyInstance, address: { port: number; host: string }): Promise<void> {
  try {
    await app.listen({ port: address.port, host: address.host })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new StartupError(
        `Port ${address.port} is taken by another program. Stop it, or choose another with PORT=4001 npm start.`,
      )
    if (error instanceof Error && 'code' in error && error.code === 'EACCES')
      throw new StartupError(`Port ${address.port} may not be used by this user. Choose one above 1023.`)
    throw error
  }
}
