import { z } from 'zod'
import { oneLine } from '#contract/kit/oneLine.ts'
import { ChangeRequest, changeFlow, changeRecord } from '#contract/kit/changeRequest.ts'
import { actionAnswer, endpoint, idParam } from '#contract/kit/endpoint.ts'

/** How a payout that is stuck in transit is resolved: one person proposes it, another decides. */
export const payoutResolutionFlow = changeFlow({
  kind: 'payout_resolution',
  record: 'payout resolution',
  propose: 'CAN_RECONCILE',
  approve: 'CAN_APPROVE_RECONCILIATION',
  organisationTypes: ['KPCU', 'COOPERATIVE_BANK'],
})

/** The resolutions, and what an approval does. In the first two the bank's word decides once more; the other two rest on evidence. */
export const payoutResolutionTitles = {
  RETURN_AGAIN: {
    title: 'Send the return again',
    effect: 'The whole sum goes from transit back to the fund once more. The bank’s word decides what becomes of it.',
  },
  REST_AGAIN: {
    title: 'Send the rest again',
    effect: 'What was not paid goes to the member once more. The bank’s word decides what becomes of it.',
  },
  CAME_BACK: {
    title: 'It is back in the fund',
    effect: 'Counts as returned: the member owes nothing, and the limit is free. Nothing is sent.',
  },
  WAS_PAID: {
    title: 'The member has all of it',
    effect: 'Counts as paid: the member owes it, and the limit is used. Nothing is sent.',
  },
} as const
export type PayoutResolution = keyof typeof payoutResolutionTitles
export const payoutResolutionName = z.enum(
  Object.keys(payoutResolutionTitles) as [PayoutResolution, ...PayoutResolution[]],
) // border: the keys of the list

/** Ways that no word of the bank follows: they need what shows that it is so. */
export const restsOnEvidence = (resolution: string): boolean => resolution === 'CAME_BACK' || resolution === 'WAS_PAID'

const decides = ['statement.other_lender', 'payout.not_stuck', 'payout.evidence_used'] as const

export const payoutResolution = changeRecord({
  flow: payoutResolutionFlow,
  list: { name: 'payout-resolutions', title: 'Payout resolutions', searchIn: 'Name or reference' },
  headline: ({ title: name, after }) => {
    const { resolution, amount } = after as { resolution: PayoutResolution; amount: number } // border: as it was proposed
    return { says: 'resolvePayout', name, amount, what: payoutResolutionTitles[resolution].title }
  },
  reads: 'CAN_VIEW_PAYOUTS',
  paths: {
    lists: {
      list: {
        path: '/payouts/resolutions',
        summary: 'What was proposed for payouts that are stuck in transit, and decided',
      },
    },
    one: { path: '/payouts/resolutions/:id', summary: 'One proposal for a stuck payout' },
    steps: {
      approve: {
        path: '/payouts/resolutions/approve',
        stepUp: true,
        summary: 'Approve the proposed resolution of a stuck payout',
        errors: decides,
      },
      decline: {
        path: '/payouts/resolutions/decline',
        summary: 'Decline what somebody else has proposed for a stuck payout, with a reason',
        errors: ['statement.other_lender'],
      },
      withdraw: { path: '/payouts/resolutions/withdraw', errors: ['statement.other_lender'] },
    },
  },
  calls: {
    propose: endpoint({
      method: 'POST',
      path: '/payouts/:id/resolution',
      allow: 'CAN_RECONCILE',
      summary: 'Propose a resolution of a payout stuck in transit; another person decides',
      params: idParam,
      body: z.object({
        resolution: payoutResolutionName,
        bankReference: z
          .string()
          .trim()
          .max(40)
          .regex(/^[\w/-]*$/, 'Letters, digits and dashes only')
          .optional()
          .describe('What the bank calls the payment that shows it; needed where nothing is sent'),
        reason: oneLine(500, 'A reason is required').min(1, 'A reason is required'),
      }),
      answer: actionAnswer(ChangeRequest),
      errors: ['record.not_found', 'input.invalid', 'change.open', 'organisation.not_allowed', ...decides],
    }),
  },
})
