import { z } from 'zod'
import { seenVersion } from '#contract/kit/plainNumber.ts'
import { acceptance, BatchDelivery, ChangedDelivery, NewCorrection, NewDelivery } from './cherryDeliveryForms.ts'
import { Disclaimer } from '#contract/house/disclaimers.ts'
import { actionAnswer, Actionable, Comment, decisionErrors, endpoint, Id, Status } from '#contract/kit/endpoint.ts'
import { answersEach, bulkDecision, Outcome } from '#contract/kit/bulk.ts'
import { choiceFilter, listAnswer, listQuery } from '#contract/kit/listScreen.ts'
import { record } from '#contract/kit/record.ts'
import { societyDecides } from '#contract/kit/societyDecides.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { seasonFilter, seasonName } from '#contract/house/seasons.ts'

/** The life of a delivery or a correction. Whoever edits becomes a maker, and the record waits again. */
export const cherryDeliveryFlow = workflow({
  kind: 'cherry_delivery',
  record: 'cherry delivery',
  initial: ['PENDING_APPROVAL', 'APPROVED'],
  states: {
    PENDING_APPROVAL: { id: 3, name: 'PENDING_APPROVAL', label: 'Awaiting checker', tone: 'waiting' },
    APPROVED: { id: 1, name: 'APPROVED', label: 'Approved', tone: 'good' },
    DECLINED: { id: 2, name: 'DECLINED', label: 'Declined', tone: 'bad' },
  },
  steps: {
    ...societyDecides({
      allow: 'CAN_APPROVE_FARMERS',
      from: ['PENDING_APPROVAL'],
      to: ['APPROVED'],
      refused: 'DECLINED',
      undo: true,
    }),
    edit: {
      label: 'Edit',
      from: ['PENDING_APPROVAL', 'APPROVED', 'DECLINED'],
      to: ['PENDING_APPROVAL'],
      allow: 'CAN_UPLOAD_FARMERS',
      organisationTypes: ['FARMER_SOCIETY'],
      who: 'anyone',
      tone: 'plain',
    },
  },
})

const deliveryTypes = ['DELIVERY', 'CORRECTION'] as const
/** The specification's status words. */
const deliveryStatuses = ['APPROVED', 'PENDING_APPROVAL', 'DECLINED'] as const

const Note = z.object({ code: z.string(), message: z.string() })

/** What the decider of a delivery is pointed at. None of it alone refuses a decision. */
export const deliveryNotes = {
  same_delivery: 'The same member has another record of this weight on this day.',
  much_per_tree: 'The member has delivered more per tree this season than the setting expects.',
  much_at_once: 'This is more than three times what the member usually brings at once.',
  member_not_active: 'The member is suspended, has died or left since this was entered.',
} as const

/** One delivery of cherry, or one correction. ID numbers are masked for readers without CAN_VIEW_PERSONAL_DATA. */
export const CherryDelivery = z
  .object({
    id: Id,
    memberNumber: z.string(),
    fullName: z.string(),
    farmerId: Id,
    growerCode: z.string(),
    organisationName: z.string(),
    productName: z.literal('COFFEE'),
    currentDelivery: z.number().describe('Kilograms; below zero in a correction only'),
    season: z.string(),
    deliveredOn: z.iso.date(),
    idNumber: z.string(),
    type: z.enum(deliveryTypes),
    factoryId: Id.nullable(),
    factoryName: z.string(),
    receiptNumber: z.string(),
    reason: z.string().describe('Why a correction is made'),
    correctsId: Id.nullable().describe('The delivery that a correction is about'),
    uploadId: Id.nullable().describe('The file it came in'),
    disclaimerVersion: z.number().int().nullable(),
    paidIn: z.string().nullable().describe('The payment it was paid in'),
    usualKg: z
      .number()
      .nullable()
      .describe('While it waits: what the member brings at once, on average of the last twenty approved deliveries'),
    numberOfTrees: z.number().int().nullable(),
    seasonKg: z.number().describe('Approved and waiting in its season, this one included'),
    notes: z.array(Note).describe('What a decider should look at'),
    createdBy: z.string(),
    created: z.iso.datetime({ offset: true }),
    decidedBy: z.string().nullable(),
    decidedAt: z.iso.datetime({ offset: true }).nullable(),
    approverComment: z.string().nullable(),
    status: z.enum(deliveryStatuses).describe('The status as the specification words it; state carries its number'),
    state: Status,
  })
  .extend(Actionable.shape)
