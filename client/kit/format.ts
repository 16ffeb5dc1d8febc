import { useLanguage, type Language } from './words.ts'

const locales: Record<Language, string> = { en: 'en-KE', sw: 'sw-KE' }
const timeZone = 'Africa/Nairobi'

/** Marks of a span of time, such as 3 d 16 h. Swahili puts the unit first. */
const span: Record<Language, (count: number, unit: 'day' | 'hour' | 'minute') => string> = {
  en: (count, unit) => `${count} ${{ day: 'd', hour: 'h', minute: 'min' }[unit]}`,
  sw: (count, unit) => `${{ day: 'siku', hour: 'saa', minute: 'dak' }[unit]} ${count}`,
}

/** Made when it is first asked for: a page needs three of the fourteen, which took 4 to 8 ms of a slow machine at every start. */
function onDemand<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

function formatsOf(language: Language) {
  const locale = locales[language]
  const numbers = (options: Intl.NumberFormatOptions) => onDemand(() => new Intl.NumberFormat(locale, options))
  const times = (options: Intl.DateTimeFormatOptions) =>
    onDemand(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }))
  const plain = numbers({ maximumFractionDigits: 3 })
  const weight = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 3 })
  const cents = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const exchange = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 6 })
  const percent = numbers({ style: 'percent', maximumFractionDigits: 1 })
  const compact = numbers({ notation: 'compact', maximumFractionDigits: 1 })
  const change = numbers({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })
  const day = times({ day: 'numeric', month: 'short', year: 'numeric' })
  const month = times({ month: 'short' })
  const monthYear = times({ month: 'long', year: 'numeric' })
  const dayMonth = times({ day: 'numeric', month: 'short' })
  const weekday = times({ weekday: 'short' })
  const clock = times({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const list = onDemand(() => new Intl.ListFormat(locale))
  const amountOf = (amount: number) => cents().format(amount).replace('-', '−')
  const unit = span[language]
  const dateOf = (value: string | Date) =>
    // A business date has no time; noon in Nairobi keeps it on its day.
    typeof value === 'string' && value.length === 10 ? new Date(`${value}T12:00:00+03:00`) : new Date(value)
  return {
    language,
    /** 1,248 or 1.5 */
    number: (value: number) => plain().format(value),
    /** 66,026.9, under a heading that names the unit */
    kilograms: (kilograms: number) => weight().format(kilograms),
    /** 66,026.9 kg */
    weight: (kilograms: number) => `${weight().format(kilograms)}\u00a0kg`,
    /** 48,262,475.10, under a heading that names the currency */
    amount: amountOf,
    /** KES 48,262,475.10; takes the decimal amount of the wire. */
    money: (amount: number, currency: 'KES' | 'USD' = 'KES') => `${currency}\u00a0${amountOf(amount)}`,
    /** 128.95, with up to six places: shillings for a dollar */
    exchangeRate: (rate: number) => exchange().format(rate),
    /** 410K, 1.9M */
    compact: (value: number) => compact().format(value),
    percent: (share: number) => percent().format(share),
    /** +12%, −5%, 0% */
    change: (share: number) => change().format(share).replace('-', '−'),
    /** 20 Nov 2026 */
    date: (value: string | Date) => day().format(dateOf(value)),
    /** Nov */
    month: (value: string | Date) => month().format(dateOf(value)),
    /** 20 Nov */
    dayMonth: (value: string | Date) => dayMonth().format(dateOf(value)),
    /** November 2026 */
    monthYear: (value: string | Date) => monthYear().format(dateOf(value)),
    /** Fri */
    weekday: (value: string | Date) => weekday().format(dateOf(value)),
    /** 20 Nov 2026, 09:14 in Nairobi */
    dateTime: (value: string | Date) => `${day().format(dateOf(value))}, ${clock().format(dateOf(value))}`,
    /** 09:14 in Nairobi */
    time: (value: string | Date) => clock().format(dateOf(value)),
    /** How long ago: 3 d 16 h, 16 h 5 min, 5 min. */
    age: (since: string | Date, now: Date) => ageIn(unit, now.getTime() - dateOf(since).getTime()),
    /** 1.2 MB */
    fileSize: (bytes: number) => sizeIn(plain(), bytes),
    /** A, B and C */
    list: (parts: readonly string[]) => list().format(parts),
  }
}

// Only this spelling of a day sorts, compares and travels.
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
/** Today in Nairobi as YYYY-MM-DD, whatever the machine says. */
export const businessToday = (): string => isoDay.format(new Date())

function ageIn(unit: (typeof span)['en'], milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return `${unit(days, 'day')} ${unit(hours, 'hour')}`
  if (hours > 0) return `${unit(hours, 'hour')} ${unit(minutes % 60, 'minute')}`
  return unit(minutes, 'minute')
}

function sizeIn(plain: Intl.NumberFormat, bytes: number): string {
  const power = Math.min(3, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const scaled = bytes / 1000 ** power
  const rounded = scaled < 10 && power > 0 ? Math.round(scaled * 10) / 10 : Math.round(scaled)
  return `${plain.format(rounded)}\u00a0${['B', 'kB', 'MB', 'GB'][power]}`
}

export type Formats = ReturnType<typeof formatsOf>

const cache = new Map<Language, Formats>()

/** Formats of one language, for use outside components. */
export function formats(language: Language): Formats {
  const cached = cache.get(language) ?? formatsOf(language)
  cache.set(language, cached)
  return cached
}

/** Formats of the chosen language: number, weight, amount, money, date, dateTime, time, age, fileSize, percent, list. */
export const useFormat = (): Formats => formats(useLanguage())
