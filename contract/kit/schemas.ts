import type { z } from 'zod'
import { counted } from './counted.ts'

/** A JSON schema as the OpenAPI document carries it. */
export type Schema = z.core.JSONSchema.JSONSchema

/** One call as the OpenAPI document carries it. */
export type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security: object[]
  'x-permission': readonly string[]
  /** The codes of its refusals; what they mean stands once in the document. */
  'x-refusals': readonly string[]
  /** A look-up that is posted: nothing changes. */
  'x-reads'?: true
  /** Made by the bank, which signs it. */
  'x-signed'?: true
  description: string
  parameters: {
    name: string
    in: 'path' | 'query' | 'header'
    required: boolean
    schema: Schema
    description?: string
  }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

/** The contract for machines. */
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  /** Every refusal by its code, with its status and the sentence a person reads. */
  'x-refusals': Readonly<Record<string, { status: number; message: string }>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, object> }
}

/** A field of a body or an answer on a line of its own; nested fields are named with dots, lists with []. */
export type FieldLine = { name: string; type: string; required: boolean; note: string }

/** The fields of a schema for people: what is in it, how it is written, and whether it must be there. */
export function fieldLines(schema: Schema, prefix = ''): FieldLine[] {
  const inner = schema.anyOf?.find((one) => typeof one === 'object' && (one as Schema).properties) as Schema | undefined
  if (inner && !schema.properties) return fieldLines(inner, prefix)
  if (schema.items && !Array.isArray(schema.items) && typeof schema.items === 'object')
    return fieldLines(schema.items as Schema, prefix.endsWith('[]') ? prefix : `${prefix}[]`)
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const property = value as Schema // border: zod writes properties as schemas
    const name = prefix ? `${prefix}.${key}` : key
    const line = {
      name,
      type: typeName(property),
      required: Boolean(schema.required?.includes(key)),
      note: property.description ?? '',
    }
    const hasFields = property.type === 'object' || property.type === 'array'
    return [line, ...(hasFields ? fieldLines(property, name) : [])]
  })
}

function typeName(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.map((one) => typeName(one as Schema)).join(' or ')
  if (schema.type === 'array') return 'list'
  const bounds = [
    schema.maxLength === undefined ? '' : `at most ${counted(String(schema.maxLength), 'character')}`,
    schema.minimum === undefined || schema.minimum < -1e15 ? '' : `from ${schema.minimum}`,
    schema.maximum === undefined || schema.maximum > 1e15 ? '' : `to ${schema.maximum}`,
  ].filter(Boolean)
  const format =
    schema.format && schema.format !== 'binary' ? schema.format : [schema.type ?? 'any value'].flat().join(' or ')
  return [format, ...bounds].join(', ')
}

// What a field of a known name looks like; the others are written as their schema has them.
const known: Readonly<Record<string, string>> = {
  loansToRecover: '01900000-0000-7000-8000-000000000000',
  action: 'approve',
  season: '2026/2027',
  productName: 'COFFEE',
  memberNumber: 'KB0012',
  growerCode: 'CF4100',
  accountNumber: '01109012345600',
  fullName: 'Wanjiku Njeri Kamau',
  username: 'fcs.maker',
  reason: 'As agreed with the society',
  rateCode: '260950',
}
// The first of these that a pattern takes stands for a field which must be written in a certain way.
const written = ['2026/2027', 'FCS_CLERK', '01109012345600', '02109012345600', '2026-11-22', '123456', '1']

/** A value to begin with: what a schema requires, or one of everything where it requires nothing. */
export function exampleOf(schema: Schema, name = ''): unknown {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return exampleOf(options[0] as Schema, name) // border: zod writes options as schemas
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [type] = [schema.type].flat()
  if (type === 'object') return exampleObject(schema)
  if (type === 'array') return [exampleOf((schema.items ?? {}) as Schema, name)]
  if (type === 'integer' || type === 'number')
    return Math.min(Math.max(1, Number(schema.minimum ?? 1)), Number(schema.maximum ?? Infinity))
  if (type === 'boolean') return true
  if (schema.format === 'uuid') return '01900000-0000-7000-8000-000000000000'
  if (schema.format === 'date') return '2026-11-22'
  if (schema.format === 'date-time') return '2026-11-22T09:30:00+03:00'
  if (schema.format === 'email') return 'wanjiku@example.org'
  const { pattern, maxLength = Infinity } = schema
  const fits = (one: string) => one.length <= maxLength && new RegExp(pattern ?? '', 'u').test(one)
  const fitting = pattern === undefined ? known[name] : written.find(fits)
  if (fitting !== undefined) return fitting
  return 'text'.padEnd(Number(schema.minLength ?? 0), ' and more text').slice(0, maxLength)
}

function exampleObject({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const names = required.length > 0 ? required : Object.keys(properties)
  return Object.fromEntries(names.map((name) => [name, exampleOf((properties[name] ?? {}) as Schema, name)]))
}
