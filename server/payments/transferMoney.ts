import { transferKinds, type TransferKind } from '#contract/payments/societyTransfers.ts'
import type { AccountName } from '#server/ledger/accounts.ts'
import type { Movement, Post } from '#server/ledger/ledger.ts'
import { mirrorOf } from './mirrorOf.ts'

/** What the ledger needs to know of a transfer. `positionId`: the bank that buys the dollars. */
export type TransferMoney = {
  id: string
  organisationId: string
  kind: TransferKind
  amountCents: bigint
  receivedCents: bigint
  positionId: string
  narration: string
}

const clearing = ({ organisationId }: TransferMoney): AccountName => ({
  kind: 'clearing',
  organisationId,
  subjectId: organisationId,
  currency: 'USD',
})
const position = ({ positionId }: TransferMoney, currency: 'USD' | 'KES'): AccountName => ({
  kind: 'position',
  organisationId: positionId,
  subjectId: positionId,
  currency,
})
const source = ({ organisationId, kind }: TransferMoney) => mirrorOf(organisationId, transferKinds[kind].from)
const target = ({ organisationId, kind }: TransferMoney) => mirrorOf(organisationId, transferKinds[kind].to)

const post = (
  transfer: TransferMoney,
  name: string,
  move: Pick<Post, 'debit' | 'credit' | 'amountCents'>,
): Movement => ({
  type: 'post',
  reference: `transfer/${transfer.id}/${name}`,
  cause: { kind: 'society_transfer', id: transfer.id },
  narration: transfer.narration,
  ...move,
})

/** Approved: the dollars leave their account, so that nobody else can order them too. */
export const ordered = (transfer: TransferMoney): Movement[] => [
  post(transfer, 'ordered', { debit: clearing(transfer), credit: source(transfer), amountCents: transfer.amountCents }),
]

/** Carried out: they arrive, or the bank has them and the shillings that it gave for them arrive. */
export const arrived = (transfer: TransferMoney): Movement[] => {
  const { kind, amountCents, receivedCents } = transfer
  if (kind !== 'CONVERSION')
    return [post(transfer, 'arrived', { debit: target(transfer), credit: clearing(transfer), amountCents })]
  return [
    post(transfer, 'sold', { debit: position(transfer, 'USD'), credit: clearing(transfer), amountCents }),
    post(transfer, 'bought', {
      debit: target(transfer),
      credit: position(transfer, 'KES'),
      amountCents: receivedCents,
    }),
  ]
}

/** Refused by the bank: they are where they were. */
export const returned = (transfer: TransferMoney): Movement[] => [
  post(transfer, 'returned', {
    debit: source(transfer),
    credit: clearing(transfer),
    amountCents: transfer.amountCents,
  }),
]
