import { z } from 'zod'
import { oneLine } from '#contract/kit/oneLine.ts'
import { seenVersion } from '#contract/kit/plainNumber.ts'
import { createdFarmerBody } from './createdFarmerFields.ts'
import { farmerList } from './farmers.ts'
import {
  actionAnswer,
  Actionable,
  Comment,
  decisionErrors,
  endpoint,
  Id,
  idParam,
  Status,
} from '#contract/kit/endpoint.ts'
import { record } from '#contract/kit/record.ts'
import { societyDecides } from '#contract/kit/societyDecides.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { UpdateRequest } from './updateRequests.ts'

/** The life of a farmer who is entered one by one. Whoever edits becomes a maker; once approved, a change is an update request. */
export const createdFarmerFlow = workflow({
  kind: 'farmer',
  record: 'farmer',
  initial: ['PENDING_APPROVAL', 'APPROVED'],
  states: {
    PENDING_APPROVAL: { id: 3, name: 'PENDING_APPROVAL', label: 'Awaiting checker', tone: 'waiting' },
    APPROVED: { id: 1, name: 'APPROVED', label: 'Approved', tone: 'good' },
    REJECTED: { id: 2, name: 'DECLINED', label: 'Declined', tone: 'bad' },
  },
  steps: {
    ...societyDecides({
      allow: 'CAN_APPROVE_FARMERS',
      from: ['PENDING_APPROVAL'],
      to: ['APPROVED'],
      refused: 'REJECTED',
      undo: true,
    }),
    edit: {
      label: 'Edit',
      from: ['PENDING_APPROVAL', 'REJECTED'],
      to: ['PENDING_APPROVAL'],
      allow: 'CAN_UPLOAD_FARMERS',
      organisationTypes: ['FARMER_SOCIETY'],
      who: 'anyone',
      tone: 'plain',
    },
  },
})

/** What the decider of a farmer is pointed at. `needsReason`: an approval in spite of it says why. */
export const farmerNotes = {
  registered_elsewhere: {
    message: 'Registered in another society; the checker must give a reason',
    needsReason: true,
  },
  account_refused: { message: 'The bank does not know this account, or it is closed', needsReason: false },
  name_differs: { message: 'The bank knows the account under another name', needsReason: true },
  account_unchecked: {
    message: 'The bank has not answered yet; the account is checked again on approval',
    needsReason: false,
  },
  account_elsewhere: { message: 'Somebody in another society is paid to the same account', needsReason: true },
  shared_account: { message: 'Other members are paid to the same account', needsReason: false },
  shared_mobile: { message: 'Other members have the same mobile number', needsReason: false },
  minor: { message: 'Younger than 18', needsReason: false },
  unusual_id: { message: 'Not the usual shape of a national ID', needsReason: false },
} as const
export type FarmerNoteCode = keyof typeof farmerNotes

/** Whether an approval in spite of these notes must say why. */
export const needReason = (notes: readonly { code: string }[]): boolean =>
  notes.some(({ code }) => code in farmerNotes && farmerNotes[code as FarmerNoteCode].needsReason)

const Place = z.object({ id: z.number().int(), name: z.string() })
const count = z.number().int().nullable()

/** A farmer who was entered one by one. Personal values are masked for readers without CAN_VIEW_PERSONAL_DATA. */
export const CreatedFarmer = z
  .object({
    id: Id,
    farmerId: z.string().describe('National ID'),
    firstName: z.string(),
    middleName: z.string(),
    lastName: z.string(),
    fullName: z.string(),
    memberNumber: z.string(),
    mobileNumber: z.string(),
    gender: z.string(),
    yearOfBirth: count,
    kraPin: z.string(),
    acreage: z.number(),
    numberOfTrees: count,
    productVariety: z.string(),
    variety: Place.nullable(),
    county: Place,
    subCounty: Place,
    ward: Place,
    yearOneProduce: count.describe('Kilograms of cherry'),
    yearTwoProduce: count,
    yearThreeProduce: count,
    yearOnePrice: z.number().nullable().describe('KES per kilogram'),
    yearTwoPrice: z.number().nullable(),
    yearThreePrice: z.number().nullable(),
    organisation: z.object({ id: z.string(), organisationCode: z.string(), village: z.string() }),
    place: z.string().describe('Village, ward, sub-county and county in one line'),
    organisationName: z.string(),
    growerCode: z.string(),
    institutionType: z.string(),
    institutionCode: z.string(),
    institutionName: z.string(),
    bankCode: z.string(),
    bankAccount: z.string(),
    accountName: z.string(),
    farmerBankDetail: z.object({
      bank: z.object({ id: z.string() }),
      bankName: z.string(),
      currency: z.string(),
      accountName: z.string(),
      account: z.string(),
    }),
    accountState: z.enum(['VERIFIED', 'NAME_DIFFERS', 'UNVERIFIED']),
    createdBy: z.string(),
    created: z.iso.datetime({ offset: true }),
    decidedBy: z.string().nullable(),
    decidedAt: z.iso.datetime({ offset: true }).nullable(),
    approverComments: z.string().nullable(),
    overrideReason: z.string().nullable().describe('Why an ID of another society was registered all the same'),
    status: Status,
  })
  .extend(Actionable.shape)
