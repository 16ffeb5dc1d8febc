import { z } from 'zod'
import { plainDigits } from '#contract/kit/plainNumber.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import type { farmerFields } from './farmerFields.ts'
import type { farmerTypes } from './farmers.ts'
import { answersEach, bulkDecision, Outcome } from '#contract/kit/bulk.ts'
import { ChangeRequest, changeFlow } from '#contract/kit/changeRequest.ts'
import { actionAnswer, endpoint, Id, idParam } from '#contract/kit/endpoint.ts'
import { choiceFilter } from '#contract/kit/listScreen.ts'
import { record } from '#contract/kit/record.ts'
import { lifeStateLabels, lifeStateRules, lifeStates, type LifeState } from './lifeStates.ts'
import { readsFarmers } from '#contract/house/permissions.ts'

const account = ['institution', 'accountName', 'accountNumber'] as const
/** What of a farm may be changed: no money moves by it. */
export const farmDetails = ['acreage', 'numberOfTrees', 'village'] as const

/** What an update request may change of a farmer, by kind of farmer. The rules are those of farmerFields. */
export const updatable = {
  FCS_FARMER: [
    'firstName',
    'middleName',
    'lastName',
    'farmerId',
    'memberNumber',
    'mobileNumber',
    'gender',
    'yearOfBirth',
    'kraPin',
    ...farmDetails,
    ...account,
  ],
  FCS_FARMER_COMPANY: [
    'companyName',
    'companyRegistrationNumber',
    'memberNumber',
    'mobileNumber',
    'companyKraPin',
    ...farmDetails,
    ...account,
  ],
} as const satisfies Record<(typeof farmerTypes)[number], readonly (keyof typeof farmerFields)[]>
export type UpdatableField = (typeof updatable)[keyof typeof updatable][number]

/** Which of these may be changed in a life state. */
export const updatableIn = (type: keyof typeof updatable, lifeState: LifeState): readonly UpdatableField[] => {
  const { updates } = lifeStateRules[lifeState]
  if (updates === 'none') return []
  return updates === 'all' ? updatable[type] : account
}

/** Where the specification's payload says a field under another name. */
export const wireNames: Partial<Record<UpdatableField, string>> = {
  institution: 'bankCode',
  accountNumber: 'account',
  companyKraPin: 'kraPin',
}

/** What a decider is pointed at. `needsReason`: an approval in spite of it says why. */
export const riskNotes = {
  account_shared: { message: 'Other members are paid to the same account', needsReason: false },
  account_of_another: { message: 'Another member is paid to the same account', needsReason: false },
  account_elsewhere: { message: 'Somebody in another society is paid to the same account', needsReason: true },
  mobile_shared: { message: 'Other members have the same mobile number', needsReason: false },
  account_changed_lately: { message: 'The account was changed less than 90 days ago', needsReason: false },
  account_unchecked: {
    message: 'The bank has not answered yet; the account is checked again on approval',
    needsReason: false,
  },
  name_differs: { message: 'The bank knows the account under another name', needsReason: true },
  registered_elsewhere: { message: 'The ID is registered in another society', needsReason: true },
  suspended: { message: 'The farmer is suspended', needsReason: true },
  deceased: { message: 'The farmer is recorded as deceased', needsReason: true },
  erases: { message: 'Never traded: everything about the person is erased. It cannot be undone', needsReason: false },
  masks: {
    message: 'Has traded: the person is masked; numbers, amounts and accounts that were paid stay. It cannot be undone',
    needsReason: false,
  },
} as const
export type RiskCode = keyof typeof riskNotes

/** Whether an approval in spite of these notes must say why. */
export const needReason = (notes: readonly { code: string }[]): boolean =>
  notes.some(({ code }) => code in riskNotes && riskNotes[code as RiskCode].needsReason)

/** What must be settled before somebody is erased, the first that stands in the way. */
export const erasureBars = [
  'erasure.company',
  'erasure.loans_asked',
  'erasure.loans_owed',
  'erasure.payments_open',
  'erasure.deliveries_open',
  'erasure.files_open',
] as const

/** What an update request is about, for lists and the inbox. */
export const concerns = {
  BANK_DETAILS: 'Bank details',
  PERSONAL_DETAILS: 'Personal details',
  FARM_DETAILS: 'Farm details',
  LIFE_STATE: 'Life state',
  ERASURE: 'Erasure',
} as const

export const updateRequestFlow = changeFlow({
  kind: 'farmer_update',
  record: 'farmer update request',
  propose: 'CAN_UPDATE_FARMER',
  approve: 'CAN_APPROVE_FARMERS',
  organisationTypes: ['FARMER_SOCIETY'],
})

/** A pending farmer as the specification shows it, with the values it would have, and the request around it. */
export const UpdateRequest = ChangeRequest.extend({
  organisation: z.object({ id: Id, organisationCode: z.string(), organisationName: z.string() }),
  growerId: z.string().describe('The farmer'),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  farmerId: z.string(),
  mobileNumber: z.string(),
  memberNumber: z.string(),
  gender: z.string(),
  bankCode: z.string(),
  bankAccount: z.string(),
  companyName: z.string(),
  companyRegistrationNumber: z.string(),
  concern: z.enum(Object.keys(concerns) as [keyof typeof concerns]),
  risks: z.number().int().describe('Number of notes that a decider should look at'),
})
export type UpdateRequest = z.output<typeof UpdateRequest>

// Old clients send null for what they leave alone, and everything else as text; the rules of the fields are checked by kind of farmer.
const optionalValue = z.union([z.string().max(200), z.number(), z.null()]).optional()

const optionalNumber = plainDigits().nullish()

