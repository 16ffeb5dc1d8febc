/**
 * What an answer looks like on top: a bare list, the envelopes by their names, a number, a file, an object with at least
 * these names, or nothing that the specification names. `list in data` is `{data: [...]}`, `list in data.data` one deeper.
 */
export type Envelope =
  | 'list'
  | 'data,page'
  | 'items,totalPages'
  | 'content'
  | 'content,totalPages'
  | 'error,message'
  | 'list in data'
  | 'list in data.data'
  | 'number'
  | 'csv'
  | 'pdf'
  | 'file'
  | 'unspecified'
  | readonly string[]

export type SpecifiedCall = {
  method: 'GET' | 'POST'
  path: string
  envelope: Envelope
  /** Names in the query that decide something. */
  query?: readonly string[]
  /** Names in the payload that decide something; whole records posted back carry more. */
  body?: readonly string[]
}

const get = (path: string, envelope: Envelope, query: readonly string[] = []): SpecifiedCall => ({
  method: 'GET',
  path,
  envelope,
  query,
})
const post = (path: string, envelope: Envelope, body: readonly string[] = []): SpecifiedCall => ({
  method: 'POST',
  path,
  envelope,
  body,
})
const paged = ['page', 'size']
const decided = ['id', 'approverComment', 'action']
const newFarmer = [
  'firstName',
  'middleName',
  'lastName',
  'fullName',
  'farmerId',
  'memberNumber',
  'mobileNumber',
  'gender',
  'YearOfBirth',
  'kraPin',
  'acreage',
  'numberOfTrees',
  'variety',
  'county',
  'subCounty',
  'ward',
  'village',
  'yearOneProduce',
  'yearTwoProduce',
  'yearThreeProduce',
  'yearOnePrice',
  'yearTwoPrice',
  'yearThreePrice',
  'grower',
  'institutionTupe',
  'bankCode',
  'bankAccount',
  'farmerBankDetail',
]
const cherry = ['idNumber', 'fullName', 'memberNumber', 'growerCode', 'productName', 'currentDelivery', 'season']

