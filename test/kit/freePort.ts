import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that Linux lends to connections going out (from 32,768 on): none of them takes a port between being found and used. */
const [first, last] = [12_000, 32_000]

/** A port of this machine that nobody listens on, by chance: several processes look for one at once. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
