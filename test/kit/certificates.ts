import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import forge from 'node-forge'

/** A certificate and its key, as text and as files that only their owner reads. */
export type Issued = { cert: string; key: string; certFile: string; keyFile: string }

/** An authority of one's own, as a house has one for the machines inside. */
export type Authority = { ca: string; caFile: string; folder: string; issue: (names: readonly string[]) => Issued }

/** One for all authorities of a run, whose threads share the number of their process. */
const parent = join(tmpdir(), `kahawa-certificates-${process.pid}`)
const dayMs = 86_400_000

/** Makes an authority, whose certificates name hosts or addresses. */
export function makeAuthority(): Authority {
  mkdirSync(parent, { recursive: true, mode: 0o755 })
  const folder = mkdtempSync(join(parent, 'authority-'))
  const own = keys()
  const name = [{ name: 'commonName', value: `Authority ${randomBytes(6).toString('hex')}` }]
  const root = blank(own.public, name, name)
  root.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  ])
  root.sign(own.private, forge.md.sha256.create())
  const ca = forge.pki.certificateToPem(root)
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, ca)
  return {
    ca,
    caFile,
    folder,
    issue: (names) => {
      const pair = keys()
      const certificate = blank(pair.public, [{ name: 'commonName', value: names[0] ?? '' }], name)
      certificate.setExtensions([
        { name: 'basicConstraints', cA: false },
        { name: 'extKeyUsage', serverAuth: true },
        { name: 'subjectAltName', altNames: names.map((each) => altName(each)) },
      ])
      certificate.sign(own.private, forge.md.sha256.create())
      const [cert, key] = [forge.pki.certificateToPem(certificate), pair.pem]
      const file = join(folder, randomBytes(6).toString('hex'))
      writeFileSync(`${file}.crt`, cert)
      writeFileSync(`${file}.key`, key, { mode: 0o600 })
      return { cert, key, certFile: `${file}.crt`, keyFile: `${file}.key` }
    },
  }
}

/** At the end of the run. */
export const removeCertificates = (): void => rmSync(parent, { recursive: true, force: true })

// Kinds of names in a certificate: 2 is a host, 7 an address. Source: RFC 5280, 4.2.1.6.
const altName = (name: string) => (/^[\d.]+$/.test(name) ? { type: 7, ip: name } : { type: 2, value: name })

function keys() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return {
    pem: privateKey,
    private: forge.pki.privateKeyFromPem(privateKey),
    public: forge.pki.publicKeyFromPem(publicKey),
  }
}

type Names = { name: string; value: string }[]

function blank(publicKey: forge.pki.PublicKey, subject: Names, issuer: Names): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  certificate.serialNumber = `0${randomBytes(16).toString('hex').slice(1)}`
  certificate.validity.notBefore = new Date(Date.now() - dayMs)
  certificate.validity.notAfter = new Date(Date.now() + 30 * dayMs)
  certificate.setSubject(subject)
  certificate.setIssuer(issuer)
  return certificate
}
