import { z } from 'zod'
import { Actionable, Id, Status } from '#contract/kit/endpoint.ts'

export const loanChannels = ['CLERK', 'USSD', 'APP'] as const
const paymentTypes = ['INTERNALFT', 'PESALINK', 'MPESA'] as const
const named = z.object({ statusName: z.string() })

/** What stands in the way of a loan, found when it is read: each refuses the request and the authorisation. */
export const loanBars = {
  'loan.member_not_active': 'The member is suspended, has died or has left.',
  'loan.account_not_verified': 'The bank has not confirmed the account of the member.',
  'loan.account_changing': 'A change of the bank details is waiting for a decision.',
  'loan.account_cooling_off': 'The account was changed lately; nothing is paid to it yet.',
  'loan.no_lender': 'The member has no limit that somebody lends on.',
  'loan.no_way': 'This amount cannot be paid to the account of the member.',
  'loan.fund_short': 'The fund does not cover this amount.',
  'limit.exceeded': 'The limit no longer covers this request.',
  'limit.expired': 'The limits of this season have expired.',
} as const
export type LoanBar = keyof typeof loanBars
const Bar = z.object({ code: z.string(), message: z.string() })

/** A loan request as the specification shows it, and flat for lists. Personal values are masked for readers without the right to them. */
export const LoanRequest = z
  .object({
    id: Id,
    referenceId: z.string(),
    amount: z.number().describe('Shillings'),
    feeAmount: z.number(),
    netAmount: z.number().describe('What the member receives'),
    owedAmount: z.number().describe('What is to be recovered'),
    narration: z.string(),
    season: z.string(),
    channel: z.enum(loanChannels),
    channelReference: z.string().nullable(),
    dateCreated: z.iso.datetime({ offset: true }),
    approvalComment: z.string().nullable(),
    paymentType: z.enum(paymentTypes),
    disburseStatus: Status.extend({ description: z.string() }),
    partnerStatus: named,
    disburseApprovalDecisionDate: z.iso.datetime({ offset: true }).nullable(),
    disbursementTransaction: z.string().nullable().describe('What the bank calls the payment'),
    internalFtRef: z.string().nullable().describe('The same, under the name that disbursed loans use'),
    farmer: z.object({
      id: Id,
      farmerId: z.string(),
      fullName: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      mobileNumber: z.string(),
      memberNumber: z.string(),
      farmerType: z.object({ name: z.string() }),
    }),
    grower: z.object({ organisationName: z.string(), organisationCode: z.string() }),
    loan: z.object({
      dateRequested: z.iso.datetime({ offset: true }),
      loanId: z.string(),
      growerCode: z.string(),
      season: z.string(),
      loanAmount: z.number(),
      recoveryStatus: named,
    }),
    nationalId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    fullName: z.string(),
    memberNumber: z.string(),
    mobileNumber: z.string(),
    organisationName: z.string(),
    organisationCode: z.string(),
    lenderName: z.string(),
    createdBy: z.string(),
    approvedBy: z.string().nullable(),
    approvedAt: z.iso.datetime({ offset: true }).nullable(),
    decidedBy: z.string().nullable(),
    status: Status,
  })
  .extend(Actionable.shape)
export type LoanRequest = z.output<typeof LoanRequest>

const LoanAccount = z.object({
  institutionName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  isVerified: z.boolean(),
})
/** A limit of a season in shillings, as it stands this moment. */
const LoanLimit = z.object({
  granted: z.number(),
  used: z.number(),
  reserved: z.number(),
  arrears: z.number().describe('Still owed of earlier seasons'),
  available: z.number(),
})
export type LoanLimit = z.output<typeof LoanLimit>

/** The part of a limit that one lender has granted. A loan is taken of one part. */
export const LenderPart = z.object({
  code: z.string().describe('The organisation code of the lender, as a request may name it'),
  name: z.string(),
  granted: z.number(),
  used: z.number(),
  reserved: z.number(),
  arrears: z.number().describe('Still owed to this lender of earlier seasons'),
  available: z.number().describe('What may be borrowed of this lender now, in whole shillings'),
})
export type LenderPart = z.output<typeof LenderPart>

/** What a decision needs to know beside the request itself, all of this moment. */
export const LoanRequestDetail = LoanRequest.extend({
  account: LoanAccount,
  limit: LoanLimit.describe('In sum, of all lenders'),
  lenders: z.array(LenderPart),
  fundAvailable: z.number().nullable().describe('What the fund has; shown to who lends'),
  bars: z.array(Bar).describe('What would refuse an authorisation now'),
})
export type LoanRequestDetail = z.output<typeof LoanRequestDetail>

/** Who asks for a loan, what the limit leaves, and what stands in the way: the form shows it before anybody types an amount. */
export const BorrowingMember = z.object({
  id: Id,
  fullName: z.string(),
  memberNumber: z.string(),
  nationalId: z.string(),
  season: z.string().nullable().describe('The season of the last limit'),
  lenderName: z.string().nullable().describe('All who have granted it, the oldest grant first'),
  limit: LoanLimit.describe('In sum, of all lenders'),
  lenders: z.array(LenderPart),
  account: LoanAccount,
  paymentType: z.enum(paymentTypes),
  least: z.number().describe('Smallest amount that may be requested'),
  feeHundredths: z.number().int().describe('Hundredths of a percent'),
  feeAddedOn: z.boolean(),
  waiting: z.number().int().describe('Requests of the member that are not decided yet'),
  bars: z.array(Bar),
})
export type BorrowingMember = z.output<typeof BorrowingMember>
