import { toAmount } from '#contract/kit/money.ts'
import { stepsFor } from '#contract/kit/workflow.ts'
import { loanRequestFlow, type LoanStatus } from '#contract/loans/loanFlow.ts'
import type { LenderPart, LoanLimit, LoanRequest, LoanRequestDetail } from '#contract/loans/loanRows.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import { Refused } from '#server/kit/refused.ts'
import { personal, searchesOpenly, type Organisation } from '#server/kit/scope.ts'
import { wireStates } from '#server/kit/records/wireStates.ts'
import { statusOf } from '#server/kit/web/status.ts'
import { balanceOf } from '#server/ledger/ledger.ts'
import { lendersOf, limitBars, limitOf, type LiveLender, type LiveLimit } from '#server/ledger/limits.ts'
import { barsOf, findBorrower, fundCovers, hasWay, paymentTypeOf, barsOnWire } from './borrower.ts'
import { fundOf, limitOfLoan, type LoanMoney } from './loanMoney.ts'

/** Requests wait for their society and then for who lends: nobody authorises another's money. */
export const loanRequestKind = recordKind({
  flow: loanRequestFlow,
  table: 'loan_requests',
  where: sql<boolean>`true`,
  title: sql<string>`(select f.full_name || ', ' || f.member_number from farmers f where f.id = t.farmer_id)`,
  atStake: sql<string>`'KES ' || to_char(t.amount_cents / 100, 'FM999,999,999')`,
  decidedBy: ({ organisationId }) => sql<boolean>`${organisationId}::uuid in (t.organisation_id, t.lender_id)`,
})

export type StoredLoan = LoanMoney & {
  reference: string
  owedCents: bigint
  channel: LoanRequest['channel']
  channelReference: string | null
  narration: string
  paymentType: LoanRequest['paymentType'] | null
  accountNumber: string | null
  accountName: string | null
  partnerStatus: string
  partnerReference: string | null
  recoveryStatus: string
  status: LoanStatus
  version: number
  makers: string[]
  createdAt: Date
  approvedAt: Date | null
  decidedAt: Date | null
  comment: string | null
  createdBy: string
  approvedBy: string | null
  decidedBy: string | null
  idNumber: string
  fullName: string
  firstName: string
  lastName: string
  mobileNumber: string
  memberNumber: string
  farmerType: string
  institutionCode: string
  institutionType: BankAccount['institutionType']
  institutionName: string
  ownNumber: string
  ownName: string
  accountState: string
  organisationName: string
  organisationCode: string
  lenderName: string
}

const from = sql`loan_requests t join farmers f on f.id = t.farmer_id join institutions i on i.code = coalesce(t.institution_code, f.institution_code)
  join organisations o on o.id = t.organisation_id join organisations lender on lender.id = t.lender_id join users maker on maker.id = t.made_by
  left join users approver on approver.id = t.approved_by left join users decider on decider.id = t.decided_by`
const select = sql<StoredLoan>`t.id, t.organisation_id as "organisationId", t.lender_id as "lenderId", t.farmer_id as "farmerId", t.season, t.reference, t.channel,
  t.channel_reference as "channelReference", t.amount_cents as "amountCents", t.fee_cents as "feeCents", t.net_cents as "netCents", t.owed_cents as "owedCents", t.narration,
  t.payment_type as "paymentType", t.account_number as "accountNumber", t.account_name as "accountName", t.partner_status as "partnerStatus", t.partner_reference as "partnerReference",
  t.recovery_status as "recoveryStatus", t.status, t.version, t.makers, t.created_at as "createdAt", t.approved_at as "approvedAt", t.decided_at as "decidedAt", t.decision_comment as comment,
  maker.full_name as "createdBy", approver.full_name as "approvedBy", decider.full_name as "decidedBy",
  f.id_number as "idNumber", f.full_name as "fullName", f.first_name as "firstName", f.last_name as "lastName", f.mobile_number as "mobileNumber", f.member_number as "memberNumber",
  f.type as "farmerType", i.code as "institutionCode", i.type as "institutionType", i.name as "institutionName", f.account_number as "ownNumber", f.account_name as "ownName",
  f.account_state as "accountState", o.name as "organisationName", o.code as "organisationCode", lender.name as "lenderName"`

const ofMember = (columns: string) =>
  sql<string>`(select ${sql.raw(columns)} || ' ' || t.reference from farmers f where f.id = t.farmer_id)`

const states = wireStates(loanRequestFlow)

/** How the list is read: of one society, or of all in reach. */
export const loanSource = (
  actor: Actor,
  organisation: Organisation,
  { search }: { search: string },
): ListSource<StoredLoan> => ({
  base: sql`loan_requests t`,
  from,
  select,
  where: [
    ...(organisation ? [sql`t.organisation_id = ${organisation.id}`] : []),
    ...searchesOpenly(actor, search, ofMember(`f.full_name || ' ' || f.member_number`)),
  ],
  columns: {
    dateCreated: sql`t.id`,
    amount: sql`t.amount_cents`,
    status: states.column,
    season: sql`t.season`,
    channel: sql`t.channel`,
  },
  filters: { status: states.filter },
  search: ofMember('f.search_text'),
  find: (patterns, most) => sql`find_loan_requests(${organisation?.id ?? null}, ${patterns}, ${most})`,
})

