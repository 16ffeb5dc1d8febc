import { z } from 'zod'
import { endpoint, plainAnswer } from '#contract/kit/endpoint.ts'

/** Who sends us messages about transfers: Co-operative Bank for what goes inside and through PesaLink, and M-PESA. */
export const bankProviders = ['coop', 'mpesa'] as const
export type BankProvider = (typeof bankProviders)[number]

/** What the bank sends us of its own accord. */
export const bankMessages = {
  callback: endpoint({
    method: 'POST',
    path: '/bank/callbacks/:provider',
    allow: 'anyone',
    signed: true,
    summary: 'What became of a transfer, as the bank or M-PESA reports it; kept once, however often it is sent',
    params: z.object({ provider: z.enum(bankProviders) }),
    answer: plainAnswer,
  }),
}
