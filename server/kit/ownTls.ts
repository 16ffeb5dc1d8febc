import { statSync } from 'node:fs'
import type { Server } from 'node:http'
import { createSecureContext, Server as TlsServer } from 'node:tls'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { readNamed, StartupError } from './startupError.ts'

type OwnTls = NonNullable<Config['tls']>

/** How the server speaks TLS itself: by its certificate, in no old version. Throws StartupError where the files are none. */
export function tlsOptions({ certificate, key }: OwnTls): {
  https: { cert: Buffer; key: Buffer; minVersion: 'TLSv1.2' }
} {
  const options = {
    cert: readNamed('TLS_CERTIFICATE', certificate),
    key: readNamed('TLS_KEY', key),
    minVersion: 'TLSv1.2' as const,
  }
  try {
    createSecureContext(options)
  } catch {
    throw new StartupError(`TLS_CERTIFICATE and TLS_KEY name ${certificate} and ${key}, which do not belong together.`)
  }
  return { https: options }
}

const lookEveryMs = 60_000

/** Looks for a renewed certificate, and takes it for every connection from then on. Throws where half of a new pair is there. */
export function certificateWatch(server: Server, tls: OwnTls): () => 'as before' | 'renewed' {
  const written = (): string => [tls.certificate, tls.key].map((file) => statSync(file).mtimeMs).join()
  let last = written()
  return () => {
    const at = written()
    if (at === last || !(server instanceof TlsServer)) return 'as before'
    server.setSecureContext(tlsOptions(tls).https)
    last = at
    return 'renewed'
  }
}

/** The same once a minute, as long as the server listens. */
export function keepCertificate(server: Server, tls: OwnTls, log: Pick<Logger, 'info' | 'error'>): void {
  const look = certificateWatch(server, tls)
  const timer = setInterval(() => {
    try {
      if (look() === 'renewed') log.info('a renewed certificate is in use')
    } catch (error) {
      log.error(
        { fault: error instanceof Error ? error.message : String(error) },
        'the renewed certificate cannot be used',
      )
    }
  }, lookEveryMs).unref()
  server.on('close', () => clearInterval(timer))
}
