import { z } from 'zod'
import { oneLine } from '#contract/kit/oneLine.ts'
import { farmerCompaniesFile, farmersFile } from './farmerFiles.ts'
import { uploadedFarmerList } from './farmers.ts'
import { actionAnswer, decisionBody, decisionErrors, endpoint, organisationIdParam } from '#contract/kit/endpoint.ts'
import { answersEach, bulkDecision, Outcome } from '#contract/kit/bulk.ts'
import { uploadChecked, uploadMakerSteps, uploadStates, wholeUploadFlow } from '#contract/kit/uploadFlow.ts'
import { societyDecides } from '#contract/kit/societyDecides.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { uploadColumns, uploadRecord } from '#contract/uploads/uploadRecord.ts'
import { Upload, countedRows } from '#contract/uploads/uploads.ts'

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

const common = { row: Upload, reads: readsFarmers } as const

export const farmerUpload = uploadRecord({
  ...common,
  flow: farmerUploadFlow,
  file: farmersFile,
  headline: (row) => ({ says: 'registerFarmers', ...countedRows(row) }),
  list: { name: 'farmer-uploads', title: 'Farmer uploads', columns: uploadColumns('No. of farmers') },
  rows: { path: '/upload/cherry/farmer/:id', summary: 'Farmers of one upload', screen: uploadedFarmerList },
  upload: {
    path: '/upload/cherry/farmer/:organisationId',
    summary: 'Upload a farmers file',
    allow: 'CAN_UPLOAD_FARMERS',
  },
  paths: { lists: { list: '/upload/cherry/farmerFiles/:organisationId' } },
  calls: {
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
  },
})

export const farmerCompanyUpload = uploadRecord({
  ...common,
  flow: farmerCompanyUploadFlow,
  file: farmerCompaniesFile,
  headline: (row) => ({ says: 'registerCompanies', ...countedRows(row) }),
  list: {
    name: 'farmer-company-uploads',
    title: 'Farmer company uploads',
    columns: uploadColumns('No. of farmers'),
  },
  rows: { path: '/upload/cherry/farmerCompany/:id', summary: 'Companies of one upload', screen: uploadedFarmerList },
  upload: {
    path: '/upload/cherry/farmerCompany/:organisationId',
    summary: 'Upload a farmer companies file',
    allow: 'CAN_UPLOAD_FARMERS',
  },
  paths: { lists: { list: '/upload/cherry/farmerCompanyFiles/:organisationId' } },
  calls: {
    approve: endpoint({
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
  },
})
