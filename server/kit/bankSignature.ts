import { createHmac, timingSafeEqual } from 'node:crypto'

/** The two headers that carry a signature, in lower case. */
export const signatureHeaders = { timestamp: 'x-bank-timestamp', signature: 'x-bank-signature' } as const

/** HMAC-SHA256 over `timestamp.body` in lower-case hex: what both sides of the bank's door sign and check. */
export function sign({ secret, timestamp, body }: { secret: string; timestamp: string; body: string }): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

/** Why a signature is not accepted, or null when it is. `staleMs` 0 accepts any age. */
export function signatureFault({
  secret,
  timestamp,
  signature,
  body,
  now,
  staleMs,
}: {
  secret: string
  timestamp: string | undefined
  signature: string | undefined
  body: string
  now: Date
  staleMs: number
}): 'missing' | 'stale' | 'wrong' | null {
  if (!timestamp || !signature) return 'missing'
  const expected = Buffer.from(sign({ secret, timestamp, body }))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'wrong'
  const ageMs = Math.abs(now.getTime() - Date.parse(timestamp))
  // A time that cannot be read gives NaN, which must count as stale.
  if (staleMs > 0 && !(ageMs <= staleMs)) return 'stale'
  return null
}
