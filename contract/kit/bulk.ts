import { z } from 'zod'
import { actionAnswer } from './endpoint.ts'

/** What became of one record of a bulk call: a refusal of one does not touch the others. */
export const Outcome = z.object({
  id: z.uuid(),
  outcome: z.enum(['done', 'skipped', 'failed']),
  code: z.string().optional(),
  message: z.string().optional(),
})

/** The answer of a bulk call: one outcome per record, and how many of each. */
export const bulkAnswer = <Row extends z.ZodType>(row: Row) =>
  actionAnswer(
    z.object({ done: z.number().int(), skipped: z.number().int(), failed: z.number().int(), rows: z.array(row) }),
  )

/** Many records that are approved or declined at once, each at the version that was seen. */
export const bulkDecision = z.object({
  step: z.enum(['approve', 'decline']),
  approverComment: z.string().trim().max(500).optional(),
  records: z
    .array(z.object({ id: z.uuid(), version: z.number().int() }))
    .min(1)
    .max(100),
})
