import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from '#contract/kit/webauthn.ts'

/** How a device or a browser behaves otherwise than it should. */
type Odd = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** Whether the owner was verified, by a finger or a PIN. */
  verified?: boolean
  counter?: number
}

/** A device in software, as the specification of WebAuthn (level 2, sections 6.1, 6.5 and 8.7) says: what it hands over is signed for real. */
export type SoftAuthenticator = {
  create: (options: PasskeyCreation, odd?: Odd) => NewPasskey
  sign: (options: PasskeyRequest, odd?: Odd) => PasskeyProof
}

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/** Makes a device; `synced` ones keep their key in an account and count nothing. */
export function softAuthenticator({ origin = 'http://localhost', synced = false } = {}): SoftAuthenticator {
  const keys = new Map<string, KeyObject>()
  let count = 0
  const clientData = (type: string, challenge: string, odd: Odd): string =>
    JSON.stringify({
      type: odd.type ?? type,
      challenge: odd.challenge ?? challenge,
      origin: odd.origin ?? origin,
      crossOrigin: false,
    })
  const authenticatorData = (rpId: string, odd: Odd, made?: Buffer): Buffer => {
    const flags = 1 | (odd.verified === false ? 0 : 4) | (synced ? 8 | 16 : 0) | (made ? 64 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(odd.counter ?? (synced ? 0 : (count += 1)))
    return Buffer.concat([sha256(odd.rpId ?? rpId), Buffer.from([flags]), counter, ...(made ? [made] : [])])
  }
  return {
    create: ({ challenge, rp }, odd = {}) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(32)
      keys.set(base64url(id), privateKey)
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const made = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const authData = authenticatorData(rp.id, odd, made)
      const head = Buffer.concat([Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])])
      const attestation = Buffer.concat([head, text('authData'), Buffer.from([0x58, authData.length]), authData])
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, odd)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },
    sign: ({ challenge, rpId, allowCredentials }, odd = {}) => {
      const id = allowCredentials.map((one) => one.id).find((one) => keys.has(one)) ?? [...keys.keys()][0] ?? ''
      const key = keys.get(id)
      if (!key) throw new Error('this device has no passkey')
      const data = clientData('webauthn.get', challenge, odd)
      const authData = authenticatorData(rpId, odd)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(sign('sha256', Buffer.concat([authData, sha256(data)]), key)),
        },
      }
    },
  }
}

/** A short text in CBOR. */
const text = (word: string): Buffer => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