const updateBody = z.object({
  id: Id,
  version: z.number().int().optional().describe('The version of the farmer that was seen'),
  firstName: optionalValue,
  middleName: optionalValue,
  lastName: optionalValue,
  memberNumber: optionalValue,
  gender: optionalValue,
  farmerId: optionalValue,
  growerId: optionalValue,
  bankCode: optionalValue,
  account: optionalValue,
  accountName: optionalValue,
  mobileNumber: optionalValue,
  companyName: optionalValue,
  companyRegistrationNumber: optionalValue,
  yearOfBirth: optionalValue,
  kraPin: optionalValue,
  acreage: optionalNumber,
  numberOfTrees: optionalNumber,
  village: optionalValue,
  reason: oneLine(500).optional(),
})
export type UpdateBody = z.output<typeof updateBody>

const opened = actionAnswer(UpdateRequest)

export const updateRequest = record({
  flow: updateRequestFlow,
  row: UpdateRequest,
  reads: readsFarmers,
  headline: ({ title: name, memberNumber: member, concern, after }) =>
    concern === 'ERASURE'
      ? { says: 'erase', name, member }
      : concern === 'LIFE_STATE'
        ? {
            says: 'setLifeState',
            name,
            member,
            what: lifeStateLabels[after['lifeState'] as LifeState] ?? concerns[concern],
          } // border: as it was proposed
        : { says: 'changeDetails', name, member, what: concerns[concern] },
  list: {
    name: 'farmer-updates',
    title: 'Farmer update requests',
    columns: [
      { key: 'title', title: 'Farmer', as: 'name', card: 'title' },
      { key: 'memberNumber', title: 'Member number', as: 'code', hidden: true },
      { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
      { key: 'concern', title: 'What', as: 'text' },
      { key: 'risks', title: 'Warnings', as: 'number', card: 'value' },
      { key: 'created', title: 'Requested on', as: 'time', sort: true, leaves: 'never' },
      { key: 'status', title: 'Status', as: 'status' },
      { key: 'farmerId', title: 'ID number', as: 'code', hidden: true, personal: true },
      { key: 'mobileNumber', title: 'Mobile number', as: 'code', hidden: true, personal: true },
      { key: 'bankCode', title: 'Bank code', as: 'code', hidden: true },
      { key: 'bankAccount', title: 'Account', as: 'code', hidden: true, personal: true },
      { key: 'createdBy', title: 'Requested by', as: 'text', hidden: true },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
    ],
    searchIn: 'Name or member number',
    filters: [choiceFilter('concern', 'What', concerns)],
    sort: { key: 'created', direction: 'desc' },
    pageSize: 7,
  },
  paths: {
    lists: {
      all: { path: '/farmer/updates/:organisationId', summary: 'Update requests in every state' },
      pending: {
        path: '/farmer/approve/pending_approval/:organisationId',
        status: 'PENDING_APPROVAL',
        summary: 'Update requests that wait for a decision',
      },
    },
    one: { path: '/farmer/update-request/:id', summary: 'One update request' },
  },
  calls: {
    edit: endpoint({
      method: 'POST',
      path: '/farmer/edit',
      allow: 'CAN_UPDATE_FARMER',
      stepUp: 'bank details',
      summary: 'Request a change of an approved farmer; another person approves it before it counts',
      body: updateBody,
      answer: opened,
      errors: [
        'record.not_found',
        'record.changed',
        'farmer.not_approved',
        'farmer.left',
        'farmer.deceased',
        'farmer.registered',
        'change.open',
        'change.nothing',
        'input.invalid',
      ],
    }),
    lifeState: endpoint({
      method: 'POST',
      path: '/farmer/life-state',
      allow: 'CAN_UPDATE_FARMER',
      summary: 'Request a change of the life state of a farmer: active, suspended, deceased, transferred',
      body: z.object({
        id: Id,
        version: z.number().int().optional(),
        lifeState: z.enum(lifeStates),
        reason: oneLine(500).min(3),
      }),
      answer: opened,
      errors: [
        'record.not_found',
        'record.changed',
        'farmer.not_approved',
        'farmer.life_state',
        'change.open',
        'change.nothing',
      ],
    }),
    erase: endpoint({
      method: 'POST',
      path: '/farmer/erase',
      allow: 'CAN_UPDATE_FARMER',
      summary:
        'Request the erasure of a person who asks to be forgotten; another person approves it, and it is never undone',
      body: z.object({
        id: Id,
        version: z.number().int().optional(),
        requestedOn: z.iso.date('The day of the request is required').describe('When the person asked for it'),
        document: oneLine(80).min(1, 'The document is required').describe('Where the letter of the person is kept'),
        reason: oneLine(500).min(3, 'Say why').describe('Without the name: what is written here stays in the trail'),
      }),
      answer: opened,
      errors: [
        'record.not_found',
        'record.changed',
        'input.invalid',
        'farmer.not_approved',
        'farmer.erased',
        'change.open',
        ...erasureBars,
      ],
    }),
    withdraw: endpoint({
      method: 'POST',
      path: '/farmer/updates/:id/withdraw',
      allow: 'CAN_UPDATE_FARMER',
      summary: 'Withdraw an own update request',
      params: idParam,
      body: z.object({ version: z.number().int() }),
      answer: opened,
      errors: ['record.not_found', 'record.changed', 'step.wrong_state', 'not_the_maker'],
    }),
    decideMany: endpoint({
      method: 'POST',
      path: '/farmer/updates/decide',
      allow: 'CAN_APPROVE_FARMERS',
      stepUp: 'bank details',
      summary: 'Decide several update requests; those with warnings are left for a decision of their own',
      body: bulkDecision,
      ...answersEach(Outcome),
      errors: ['step.comment_required', 'change.has_warnings'],
    }),
  },
})
