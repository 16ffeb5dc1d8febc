import type { AccountName } from '#server/ledger/accounts.ts'
import type { Movement } from '#server/ledger/ledger.ts'
import { mirrorOf } from '#server/payments/mirrorOf.ts'

const ofSociety = (kind: 'clearing' | 'outside', organisationId: string): AccountName => ({
  kind,
  organisationId,
  subjectId: organisationId,
})

/** Approved: what goes to members and lenders leaves the farmers' account, so that nobody else can use it. */
export const setAside = ({
  id,
  organisationId,
  cents,
}: {
  id: string
  organisationId: string
  cents: bigint
}): Movement[] =>
  cents === 0n
    ? []
    : [
        {
          type: 'post',
          reference: `schedule/${id}/approved`,
          cause: { kind: 'communal_payment', id },
          narration: 'Payment schedule',
          debit: ofSociety('clearing', organisationId),
          credit: mirrorOf(organisationId, 'FARMERS_KES'),
          amountCents: cents,
        },
      ]

/** A line goes to M-PESA after all, which pays whole shillings: the cents stay with the society. */
export const keepCents = ({
  id,
  organisationId,
  cents,
}: {
  id: string
  organisationId: string
  cents: bigint
}): Movement => ({
  type: 'post',
  reference: `schedule_line/${id}/left`,
  cause: { kind: 'schedule_line', id },
  debit: mirrorOf(organisationId, 'FARMERS_KES'),
  credit: ofSociety('clearing', organisationId),
  amountCents: cents,
})

/** What is paid again after it came back has a reference of its own in the ledger too. */
export const paidAgain = (timesReturned: number): string => (timesReturned === 0 ? '' : `/${timesReturned + 1}`)

type Line = { id: string; organisationId: string; netCents: bigint; timesReturned: number }

/** A member was paid: the money is no longer the society's. */
export const memberPaid = ({ id, organisationId, netCents, timesReturned }: Line): Movement => ({
  type: 'post',
  reference: `schedule_line/${id}/paid${paidAgain(timesReturned)}`,
  cause: { kind: 'schedule_line', id },
  debit: ofSociety('outside', organisationId),
  credit: ofSociety('clearing', organisationId),
  amountCents: netCents,
})

/** What a member was paid has come back: it waits for the member again. */
export const memberReturned = ({ id, organisationId, netCents, timesReturned }: Line): Movement => ({
  type: 'post',
  reference: `schedule_line/${id}/returned${paidAgain(timesReturned)}`,
  cause: { kind: 'schedule_line', id },
  debit: ofSociety('clearing', organisationId),
  credit: ofSociety('outside', organisationId),
  amountCents: netCents,
})

type LenderPayment = {
  id: string
  organisationId: string
  /** Null for the payee of a deduction, who has no fund here. */
  lenderId: string | null
  amountCents: bigint
  timesReturned: number
}
type Recovered = { lineId: string; farmerId: string; season: string; amountCents: bigint }

/** A lender was paid: its fund has the money, and each member owes so much less. The payee of a deduction has no fund here: `lenderId` is null. */
export const lenderPaid = (
  { id, organisationId, lenderId, amountCents, timesReturned }: LenderPayment,
  recovered: readonly Recovered[],
): Movement[] => [
  {
    type: 'post',
    reference: `schedule_lender/${id}/paid${paidAgain(timesReturned)}`,
    cause: { kind: 'schedule_lender', id },
    debit: ofSociety('outside', organisationId),
    credit: ofSociety('clearing', organisationId),
    amountCents,
  },
  ...(lenderId === null
    ? []
    : recovered.map(({ lineId, farmerId, season, amountCents: cents }): Movement => ({
        type: 'post',
        reference: `schedule_line/${lineId}/recovered/${lenderId}/${season}${paidAgain(timesReturned)}`,
        cause: { kind: 'schedule_lender', id },
        narration: 'Recovered of cherry',
        debit: { kind: 'fund', organisationId: lenderId, subjectId: lenderId },
        credit: { kind: 'loan', organisationId, subjectId: farmerId, season, lenderId },
        amountCents: cents,
      }))),
]

/**
 * What a lender was paid has come back: its fund has not got it, and each member owes it again. `beyondCents`: what of it the lender
 * owed to the member, because there was no loan for it; it owes that no longer.
 */
export const lenderReturned = (
  { id, organisationId, lenderId, amountCents, timesReturned }: LenderPayment,
  recovered: readonly (Recovered & { beyondCents: bigint })[],
): Movement[] => [
  {
    type: 'post',
    reference: `schedule_lender/${id}/returned${paidAgain(timesReturned)}`,
    cause: { kind: 'schedule_lender', id },
    debit: ofSociety('clearing', organisationId),
    credit: ofSociety('outside', organisationId),
    amountCents,
  },
  ...recovered.flatMap(({ lineId, farmerId, season, amountCents: cents, beyondCents }): Movement[] => {
    if (lenderId === null) return []
    const back = {
      type: 'post',
      reference: `schedule_line/${lineId}/back/${lenderId}/${season}${paidAgain(timesReturned)}`,
      cause: { kind: 'schedule_lender', id },
      narration: 'Came back',
      debit: { kind: 'loan', organisationId, subjectId: farmerId, season, lenderId },
      credit: { kind: 'fund', organisationId: lenderId, subjectId: lenderId },
      amountCents: cents - beyondCents,
    } as const
    const beyond: Movement = {
      ...back,
      reference: `${back.reference}/beyond`,
      debit: { kind: 'outside', organisationId: lenderId, subjectId: lenderId },
      amountCents: beyondCents,
    }
    return [...(cents > beyondCents ? [back] : []), ...(beyondCents > 0n ? [beyond] : [])]
  }),
]
