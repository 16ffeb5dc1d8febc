import { z } from 'zod'
import { oneLine } from './kit/oneLine.ts'
import { farmerCompaniesFile, farmersFile } from './farmerFiles.ts'
import { FarmerRow } from './farmers.ts'
import { actionAnswer, decisionBody, decisionErrors, endpoint, idParam, organisationIdParam } from './kit/endpoint.ts'
import { answersEach, bulkDecision, Outcome } from './kit/bulk.ts'
import { listAnswer, listQuery, listScreen, type ListColumn } from './kit/listScreen.ts'
import { uploadChecked, uploadMakerSteps, uploadStates, wholeUploadFlow } from './kit/uploadFlow.ts'
import { societyDecides } from './kit/societyDecides.ts'
import { workflow } from './kit/workflow.ts'
import { readsFarmers } from './permissions.ts'
import { Upload, uploadErrors } from './uploads.ts'

/** Individual farmers may be approved in parts: 112 and 123 keep the unfinished rows. */
export const farmerUploadFlow = workflow({
  kind: 'farmer_upload',
  record: 'farmer upload',
  initial: ['CHECKING'],
  states: {
    ...uploadStates,
    APPROVED_WITH_ERRORS: { id: 112, name: 'APPROVED_WITH_ERRORS', label: 'Approved with errors', tone: 'waiting' },
    PENDING_ACCOUNT_VALIDATION: {
      id: 123,
      name: 'PENDING_ACCOUNT_VALIDATION',
      label: 'Accounts being checked',
      tone: 'waiting',
    },
  },
  system: [
    ...uploadChecked,
    { from: 'PENDING_ACCOUNT_VALIDATION', to: 'APPROVED', why: 'The bank has answered for every account' },
    {
      from: 'PENDING_ACCOUNT_VALIDATION',
      to: 'APPROVED_WITH_ERRORS',
      why: 'The bank has answered, some rows were refused',
    },
  ],
  steps: {
    ...societyDecides({
      allow: 'CAN_APPROVE_FARMERS',
      from: ['PENDING_APPROVAL', 'PENDING_ACCOUNT_VALIDATION', 'APPROVED_WITH_ERRORS'],
      to: ['APPROVED', 'APPROVED_WITH_ERRORS', 'PENDING_ACCOUNT_VALIDATION'],
      refused: 'REJECTED',
    }),
    ...uploadMakerSteps('CAN_UPLOAD_FARMERS'),
  },
})

/** Companies are few: all rows become farmers or none does. */
export const farmerCompanyUploadFlow = wholeUploadFlow({
  kind: 'farmer_company_upload',
  record: 'farmer company upload',
  make: 'CAN_UPLOAD_FARMERS',
  approve: 'CAN_APPROVE_FARMERS',
})

