import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import {
  addresses,
  dataSize,
  hosts,
  houseKey,
  keepsSecrets,
  listening,
  url,
  wholeNumber,
  yesOrNo,
} from './configFields.ts'
import type { Listening } from './kit/networks.ts'
import { StartupError } from './kit/startupError.ts'
import { isWeakDatabasePassword, plainFaults } from './safeConnections.ts'

const schema = z.object({
  PORT: wholeNumber('PORT', 0, 65_535).default(4000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url('DATABASE_URL', ['postgres:', 'postgresql:'], 'postgres://user:password@host/kahawa').optional(),
  DATABASE_POOL_URL: url(
    'DATABASE_POOL_URL',
    ['postgres:', 'postgresql:'],
    'postgres://user:password@pooler:6432/kahawa',
  ).optional(),
  DATABASE_READ_URL: url(
    'DATABASE_READ_URL',
    ['postgres:', 'postgresql:'],
    'postgres://user:password@replica/kahawa',
  ).optional(),
  DATABASE_READ_LAG_MS: wholeNumber('DATABASE_READ_LAG_MS', 0, 60_000).default(300),
  KAHAWA_DEMO: yesOrNo('KAHAWA_DEMO').optional(),
  PUBLIC_URL: url('PUBLIC_URL', ['http:', 'https:'], 'https://kahawa.example').optional(),
  TRUST_PROXY: addresses('TRUST_PROXY', 'proxies').optional(),
  PLAINTEXT_HOSTS: hosts('PLAINTEXT_HOSTS', 'database').optional(),
  PROVIDER_HOSTS: hosts('PROVIDER_HOSTS', 'login.example.org or *.example.org').optional(),
  METRICS_PORT: wholeNumber('METRICS_PORT', 0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_ALLOW: addresses('METRICS_ALLOW', 'machines').optional(),
  COOKIE_SECURE: z
    .enum(['auto', '1', '0', 'true', 'false'], { error: 'COOKIE_SECURE must be 1, 0 or auto.' })
    .default('auto'),
  BANK_URL: url('BANK_URL', ['http:', 'https:'], 'https://bank.example/api').optional(),
  BANK_SECRET: z.string().min(16, { error: 'BANK_SECRET must have at least 16 characters.' }).optional(),
  MPESA_INITIATOR: z.string().max(100).default(''),
  MPESA_CREDENTIAL: z.string().max(1000).default(''),
  SIGNING_PEM: z.string().min(1).optional(),
  SIGNING_P12: z
    .undefined(
      'SIGNING_P12 is read no more: write its content as PEM (openssl pkcs12 -in FILE -out signing.pem) and name that file in SIGNING_PEM.',
    )
    .optional(),
  SIGNING_PASSWORD: z.string().optional(),
  SMTP_URL: url('SMTP_URL', ['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
      error: 'MAIL_FROM must be an address such as Kahawa <kahawa@example.org>.',
    })
    .optional(),
  SMS_URL: z
    .string()
    .refine(keepsSecrets, {
      error: 'SMS_URL must be an https address such as https://api.africastalking.com/version1/messaging.',
    })
    .optional(),
  SMS_USERNAME: z.string().max(100).optional(),
  SMS_KEY: z.string().max(1000).optional(),
  SMS_SENDER: z
    .string()
    .regex(/^(?:[A-Za-z0-9 ._-]{3,11}|\d{3,15})$/, {
      error: 'SMS_SENDER must be a short code, or a name of 3 to 11 letters and digits.',
    })
    .optional(),
  KAHAWA_KEY: houseKey('KAHAWA_KEY').optional(),
  KAHAWA_KEY_OTHER: houseKey('KAHAWA_KEY_OTHER').optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(15, { error: 'BACKUP_PASSPHRASE must have at least 15 characters.' }).optional(),
  BACKUP_DAYS: wholeNumber('BACKUP_DAYS', 1, 3_650).default(14),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    })
    .default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    ['http:', 'https:'],
    'http://127.0.0.1:4318',
  ).optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, { error: 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.' })
    .transform(Number)
    .default(1),
  SCANNER_ADDRESS: listening('SCANNER_ADDRESS', 'clamd.example:3310').optional(),
  LOG_URL: url('LOG_URL', ['tls:', 'tcp:'], 'tls://logs.example:6514').optional(),
  LOG_CA: z.string().optional(),
  TLS_CERTIFICATE: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TLS_INSIDE: yesOrNo('TLS_INSIDE').default(false),
  UPLOAD_MAX_BYTES: dataSize('UPLOAD_MAX_BYTES').default(50 * 1024 ** 2),
  UPLOAD_MAX_ROWS: wholeNumber('UPLOAD_MAX_ROWS', 1, 5_000_000).default(200_000),
  WORKERS: wholeNumber('WORKERS', 1, 64).optional(),
})

