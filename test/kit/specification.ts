/**
 * What an answer looks like on top: a bare list, the envelopes by their names, a number, a file, an object with at least
 * these names, or nothing that the specification says. `list in data` is `{data: [...]}`, `list in data.data` one deeper.
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
  | 'not said'
  | readonly string[]

export type SpecifiedCall = {
  method: 'GET' | 'POST'
  path: string
  envelope: Envelope
  /** Names in the query that decide something. */
  query?: readonly string[]
  /** Names in the payload that decide something; whole records posted back carry more. */
  body?: readonly string[]
  /** Not built yet: whoever builds it takes this away, and the call is then held against its line. */
  toCome?: true
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
const toCome = (call: SpecifiedCall): SpecifiedCall => ({ ...call, toCome: true })
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
  get('/farmercherry/farmer/status', 'not said', ['status']),
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
  post('/disbursement/decline', 'not said', ['id', 'approvalComment']),
  post('/disbursement/reject', 'not said', ['id', 'approvalComment']),
  get('/disbursement/download/pending/:organisationId', 'csv'),
  get('/disbursement/download/:organizationId', 'csv'),
  get('/disbursement/fcs-manager/summary/:organizationId', 'list'),
  get('/loan/requests/:organizationId', 'data,page', [...paged, 'status']),
  get('/loan/download/all/:organizationId', 'csv'),
  post('/settlement/transactions', 'list'),
  get('/payment/unapprovedpayments', 'not said'),
  // Part 2: payment schedules
  toCome(post('/payment/getGrowerDetails', 'error,message', ['growerCode', 'season'])),
  toCome(
    post(
      '/payment/saveCommunalPayment',
      ['data'],
      ['growerCode', 'season', 'commRate', 'amount', 'weight', 'loansToRecover'],
    ),
  ),
  toCome(get('/payment/generateFarmerPaymentSchedule/:commId', 'list in data')),
  toCome(get('/payment/fetchUnapprovedCommunalPayments/:organisationId', 'list in data')),
  toCome(get('/payment/fetchCommunalPayments/:organisationId', 'list in data.data')),
  toCome(get('/payment/getPendingPaymentSchedule/:organisationId/:commId', 'list in data.data')),
  toCome(get('/payment/getScheduleByCommId/:organisationId/:commId', 'list in data.data')),
  toCome(post('/payment/approveFarmerSchedule/:organisationId', 'error,message', ['commId', 'action'])),
  toCome(get('/payment/fetchFarmerScheduleStats/:organisationId/:farmerId', 'list in data')),
  toCome(get('/payment/fetchFarmerStatement/:organisationId/:farmerId', 'list in data')),
  toCome(get('/upload/cherry/summaryReport/:organisationId', 'list')),
  // Part 2: payment retries
  toCome(get('/payment/fetchUnapprovedPaymentRetries', 'list in data.data')),
  toCome(post('/payment/initiateScheduleRetry', 'not said', ['id', 'type', 'accountNumber', 'instId', 'accountName'])),
  toCome(post('/payment/approveScheduleRetry', 'not said', ['commId', 'action'])),
  // Part 2: conversion rates
  toCome(get('/payment/conversionRate/history', 'list')),
  toCome(post('/payment/conversionRate/update', 'not said', ['rateCode'])),
  toCome(post('/payment/conversionRate/approve', 'not said', ['id', 'growerId', 'action'])),
  // Part 2: cherry rates
  get('/cherry/rate/approved', 'list'),
  get('/cherry/rate/unapproved', 'list'),
  post('/cherry/rate/update', 'error,message', ['rate']),
  post('/cherry/rate/approve', 'not said', ['id']),
  post('/cherry/rate/reject', 'not said', ['id']),
  // Part 2: communal rate limits
  toCome(get('/payment/fetchCommunalRateLimits/:organizationId', 'list in data')),
  toCome(post('/payment/fetchFCSLimitInfo', ['data'], ['growerCode'])),
  toCome(post('/payment/computeCycle', ['data'], ['growerCode', 'season'])),
  toCome(
    post('/payment/setCommunalRateLimit', 'not said', ['growerCode', 'limit', 'season', 'paymentCycle', 'lastPayment']),
  ),
  toCome(post('/payment/approveCommunalRate/:loggedInOrgId', 'not said', ['limitId', 'action'])),
  // Part 2: statements of accounts, and reference lists
  toCome(
    get(
      '/noncheckoff',
      ['accountNumber', 'accountName', 'bookBalance', 'currencyCode', 'availableBalance', 'transactions'],
      [...paged, 'outturnNumber', 'startDate', 'endDate'],
    ),
  ),
  post('/organization/validateAccountDetails', ['accountName'], ['organisationType', 'accountNumber']),
  post('/organization/validateIpslAccountDetails', ['accountName'], ['accountNumber', 'pic']),
  get('/bank', 'list'),
  get('/organization/currency', 'not said'),
  get('/instution/get', 'not said'),
  get('/growerstatus/org', 'list'),
  // Part 3: catalogue
  toCome(get('/upload/catalogue/:id/data', 'list')),
  toCome(post('/upload/catalogue/update', 'not said')),
  toCome(post('/upload/catalogue/approve-catalogue-item', 'not said')),
  // Part 3: dispatch
  toCome(post('/grn_record/approve-item', 'error,message')),
  toCome(post('/grn_record/update', 'error,message')),
  toCome(get('/grn_record/details', 'list', ['fileId'])),
  toCome(post('/grn_record', 'error,message', ['fileName', 'fileType', 'fileData'])),
  toCome(post('/grn_record/delete-grnFile', 'error,message')),
  toCome(post('/grn_record/approve-delete-grnFile', 'error,message')),
  toCome(post('/grn_record/reject-delete-grnFile', 'error,message')),
  get('/upload/parchment/download-error/:id', 'file'),
  toCome(get('/timer/upcomingdatewh/GRN', ['timeInMillis', 'saleNo', 'saleDate'])),
  // Part 3: stock, sales statement and e-slips
  toCome(get('/growerstatus/stockDetails/:id', 'list')),
  toCome(get('/growerstatus/buyer2', 'items,totalPages', [...paged, 'growerCode', 'startDate', 'endDate'])),
  toCome(get('/growerstatus/stockgrade', 'content', [...paged, 'growerCode', 'season'])),
  toCome(get('/grower-stock-summary', 'content,totalPages', [...paged, 'growerCode', 'season'])),
  toCome(get('/growerstatus/growersalesstatement', 'content,totalPages', ['growerCode', 'season', 'sale', ...paged])),
  toCome(get('/organization/get-sales', 'list')),
  get('/broker/findByBrokerActive', 'list'),
  toCome(post('/eslip/download/:id', 'pdf')),
  get('/loan/recon/download/:organisationId', 'csv'),
]
