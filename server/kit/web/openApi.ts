import { z } from 'zod'
import { errors, type ErrorCode } from '#contract/house/errors.ts'
import { endpoints } from '#contract/index.ts'
import { FileInJson, isBinary, Refusal, type Endpoint } from '#contract/kit/endpoint.ts'
import { exampleOf, type OpenApi, type Operation, type Schema } from '#contract/kit/schemas.ts'
import { permissions, type Permission } from '#contract/house/permissions.ts'
import { callName, isServiceCall } from '#contract/serviceCalls.ts'
import { workbookType } from '../refused.ts'

const fileTypes = {
  xlsx: workbookType,
  csv: 'text/csv',
  pdf: 'application/pdf',
  any: 'application/octet-stream',
}
const bytes: Schema = { type: 'string', format: 'binary' }

/** Every declared call with its area and name, in the order of the register. */
export const declaredCalls = Object.entries(endpoints).flatMap(([area, group]) =>
  Object.entries<Endpoint>(group).map(([name, declared]) => ({ area, name, declared })),
)

/** The address of a call as the document writes it: /api/uploads/{id}/rows. */
export const addressOf = ({ path }: Endpoint): string => `/api${path.replace(/:(\w+)/g, '{$1}')}`

/** What the document says of a declared call. */
export function operationIn(document: OpenApi, declared: Endpoint): Operation {
  const operation = document.paths[addressOf(declared)]?.[declared.method.toLowerCase()]
  if (!operation) throw new Error(`the document does not know ${declared.method} ${declared.path}`)
  return operation
}

/** The permissions any one of which opens a call; none for calls of every signed-in user or of the world. */
export const permissionsOf = ({ allow }: Endpoint): readonly Permission[] =>
  allow === 'anyone' || allow === 'signed-in' ? [] : typeof allow === 'string' ? [allow] : allow

/** Who may make a call, as a sentence. */
export function whoMay(declared: Endpoint): string {
  if (declared.signed) return 'The bank, by its signature.'
  if (declared.allow === 'anyone') return 'Everybody, without a session.'
  const people = permissionsOf(declared).map((permission) => `${permission}: ${permissions[permission]}`)
  const whoever = declared.allow === 'signed-in' ? 'Every signed-in user.' : people.join(' Or ')
  return isServiceCall(callName(declared)) ? `${whoever} Service accounts may be given it.` : whoever
}

