import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ContentInfo, id_messageDigest, SignedData } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '#test/kit/world.ts'
import { writePdfSections } from './pdfSections.ts'
import { seal } from '#server/kit/secretBox.ts'
import {
  knownCertificates,
  makeCertificate,
  readCertificate,
  signingCertificate,
  type SigningCertificate,
} from './signingCertificate.ts'
import { signPaper } from './signPaper.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await makeWorld()
  folder = mkdtempSync(join(tmpdir(), 'kahawa-signing-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.close()
})

const paper = () =>
  writePdfSections({
    language: 'en',
    title: 'Two counties',
    lead: 'Figures of today',
    footer: 'CR00000000',
    sections: [{ title: 'Counties', none: 'None', columns: ['County', 'kg'], rows: [['Nyeri', '12']] }],
    signedFor: 'Report CR00000000',
  })

/** What a reader of a signed PDF does: reads the range, the signature and its certificate. */
function inspect(pdf: Buffer): { fingerprint: string; isWhole: boolean; isGenuine: boolean } {
  const text = pdf.toString('latin1')
  // A reader finds the signature by the field of the form that holds it.
  const [, form = ''] = /\/AcroForm (\d+) 0 R/.exec(text) ?? []
  const object = (id: string): string => new RegExp(`\\n${id} 0 obj([^]*?)endobj`).exec(`\n${text}`)?.[1] ?? ''
  const [, field = ''] = /\/Fields \[(\d+) 0 R\]/.exec(object(form)) ?? []
  const [, signatureId = ''] = /\/FT \/Sig[^]*\/V (\d+) 0 R/.exec(object(field)) ?? []
  if (!object(signatureId).includes('/Type /Sig')) throw new Error('the form leads to no signature')
  const [, a = '', b = '', c = '', d = ''] = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(text) ?? []
  const [from, until, again, rest] = [a, b, c, d].map(Number) as [number, number, number, number]
  const signed = Buffer.concat([pdf.subarray(from, from + until), pdf.subarray(again, again + rest)])
  const hex = text.slice(until + 1, again - 1)
  const { content } = AsnConvert.parse(unpadded(Buffer.from(hex, 'hex')), ContentInfo)
  const { certificates, signerInfos } = AsnConvert.parse(content, SignedData)
  const [signer] = signerInfos
  const [first] = certificates ?? []
  if (!signer?.signedAttrs || !first?.certificate) throw new Error('no signature in the place')
  const own = new X509Certificate(Buffer.from(AsnConvert.serialize(first.certificate)))
  // What is signed is the set of the attributes; one of them is the digest of the document.
  const written = Buffer.concat(signer.signedAttrs.map((attribute) => Buffer.from(AsnConvert.serialize(attribute))))
  const attributes = Buffer.concat([Buffer.of(0x31, written.length), written])
  const told = signer.signedAttrs.find(({ attrType }) => attrType === id_messageDigest)?.attrValues[0]
  const digest = createHash('sha256').update(signed).digest()
  return {
    fingerprint: own.fingerprint256.replaceAll(':', ''),
    isWhole:
      from === 0 &&
      again + rest === pdf.length &&
      digest.equals(Buffer.from(AsnConvert.parse(told ?? new ArrayBuffer(), OctetString).buffer)),
    isGenuine: verify('sha256', attributes, own.publicKey, Buffer.from(signer.signature.buffer)),
  }
}

/** The place is larger than the signature, whose length stands in its first bytes. */
const unpadded = (der: Buffer): Buffer => der.subarray(0, der.readUInt16BE(2) + 4)

test('a signed paper holds a signature over every byte of it, and one byte more or less shows', async () => {
  const certificate = await signingCertificate(world.house)
  const pdf = await signPaper(paper(), certificate)
  expect(inspect(pdf)).toEqual({ fingerprint: certificate.fingerprint, isWhole: true, isGenuine: true })
  const altered = Buffer.from(pdf)
  const place = altered.indexOf('/Title')
  altered[place + 1] = (altered[place + 1] ?? 0) ^ 1
  expect(inspect(altered)).toMatchObject({ isWhole: false, isGenuine: true })
  expect(inspect(Buffer.concat([pdf, Buffer.from(' ')]))).toMatchObject({ isWhole: false })
})