export type CherryDelivery = z.output<typeof CherryDelivery>

/** The member that a delivery is entered for, with what the form and a careful clerk want to see. */
export const DeliveringMember = z.object({
  idNumber: z.string(),
  fullName: z.string(),
  memberNumber: z.string(),
  farmerId: Id,
  grower: z.string().describe('Code of the society'),
  growerName: z.string(),
  productName: z.literal('COFFEE'),
  currentDelivery: z.literal(0),
  numberOfTrees: z.number().int().nullable(),
  season: z.string().describe('Season of today'),
  approvedKg: z.number().describe('Approved in the season of today'),
  pendingKg: z.number().describe('Waiting in the season of today'),
})
export type DeliveringMember = z.output<typeof DeliveringMember>

const DeliveryTotals = z.object({
  season: z.string(),
  approvedKg: z.number(),
  pendingKg: z.number(),
  members: z.number().int().describe('Members with an approved delivery'),
})

const DeliverySeason = z.object({
  name: z.string(),
  startsOn: z.iso.date(),
  endsOn: z.iso.date(),
  open: z.boolean(),
  current: z.boolean(),
  takesDeliveries: z.boolean().describe('Open, and some day of it may still be entered'),
  firstDay: z.iso.date().describe('First day of it that may be entered today'),
  lastDay: z.iso.date().describe('Last day of it that may be entered today'),
})

const decision = z.object({
  action: z
    .string()
    .transform((value) => value.toLowerCase())
    .pipe(z.enum(['approve', 'decline'])),
  confirmCherry: z.object({
    id: Id,
    version: seenVersion,
    approverComment: Comment,
  }),
  approverComment: Comment,
})
const Entered = Outcome.extend({
  fields: z.record(z.string(), z.string()).optional(),
  notes: z.array(Note).optional(),
})

const answered = actionAnswer(CherryDelivery)
const entering = [
  'input.invalid',
  'delivery.disclaimer_changed',
  'delivery.season_closed',
  'organisation.not_allowed',
] as const
const deciding = [
  ...decisionErrors,
  'step.comment_required',
  'delivery.below_zero',
  'delivery.paid',
  'delivery.season_closed',
  'delivery.member_suspended',
] as const
const read = { method: 'GET', allow: readsFarmers } as const
const enter = { method: 'POST', allow: 'CAN_UPLOAD_FARMERS' } as const

