import { z } from 'zod'
import { keysOf } from '#contract/kit/keysOf.ts'
import { adminRead, adminWrite, Proposed, proposalErrors, reason } from './adminChanges.ts'
import { AuditEvent } from '#contract/house/audit.ts'
import type { ErrorCode } from '#contract/house/errors.ts'
import { organisationTypes } from '#contract/house/organisationTypes.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { actionAnswer, endpoint, Id, idParam, plainAnswer } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import type { Tone } from '#contract/kit/workflow.ts'

/** The ways a service account may stand. Stopped is one person's doing, ended that of two; the others follow from its keys. */
export const serviceStatuses = {
  ACTIVE: { label: 'Active', tone: 'good' },
  EXPIRING: { label: 'Expires soon', tone: 'waiting' },
  NO_KEY: { label: 'No key', tone: 'waiting' },
  STOPPED: { label: 'Stopped', tone: 'bad' },
  ENDED: { label: 'Ended', tone: 'neutral' },
} as const
export type ServiceStatus = keyof typeof serviceStatuses

/** The ways a key may stand. */
export const serviceKeyStatuses = {
  ACTIVE: { label: 'Active', tone: 'good' },
  NOT_SHOWN: { label: 'Not shown yet', tone: 'waiting' },
  NEVER_SHOWN: { label: 'Never shown', tone: 'neutral' },
  EXPIRED: { label: 'Expired', tone: 'neutral' },
  STOPPED: { label: 'Stopped', tone: 'bad' },
} as const

/** After an approval its asker may see the key so long. */
export const keyPickUpHours = 72
/** Days before the last key expires on which the list says so. */
export const keyWarningDays = 14
/** Uses are kept as counts so long. */
export const usesKeptDays = 400

const time = z.iso.datetime({ offset: true })

/** A service account as administration sees it: whose it is, what its keys may do and from where; never a key. */
export const AdminService = z.object({
  id: Id,
  name: z.string(),
  username: z.string(),
  organisationId: Id,
  organisationCode: z.string(),
  organisationName: z.string(),
  organisationType: z.enum(keysOf(organisationTypes)),
  role: z.string(),
  roleLabel: z.string(),
  calls: z.array(z.string()),
  callCount: z.number().int(),
  addresses: z.array(z.string()),
  perMinute: z.number().int(),
  keyDays: z.number().int(),
  expires: time.nullable().describe('When the last of its keys that are in use expires'),
  lastUsed: time.nullable(),
  status: z.enum(keysOf(serviceStatuses)),
  created: time,
  changeWaiting: z.boolean(),
  keyWaiting: z.boolean().describe('You asked for a key that was approved and not shown yet'),
})
export type AdminService = z.output<typeof AdminService>

export const adminServiceList = listScreen({
  name: 'admin-services',
  title: 'Service accounts',
  row: AdminService,
  columns: [
    { key: 'name', title: 'Name', as: 'name', sort: true, card: 'title' },
    { key: 'username', title: 'Name in the system', as: 'code', sort: true, hidden: true },
    { key: 'organisationName', title: 'Organisation', as: 'text', sort: true, hidden: 'under' },
    { key: 'organisationType', title: 'Organisation type', as: 'text', hidden: true },
    { key: 'role', title: 'Role', as: 'text', sort: true },
    { key: 'callCount', title: 'Calls', as: 'number', sort: true },
    { key: 'perMinute', title: 'Calls a minute', as: 'number', hidden: true },
    { key: 'keyDays', title: 'Days of a key', as: 'number', hidden: true },
    { key: 'lastUsed', title: 'Last used', as: 'time', sort: true },
    { key: 'expires', title: 'Expires', as: 'time', sort: true },
    { key: 'status', title: 'Status', as: 'status', card: 'value' },
    { key: 'created', title: 'Since', as: 'time', sort: true, hidden: true },
  ],
  searchIn: 'Name, organisation, role, call or address',
  filters: [
    choiceFilter('status', 'Status', serviceStatuses),
    choiceFilter('organisationType', 'Organisation type', organisationTypes),
  ],
  sort: { key: 'name', direction: 'asc' },
  pageSize: 20,
})

