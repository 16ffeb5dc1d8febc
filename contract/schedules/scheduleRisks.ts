import { keysOf } from '#contract/kit/keysOf.ts'

/**
 * What a decider is pointed at on the lines of a schedule, the gravest first. None of it alone refuses a decision, but an approval
 * in spite of it says why.
 */
export const scheduleRisks = {
  name_differs: { label: 'Another name', message: 'The bank knows the account under another name' },
  account_shared: {
    label: 'Shared account',
    message: 'More members of the society than the setting expects have this account.',
  },
  cooling_off: { label: 'Cooling off', message: 'The account was changed lately' },
  changed_lately: { label: 'Account changed', message: 'The account was changed in the last 90 days.' },
  much_per_tree: {
    label: 'Much per tree',
    message: 'The member has delivered more per tree this season than the setting expects.',
  },
} as const
export type ScheduleRisk = keyof typeof scheduleRisks
export const scheduleRiskCodes = keysOf(scheduleRisks)