/** A loan request on the wire, with the steps this user may take. */
export const shapeLoan =
  (actor: Actor) =>
  (stored: StoredLoan): LoanRequest => {
    const status = statusOf(loanRequestFlow, stored.status)
    const [nationalId, mobileNumber] = [personal(actor, stored.idNumber), personal(actor, stored.mobileNumber)]
    const { fullName, firstName, lastName, memberNumber, organisationName, organisationCode } = stored
    const dateCreated = stored.createdAt.toISOString()
    return {
      id: stored.id,
      referenceId: stored.reference,
      amount: toAmount(stored.amountCents),
      feeAmount: toAmount(stored.feeCents),
      netAmount: toAmount(stored.netCents),
      owedAmount: toAmount(stored.owedCents),
      narration: stored.narration,
      season: stored.season,
      channel: stored.channel,
      channelReference: stored.channelReference,
      dateCreated,
      approvalComment: stored.comment,
      paymentType: stored.paymentType ?? paymentTypeOf({ ...stored, accountNumber: stored.ownNumber }),
      disburseStatus: { ...status, description: loanRequestFlow.states[stored.status].label },
      partnerStatus: { statusName: stored.partnerStatus },
      disburseApprovalDecisionDate: stored.approvedAt?.toISOString() ?? null,
      disbursementTransaction: stored.partnerReference,
      internalFtRef: stored.partnerReference,
      farmer: {
        id: stored.farmerId,
        farmerId: nationalId,
        fullName,
        firstName,
        lastName,
        mobileNumber,
        memberNumber,
        farmerType: { name: stored.farmerType },
      },
      grower: { organisationName, organisationCode },
      loan: {
        dateRequested: dateCreated,
        loanId: stored.reference,
        growerCode: organisationCode,
        season: stored.season,
        loanAmount: toAmount(stored.amountCents),
        recoveryStatus: { statusName: stored.recoveryStatus },
      },
      nationalId,
      firstName,
      lastName,
      fullName,
      memberNumber,
      mobileNumber,
      organisationName,
      organisationCode,
      lenderName: stored.lenderName,
      createdBy: stored.createdBy,
      approvedBy: stored.approvedBy,
      approvedAt: stored.approvedAt?.toISOString() ?? null,
      decidedBy: stored.decidedBy,
      status,
      version: stored.version,
      steps: ofLender(stepsFor(loanRequestFlow, stored, actor), stored, actor),
    }
  }

/** As `mustLend`, for the list. */
function ofLender<Steps extends Record<string, string | null>>(
  steps: Steps,
  { lenderId }: StoredLoan,
  actor: Actor,
): Steps {
  if (lenderId === actor.organisationId) return steps
  const barred = (code: string | null | undefined) => code ?? 'loan.other_lender'
  return { ...steps, authorize: barred(steps['authorize']), decline: barred(steps['decline']) }
}

/** One request that the transaction may see. */
export async function findLoan(tx: Tx, id: string): Promise<StoredLoan> {
  const [stored] = await rows(tx, sql<StoredLoan>`select ${select} from ${from} where t.id = ${id}`)
  if (!stored) throw new Refused('record.not_found')
  return stored
}

/** The request with what a decision needs to know: account, live limit, fund, and what stands in the way. */
export async function getLoanDetail(tx: Tx, actor: Actor, id: string): Promise<LoanRequestDetail> {
  const loan = await findLoan(tx, id)
  const lends = loan.lenderId === actor.organisationId
  return {
    ...shapeLoan(actor)(loan),
    account: {
      institutionName: loan.institutionName,
      accountNumber: personal(actor, loan.accountNumber ?? loan.ownNumber),
      accountName: loan.accountName ?? loan.ownName,
      isVerified: loan.accountState === 'VERIFIED',
    },
    limit: limitOnWire(await limitOf(tx, limitOfLoan(loan))),
    lenders: lendersOnWire(await lendersOf(tx, limitOfLoan(loan))),
    fundAvailable: lends ? toAmount((await balanceOf(tx, fundOf(loan.lenderId))).availableCents) : null,
    bars: await barsOfLoan(tx, loan),
  }
}

async function barsOfLoan(tx: Tx, loan: StoredLoan): Promise<LoanRequestDetail['bars']> {
  const isOpen = Object.values(loanRequestFlow.steps).some(({ from: states }) =>
    (states as readonly string[]).includes(loan.status),
  )
  const borrower = isOpen ? await findBorrower(tx, sql`f.id = ${loan.farmerId}`) : undefined
  if (!borrower) return []
  const [limit] = await limitBars(tx, [limitOfLoan(loan)])
  const isCovered = await fundCovers(tx, loan.lenderId, loan.netCents)
  return barsOnWire([
    ...(await barsOf(tx, borrower)),
    ...(limit ? [limit] : []),
    ...(hasWay(borrower, loan.netCents) ? [] : (['loan.no_way'] as const)),
    ...(isCovered ? [] : (['loan.fund_short'] as const)),
  ])
}

export const limitOnWire = (limit: Omit<LiveLimit, 'shortCents'>): LoanLimit => ({
  granted: toAmount(limit.grantedCents),
  used: toAmount(limit.usedCents),
  reserved: toAmount(limit.reservedCents),
  arrears: toAmount(limit.arrearsCents),
  available: toAmount(limit.availableCents),
})

/** The parts of a limit in shillings, a line for each lender. */
export const lendersOnWire = (parts: readonly LiveLender[]): LenderPart[] =>
  parts.map(({ code, name, ...part }) => ({ code, name, ...limitOnWire(part) }))