/** A key by the name that stands in it; who holds the list cannot make a key of it. */
export const ServiceKey = z.object({
  id: Id,
  key: z.string().nullable().describe('The ten signs after its prefix, as the trail names it'),
  status: z.enum(keysOf(serviceKeyStatuses)),
  askedBy: z.string(),
  made: time.nullable(),
  expires: time.nullable(),
  lastUsed: time.nullable(),
  lastUsedFrom: z.string().nullable(),
})
export type ServiceKey = z.output<typeof ServiceKey>

/** What comes of a call with a right key, as the uses are counted: it was let in, or refused with one of these codes. */
export const outcomesOfUse = {
  LET_IN: { label: 'Let in', tone: 'good' },
  'service.address': { label: 'Other address', tone: 'bad' },
  'service.call': { label: 'Other call', tone: 'bad' },
  'rate.limited': { label: 'Too often', tone: 'waiting' },
  'service.key_expired': { label: 'Expired', tone: 'bad' },
  'service.key_stopped': { label: 'Key stopped', tone: 'bad' },
  'service.stopped': { label: 'Account stopped', tone: 'bad' },
  'service.closed': { label: 'Organisation closed', tone: 'bad' },
} as const satisfies Partial<Record<ErrorCode | 'LET_IN', { label: string; tone: Tone }>>
export type UseOutcome = keyof typeof outcomesOfUse

/** Calls of one key, from one address, to one call, in one hour. */
export const ServiceUse = z.object({
  id: Id,
  hour: time,
  name: z.string(),
  organisationName: z.string(),
  key: z.string(),
  address: z.string().describe('Empty: one of more addresses than are counted apart'),
  call: z.string(),
  outcome: z.enum(keysOf(outcomesOfUse)),
  calls: z.number().int(),
  last: time,
})
export type ServiceUse = z.output<typeof ServiceUse>

export const serviceUseList = listScreen({
  name: 'service-uses',
  title: 'Use of keys',
  row: ServiceUse,
  columns: [
    { key: 'hour', title: 'Hour', as: 'time', sort: true },
    { key: 'name', title: 'Service account', as: 'name', card: 'title' },
    { key: 'organisationName', title: 'Organisation', as: 'text', hidden: 'under' },
    { key: 'key', title: 'Key', as: 'code' },
    { key: 'address', title: 'Network address', as: 'code' },
    { key: 'call', title: 'Call', as: 'code' },
    { key: 'outcome', title: 'Outcome', as: 'text' },
    { key: 'calls', title: 'Calls', as: 'number', sort: true, card: 'value' },
    { key: 'last', title: 'Last', as: 'time', hidden: true },
  ],
  searchIn: 'Service account, key, address or call',
  filters: [choiceFilter('outcome', 'Outcome', outcomesOfUse)],
  sort: { key: 'hour', direction: 'desc' },
  auditsExport: true,
  pageSize: 20,
})

const name = oneLine(100).min(3)
const role = z.string().min(1).max(40)
const calls = z.array(z.string().max(200)).min(1).max(100).describe('Named as `POST /loan/request`')
const addresses = z
  .array(z.string().trim().min(2).max(50))
  .min(1)
  .max(20)
  .describe('Addresses or networks (CIDR), such as 196.201.214.0/24')
const perMinute = z.number().int().min(1).max(6_000)
const keyDays = z.number().int().min(1).max(366).describe('So many days after it is shown a key expires')
const overlapHours = z.number().int().min(0).max(168).describe('So long the key before works on beside a new one')
const scopeErrors = ['role.wrong_organisation'] as const
const ofOne = { ...adminWrite, params: idParam } as const

