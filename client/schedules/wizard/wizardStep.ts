import { centsPerKilogram, toAmount, toCents } from '#contract/kit/money.ts'
import type { GrowerDetails } from '#contract/schedules/communalPayments.ts'
import type { ScheduleDraft } from '#contract/schedules/scheduleDrafts.ts'
import { splitRefusals, type FactoryAmounts, type FactoryWeight } from '#contract/schedules/scheduleFactories.ts'
import type { Chosen } from './draftKeeper.ts'

/** What every step of the wizard is shown: the figures of the server, and what the maker has chosen so far. */
export type WizardStep = {
  data: GrowerDetails
  season: string
  /** What is recovered and left out, as the calls take it. */
  chosen: ChosenIds
  /** The draft as it stands; what is changed of it is kept on the server. */
  draft: ScheduleDraft
  onChange: (part: Partial<Chosen>) => void
  /** What was brought to each factory, where each has a rate of its own and the answer is there. */
  weights: readonly FactoryWeight[] | undefined
}

type ChosenIds = { loansToRecover: string; withoutDeductions: string }

/** Deductions that can be left out: a premium can not, the rate is computed with it. */
export const takenOf = ({ deductions }: GrowerDetails) => deductions.filter(({ kind }) => kind !== 'PREMIUM')

/** What a draft has chosen of what is offered now, as the calls take it. */
export function chosenOf(
  data: GrowerDetails,
  { left, leftDeductions }: Pick<ScheduleDraft, 'left' | 'leftDeductions'>,
): ChosenIds {
  const named = (ids: readonly { id: string }[], isChosen: (id: string) => boolean) =>
    ids.flatMap(({ id }) => (isChosen(id) ? [id] : [])).join(',')
  return {
    loansToRecover: named(data.loans, (id) => !left.includes(id)),
    withoutDeductions: named(takenOf(data), (id) => leftDeductions.includes(id)),
  }
}

/** What can be typed as an amount. */
export const typing = /^[\d, ]{0,18}(\.\d{0,2})?$/

/** An amount as it was typed, in whole cents; nothing for what is none. */
export function typedCents(typed: string | undefined): bigint {
  const amount = Number((typed ?? '').replaceAll(/[,\s]/g, ''))
  return Number.isFinite(amount) && amount > 0 ? BigInt(Math.round(amount * 100)) : 0n
}

/** The name under which a draft keeps the amount of a factory. */
const keyOfFactory = (factory: string | null): string => factory ?? ''

/** What each factory gets, as the calls take it; undefined where there is one rate. */
export const factoriesOf = (
  weights: readonly FactoryWeight[] | undefined,
  amounts: ScheduleDraft['amounts'],
): FactoryAmounts | undefined =>
  weights?.map(({ factory, weight }) => ({
    factory,
    weight,
    amount: toAmount(typedCents(amounts[keyOfFactory(factory)])),
  }))

/** Whether the factories together would get more than lies on the account. */
export const isOverPool = ({ farmerKesAccount }: GrowerDetails, factories: FactoryAmounts = []): boolean =>
  factories.reduce((sum, { amount }) => sum + toCents(amount), 0n) > toCents(farmerKesAccount.availableBalance)

/** What the amounts that were typed give each factory, what is not shared yet, and what keeps them from being sent. */
export function splitOf(
  { farmerKesAccount, lowestRate, lastPayment }: GrowerDetails,
  weights: readonly FactoryWeight[] = [],
  amounts: ScheduleDraft['amounts'] = {},
) {
  const rows = weights.map((row) => {
    const key = keyOfFactory(row.factory)
    const cents = typedCents(amounts[key])
    return { ...row, key, cents, rateCents: centsPerKilogram(cents, row.weight.toFixed(3)) }
  })
  const rest = toCents(farmerKesAccount.availableBalance) - rows.reduce((sum, { cents }) => sum + cents, 0n)
  const floor = lowestRate === null || lastPayment ? 0n : toCents(lowestRate)
  return {
    rows: rows.map(({ rateCents, ...row }) => ({ ...row, rate: toAmount(rateCents) })),
    rest: toAmount(rest),
    findings: [
      ...(rest < 0n ? [splitRefusals.pool] : []),
      ...(rows.some(({ rateCents }) => rateCents === 0n) ? [splitRefusals.amount] : []),
      ...(rows.some(({ rateCents }) => rateCents > 0n && rateCents < floor) ? [splitRefusals.floor] : []),
    ],
  }
}
