import { isIP } from 'node:net'

/** Where a program listens: a name and a port, or the path of a socket. */
export type Listening = Readonly<{ host: string; port: number } | { path: string }>

const longest: Record<number, number> = { 4: 32, 6: 128 }

/** Whether a text is an address, or a network such as 10.1.0.0/16 (CIDR). */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = longest[isIP(address)]
  if (most === undefined || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
}

/** Whether a host name means this very machine. */
export const isThisMachine = (hostname: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]', '::1'].includes(hostname)

/** Whether a host is among those of a list; `*.example.org` stands for every name below example.org. */
export const isListed = (hostname: string, list: readonly string[]): boolean =>
  list.some((entry) => (entry.startsWith('*.') ? hostname.endsWith(entry.slice(1)) : hostname === entry))
