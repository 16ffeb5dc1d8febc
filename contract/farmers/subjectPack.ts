import { z } from 'zod'
import { endpoint, idParam } from '#contract/kit/endpoint.ts'

export const subjectPack = {
  pack: endpoint({
    method: 'GET',
    path: '/farmer/:id/pack',
    allow: 'CAN_VIEW_PERSONAL_DATA',
    summary:
      'Everything held on one farmer, for the farmer: machine-readable or to print. Each is written into the trail',
    params: idParam,
    query: z.object({
      format: z.enum(['json', 'pdf']).default('json'),
      language: z.enum(['en', 'sw']).default('en').describe('Of the print; the machine-readable pack has one'),
    }),
    answer: { binary: 'any' },
    errors: ['record.not_found'],
  }),
}
