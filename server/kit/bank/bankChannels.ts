import { z } from 'zod'
import type { BankChannel, PlainAccount } from './bankAccounts.ts'
import { isPlaceholderName, tidyName } from './bankNames.ts'

/** What one answer of the bank says, before time and channel are added. */
export type AccountReading =
  | { outcome: 'found'; accountName: string }
  | { outcome: 'not_found' | 'closed' | 'name_missing' }
  | { outcome: 'silent'; reason: 'garbage' | 'mismatch' | 'undecided' }

type LookUpRequest = { account: PlainAccount; reference: string; timestamp: string }
type Verdict = 'found' | 'not_found' | 'closed'
type Channel = {
  path: string
  requestBody: (request: LookUpRequest) => object
  readAnswer: (answer: unknown, request: LookUpRequest) => AccountReading
}

const short = z.string().max(100)
const nameField = z.string().max(2000).nullish()

const CoreAnswer = z.object({
  MessageReference: short,
  MessageCode: short,
  AccountNumber: short,
  AccountName: nameField,
})

// Leg codes of Co-operative Bank Connect.
const coreCodes: Record<string, Verdict> = {
  '0': 'found',
  '20020000': 'not_found',
  '40000126': 'not_found',
  '40200284': 'closed',
  '40000132': 'closed',
  // Dormant, and two codes for "no credits allowed": for us the same as closed, because it takes no money.
  '40409528': 'closed',
  '40007325': 'closed',
  '40180193': 'closed',
}

const PesaLinkAnswer = z.object({
  receiverAccount: short,
  receiverInstitutionCode: short,
  receiverName: nameField,
  statusCode: short,
})

// ISO 20022 reasons: wrong account, closed account, blocked account.
const pesaLinkCodes: Record<string, Verdict> = { '00': 'found', AC01: 'not_found', AC04: 'closed', AC06: 'closed' }

const MpesaAnswer = z.object({ ResponseCode: short, PhoneNumber: short, CustomerName: nameField })

// M-PESA has no public name look-up; this is its agreed form in the manner of Daraja.
const mpesaCodes: Record<string, Verdict> = { '0': 'found', SFC_IC0003: 'not_found', SFC_IC0009: 'closed' }

/** How each channel is requested and its answers are read; anything that cannot be read is silence, never "not found". */
export const channels: Record<BankChannel, Channel> = {
  internal: {
    path: '/core/account-validation',
    requestBody: ({ account, reference }) => ({ MessageReference: reference, AccountNumber: account.accountNumber }),
    readAnswer: (answer, { account, reference }) => {
      const parsed = CoreAnswer.safeParse(answer)
      if (!parsed.success) return { outcome: 'silent', reason: 'garbage' }
      const { MessageReference, MessageCode, AccountNumber, AccountName } = parsed.data
      const isOurs = AccountNumber === account.accountNumber && MessageReference === reference
      return conclude({ isOurs, verdict: verdictOf(coreCodes, MessageCode), name: AccountName })
    },
  },
  pesalink: {
    path: '/pesalink/account-lookup',
    requestBody: ({ account, timestamp }) => ({
      bankCode: account.pic,
      accountNumber: account.accountNumber,
      timestamp,
      transactionType: 'PESALINK_LOOKUP',
    }),
    readAnswer: (answer, { account }) => {
      const parsed = PesaLinkAnswer.safeParse(answer)
      if (!parsed.success) return { outcome: 'silent', reason: 'garbage' }
      const { receiverAccount, receiverInstitutionCode, receiverName, statusCode } = parsed.data
      const isOurs = receiverAccount === account.accountNumber && receiverInstitutionCode === account.pic
      return conclude({ isOurs, verdict: verdictOf(pesaLinkCodes, statusCode), name: receiverName })
    },
  },
  mpesa: {
    path: '/mpesa/name-lookup',
    requestBody: ({ account, timestamp }) => ({ PhoneNumber: account.accountNumber, Timestamp: timestamp }),
    readAnswer: (answer, { account }) => {
      const parsed = MpesaAnswer.safeParse(answer)
      if (!parsed.success) return { outcome: 'silent', reason: 'garbage' }
      const { ResponseCode, PhoneNumber, CustomerName } = parsed.data
      const isOurs = PhoneNumber === account.accountNumber
      return conclude({ isOurs, verdict: verdictOf(mpesaCodes, ResponseCode), name: CustomerName })
    },
  },
}

function verdictOf(codes: Record<string, Verdict>, code: string): Verdict | undefined {
  return Object.hasOwn(codes, code) ? codes[code] : undefined
}

function conclude(answer: {
  isOurs: boolean
  verdict: Verdict | undefined
  name: string | null | undefined
}): AccountReading {
  if (!answer.isOurs) return { outcome: 'silent', reason: 'mismatch' }
  if (!answer.verdict) return { outcome: 'silent', reason: 'undecided' }
  if (answer.verdict !== 'found') return { outcome: answer.verdict }
  const accountName = tidyName(answer.name ?? '')
  return isPlaceholderName(accountName) ? { outcome: 'name_missing' } : { outcome: 'found', accountName }
}
