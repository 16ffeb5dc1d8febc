import { expect, test } from 'vitest'
import type { OpenApi, Operation } from '#contract/kit/schemas.ts'
import { areaTitle, callsOf, matching, onlyReads } from './apiCalls.ts'
import { addressOf, curlOf, headersOf, missingIn, typeScriptOf } from './examples.ts'

const operation = (declared: Partial<Operation> & Pick<Operation, 'operationId' | 'summary' | 'tags'>): Operation => ({
  security: [{ bearer: [] }],
  'x-permission': [],
  'x-refusals': [],
  description: '',
  parameters: [],
  responses: { 200: { description: '', content: { 'application/json': { schema: {} } } } },
  ...declared,
})
const parameter = (name: string, where: 'path' | 'query' | 'header') => ({
  name,
  in: where,
  required: where === 'path',
  schema: { type: 'string' as const },
})
const paths: OpenApi['paths'] = {
  '/api/rates/{id}': {
    put: operation({
      operationId: 'cherryRates.correct',
      summary: 'Correct a rate',
      tags: ['cherryRates'],
      'x-permission': ['CAN_CREATE_RATES'],
      parameters: [parameter('id', 'path'), parameter('Idempotency-Key', 'header')],
      requestBody: { required: true, content: { 'application/json': { schema: {} } } },
    }),
  },
  '/api/farmers/{organisationId}': {
    get: operation({
      operationId: 'farmers.list',
      summary: 'Farmers of a society',
      tags: ['farmers'],
      parameters: [parameter('organisationId', 'path'), parameter('search', 'query'), parameter('size', 'query')],
    }),
  },
  '/api/template': {
    get: operation({
      operationId: 'reference.template',
      summary: 'A template',
      tags: ['reference'],
      security: [],
      responses: { 200: { description: '', content: { 'text/csv': { schema: {} } } } },
    }),
  },
}
const calls = callsOf({
  openapi: '3.1.0',
  info: { title: '', version: '', description: '' },
  tags: ['farmers', 'cherryRates', 'reference'].map((name) => ({ name })),
  paths,
  'x-refusals': {},
  components: { schemas: {}, securitySchemes: {} },
})
const [list, correct, template] = calls as [(typeof calls)[0], (typeof calls)[0], (typeof calls)[0]] // three paths above
const origin = 'https://kahawa.example'

test('calls stand in the order of their areas and are found by path, title, area, method and permission', () => {
  expect(calls.map(({ id }) => id)).toEqual(['farmers.list', 'cherryRates.correct', 'reference.template'])
  const found = (search: string, method?: string) => matching(calls, { search, method }).map(({ id }) => id)
  expect(found('')).toHaveLength(3)
  expect(found('organisationid FARMERS')).toEqual(['farmers.list'])
  expect(found('correct a rate')).toEqual(['cherryRates.correct'])
  expect(found('can_create')).toEqual(['cherryRates.correct'])
  expect(found('cherry rates')).toEqual(['cherryRates.correct'])
  expect(found('', 'GET')).toEqual(['farmers.list', 'reference.template'])
  expect(found('rate', 'GET')).toEqual([])
  expect(areaTitle('farmerCompanyUpload')).toBe('Farmer company upload')
})

test('an address carries what is filled in, and says what is missing', () => {
  const address = { organisationId: 'CF 41/00', search: "O'Kamau & sons", size: '' }
  expect(addressOf(list, { address, body: '' })).toBe('/api/farmers/CF%2041%2F00?search=O%27Kamau+%26+sons')
  expect(missingIn(list, { address, body: '' })).toEqual([])
  expect(addressOf(list, { address: {}, body: '' })).toBe('/api/farmers/{organisationId}')
  expect(missingIn(list, { address: { organisationId: ' ' }, body: '' })).toEqual(['organisationId'])
})

test('the example for the shell quotes its body, and the one in TypeScript compiles as it stands', () => {
  const values = { address: { id: '7' }, body: '{\n  "note": "the society\'s"\n}' }
  expect(curlOf({ call: correct, values, origin })).toBe(
    [
      `curl 'https://kahawa.example/api/rates/7'`,
      '-X PUT',
      '-H "Authorization: Bearer $KAHAWA_TOKEN"',
      '-H "Idempotency-Key: $(uuidgen)"',
      `-H 'Content-Type: application/json'`,
      `-d '{\n  "note": "the society'\\''s"\n}'`,
    ].join(' \\\n  '),
  )
  expect(typeScriptOf({ call: correct, values, origin }))
    .toBe(`const response = await fetch("https://kahawa.example/api/rates/7", {
  method: 'PUT',
  headers: {
    Authorization: \`Bearer \${token}\`,
    'Idempotency-Key': crypto.randomUUID(),
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    "note": "the society's"
  }),
})
if (!response.ok) throw new Error((await response.json()).message)
const answer = await response.json()`)
  expect(typeScriptOf({ call: template, values, origin }))
    .toBe(`const response = await fetch("https://kahawa.example/api/template")
if (!response.ok) throw new Error((await response.json()).message)
const file = await response.blob()`)
})

test('only what changes something carries a key and asks first', () => {
  expect(calls.map(onlyReads)).toEqual([true, false, true])
  expect(headersOf(list, 'key')).toEqual({})
  expect(headersOf(correct, 'key')).toEqual({ 'Content-Type': 'application/json', 'Idempotency-Key': 'key' })
})