/** Cherry deliveries of the own society; readers who see every organisation get those of all. */
export const cherryDelivery = record({
  flow: cherryDeliveryFlow,
  row: CherryDelivery,
  reads: readsFarmers,
  headline: ({ type, fullName, memberNumber, currentDelivery }) => ({
    says: type === 'CORRECTION' ? 'correctDelivery' : 'bookDelivery',
    name: fullName,
    member: memberNumber,
    kilograms: currentDelivery,
  }),
  list: {
    name: 'cherry-deliveries',
    title: 'Cherry deliveries',
    fileName: 'farmer_cherry',
    sheetName: 'FarmerCherry',
    columns: [
      { key: 'memberNumber', title: 'Member number', as: 'code' },
      { key: 'fullName', title: 'Member name', as: 'name', card: 'title' },
      { key: 'growerCode', title: 'Grower code', as: 'code', hidden: true },
      { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
      { key: 'productName', title: 'Crop', as: 'text', hidden: true },
      { key: 'currentDelivery', title: 'Weight (kg)', as: 'weight', sort: true, card: 'value' },
      { key: 'deliveredOn', title: 'Delivered on', as: 'date', sort: true, leaves: 'never' },
      { key: 'season', title: 'Season', as: 'text' },
      { key: 'factoryName', title: 'Factory', as: 'text' },
      { key: 'receiptNumber', title: 'Receipt number', as: 'code' },
      { key: 'idNumber', title: 'ID number', as: 'code', personal: true },
      { key: 'type', title: 'Type', as: 'text', hidden: true },
      { key: 'createdBy', title: 'Entered by', as: 'text', hidden: true },
      { key: 'created', title: 'Entered on', as: 'time', hidden: true },
      { key: 'state', title: 'Status', as: 'status' },
    ],
    searchIn: 'Name, ID, mobile, member or receipt number',
    found: ['memberNumber', 'receiptNumber', 'currentDelivery', 'deliveredOn', 'state'],
    filters: [
      choiceFilter('status', 'Status', {
        PENDING_APPROVAL: 'Awaiting checker',
        APPROVED: 'Approved',
        DECLINED: 'Declined',
      }),
      choiceFilter('type', 'Type', { DELIVERY: 'Delivery', CORRECTION: 'Correction' }),
      seasonFilter,
    ],
    sort: { key: 'deliveredOn', direction: 'desc' },
    pageSize: 7,
  },
  paths: {
    lists: {
      list: { path: '/farmercherry', summary: 'Cherry deliveries and corrections' },
      export: {
        path: '/farmercherry/downloadcherry',
        allow: ['CAN_UPLOAD_FARMERS', 'CAN_APPROVE_FARMERS'],
        summary: 'All cherry deliveries for an export; each time is audited',
      },
    },
    one: '/farmercherry/delivery/:id',
  },
  calls: {
    ofStatus: endpoint({
      ...read,
      path: '/farmercherry/farmer/status',
      summary: 'Cherry deliveries in one status',
      query: listQuery.extend({ status: z.enum(deliveryStatuses) }),
      answer: listAnswer(CherryDelivery),
    }),
    totalWeight: endpoint({
      ...read,
      path: '/farmercherry/totalweight',
      summary: 'Approved kilograms of the season of today',
      answer: z.number(),
    }),
    totals: endpoint({
      ...read,
      path: '/farmercherry/totals',
      summary: 'Approved and waiting kilograms of a season, apart',
      query: z.object({ season: z.string().regex(seasonName).optional() }),
      answer: DeliveryTotals,
    }),
    member: endpoint({
      ...read,
      path: '/farmercherry/farmer',
      summary: 'The member with a member number, for the form',
      query: z.object({
        memberNumber: z.string().trim().min(3, 'Enter more than 2 characters').max(20),
      }),
      answer: DeliveringMember,
      errors: ['delivery.unknown_member'],
    }),
    seasons: endpoint({
      ...read,
      path: '/farmercherry/seasons',
      summary: 'Seasons that have begun, newest first, and the days of each that may be entered',
      answer: z.array(DeliverySeason),
    }),
    disclaimer: endpoint({
      ...read,
      path: '/farmercherry/disclaimer',
      summary: 'The disclaimer in force, and whether the user has accepted it',
      answer: Disclaimer,
    }),
    acceptDisclaimer: endpoint({
      ...enter,
      path: '/farmercherry/disclaimer',
      summary: 'Accept the disclaimer, as before a file is uploaded',
      body: z.object({ version: z.number().int() }),
      answer: actionAnswer(Disclaimer),
      errors: ['delivery.disclaimer_changed'],
    }),
    create: endpoint({
      ...enter,
      path: '/farmercherry',
      summary: 'Enter a cherry delivery',
      body: NewDelivery,
      answer: answered,
      errors: entering,
    }),
    update: endpoint({
      ...enter,
      path: '/farmercherry/update',
      summary: 'Edit a delivery: it waits for approval again, and the editor becomes a maker of it',
      body: ChangedDelivery,
      answer: answered,
      errors: [
        ...entering,
        'record.not_found',
        'record.changed',
        'delivery.paid',
        'delivery.is_correction',
        'delivery.below_zero',
      ],
    }),
    correct: endpoint({
      ...enter,
      path: '/farmercherry/correction',
      summary: 'Correct the season of a member by kilograms above or below zero, with a reason',
      body: NewCorrection,
      answer: answered,
      errors: [...entering, 'delivery.below_zero'],
    }),
    enterBatch: endpoint({
      ...enter,
      path: '/farmercherry/batch',
      summary:
        'Enter many deliveries at once; each has its own outcome, and an id that was sent before makes nothing twice',
      body: z.object({ deliveries: z.array(BatchDelivery).min(1).max(200), ...acceptance }),
      ...answersEach(Entered),
      errors: entering,
    }),
    decide: endpoint({
      method: 'POST',
      path: '/farmercherry/approve',
      allow: 'CAN_APPROVE_FARMERS',
      summary: 'Approve or decline a delivery; of the record only id, version and comment are read',
      body: decision,
      comment: { noRoomFor: [cherryDeliveryFlow.kind] },
      answer: answered,
      errors: deciding,
    }),
    decideMany: endpoint({
      method: 'POST',
      path: '/farmercherry/bulk',
      allow: 'CAN_APPROVE_FARMERS',
      summary: 'Decide several deliveries; each has its own outcome',
      body: bulkDecision,
      ...answersEach(Outcome),
      errors: ['step.comment_required'],
    }),
  },
})
