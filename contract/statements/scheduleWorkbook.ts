import { z } from 'zod'
import { endpoint, Id } from '#contract/kit/endpoint.ts'
import { scheduleReads } from '#contract/schedules/scheduleLines.ts'

export const scheduleWorkbook = {
  workbook: endpoint({
    method: 'GET',
    path: '/payment/schedule/:id/workbook',
    allow: scheduleReads,
    summary:
      'A payment schedule as a workbook: what it is made of, and a row for each member with a column for each lender; audited as personal data',
    params: z.object({ id: Id }),
    answer: { binary: 'xlsx' },
    errors: ['record.not_found'],
  }),
}
