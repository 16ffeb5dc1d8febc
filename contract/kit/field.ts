import { counted } from './counted.ts'
import { z } from 'zod'

/** What is wrong with one value: a stable code for grouping, and the sentence a person reads beside the value. */
export type Problem = { code: string; message: string }

/** Facts a check may need and must not fetch itself: the current year and the reference lists, by name. */
export type CheckContext = {
  year: number
  /** Reference list -> written form in capitals -> stored value (an id or a code). */
  lists: Readonly<Record<string, ReadonlyMap<string, string>>>
}

/** One rule for one value. Forms, calls and spreadsheets all read through it, so they can never disagree. */
export type Field = {
  /** Takes trimmed text; returns the normalised text, or what is wrong with it. Never called with an empty text. */
  read: (text: string, context: CheckContext) => string | Problem
  required: boolean
  /** The rule as a sentence: help text, template instructions and reference pages. */
  rule: string
  /** Fixed values become a drop-down in the template and a select in a form. */
  choices?: readonly string[]
  /** Name of the reference list whose entries are allowed. */
  list?: string
  /** A quantity, not a number that names something: a spreadsheet keeps it as a number. */
  isNumber?: true
  /** How many characters a box for the value takes; blanks and dashes included. */
  maxLength?: number
  /** Which keyboard a phone shows. */
  keyboard?: 'numeric' | 'decimal' | 'tel'
  /** What may stand in a box while the value is being typed; other keys and pasted texts do nothing. */
  typing?: RegExp
}

const problem = (code: string, message: string): Problem => ({ code, message })

/** The problem of a required value that is missing. */
export const missing = (title: string): Problem => problem('required', `${title} is required`)

type Options = { required?: boolean }

/** Free text up to `max` characters; runs of blanks become one. */
export const text = (max: number, { required = true }: Options = {}): Field => ({
  required,
  maxLength: max,
  rule: `Text, at most ${counted(max, 'character')}.`,
  read: (value) =>
    value.length > max ? problem('too_long', `At most ${counted(max, 'character')}`) : value.replace(/\s+/g, ' '),
})

/** Member, ID and registration numbers: letters and digits, kept as text so that leading zeros stay. Source: specification 1, section 5. */
export const lettersAndDigits = (max: number, { required = true }: Options = {}): Field => ({
  required,
  maxLength: max,
  rule: `Letters and digits only, at most ${max}.`,
  read: (value) => {
    if (!/^[A-Za-z0-9]+$/.test(value)) return problem('letters_digits', 'Only letters and numbers allowed')
    return value.length > max ? problem('too_long', `At most ${counted(max, 'character')}`) : value.toUpperCase()
  },
})

/**
 * Kenyan mobile number, normalised to 254 and nine digits. Accepts 07…, 01…, 7…, 1…, 254… and +254….
 * Source: specification 1, section 5; the leading + and 1 are accepted beyond it because people write them.
 */
export const mobileNumber = ({ required = true }: Options = {}): Field => ({
  required,
  keyboard: 'tel',
  typing: /^\+?(?:[0127][\d\s()-]{0,15})?$/,
  rule: 'Kenyan mobile number of 9 to 12 digits starting with 0, 7 or 2, such as 0712345678.',
  read: (value) => {
    const digits = value.replace(/[\s()-]/g, '').replace(/^\+/, '')
    if (!/^\d+$/.test(digits)) return problem('mobile_digits', 'Digits only')
    if (digits.length < 9) return problem('mobile_short', 'Minimum 9 digits required')
    if (digits.length > 12) return problem('mobile_long', 'At most 12 digits')
    if (!/^[0127]/.test(digits)) return problem('mobile_start', 'Start with 0, 7 or 2')
    const national = /^(?:254|0)?([17]\d{8})$/.exec(digits)?.[1]
    return national ? `254${national}` : problem('mobile', 'Not a Kenyan mobile number: write it as 0712345678')
  },
})

// Commas between thousands only: 12,5 is twelve and a half to who wrote it, and must never be read as 125.
const ungrouped = (value: string): string =>
  /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(value) ? value.replaceAll(',', '') : value

/** The number in a cell with units or a decimal comma, for repairs: `12,5 kg` is 12.5, `1,250 kg` is 1250. A minus stays. */
export const numberIn = (cell: string): string => ungrouped(cell.replace(/[^\d.,-]/g, '')).replace(',', '.')

/** Whole number above zero. Source: specification 1, section 5 ('Enter a number greater than zero'). */
export const positiveInteger = ({ required = true, max = 1_000_000 }: Options & { max?: number } = {}): Field => ({
  required,
  isNumber: true,
  keyboard: 'numeric',
  typing: /^[\d,]*$/,
  rule: `Whole number from 1 to ${max.toLocaleString('en')}.`,
  read: (value) => {
    const digits = ungrouped(value)
    if (!/^\d+$/.test(digits) || Number(digits) <= 0) return problem('number', 'Enter a number greater than zero')
    return Number(digits) > max
      ? problem('number_large', `At most ${max.toLocaleString('en')}`)
      : String(Number(digits))
  },
})

/** Whole number from zero. */
export const wholeNumber = ({ required = true, max }: Options & { max: number }): Field => ({
  required,
  isNumber: true,
  keyboard: 'numeric',
  typing: /^[\d,]*$/,
  rule: `Whole number from 0 to ${max.toLocaleString('en')}.`,
  read: (value) => {
    const digits = ungrouped(value)
    if (!/^\d+$/.test(digits)) return problem('whole_number', 'Enter a whole number, 0 or more')
    return Number(digits) > max
      ? problem('number_large', `At most ${max.toLocaleString('en')}`)
      : String(Number(digits))
  },
})

