import type { Endpoint } from '#contract/kit/endpoint.ts'
import { readInput } from '#server/kit/web/readInput.ts'
import { Refused } from '#server/kit/refused.ts'
import type { Schema } from '#contract/kit/schemas.ts'
import { declaredCalls, schemaOf } from '#server/kit/web/openApi.ts'
import { sampleOf, unknownId } from './sampleRequests.ts'

type Key = string | number
/** One value of the query or the body of a call, wherever it stands, with the schema of the place. */
export type Place = {
  title: string
  declared: Endpoint
  part: 'query' | 'body'
  keys: readonly Key[]
  name: string
  schema: Schema
}

const alternativesOf = (schema: Schema): Schema[] =>
  ((schema.anyOf ?? schema.oneOf) as Schema[] | undefined)?.flatMap(alternativesOf) ?? [schema]

function* inside(schema: Schema, keys: readonly Key[]): Generator<{ keys: readonly Key[]; schema: Schema }> {
  for (const one of alternativesOf(schema)) {
    if (one.type === 'array') yield* inside((one.items ?? {}) as Schema, [...keys, 0])
    for (const [key, value] of Object.entries(one.properties ?? {})) {
      yield { keys: [...keys, key], schema: value as Schema }
      yield* inside(value as Schema, [...keys, key])
    }
  }
}

/** Every value of the query and the body of every declared call. */
export const places: readonly Place[] = declaredCalls.flatMap(({ declared }) =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema = declared[part] && schemaOf(declared[part], 'input')
    if (!schema) return []
    return [...inside(schema, [])].map(({ keys, schema: of }) => ({
      title: `${declared.method} ${declared.path} ${part} ${keys.join('.')}`,
      declared,
      part,
      keys,
      name: String(keys.findLast((key) => typeof key === 'string')),
      schema: of,
    }))
  }),
)

/** The shapes a place takes. */
export const shapesAt = ({ schema }: Place): Schema[] => alternativesOf(schema)

/** The smallest input of a call in which the place holds a value; of a choice between shapes, the one that has the place. */
function inputWith({ declared, part, keys }: Place, value: unknown): unknown {
  const put = (schema: Schema, [key, ...rest]: readonly Key[], now: unknown): unknown => {
    if (key === undefined) return value
    const shape =
      alternativesOf(schema).find((one) => (typeof key === 'number' ? one.items : one.properties?.[key])) ?? schema
    if (typeof key === 'number') return [put((shape.items ?? {}) as Schema, rest, undefined)]
    const whole = (now ?? sampleOf(shape, { id: unknownId })) as Record<string, unknown> // border: a shape with properties
    return { ...whole, [key]: put((shape.properties?.[key] ?? {}) as Schema, rest, undefined) }
  }
  return put(schemaOf(declared[part]!, 'input'), keys, undefined) // only parts that are declared have places
}

/** The sentences, by field, with which a call refuses a value at a place; none when it accepts it. */
export function sentencesFor(place: Place, value: unknown): Record<string, string> {
  const { declared, part } = place
  try {
    readInput({ [part]: declared[part] }, { [part]: inputWith(place, value) })
    return {}
  } catch (refused) {
    if (refused instanceof Refused) return refused.details?.['fields'] as Record<string, string> // what readInput refuses with
    throw refused
  }
}
/** The sentence about the place itself. */
export const sentenceAt = (place: Place, value: unknown): string | undefined =>
  Object.entries(sentencesFor(place, value)).find(([field]) => {
    const at = place.keys.join('.')
    return field === at || at.startsWith(`${field}.`) || field === place.part
  })?.[1]
