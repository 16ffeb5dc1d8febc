import { toAmount, toCents } from '#contract/kit/money.ts'
import type { GrowerDetails } from '#contract/schedules/communalPayments.ts'
import type { ScheduleDraft } from '#contract/schedules/scheduleDrafts.ts'
import { trialRefusals, type TriedFigures } from '#contract/schedules/scheduleTrials.ts'
import { typedCents } from './wizardStep.ts'

/** What a draft keeps of a trial, by names: what is not named is as it is. */
type Kept = ScheduleDraft['tried']
const keyOfLoan = (lender: string) => `loan:${lender}`
const retained = 'retained'
const retainedIn = 'retainedIn'

/** Tries another value, or the one that is. */
const withKept = (kept: Kept, key: string, value: string): Kept => {
  const { [key]: _before, ...rest } = kept
  return value === '' ? rest : { ...rest, [key]: value }
}
export const tryLoan = (kept: Kept, lender: string, isRecovered: boolean, isReally: boolean): Kept =>
  withKept(kept, keyOfLoan(lender), isRecovered === isReally ? '' : isRecovered ? 'yes' : 'no')
export const tryRetention = (kept: Kept, typed: string): Kept => withKept(kept, retained, typed)
export const tryRetentionIn = (kept: Kept, unit: string): Kept =>
  withKept(kept, retainedIn, unit === 'PERCENT' ? unit : '')

/** What is tried in a draft, what is shown of it in its fields, and what keeps it from being computed. */
export function trialOf({ loans, farmerKesAccount }: GrowerDetails, left: ReadonlySet<string>, kept: Kept) {
  const recovered = loans.map((loan) => {
    const isReally = !left.has(loan.id)
    const tried = kept[keyOfLoan(loan.id)]
    return { ...loan, isReally, isTried: tried === undefined ? isReally : tried === 'yes' }
  })
  const typed = kept[retained] ?? ''
  const unit = kept[retainedIn] === 'PERCENT' ? ('PERCENT' as const) : ('KES' as const)
  const cents = typedCents(typed)
  const most = unit === 'PERCENT' ? 10_000n : toCents(farmerKesAccount.availableBalance)
  const tried: TriedFigures = {
    loansToRecover: recovered.flatMap(({ id, isTried }) => (isTried ? [id] : [])).join(','),
    ...(cents > 0n ? { retention: { unit, value: toAmount(cents) } } : {}),
  }
  const isOther = cents > 0n || recovered.some(({ isTried, isReally }) => isTried !== isReally)
  return {
    recovered,
    typed,
    unit,
    finding: cents > most ? trialRefusals.retention : null,
    /** Whether anything is tried that is not how it is. */
    isOther,
    tried: isOther && cents <= most ? tried : undefined,
  }
}
export type Trial = ReturnType<typeof trialOf>
