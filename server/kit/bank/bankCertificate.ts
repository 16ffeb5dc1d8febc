import { isIP } from 'node:net'
import { connect } from 'node:tls'

/** When the certificate of the server behind an https address ends; null for an address without TLS. Throws when it does not answer. */
export async function certificateEnd(address: string, timeoutMs: number): Promise<Date | null> {
  const { protocol, hostname, port } = new URL(address)
  if (protocol !== 'https:') return null
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return new Promise((resolve, reject) => {
    // Whether it is to be trusted is judged where orders are sent; here one that has ended must still tell its day.
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) ? {} : { servername: host }),
      rejectUnauthorized: false,
      timeout: timeoutMs,
    })
    const end = (work: () => void): void => {
      socket.destroy()
      work()
    }
    socket.once('secureConnect', () => {
      const { valid_to: until } = socket.getPeerCertificate()
      end(() => (until ? resolve(new Date(until)) : reject(new Error('no certificate'))))
    })
    socket.once('timeout', () => end(() => reject(new Error('no answer'))))
    socket.once('error', (error: Error) => end(() => reject(error)))
  })
}
