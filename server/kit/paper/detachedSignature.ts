import { createHash, sign } from 'node:crypto'
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  id_contentType,
  id_data,
  id_messageDigest,
  id_signedData,
  id_signingTime,
  IssuerAndSerialNumber,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
  SigningTime,
} from '@peculiar/asn1-cms'
import { AsnConvert, AsnObjectIdentifierConverter, OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier, Certificate } from '@peculiar/asn1-x509'
import type { SigningCertificate } from './signingCertificate.ts'

// RFC 5754, 2.2; RFC 3370, 3.2 has the parameters of RSA be NULL.
const sha256 = new AlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1' })
const rsa = new AlgorithmIdentifier({ algorithm: '1.2.840.113549.1.1.1', parameters: Uint8Array.of(5, 0).buffer })

/**
 * The signature of bytes that stand elsewhere, with the chain of its certificate: SignedData of RFC 5652 in DER, with the attributes
 * that ISO 32000-2 asks of a signed PDF. What is signed by the key are the attributes, and one of them is the SHA-256 of the bytes.
 */
export function detachedSignature(bytes: Buffer, { key, chain }: SigningCertificate, at: Date): Buffer {
  const certificates = chain.map(({ raw }) => AsnConvert.parse(raw, Certificate))
  const [own] = certificates
  if (!own) throw new Error('a signature needs the certificate of its key')
  const { issuer, serialNumber } = own.tbsCertificate
  // By length, as DER orders a set: so a reader comes to the very bytes that were signed.
  const attributes = [
    attribute(id_contentType, AsnObjectIdentifierConverter.toASN(id_data).toBER()),
    attribute(id_signingTime, AsnConvert.serialize(new SigningTime(at))),
    attribute(id_messageDigest, AsnConvert.serialize(new OctetString(createHash('sha256').update(bytes).digest()))),
  ]
  const signer = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
    digestAlgorithm: sha256,
    signedAttrs: attributes,
    signatureAlgorithm: rsa,
    signature: new OctetString(sign('sha256', asSet(attributes), key)),
  })
  const content = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([sha256]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet(certificates.map((certificate) => new CertificateChoices({ certificate }))),
    signerInfos: new SignerInfos([signer]),
  })
  const info = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(content) })
  return Buffer.from(AsnConvert.serialize(info))
}

const attribute = (attrType: string, value: ArrayBuffer): Attribute => new Attribute({ attrType, attrValues: [value] })

/** What the key signs: the attributes as a set that stands alone (RFC 5652, 5.4), whose length fits one byte. */
function asSet(attributes: readonly Attribute[]): Buffer {
  const body = Buffer.concat(attributes.map((each) => Buffer.from(AsnConvert.serialize(each))))
  return Buffer.concat([Buffer.of(0x31, body.length), body])
}
