import type { AccountName } from '#server/ledger/accounts.ts'
import type { Movement, Post } from '#server/ledger/ledger.ts'
import { mirrorOf } from '#server/payments/mirrorOf.ts'

/** Dollars of buyers that lie on the settlement account of the bank. */
const proceedsOf = (bankId: string): AccountName => ({
  kind: 'proceeds',
  organisationId: bankId,
  subjectId: bankId,
  currency: 'USD',
})
const ofPayee = (kind: 'clearing' | 'outside', payeeId: string): AccountName => ({
  kind,
  organisationId: payeeId,
  subjectId: payeeId,
  currency: 'USD',
})

/** A payment of a buyer that two people have recorded: the dollars lie on the settlement account. */
export const buyerPaid = ({ id, bankId, amountCents, paidOn, invoice }: BuyerPaid): Post => ({
  reference: `buyer_payment/${id}`,
  cause: { kind: 'buyer_payment', id },
  narration: invoice,
  businessDate: paidOn,
  debit: proceedsOf(bankId),
  credit: { kind: 'outside', organisationId: bankId, subjectId: bankId, currency: 'USD' },
  amountCents,
})
type BuyerPaid = { id: string; bankId: string; amountCents: bigint; paidOn: string; invoice: string }

/** What the ledger needs to know of a leg. Who has no organisation here is paid on behalf of the bank. */
export type LegMoney = {
  id: string
  eslipId: string
  place: number
  kind: string
  payeeId: string
  amountCents: bigint
  narration: string
}

/** The proceeds of a lot are distributed: every part leaves the settlement account in the books at once, on its way to whom it is for. */
export const distributed = (legs: readonly LegMoney[], bankId: string): Movement[] =>
  legs.map(({ eslipId, place, payeeId, amountCents, narration }) => ({
    type: 'post',
    reference: `eslip/${eslipId}/${place}`,
    cause: { kind: 'eslip', id: eslipId },
    narration,
    debit: ofPayee('clearing', payeeId),
    credit: proceedsOf(bankId),
    amountCents,
  }))

/** A part has arrived: on the non-checkoff account of a society, or with whoever else is paid. */
export const legArrived = ({
  id,
  kind,
  payeeId,
  amountCents,
  narration,
}: Omit<LegMoney, 'eslipId' | 'place'>): Movement => ({
  type: 'post',
  reference: `eslip_leg/${id}/arrived`,
  cause: { kind: 'eslip_leg', id },
  narration,
  debit: kind === 'GROWER' ? mirrorOf(payeeId, 'NON_CHECKOFF') : ofPayee('outside', payeeId),
  credit: ofPayee('clearing', payeeId),
  amountCents,
})