type Environment = z.output<typeof schema>

/** Everything that can be set from outside, checked and typed. */
export type Config = Readonly<{
  port: number
  /** The only address to listen on; undefined means this machine only, unless HOST says otherwise. */
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** The same database through a pooler of transactions; undefined means straight. */
  databasePoolUrl: string | undefined
  /** A replica of it, for reports, exports and dashboards; undefined means that the primary answers them. */
  databaseReadUrl: string | undefined
  /** How far behind that replica may be: so long a read waits until it has everything that was confirmed before. */
  databaseReadLagMs: number
  isDemo: boolean
  /** Whether somebody asked for the demo in so many words. */
  isDemoAsked: boolean
  publicUrl: string | undefined
  /** The proxies that are believed about a client's address; false means nobody's. */
  trustProxy: readonly string[] | false
  /** Who may read the figures for operators: whoever reaches this address, or these machines at the product's own. Else nobody. */
  metrics: Readonly<{ address: Readonly<{ port: number; host: string }> | undefined; allow: readonly string[] }>
  /** `auto` means: secure when PUBLIC_URL is https or the request came over TLS. */
  cookieSecure: boolean | 'auto'
  bankUrl: string | undefined
  bankSecret: string | undefined
  /** Who we are to M-PESA: needed for payments to mobile numbers only. */
  mpesaInitiator: Readonly<{ name: string; securityCredential: string }>
  /** The certificate with which papers are signed; one of our own without it. */
  signing: { file: string; passphrase: string } | undefined
  smtpUrl: string | undefined
  /** Hosts that are reached without TLS, because nobody else is on that network. */
  plainHosts: readonly string[]
  /** The hosts of sign-in providers that may be asked, besides this machine; `*.` in front stands for any name below. */
  providerHosts: readonly string[]
  /** Who letters come from; set whenever smtpUrl is. */
  mailFrom: string
  /** The gateway of texts to farmers; undefined means that none are written. */
  sms: Readonly<{ url: string; username: string; key: string; sender: string }> | undefined
  /** Seals secrets that are kept; undefined means the key file of the data folder. */
  key: Buffer | undefined
  /** Opens what was sealed with it too, while one key takes the place of the other. */
  otherKey: Buffer | undefined
  /** Where `npm start` backs up to; undefined means nowhere. */
  backupDir: string | undefined
  /** Seals backups and opens them. */
  backupPassphrase: string | undefined
  /** For so many days back any moment can be restored. */
  backupDays: number
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** The collector of traces, and which part of the traces it gets, from 0 to 1; undefined means that none are made. */
  traces: Readonly<{ endpoint: string; part: number }> | undefined
  /** The program that scans every file that comes for viruses (clamd); undefined means that none does. */
  scanner: Listening | undefined
  /** The machine that keeps the log besides this one, and the authority of its certificate where it is a private one. */
  logServer: Readonly<{ url: string; ca: string | undefined }> | undefined
  /** Whether TLS is spoken on this machine too. */
  tlsInside: boolean
  /** With which certificate the server speaks TLS itself; undefined means that a proxy does. */
  tls: Readonly<{ certificate: string; key: string }> | undefined
  uploadMaxBytes: number
  uploadMaxRows: number
  /** How many worker threads check uploads. */
  workers: number
}>

