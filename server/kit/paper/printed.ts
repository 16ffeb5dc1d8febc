/** The languages that papers are printed in. */
export type PrintLanguage = 'en' | 'sw'

/** Days, moments, money and weights on paper, as readers of a language write them. */
export function printedFormats(language: PrintLanguage) {
  const locale = language === 'sw' ? 'sw-KE' : 'en-KE'
  const date = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })
  const time = new Intl.DateTimeFormat(locale, {
    timeZone: 'Africa/Nairobi',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const kilograms = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 3 })
  return {
    kilograms: (value: number) => kilograms.format(value),
    weight: (value: number) => `${kilograms.format(value)} kg`,
    day: (value: string) => date.format(new Date(`${value}T00:00:00Z`)),
    moment: (value: Date) => time.format(value),
    money: (cents: bigint) => {
      const whole = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
      const shillings = whole.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ',')
      return `${cents < 0n ? '−' : ''}${shillings}.${whole.slice(-2)}`
    },
  }
}
