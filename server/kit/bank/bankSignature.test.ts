import { expect, test } from 'vitest'
import { sign, signatureFault } from './bankSignature.ts'

const timestamp = '2026-03-02T06:00:00.000Z'
const path = '/FundsTransfer/Internal/A2A/2.0.0'
const request = { secret: 'a secret of the bank', timestamp, path, body: '{"a":"Mũrang’a"}' }
const checked = { ...request, signature: sign(request), now: new Date(timestamp), staleMs: 300_000 }

test('the signature is plain HMAC-SHA256 that any other tool computes alike', () => {
  // printf '2026-03-02T06:00:00.000Z\n/a\n{}' | openssl dgst -sha256 -hmac secret
  expect(sign({ secret: 'secret', timestamp, path: '/a', body: '{}' })).toBe(
    'a33a33c2007a7b44c8c8cc91ba0f48687b10b3524ac28f9774bf39d863a83cf2',
  )
})

test('a right and fresh signature is accepted, at any age when ages are not asked for', () => {
  expect(signatureFault(checked)).toBeNull()
  expect(signatureFault({ ...checked, now: new Date('2026-03-02T06:05:00Z') })).toBeNull()
  expect(signatureFault({ ...checked, now: new Date('2030-01-01T00:00:00Z'), staleMs: 0 })).toBeNull()
})

test('a missing, wrong, moved or old signature is refused', () => {
  expect(signatureFault({ ...checked, signature: undefined })).toBe('missing')
  expect(signatureFault({ ...checked, timestamp: undefined })).toBe('missing')
  expect(signatureFault({ ...checked, secret: 'another secret' })).toBe('wrong')
  expect(signatureFault({ ...checked, body: '{"a":"Muranga"}' })).toBe('wrong')
  expect(signatureFault({ ...checked, timestamp: '2026-03-02T06:00:01.000Z' })).toBe('wrong')
  expect(signatureFault({ ...checked, path: '/FundsTransfer/External/A2A/PesaLink/1.0.0' })).toBe('wrong')
  expect(signatureFault({ ...checked, signature: 'abc' })).toBe('wrong')
  expect(signatureFault({ ...checked, now: new Date('2026-03-02T06:05:01Z') })).toBe('stale')
  expect(signatureFault({ ...checked, now: new Date('2026-03-02T05:54:59Z') })).toBe('stale')
  const undated = { ...request, timestamp: 'yesterday' }
  expect(signatureFault({ ...checked, ...undated, signature: sign(undated) })).toBe('stale')
})
