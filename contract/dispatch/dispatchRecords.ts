import { z } from 'zod'
import { readsDispatch } from './readsDispatch.ts'
import { dispatchRecordFlow } from './dispatchFlow.ts'
import { editedRecord } from './editedRecord.ts'
import { actionAnswer, Comment, decisionBody, decisionErrors, Decided, endpoint, Id } from '#contract/kit/endpoint.ts'
import { fileBulk } from '#contract/kit/fileBulk.ts'
import { seenVersion } from '#contract/kit/plainNumber.ts'
import { choiceFilter, listAnswer, listQuery, type ListColumn } from '#contract/kit/listScreen.ts'
import { record, statusFilter } from '#contract/kit/record.ts'
import { seasonFilter } from '#contract/house/seasons.ts'

const Party = z.object({ id: Id, organisationCode: z.string(), organisationName: z.string() })
const YesNo = z.enum(['Y', 'N'])
const Weighed = z.object({
  bags: z.number().int(),
  pockets: z.number().int(),
  grossWeight: z.number(),
  tareWeight: z.number(),
  netWeight: z.number(),
})

/** What a mill dispatched of one grade of an outturn, as the specification spells it, and what the warehouse says of it. */
export const DispatchRecord = z
  .object({
    id: Id,
    fileId: Id,
    fileName: z.string(),
    outTurnNumber: z.string(),
    grade: z.string(),
    splitNumber: z.number().int().nullable(),
    marks: z.string(),
    bags: z.number().int(),
    pockets: z.number().int().describe('Kilograms beyond the last bag'),
    season: z.string(),
    saleNumber: z.number().int(),
    millerCode: Party,
    warehouseCode: Party,
    brokerCode: Party,
    miller: z.string().describe('Name'),
    warehouse: z.string(),
    broker: z.string(),
    growerCode: z.string().nullable().describe('Society whose parchment the outturn was, where it is known'),
    growerName: z.string().nullable(),
    grossWeight: z.number(),
    tareWeight: z.number(),
    netWeight: z.number(),
    dispatched: Weighed.describe('As the mill dispatched it'),
    difference: z.number().describe('Kilograms: net weight now, less what the mill dispatched'),
    differs: YesNo.describe('Whether it does, for the filter of that name'),
    changed: z
      .array(z.object({ field: z.string(), before: z.string(), after: z.string() }))
      .describe('What the last edit changed: the values before it and now'),
    requireReapproval: YesNo.describe('It was edited, so it is decided on its own'),
    deleteFlag: YesNo.describe('The last edit asks to remove it: its approval does'),
    actionComment: z.string().nullable().describe('What was said with the last edit or decision'),
    holdReason: z.string().nullable().describe('Why it is on hold'),
    updatedBy: z.string().nullable(),
    updatedAt: z.iso.datetime({ offset: true }).nullable(),
    approverComment: z.string().nullable(),
  })
  .extend(Decided.shape)
export type DispatchRecord = z.output<typeof DispatchRecord>

