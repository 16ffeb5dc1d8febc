import { toAmount } from '#contract/kit/money.ts'
import { loanSum, type FeeTerms, type LoanSum } from '#contract/loans/loanFee.ts'
import type { loanRequest } from '#contract/loans/loanRequests.ts'
import type { BorrowingMember, LoanRequest } from '#contract/loans/loanRows.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { now } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { newId, randomLetters } from '#server/kit/ids.ts'
import { Refused } from '#server/kit/refused.ts'
import { personal } from '#server/kit/scope.ts'
import { done, type Call } from '#server/kit/web/serve.ts'
import type { Read } from '#server/kit/records/serveRecord.ts'
import { lendersOf, limitOf, lockLimit, reserveLimit } from '#server/ledger/limits.ts'
import { readSetting } from '#server/facts/settings.ts'
import {
  barsOf,
  findBorrower,
  fundCovers,
  mustBeLendable,
  mustHaveWay,
  paymentTypeOf,
  barsOnWire,
  type Borrower,
} from './borrower.ts'
import { chooseLender } from './chooseLender.ts'
import { lendersOnWire, limitOnWire, loanRequestKind } from './loanRows.ts'

type RequestCall = Call<typeof loanRequest.calls.request>

/**
 * Opens a loan request and reserves the limit of its lender in the same transaction, so that two requests never share it. What a
 * channel sends again under its own reference is answered as it stands, whatever has happened to it meanwhile.
 */
export async function requestLoan(call: RequestCall, read: Read<typeof LoanRequest>) {
  const { tx, actor, body } = call
  if (actor.organisationType !== 'FARMER_SOCIETY') throw new Refused('organisation.not_allowed')
  const which = sql`f.organisation_id = ${actor.organisationId} and (f.id::text = ${body.farmerId.toLowerCase()} or f.id_number = ${body.farmerId.toUpperCase()})`
  const borrower = await findBorrower(tx, which)
  if (!borrower) throw new Refused('loan.unknown_member')
  // The same sent twice at once: the second waits here, and finds the first.
  await lockLimit(tx, { farmerId: borrower.id })
  const earlier = await findSameReference(call, borrower)
  if (earlier) return done('Already asked for', await read(tx, actor, earlier))
  await mustBeLendable(tx, borrower)
  const { organisationId, id: farmerId, season } = borrower
  if (season === null) throw new Refused('loan.no_lender')
  const terms = await feeTerms(tx)
  const sum = await sumOf(tx, body.amount, terms)
  const limit = { organisationId, farmerId, season }
  const { lenderId } = await chooseLender(tx, limit, { lender: body.lender, amountCents: sum.amountCents })
  mustHaveWay(borrower, sum, terms)
  if (!(await fundCovers(tx, lenderId, sum.netCents))) throw new Refused('loan.fund_short')
  const id = await insertLoan(call, { borrower, season, lenderId, sum })
  if (id === null) return requestLoan(call, read)
  await reserveLimit(tx, { ...limit, lenderId }, { requestId: id, amountCents: sum.amountCents })
  const loan = await read(tx, actor, id)
  await writeAudit(tx, {
    by: actor,
    organisationId,
    kind: loanRequestKind.flow.kind,
    recordId: id,
    title: `${borrower.fullName}, ${borrower.memberNumber}`,
    action: 'create',
    to: 'PENDING_APPROVAL',
    comment: body.narration || null,
    changes: { amount: { before: null, after: loan.amount }, reference: { before: null, after: loan.referenceId } },
    requestId: call.request.id,
  })
  return done('Loan requested; it waits for approval', loan)
}

/** The request that stands under this reference of the channel, or null. The same reference for something else is refused. */
async function findSameReference({ tx, actor, body }: RequestCall, borrower: Borrower): Promise<string | null> {
  if (!body.reference) return null
  const [earlier] = await rows(
    tx,
    sql<{
      id: string
      farmerId: string
      amountCents: bigint
    }>`select id, farmer_id as "farmerId", amount_cents as "amountCents" from loan_requests
      where organisation_id = ${actor.organisationId} and channel = ${body.channel} and channel_reference = ${body.reference}`,
  )
  if (!earlier) return null
  if (earlier.farmerId !== borrower.id || earlier.amountCents !== BigInt(body.amount) * 100n)
    throw new Refused('loan.reference_taken')
  return earlier.id
}

