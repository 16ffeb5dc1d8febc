import { z } from 'zod'
import { internalPic, plainAccount, type PlainAccount } from '#server/kit/bank/bankAccounts.ts'
import type { Held } from './accountBook.ts'
import type { BankCall } from './bankCall.ts'
import { plausibleName } from './seeded.ts'

type Shown = { accountNumber: string; pic: string; held: Held | undefined }

/** The account look-ups of the core bank, PesaLink (IPSL) and M-PESA. */
export const lookUps: readonly BankCall[] = [
  lookUp({
    path: '/core/account-validation',
    Body: z.object({ MessageReference: z.string().min(1).max(27), AccountNumber: z.string().max(40) }),
    accountOf: (body) => ({ institutionCode: internalPic, accountNumber: body.AccountNumber }),
    tell: ({ accountNumber, held }, { body, now }) => {
      const codes = { active: '0', closed: '40200284', dormant: '40409528', blocked: '40007325', unknown: '40000126' }
      const code = codes[held?.status ?? 'unknown']
      return {
        MessageReference: body.MessageReference,
        MessageDateTime: now.toISOString(),
        MessageCode: code,
        MessageDescription: code === '0' ? 'VALID ACCOUNT NUMBER' : (held?.status ?? 'ACCOUNT DOES NOT EXIST'),
        AccountNumber: accountNumber,
        AccountName: held?.name ?? null,
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
    tell: ({ accountNumber, pic, held }) => {
      const codes = { active: '00', closed: 'AC04', dormant: 'AC06', blocked: 'AC06', unknown: 'AC01' }
      const statusCode = codes[held?.status ?? 'unknown']
      return {
        receiverAccount: accountNumber,
        receiverInstitutionCode: pic,
        receiverName: held?.name ?? null,
        status: statusCode === '00' ? 'SUCCESS' : 'FAILED',
        statusCode,
        statusDesc: statusCode === '00' ? 'Account found' : (held?.status ?? 'Account not found'),
      }
    },
  }),
  lookUp({
    path: '/mpesa/name-lookup',
    Body: z.object({ PhoneNumber: z.string().max(20), Timestamp: z.string() }),
    accountOf: (body) => ({ institutionCode: 'MPESA', accountNumber: body.PhoneNumber }),
    tell: ({ accountNumber, held }) => {
      const codes = {
        active: '0',
        closed: 'SFC_IC0009',
        dormant: 'SFC_IC0009',
        blocked: 'SFC_IC0009',
        unknown: 'SFC_IC0003',
      }
      const code = codes[held?.status ?? 'unknown']
      return {
        ResponseCode: code,
        ResponseDescription: code === '0' ? 'Success' : (held?.status ?? 'Account does not exist'),
        PhoneNumber: accountNumber,
        CustomerName: held?.name ?? null,
      }
    },
  }),
]

function lookUp<Body>(call: {
  path: string
  Body: z.ZodType<Body>
  accountOf: (body: Body) => { institutionCode: string; accountNumber: string }
  tell: (shown: Shown, asked: { body: Body; now: Date }) => object
}): BankCall {
  return {
    path: call.path,
    read: ({ body, bank: { book }, now }) => {
      const read = call.Body.safeParse(body)
      if (!read.success) return null
      const account = plainAccount(call.accountOf(read.data))
      const shown = { accountNumber: account.accountNumber, pic: account.pic, held: book.find(account) }
      const asked = { body: read.data, now }
      return {
        accountNumber: account.accountNumber,
        run: () => ({ status: 200, body: call.tell(shown, asked), wrong: call.tell(strangerOf(account), asked) }),
      }
    },
  }
}

function strangerOf({ accountNumber, pic }: PlainAccount): Shown {
  const other = accountNumber.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  return { accountNumber: other, pic, held: { name: plausibleName(`stranger ${accountNumber}`), status: 'active' } }
}
