/** A stored number as people write it in the unit of its setting: 4,000 cents are 40.00. */
export const inUnits = (value: number, { parts = 1 }: { parts?: number | undefined }): string =>
  (value / parts).toLocaleString('en', { minimumFractionDigits: parts === 1 ? 0 : 2, maximumFractionDigits: 2 })

/** A number with its unit, as people write both: KES 40.00 per kg, 3.00 %, 48 hours. */
export function withUnit(shown: string, unit: string): string {
  const [currency, ...rest] = unit.split(' ')
  return (currency === 'KES' ? ['KES', shown, ...rest] : [shown, unit]).filter(Boolean).join(' ')
}
