import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What a socket answered: the first answer on it, and whether it was hung up. */
type RawAnswer = { status: number; headers: Record<string, string>; body: string }

/** A raw connection: what a browser or a library would never send. */
export async function openSocket(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}) // the server may hang up
  await once(socket, 'connect')
  return socket
}

/** Sends bytes as they are and reads the answer that comes, while nothing more is sent. */
export async function sendRaw(address: string, text: string): Promise<RawAnswer> {
  const socket = await openSocket(address)
  try {
    socket.write(text)
    return await answerOn(socket, { isHead: text.startsWith('HEAD ') })
  } finally {
    socket.destroy()
  }
}

/** The next answer on a socket, read up to its length. */
export async function answerOn(socket: Socket, { isHead = false } = {}): Promise<RawAnswer> {
  let text = ''
  for await (const piece of socket as AsyncIterable<Buffer>) {
    text += piece.toString('latin1')
    const end = text.indexOf('\r\n\r\n')
    if (end === -1) continue
    const [first = '', ...lines] = text.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
    )
    const body = text.slice(end + 4)
    if (!isHead && body.length < Number(headers['content-length'] ?? 0)) continue
    return { status: Number(first.split(' ')[1]), headers, body }
  }
  throw new Error('hung up without an answer')
}

/** The head of a request. */
export const head = (method: string, path: string, headers: Record<string, string | number> = {}): string =>
  `${method} ${path} HTTP/1.1\r\n${Object.entries({ host: 'kahawa', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
