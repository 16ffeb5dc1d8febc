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

type Line = { id: string; organisationId: string; netCents: bigint }

/** A member was paid: the money is no longer the society's. */
export const memberPaid = ({ id, organisationId, netCents }: Line): Movement => ({
  type: 'post',
  reference: `schedule_line/${id}/paid`,
  cause: { kind: 'schedule_line', id },
  debit: ofSociety('outside', organisationId),
  credit: ofSociety('clearing', organisationId),
  amountCents: netCents,
})

type LenderPayment = { id: string; organisationId: string; lenderId: string; amountCents: bigint }
type Recovered = { lineId: string; farmerId: string; season: string; amountCents: bigint }

/** A lender was paid: its fund has the money, and each member owes so much less. */
export const lenderPaid = (
  { id, organisationId, lenderId, amountCents }: LenderPayment,
  recovered: readonly Recovered[],
): Movement[] => [
  {
    type: 'post',
    reference: `schedule_lender/${id}/paid`,
    cause: { kind: 'schedule_lender', id },
    debit: ofSociety('outside', organisationId),
    credit: ofSociety('clearing', organisationId),
    amountCents,
  },
  ...recovered.map(({ lineId, farmerId, season, amountCents: cents }): Movement => ({
    type: 'post',
    reference: `schedule_line/${lineId}/recovered/${lenderId}/${season}`,
    cause: { kind: 'schedule_lender', id },
    narration: 'Recovered of cherry',
    debit: { kind: 'fund', organisationId: lenderId, subjectId: lenderId },
    credit: { kind: 'loan', organisationId, subjectId: farmerId, season, lenderId },
    amountCents: cents,
  })),
]
