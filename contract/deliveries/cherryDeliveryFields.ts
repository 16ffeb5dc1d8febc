import type { Field } from '#contract/kit/field.ts'
import { lettersAndDigits, positiveDecimal, text } from '#contract/kit/field.ts'
import { farmerFields } from '#contract/farmers/farmerFields.ts'
import { settings } from '#contract/house/settings.ts'

const months = 'JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC'
const written = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ]00:00(?::00)?(?:\.0+)?Z?)?$/,
  /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})$/,
  /^(?<day>\d{1,2})[ -](?<month>[A-Za-z]{3})[A-Za-z]*[ -](?<year>\d{4})$/,
]

/** A day as people write it in Kenya, day before month; read as YYYY-MM-DD. */
const day = ({ required = true }: { required?: boolean } = {}): Field => ({
  required,
  rule: 'Day, month and year, such as 2026-11-03 or 3/11/2026.',
  read: (value) => {
    const {
      year = '',
      month = '',
      day: date = '',
    } = written.map((form) => form.exec(value)?.groups).find(Boolean) ?? {}
    const number = /^\d+$/.test(month) ? Number(month) : months.indexOf(month.toUpperCase()) / 3 + 1
    const read = new Date(Date.UTC(Number(year), number - 1, Number(date)))
    // A day that a month does not have would roll over into the next one.
    return year !== '' && Number.isInteger(number) && read.getUTCMonth() === number - 1 && number >= 1 && number <= 12
      ? read.toISOString().slice(0, 10)
      : { code: 'day', message: 'Enter a date such as 2026-11-03' }
  },
})

/** Kilograms weighed at once. The setting of the largest delivery is asked by the server besides. */
export const kilograms = (): Field => positiveDecimal({ max: settings.deliveryMaxKg.max, places: 3 })

/** The values of a cherry delivery, each with its one rule. */
export const cherryDeliveryFields = {
  deliveredOn: { title: 'Date', example: '2026-10-05', ...day(), also: ['Delivery Date', 'Delivered On'] },
  factory: {
    title: 'Factory',
    example: '',
    ...text(60, { required: false }),
    rule: 'Code or name of a factory of the society.',
    also: ['Wet Mill', 'Factory Code'],
  },
  memberNumber: farmerFields.memberNumber,
  currentDelivery: {
    title: 'Kilograms',
    example: '42.5',
    ...kilograms(),
    also: ['Current Delivery', 'Weight', 'Kg', 'Weight (KG)'],
  },
  receiptNumber: {
    title: 'Receipt Number',
    example: 'R000123',
    ...lettersAndDigits(20, { required: false }),
    also: ['Receipt No', 'Receipt'],
  },
}
