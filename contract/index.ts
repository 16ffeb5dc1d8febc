import { audit, auditList } from './audit.ts'
import { farmerCompaniesFile, farmersFile } from './farmerFiles.ts'
import {
  farmerCompanyUploadFlow,
  farmerCompanyUploadList,
  farmerUploadFlow,
  farmerUploadList,
  farmerUploads,
} from './farmerUploads.ts'
import { farmerList, farmers, farmersSummaryList, uploadedFarmerList } from './farmers.ts'
import { inbox, inboxList } from './inbox.ts'
import { reference } from './reference.ts'
import { session } from './session.ts'
import { uploads } from './uploads.ts'
import { views } from './views.ts'

/** The house register: everything declared, once. Routes, docs and the "every …" tests walk these lists. */
export const endpoints = { session, inbox, farmerUploads, uploads, farmers, reference, audit, views }
export const workflows = [farmerUploadFlow, farmerCompanyUploadFlow]
export const uploadKinds = [farmersFile, farmerCompaniesFile]
export const lists = [
  farmerUploadList,
  farmerCompanyUploadList,
  farmerList,
  uploadedFarmerList,
  farmersSummaryList,
  inboxList,
  auditList,
]
