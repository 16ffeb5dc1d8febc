import { organisationTypes } from './organisationTypes.ts'
import { permissions, roles } from './permissions.ts'

/** How a value of the trail is written: as it stands, or as money, kilograms or the size of a file. */
type Shape = 'text' | 'money' | 'kilograms' | 'bytes'

const titled = (as: Shape, titles: Readonly<Record<string, string>>) =>
  Object.entries(titles).map(([name, title]) => [name, { title, as }] as const)

/** What the values of a change are called in the trail, where no column of a file or form declares them. */
export const trailFields: Readonly<Record<string, { title: string; as: Shape }>> = Object.fromEntries([
  ...titled('text', {
    accountNumber: 'Account number',
    accountState: 'Account check',
    active: 'Open',
    takesCherry: 'Takes cherry',
    address: 'Network address',
    bank: 'Answer of the bank',
    code: 'Code',
    consent: 'Consent',
    countyId: 'County',
    deliveredOn: 'Day of delivery',
    email: 'E-mail',
    english: 'English text',
    factory: 'Factory',
    failed: 'Failed',
    fileName: 'File',
    fileSha256: 'Fingerprint',
    fromOn: 'From',
    fullName: 'Full name',
    grants: 'May assign',
    label: 'Role',
    leaveFrom: 'Leave from',
    leaveTo: 'Leave until',
    legs: 'Transfers',
    lifeState: 'Life state',
    lines: 'Lines',
    memberNumber: 'Member number',
    members: 'Members',
    name: 'Name',
    newLines: 'New lines',
    newPassword: 'New password',
    newSecondFactor: 'New second factor',
    organisationCode: 'Organisation',
    overrideReason: 'Reason in spite of the warnings',
    permissions: 'Permissions',
    problem: 'Problem',
    reason: 'Reason',
    receiptNumber: 'Receipt number',
    reference: 'Reference',
    registered: 'Registered',
    resolution: 'Resolution',
    role: 'Role',
    rows: 'Rows',
    season: 'Season',
    settles: 'Payments settled',
    status: 'Status',
    swahili: 'Swahili text',
    toOn: 'To',
    type: 'Type',
    types: 'For organisations',
    username: 'Username',
    value: 'Value',
    waiting: 'Waiting for the bank',
    warnings: 'Warnings',
  }),
  ...titled('money', { added: 'Added to limits', amount: 'Amount', rate: 'Rate', settlesAmount: 'Amount settled' }),
  ...titled('kilograms', { kilograms: 'Kilograms' }),
  ...titled('bytes', { size: 'Size' }),
])

/** Values that only programs need, and that a person is not shown. */
export const hiddenTrailFields: ReadonlySet<string> = new Set(['fileId', 'itemVersion'])

/** What codes of the trail are called. */
export const trailCodes: Readonly<Record<string, string>> = {
  VERIFIED: 'Verified',
  NAME_DIFFERS: 'Name differs',
  UNVERIFIED: 'Not verified',
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended',
  DECEASED: 'Deceased',
  TRANSFERRED: 'Left for another society',
  ON_LEAVE: 'On leave',
  INVITED: 'Invited',
  OPEN: 'Open',
  CLOSED: 'Closed',
  DAY_OFF: 'Day off',
  WORKING_DAY: 'Working day',
  PAUSED: 'Paused',
  MALE: 'Male',
  FEMALE: 'Female',
  ...Object.fromEntries(Object.entries(roles).map(([name, { label }]) => [name, label])),
  ...Object.fromEntries(Object.entries(organisationTypes).map(([name, { label }]) => [name, label])),
  ...permissions,
}
