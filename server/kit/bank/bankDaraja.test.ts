import { expect, test } from 'vitest'
import { bankWithAnswers, mobile, now, soon } from '#test/kit/answeringBank.ts'
import { lostAfterMs, settle } from './bankTransfer.ts'
import { readBankMessage } from './bankTransfers.ts'

test('an order to a mobile number, and the question about it, are sent byte for byte as Daraja takes them', async () => {
  const understood = { ConversationID: 'AG_1', OriginatorConversationID: mobile.reference, ResponseCode: '0' }
  const { bank, sent } = bankWithAnswers([{ json: understood }, { json: understood }])
  expect(await bank.transfer(mobile)).toEqual({ outcome: 'ACCEPTED' })
  expect(await bank.status(mobile, soon)).toEqual({ outcome: 'IN_DOUBT', reason: 'answer_follows' })
  const url = 'https://us.test/api/bank/callbacks/mpesa'
  expect(sent).toEqual([
    {
      path: '/mpesa/b2c/v3/paymentrequest',
      text:
        '{"OriginatorConversationID":"KHW-000000000000000000003","InitiatorName":"kahawa","SecurityCredential":"sealed",' +
        '"CommandID":"BusinessPayment","Amount":16005,"PartyA":"600123","PartyB":"254712345678",' +
        `"Remarks":"Cherry 2025/2026 cycle 1 member 0042","QueueTimeOutURL":"${url}","ResultURL":"${url}","Occassion":""}`,
    },
    {
      path: '/mpesa/transactionstatus/v1/query',
      text:
        '{"Initiator":"kahawa","SecurityCredential":"sealed","CommandID":"TransactionStatusQuery","TransactionID":"",' +
        '"OriginatorConversationID":"KHW-000000000000000000003","PartyA":"600123","IdentifierType":"4",' +
        `"ResultURL":"${url}","QueueTimeOutURL":"${url}","Remarks":"Status",` +
        '"Occasion":"KHW-000000000000000000003 2026-03-02T06:00:00.000Z"}',
    },
  ])
})

test('a result of M-PESA is held against the order', () => {
  const heard = (changes: object = {}, values: Record<string, unknown> = {}) => {
    const result = {
      ResultCode: 0,
      ResultDesc: 'Done',
      OriginatorConversationID: mobile.reference,
      TransactionID: 'NLJ41HAY6Q',
      ResultParameters: parameters({
        TransactionAmount: 16_005,
        ReceiverPartyPublicName: '254712345678 - Wanjiku Kamau',
        ...values,
      }),
      ...changes,
    }
    const word = readBankMessage({ provider: 'mpesa', json: { Result: result }, receivedAt: now })
    return word ? settle({ transfer: mobile, sentAt: soon, report: word }) : null
  }
  expect(heard()).toEqual({ outcome: 'PAID', bankReference: 'NLJ41HAY6Q' })
  for (const code of [1, '1', 2, 3, 4, 8, 2001, 2040, 8006, 'SFC_IC0003'])
    expect(heard({ ResultCode: code, ResultParameters: null })).toEqual({
      outcome: 'REFUSED',
      code: String(code),
      words: 'Done',
    })
  // Duplicate, internal failure, too busy, time-out, and what nobody has heard of: none says that nothing was paid.
  for (const code of [15, 17, 26, 1037, 'x'])
    expect(heard({ ResultCode: code })).toEqual({ outcome: 'IN_DOUBT', reason: 'undecided' })
  expect(heard({ OriginatorConversationID: 'somebody-elses' })).toMatchObject({ reason: 'mismatch' })
  expect(heard({}, { TransactionAmount: 16_006 })).toMatchObject({ reason: 'mismatch' })
  expect(heard({}, { ReceiverPartyPublicName: '254712345679 - W' })).toMatchObject({ reason: 'mismatch' })
  expect(heard({}, { ReceiverPartyPublicName: 'Wanjiku' })).toMatchObject({ reason: 'garbage' })
  expect(heard({ TransactionID: '' })).toMatchObject({ reason: 'garbage' })
  for (const json of [null, {}, { Result: {} }, { Result: { ResultCode: {} } }])
    expect(readBankMessage({ provider: 'mpesa', json, receivedAt: now })).toBeNull()
})

test('the result of a status question of M-PESA says what was asked and when', () => {
  const heard = ({ code = 0, asked = soon, values = {} }: { code?: unknown; asked?: Date; values?: object } = {}) => {
    const result = {
      ResultCode: code,
      OriginatorConversationID: 'the-question',
      ResultParameters: parameters({
        ReceiptNo: 'NLJ41HAY6Q',
        Amount: '16005.00',
        TransactionStatus: 'Completed',
        OriginatorConversationID: mobile.reference,
        CreditPartyName: '254712345678 - Wanjiku Kamau',
        ...values,
      }),
      ReferenceData: { ReferenceItem: { Key: 'Occasion', Value: `${mobile.reference} ${asked.toISOString()}` } },
    }
    const word = readBankMessage({ provider: 'mpesa', json: { Result: result }, receivedAt: now })
    return word ? settle({ transfer: mobile, sentAt: soon, report: word }) : null
  }
  expect(heard()).toEqual({ outcome: 'PAID', bankReference: 'NLJ41HAY6Q' })
  expect(heard({ values: { TransactionStatus: 'Pending' } })).toEqual({ outcome: 'ACCEPTED' })
  expect(heard({ values: { TransactionStatus: 'Failed', TransactionReason: 'No funds' } })).toEqual({
    outcome: 'REFUSED',
    code: 'Failed',
    words: 'No funds',
  })
  expect(heard({ values: { TransactionStatus: 'Elsewhere' } })).toMatchObject({ reason: 'undecided' })
  expect(heard({ values: { OriginatorConversationID: 'another' } })).toMatchObject({ reason: 'mismatch' })
  expect(heard({ values: { Amount: 1 } })).toMatchObject({ reason: 'mismatch' })
  expect(heard({ code: 17 })).toMatchObject({ reason: 'undecided' })
  expect(heard({ code: 2032 })).toEqual({ outcome: 'IN_DOUBT', reason: 'not_known' })
  const later = new Date(soon.getTime() + lostAfterMs)
  expect(heard({ code: 2032, asked: later })).toMatchObject({ outcome: 'REFUSED', code: 'NOT_RECEIVED' })
})

function parameters(values: object) {
  return { ResultParameter: Object.entries(values).map(([Key, Value]) => ({ Key, Value: Value as unknown })) }
}