const columns: ListColumn<keyof Upload>[] = [
  { key: 'fileName', title: 'File name', as: 'name', sort: true, card: 'title' },
  { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
  { key: 'numberOfLots', title: 'No. of farmers', as: 'number', sort: true, card: 'value' },
  { key: 'createdBy', title: 'Uploaded by', as: 'text', sort: true },
  { key: 'status', title: 'Status', as: 'status', sort: true },
  { key: 'created', title: 'Date', as: 'time', sort: true },
  { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
  { key: 'failed', title: 'Rows with errors', as: 'number', hidden: true },
]
const statusFilter = (flow: { states: Record<string, { label: string }> }) => ({
  key: 'status',
  title: 'Status',
  options: Object.entries(flow.states).map(([value, { label }]) => ({ value, title: label })),
})
const list = {
  row: Upload,
  columns,
  searchIn: 'File name',
  sort: { key: 'created', direction: 'desc' },
  pageSize: 7,
} as const

export const farmerUploadList = listScreen({
  name: 'farmer-uploads',
  title: 'Farmer uploads',
  ...list,
  filters: [statusFilter(farmerUploadFlow)],
})
export const farmerCompanyUploadList = listScreen({
  name: 'farmer-company-uploads',
  title: 'Farmer company uploads',
  ...list,
  filters: [statusFilter(farmerCompanyUploadFlow)],
})

const decision = decisionBody.extend({
  override: z
    .array(z.object({ row: z.number().int(), reason: oneLine(300).min(3) }))
    .max(5000)
    .optional()
    .describe('Rows whose ID is registered in another society, each with the reason to register them all the same'),
})
// 5,000 rows with a reason each.
const longestDecision = 2_000_000
const decided = actionAnswer(Upload)
const deciding = [...decisionErrors, 'step.comment_required'] as const

export const farmerUploads = {
  list: endpoint({
    method: 'GET',
    path: '/upload/cherry/farmerFiles/:organisationId',
    allow: readsFarmers,
    summary: 'Farmer uploads',
    params: organisationIdParam,
    query: listQuery,
    answer: listAnswer(Upload),
  }),
  companyList: endpoint({
    method: 'GET',
    path: '/upload/cherry/farmerCompanyFiles/:organisationId',
    allow: readsFarmers,
    summary: 'Farmer company uploads',
    params: organisationIdParam,
    query: listQuery,
    answer: listAnswer(Upload),
  }),
  upload: endpoint({
    method: 'POST',
    path: '/upload/cherry/farmer/:organisationId',
    allow: 'CAN_UPLOAD_FARMERS',
    summary: 'Upload a farmers file',
    params: organisationIdParam,
    upload: farmersFile,
    answer: actionAnswer(Upload),
    errors: uploadErrors,
  }),
  companyUpload: endpoint({
    method: 'POST',
    path: '/upload/cherry/farmerCompany/:organisationId',
    allow: 'CAN_UPLOAD_FARMERS',
    summary: 'Upload a farmer companies file',
    params: organisationIdParam,
    upload: farmerCompaniesFile,
    answer: actionAnswer(Upload),
    errors: uploadErrors,
  }),
  rows: endpoint({
    method: 'GET',
    path: '/upload/cherry/farmer/:id',
    allow: readsFarmers,
    summary: 'Farmers of one upload',
    params: idParam,
    query: listQuery,
    answer: listAnswer(FarmerRow),
    errors: ['record.not_found'],
  }),
  companyRows: endpoint({
    method: 'GET',
    path: '/upload/cherry/farmerCompany/:id',
    allow: readsFarmers,
    summary: 'Companies of one upload',
    params: idParam,
    query: listQuery,
    answer: listAnswer(FarmerRow),
    errors: ['record.not_found'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/upload/cherry/approve_farmer/:organisationId',
    allow: 'CAN_APPROVE_FARMERS',
    summary: 'Approve a farmer upload: its rows become farmers',
    params: organisationIdParam,
    body: decision,
    longestBody: longestDecision,
    answer: decided,
    errors: [...deciding, 'upload.rows_invalid'],
  }),
  companyApprove: endpoint({
    method: 'POST',
    path: '/upload/cherry/approve_farmer_company/:organisationId',
    allow: 'CAN_APPROVE_FARMERS',
    summary: 'Approve a farmer company upload',
    params: organisationIdParam,
    body: decision,
    longestBody: longestDecision,
    answer: decided,
    errors: [...deciding, 'upload.rows_invalid', 'bank.silent'],
  }),
  decline: endpoint({
    method: 'POST',
    path: '/upload/cherry/decline_farmer',
    allow: 'CAN_APPROVE_FARMERS',
    summary: 'Decline a farmer or farmer company upload',
    body: decision,
    longestBody: longestDecision,
    answer: decided,
    errors: deciding,
  }),
  decideMany: endpoint({
    method: 'POST',
    path: '/upload/cherry/farmer-bulk',
    allow: 'CAN_APPROVE_FARMERS',
    summary: 'Decide several uploads; each has its own outcome',
    body: bulkDecision,
    ...answersEach(Outcome),
    errors: ['step.comment_required'],
  }),
}