/** Every call of the specification's section 7, part by part, each once. */
export const specifiedCalls: readonly SpecifiedCall[] = [
  // Part 1: farmers
  get('/upload/cherry/getFarmers/:organizationId', 'list'),
  get('/upload/cherry/farmer/:orgisationCode/get', 'list'),
  get('/upload/cherry/farmer/:id', 'list'),
  get('/upload/cherry/farmerCompany/:id', 'list'),
  get('/upload/cherry/farmerFiles/:organisationId', 'list'),
  get('/upload/cherry/farmerCompanyFiles/:organisationId', 'list'),
  post('/upload/cherry/farmer/:organisationId', 'error,message'),
  post('/upload/cherry/farmerCompany/:organisationId', 'error,message'),
  post('/upload/cherry/approve_farmer/:organisationId', 'error,message', decided),
  post('/upload/cherry/approve_farmer_company/:organisationId', 'error,message', decided),
  post('/upload/cherry/decline_farmer', 'error,message', decided),
  get('/files/downloads', 'file', ['filename']),
  post('/farmer/edit', 'error,message', [
    'id',
    'firstName',
    'lastName',
    'middleName',
    'memberNumber',
    'gender',
    'farmerId',
    'growerId',
    'bankCode',
    'account',
    'mobileNumber',
    'companyName',
    'companyRegistrationNumber',
  ]),
  get('/payment/institutions', 'list'),
  get('/farmer/institutions', 'list'),
  get('/farmer/banks', 'list'),
  get('/farmer/loan_statement/:organizationId/:farmerId', 'pdf'),
  get('/disbursement/farmer/history/:organizationId/:farmerId', ['borrowerLimit', 'loanHistory', 'items']),
  get('/farmer/allfarmers/:organizationId', 'list'),
  get('/farmer/downloadfarmers/:organizationId', 'list'),
  post('/farmer/store', 'error,message', newFarmer),
  post('/farmer/update/:id', 'error,message', newFarmer),
  post('/farmer/approve', 'error,message', [
    'action',
    'confirmFarmer',
    'id',
    'growerId',
    'approverComments',
    'companyName',
    'companyRegistrationNumber',
  ]),
  post('/farmer/reject', 'error,message', ['id', 'approverComments']),
  get('/farmer/approve/pending_approval/:organisationId', 'list'),
  get('/farmer/allcounties', 'list'),
  get('/farmer/allsubcountybycounty/:countyId', 'list'),
  get('/farmer/allwards/:subCountyId', 'list'),
  get('/farmer/varieties', 'list'),
  get('/farmer/subcounties', 'list'),
  get('/organization/get-parent-organization', 'list', ['q']),
  get('/organization/get-fcs', 'list'),
  get('/organization/getAll', 'list'),
  get('/organization/get-marketers', 'list'),
  get('/upload/cherry/farmer/summary/:organisationId', 'list'),
  // Part 1: limits, cherry and schedules
  get('/upload/cherry/limitFiles/:organisationId', 'list'),
  post('/upload/cherry/approve_limit/:organisationId', 'error,message', ['id', 'approverComment']),
  post('/upload/cherry/decline_limit', 'error,message', ['id', 'approverComment']),
  post('/upload/cherry/delivery/:organisationId', 'error,message'),
  post('/upload/cherry/delivery', 'error,message'),
  get('/upload/cherry/:id/download', 'file'),
  get('/upload/cherry/limit/:id', 'list'),
  get('/limit/active/:organisationId', 'list'),
  get('/farmercherry', 'list'),
  get('/farmercherry/totalweight', 'number'),
  get('/farmercherry/downloadcherry', 'list'),
  get('/farmercherry/farmer', ['idNumber', 'fullName', 'memberNumber', 'farmerId', 'grower'], ['memberNumber']),
  get('/farmercherry/farmer/status', 'unspecified', ['status']),
  post('/farmercherry', 'error,message', cherry),
  post('/farmercherry/update', 'error,message', ['id', ...cherry]),
  post('/farmercherry/approve', 'error,message', ['action', 'confirmCherry']),
  get('/upload/cherry/loanSchedule/:id', 'list'),
  // Part 1: parchment
  get('/upload/parchment/deliveryFiles/:organisationId', 'list', [...paged, 'paginate']),
  get('/upload/parchment/delivery/:id', 'list'),
  post('/upload/parchment/delivery/amend/file', 'error,message', ['data', 'id', 'approverComment']),
  post('/upload/parchment/delivery/approve/file', 'error,message', ['id', 'approverComment']),
  post('/upload/parchment/delivery', 'error,message'),
  // Part 2: loans and disbursements
  get('/disbursement_transactions', 'items,totalPages', [...paged, 'name']),
  get('/disbursement/pending/:organisationId', 'list'),
  get('/disbursement/approved/:organisationId', 'data,page', [...paged, 'name', 'paginate']),
  get('/disbursement/all/:organisationCode', 'data,page', [...paged, 'paginate']),
  post('/disbursement/approve', 'error,message', ['id']),
  post('/disbursement/authorize', 'error,message', ['id']),
  post('/disbursement/decline', 'unspecified', ['id', 'approvalComment']),
  post('/disbursement/reject', 'unspecified', ['id', 'approvalComment']),
  get('/disbursement/download/pending/:organisationId', 'csv'),
  get('/disbursement/download/:organizationId', 'csv'),
  get('/disbursement/fcs-manager/summary/:organizationId', 'list'),
  get('/loan/requests/:organizationId', 'data,page', [...paged, 'status']),
  get('/loan/download/all/:organizationId', 'csv'),
  post('/settlement/transactions', 'list'),
  get('/payment/unapprovedpayments', 'unspecified'),
  // Part 2: payment schedules
  post('/payment/getGrowerDetails', 'error,message', ['growerCode', 'season']),
  post(
    '/payment/saveCommunalPayment',
    ['data'],
    ['growerCode', 'season', 'commRate', 'amount', 'weight', 'loansToRecover'],
  ),
  get('/payment/generateFarmerPaymentSchedule/:commId', 'list in data'),
  get('/payment/fetchUnapprovedCommunalPayments/:organisationId', 'list in data'),
  get('/payment/fetchCommunalPayments/:organisationId', 'list in data.data'),
  get('/payment/getPendingPaymentSchedule/:organisationId/:commId', 'list in data.data'),
  get('/payment/getScheduleByCommId/:organisationId/:commId', 'list in data.data'),
  post('/payment/approveFarmerSchedule/:organisationId', 'error,message', ['commId', 'action']),
  get('/payment/fetchFarmerScheduleStats/:organisationId/:farmerId', 'list in data'),
  get('/payment/fetchFarmerStatement/:organisationId/:farmerId', 'list in data'),
  get('/upload/cherry/summaryReport/:organisationId', 'list'),
  // Part 2: payment retries
  get('/payment/fetchUnapprovedPaymentRetries', 'list in data.data'),
  post('/payment/initiateScheduleRetry', 'unspecified', ['id', 'type', 'accountNumber', 'instId', 'accountName']),
  post('/payment/approveScheduleRetry', 'unspecified', ['commId', 'action']),
  // Part 2: conversion rates
  get('/payment/conversionRate/history', 'list'),
  post('/payment/conversionRate/update', 'unspecified', ['rateCode']),
  post('/payment/conversionRate/approve', 'unspecified', ['id', 'growerId', 'action']),
  // Part 2: cherry rates
  get('/cherry/rate/approved', 'list'),
  get('/cherry/rate/unapproved', 'list'),
  post('/cherry/rate/update', 'error,message', ['rate']),
  post('/cherry/rate/approve', 'unspecified', ['id']),
  post('/cherry/rate/reject', 'unspecified', ['id']),
  // Part 2: communal rate limits
  get('/payment/fetchCommunalRateLimits/:organizationId', ['data']),
  post('/payment/fetchFCSLimitInfo', ['data'], ['growerCode']),
  post('/payment/computeCycle', ['data'], ['growerCode', 'season']),
  post('/payment/setCommunalRateLimit', 'unspecified', [
    'growerCode',
    'limit',
    'season',
    'paymentCycle',
    'lastPayment',
  ]),
  post('/payment/approveCommunalRate/:loggedInOrgId', 'unspecified', ['limitId', 'action']),
  // Part 2: statements of accounts, and reference lists
  get(
    '/noncheckoff',
    ['accountNumber', 'accountName', 'bookBalance', 'currencyCode', 'availableBalance', 'transactions'],
    [...paged, 'outturnNumber', 'startDate', 'endDate'],
  ),
  post('/organization/validateAccountDetails', ['accountName'], ['organisationType', 'accountNumber']),
  post('/organization/validateIpslAccountDetails', ['accountName'], ['accountNumber', 'pic']),
  get('/bank', 'list'),
  get('/organization/currency', 'unspecified'),
  get('/instution/get', 'unspecified'),
  get('/growerstatus/org', 'list'),
  // Part 3: catalogue
  get('/upload/catalogue/:id/data', 'list'),
  post('/upload/catalogue/update', 'unspecified'),
  post('/upload/catalogue/approve-catalogue-item', 'unspecified'),
  // Part 3: dispatch
  post('/grn_record/approve-item', 'error,message'),
  post('/grn_record/update', 'error,message'),
  get('/grn_record/details', 'list', ['fileId']),
  post('/grn_record', 'error,message', ['fileName', 'fileType', 'fileData']),
  post('/grn_record/delete-grnFile', 'error,message'),
  post('/grn_record/approve-delete-grnFile', 'error,message'),
  post('/grn_record/reject-delete-grnFile', 'error,message'),
  get('/upload/parchment/download-error/:id', 'file'),
  get('/timer/upcomingdatewh/GRN', ['timeInMillis', 'saleNo', 'saleDate']),
  // Part 3: stock, sales statement and e-slips
  get('/growerstatus/stockDetails/:id', 'list'),
  get('/growerstatus/buyer2', 'items,totalPages', [...paged, 'growerCode', 'startDate', 'endDate']),
  get('/growerstatus/stockgrade', 'content', [...paged, 'growerCode', 'season']),
  get('/grower-stock-summary', 'content,totalPages', [...paged, 'growerCode', 'season']),
  get('/growerstatus/growersalesstatement', 'content,totalPages', ['growerCode', 'season', 'sale', ...paged]),
  get('/organization/get-sales', 'list'),
  get('/broker/findByBrokerActive', 'list'),
  post('/eslip/download/:id', 'pdf'),
  get('/loan/recon/download/:organisationId', 'csv'),
]
