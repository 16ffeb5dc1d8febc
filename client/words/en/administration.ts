import { counted } from '#contract/kit/counted.ts'
import type { settings } from '#contract/house/settings.ts'
export const administration = {
  twoPeople: 'What you request here is decided by another administrator.',
  reason: 'Reason',
  reasonHint: 'The administrator who decides, and the audit trail, read this.',
  send: 'Send for approval',
  waits: 'A change of this is pending approval.',
  seeChanges: 'See the changes',
  none: 'Nothing yet.',
  on: 'On',
  off: 'Off',
  nothing: 'nothing',
  subOfChanges: 'Proposed by one administrator, decided by another.',
  subOfUsers: 'Everybody who may sign in, of all organisations.',
  subOfRoles: 'What people may do, and what they may assign to others.',
  subOfOrganisations: 'Who takes part in the chain.',
  subOfSeasons: 'Closed seasons take no deliveries.',
  subOfHolidays: 'Waiting records get no older on these days. The law says most of them, the gazette the others.',
  subOfSettings: 'Values that apply to the whole system.',
  subOfDisclaimers: 'Texts that people accept before they enter something. Every version stays.',
  subOfReport: 'Nobody decides an own record. This list shows where that hangs on few people, or on one role.',
  values: {
    username: 'Username',
    fullName: 'Name',
    email: 'E-mail',
    organisationCode: 'Organisation',
    role: 'Role',
    leaveFrom: 'Leave from',
    leaveTo: 'Leave until',
    status: 'Status',
    newPassword: 'New password',
    newSecondFactor: 'New second factor',
    label: 'Role',
    permissions: 'Permissions',
    grants: 'May assign',
    types: 'For organisations',
    name: 'Name',
    type: 'Organisation type',
    countyId: 'County',
    value: 'Value',
    english: 'English text',
    swahili: 'Swahili text',
    calls: 'Calls',
    addresses: 'Network addresses',
    perMinute: 'Calls a minute',
    keyDays: 'Days of a key',
    newKey: 'New key',
    overlapHours: 'Hours of overlap',
  } as Readonly<Record<string, string>>,
  changeTitle: 'What shall change',
  added: 'Added',
  removed: 'Removed',
  look: 'Check before you decide',
  because: 'Reason',
  invite: 'Invite a user',
  inviteTitle: 'Invite a user',
  inviteHint: 'After the approval the user gets a link, and from you the code that belongs to it.',
  changeUser: 'Change',
  changeUserTitle: (name: string) => `Change ${name}`,
  leaveHint: 'On leave nobody signs in or decides, from the first to the last day.',
  suspend: 'Suspend',
  suspendTitle: (name: string) => `Suspend ${name}`,
  suspendHint:
    'It takes effect at once: the next click of this user is refused. Reinstating them takes two administrators.',
  resume: 'Reinstate',
  resumeTitle: (name: string) => `Reinstate ${name}`,
  reset: 'New password',
  resetTitle: (name: string) => `New password for ${name}`,
  resetHint:
    'From the approval on the old password and all sessions are gone. The user chooses a new password with a link and a code.',
  resetSecondFactor: 'The second factor is lost too',
  organisation: 'Organisation',
  organisationFirst: 'Choose the organisation first',
  codeTitle: 'Invitation code',
  codeHint: (name: string) =>
    `Give ${name} this code yourself, by telephone or in person. It is shown only once. Without the link, which comes with the approval, it opens nothing.`,
  linkTitle: 'Invitation link',
  linkHint: (name: string, until: string) =>
    `Send ${name} this link. It is shown only once and works until ${until}. The administrator who sent the invitation has the code.`,
  copy: 'Copy',
  copied: 'Copied',
  understood: 'I have given it to them',
  newRole: 'New role',
  changeRole: 'Change',
  roleTitle: (name: string) => `Change ${name}`,
  roleName: 'Name in the system',
  roleLabel: 'Name for people',
  roleTypes: 'For organisations of these types',
  rolePermissions: 'May do',
  roleGrants: 'May assign without using it',
  roleGrantsHint: 'Only for roles of the operator. Nobody grants what they lack.',
  rolePreview: 'Preview as this role',
  roleFixed: 'The administrator role cannot be changed.',
  services: {
    sub: 'Programs of channels and partners call with keys of their own, never with a person’s password.',
    subOfUses: 'How often each key was used in each hour, from where and for which call.',
    create: 'New service account',
    createHint: 'After the approval the key is shown to you, once.',
    change: 'Change',
    changeTitle: (name: string) => `Change ${name}`,
    rotate: 'New key',
    rotateTitle: (name: string) => `New key for ${name}`,
    rotateHint: 'Once the new key is shown to you, the one before works on for the hours of the overlap.',
    stop: 'Stop',
    stopTitle: (name: string) => `Stop ${name}`,
    stopHint: 'It takes effect at once: the next call with any of its keys is refused. To let it in again takes two.',
    resume: 'Let in again',
    resumeTitle: (name: string) => `Let ${name} in again`,
    resumeHint: 'Its keys open again as they were. Stop those that leaked first.',
    end: 'End',
    endTitle: (name: string) => `End ${name}`,
    endHint: 'From the approval on no key of it opens anything again. What it made stays.',
    stopKey: 'Stop this key',
    stopKeyTitle: (key: string) => `Stop the key ${key}`,
    stopKeyHint: 'It takes effect at once and for ever; other keys of the account work on.',
    keyWaits: 'The key that you asked for is approved. It is shown this one time; have its place ready.',
    showKey: 'Show the key',
    keyTitle: 'Key',
    keyHint: (name: string, until: string) =>
      `The key of ${name}, good until ${until}. It is shown only now and kept nowhere: put it where the program reads its secrets.`,
    keyKept: 'I have put it in its place',
    keys: 'Keys',
    noKeys: 'No key was approved yet.',
    askedBy: (name: string) => `Asked for by ${name}`,
    expires: (when: string) => `Until ${when}.`,
    never: 'Never used.',
    usedFrom: (when: string, address: string) => `Last used ${when} from ${address}.`,
    calls: 'Calls it may make',
    callsHint: 'Only what its role opens. None of them decides or administers.',
    roleFirst: 'Choose the role first',
    addresses: 'Network addresses',
    addressesHint: 'One on each line: an address, or a network such as 196.201.214.0/24.',
    perMinuteHint: 'A sixth of them may come at once; more are told to wait.',
    keyDaysHint: 'A key expires so many days after it was shown. At most 366.',
    overlapHint: '0 ends the key before at once. At most 168.',
    seeUses: 'See how it is used',
    others: 'Further addresses',
  },
  newOrganisation: 'New organisation',
  changeOrganisation: 'Change',
  closeOrganisation: 'Close',
  openOrganisation: 'Open again',
  organisationTitle: (name: string) => `Change ${name}`,
  closeHint: 'From the approval on nobody of this organisation can sign in.',
  newSeason: 'New season',
  openSeason: 'Open',
  closeSeason: 'Close',
  seasonTitle: (name: string) => `Season ${name}`,
  seasonHint: 'A season runs from 1 October to 30 September.',
  currentSeason: 'now',
  newHoliday: 'Gazetted day',
  workedHoliday: 'Make it a working day',
  keptHoliday: 'Make it a day off',
  holidayHint: 'A day off that the gazette declares: Idd-ul-Fitr, Idd-ul-Azha, a general election.',
  changeHolidayHint: 'As the gazette says of this day.',
  changeSetting: 'Change',
  shipped: (value: string) => `As shipped: ${value}`,
  history: 'Earlier changes',
  historyLine: (before: string, after: string, who: string) => `${before} → ${after}, ${who}`,
  newVersion: 'New version',
  newDisclaimer: 'New text',
  disclaimerTitle: (name: string) => `New version of ${name}`,
  disclaimerHint: 'It is in force from its approval. What people accepted before stays as it was.',
  textTooShort: 'At least 20 characters',
  preview: {
    banner: (role: string) => `You see Kahawa as: ${role}. No records are shown and nothing can be changed.`,
    leave: 'End the preview',
    refused: 'This is a preview: nothing can be changed.',
  },
  invitation: {
    title: 'Choose your password',
    hint: 'You were invited to Kahawa. Enter the code that your administrator gave you, and choose a password.',
    code: 'Code',
    password: 'Password',
    again: 'Password again',
    rule: 'At least 15 characters. A sentence is easy to remember.',
    differ: 'The two passwords differ.',
    missing: 'Please fill this in',
    submit: 'Set the password',
    done: (username: string) => `Your password is set. Your username is ${username}.`,
    toSignIn: 'To the sign-in',
  },
}

