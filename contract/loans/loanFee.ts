import { shareOf } from '#contract/kit/money.ts'

/** How the fee of a loan is taken. */
export type FeeTerms = { hundredths: number; addedOn: boolean }

/** What a loan of an amount comes to: what the member receives and what is owed. */
export type LoanSum = { amountCents: bigint; feeCents: bigint; netCents: bigint; owedCents: bigint }

/** Taken at once, the fee comes out of what is paid; added on, it comes on top of what is owed. Source: CCARF, 3 % once and no interest. */
export function loanSum(amountCents: bigint, { hundredths, addedOn }: FeeTerms): LoanSum {
  const feeCents = shareOf(amountCents, hundredths)
  return addedOn
    ? { amountCents, feeCents, netCents: amountCents, owedCents: amountCents + feeCents }
    : { amountCents, feeCents, netCents: amountCents - feeCents, owedCents: amountCents }
}

const paysWhole = (shillings: number, terms: FeeTerms): boolean =>
  loanSum(BigInt(shillings) * 100n, terms).netCents % 100n === 0n

/**
 * The nearest amounts in whole shillings of which a member is paid whole shillings, because M-PESA knows no cents; `below` is
 * null when there is none. No fee of hundredths of a percent needs more than ten thousand looks.
 */
export function wholeAmounts(shillings: number, terms: FeeTerms): { below: number | null; above: number } {
  let below = shillings
  while (below > 0 && !paysWhole(below, terms)) below -= 1
  let above = shillings
  while (!paysWhole(above, terms)) above += 1
  return { below: below > 0 ? below : null, above }
}
