import { expect, test } from 'vitest'
import { tradeAccount } from './tradeAccounts.ts'

test.each([
  ['Thangari Coffee Mill', { what: 'Settlement account', at: 'Thangari Coffee Mill' }],
  ['Account that buyers pay onto', { what: 'Account that buyers pay onto', at: 'Co-operative Bank' }],
])('opening the account called %s says whose it is', (title, said) => {
  const proposed = { title, before: {}, organisationName: 'Co-operative Bank' }
  // The headline reads these three of a proposal.
  const headline = tradeAccount.headline(proposed as Parameters<typeof tradeAccount.headline>[0])
  expect(headline).toEqual({ says: 'openAccount', ...said })
})
