import { z } from 'zod'

const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/, 'What the device sent cannot be read')
const transport = z.string().regex(/^[a-z-]{2,20}$/)
const credentialId = bytes(1_400)
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') }
const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** What a browser hands over once a device has made a passkey. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(8_000),
    transports: z.array(transport).max(10).optional(),
  }),
})
export type NewPasskey = z.output<typeof NewPasskey>

/** What a browser hands over once a passkey has signed a challenge. */
export const PasskeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(6_000),
  }),
})
export type PasskeyProof = z.output<typeof PasskeyProof>

/** What a browser is given so that a device makes a passkey. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.enum(['preferred']),
    userVerification: z.enum(['required']),
  }),
  attestation: z.enum(['none']),
})
export type PasskeyCreation = z.output<typeof PasskeyCreation>

/** What a browser is given so that one of the named passkeys signs. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.enum(['required']),
  allowCredentials: z.array(descriptor),
})
export type PasskeyRequest = z.output<typeof PasskeyRequest>