const feeTerms = async (tx: Tx): Promise<FeeTerms> => ({
  hundredths: await readSetting(tx, 'loanFeeHundredths'),
  addedOn: await readSetting(tx, 'loanFeeAddedOn'),
})

async function sumOf(tx: Tx, amount: number, terms: FeeTerms): Promise<LoanSum> {
  const amountCents = BigInt(amount) * 100n
  const least = BigInt(await readSetting(tx, 'loanLeastCents'))
  if (amountCents < least)
    throw new Refused('loan.amount_low', { details: { fields: { amount: `At least KES ${toAmount(least)}` } } })
  return loanSum(amountCents, terms)
}

type NewLoan = { borrower: Borrower; season: string; lenderId: string; sum: LoanSum }

/** Answers null when the same reference came in at the same moment and was first. */
async function insertLoan({ tx, actor, body }: RequestCall, { borrower, season, lenderId, sum }: NewLoan) {
  const [inserted] = await rows(
    tx,
    sql<{
      id: string
    }>`insert into loan_requests (id, organisation_id, lender_id, farmer_id, season, reference, channel, channel_reference,
        amount_cents, fee_cents, net_cents, owed_cents, narration, status, makers, made_by, created_at)
      values (${newId()}, ${borrower.organisationId}, ${lenderId}, ${borrower.id}, ${season}, ${newReference()}, ${body.channel}, ${body.reference ?? null},
        ${sum.amountCents}, ${sum.feeCents}, ${sum.netCents}, ${sum.owedCents}, ${body.narration}, 'PENDING_APPROVAL', array[${actor.userId}]::uuid[], ${actor.userId}, ${now()})
      on conflict (organisation_id, channel, channel_reference) do nothing returning id`,
  )
  return inserted?.id ?? null
}

const newReference = (): string => `LN${randomLetters(10)}`

/** The member for the form: what may be borrowed this moment, and what stands in the way. */
export async function borrowingMember(tx: Tx, actor: Actor, memberNumber: string): Promise<BorrowingMember> {
  const which = sql`f.organisation_id = ${actor.organisationId} and f.member_number = ${memberNumber.toUpperCase()}`
  const borrower = await findBorrower(tx, which)
  if (!borrower) throw new Refused('loan.unknown_member')
  const { id: farmerId, organisationId, season } = borrower
  const limit = { organisationId, farmerId, season: season ?? '' }
  const lenders = await lendersOf(tx, limit)
  const { hundredths: feeHundredths, addedOn: feeAddedOn } = await feeTerms(tx)
  const { waiting } = await one(
    tx,
    sql<{
      waiting: number
    }>`select count(*)::int as waiting from loan_requests where farmer_id = ${farmerId} and status in ('PENDING_APPROVAL', 'APPROVED')`,
  )
  return {
    id: farmerId,
    fullName: borrower.fullName,
    memberNumber: borrower.memberNumber,
    nationalId: personal(actor, borrower.idNumber),
    season,
    lenderName: lenders.map(({ name }) => name).join(', ') || null,
    limit: limitOnWire(await limitOf(tx, limit)),
    lenders: lendersOnWire(lenders),
    account: {
      institutionName: borrower.institutionName,
      accountNumber: personal(actor, borrower.accountNumber),
      accountName: borrower.accountName,
      isVerified: borrower.accountState === 'VERIFIED',
    },
    paymentType: paymentTypeOf(borrower),
    least: toAmount(BigInt(await readSetting(tx, 'loanLeastCents'))),
    feeHundredths,
    feeAddedOn,
    waiting,
    bars: barsOnWire(await barsOf(tx, borrower)),
  }
}
