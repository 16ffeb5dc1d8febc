import { Socket, type LookupFunction } from 'node:net'
import type { Config } from '#server/config.ts'
import { isListed, isThisMachine } from './networks.ts'

type Setting = Pick<
  Config,
  | 'databaseUrl'
  | 'databasePoolUrl'
  | 'databaseReadUrl'
  | 'bankUrl'
  | 'smtpUrl'
  | 'sms'
  | 'providerHosts'
  | 'traces'
  | 'logServer'
  | 'scanner'
>

/** The hosts that the settings name: nobody else is spoken to. */
export function hostsOf(config: Setting): string[] {
  const { databaseUrl, databasePoolUrl, databaseReadUrl, bankUrl, smtpUrl, sms, providerHosts, traces, logServer } =
    config
  const urls = [
    databaseUrl,
    databasePoolUrl,
    databaseReadUrl,
    bankUrl,
    smtpUrl,
    sms?.url,
    traces?.endpoint,
    logServer?.url,
  ]
  const named = urls.flatMap((url) => {
    const address = url === undefined ? null : URL.parse(url)
    return address ? [address.hostname, ...address.searchParams.getAll('host')] : []
  })
  const { scanner } = config
  const all = [...named, ...providerHosts, ...(scanner && 'host' in scanner ? [scanner.host] : [])]
  return [...new Set(all.map(plain).filter((host) => host !== '' && !host.startsWith('/')))]
}

/**
 * Lets this process open connections to these hosts, to this machine and to sockets in folders, and refuses all others before their name
 * is looked up: whatever package asks for one, and wherever it got the address. Answers how to undo it.
 */
export function keepToHosts(hosts: readonly string[], refused: (host: string) => void): () => void {
  // oxlint-disable-next-line unbound-method -- called with its socket below
  const { connect } = Socket.prototype
  const plainly = connect as (this: Socket, ...args: unknown[]) => Socket // border: its overloads are many
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    const { host, options, more } = readArguments(args)
    if (host === null || isThisMachine(host) || isListed(host, hosts)) return plainly.apply(this, args)
    refused(host)
    // It fails as a name does that nobody knows, where everybody who opens connections expects it.
    const fault = new Error(`${host} is not among the hosts that the settings name`)
    const lookup: LookupFunction = (_name, _options, answer) => process.nextTick(() => answer(fault, ''))
    return plainly.call(this, { ...options, host: 'not-listed.invalid', lookup }, ...more)
  } as typeof connect
  return () => {
    Socket.prototype.connect = connect
  }
}

const plain = (host: string): string => host.toLowerCase().replace(/^\[|\]$/g, '')

type Wanted = { port?: number; path?: string; host?: string; servername?: string }
type Asked = { host: string | null; options: Wanted; more: unknown[] }

/**
 * To whom a socket is connected, of the forms in which it may be said; a socket in a folder has no host. Some look up the name themselves,
 * and then say it as that of the certificate.
 */
function readArguments(args: unknown[]): Asked {
  const [first, ...rest] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  const more = rest.filter((each) => typeof each === 'function')
  if (typeof first === 'object' && first !== null) {
    const options = first as Wanted // border: of the overloads of connect
    return { host: options.path ? null : plain(options.servername || options.host || 'localhost'), options, more }
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { host: null, options: {}, more }
  const host = plain(typeof rest[0] === 'string' ? rest[0] : 'localhost')
  return { host, options: { port: Number(first) }, more }
}
