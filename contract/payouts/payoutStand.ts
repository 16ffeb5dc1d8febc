import { z } from 'zod'
import { Id } from '#contract/kit/endpoint.ts'
import type { Permission } from '#contract/house/permissions.ts'
import { payoutChannels, type Payout, type PayoutChannel } from './payouts.ts'

type Cause = {
  /** Counted under "Needs attention": it does not go on as it should. */
  attention: boolean
  /** What somebody needs who can bring it on, and whose people they are; null where time or the bank does it. */
  by: Permission | null
  of: 'funds' | 'society'
}

/** Why a payout stands where it does. Each says who can bring it on, and whether it counts as needing attention. */
export const payoutCauses = {
  QUEUED: { attention: false, by: null, of: 'funds' },
  SENDING: { attention: false, by: null, of: 'funds' },
  PAID: { attention: false, by: null, of: 'funds' },
  PAUSED: { attention: true, by: 'CAN_STOP_PAYOUTS', of: 'funds' },
  HELD_BACK: { attention: true, by: null, of: 'funds' },
  IN_DOUBT: { attention: true, by: 'CAN_QUERY_PAYOUTS', of: 'funds' },
  RETURNING: { attention: true, by: null, of: 'funds' },
  STUCK: { attention: true, by: 'CAN_RECONCILE', of: 'funds' },
  STUCK_PROPOSED: { attention: true, by: 'CAN_APPROVE_RECONCILIATION', of: 'funds' },
  FAILED: { attention: true, by: 'CAN_CREATE_LOAN_REQUEST', of: 'society' },
  REVERSED: { attention: true, by: 'CAN_CREATE_LOAN_REQUEST', of: 'society' },
} as const satisfies Record<string, Cause>
export type PayoutCause = keyof typeof payoutCauses

/** Why a payout stands where it does, from what its row says. */
export function causeOf({ status, waitsFor }: Pick<Payout, 'status' | 'waitsFor'>, isProposed: boolean): PayoutCause {
  if (waitsFor === 'pause') return 'PAUSED'
  if (waitsFor === 'velocity') return 'HELD_BACK'
  if (status === 'REVERSAL_FAILED') return isProposed ? 'STUCK_PROPOSED' : 'STUCK'
  return status
}

const time = z.iso.datetime({ offset: true })

/** Where a payout stands, why, since when, who can bring it on, and whether that is the reader. */
export const PayoutStand = z.object({
  payoutId: Id,
  cause: z.enum(Object.keys(payoutCauses) as [PayoutCause, ...PayoutCause[]]), // border: the keys of the list
  channel: z
    .enum(Object.keys(payoutChannels) as [PayoutChannel, ...PayoutChannel[]]) // border: the keys of the list
    .nullable()
    .describe('The channel it waits for or is in; nothing once it has ended'),
  reason: z.string().describe('In the words of the bank, or one of our codes'),
  since: time,
  nextAt: time.nullable().describe('When it is sent or queried next without anybody doing anything'),
  pause: z
    .object({ reason: z.string(), by: z.string(), organisationName: z.string(), at: time })
    .nullable()
    .describe('Who has paused the channel it waits for'),
  actors: z.array(z.object({ fullName: z.string(), organisationName: z.string() })).describe('Who can bring it on'),
  isYours: z.boolean().describe('Whether the reader is one of them'),
})
export type PayoutStand = z.output<typeof PayoutStand>
