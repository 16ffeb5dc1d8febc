import { expect, test } from 'vitest'
import { actionLabel } from './History.tsx'

test('who enters a record did what its kind calls it; a change of what stands was proposed', () => {
  const entered = (kind: string) => actionLabel({ kind, action: 'propose' })
  expect(entered('buyer_payment')).toBe('Payment recorded')
  expect(entered('farmer_update')).toBe('Proposed a change')
  expect(actionLabel({ kind: 'buyer_payment', action: 'approve' })).toBe('Approve')
})
