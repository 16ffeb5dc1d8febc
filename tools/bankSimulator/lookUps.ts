import { z } from 'zod'
import { internalPic, plainAccount, type PlainAccount } from '#server/kit/bank/bankAccounts.ts'
import type { BookEntry } from './accountBook.ts'
import type { BankCall } from './bankCall.ts'
import { plausibleName } from './seeded.ts'

type LookedUp = { accountNumber: string; pic: string; entry: BookEntry | undefined }

/** The account look-ups of the core bank, PesaLink (IPSL) and M-PESA. */
export const lookUps: readonly BankCall[] = [
  lookUp({
    path: '/core/account-validation',
    Body: z.object({ MessageReference: z.string().min(1).max(27), AccountNumber: z.string().max(40) }),
    accountOf: (body) => ({ institutionCode: internalPic, accountNumber: body.AccountNumber }),
    answer: ({ accountNumber, entry }, { body, now }) => {
      const codes = { active: '0', closed: '40200284', dormant: '40409528', blocked: '40007325', unknown: '40000126' }
      const code = codes[entry?.status ?? 'unknown']
      return {
        MessageReference: body.MessageReference,
        MessageDateTime: now.toISOString(),
        MessageCode: code,
        MessageDescription: code === '0' ? 'VALID ACCOUNT NUMBER' : (entry?.status ?? 'ACCOUNT DOES NOT EXIST'),
        AccountNumber: accountNumber,
        AccountName: entry?.name ?? null,
      }
    },
  }),
  lookUp({
    path: '/pesalink/account-lookup',
    Body: z.object({
      bankCode: z.string().max(11),
      accountNumber: z.string().max(40),
      timestamp: z.string(),
      transactionType: z.literal('PESALINK_LOOKUP'),
    }),
    accountOf: (body) => ({ institutionCode: body.bankCode, accountNumber: body.accountNumber }),
    answer: ({ accountNumber, pic, entry }) => {
      const codes = { active: '00', closed: 'AC04', dormant: 'AC06', blocked: 'AC06', unknown: 'AC01' }
      const statusCode = codes[entry?.status ?? 'unknown']
      return {
        receiverAccount: accountNumber,
        receiverInstitutionCode: pic,
        receiverName: entry?.name ?? null,
        status: statusCode === '00' ? 'SUCCESS' : 'FAILED',
        statusCode,
        statusDesc: statusCode === '00' ? 'Account found' : (entry?.status ?? 'Account not found'),
      }
    },
  }),
  lookUp({
    path: '/mpesa/name-lookup',
    Body: z.object({ PhoneNumber: z.string().max(20), Timestamp: z.string() }),
    accountOf: (body) => ({ institutionCode: 'MPESA', accountNumber: body.PhoneNumber }),
    answer: ({ accountNumber, entry }) => {
      const codes = {
        active: '0',
        closed: 'SFC_IC0009',
        dormant: 'SFC_IC0009',
        blocked: 'SFC_IC0009',
        unknown: 'SFC_IC0003',
      }
      const code = codes[entry?.status ?? 'unknown']
      return {
        ResponseCode: code,
        ResponseDescription: code === '0' ? 'Success' : (entry?.status ?? 'Account does not exist'),
        PhoneNumber: accountNumber,
        CustomerName: entry?.name ?? null,
      }
    },
  }),
]

function lookUp<Body>(call: {
  path: string
  Body: z.ZodType<Body>
  accountOf: (body: Body) => { institutionCode: string; accountNumber: string }
  answer: (account: LookedUp, request: { body: Body; now: Date }) => object
}): BankCall {
  return {
    path: call.path,
    read: ({ body, bank: { book }, now }) => {
      const read = call.Body.safeParse(body)
      if (!read.success) return null
      const account = plainAccount(call.accountOf(read.data))
      const { accountNumber, pic } = account
      const request = { body: read.data, now }
      return {
        accountNumber,
        run: () => ({
          status: 200,
          body: call.answer({ accountNumber, pic, entry: book.find(account) }, request),
          wrong: call.answer(strangerOf(account), request),
        }),
      }
    },
  }
}

function strangerOf({ accountNumber, pic }: PlainAccount): LookedUp {
  const other = accountNumber.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  return { accountNumber: other, pic, entry: { name: plausibleName(`stranger ${accountNumber}`), status: 'active' } }
}
