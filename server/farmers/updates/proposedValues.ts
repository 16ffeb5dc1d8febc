import { farmerFields } from '#contract/farmers/farmerFields.ts'
import { missing, type CheckContext } from '#contract/kit/field.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { updatable, wireNames, type UpdatableField, type UpdateBody } from '#contract/farmers/updateRequests.ts'
import { Refused } from '#server/kit/refused.ts'
import { personal } from '#server/kit/scope.ts'
import type { FarmerRecord, Values } from '#server/farmers/farmerValues.ts'

/** What a farmer's values would be: those of the request, read by their rules, over those that stand. Refuses with a sentence for each wrong field. */
export function proposedValues({
  actor,
  farmer,
  body,
  context,
}: {
  actor: Actor
  farmer: FarmerRecord
  body: UpdateBody
  context: CheckContext
}): Values {
  const proposed: Values = { ...farmer.values }
  const fields: Record<string, string> = {}
  for (const key of updatable[farmer.type]) {
    const value = valueIn(key, body)
    if (value === undefined || isUntouched(actor, value, farmer.values[key] ?? '')) continue
    const read = readField(key, value, context)
    if (typeof read === 'string') proposed[key] = read
    else fields[wireNames[key] ?? key] = read.message
  }
  if (Object.keys(fields).length > 0) throw new Refused('input.invalid', { details: { fields } })
  return proposed
}

function valueIn(key: UpdatableField, body: UpdateBody): string | undefined {
  // The key is a name of the payload, once the two that the specification spells otherwise are put in its words.
  const value = body[(wireNames[key] ?? key) as keyof UpdateBody]
  const text = value === undefined || value === null ? undefined : String(value).trim()
  // M-PESA has no bank code: a list shows it as nothing, and nothing comes back.
  return key === 'institution' && text === '' ? undefined : text
}

/** What somebody posts back unchanged is no change, also when it was shown masked or in the register's own spelling. */
const isUntouched = (actor: Actor, value: string, current: string): boolean =>
  value === current || (value !== '' && value === personal(actor, current))

function readField(key: UpdatableField, value: string, context: CheckContext): string | { message: string } {
  const field = farmerFields[key]
  if (value === '') return field.required ? missing(field.title) : ''
  return field.read(value, context)
}
