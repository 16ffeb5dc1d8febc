import type { ErrorCode } from '#contract/house/errors.ts'

/** Why a session ended, as the address of the sign-in carries it: `Y` when nobody ended it. */
export const endings = ['Y', 'suspended', 'leave'] as const
export type Ending = (typeof endings)[number]

const byCode: Readonly<Record<string, Ending>> = { 'session.suspended': 'suspended', 'session.on_leave': 'leave' }
export const endingOf = (code: string): Ending => byCode[code] ?? 'Y'

/** The refusal behind an ending that somebody brought about. */
export const refusalBehind: Readonly<Record<Exclude<Ending, 'Y'>, ErrorCode>> = {
  suspended: 'session.suspended',
  leave: 'session.on_leave',
}
