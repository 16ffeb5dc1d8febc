/** A value the operator may set. Numbers are whole; money is in cents, shares in hundredths of a percent. */
export type Setting = {
  title: string
  help: string
  unit: string
} & ({ type: 'number'; min: number; max: number; default: number } | { type: 'switch'; default: boolean })

/** Every setting of the product with its default; only what differs from it is stored. Changed by two people. */
export const settings = {
  bankChangeCoolingHours: {
    title: 'Cooling-off after a change of bank details',
    help: 'No payment goes to a changed account until so many hours after the approval.',
    unit: 'hours',
    type: 'number',
    min: 0,
    max: 720,
    default: 48,
  },
  sharedAccountWarning: {
    title: 'Members on one account before a warning',
    help: 'More members of a society than this on one account or phone are pointed out to whoever decides.',
    unit: 'members',
    type: 'number',
    min: 1,
    max: 50,
    default: 3,
  },
  kilogramsPerTreeWarning: {
    title: 'Kilograms per tree before a warning',
    help: 'Members who deliver more cherry than this per tree in a season stand in the data quality list.',
    unit: 'kg',
    type: 'number',
    min: 1,
    max: 100,
    default: 20,
  },
  deliveryMaxKg: {
    title: 'Largest single delivery',
    help: 'A delivery above this weight is refused as a slip of the pen.',
    unit: 'kg',
    type: 'number',
    min: 100,
    max: 100_000,
    default: 15_000,
  },
  deliveryBackdatedDays: {
    title: 'Oldest delivery that may be entered',
    help: 'Deliveries weighed longer ago than this need a correction with a reason.',
    unit: 'days',
    type: 'number',
    min: 1,
    max: 400,
    default: 400,
  },
  fundCherryRateCents: {
    title: 'Cherry rate of the fund',
    help: 'What a kilogram of cherry adds to a limit where the society has no approved rate of its own.',
    unit: 'cents per kg',
    type: 'number',
    min: 1,
    max: 100_000,
    default: 4_000,
  },
  fundCherryRateCeilingCents: {
    title: 'Highest cherry rate',
    help: 'No cherry rate above this can be proposed.',
    unit: 'cents per kg',
    type: 'number',
    min: 1,
    max: 100_000,
    default: 8_000,
  },
  loanLeastCents: {
    title: 'Smallest loan',
    help: 'No loan request below this is taken.',
    unit: 'cents',
    type: 'number',
    min: 100,
    max: 100_000_000,
    default: 10_000,
  },
  loanFeeHundredths: {
    title: 'Fee of a loan',
    help: 'Share of the amount that the fund takes once. A hundred is one percent.',
    unit: 'hundredths of a percent',
    type: 'number',
    min: 0,
    max: 2_000,
    default: 300,
  },
  loanFeeAddedOn: {
    title: 'Fee on top of the loan',
    help: 'On: the member receives the whole amount and owes the fee besides. Off: the fee is taken out of what is paid.',
    unit: '',
    type: 'switch',
    default: false,
  },
  loanRequestDays: {
    title: 'Days until a loan request expires',
    help: 'A request that nobody has approved and authorised by then gives the limit back.',
    unit: 'days',
    type: 'number',
    min: 1,
    max: 90,
    default: 14,
  },
  checkersNeedSecondFactor: {
    title: 'Second factor for everybody who approves',
    help: 'Users who may approve must set up an authenticator app before they can decide.',
    unit: '',
    type: 'switch',
    default: false,
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings
