import { z } from 'zod'
import { endpoint, Id, idParam } from '#contract/kit/endpoint.ts'
import { PayoutStand } from '#contract/payouts/payoutStand.ts'
import { readsLoans } from './loanRequests.ts'

/** The way of a loan to the member. Inside the bank there is no channel between the fund and the member. */
const loanStages = ['REQUESTED', 'APPROVED', 'FUND', 'PESALINK', 'MPESA', 'MEMBER'] as const
export type LoanStage = (typeof loanStages)[number]

const stageStates = ['DONE', 'NOW', 'STOPPED', 'AHEAD'] as const
export type StageState = (typeof stageStates)[number]

/** Where a loan is on its way to the member, like a parcel. */
export const LoanTrack = z.object({
  id: Id,
  netAmount: z.number().describe('What the member receives, in shillings'),
  stages: z.array(
    z.object({
      stage: z.enum(loanStages),
      state: z.enum(stageStates),
      at: z.iso.datetime({ offset: true }).nullable(),
      by: z.string().nullable(),
    }),
  ),
  stand: PayoutStand.nullable().describe('How its payout stands; nothing before it is authorised'),
})
export type LoanTrack = z.output<typeof LoanTrack>

export const loanTracks = {
  track: endpoint({
    method: 'GET',
    path: '/loan/request/:id/track',
    allow: [...readsLoans, 'CAN_VIEW_PAYOUTS'],
    summary:
      'The way of a loan from the request to the member: where it is, why it stands still, who can bring it on, and whether that is the reader',
    params: idParam,
    answer: LoanTrack,
    errors: ['record.not_found'],
  }),
}