/** Decimal number above zero with at most `places` decimals. */
export const positiveDecimal = ({
  required = true,
  max,
  places,
}: Options & { max: number; places: number }): Field => ({
  required,
  isNumber: true,
  keyboard: 'decimal',
  typing: /^[\d,]*\.?\d*$/,
  rule: `Number above zero, at most ${max.toLocaleString('en')}, with at most ${counted(places, 'decimal')}.`,
  read: (value) => {
    const plain = ungrouped(value)
    if (!/^\d+(\.\d+)?$/.test(plain) || Number(plain) <= 0) return problem('number', 'Enter a number greater than zero')
    if ((plain.split('.')[1] ?? '').replace(/0+$/, '').length > places)
      return problem('decimals', `At most ${counted(places, 'decimal')}`)
    return Number(plain) > max ? problem('number_large', `At most ${max.toLocaleString('en')}`) : String(Number(plain))
  },
})

/** Decimal number of zero or more, such as a charge or a tare. */
export const decimalFromZero = ({ required = true, max, places }: Options & { max: number; places: number }): Field => {
  const above = positiveDecimal({ max, places })
  return {
    ...above,
    required,
    rule: `Number from 0 to ${max.toLocaleString('en')}, with at most ${counted(places, 'decimal')}.`,
    read: (value, context) => {
      if (/^0+(?:\.0*)?$/.test(value)) return '0'
      const read = above.read(value, context)
      return typeof read === 'string' || read.code !== 'number' ? read : problem('number', 'Enter a number, 0 or more')
    },
  }
}

/** A day of the calendar, as the field of a day gives it. */
export const day: Field = {
  required: true,
  rule: 'A day such as 8 Dec 2026.',
  read: (value) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : problem('day', 'Enter a day such as 8 Dec 2026')),
}

/** One of a few fixed values, whatever the case; `also` names other spellings that mean a value. */
export const choice = (
  choices: readonly string[],
  { required = true, also = {} }: Options & { also?: Record<string, string> } = {},
): Field => {
  const known = new Map([...choices.map((one) => [one.toUpperCase(), one] as const), ...Object.entries(also)])
  return {
    required,
    choices,
    rule: `One of ${choices.join(', ')}.`,
    read: (value) => known.get(value.toUpperCase()) ?? problem('choice', `Choose one of ${choices.join(', ')}`),
  }
}

/** An entry of a reference list, written as its name or its code; normalised to the stored value. */
export const listed = (list: string, what: string, { required = true }: Options = {}): Field => ({
  required,
  list,
  rule: `Name of a ${what} as in the list.`,
  read: (value, { lists }) =>
    lists[list]?.get(value.toUpperCase().replace(/\s+/g, ' ')) ?? problem(`unknown_${list}`, `Not a known ${what}`),
})

/** Year of birth: a past year. Minors are a warning elsewhere, not an error. Source: specification 1, section 5. */
export const yearOfBirth = ({ required = true }: Options = {}): Field => ({
  required,
  keyboard: 'numeric',
  maxLength: 4,
  typing: /^\d*$/,
  rule: 'Four-digit year before the current one.',
  read: (value, { year }) =>
    /^\d{4}$/.test(value) && Number(value) >= 1900 && Number(value) < year
      ? value
      : problem('year', 'Enter a year before the current one'),
})

/** Tax number of the Kenya Revenue Authority: A (person) or P (company), nine digits, a letter. */
export const kraPin = (kind: 'person' | 'company', { required = false }: Options = {}): Field => {
  const first = kind === 'person' ? 'A' : 'P'
  const shape = new RegExp(`^${first}\\d{9}[A-Z]$`)
  return {
    required,
    rule: `${first}, nine digits and a letter, such as ${first}001234567B.`,
    read: (value) =>
      shape.test(value.toUpperCase()) ? value.toUpperCase() : problem('kra_pin', `${first}, nine digits and a letter`),
  }
}

/** Account number: digits, kept as text so that leading zeros stay. */
export const accountNumber = ({ required = true }: Options = {}): Field => ({
  required,
  keyboard: 'numeric',
  typing: /^[\d\s-]*$/,
  rule: 'Digits only, 6 to 20 of them; keep leading zeros.',
  read: (value) => {
    const digits = value.replace(/[\s-]/g, '')
    if (!/^\d+$/.test(digits) || /^0+$/.test(digits))
      return problem('account_digits', 'Enter a number greater than zero')
    return digits.length < 6 || digits.length > 20 ? problem('account_length', '6 to 20 digits') : digits
  },
})

const noLists: CheckContext = { year: 9999, lists: {} }

/** The same rule as a zod schema, for call bodies and forms. Reference lists are checked by the server; so is the year where none is given. */
export const schemaOf = (field: Field, title: string, context: CheckContext = noLists): z.ZodType<string, string> =>
  z.string().transform((value, issues) => {
    const trimmed = value.trim()
    if (trimmed === '') {
      if (field.required) issues.addIssue(missing(title).message)
      return ''
    }
    if (field.list) return trimmed
    const read = field.read(trimmed, context)
    if (typeof read === 'string') return read
    issues.addIssue(read.message)
    return z.NEVER
  })
