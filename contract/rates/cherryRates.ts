import { z } from 'zod'
import { actionAnswer, Actionable, endpoint, Id, Status } from '#contract/kit/endpoint.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { plainNumber } from '#contract/kit/plainNumber.ts'
import { record } from '#contract/kit/record.ts'
import { awaiting, proposalSteps, turnedDown } from '#contract/kit/proposal.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { readsFarmers } from '#contract/house/permissions.ts'

/** The life of a cherry rate: KPCU or the bank proposes, another person there decides, and the next one takes its place. */
export const cherryRateFlow = workflow({
  kind: 'cherry_rate',
  record: 'cherry rate',
  initial: ['PENDING_APPROVAL'],
  states: {
    ...awaiting,
    APPROVED: { id: 1, name: 'APPROVED', label: 'In force', tone: 'good' },
    ...turnedDown,
    SUPERSEDED: { id: 342, name: 'SUPERSEDED', label: 'Replaced', tone: 'neutral' },
  },
  system: [{ from: 'APPROVED', to: 'SUPERSEDED', why: 'A later rate of the society was approved' }],
  steps: proposalSteps({
    propose: 'CAN_CREATE_CHERRY_RATE',
    approve: 'CAN_APPROVE_CHERRY_RATE',
    to: 'APPROVED',
    organisationTypes: ['KPCU', 'COOPERATIVE_BANK'],
  }),
})

/** What a rate would do if it were approved today: only cherry that no limit counts yet is priced by it. */
const Effect = z.object({
  season: z.string(),
  members: z.number().int().describe('Members with approved cherry that no limit counts yet'),
  kilograms: z.number().describe('That cherry'),
  before: z.number().describe('KES it adds to limits at the rate in force'),
  after: z.number().describe('KES it adds to limits at the new rate'),
})

/** A rate in KES for a kilogram of cherry. */
export const CherryRate = z
  .object({
    id: Id,
    rate: z.number(),
    previousRate: z.number().describe('In force when this one was proposed'),
    organisation: z.object({ id: Id, organisationName: z.string(), organisationCode: z.string() }),
    organisationName: z.string(),
    reason: z.string(),
    effect: Effect.nullable().describe('Of a waiting rate only'),
    createdBy: z.string(),
    dateCreated: z.iso.datetime({ offset: true }),
    decidedBy: z.string().nullable(),
    decidedAt: z.iso.datetime({ offset: true }).nullable(),
    approverComment: z.string().nullable(),
    status: Status,
  })
  .extend(Actionable.shape)
export type CherryRate = z.output<typeof CherryRate>

/** Whole shillings and cents; what an older client writes as text is understood. */
const Rate = plainNumber(
  z
    .number('Enter a number greater than zero')
    .positive('Enter a number greater than zero')
    .max(100_000, 'The rate is too high')
    .refine((rate) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6, 'At most 2 decimals'),
)

/** Cherry rates of the own society; readers who see every organisation get those of all. */
export const cherryRate = record({
  flow: cherryRateFlow,
  row: CherryRate,
  reads: readsFarmers,
  headline: ({ organisationName, rate }) => ({ says: 'setRate', at: organisationName, rate }),
  list: {
    name: 'cherry-rates',
    title: 'Cherry rates',
    columns: [
      { key: 'organisationName', title: 'FCS', as: 'name', sort: true, card: 'title', hidden: 'own' },
      { key: 'rate', title: 'Rate (KES per kg)', as: 'money', sort: true, card: 'value' },
      { key: 'previousRate', title: 'Rate before', as: 'money' },
      { key: 'createdBy', title: 'Created by', as: 'text' },
      { key: 'dateCreated', title: 'Created at', as: 'time', sort: true },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'decidedAt', title: 'Decided on', as: 'time', hidden: true },
      { key: 'status', title: 'Status', as: 'status' },
    ],
    searchIn: 'Name or code of the society',
    sort: { key: 'dateCreated', direction: 'desc' },
    pageSize: 5,
  },
  paths: {
    lists: {
      all: { path: '/cherry/rate', summary: 'Cherry rates of every state' },
      approved: { path: '/cherry/rate/approved', status: 'APPROVED' },
      unapproved: { path: '/cherry/rate/unapproved', status: 'PENDING_APPROVAL' },
    },
    one: { path: '/cherry/rate/:id', summary: 'A cherry rate, and what it would do while it waits' },
    steps: {
      approve: {
        path: '/cherry/rate/approve',
        summary: 'Approve a cherry rate: it is in force for limit files that are approved from now on',
        errors: ['cherry_rate.too_high'],
      },
      decline: { path: '/cherry/rate/reject', comment: { noRoomFor: [cherryRateFlow.kind] } },
      withdraw: '/cherry/rate/withdraw',
    },
  },
  calls: {
    update: endpoint({
      method: 'POST',
      path: '/cherry/rate/update',
      allow: 'CAN_CREATE_CHERRY_RATE',
      summary:
        'Propose the cherry rate of a society, its first one or another; the society need not be said where there is only one',
      body: z.object({
        rate: Rate,
        organisation: z.object({ id: Id.optional(), organisationCode: z.string().max(40).optional() }).optional(),
        organisationId: z.string().max(40).optional().describe('Id of the society; or organisation.id, or growerCode'),
        growerCode: z.string().max(40).optional(),
        reason: oneLine(500).optional(),
      }),
      answer: actionAnswer(CherryRate),
      errors: ['input.invalid', 'change.open', 'change.nothing', 'organisation.not_allowed'],
    }),
  },
})
