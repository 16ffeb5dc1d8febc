import { toAmount, toCents } from '#contract/kit/money.ts'
import type { GrowerDetails } from '#contract/schedules/communalPayments.ts'
import type { ScheduleDraft } from '#contract/schedules/scheduleDrafts.ts'
import { trialRefusals, type TriedFigures } from '#contract/schedules/scheduleTrials.ts'
import { takenOf, typedCents } from './wizardStep.ts'

/** What a draft keeps of a trial, by names: what is not named is as it is. */
type Kept = ScheduleDraft['tried']
const keyOfLoan = (lender: string) => `loan:${lender}`
const keyOfDeduction = (id: string) => `deduction:${id}`
const retained = 'retained'
const retainedIn = 'retainedIn'

/** Tries another value, or the one that is. */
const withKept = (kept: Kept, key: string, value: string): Kept => {
  const { [key]: _before, ...rest } = kept
  return value === '' ? rest : { ...rest, [key]: value }
}
const withTick = (kept: Kept, key: string, isTicked: boolean, isReally: boolean): Kept =>
  withKept(kept, key, isTicked === isReally ? '' : isTicked ? 'yes' : 'no')
export const tryLoan = (kept: Kept, lender: string, isRecovered: boolean, isReally: boolean): Kept =>
  withTick(kept, keyOfLoan(lender), isRecovered, isReally)
export const tryDeduction = (kept: Kept, id: string, isTaken: boolean, isReally: boolean): Kept =>
  withTick(kept, keyOfDeduction(id), isTaken, isReally)
export const tryRetention = (kept: Kept, typed: string): Kept => withKept(kept, retained, typed)
export const tryRetentionIn = (kept: Kept, unit: string): Kept =>
  withKept(kept, retainedIn, unit === 'PERCENT' ? unit : '')

/** What is tried in a draft, what is shown of it in its fields, and what keeps it from being computed. */
export function trialOf(
  data: GrowerDetails,
  { left, leftDeductions, tried: kept }: Pick<ScheduleDraft, 'left' | 'leftDeductions' | 'tried'>,
) {
  const { loans, farmerKesAccount } = data
  const ticked = (isReally: boolean, said: string | undefined) => ({
    isReally,
    isTried: said === undefined ? isReally : said === 'yes',
  })
  const recovered = loans.map((loan) => ({
    ...loan,
    ...ticked(!left.includes(loan.id), kept[keyOfLoan(loan.id)]),
  }))
  const taken = takenOf(data).map((deduction) => ({
    ...deduction,
    ...ticked(!leftDeductions.includes(deduction.id), kept[keyOfDeduction(deduction.id)]),
  }))
  const typed = kept[retained] ?? ''
  const unit = kept[retainedIn] === 'PERCENT' ? ('PERCENT' as const) : ('KES' as const)
  const cents = typedCents(typed)
  const most = unit === 'PERCENT' ? 10_000n : toCents(farmerKesAccount.availableBalance)
  const tried: TriedFigures = {
    loansToRecover: recovered.flatMap(({ id, isTried }) => (isTried ? [id] : [])).join(','),
    withoutDeductions: taken.flatMap(({ id, isTried }) => (isTried ? [] : [id])).join(','),
    ...(cents > 0n ? { retention: { unit, value: toAmount(cents) } } : {}),
  }
  const isOther = cents > 0n || [...recovered, ...taken].some(({ isTried, isReally }) => isTried !== isReally)
  return {
    recovered,
    taken,
    typed,
    unit,
    finding: cents > most ? trialRefusals.retention : null,
    /** Whether anything is tried that is not how it is. */
    isOther,
    tried: isOther && cents <= most ? tried : undefined,
  }
}
export type Trial = ReturnType<typeof trialOf>
