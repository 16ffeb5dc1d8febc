import { z } from 'zod'
import { oneLine } from '#contract/kit/oneLine.ts'
import { ChangeRequest, changeFlow, changeRecord } from '#contract/kit/changeRequest.ts'
import { actionAnswer, endpoint, Id, organisationIdParam } from '#contract/kit/endpoint.ts'
import { readsFarmers } from '#contract/house/permissions.ts'

/** A wet mill of a society, where cherry is weighed; the trade pays per factory. */
export const Factory = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  active: z.boolean().describe('Closed factories take no deliveries'),
  organisationName: z.string(),
  organisationCode: z.string(),
})
export type Factory = z.output<typeof Factory>

/** Adding, renaming, closing and reopening a factory: one person proposes, another decides. */
export const factoryChangeFlow = changeFlow({
  kind: 'factory_change',
  record: 'factory change',
  propose: 'CAN_UPLOAD_FARMERS',
  approve: 'CAN_APPROVE_FARMERS',
  undo: true,
})

export const factoryChange = changeRecord({
  flow: factoryChangeFlow,
  list: { name: 'factory-changes', title: 'Factory changes', searchIn: 'Name of the factory', pageSize: 7 },
  headline: ({ title: name, before, after }) => {
    if ('code' in before && !before['code']) return { says: 'openFactory', name }
    return { says: after['active'] === false ? 'closeFactory' : 'changeFactory', name }
  },
  reads: readsFarmers,
  paths: {
    lists: {
      changes: {
        path: '/factories/:organisationId/changes',
        summary: 'Proposed changes of factories',
      },
    },
    one: '/factories/change/:id',
    decide: {
      path: '/factories/:organisationId/decide',
      summary: 'Approve or reject a change of a factory, or withdraw the own one',
      errors: ['change.stale'],
    },
  },
  calls: {
    list: endpoint({
      method: 'GET',
      path: '/factories/:organisationId',
      allow: readsFarmers,
      summary: 'Factories of a society, open and closed',
      params: organisationIdParam,
      answer: z.array(Factory),
    }),
    propose: endpoint({
      method: 'POST',
      path: '/factories/:organisationId',
      allow: 'CAN_UPLOAD_FARMERS',
      summary: 'Request a new factory, another name for one, or its closing',
      params: organisationIdParam,
      body: z.object({
        id: Id.optional().describe('Left out for a new factory'),
        code: z
          .string('Code is required')
          .trim()
          .min(1, 'Code is required')
          .max(10, 'At most 10 characters')
          .regex(/^[A-Za-z0-9]+$/, 'Only letters and numbers allowed')
          .toUpperCase(),
        name: z.string('Name is required').trim().min(1, 'Name is required').max(60, 'At most 60 characters'),
        active: z.boolean().default(true),
        reason: oneLine(500).optional(),
      }),
      answer: actionAnswer(ChangeRequest),
      errors: ['change.nothing', 'change.open', 'record.not_found', 'input.invalid', 'organisation.not_allowed'],
    }),
  },
})
