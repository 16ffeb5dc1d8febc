import { Ajv2020 } from 'ajv/dist/2020.js'
import { isBinary } from '#contract/kit/endpoint.ts'
import type { Operation, Schema } from '#contract/kit/schemas.ts'
import { declaredCalls, openApi, operationIn } from '#server/kit/web/openApi.ts'
import { chanceFrom } from '../../db/seed/chance.ts'
import { problemsOf } from '../kit/declaredAnswers.ts'
import { farmersCsv } from '../kit/farmerFiles.ts'
import { makeDraft, sendFarmers } from '../kit/farmerUploads.ts'
import { withFile, type HttpAnswer, type RequestOptions, type Method } from '../kit/people.ts'
import { unknownId } from '../kit/sampleRequests.ts'
import type { World } from '../kit/world.ts'
import { inventFile, inventValue, type Inventing } from './invent.ts'

type Finding = { n: number; problem: string; request: string }
type FuzzRun = {
  seed: string
  requests: number
  statuses: Record<string, number>
  accepted: number
  findings: Finding[]
}

const strict = new Ajv2020({ strict: false, validateFormats: false })
// What comes in an address is text, and some fields of bodies are read as numbers on purpose.
const lenient = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: 'array' })

/**
 * Sends random requests made from the OpenAPI document, and holds every answer against it: no fault, no status or body that
 * is not declared, nothing accepted that its schema refuses. The same seed sends the same requests, the ids of records apart.
 */
export async function fuzz({
  world,
  seed,
  requests,
}: {
  world: World
  seed: string
  requests: number
}): Promise<FuzzRun> {
  const document = openApi()
  const targets = declaredCalls.map(({ declared }) => ({ declared, operation: operationIn(document, declared) }))
  const { wanjikuMaker } = world.people
  const waiting = await sendFarmers(wanjikuMaker, 2)
  const draft = await makeDraft(wanjikuMaker)
  const chance = chanceFrom(`fuzz ${seed}`)
  const society = world.organisationId('CF4100')
  const inventing: Inventing = {
    chance,
    ids: [waiting.id, draft.id, draft.id, unknownId, society],
    named: {
      organisationId: [society, society, world.organisationId('CF4101'), 'CF4100'],
      organizationId: [society, world.organisationId('COOP')],
      orgisationCode: ['CF4100', 'CF4101', 'COOP'],
      version: [waiting.version, draft.version, 1, 2, 3],
      kind: ['farmer_upload', 'farmer_company_upload'],
      row: [2, 3, 4],
      filename: ['farmer', 'farmercompany'],
      list: ['farmers', 'audit'],
      sort: ['fullName', '-created', 'memberNumber', 'at', '-waitingSince'],
      filter: ['status:APPROVED', 'gender:FEMALE', 'state:ready'],
      countyId: [19, 20],
      subCountyId: [97],
    },
  }
  const people = Object.values(world.people)
  const run: FuzzRun = { seed, requests, statuses: {}, accepted: 0, findings: [] }
  for (let n = 1; n <= requests; n += 1) {
    const { declared, operation } = chance.pick(targets)
    const path = inventPath(operation, declared.path, inventing)
    const request = await inventRequest(operation, inventing)
    const username = chance.happens(0.6) ? wanjikuMaker.username : chance.pick(people).username
    const isOut = declared.path === '/auth/logout'
    const person = isOut ? await world.newSession(username) : people.find((one) => one.username === username)
    const answer = await (chance.happens(0.97) && person
      ? person.request(declared.method as Method, path.text, request.options)
      : world.stranger({ method: declared.method as Method, path: path.text, ...request.options }))
    run.statuses[answer.status] = (run.statuses[answer.status] ?? 0) + 1
    if (answer.status < 300) run.accepted += 1
    const problems = problemsOf(declared, answer)
    if (answer.status < 300 && !isDeclared(operation, path.values, request.body))
      problems.push('accepted what its schema refuses')
    if (isBinary(declared.answer) && answer.status === 200 && answer.bytes.length === 0) problems.push('an empty file')
    for (const problem of problems)
      run.findings.push({ n, problem, request: requestLine(declared.method, path.text, request, answer) })
  }
  return run
}

type Values = { path: Record<string, unknown>; query: Record<string, unknown> }

function inventPath(
  operation: Operation,
  declaredPath: string,
  inventing: Inventing,
): { text: string; values: Values } {
  const values: Values = { path: {}, query: {} }
  for (const { name, in: where, required, schema } of operation.parameters)
    if (where === 'path' || (where === 'query' && (required || inventing.chance.happens(0.25))))
      values[where][name] = inventValue(schema, name, inventing)
  // With nothing in the place of an id it would be the address of another call.
  const text = declaredPath.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(asText(values.path[name]) || ' '),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values.query))
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, asText(one))
  return { text: query.size > 0 ? `${text}?${query.toString()}` : text, values }
}

const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 3_000)

async function inventRequest(
  operation: Operation,
  inventing: Inventing,
): Promise<{ options: RequestOptions; body: unknown }> {
  const content = Object.entries(operation.requestBody?.content ?? {})[0]
  const headers = inventing.chance.happens(0.2)
    ? {
        'idempotency-key': inventing.chance.pick([
          'a',
          'b',
          'ũ'
            .repeat(3)
            .normalize('NFD')
            .replace(/[^a-z]/g, ''),
          'k'.repeat(300),
        ]),
      }
    : {}
  if (!content)
    return { options: { headers, ...(inventing.chance.happens(0.2) ? { body: { odd: true } } : {}) }, body: undefined }
  const [type, { schema }] = content
  if (type === 'multipart/form-data') {
    const file = inventFile(inventing, () => farmersCsv(2))
    return { options: await withFile(file.name, file.bytes, {}, { headers }), body: undefined }
  }
  const body = inventValue(schema, '', inventing, 0.06)
  return { options: { headers, body }, body: body ?? null }
}

/** Whether a request keeps to its schema, with numbers written as texts. */
function isDeclared(operation: Operation, values: Values, body: unknown): boolean {
  for (const { name, in: where, required, schema } of operation.parameters) {
    if (where === 'header') continue
    const value = values[where][name]
    // An empty value in an address, like a list of none, says nothing.
    const text = asText(Array.isArray(value) && value.length < 2 ? value[0] : value)
    if (where === 'query' && text === '' && !required) continue
    if (!lenient.validate({ type: 'object', properties: { it: schema } }, { it: text })) return false
  }
  const schema = operation.requestBody?.content['application/json']?.schema as Schema | undefined
  return !schema || strict.validate(schema, body) || lenient.validate(schema, structuredClone(body))
}

const requestLine = (method: string, path: string, { body }: { body: unknown }, answer: HttpAnswer): string =>
  `${method} ${path.slice(0, 400)} ${JSON.stringify(body)?.slice(0, 800) ?? ''} -> ${answer.status} ${answer.bytes.toString().slice(0, 300)}`
