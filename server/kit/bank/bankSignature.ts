import { createHmac, timingSafeEqual } from 'node:crypto'

/** The two headers that carry a signature, in lower case. */
export const signatureHeaders = { timestamp: 'x-bank-timestamp', signature: 'x-bank-signature' } as const

/** What is signed: when, the path of the address it is sent to, and the raw body. */
type Signed = { secret: string; timestamp: string; path: string; body: string }

/** The path of a call as an answer to it is signed: what we have signed ourselves never passes as the bank's answer. */
export const answerPath = (path: string): string => `answer ${path}`

/**
 * HMAC-SHA256 over the lines `timestamp`, `path` and `body` in lower-case hex: what both sides of the bank's door sign and check.
 * The path is in it so that nothing signed for one call, or for one direction, passes as another.
 */
export function sign({ secret, timestamp, path, body }: Signed): string {
  return createHmac('sha256', secret).update(`${timestamp}\n${path}\n${body}`).digest('hex')
}

type ReceivedSignature = Omit<Signed, 'timestamp'> &
  Record<'timestamp' | 'signature', string | undefined> & { now: Date; staleMs: number }

/** Why a signature is not accepted, or null when it is. `staleMs` 0 accepts any age. */
export function signatureFault({
  secret,
  timestamp,
  signature,
  path,
  body,
  now,
  staleMs,
}: ReceivedSignature): 'missing' | 'stale' | 'wrong' | null {
  if (!timestamp || !signature) return 'missing'
  const expected = Buffer.from(sign({ secret, timestamp, path, body }))
  const received = Buffer.from(signature)
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return 'wrong'
  const ageMs = Math.abs(now.getTime() - Date.parse(timestamp))
  // A time that cannot be read gives NaN, which must count as stale.
  if (staleMs > 0 && !(ageMs <= staleMs)) return 'stale'
  return null
}
