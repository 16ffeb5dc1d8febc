import { isThisMachine, type Listening } from './kit/networks.ts'

/** What is set of the connections that leave this program. */
type Connections = {
  /** Ways to the database, by the name of their variable. */
  databases: Readonly<Record<string, string | undefined>>
  bankUrl: string | undefined
  smtpUrl: string | undefined
  tracesUrl: string | undefined
  logUrl: string | undefined
  scanner: Listening | undefined
  /** Hosts that are reached without TLS, on a network that nobody else is on. */
  plainHosts: readonly string[]
  /** Whether this machine is no exception: what runs on it besides could listen. */
  isInside: boolean
}

/** Why connections would be open to who listens, one sentence for each; none when all are encrypted. */
export function plainFaults(connections: Connections): string[] {
  const { databases, bankUrl, smtpUrl, tracesUrl, logUrl, scanner, plainHosts, isInside } = connections
  const isOwn = (host: string): boolean => host === '' || host.startsWith('/') || (!isInside && isThisMachine(host))
  const leaves = (host: string): boolean => !isOwn(host) && !plainHosts.includes(host.toLowerCase())
  const ofDatabase = Object.entries(databases).flatMap(([name, url]) => {
    if (url === undefined || (isInside ? isNamed(url) : isEncrypted(url))) return []
    const host = databaseHost(url)
    return leaves(host)
      ? [`${name} leads to ${host} without TLS: add sslmode=verify-full to it, or name the host in PLAINTEXT_HOSTS.`]
      : []
  })
  const services = { BANK_URL: bankUrl, OTEL_EXPORTER_OTLP_ENDPOINT: tracesUrl, LOG_URL: logUrl }
  const ofServices = Object.entries(services).flatMap(([name, url]) => {
    if (url === undefined) return []
    const { protocol, hostname } = new URL(url)
    const better = { 'http:': 'https', 'tcp:': 'tls' }[protocol]
    return better && leaves(hostname)
      ? [`${name} leads to ${hostname} without TLS: use ${better}, or name the host in PLAINTEXT_HOSTS.`]
      : []
  })
  const mail = smtpUrl === undefined ? null : new URL(smtpUrl)
  return [
    ...ofDatabase,
    ...ofServices,
    ...(scanner && 'host' in scanner && leaves(scanner.host)
      ? [
          `SCANNER_ADDRESS leads to ${scanner.host}, and clamd knows no TLS: use its socket, or name the host in PLAINTEXT_HOSTS.`,
        ]
      : []),
    ...(mail?.password && plainHosts.includes(mail.hostname.toLowerCase())
      ? [`SMTP_URL carries a password: take ${mail.hostname} out of PLAINTEXT_HOSTS.`]
      : []),
  ]
}

// Those of pg that encrypt and look at the certificate.
const verifying = ['require', 'verify-ca', 'verify-full']
const isEncrypted = (url: string, modes = verifying): boolean => {
  const { searchParams } = new URL(url)
  return modes.includes(searchParams.get('sslmode') ?? '') && !searchParams.has('uselibpqcompat')
}
/** Whether the name in the certificate must be that of the host, in so many words. */
const isNamed = (url: string): boolean => isEncrypted(url, ['verify-full'])

/** A host among the parameters takes the place of the one in the address; one with a slash is the folder of a socket. */
const databaseHost = (url: string): string => {
  const { hostname, searchParams } = new URL(url)
  return searchParams.get('host') ?? decodeURIComponent(hostname)
}

const leastLetters = 15
const leastDifferent = 6

/** Whether the password of a database is one that a guesser tries: short, of few letters, or made of the user's name. Without one the database asks otherwise. */
export function isWeakDatabasePassword(url: string): boolean {
  const { password: encoded, username, searchParams } = new URL(url)
  const password = searchParams.get('password') ?? decodeURIComponent(encoded)
  if (password === '') return false
  const rest = username ? password.toLowerCase().replaceAll(username.toLowerCase(), '') : password
  return rest.length < leastLetters || new Set(rest).size < leastDifferent
}