/** What nobody else may read: each may come in a file that a variable of its name and _FILE names, as containers and systemd hand secrets over. */
const secrets = [
  'DATABASE_URL',
  'DATABASE_POOL_URL',
  'DATABASE_READ_URL',
  'KAHAWA_KEY',
  'KAHAWA_KEY_OTHER',
  'BANK_SECRET',
  'MPESA_CREDENTIAL',
  'SIGNING_PASSWORD',
  'SMTP_URL',
  'SMS_KEY',
  'BACKUP_PASSPHRASE',
] as const

/** Turns environment variables into a Config; throws StartupError with one sentence for each wrong one. An empty variable counts as not set. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const variables = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  for (const name of secrets) {
    const file = variables[`${name}_FILE`]
    if (file !== undefined) variables[name] = readSecret(name, file, variables[name])
  }
  const parsed = schema.safeParse(variables)
  if (!parsed.success) throw new StartupError(parsed.error.issues.map((issue) => issue.message).join('\n'))
  const values = parsed.data
  if (values.BANK_URL && !values.BANK_SECRET) throw new StartupError('BANK_URL is set, so BANK_SECRET must be set too.')
  if (values.SMTP_URL && !values.MAIL_FROM) throw new StartupError('SMTP_URL is set, so MAIL_FROM must be set too.')
  if (values.DATABASE_POOL_URL && !values.DATABASE_URL)
    throw new StartupError('DATABASE_POOL_URL is set, so DATABASE_URL must be set too: migrations go straight.')
  if (values.DATABASE_READ_URL && !values.DATABASE_URL)
    throw new StartupError(
      'DATABASE_READ_URL is set, so DATABASE_URL must be set too: a replica is read beside its primary.',
    )
  if (!values.TLS_CERTIFICATE !== !values.TLS_KEY)
    throw new StartupError('TLS_CERTIFICATE and TLS_KEY must be set together.')
  if (values.TLS_CERTIFICATE && (values.KAHAWA_DEMO ?? values.DATABASE_URL === undefined))
    throw new StartupError('TLS_CERTIFICATE is not for the demo: leave it out, or set KAHAWA_DEMO=0.')
  refuseLostBackup(values)
  refuseOpenConnections(values)
  return Object.freeze({
    port: values.PORT,
    // Nothing is offered to the network unless somebody asks for it.
    host: values.HOST ?? '127.0.0.1',
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databasePoolUrl: values.DATABASE_POOL_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databaseReadLagMs: values.DATABASE_READ_LAG_MS,
    isDemo: values.KAHAWA_DEMO ?? values.DATABASE_URL === undefined,
    isDemoAsked: values.KAHAWA_DEMO === true,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: values.TRUST_PROXY ?? false,
    metrics: {
      address: values.METRICS_PORT === undefined ? undefined : { port: values.METRICS_PORT, host: values.METRICS_HOST },
      allow: values.METRICS_ALLOW ?? [],
    },
    cookieSecure: readCookieSecure(values.COOKIE_SECURE),
    bankUrl: values.BANK_URL?.replace(/\/+$/, ''),
    bankSecret: values.BANK_SECRET,
    mpesaInitiator: { name: values.MPESA_INITIATOR, securityCredential: values.MPESA_CREDENTIAL },
    signing: values.SIGNING_PEM
      ? { file: resolve(values.SIGNING_PEM), passphrase: values.SIGNING_PASSWORD ?? '' }
      : undefined,
    smtpUrl: values.SMTP_URL,
    plainHosts: values.PLAINTEXT_HOSTS ?? [],
    providerHosts: values.PROVIDER_HOSTS ?? [],
    mailFrom: values.MAIL_FROM ?? '',
    sms: readSms(values),
    key: values.KAHAWA_KEY,
    otherKey: values.KAHAWA_KEY_OTHER,
    backupDir: values.BACKUP_DIR ? resolve(values.BACKUP_DIR) : undefined,
    backupPassphrase: values.BACKUP_PASSPHRASE,
    backupDays: values.BACKUP_DAYS,
    logLevel: values.LOG_LEVEL,
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, part: values.OTEL_TRACES_SAMPLER_ARG }
      : undefined,
    scanner: values.SCANNER_ADDRESS,
    logServer: values.LOG_URL ? { url: values.LOG_URL, ca: values.LOG_CA && resolve(values.LOG_CA) } : undefined,
    tlsInside: values.TLS_INSIDE,
    tls:
      values.TLS_CERTIFICATE && values.TLS_KEY
        ? { certificate: resolve(values.TLS_CERTIFICATE), key: resolve(values.TLS_KEY) }
        : undefined,
    uploadMaxBytes: values.UPLOAD_MAX_BYTES,
    uploadMaxRows: values.UPLOAD_MAX_ROWS,
    workers: values.WORKERS ?? Math.max(1, Math.min(4, availableParallelism() - 1)),
  })
}

/** The configuration of this process. */
export const config: Config = readOwnEnvironment()

