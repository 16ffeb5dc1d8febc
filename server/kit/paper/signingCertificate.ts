import 'reflect-metadata' // first: what follows asks for it
import { createPrivateKey, KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BasicConstraintsExtension, KeyUsageFlags, KeyUsagesExtension, X509CertificateGenerator } from '@peculiar/x509'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { seal, unseal } from '#server/kit/secretBox.ts'
import { StartupError } from '#server/kit/startupError.ts'

/** A key, its certificate and those that vouch for it in turn, and by what a reader knows it again: SHA-256 of the certificate, in capitals. */
export type SigningCertificate = { key: KeyObject; chain: readonly X509Certificate[]; fingerprint: string }

type Signing = Pick<House, 'config' | 'db'>
const known = new WeakMap<Signing['db'], Promise<SigningCertificate>>()
const sealedFor = 'signing key'
/** How long a certificate that the house makes for itself serves. */
export const yearsValid = 10
/** Of RSA: as strong as 128 bits (NIST SP 800-57, part 1). A key of fewer signs nothing; what it has signed is still known. */
export const leastKeyBits = 3_072

/** The certificate of the operator, else the one that the house has made for itself; made by whoever needs it first. */
export function signingCertificate({ config, db }: Signing): Promise<SigningCertificate> {
  const found = known.get(db)
  if (found) return found
  const reading = config.signing ? Promise.resolve(readCertificate(config.signing)) : ownCertificate({ config, db })
  known.set(db, reading)
  // What failed once is tried again by the next paper.
  reading.catch(() => known.delete(db))
  return reading
}

/** Reads the certificate of the operator. Throws what the operator can put right. */
export function readCertificate({ file, passphrase }: { file: string; passphrase: string }): SigningCertificate {
  try {
    return readPem(readFileSync(file, 'latin1'), passphrase)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartupError(`SIGNING_PEM names ${file}, which cannot be used with SIGNING_PASSWORD: ${why}`)
  }
}

/** Fingerprints of everything that papers of this house were ever signed with, the one in use first. */
export async function knownCertificates(signing: Signing): Promise<string[]> {
  const { fingerprint } = await signingCertificate(signing)
  const made = await signing.db.transaction('system', keptKeys, { readOnly: true })
  return [...new Set([fingerprint, ...made.map((key) => key.fingerprint)])]
}

type KeptKey = { sealed: string; fingerprint: string }
const keptKeys = (tx: Tx): Promise<KeptKey[]> =>
  rows(tx, sql<KeptKey>`select sealed, fingerprint from signing_keys order by made_at desc`)

async function ownCertificate({ config, db }: Signing): Promise<SigningCertificate> {
  const kept = opened(config, await db.transaction('system', keptKeys, { readOnly: true }))
  if (kept) return kept
  const made = await makeCertificate({ bits: leastKeyBits })
  return db.transaction('system', async (tx) => {
    // However many servers sign their first paper at once: one certificate.
    await sql`select pg_advisory_xact_lock(hashtextextended('signing key', 0))`.execute(tx)
    const before = opened(config, await keptKeys(tx))
    if (before) return before
    const certificate = readPem(made)
    const { fingerprint } = certificate
    const sealed = seal(config, sealedFor, made)
    await sql`insert into signing_keys (fingerprint, sealed, made_at) values (${fingerprint}, ${sealed}, ${now()})`.execute(
      tx,
    )
    return certificate
  })
}

/** The latest that opens with the key of the house and is long enough; what was sealed with a key that is lost, or written by an earlier release, opens no more. */
function opened(config: Signing['config'], kept: readonly KeptKey[]): SigningCertificate | undefined {
  for (const { sealed } of kept)
    try {
      return readPem(unseal(config, sealedFor, sealed))
    } catch {
      continue
    }
  return undefined
}

/** A key of so many bits with a certificate that vouches for itself, as PEM. */
export async function makeCertificate({ bits }: { bits: number }): Promise<string> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: bits,
    publicExponent: Uint8Array.of(1, 0, 1),
  }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const from = now()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Kahawa',
    keys,
    signingAlgorithm: algorithm,
    notBefore: from,
    notAfter: new Date(new Date(from).setUTCFullYear(from.getUTCFullYear() + yearsValid)),
    extensions: [
      new BasicConstraintsExtension(false),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation),
    ],
  })
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString()
  return `${certificate.toString('pem')}\n${key}`
}

/** A key and its certificates in one text, in any order, as `openssl pkcs12` writes them. Throws what is missing or too weak. */
function readPem(pem: string, passphrase = ''): SigningCertificate {
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) throw new Error('it holds no private key in PEM')
  const key = createPrivateKey({ key: pem, passphrase })
  const bits = (key.asymmetricKeyType === 'rsa' && key.asymmetricKeyDetails?.modulusLength) || 0
  if (bits === 0) throw new Error('its key is none of RSA')
  if (bits < leastKeyBits) throw new Error(`its key has ${bits} bits, and needs ${leastKeyBits}`)
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  const all = certificates.map((certificate) => new X509Certificate(certificate))
  const own = all.find((certificate) => certificate.checkPrivateKey(key))
  if (!own) throw new Error('it holds no certificate for its key')
  const chain = [own, ...all.filter((certificate) => certificate !== own)]
  return { key, chain, fingerprint: own.fingerprint256.replaceAll(':', '') }
}
