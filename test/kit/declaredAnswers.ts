import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { isBinary, Refusal, type Endpoint } from '#contract/kit/endpoint.ts'
import { errors } from '#contract/house/errors.ts'
import { nothingDone, refusalsOf, schemaOf } from '#server/kit/web/openApi.ts'
import type { HttpAnswer } from './people.ts'

// Formats stand beside patterns in our schemas; ajv brings none of its own.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false })
const compiled = new WeakMap<object, ValidateFunction>()
const validatorOf = (declared: Endpoint): ValidateFunction | null => {
  if (isBinary(declared.answer)) return null
  const known = compiled.get(declared)
  if (known) return known
  const validator = ajv.compile(schemaOf(declared.answer, 'output'))
  compiled.set(declared, validator)
  return validator
}

/** What is wrong with an answer by the declaration of its call; an empty list when nothing is. */
export function problemsOf(declared: Endpoint, { status, body, headers, bytes }: HttpAnswer): string[] {
  const isJson = headers['content-type']?.startsWith('application/json')
  if (status >= 400 && status !== 424) return refusalProblems(declared, status, body)
  const allowed = declared.upload ? [200, 202, 424] : [200, 424]
  if (!allowed.includes(status)) return [`answered ${status}`]
  if (status === 424)
    return declared.errors?.includes('upload.rows_invalid') && bytes.subarray(0, 2).toString() === 'PK'
      ? []
      : ['424 without its workbook']
  const validate = validatorOf(declared)
  if (!validate) return isJson ? ['JSON instead of a file'] : []
  if (!isJson) return headers['content-disposition'] ? [] : ['neither JSON nor a file']
  return validate(body) ? [] : [ajv.errorsText(validate.errors)]
}

function refusalProblems(declared: Endpoint, status: number, body: unknown): string[] {
  const read = Refusal.safeParse(body)
  if (!read.success) return [`${status} without a refusal: ${JSON.stringify(body)?.slice(0, 200)}`]
  // Where none of many records was done, the reason of the first may be that of any step.
  if (declared.outcomes && status === 409 && 'rows' in (read.data.details ?? {}))
    return nothingDone(declared.outcomes).safeParse(body).success && read.data.code in errors ? [] : ['no outcomes']
  const code = refusalsOf(declared).find((one) => one === read.data.code)
  if (!code) return [`undeclared refusal ${read.data.code}`]
  if (status >= 500 && status !== 503) return [`${status} ${code}`]
  return errors[code].status === status ? [] : [`${code} with status ${status}`]
}