// Read while modules are loaded, where nobody could catch it: a wrong variable ends the program with its sentence.
function readOwnEnvironment(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

function readSecret(name: string, file: string, own: string | undefined): string {
  if (own !== undefined) throw new StartupError(`${name} and ${name}_FILE are both set: keep one.`)
  try {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret) return secret
  } catch {
    throw new StartupError(`${name}_FILE names ${file}, which cannot be read.`)
  }
  throw new StartupError(`${name}_FILE names ${file}, which is empty.`)
}

function readSms({
  SMS_URL: url,
  SMS_USERNAME: username,
  SMS_KEY: key,
  SMS_SENDER: sender,
}: Environment): Config['sms'] {
  if (url && username && key && sender) return Object.freeze({ url, username, key, sender })
  if (url || username || key || sender)
    throw new StartupError('SMS_URL, SMS_USERNAME, SMS_KEY and SMS_SENDER must be set together.')
  return undefined
}

function refuseLostBackup({ BACKUP_DIR, BACKUP_PASSPHRASE, DATABASE_URL, DATA_DIR }: Environment): void {
  if (!BACKUP_DIR) return
  if (DATABASE_URL)
    throw new StartupError(
      'BACKUP_DIR is for the embedded PostgreSQL: the one of DATABASE_URL is backed up by its own tools (docs/operating.md).',
    )
  if (!BACKUP_PASSPHRASE) throw new StartupError('BACKUP_DIR is set, so BACKUP_PASSPHRASE must be set too.')
  if (!relative(resolve(DATA_DIR), resolve(BACKUP_DIR)).startsWith('..'))
    throw new StartupError('BACKUP_DIR must not lie within DATA_DIR: both would be lost together.')
}

/** Only who asks for the demo in so many words may be careless with the sample data. */
function refuseOpenConnections(values: Environment): void {
  if (values.KAHAWA_DEMO === true) return
  const { DATABASE_URL, DATABASE_POOL_URL, DATABASE_READ_URL } = values
  const databases = { DATABASE_URL, DATABASE_POOL_URL, DATABASE_READ_URL }
  const plainHosts = values.PLAINTEXT_HOSTS ?? []
  const { BANK_URL: bankUrl, SMTP_URL: smtpUrl, OTEL_EXPORTER_OTLP_ENDPOINT: tracesUrl } = values
  const { LOG_URL: logUrl, SCANNER_ADDRESS: scanner, TLS_INSIDE: isInside } = values
  const faults = plainFaults({ databases, bankUrl, smtpUrl, tracesUrl, logUrl, scanner, plainHosts, isInside })
  if (isInside && !values.TLS_CERTIFICATE)
    faults.push('TLS_INSIDE is set: give the server a certificate of its own by TLS_CERTIFICATE and TLS_KEY.')
  for (const [name, url] of Object.entries(databases))
    if (url !== undefined && isWeakDatabasePassword(url))
      faults.push(`${name} has a password that is guessed: take one of openssl rand -hex 24.`)
  if (faults.length > 0) throw new StartupError(faults.join('\n'))
}

function readCookieSecure(value: string): boolean | 'auto' {
  return value === 'auto' ? 'auto' : value === '1' || value === 'true'
}