const columns = [
  { key: 'outTurnNumber', title: 'Outturn', as: 'name', sort: true, card: 'title', leaves: 'never' },
  { key: 'grade', title: 'Grade', as: 'text', sort: true, leaves: 'never' },
  { key: 'splitNumber', title: 'Split number', as: 'number', hidden: true },
  { key: 'marks', title: 'Marks', as: 'text' },
  { key: 'bags', title: 'Bags', as: 'number' },
  { key: 'pockets', title: 'Pockets', as: 'number' },
  { key: 'season', title: 'Season', as: 'text', hidden: true },
  { key: 'saleNumber', title: 'Sale number', as: 'number', sort: true },
  { key: 'miller', title: 'Miller', as: 'text', hidden: 'own' },
  { key: 'warehouse', title: 'Warehouse', as: 'text', hidden: true },
  { key: 'broker', title: 'Broker', as: 'text' },
  { key: 'growerCode', title: 'Grower code', as: 'code', hidden: true },
  { key: 'grossWeight', title: 'Gross weight (kg)', as: 'weight', hidden: true },
  { key: 'tareWeight', title: 'Tare weight (kg)', as: 'weight', hidden: true },
  { key: 'netWeight', title: 'Net weight (kg)', as: 'weight', sort: true, card: 'value' },
  { key: 'difference', title: 'Difference (kg)', as: 'weight', sort: true },
  { key: 'fileName', title: 'File name', as: 'text', hidden: true },
  { key: 'created', title: 'Dispatched on', as: 'time', sort: true, hidden: true },
  { key: 'updatedBy', title: 'Last changed by', as: 'text', hidden: true },
  { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
  { key: 'status', title: 'Status', as: 'status', sort: true },
] as const satisfies readonly ListColumn<keyof DispatchRecord>[]

/** A status of the specification's other screen, where two of its names have a hyphen. */
const withHyphens = { 'PENDING-APPROVAL': 'PENDING_APPROVAL', 'PENDING-PAYMENT': 'PENDING_PAYMENT' }

const Sum = z.object({ count: z.number().int(), kilograms: z.number() })

/** What became of every record of a file that was decided at once. */
export const Receipt = z.object({
  fileId: Id,
  status: Decided.shape.status.describe('Of the file'),
  approved: Sum,
  declined: Sum,
  held: Sum.describe('Ticked for approval and put on hold instead: more is dispatched of the outturn than came in'),
  left: Sum.describe('Neither: with the miller, back at the warehouse, or on hold'),
  rows: z.array(z.object({ id: Id, outTurnNumber: z.string(), grade: z.string(), outcome: z.string() })),
})
export type Receipt = z.output<typeof Receipt>

const seen = z.array(z.object({ id: Id, version: z.number().int() })).max(20_000)
const decided = decisionBody.extend({ actionComment: Comment })

/** Dispatch records of the own organisation: those it sent, and those that name it. */
export const dispatchRecord = record({
  flow: dispatchRecordFlow,
  row: DispatchRecord,
  reads: readsDispatch,
  headline: ({ outTurnNumber, grade, netWeight, millerCode, deleteFlag }) => ({
    says: deleteFlag === 'Y' ? 'removeDispatch' : 'receiveCoffee',
    name: `${outTurnNumber} ${grade}`,
    at: millerCode.organisationName,
    kilograms: netWeight,
  }),
  list: {
    name: 'dispatch-records',
    title: 'Dispatch records',
    columns,
    searchIn: 'Outturn, marks, file name or code of the grower',
    filters: [
      { ...statusFilter(dispatchRecordFlow), also: withHyphens },
      choiceFilter('differs', 'Weight', { Y: 'Differs from what was dispatched', N: 'As dispatched' }),
      seasonFilter,
    ],
    found: ['outTurnNumber', 'grade', 'netWeight', 'status'],
    sort: { key: 'created', direction: 'desc' },
    pageSize: 10,
  },
  paths: {
    lists: {
      list: { path: '/grn_record/records', summary: 'Dispatch records that the organisation sent or that name it' },
      pending: {
        path: '/grn_record/pending',
        status: 'PENDING_APPROVAL',
        summary: 'Dispatch records that await the warehouse for the first time',
      },
    },
    one: { path: '/grn_record/records/:id', summary: 'One dispatch record, with what its last edit changed' },
  },
  calls: {
    details: endpoint({
      method: 'GET',
      path: '/grn_record/details',
      allow: readsDispatch,
      summary: 'Records of a dispatch file; with deleted=Y those that were deleted instead',
      query: listQuery.extend({ fileId: Id, deleted: YesNo.default('N') }),
      answer: listAnswer(DispatchRecord),
      errors: ['record.not_found'],
    }),
    approve: endpoint({
      method: 'POST',
      path: '/grn_record/approve-item',
      allow: ['CAN_APPROVE_GRN', 'CAN_UPLOAD_GRN'],
      summary:
        'Approve one dispatch record: the warehouse takes it in, the mill agrees to what the warehouse has changed. Of the record only id, version and comment are read',
      body: decided,
      comment: { field: 'actionComment' },
      answer: actionAnswer(DispatchRecord),
      errors: [...decisionErrors, 'dispatch.being_dropped'],
    }),
    reject: endpoint({
      method: 'POST',
      path: '/grn_record/reject-item',
      allow: 'CAN_APPROVE_GRN',
      summary: 'Decline one dispatch record, with a reason',
      body: decided,
      comment: { field: 'actionComment' },
      answer: actionAnswer(DispatchRecord),
      errors: [...decisionErrors, 'step.comment_required', 'dispatch.being_dropped'],
    }),
    edit: endpoint({
      method: 'POST',
      path: '/grn_record/update',
      allow: ['CAN_APPROVE_GRN', 'CAN_UPLOAD_GRN'],
      summary:
        'Edit a dispatch record: what the warehouse changes goes back to the mill, what the mill changes to the warehouse. deleteFlag=Y asks to remove it',
      body: editedRecord,
      comment: { field: 'actionComment' },
      answer: actionAnswer(DispatchRecord),
      errors: [...decisionErrors, 'step.comment_required', 'change.nothing', 'dispatch.being_dropped'],
    }),
    bulk: fileBulk({
      path: '/grn_record/bulk',
      allow: 'CAN_APPROVE_GRN',
      summary: 'Approve or decline records of a dispatch file that nobody has edited; each has its own outcome',
      errors: ['dispatch.being_dropped'],
    }),
    decideEvery: endpoint({
      method: 'POST',
      path: '/grn_record/decide-every',
      allow: 'CAN_APPROVE_GRN',
      summary:
        'Decide every record of a dispatch file that nobody has edited: those that are ticked one way, the others the other way, all at once or none. The file is approved when one record is, else declined',
      body: z.object({
        fileId: Id,
        version: seenVersion.describe('Of the file'),
        action: z.enum(['APPROVE_SELECTED_REJECT_OTHERS', 'REJECT_SELECTED_APPROVE_OTHERS']),
        comment: Comment.describe('Required: why'),
        records: seen.describe('Those that are ticked, each at the version that was seen'),
        others: seen.optional().describe('Those that are not, where the client says what it has seen of them'),
      }),
      // Two lists of 20,000 records of at most 150 bytes.
      longestBody: 6_000_000,
      comment: { field: 'comment' },
      answer: actionAnswer(Receipt),
      errors: [...decisionErrors, 'record.none_selected', 'step.comment_required'],
    }),
  },
})
