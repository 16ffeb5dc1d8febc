import { z } from 'zod'
import { oneLine } from './kit/oneLine.ts'
import { plainNumber } from './kit/plainNumber.ts'
import {
  actionAnswer,
  Actionable,
  decisionBody,
  decisionErrors,
  endpoint,
  Id,
  idParam,
  Status,
} from './kit/endpoint.ts'
import { listAnswer, listQuery, listScreen } from './kit/listScreen.ts'
import { refusal, workflow } from './kit/workflow.ts'
import type { ErrorCode } from './errors.ts'
import { readsFarmers, type Actor } from './permissions.ts'

/** The life of a cherry rate: KPCU or the bank proposes, another person there decides, and the next one takes its place. */
export const cherryRateFlow = workflow({
  kind: 'cherry_rate',
  record: 'cherry rate',
  initial: ['PENDING_APPROVAL'],
  states: {
    PENDING_APPROVAL: { id: 3, name: 'PENDING_APPROVAL', label: 'Waiting', tone: 'waiting' },
    APPROVED: { id: 1, name: 'APPROVED', label: 'In force', tone: 'good' },
    REJECTED: { id: 2, name: 'REJECTED', label: 'Rejected', tone: 'bad' },
    WITHDRAWN: { id: 222, name: 'WITHDRAWN', label: 'Taken back', tone: 'neutral' },
    SUPERSEDED: { id: 342, name: 'SUPERSEDED', label: 'Replaced', tone: 'neutral' },
  },
  system: [{ from: 'APPROVED', to: 'SUPERSEDED', why: 'A later rate of the society was approved' }],
  steps: {
    approve: {
      label: 'Approve',
      from: ['PENDING_APPROVAL'],
      to: ['APPROVED'],
      allow: 'CAN_APPROVE_CHERRY_RATE',
      organisationTypes: ['KPCU', 'COOPERATIVE_BANK'],
      who: 'other',
      tone: 'main',
      comment: 'optional',
    },
    decline: {
      label: 'Reject',
      from: ['PENDING_APPROVAL'],
      to: ['REJECTED'],
      allow: 'CAN_APPROVE_CHERRY_RATE',
      organisationTypes: ['KPCU', 'COOPERATIVE_BANK'],
      who: 'other',
      tone: 'danger',
      comment: 'required',
    },
    withdraw: {
      label: 'Take back',
      from: ['PENDING_APPROVAL'],
      to: ['WITHDRAWN'],
      allow: 'CAN_CREATE_CHERRY_RATE',
      organisationTypes: ['KPCU', 'COOPERATIVE_BANK'],
      who: 'maker',
      tone: 'plain',
    },
  },
})

/** Why this user may not propose a cherry rate, or null: who may take one back may propose one. */
export const proposingRefused = (actor: Actor): ErrorCode | null =>
  refusal(cherryRateFlow.steps.withdraw, { status: 'PENDING_APPROVAL', makers: [actor.userId] }, actor)

/** Why this user decides no cherry rate at all, or null. */
export const decidingRefused = (actor: Actor): ErrorCode | null =>
  refusal(cherryRateFlow.steps.approve, { status: 'PENDING_APPROVAL', makers: [] }, actor)

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

export const cherryRateList = listScreen({
  name: 'cherry-rates',
  title: 'Cherry rates',
  row: CherryRate,
  columns: [
    { key: 'organisationName', title: 'FCS', as: 'name', sort: true, card: 'title' },
    { key: 'rate', title: 'Rate (KES per kg)', as: 'money', sort: true, card: 'value' },
    { key: 'previousRate', title: 'Rate before', as: 'money' },
    { key: 'createdBy', title: 'Created by', as: 'text' },
    { key: 'dateCreated', title: 'Created at', as: 'time', sort: true },
    { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
    { key: 'decidedAt', title: 'Decided on', as: 'time', hidden: true },
    { key: 'status', title: 'Status', as: 'status' },
  ],
  searchIn: 'Name or code of the society',
  filters: [
    {
      key: 'status',
      title: 'Status',
      options: Object.entries(cherryRateFlow.states).map(([value, { label }]) => ({ value, title: label })),
    },
  ],
  sort: { key: 'dateCreated', direction: 'desc' },
  pageSize: 5,
})

/** Whole shillings and cents; what an older client writes as text is understood. */
const Rate = plainNumber(
  z
    .number('Enter a number greater than zero')
    .positive('Enter a number greater than zero')
    .max(100_000, 'The rate is too high')
    .refine((rate) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6, 'At most 2 decimals'),
)

// Whole rates are posted back; the server reads only id, version and comment of them.
const decision = decisionBody.extend({ action: z.string().max(20).optional() })
const decided = actionAnswer(CherryRate)
const read = { method: 'GET', allow: readsFarmers, query: listQuery, answer: listAnswer(CherryRate) } as const

/** Cherry rates of the own society; readers who see every organisation get those of all. */
export const cherryRates = {
  all: endpoint({ ...read, path: '/cherry/rate', summary: 'Cherry rates of every state' }),
  one: endpoint({
    method: 'GET',
    path: '/cherry/rate/:id',
    allow: readsFarmers,
    summary: 'A cherry rate, and what it would do while it waits',
    params: idParam,
    answer: CherryRate,
    errors: ['record.not_found'],
  }),
  approved: endpoint({ ...read, path: '/cherry/rate/approved', summary: 'Cherry rates in force' }),
  unapproved: endpoint({ ...read, path: '/cherry/rate/unapproved', summary: 'Cherry rates that wait for a decision' }),
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
    answer: decided,
    errors: ['input.invalid', 'change.open', 'change.nothing', 'organisation.not_allowed'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/cherry/rate/approve',
    allow: 'CAN_APPROVE_CHERRY_RATE',
    summary: 'Approve a cherry rate: it is in force for limit files that are approved from now on',
    body: decision,
    answer: decided,
    errors: [...decisionErrors, 'cherry_rate.too_high'],
  }),
  reject: endpoint({
    method: 'POST',
    path: '/cherry/rate/reject',
    allow: 'CAN_APPROVE_CHERRY_RATE',
    summary: 'Reject a cherry rate',
    body: decision,
    comment: { noRoomFor: [cherryRateFlow.kind] },
    answer: decided,
    errors: [...decisionErrors, 'step.comment_required'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/cherry/rate/withdraw',
    allow: 'CAN_CREATE_CHERRY_RATE',
    summary: 'Take back a rate that was proposed',
    body: decision,
    answer: decided,
    errors: ['record.not_found', 'record.changed', 'step.wrong_state', 'not_the_maker'],
  }),
}