export type CreatedFarmer = z.output<typeof CreatedFarmer>

/** Whether a farmer stands in the register, where only an update request changes what is known of a person. */
export const isRegistered = ({ status }: Pick<CreatedFarmer, 'status'>): boolean =>
  status.statusName === createdFarmerFlow.states.APPROVED.name

const Note = z.object({ code: z.string(), message: z.string() })
/** A farmer with what the decider should look at, worked out when it is read. */
export const CreatedFarmerDetail = CreatedFarmer.extend({ notes: z.array(Note) })
export type CreatedFarmerDetail = z.output<typeof CreatedFarmerDetail>

const reason = oneLine(300).min(3).optional()
const version = seenVersion
const action = z
  .string()
  .max(20)
  .transform((word) => word.toLowerCase())
  .pipe(z.enum(['approve', 'decline']))

/** A decision on a farmer, by the specification's names. */
const farmerDecision = z.object({
  action,
  confirmFarmer: z
    .union([Id.transform((id) => ({ id, version: undefined })), z.object({ id: Id, version })])
    .describe('The farmer: its id, or the whole record, of which id and version are read'),
  version,
  approverComments: Comment,
  override: reason.describe(
    'Why it is right in spite of its warnings, such as an ID that another society has registered',
  ),
})
/** A decision on an update request, by the specification's names; only id, version and comment are read. */
const requestDecision = z.object({
  id: Id,
  version,
  growerId: z.unknown().optional(),
  approverComments: Comment,
  companyName: z.unknown().optional(),
  companyRegistrationNumber: z.unknown().optional(),
})

const answered = actionAnswer(CreatedFarmer)
const decided = actionAnswer(z.union([CreatedFarmer, UpdateRequest]))
const deciding = [...decisionErrors, 'step.comment_required'] as const
const entering = ['input.invalid', 'farmer.registered', 'organisation.not_allowed'] as const

const holder = z.string().nullable().describe('The member of the own society who has it')