/** What a call promises by its shape: about many records, and about comments that its payload has no room for. */
export function promisesOf({ outcomes, comment }: Endpoint): string {
  const each =
    'Each record succeeds or fails on its own and has its own outcome; what was done and the answer with its outcomes are stored together. When no record was done the call answers 409 with the reason of the first, and the outcomes in the details.'
  const named = (comment?.noRoomFor ?? []).map((kind) => `a ${kind.replaceAll('_', ' ')}`).join(' or ')
  return [
    outcomes ? each : '',
    named ? `Without a comment it declines ${named} all the same: the trail then says that no reason was given.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Every refusal a call can answer: what it declares, and what the kit answers for every call of its shape. */
export function refusalsOf(declared: Endpoint): ErrorCode[] {
  const changes = declared.method !== 'GET'
  const codes: ErrorCode[] = [...(declared.errors ?? []), 'rate.limited', 'server.busy', 'server.fault']
  // The router and the parser answer a path or a body that is no text at all.
  codes.push('input.malformed')
  if (declared.allow !== 'anyone')
    codes.push('session.missing', 'session.suspended', 'session.on_leave', 'permission.missing')
  if (declared.allow !== 'anyone') codes.push('service.key_wrong', 'service.call')
  if (isServiceCall(callName(declared)))
    codes.push('service.address', 'service.key_expired', 'service.key_stopped', 'service.stopped', 'service.closed')
  if (!changes) codes.push('stream.two_open')
  if (changes) codes.push('session.foreign_origin', 'input.too_large', 'input.not_json')
  if (changes && !declared.reads && !declared.signed) codes.push('key.in_progress', 'key.reused')
  if (declared.stepUp) codes.push('step_up.required', 'step_up.no_factor')
  if (declared.signed) codes.push('signature.wrong')
  if (declared.params) codes.push('record.not_found')
  if (declared.query || declared.body) codes.push('input.invalid')
  if (declared.upload) codes.push('upload.no_file', 'upload.file_failed', 'upload.too_large', 'upload.not_a_table')
  if (declared.upload) codes.push('upload.infected', 'upload.not_scanned')
  return [...new Set(codes)].toSorted((a, b) => errors[a].status - errors[b].status || (a < b ? -1 : 1))
}

/** The whole contract as an OpenAPI 3.1 document, made from the declarations alone. */
export function openApi(): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const { area, name, declared } of declaredCalls) {
    const path = addressOf(declared)
    paths[path] = { ...paths[path], [declared.method.toLowerCase()]: operationOf(area, name, declared) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kahawa',
      version: '1',
      description:
        'The back office of the Kenyan coffee chain. Every call below stands under the address of the server.',
    },
    tags: Object.keys(endpoints).map((area) => ({ name: area })),
    paths,
    'x-refusals': errors,
    components: {
      schemas: { Refusal: schemaOf(Refusal, 'output') },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key of a service account, or the token that POST /api/auth/login answers',
        },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-kahawa', description: 'The same token in a browser' },
      },
    },
  }
}

function operationOf(area: string, name: string, declared: Endpoint): Operation {
  const body = bodyOf(declared)
  // Signing in and out answer no stored answers: a second try with a password is a second try.
  const keyed = declared.method !== 'GET' && !declared.reads && !declared.signed && !declared.path.startsWith('/auth/')
  return {
    operationId: `${area}.${name}`,
    summary: declared.summary,
    description: `${whoMay(declared)} ${promisesOf(declared)}`.trim(),
    tags: [area],
    security: declared.allow === 'anyone' ? [] : [{ bearer: [] }, { cookie: [] }],
    'x-permission': permissionsOf(declared),
    'x-refusals': refusalsOf(declared),
    ...(declared.reads ? { 'x-reads': true } : {}),
    ...(declared.signed ? { 'x-signed': true } : {}),
    parameters: [
      ...parametersOf(declared.params, 'path'),
      ...parametersOf(declared.query, 'query'),
      ...(keyed
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header' as const,
              required: false,
              schema: { type: 'string', maxLength: 255 } as Schema,
              description: 'The same key with the same request answers what the first one answered, with one effect.',
            },
          ]
        : []),
      ...(declared.stepUp
        ? [
            {
              name: 'X-Step-Up',
              in: 'header' as const,
              required: false,
              schema: { type: 'string', maxLength: 200 } as Schema,
              description: 'The ticket of POST /auth/step-up; needed where the operator wants a fresh code.',
            },
          ]
        : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: { ...successOf(declared), ...refusalResponses(declared) },
  }
}

function parametersOf(part: z.ZodType | undefined, where: 'path' | 'query'): Operation['parameters'] {
  if (!part) return []
  const schema = schemaOf(part, 'input')
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || Boolean(schema.required?.includes(name)),
    schema: property as Schema, // zod writes `true` only for what it cannot represent, and no parameter is of that kind
  }))
}

function bodyOf({ body, upload, orJson }: Endpoint): Operation['requestBody'] {
  if (upload) {
    const file: Schema = { type: 'object', properties: { file: bytes }, required: ['file'] }
    const form = { 'multipart/form-data': { schema: file } }
    if (!orJson) return { required: true, content: form }
    const schema = schemaOf(FileInJson, 'input')
    return { required: true, content: { ...form, 'application/json': { schema, example: exampleOf(schema) } } }
  }
  if (!body) return undefined
  const schema = schemaOf(body, 'input')
  return { required: true, content: { 'application/json': { schema, example: exampleOf(schema) } } }
}

function successOf(declared: Endpoint): Operation['responses'] {
  if (isBinary(declared.answer))
    return { 200: { description: 'The file', content: { [fileTypes[declared.answer.binary]]: { schema: bytes } } } }
  const json = { 'application/json': { schema: schemaOf(declared.answer, 'output') } }
  const exports = declared.query && 'export' in (schemaOf(declared.query, 'input').properties ?? {})
  const { xlsx, csv, pdf } = fileTypes
  const files = exports ? { [xlsx]: { schema: bytes }, [csv]: { schema: bytes }, [pdf]: { schema: bytes } } : {}
  return {
    200: { description: exports ? 'The list, or with export= the file' : 'Done', content: { ...json, ...files } },
    ...(declared.upload ? { 202: { description: 'Kept, and being checked', content: json } } : {}),
  }
}

/** A refusal of a call about many records of which none was done. */
export const nothingDone = (outcomes: z.ZodType) => Refusal.extend({ details: outcomes })

function refusalResponses(declared: Endpoint): Operation['responses'] {
  const { outcomes } = declared
  const byStatus = Map.groupBy(refusalsOf(declared), (code) => errors[code].status)
  const refusal: Schema = { $ref: '#/components/schemas/Refusal' }
  const conflict = outcomes ? { anyOf: [schemaOf(nothingDone(outcomes), 'output'), refusal] } : refusal
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${errors[code].message}`).join(' '),
        content:
          status === 424
            ? { [fileTypes.xlsx]: { schema: bytes } }
            : { 'application/json': { schema: status === 409 ? conflict : refusal } },
      },
    ]),
  )
}

/** The JSON schema of a declared part, as it is sent or as it is answered. */
export function schemaOf(part: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(part, { io, unrepresentable: 'any' })
  return schema
}
