const hour = 3_600_000

/** When money may go to a farmer's account again after a change of it; null when nothing stands in the way. */
export function payableFrom(farmer: { accountChangedAt: Date | null }, at: Date, hours: number): Date | null {
  if (!farmer.accountChangedAt) return null
  const end = new Date(farmer.accountChangedAt.getTime() + hours * hour)
  return end > at ? end : null
}

/** Whether a payment at this moment would be too soon after a change of the account. Source: complaints of growers about accounts changed without their knowledge. */
export const isCoolingOff = (farmer: { accountChangedAt: Date | null }, at: Date, hours: number): boolean =>
  payableFrom(farmer, at, hours) !== null