export const adminServices = {
  list: endpoint({
    ...adminRead,
    path: '/admin/service-accounts',
    summary: 'Service accounts of all organisations, with their last use',
    ...answersList(AdminService),
  }),
  offered: endpoint({
    ...adminRead,
    path: '/admin/service-accounts/calls',
    summary: 'The calls that a service account may be given, and the permissions any one of which opens each',
    answer: z.array(z.object({ call: z.string(), title: z.string(), permissions: z.array(z.string()) })),
  }),
  uses: endpoint({
    ...adminRead,
    path: '/admin/service-accounts/uses',
    summary: 'Use of keys: how often in each hour, by which key, from where, for which call, with what outcome',
    ...answersList(ServiceUse),
  }),
  keys: endpoint({
    ...adminRead,
    path: '/admin/service-accounts/:id/keys',
    summary: 'The keys of a service account by their names, the newest first, at most 50',
    params: idParam,
    answer: z.array(ServiceKey),
    errors: ['record.not_found'],
  }),
  trail: endpoint({
    ...adminRead,
    path: '/admin/service-accounts/:id/trail',
    summary: 'What happened to a service account lately: changes, keys, and from where it was used first each day',
    params: idParam,
    answer: z.array(AuditEvent),
    errors: ['record.not_found'],
  }),
  propose: endpoint({
    ...adminWrite,
    path: '/admin/service-accounts',
    summary: 'Request a new service account. After the approval who asked for it is shown its key, once',
    body: z.object({
      name,
      username: z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9][a-z0-9._@-]{2,59}$/, '3 to 60 letters, digits, dots, dashes or underscores'),
      organisationCode: z.string().min(1).max(40),
      role,
      calls,
      addresses,
      perMinute,
      keyDays,
      reason,
    }),
    answer: Proposed,
    errors: [...proposalErrors, ...scopeErrors, 'name.taken'],
  }),
  change: endpoint({
    ...ofOne,
    path: '/admin/service-accounts/:id',
    summary: 'Request a change of a service account; what is left out stays',
    body: z.object({
      name: name.optional(),
      role: role.optional(),
      calls: calls.optional(),
      addresses: addresses.optional(),
      perMinute: perMinute.optional(),
      keyDays: keyDays.optional(),
      reason,
    }),
    answer: Proposed,
    errors: [...proposalErrors, ...scopeErrors, 'record.not_found'],
  }),
  rotate: endpoint({
    ...ofOne,
    path: '/admin/service-accounts/:id/rotate',
    summary: 'Request a new key; once it is shown, the key before works on for the hours of the overlap',
    body: z.object({ overlapHours, reason }),
    answer: Proposed,
    errors: [...proposalErrors, ...scopeErrors, 'record.not_found'],
  }),
  end: endpoint({
    ...ofOne,
    path: '/admin/service-accounts/:id/end',
    summary: 'Request the end of a service account: from the approval on no key of it opens anything again',
    body: z.object({ reason }),
    answer: Proposed,
    errors: [...proposalErrors, ...scopeErrors, 'record.not_found'],
  }),
  stop: endpoint({
    ...ofOne,
    path: '/admin/service-accounts/:id/stop',
    summary: 'Stop a service account at once: it takes power away, so one person may do it',
    body: z.object({ reason }),
    answer: plainAnswer,
    errors: ['record.not_found', 'change.nothing'],
  }),
  resume: endpoint({
    ...ofOne,
    path: '/admin/service-accounts/:id/resume',
    summary: 'Ask to let a stopped service account in again',
    body: z.object({ reason }),
    answer: Proposed,
    errors: [...proposalErrors, ...scopeErrors, 'record.not_found'],
  }),
  stopKey: endpoint({
    ...ofOne,
    path: '/admin/service-accounts/keys/:id/stop',
    summary: 'Stop one key at once and for ever; the other keys of its account work on',
    body: z.object({ reason }),
    answer: plainAnswer,
    errors: ['record.not_found', 'change.nothing'],
  }),
  showKey: endpoint({
    ...ofOne,
    path: '/admin/service-accounts/:id/key',
    summary: 'Make the approved key and show it, once, to who asked for it; the key before then has its overlap left',
    answer: actionAnswer(z.object({ key: z.string(), expires: time })),
    errors: ['record.not_found', 'service.no_key'],
  }),
}
