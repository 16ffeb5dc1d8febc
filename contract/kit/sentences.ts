import { counted } from './counted.ts'
import type { z } from 'zod'

/** The sentence for a missing value. */
const required = 'This is required'
/** The sentence for a value whose fault has none of its own. */
const notUnderstood = 'This is not in the required form'

const kinds: Readonly<Record<string, string>> = {
  string: 'Write it as text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Say true or false',
  array: 'Send a list',
  object: 'Send an object with its fields',
  record: 'Send an object with its fields',
  tuple: 'Send a list',
  date: 'Enter a day such as 2026-01-31',
}
const formats: Readonly<Record<string, string>> = {
  uuid: 'Not an id of a record',
  email: 'Enter an e-mail address such as clerk@example.org',
  date: 'Enter a day such as 2026-01-31',
  datetime: 'Enter a time such as 2026-01-31T08:30:00+03:00',
  url: 'Enter an address such as https://example.org',
}
const amount = (origin: string, count: number | bigint): string => {
  if (origin === 'string') return counted(count, 'character')
  if (origin === 'array' || origin === 'set') return counted(count, 'entry', 'entries')
  return Number(count).toLocaleString('en', { maximumFractionDigits: 9 })
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (origin === 'string' && Number(minimum) === 1) return required
  if (inclusive === false && Number(minimum) === 0) return 'Enter a number greater than zero'
  return `${inclusive === false ? 'More than' : 'At least'} ${amount(origin, minimum)}`
}

const tooBig = ({ origin, maximum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string =>
  `${inclusive === false ? 'Less than' : 'At most'} ${amount(origin, maximum)}`

function unknownValue({ values }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidValue>): string {
  if (values.length === 1 && values[0] === '') return 'Leave it empty'
  return values.length === 1 ? `Only ${String(values[0])} is taken` : `Choose one of ${values.map(String).join(', ')}`
}

/** The dictionary of what can be wrong with a value, for faults whose rule has no sentence of its own: a person never reads a library's. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return required
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? notUnderstood
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_value':
      return unknownValue(issue)
    case 'invalid_format':
      return formats[issue.format] ?? notUnderstood
    case 'invalid_union':
      return Array.isArray(issue['options']) ? `Choose one of ${issue['options'].join(', ')}` : notUnderstood
    case 'not_multiple_of':
      return issue.divisor >= 1 ? 'Enter a whole number' : `At most ${counted(decimalsOf(issue.divisor), 'decimal')}`
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
    default:
      return notUnderstood
  }
}

const decimalsOf = (step: number | bigint): number => Math.max(0, Math.round(-Math.log10(Number(step))))

type Wrong = { path: string; message: string }

/** Each value that is wrong, by its path. Of a choice between shapes the one counts that the value comes nearest to. */
export const wrongIn = ({ issues }: z.core.$ZodError): Wrong[] =>
  issues.flatMap(flat).map(({ path, message }) => ({ path: path.join('.'), message }))

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'> & { code?: string | undefined; errors?: z.core.$ZodIssue[][] }

function flat(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.message !== notUnderstood) return [issue]
  const near = (issue.errors ?? []).filter(
    (errors) => !errors.some(({ path, code }) => path.length === 0 && code === 'invalid_type'),
  )
  const [nearest] = near.toSorted((a, b) => distanceOf(a) - distanceOf(b))
  return nearest ? nearest.flatMap(flat).map((one) => ({ ...one, path: [...issue.path, ...one.path] })) : [issue]
}

// A shape of which values are missing was hardly meant, and one that takes a single value even less.
const distanceOf = (errors: readonly Issue[]): number =>
  errors.reduce((sum, { message, code, path }) => {
    if (message === required) return sum + 10
    return sum + (code === 'invalid_value' && path.length === 0 ? 100 : 1)
  }, 0)
