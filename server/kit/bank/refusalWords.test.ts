import { expect, test } from 'vitest'
import { refusalInWords } from './refusalWords.ts'

test.each([
  ['40200284', 'FAILED', 'The account is closed'],
  ['40000126', 'ACCOUNT DOES NOT EXIST', 'The account does not exist'],
  ['2040', 'Credit Party customer type not supported', 'The number is not registered with M-PESA'],
  ['Failed', 'Result code 2006', 'The M-PESA account is not active'],
  ['Declined', 'Held by the compliance desk', 'Held by the compliance desk'],
  ['NOT_RECEIVED', 'The bank never received this order.', 'The bank never received this order.'],
  ['-11', 'FAILED', 'Rejected with code -11'],
  ['-16', ' ', 'Rejected with code -16'],
  ['Failed', 'Result code 9999', 'Rejected with code Failed'],
])('a refusal with code %s and the words %j is shown as %j', (code, words, shown) => {
  expect(refusalInWords({ code, words })).toBe(shown)
})
