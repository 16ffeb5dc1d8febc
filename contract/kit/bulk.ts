import { z } from 'zod'
import { actionAnswer, Comment } from './endpoint.ts'

/** What became of one record of a bulk call: a refusal of one does not touch the others. */
export const Outcome = z.object({
  id: z.uuid(),
  outcome: z.enum(['done', 'skipped', 'failed']),
  code: z.string().optional(),
  message: z.string().optional(),
})

/** One outcome per record, and how many of each. */
const outcomesOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ done: z.number().int(), skipped: z.number().int(), failed: z.number().int(), rows: z.array(row) })

/** What a bulk call answers when something was done, and the details of its refusal when nothing was. */
export const answersEach = <Row extends z.ZodType>(row: Row) => ({
  answer: actionAnswer(outcomesOf(row)),
  outcomes: outcomesOf(row),
})

/** Many records that are approved or declined at once, each at the version that was seen. */
export const bulkDecision = z.object({
  step: z.enum(['approve', 'decline']),
  approverComment: Comment,
  records: z
    .array(z.object({ id: z.uuid(), version: z.number().int() }))
    .min(1)
    .max(100),
})
