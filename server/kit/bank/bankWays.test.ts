import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BankAccount } from './bankAccounts.ts'
import { chooseChannel, mpesaMostCents, pesaLinkMostCents } from './bankWays.ts'

const coop: BankAccount = { institutionCode: '0011', institutionType: 'BANK', accountNumber: '01109012345600' }
const equity: BankAccount = { institutionCode: '68', institutionType: 'BANK', accountNumber: '0680190123456' }
const sacco: BankAccount = { institutionCode: 'UNAIKEPC', institutionType: 'SACCO', accountNumber: '5001234' }
const mfb: BankAccount = { institutionCode: 'CHFIKENX', institutionType: 'MFB', accountNumber: '5001234' }
const mpesa: BankAccount = { institutionCode: 'MPESA', institutionType: 'M-PESA', accountNumber: '0712345678' }
const kes = 'KES' as const

test('an account at the own bank is paid inside, whatever the amount and the currency', () => {
  for (const amountCents of [1n, pesaLinkMostCents + 1n, 10n ** 12n])
    for (const currency of ['KES', 'USD'] as const)
      expect(chooseChannel({ to: coop, amountCents, currency })).toEqual({
        paymentType: 'INTERNALFT',
        channel: 'internal',
        partsCents: [amountCents],
      })
})

test('another bank, a SACCO and a microfinance bank are paid through PesaLink, and by RTGS above 999,999.00', () => {
  for (const to of [equity, sacco, mfb]) {
    expect(chooseChannel({ to, amountCents: 99_999_900n, currency: kes })).toEqual({
      paymentType: 'PESALINK',
      channel: 'pesalink',
      partsCents: [99_999_900n],
    })
    expect(chooseChannel({ to, amountCents: 99_999_901n, currency: kes })).toEqual({
      paymentType: 'RTGS',
      partsCents: [99_999_901n],
    })
    expect(chooseChannel({ to, amountCents: 100n, currency: 'USD' })).toBe('shillings_only')
  }
})

test('M-PESA is paid in whole shillings, above 250,000 in parts', () => {
  const parts = (amountCents: bigint) => {
    const way = chooseChannel({ to: mpesa, amountCents, currency: kes })
    return typeof way === 'string' ? way : way.partsCents
  }
  expect(parts(25_000_000n)).toEqual([25_000_000n])
  expect(parts(25_000_100n)).toEqual([12_500_100n, 12_500_000n])
  expect(parts(50_000_100n)).toHaveLength(3)
  expect(parts(25_000_050n)).toBe('not_whole_shillings')
  expect(chooseChannel({ to: mpesa, amountCents: 100n, currency: 'USD' })).toBe('shillings_only')
})

test('the parts of any amount add up, and each is within the limit and no dwarf', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), (shillings) => {
      const way = chooseChannel({ to: mpesa, amountCents: shillings * 100n, currency: kes })
      if (typeof way === 'string') throw new Error(way)
      expect(way.partsCents.reduce((sum, part) => sum + part, 0n)).toBe(shillings * 100n)
      expect(way.partsCents.every((part) => part > 0n && part <= mpesaMostCents && part % 100n === 0n)).toBe(true)
      if (way.partsCents.length > 1) expect(way.partsCents.every((part) => part >= mpesaMostCents / 2n)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('nothing goes to an account that cannot exist, and nothing is no payment', () => {
  const to = { ...coop, accountNumber: '123' }
  expect(chooseChannel({ to, amountCents: 100n, currency: kes })).toBe('no_such_account')
  for (const amountCents of [0n, -1n])
    expect(chooseChannel({ to: equity, amountCents, currency: kes })).toBe('no_amount')
})