type Declared = typeof settings
type NumberSetting = {
  [Name in keyof Declared]: Declared[Name]['type'] extends 'number' ? Name : never
}[keyof Declared]
/** The stored value, and how amounts, numbers and the outcome of a formula are written. */
type Say = (value: number, write: { money: (shillings: number) => string; number: (value: number) => string }) => string

const perKilogram: Say = (cents, { money, number }) =>
  `${number(1000)} kg of cherry add ${money(cents * 10)} to a limit.`
const tranche: Say = (cents, { money, number }) =>
  `Parchment made of ${number(1000)} kg of cherry adds ${money(cents * 10)} to a limit.`
const dayCount = (days: number): string => counted(days, 'day')

/** What each number setting means in a case that people know; shown for the value in force and for the proposed one. */
export const settingExamples = {
  title: 'For example',
  now: 'Now',
  changed: 'After the change',
  bankChangeCoolingHours: (hours) => `A change approved on Monday at 08:00 takes payments ${atHour(hours)}.`,
  sharedAccountWarning: (members) =>
    `${counted(members, 'member')} on one account ${members === 1 ? 'passes' : 'pass'} unnoticed; ${members + 1} are pointed out.`,
  kilogramsPerTreeWarning: (kg, { number }) =>
    `A member with 300 trees is listed above ${number(300 * kg)} kg in a season.`,
  deliveryMaxKg: (kg, { number }) => `${number(kg)} kg are taken; ${number(kg + 1)} kg are refused.`,
  deliveryBackdatedDays: (days) => `Cherry weighed ${dayCount(days)} ago can still be entered, a day earlier not.`,
  retentionMost: (hundredths, { number }) =>
    `Of USD 60,000 that came in, ${number((60_000 * hundredths) / 10_000)} may be retained without a document.`,
  conversionRateTolerance: (hundredths, { number }) =>
    `After a deal at 130.00, one between ${number((130 * (10_000 - hundredths)) / 10_000)} and ${number((130 * (10_000 + hundredths)) / 10_000)} needs no reason.`,
  fundCherryRateCents: perKilogram,
  fundCherryRateCeilingCents: (cents, { money }) =>
    `A rate of ${money(cents / 100)} per kg can be proposed; one cent more cannot.`,
  loanLeastCents: (cents, { money }) => `A request for ${money(cents / 100)} is taken; one for less is refused.`,
  loanFeeHundredths: (share, { money }) => `Of a loan of ${money(10_000)} the fund takes ${money(share)}.`,
  loanRequestDays: (days) => `A request that nobody decides gives its limit back after ${dayCount(days)}.`,
  limitMaxKg: (kg, { number }) => `A row of ${number(kg)} kg is taken; one of ${number(kg + 1)} kg is refused.`,
  fundMaxAcres: (acres, { number }) => `A member with ${number(acres)} acres gets a limit; one with more gets none.`,
  payoutsMostInHour: (shillings, { number }) =>
    `${number(Math.floor(shillings / 15_000))} payouts of KES 15,000 leave a fund in an hour; the next one waits.`,
  payoutsMostInDay: (shillings, { number }) =>
    `${number(Math.floor(shillings / 15_000))} payouts of KES 15,000 leave a fund in a day; the next one waits.`,
  cherryPerParchmentHundredths: (kg, { number }) => `${number(kg)} kg of cherry give ${number(100)} kg of parchment.`,
  parchmentSlackPercent: (percent, { number }) =>
    `Where the cherry gives 100 kg of parchment, ${number(100 + percent)} kg are taken.`,
  secondTrancheP1Cents: tranche,
  secondTrancheP2Cents: tranche,
  secondTrancheP3Cents: tranche,
  smsKeptDays: (days) => `A text and its number are removed ${dayCount(days)} after they were sent.`,
} satisfies Record<NumberSetting, Say> & Record<'title' | 'now' | 'changed', string>

const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** When so many hours have passed since Monday at eight. */
function atHour(hours: number): string {
  const at = 8 + hours
  const weeks = Math.floor(at / 168)
  const day = week[Math.floor(at / 24) % 7] ?? ''
  const time = `${String(at % 24).padStart(2, '0')}:00`
  return weeks === 0 ? `from ${day} at ${time}` : `from ${day} at ${time}, ${counted(weeks, 'week')} later`
}
