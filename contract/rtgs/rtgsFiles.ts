import { z } from 'zod'
import { actionAnswer, Actionable, endpoint, Id, organisationIdParam, Status } from '#contract/kit/endpoint.ts'
import { awaiting, proposalSteps, turnedDown } from '#contract/kit/proposal.ts'
import { record, statusFilter } from '#contract/kit/record.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { scheduleReads } from '#contract/schedules/scheduleLines.ts'

/** The life of an RTGS file: one person of the society puts together what is too large for PesaLink, another releases it. */
export const rtgsFileFlow = workflow({
  kind: 'rtgs_file',
  record: 'RTGS file',
  entered: 'File prepared',
  initial: ['PENDING_APPROVAL'],
  states: {
    ...awaiting,
    APPROVED: { id: 1, name: 'APPROVED', label: 'Released', tone: 'good' },
    ...turnedDown,
  },
  steps: proposalSteps({
    propose: 'CAN_CREATE_PAYMENT_SCHEDULE',
    approve: 'CAN_APPROVE_PAYMENT_SCHEDULE',
    to: 'APPROVED',
    organisationTypes: ['FARMER_SOCIETY'],
  }),
})

/** Payments above the ceiling of PesaLink that go to the bank in one file. */
export const RtgsFile = z
  .object({
    id: Id,
    messageId: z.string().describe('Name of the file for ever: the bank takes each once'),
    organisationCode: z.string(),
    organisationName: z.string(),
    fromAccount: z.string().describe('The society’s account that the money leaves'),
    payments: z.number().int().describe('How many payments it holds'),
    amount: z.number().describe('KES of all of them: the control sum of the file'),
    paid: z.number().int().describe('Payments that the bank has carried out'),
    refused: z.number().int().describe('Payments that the bank has refused'),
    sentAt: z.iso.datetime({ offset: true }).nullable().describe('When it went to the bank'),
    createdBy: z.string(),
    dateCreated: z.iso.datetime({ offset: true }),
    decidedBy: z.string().nullable(),
    decidedAt: z.iso.datetime({ offset: true }).nullable(),
    approverComment: z.string().nullable(),
    status: Status,
  })
  .extend(Actionable.shape)
export type RtgsFile = z.output<typeof RtgsFile>

/** One payment of a file, or one that waits for a file. */
export const RtgsPayment = z.object({
  id: Id,
  reference: z.string().describe('Its name for ever, at the bank too'),
  name: z.string(),
  institutionName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  amount: z.number(),
  state: z.enum(['WAITING', 'SENT', 'PAID', 'REFUSED']),
  reason: z.string().describe('Why it was refused, in the words of the bank'),
})
export type RtgsPayment = z.output<typeof RtgsPayment>

/** How payments of a file are shown. */
export const rtgsPaymentStates = {
  WAITING: { label: 'Not sent yet', tone: 'neutral' },
  SENT: { label: 'At the bank', tone: 'info' },
  PAID: { label: 'Paid', tone: 'good' },
  REFUSED: { label: 'Refused by the bank', tone: 'bad' },
} as const

/** RTGS files of the own society; readers who see every organisation get those of all. */
export const rtgsFile = record({
  flow: rtgsFileFlow,
  row: RtgsFile,
  reads: scheduleReads,
  headline: ({ organisationName: at, payments: count, amount }) => ({ says: 'releaseRtgs', at, count, amount }),
  list: {
    name: 'rtgs-files',
    title: 'RTGS files',
    columns: [
      { key: 'dateCreated', title: 'Created at', as: 'time', sort: true },
      { key: 'organisationName', title: 'Farmer society', as: 'name', sort: true, hidden: 'own' },
      { key: 'messageId', title: 'File', as: 'code', card: 'title', leaves: 'never' },
      { key: 'payments', title: 'Payments', as: 'number' },
      { key: 'amount', title: 'Amount', as: 'money', sort: true, card: 'value' },
      { key: 'paid', title: 'Paid', as: 'number' },
      { key: 'refused', title: 'Refused', as: 'number' },
      { key: 'sentAt', title: 'Sent at', as: 'time', hidden: true },
      { key: 'createdBy', title: 'Created by', as: 'text', hidden: true },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'status', title: 'Status', as: 'status' },
    ],
    searchIn: 'Name of the file, or name or code of the society',
    filters: [statusFilter(rtgsFileFlow)],
    sort: { key: 'dateCreated', direction: 'desc' },
    pageSize: 7,
  },
  paths: {
    lists: { all: { path: '/payment/rtgsFiles/:organisationId', summary: 'RTGS files of every state' } },
    one: { path: '/payment/rtgsFile/:id', summary: 'An RTGS file, with how far the bank has carried it out' },
    decide: {
      path: '/payment/rtgsFiles/:organisationId/decide',
      stepUp: true,
      summary: 'Release or decline an RTGS file, or withdraw the own one; a released one goes to the bank once',
      errors: ['rtgs_file.changed'],
    },
  },
  calls: {
    waiting: endpoint({
      method: 'GET',
      path: '/payment/rtgsFiles/:organisationId/waiting',
      allow: scheduleReads,
      summary: 'Payments that are too large for PesaLink and in no file yet; audited as personal data',
      params: organisationIdParam,
      answer: z.object({ data: z.array(RtgsPayment) }),
    }),
    payments: endpoint({
      method: 'GET',
      path: '/payment/rtgsFile/:id/payments',
      allow: scheduleReads,
      summary: 'The payments of an RTGS file, and what the bank did with each; audited as personal data',
      params: z.object({ id: Id }),
      answer: z.object({ data: z.array(RtgsPayment) }),
      errors: ['record.not_found'],
    }),
    make: endpoint({
      method: 'POST',
      path: '/payment/rtgsFiles/:organisationId',
      allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
      summary: 'Put every payment that waits for RTGS into one file; another person releases it',
      params: organisationIdParam,
      answer: actionAnswer(RtgsFile),
      errors: ['organisation.not_allowed', 'change.open', 'rtgs_file.nothing'],
    }),
    document: endpoint({
      method: 'GET',
      path: '/payment/rtgsFile/:id/document',
      allow: scheduleReads,
      summary: 'A released RTGS file as it goes to the bank: ISO 20022 pain.001; audited as an export',
      params: z.object({ id: Id }),
      answer: { binary: 'any' },
      errors: ['record.not_found'],
    }),
  },
})
