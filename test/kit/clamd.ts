import { createServer, type Server, type Socket } from 'node:net'

/** The file that every scanner takes for a virus, and that is none. Source: eicar.org. */
export const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

/** How the scanner answers from now on: as it should, not at all, by hanging up, or with an error of its own. */
type Mood = 'well' | 'silent' | 'gone' | 'too large'

export type Clamd = { address: string; scanned: number[]; behave: (mood: Mood) => void; stop: () => Promise<void> }

/** Speaks the protocol of clamd at an address of its own: PING, and INSTREAM with pieces that carry their length. */
export async function startClamd(): Promise<Clamd> {
  let mood: Mood = 'well'
  const scanned: number[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let bytes = Buffer.alloc(0)
    socket.on('data', (piece: Buffer) => {
      bytes = Buffer.concat([bytes, piece])
      const said = answer(bytes)
      if (said === null || mood === 'silent') return
      if (mood === 'gone') socket.destroy()
      else socket.end(`${said}\0`)
    })
  })
  const answer = (bytes: Buffer): string | null => {
    if (bytes.equals(Buffer.from('zPING\0'))) return 'PONG'
    const command = 'zINSTREAM\0'
    if (bytes.subarray(0, command.length).toString() !== command) return null
    if (mood === 'too large') return 'INSTREAM size limit exceeded. ERROR'
    const content = contentOf(bytes.subarray(command.length))
    if (content === null) return null
    scanned.push(content.length)
    return content.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK'
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  return {
    address: `127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`,
    scanned,
    behave: (next) => (mood = next),
    stop: () => {
      sockets.forEach((socket) => socket.destroy())
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}

/** The pieces put together once the empty one that ends them is here. */
function contentOf(bytes: Buffer): Buffer | null {
  const pieces: Buffer[] = []
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
