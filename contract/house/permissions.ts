import type { OrganisationType } from './organisationTypes.ts'

/** Every permission of the product, with the sentence the role editor and the reference pages show. */
export const permissions = {
  CAN_UPLOAD_FARMERS: 'Download farmer templates, upload farmer files, create and edit farmers and cherry deliveries.',
  CAN_APPROVE_FARMERS: 'Approve or decline farmer uploads, farmers and cherry deliveries.',
  CAN_UPDATE_FARMER: 'Request a change of an approved farmer.',
  CAN_VIEW_FARMERS: 'Read the farmers and uploads of the organisations in reach.',
  CAN_VIEW_PERSONAL_DATA: 'See national ID, mobile and account numbers unmasked.',
  CAN_UPLOAD_LIMITS: 'Download the cherry template and upload limit files.',
  CAN_APPROVE_LIMITS: 'Approve or decline limit files, and parchment records that wait for KPCU.',
  CAN_UPLOAD_CCARF_PARCHMENT: 'Upload parchment delivery records.',
  CAN_APPROVE_CCARF_PARCHMENT: 'Approve or decline parchment delivery records.',
  CAN_AMEND_CCARF_PARCHMENT: 'Amend parchment delivery records that were referred back.',
  CAN_CREATE_LOAN_REQUEST: 'Enter a loan request for a member.',
  CAN_APPROVE_LOAN_REQUEST: 'Approve or reject loan requests.',
  CAN_AUTHORIZE_LOAN_REQUEST: 'Authorise or decline approved loan requests.',
  CAN_VIEW_PAYOUTS: 'Watch payouts with their evidence.',
  CAN_QUERY_PAYOUTS: 'Query the bank about a payout.',
  CAN_STOP_PAYOUTS: 'Pause a channel of payouts, or resume one that somebody else has paused.',
  CAN_VIEW_FARMER_STATEMENT: 'Search a farmer statement by national ID.',
  CAN_CREATE_PAYMENT_SCHEDULE: 'Compute a payment schedule with the wizard.',
  CAN_APPROVE_PAYMENT_SCHEDULE: 'Approve or reject a payment schedule.',
  CAN_RETRY_PAYMENT: 'Ask for a payment that was refused or held to be sent again.',
  CAN_APPROVE_PAYMENT_RETRY: 'Approve or reject a payment retry.',
  CAN_CHANGE_SOCIETY_ACCOUNT: 'Propose the accounts of the own society at the bank.',
  CAN_APPROVE_SOCIETY_ACCOUNT: 'Approve or decline an account of the own society.',
  CAN_ORDER_SOCIETY_TRANSFER: 'Order a transfer between the accounts of the own society.',
  CAN_APPROVE_SOCIETY_TRANSFER: 'Approve or decline a transfer between the accounts of the own society.',
  CAN_CREATE_CONVERSION_RATE: 'Submit a deal code for a conversion rate.',
  CAN_APPROVE_CONVERSION_RATE: 'Approve or reject a conversion rate.',
  CAN_CREATE_CHERRY_RATE: 'Set the cherry rate of a society.',
  CAN_APPROVE_CHERRY_RATE: 'Approve or reject a cherry rate.',
  CAN_SET_COMMUNAL_RATE: 'Set the lowest communal rate of a cycle.',
  CAN_APPROVE_COMMUNAL_RATE: 'Approve or reject a communal rate limit.',
  CAN_RECONCILE: 'Import bank statements, and propose how an exception or a stuck payout is resolved.',
  CAN_APPROVE_RECONCILIATION: 'Approve or reject how an exception of a bank statement or a stuck payout is resolved.',
  CAN_SET_SALE_DAY: 'Propose sales of the calendar, and changes of them.',
  CAN_APPROVE_SALE_DAY: 'Approve or decline sales of the calendar, and changes of them.',
  CAN_UPLOAD_RESULTS: 'Upload what the auction gave for the lots of a sale.',
  CAN_APPROVE_RESULTS: 'Approve or decline files of auction results.',
  CAN_VIEW_RESULTS: 'Read what was sold to the own organisation.',
  CAN_PREPARE_SETTLEMENT: 'Propose what settles sales: fee rules, accounts, payments of buyers and lodged claims.',
  CAN_APPROVE_SETTLEMENT:
    'Approve or decline what settles sales: fee rules, accounts, payments of buyers and lodged claims.',
  CAN_UPLOAD_CATALOGUE: 'Upload catalogue files, and edit or approve records referred to the broker.',
  CAN_APPROVE_CATALOGUE: 'Approve, edit or reject catalogue records.',
  CAN_UPLOAD_GRN: 'Upload, correct and drop dispatch files.',
  CAN_APPROVE_GRN: 'Approve or reject dispatch files and records.',
  CAN_APPROVE_ESTATE_CURED_BROKER: 'Approve or reject estate cured records.',
  CAN_ADMINISTER: 'Manage organisations, users, roles, seasons and settings.',
  CAN_VIEW_AUDIT: 'Search the audit trail.',
} as const

