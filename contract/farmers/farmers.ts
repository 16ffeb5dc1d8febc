import { z } from 'zod'
import { lifeStateLabels, lifeStates } from './lifeStates.ts'
import { endpoint, Id, organisationIdParam, Status } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { readsFarmers } from '#contract/house/permissions.ts'

/** Kinds of farmer, by the specification's names. */
export const farmerTypes = ['FCS_FARMER', 'FCS_FARMER_COMPANY'] as const

/** A farmer as lists show it. Personal values are masked for readers without CAN_VIEW_PERSONAL_DATA. */
export const Farmer = z.object({
  id: Id,
  organizationId: z.string(),
  organisationCode: z.string(),
  organisationName: z.string(),
  growerCode: z.string(),
  fullName: z.string(),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  farmerId: z.string().describe('National ID, or the registration number of a company'),
  memberNumber: z.string(),
  mobileNumber: z.string(),
  gender: z.string(),
  acreage: z.number(),
  farmerTypeName: z.enum(farmerTypes),
  companyName: z.string(),
  companyRegNumber: z.string(),
  county: z.string(),
  ward: z.string(),
  institutionCode: z.string(),
  institutionName: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
  bankAccount: z.string().describe('Same as accountNumber, under the name that the upload detail uses'),
  accountState: z.enum(['VERIFIED', 'NAME_DIFFERS', 'UNVERIFIED']),
  lifeState: z.enum(lifeStates),
  status: Status,
  created: z.iso.datetime({ offset: true }),
})
export type Farmer = z.output<typeof Farmer>

/** A row of an upload: a farmer already, or still a staged row without an id. */
export const FarmerRow = Farmer.omit({
  id: true,
  created: true,
  status: true,
  accountState: true,
  lifeState: true,
}).extend({
  id: Id.nullable(),
  row: z.number().int(),
  state: z.enum(['ready', 'failed', 'left_out', 'done', 'waiting']),
  message: z.string(),
})
export type FarmerRow = z.output<typeof FarmerRow>

export const FarmersSummary = z.object({
  id: z.string(),
  organisationName: z.string(),
  organisationCode: z.string(),
  county: z.string(),
  count: z.number().int(),
  verifiedAccounts: z.number().int(),
  mapped: z.number().int().describe('Active farmers with a verified plot'),
  mappedPercent: z.number().describe('Share of the active farmers with a verified plot, of a hundred'),
})
export type FarmersSummary = z.output<typeof FarmersSummary>

export const farmerList = listScreen({
  name: 'farmers',
  title: 'Farmers',
  row: Farmer,
  columns: [
    { key: 'growerCode', title: 'Grower code', as: 'code', hidden: true },
    { key: 'memberNumber', title: 'Member number', as: 'code', sort: true },
    { key: 'fullName', title: 'Name', as: 'name', sort: true, card: 'title' },
    { key: 'farmerId', title: 'ID number', as: 'code', personal: true },
    { key: 'mobileNumber', title: 'Mobile number', as: 'code', personal: true },
    { key: 'acreage', title: 'Acreage', as: 'number', sort: true, card: 'value' },
    { key: 'farmerTypeName', title: 'Farmer type', as: 'text' },
    { key: 'gender', title: 'Gender', as: 'text', hidden: true },
    { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
    { key: 'institutionName', title: 'Paid through', as: 'text', hidden: true },
    { key: 'accountNumber', title: 'Account', as: 'code', hidden: true, personal: true },
    { key: 'accountState', title: 'Account check', as: 'text', hidden: true },
    { key: 'lifeState', title: 'Life state', as: 'text', hidden: true },
    { key: 'created', title: 'Registered', as: 'date', sort: true, hidden: true },
  ],
  searchIn: 'Name, ID, mobile or member number',
  found: ['memberNumber'],
  filters: [
    choiceFilter('farmerTypeName', 'Farmer type', { FCS_FARMER: 'Farmer', FCS_FARMER_COMPANY: 'Company' }),
    choiceFilter('gender', 'Gender', { FEMALE: 'Female', MALE: 'Male' }),
    choiceFilter('accountState', 'Account check', {
      VERIFIED: 'Verified',
      NAME_DIFFERS: 'Name differs',
      UNVERIFIED: 'Not verified',
    }),
    choiceFilter('lifeState', 'Life state', lifeStateLabels),
  ],
  sort: { key: 'memberNumber', direction: 'asc' },
  pageSize: 7,
})

export const uploadedFarmerList = listScreen({
  name: 'uploaded-farmers',
  title: 'Uploaded farmers',
  row: FarmerRow,
  columns: [
    { key: 'row', title: 'Row', as: 'number', sort: true },
    { key: 'growerCode', title: 'Grower code', as: 'code' },
    { key: 'fullName', title: 'Name', as: 'name', sort: true, card: 'title' },
    { key: 'memberNumber', title: 'Member number', as: 'code', sort: true },
    { key: 'farmerId', title: 'ID number', as: 'code', personal: true },
    { key: 'mobileNumber', title: 'Mobile number', as: 'code', personal: true },
    { key: 'acreage', title: 'Acreage', as: 'number', card: 'value' },
    { key: 'bankAccount', title: 'Account', as: 'code', personal: true },
    { key: 'bankCode', title: 'Bank code', as: 'code', hidden: true },
    { key: 'bankName', title: 'Paid through', as: 'text' },
    { key: 'farmerTypeName', title: 'Farmer type', as: 'text', hidden: true },
    { key: 'state', title: 'State', as: 'text' },
  ],
  searchIn: 'Name, ID, mobile or member number',
  filters: [
    choiceFilter('state', 'State', {
      done: 'Registered',
      ready: 'Ready',
      waiting: 'Account being checked',
      failed: 'With errors',
      left_out: 'Left out',
    }),
  ],
  sort: { key: 'row', direction: 'asc' },
  pageSize: 7,
})

export const farmersSummaryList = listScreen({
  name: 'farmers-summary',
  title: 'Farmers summary',
  row: FarmersSummary,
  columns: [
    { key: 'organisationName', title: 'Organisation name', as: 'name', sort: true, card: 'title' },
    { key: 'organisationCode', title: 'Organisation code', as: 'code', sort: true },
    { key: 'county', title: 'County', as: 'text', hidden: true },
    { key: 'count', title: 'No. of farmers', as: 'number', sort: true, card: 'value' },
    { key: 'mappedPercent', title: 'Plots verified, %', as: 'number', sort: true },
    { key: 'verifiedAccounts', title: 'Verified accounts', as: 'number', hidden: true },
  ],
  searchIn: 'Organisation name or code',
  sort: { key: 'organisationName', direction: 'asc' },
  pageSize: 7,
})

const byCode = (name: string) => z.object({ [name]: z.string().min(1).max(40) })

export const farmers = {
  ofOrganisation: endpoint({
    method: 'GET',
    path: '/upload/cherry/getFarmers/:organizationId',
    allow: readsFarmers,
    summary: 'Farmers of an organisation',
    params: z.object({ organizationId: z.string().min(1).max(40) }),
    ...answersList(Farmer),
  }),
  ofSociety: endpoint({
    method: 'GET',
    path: '/upload/cherry/farmer/:orgisationCode/get',
    allow: readsFarmers,
    summary: 'Farmers of a society, by its code',
    params: byCode('orgisationCode'),
    ...answersList(Farmer),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/upload/cherry/farmer/summary/:organisationId',
    reports: true,
    allow: readsFarmers,
    summary: 'Number of farmers of each society in reach',
    params: organisationIdParam,
    ...answersList(FarmersSummary),
  }),
}
