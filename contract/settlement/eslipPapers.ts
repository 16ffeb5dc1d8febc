import { z } from 'zod'
import { endpoint, idParam } from '#contract/kit/endpoint.ts'
import { readsSold } from './settlementReaders.ts'

/** How the code of an e-slip begins: letters that only an e-slip has, and which one it is. */
export const eslipReference = /^ES[0-9A-F]{32}$/

/** What anybody who holds an e-slip on paper may learn from its code: nothing that it does not show. */
const CheckedEslip = z.object({
  eslipNumber: z.string(),
  saleNumber: z.number().int(),
  season: z.string(),
  lotNumber: z.string(),
  weight: z.number().describe('Kilograms'),
  gross: z.number().describe('USD'),
  state: z.string().describe('How far it has come, as the contract says it'),
  fingerprint: z.string().describe('Of the lot and every leg, as they stand now'),
})
export type CheckedEslip = z.output<typeof CheckedEslip>

/** An e-slip on paper, and whether one is ours. */
export const eslipPapers = {
  download: endpoint({
    method: 'POST',
    path: '/eslip/download/:id',
    allow: readsSold,
    summary: 'An e-slip as PDF, with what the reader may know of it and a code that anybody can check',
    params: idParam,
    query: z.object({ language: z.enum(['en', 'sw']).default('en') }),
    answer: { binary: 'pdf' },
    errors: ['record.not_found', 'eslip.not_yours'],
  }),
  check: endpoint({
    method: 'GET',
    path: '/check-eslip/:code',
    allow: 'anyone',
    summary: 'Whether an e-slip on paper is ours, and what it says now',
    params: z.object({ code: z.string().min(1).max(60) }),
    answer: CheckedEslip,
    errors: ['eslip.unknown'],
  }),
}