test('the house makes one certificate, however many need it first; it is sealed, and nobody changes it', async () => {
  const { config, db } = world.house
  // Servers that have read nothing yet.
  const servers = Array.from({ length: 4 }, () => ({ config, db: { ...db } }))
  const all = await Promise.all(servers.map((server) => signingCertificate(server)))
  expect(new Set(all.map(({ fingerprint }) => fingerprint)).size).toBe(1)
  const { rows } = await world.owner.query<{ sealed: string; fingerprint: string }>('select * from signing_keys')
  expect(rows.map(({ fingerprint }) => fingerprint)).toEqual([all[0]?.fingerprint])
  expect(Buffer.from(rows[0]?.sealed ?? '', 'base64').includes('Kahawa')).toBe(false)
  await expect(world.owner.query(`update signing_keys set sealed = 'v1.'`)).rejects.toThrow('append-only')
})

test('when the key of the house is lost another certificate is made, and the one before is still known', async () => {
  const { config, db } = world.house
  const before = await signingCertificate(world.house)
  const house = { config: { ...config, key: randomBytes(32) }, db: { ...db } }
  const after = await signingCertificate(house)
  expect(after.fingerprint).not.toBe(before.fingerprint)
  expect(await knownCertificates(house)).toEqual([after.fingerprint, before.fingerprint])
  expect(await knownCertificates({ config, db: { ...db } })).toEqual([before.fingerprint, after.fingerprint])
})

test('a certificate of fewer bits, of an earlier release, signs no more, and its papers are still known', async () => {
  const { db, config } = world.house
  const weak = await makeCertificate({ bits: 2_048 })
  const before = 'AB'.repeat(32)
  await world.owner.query(
    `insert into signing_keys (fingerprint, sealed, made_at) values ($1, $2, now() + interval '1 day')`,
    [before, seal(config, 'signing key', weak)],
  )
  // As after a start: what is known is read anew.
  const started = { config, db: { ...db } }
  const { key, fingerprint } = await signingCertificate(started)
  expect([key.asymmetricKeyDetails?.modulusLength, fingerprint === before]).toEqual([3_072, false])
  expect(await knownCertificates(started)).toContain(before)
  const file = join(folder, 'weak.pem')
  writeFileSync(file, weak)
  expect(() => readCertificate({ file, passphrase: '' })).toThrow('its key has 2048 bits, and needs 3072')
})

test('the certificate of the operator is used, and one that cannot be read is refused before the server opens', async () => {
  const own = await signingCertificate(world.house)
  const file = join(folder, 'operator.pem')
  writeFileSync(file, reprotected(own, 'secret words'))
  const signing = { file, passphrase: 'secret words' }
  const certificate = await signingCertificate({
    config: { ...world.house.config, signing },
    db: { ...world.house.db },
  })
  expect(certificate.fingerprint).toBe(own.fingerprint)
  expect(inspect(await signPaper(paper(), certificate))).toMatchObject({ isWhole: true, isGenuine: true })
  expect(() => readCertificate({ file, passphrase: 'wrong' })).toThrow('cannot be used with SIGNING_PASSWORD')
  expect(() => readCertificate({ file: join(folder, 'none.p12'), passphrase: '' })).toThrow('SIGNING_PEM names')
  writeFileSync(file, 'no certificate at all')
  expect(() => readCertificate({ file, passphrase: '' })).toThrow('SIGNING_PEM names')
})

/** The same key and certificate under a password, as OpenSSL writes them for an operator: with remarks, and the chain first. */
function reprotected({ key, chain }: SigningCertificate, passphrase: string): string {
  const sealed = key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
  const certificates = chain.map(
    (certificate) => `Bag Attributes\n    friendlyName: signing\n${certificate.toString()}`,
  )
  return [...certificates, 'Key Attributes: <No Attributes>', sealed].join('\n')
}
