/** A share of an amount in cents, rounded half up to the cent: the only rounding of a loan. `hundredths` are hundredths of a percent. */
export const feeOf = (amountCents: bigint, hundredths: number): bigint =>
  (amountCents * BigInt(hundredths) + 5_000n) / 10_000n

/** What a loan of an amount comes to: what the member receives and what is owed. */
export type LoanSum = { amountCents: bigint; feeCents: bigint; netCents: bigint; owedCents: bigint }

/** Taken at once, the fee comes out of what is paid; added on, it comes on top of what is owed. Source: CCARF, 3 % once and no interest. */
export function loanSum(
  amountCents: bigint,
  { hundredths, addedOn }: { hundredths: number; addedOn: boolean },
): LoanSum {
  const feeCents = feeOf(amountCents, hundredths)
  return addedOn
    ? { amountCents, feeCents, netCents: amountCents, owedCents: amountCents + feeCents }
    : { amountCents, feeCents, netCents: amountCents - feeCents, owedCents: amountCents }
}
