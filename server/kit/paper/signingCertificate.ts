import { createHash, generateKeyPair, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import forge from 'node-forge'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { seal, unseal } from '#server/kit/secretBox.ts'
import { StartupError } from '#server/kit/startupError.ts'

/** A certificate with its key, and by what a reader knows it again: SHA-256 of the certificate, in capitals. */
export type SigningCertificate = { p12: Buffer; passphrase: string; fingerprint: string }

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
    const p12 = readFileSync(file)
    const { fingerprint, bits } = readOwn(p12, passphrase)
    if (bits < leastKeyBits) throw new Error(`its key has ${bits} bits, and needs ${leastKeyBits}`)
    return { p12, passphrase, fingerprint }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartupError(`SIGNING_P12 names ${file}, which cannot be used with SIGNING_PASSWORD: ${why}`)
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
    const sealed = seal(config, sealedFor, made.toString('base64'))
    const { fingerprint } = readOwn(made, '')
    await sql`insert into signing_keys (fingerprint, sealed, made_at) values (${fingerprint}, ${sealed}, ${now()})`.execute(
      tx,
    )
    return { p12: made, passphrase: '', fingerprint }
  })
}

/** The latest that opens with the key of the house and is long enough; what was sealed with a key that is lost opens no more. */
function opened(config: Signing['config'], kept: readonly KeptKey[]): SigningCertificate | undefined {
  for (const { sealed, fingerprint } of kept)
    try {
      const p12 = Buffer.from(unseal(config, sealedFor, sealed), 'base64')
      if (readOwn(p12, '').bits >= leastKeyBits) return { p12, passphrase: '', fingerprint }
    } catch {
      continue
    }
  return undefined
}

/** A key of so many bits with a certificate that vouches for itself, as PKCS #12 without a password. */
export async function makeCertificate({ bits }: { bits: number }): Promise<Buffer> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: bits,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const key = forge.pki.privateKeyFromPem(privateKey)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  // A serial number is positive: the first bit stays free.
  certificate.serialNumber = `0${randomBytes(16).toString('hex').slice(1)}`
  const from = now()
  certificate.validity.notBefore = from
  certificate.validity.notAfter = new Date(new Date(from).setUTCFullYear(from.getUTCFullYear() + yearsValid))
  const subject = [{ name: 'commonName', value: 'Kahawa' }]
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true },
  ])
  certificate.sign(key, forge.md.sha256.create())
  const p12 = forge.pkcs12.toPkcs12Asn1(key, [certificate], '', { algorithm: 'aes256' })
  return Buffer.from(forge.asn1.toDer(p12).getBytes(), 'binary')
}

/** The certificate that belongs to the key in a PKCS #12, and how long the key is. */
function readOwn(p12: Buffer, passphrase: string): { fingerprint: string; bits: number } {
  const bags = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(p12.toString('binary')), false, passphrase)
  const { certBag = '', pkcs8ShroudedKeyBag = '' } = forge.pki.oids
  const [keyBag] = bags.getBags({ bagType: pkcs8ShroudedKeyBag })[pkcs8ShroudedKeyBag] ?? []
  const key = keyBag?.key as forge.pki.rsa.PrivateKey | undefined // border: only RSA keys are read
  if (!key) throw new Error('it holds no private key')
  const certificates = (bags.getBags({ bagType: certBag })[certBag] ?? []).flatMap(({ cert }) => cert ?? [])
  const own = certificates.find((one) => (one.publicKey as forge.pki.rsa.PublicKey).n.equals(key.n))
  if (!own) throw new Error('it holds no certificate for its key')
  const der = Buffer.from(forge.asn1.toDer(forge.pki.certificateToAsn1(own)).getBytes(), 'binary')
  return { fingerprint: createHash('sha256').update(der).digest('hex').toUpperCase(), bits: key.n.bitLength() }
}
