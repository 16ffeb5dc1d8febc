import 'reflect-metadata' // first: what follows asks for it
import { KeyObject, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** A certificate and its key, as text and as files that only their owner reads. */
export type Issued = { cert: string; key: string; certFile: string; keyFile: string }

/** An authority of one's own, as a house has one for the machines inside. */
export type Authority = {
  ca: string
  caFile: string
  folder: string
  /** A certificate for hosts and addresses, for a month unless it ends at another time. */
  issue: (names: readonly string[], until?: Date) => Promise<Issued>
}

/** One for all authorities of a run, whose threads share the number of their process. */
const parent = join(tmpdir(), `kahawa-certificates-${process.pid}`)
const dayMs = 86_400_000
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

/** Makes an authority, whose certificates name hosts or addresses. */
export async function makeAuthority(): Promise<Authority> {
  mkdirSync(parent, { recursive: true, mode: 0o755 })
  const folder = mkdtempSync(join(parent, 'authority-'))
  const own = await newKeys()
  const name = `CN=Authority ${randomBytes(6).toString('hex')}`
  const root = await X509CertificateGenerator.createSelfSigned({
    name,
    keys: own,
    signingAlgorithm: algorithm,
    ...lasting(),
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  })
  const ca = root.toString('pem')
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, ca)
  return {
    ca,
    caFile,
    folder,
    issue: async (names, until) => {
      const keys = await newKeys()
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${names[0] ?? ''}`,
        issuer: name,
        publicKey: keys.publicKey,
        signingKey: own.privateKey,
        signingAlgorithm: algorithm,
        ...lasting(until),
        extensions: [
          new BasicConstraintsExtension(false),
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
          new SubjectAlternativeNameExtension(
            names.map((value) => ({ type: /^[\d.]+$/.test(value) ? ('ip' as const) : ('dns' as const), value })),
          ),
        ],
      })
      const cert = certificate.toString('pem')
      const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString()
      const file = join(folder, randomBytes(6).toString('hex'))
      writeFileSync(`${file}.crt`, cert)
      writeFileSync(`${file}.key`, key, { mode: 0o600 })
      return { cert, key, certFile: `${file}.crt`, keyFile: `${file}.key` }
    },
  }
}

/** At the end of the run. */
export const removeCertificates = (): void => rmSync(parent, { recursive: true, force: true })

const lasting = (until = new Date(Date.now() + 30 * dayMs)) => ({
  notBefore: new Date(Math.min(Date.now(), until.getTime()) - dayMs),
  notAfter: until,
})