export type Permission = keyof typeof permissions

/** Permissions any one of which lets a user read farmers and uploads. */
export const readsFarmers = [
  'CAN_UPLOAD_FARMERS',
  'CAN_APPROVE_FARMERS',
  'CAN_UPDATE_FARMER',
  'CAN_VIEW_FARMERS',
] as const satisfies readonly Permission[]

/** Permissions any one of which lets a user decide on what somebody else made. */
export const decides = (Object.keys(permissions) as Permission[]).filter((name) =>
  /^CAN_(?:APPROVE|AUTHORIZE|ADMINISTER)/.test(name),
)

type Role = {
  label: string
  types: readonly OrganisationType[]
  permissions: readonly Permission[]
  /** What its users may hand on without using it. */
  grants?: readonly Permission[]
}
const everyPermission = Object.keys(permissions) as Permission[] // border: the keys of the list are the permissions

const society = ['CAN_VIEW_FARMERS', 'CAN_VIEW_PERSONAL_DATA', 'CAN_VIEW_FARMER_STATEMENT'] as const

/** The roles the product ships with. The first seven names are the specification's and stay as it spells them. */
export const roles = {
  MARKETER_CHECKER: {
    label: 'Marketer checker',
    types: ['MARKETER'],
    permissions: [
      'CAN_APPROVE_CATALOGUE',
      'CAN_APPROVE_ESTATE_CURED_BROKER',
      'CAN_APPROVE_SALE_DAY',
      'CAN_APPROVE_RESULTS',
    ],
  },
  WAREHOUSE_CHECKER: {
    label: 'Warehouse checker',
    types: ['WAREHOUSE'],
    permissions: ['CAN_APPROVE_GRN', 'CAN_APPROVE_CATALOGUE', 'CAN_APPROVE_ESTATE_CURED_BROKER'],
  },
  WAREHOUSE: { label: 'Warehouse clerk', types: ['WAREHOUSE'], permissions: ['CAN_APPROVE_ESTATE_CURED_BROKER'] },
  WAREHOUSE_MAKER: { label: 'Warehouse maker', types: ['WAREHOUSE'], permissions: ['CAN_APPROVE_ESTATE_CURED_BROKER'] },
  BROKER_CHECKER: {
    label: 'Broker checker',
    types: ['BROKER'],
    permissions: [
      'CAN_APPROVE_CATALOGUE',
      'CAN_APPROVE_ESTATE_CURED_BROKER',
      'CAN_APPROVE_SALE_DAY',
      'CAN_APPROVE_RESULTS',
    ],
  },
  MILLER_CHECKER: {
    label: 'Miller checker',
    types: ['MILLER'],
    permissions: ['CAN_APPROVE_CCARF_PARCHMENT', 'CAN_AMEND_CCARF_PARCHMENT'],
  },
  'FCS MANAGER': {
    label: 'Society manager',
    types: ['FARMER_SOCIETY'],
    permissions: [
      ...society,
      'CAN_APPROVE_FARMERS',
      'CAN_AMEND_CCARF_PARCHMENT',
      'CAN_APPROVE_LOAN_REQUEST',
      'CAN_APPROVE_PAYMENT_SCHEDULE',
      'CAN_APPROVE_SOCIETY_ACCOUNT',
      'CAN_APPROVE_SOCIETY_TRANSFER',
      'CAN_APPROVE_COMMUNAL_RATE',
    ],
  },
  FCS_MAKER: {
    label: 'Society clerk',
    types: ['FARMER_SOCIETY'],
    permissions: [
      ...society,
      'CAN_UPLOAD_FARMERS',
      'CAN_UPDATE_FARMER',
      'CAN_UPLOAD_LIMITS',
      'CAN_UPLOAD_CCARF_PARCHMENT',
      'CAN_CREATE_LOAN_REQUEST',
      'CAN_CREATE_PAYMENT_SCHEDULE',
      'CAN_RETRY_PAYMENT',
      'CAN_SET_COMMUNAL_RATE',
      'CAN_CREATE_CONVERSION_RATE',
      'CAN_CHANGE_SOCIETY_ACCOUNT',
      'CAN_ORDER_SOCIETY_TRANSFER',
    ],
  },
  FCS_CHECKER: {
    label: 'Society checker',
    types: ['FARMER_SOCIETY'],
    permissions: [
      ...society,
      'CAN_APPROVE_FARMERS',
      'CAN_APPROVE_LIMITS',
      'CAN_APPROVE_LOAN_REQUEST',
      'CAN_APPROVE_CONVERSION_RATE',
      'CAN_APPROVE_SOCIETY_ACCOUNT',
      'CAN_APPROVE_SOCIETY_TRANSFER',
      'CAN_APPROVE_COMMUNAL_RATE',
      'CAN_APPROVE_PAYMENT_RETRY',
    ],
  },
  MILLER_MAKER: { label: 'Miller clerk', types: ['MILLER'], permissions: ['CAN_UPLOAD_GRN', 'CAN_UPLOAD_CATALOGUE'] },
  MARKETER_MAKER: {
    label: 'Marketer clerk',
    types: ['MARKETER'],
    permissions: ['CAN_UPLOAD_CATALOGUE', 'CAN_SET_SALE_DAY', 'CAN_UPLOAD_RESULTS'],
  },
  BROKER_MAKER: {
    label: 'Broker clerk',
    types: ['BROKER'],
    permissions: ['CAN_UPLOAD_CATALOGUE', 'CAN_SET_SALE_DAY', 'CAN_UPLOAD_RESULTS'],
  },
  BANK_MAKER: {
    label: 'Bank officer',
    types: ['COOPERATIVE_BANK'],
    permissions: [
      'CAN_VIEW_FARMERS',
      'CAN_VIEW_PERSONAL_DATA',
      'CAN_VIEW_FARMER_STATEMENT',
      'CAN_CREATE_CHERRY_RATE',
      'CAN_VIEW_PAYOUTS',
      'CAN_QUERY_PAYOUTS',
      'CAN_RECONCILE',
      'CAN_UPLOAD_RESULTS',
      'CAN_PREPARE_SETTLEMENT',
    ],
  },
  BANK_CHECKER: {
    label: 'Bank checker',
    types: ['COOPERATIVE_BANK'],
    permissions: [
      'CAN_VIEW_FARMERS',
      'CAN_VIEW_PERSONAL_DATA',
      'CAN_APPROVE_LIMITS',
      'CAN_AUTHORIZE_LOAN_REQUEST',
      'CAN_APPROVE_CHERRY_RATE',
      'CAN_APPROVE_PAYMENT_SCHEDULE',
      'CAN_VIEW_PAYOUTS',
      'CAN_QUERY_PAYOUTS',
      'CAN_STOP_PAYOUTS',
      'CAN_APPROVE_RECONCILIATION',
      'CAN_APPROVE_RESULTS',
      'CAN_APPROVE_SETTLEMENT',
      'CAN_VIEW_AUDIT',
    ],
  },
  KPCU_MAKER: {
    label: 'KPCU officer',
    types: ['KPCU'],
    permissions: [
      'CAN_VIEW_FARMERS',
      'CAN_VIEW_PERSONAL_DATA',
      'CAN_VIEW_FARMER_STATEMENT',
      'CAN_CREATE_CHERRY_RATE',
      'CAN_VIEW_PAYOUTS',
      'CAN_QUERY_PAYOUTS',
      'CAN_RECONCILE',
      'CAN_PREPARE_SETTLEMENT',
    ],
  },
  KPCU_CHECKER: {
    label: 'KPCU checker',
    types: ['KPCU'],
    permissions: [
      'CAN_VIEW_FARMERS',
      'CAN_VIEW_PERSONAL_DATA',
      'CAN_APPROVE_LIMITS',
      'CAN_AUTHORIZE_LOAN_REQUEST',
      'CAN_APPROVE_CHERRY_RATE',
      'CAN_VIEW_PAYOUTS',
      'CAN_QUERY_PAYOUTS',
      'CAN_STOP_PAYOUTS',
      'CAN_APPROVE_RECONCILIATION',
      'CAN_APPROVE_SETTLEMENT',
      'CAN_VIEW_AUDIT',
    ],
  },
  GOVERNMENT_VIEWER: {
    label: 'Government viewer',
    types: ['GOVERNMENT'],
    permissions: ['CAN_VIEW_FARMERS', 'CAN_VIEW_PAYOUTS', 'CAN_VIEW_AUDIT'],
  },
  BUYER: { label: 'Buyer', types: ['BUYER'], permissions: ['CAN_VIEW_RESULTS'] },
  ADMINISTRATOR: {
    label: 'Administrator',
    types: ['OPERATOR'],
    permissions: ['CAN_ADMINISTER', 'CAN_VIEW_AUDIT', 'CAN_SET_SALE_DAY', 'CAN_APPROVE_SALE_DAY'],
    grants: everyPermission,
  },
} as const satisfies Record<string, Role>

export type RoleName = keyof typeof roles

/** The signed-in user, as both sides see it. */
export type Actor = {
  userId: string
  username: string
  fullName: string
  organisationId: string
  organisationCode: string
  organisationName: string
  organisationType: OrganisationType
  /** A role of the product, or one that administrators made. */
  role: string
  permissions: ReadonlySet<Permission>
  /** The operator wants a second factor of everybody who decides, and this user has none. */
  secondFactorMissing?: true
  /** The operator wants a second factor of everybody, and this user sets one up before anything else. */
  secondFactorFirst?: true
  /** A service account: by which of its keys it calls, and from where. */
  service?: { key: string; address: string }
}
