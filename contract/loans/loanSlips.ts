import { z } from 'zod'
import { endpoint, idParam } from '#contract/kit/endpoint.ts'
import { PayoutStand } from '#contract/payouts/payoutStand.ts'
import { readsLoans } from './loanRequests.ts'
import { LoanTrack } from './loanTrack.ts'

/** What anybody who holds the slip of a loan may see: how far it has come, and nothing of whose it is or how much. */
export const FollowedLoan = z.object({
  organisationName: z.string().describe('The society, where the member can ask'),
  stages: z.array(LoanTrack.shape.stages.element.omit({ by: true })),
  stand: PayoutStand.pick({ cause: true, channel: true, since: true, nextAt: true })
    .nullable()
    .describe('How its payout stands; nothing before it is authorised'),
})
export type FollowedLoan = z.output<typeof FollowedLoan>

export const loanSlips = {
  slip: endpoint({
    method: 'GET',
    path: '/loan/request/:id/slip',
    allow: readsLoans,
    summary:
      'A slip for the member with a code behind which anybody who holds it sees how far the loan has come. Each is written into the trail',
    params: idParam,
    query: z.object({ language: z.enum(['en', 'sw']).default('en') }),
    answer: { binary: 'pdf' },
    errors: ['record.not_found'],
  }),
  follow: endpoint({
    method: 'GET',
    path: '/follow/:code',
    allow: 'anyone',
    summary: 'How far the loan of a slip has come, without personal data',
    params: z.object({ code: z.string().min(1).max(60) }),
    answer: FollowedLoan,
    errors: ['loan_slip.unknown'],
  }),
}
