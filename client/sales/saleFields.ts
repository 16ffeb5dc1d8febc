import type { DaysOfSale } from '#contract/sales/sales.ts'
import { day, positiveInteger, text, type Field } from '#contract/kit/field.ts'

/** A time of day as it is written in Kenya: 16:00. */
const timeOfDay: Field = {
  required: true,
  maxLength: 5,
  keyboard: 'numeric',
  typing: /^\d{0,2}:?\d{0,2}$/,
  rule: 'Time of day such as 16:00.',
  read: (value) => {
    const [, hour = '', minute = ''] = /^(\d{1,2}):?(\d{2})$/.exec(value) ?? []
    return hour !== '' && Number(hour) < 24 && Number(minute) < 60
      ? `${hour.padStart(2, '0')}:${minute}`
      : { code: 'time', message: 'Enter a time such as 16:00' }
  },
}

/** What a person fills in for a sale: moments as a day and a time, in Nairobi. */
export const saleFields = {
  saleNumber: { title: 'Sale number', ...positiveInteger({ max: 99 }) },
  saleDate: { title: 'Sale day', ...day },
  cutoffDay: { title: 'Dispatch until', ...day },
  cutoffTime: { title: 'Time of the cut-off', ...timeOfDay },
  closeDay: { title: 'Catalogue closes', ...day },
  closeTime: { title: 'Time of the close', ...timeOfDay },
  promptDate: { title: 'Prompt day', ...day },
  reason: { title: 'Reason', ...text(500, { required: false }) },
}
export type SaleFieldName = keyof typeof saleFields

/** Under which of them the server finds something wrong. */
export const wireNames = { dispatchCutoff: 'cutoffDay', catalogueClose: 'closeDay' } as const

const nairobi = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Nairobi',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const partsOf = (moment: string): { day: string; time: string } => {
  const [date = '', time = ''] = nairobi.format(new Date(moment)).split(', ')
  return { day: date, time }
}

/** The days that follow, as the form holds them. */
export function followingDays({ dispatchCutoff, catalogueClose, promptDate }: DaysOfSale) {
  const [cutoff, close] = [partsOf(dispatchCutoff), partsOf(catalogueClose)]
  return {
    cutoffDay: cutoff.day,
    cutoffTime: cutoff.time,
    closeDay: close.day,
    closeTime: close.time,
    promptDate,
  }
}

/** The moment of a day and a time in Nairobi, as the wire has it. */
export const momentOf = (on: string, at: string): string => new Date(`${on}T${at}:00+03:00`).toISOString()