export const createdFarmer = record({
  flow: createdFarmerFlow,
  row: CreatedFarmer,
  reads: readsFarmers,
  headline: ({ fullName, memberNumber }) => ({
    says: 'registerFarmer',
    name: fullName,
    member: memberNumber,
    count: 1,
  }),
  list: {
    name: 'created-farmers',
    title: 'Created farmers',
    fileName: 'downloaded_farmers',
    columns: [
      { key: 'memberNumber', title: 'Member number', as: 'code', sort: true },
      { key: 'fullName', title: 'Name', as: 'name', sort: true, card: 'title' },
      { key: 'farmerId', title: 'ID number', as: 'code', personal: true },
      { key: 'mobileNumber', title: 'Mobile number', as: 'code', personal: true },
      { key: 'gender', title: 'Gender', as: 'text', hidden: true },
      { key: 'yearOfBirth', title: 'Year of birth', as: 'code', hidden: true },
      { key: 'kraPin', title: 'KRA PIN', as: 'code', hidden: true, personal: true },
      { key: 'place', title: 'Place', as: 'text', hidden: true },
      { key: 'acreage', title: 'Acreage', as: 'number', card: 'value' },
      { key: 'numberOfTrees', title: 'Trees', as: 'number', hidden: true },
      { key: 'productVariety', title: 'Variety', as: 'text', hidden: true },
      { key: 'yearOneProduce', title: 'Year 1 (kg)', as: 'weight', hidden: true },
      { key: 'yearTwoProduce', title: 'Year 2 (kg)', as: 'weight', hidden: true },
      { key: 'yearThreeProduce', title: 'Year 3 (kg)', as: 'weight', hidden: true },
      { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
      { key: 'growerCode', title: 'Grower code', as: 'code', hidden: true },
      { key: 'institutionName', title: 'Paid through', as: 'text', hidden: true },
      { key: 'accountName', title: 'Account name', as: 'text', hidden: true },
      { key: 'bankAccount', title: 'Account', as: 'code', hidden: true, personal: true },
      { key: 'accountState', title: 'Account check', as: 'text', hidden: true },
      { key: 'createdBy', title: 'Entered by', as: 'text' },
      { key: 'created', title: 'Entered on', as: 'time', sort: true, leaves: 'never' },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'status', title: 'Status', as: 'status' },
    ],
    searchIn: 'Name, ID, mobile or member number',
    filters: [
      {
        key: 'status',
        title: 'Status',
        options: Object.values(createdFarmerFlow.states).map(({ name, label }) => ({ value: name, title: label })),
      },
      ...(farmerList.filters?.filter(({ key }) => key === 'gender' || key === 'accountState') ?? []),
    ],
    sort: { key: 'created', direction: 'desc' },
    pageSize: 7,
  },
  paths: {
    lists: {
      list: '/farmer/allfarmers/:organizationId',
      download: {
        path: '/farmer/downloadfarmers/:organizationId',
        summary: 'Created farmers for a spreadsheet; reading it is audited',
      },
    },
    many: {
      path: '/farmer/created/decide',
      summary: 'Decide several created farmers; those with warnings are left for a decision of their own',
      errors: ['farmer.has_warnings'],
    },
  },
  calls: {
    one: endpoint({
      method: 'GET',
      path: '/farmer/created/:id',
      allow: readsFarmers,
      summary: 'A created farmer, with what its decider should look at',
      params: idParam,
      answer: CreatedFarmerDetail,
      errors: ['record.not_found'],
    }),
    check: endpoint({
      method: 'POST',
      path: '/farmer/check',
      allow: 'CAN_UPLOAD_FARMERS',
      summary: 'Which numbers of a farmer are taken, while they are being typed',
      reads: true,
      body: z.object({
        id: Id.optional().describe('The farmer that is being edited, who may keep what it has'),
        farmerId: z.string().max(40).optional(),
        memberNumber: z.string().max(40).optional(),
        mobileNumber: z.string().max(40).optional(),
        institution: z.string().max(100).optional(),
        accountNumber: z.string().max(60).optional(),
      }),
      answer: z.object({
        farmerId: z.object({ takenBy: holder, elsewhere: z.boolean() }),
        memberNumber: z.object({ takenBy: holder }),
        mobileNumber: z.object({ members: z.number().int() }),
        accountNumber: z.object({ members: z.number().int() }),
      }),
      errors: ['rate.limited'],
    }),
    create: endpoint({
      method: 'POST',
      path: '/farmer/store',
      allow: 'CAN_UPLOAD_FARMERS',
      summary: 'Enter a farmer; another person approves before the farmer counts',
      body: createdFarmerBody,
      answer: answered,
      errors: entering,
    }),
    update: endpoint({
      method: 'POST',
      path: '/farmer/update/:id',
      allow: 'CAN_UPLOAD_FARMERS',
      stepUp: 'bank details',
      summary:
        'Edit a farmer, who waits again; what is left out stays. Of an approved farmer it opens an update request',
      params: idParam,
      body: createdFarmerBody.extend({ version }),
      answer: decided,
      errors: [
        ...entering,
        'record.not_found',
        'record.changed',
        'step.wrong_state',
        'permission.missing',
        'change.nothing',
        'change.open',
        'farmer.left',
        'farmer.deceased',
      ],
    }),
    approve: endpoint({
      method: 'POST',
      path: '/farmer/approve',
      allow: 'CAN_APPROVE_FARMERS',
      stepUp: 'bank details',
      summary: 'Decide on a created farmer (action, confirmFarmer), or approve an update request (id)',
      body: z.union([farmerDecision, requestDecision]),
      comment: { field: 'approverComments', noRoomFor: [createdFarmerFlow.kind] },
      answer: decided,
      errors: [
        ...deciding,
        'farmer.elsewhere',
        'farmer.registered',
        'account.refused',
        'bank.silent',
        'change.stale',
        'farmer.left',
        'farmer.deceased',
        'farmer.life_state',
      ],
    }),
    reject: endpoint({
      method: 'POST',
      path: '/farmer/reject',
      allow: 'CAN_APPROVE_FARMERS',
      summary: 'Decline an update request or a created farmer',
      body: z.object({ id: Id, version, approverComments: Comment }),
      comment: { field: 'approverComments' },
      answer: decided,
      errors: deciding,
    }),
  },
})
