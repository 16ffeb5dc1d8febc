import { roles, type RoleName } from '#contract/house/permissions.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { organisationParams } from '#contract/kit/endpoint.ts'
import { cherryDeliveriesFile } from '#contract/deliveries/cherryDeliveryFile.ts'
import { cherryLimitsFile } from '#contract/limits/limitFile.ts'
import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import { farmerCompaniesFile } from '#contract/farmers/farmerFiles.ts'
import type { Schema } from '#contract/kit/schemas.ts'
import { schemaOf } from '#server/kit/web/openApi.ts'
import { dispatchSheet } from '#contract/dispatch/dispatchSheet.ts'
import { dispatchCsv, newDispatch } from './dispatchFiles.ts'
import { estateCuredFile } from '#contract/estateCured/estateCuredFile.ts'
import { deductionsFile } from '#contract/schedules/deductionFile.ts'
import { resultFile } from '#contract/results/resultFile.ts'
import { newResults, resultsCsv } from './auctionResults.ts'
import { deductionsCsv, newAmounts, premiumTerms } from './deductionFiles.ts'
import { deliveriesCsv } from './deliveryFiles.ts'
import { limitsCsv, newLimits } from './limitFiles.ts'
import { parchmentCsv } from './parchmentFiles.ts'
import { estateCuredCsv } from './estateCured.ts'
import { companiesCsv, farmersCsv } from './farmerFiles.ts'
import { withFile, type RequestOptions, type Method } from './people.ts'

/** What the names in paths and bodies stand for; whatever is not named here gets a value of its declared shape. */
export type Facts = { organisationId: string; organisationCode: string; id: string; values?: Record<string, unknown> }
type Sample = RequestOptions & { method: Method; path: string }

export const unknownId = '01900000-0000-7000-8000-000000000000'
const known: Record<string, unknown> = {
  kind: 'farmer_upload',
  row: 2,
  finding: 'kra_missing',
  countyId: 19,
  subCountyId: 97,
  filename: 'farmer',
  list: 'farmers',
  version: 1,
  accountNumber: '02000000000001',
  provider: 'coop',
  channel: 'internal',
}

const schemas = new WeakMap<object, Schema>()
/** The schema of what comes in, written once for each declaration: thousands of requests are made of a few hundred. */
function inputOf(part: Parameters<typeof schemaOf>[0]): Schema {
  const schema = schemas.get(part) ?? schemaOf(part, 'input')
  schemas.set(part, schema)
  return schema
}

/** Whether a call is answered as a file too. */
export const isExported = ({ query }: Endpoint): boolean =>
  query !== undefined && 'export' in (inputOf(query).properties ?? {})

/** Whether the guard lets a role make a call. */
export function mayCall({ allow }: Endpoint, role: RoleName): boolean {
  const held: readonly string[] = roles[role].permissions
  return allow === 'anyone' || allow === 'signed-in' || [allow].flat().some((one) => held.includes(one))
}

/** A request that keeps to the declaration of a call. */
export async function sampleRequest(declared: Endpoint, facts: Facts): Promise<Sample> {
  const named: Record<string, unknown> = { ...known, id: facts.id, ...facts.values }
  const path = declared.path.replace(/:(\w+)/g, (_, name: string) => {
    const organisation = organisationParams[name]
    const value = organisation === 'id' ? facts.organisationId : organisation ? facts.organisationCode : named[name]
    return encodeURIComponent(String(value))
  })
  const query = declared.query ? requiredOf(inputOf(declared.query), named) : undefined
  const options: RequestOptions = declared.upload
    ? await withFile('members.csv', declared.path.endsWith('/document') ? '%PDF-1.7\n%%EOF' : csvFor(declared.upload), {
        millerCode: 'ML2001',
        shareData: 'true',
        currency: 'KES',
        ...premiumTerms(),
      })
    : declared.method === 'GET'
      ? {}
      : { body: declared.body ? sampleOf(inputOf(declared.body), named) : {} }
  return {
    ...options,
    method: declared.method,
    path,
    ...(query && Object.keys(query).length > 0 ? { query: query as Record<string, string> } : {}), // required query values are texts
  }
}

function csvFor(kind: Endpoint['upload']): string {
  if (kind === farmerCompaniesFile) return companiesCsv(1)
  if (kind === cherryDeliveriesFile) return deliveriesCsv(1)
  if (kind === dispatchSheet) return dispatchCsv(newDispatch(1))
  if (kind === parchmentFile) return parchmentCsv(1)
  if (kind === estateCuredFile) return estateCuredCsv(1)
  if (kind === resultFile) return resultsCsv(newResults(1))
  if (kind === deductionsFile) return deductionsCsv(newAmounts(1))
  return kind === cherryLimitsFile ? limitsCsv(newLimits(1)) : farmersCsv(1)
}

/** The smallest value of a schema; named properties take the named values. */
export function sampleOf(schema: Schema, named: Record<string, unknown> = {}): unknown {
  const first = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (first) return sampleOf(first as Schema, named)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object') return requiredOf(schema, named)
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf((schema.items ?? {}) as Schema, named))
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, Number(schema.minimum ?? 1))
  if (schema.type === 'boolean') return false
  if (schema.format === 'date') return '2026-10-02'
  if (schema.format === 'uuid') return named['id'] ?? unknownId
  return 'sample'.padEnd(Number(schema.minLength ?? 0), 'x')
}

/** A name stands for one thing in most calls; where a call has a list of its own, the first of that. */
const valueOf = (schema: Schema, key: string, named: Record<string, unknown>): unknown =>
  schema.enum && !schema.enum.includes(named[key] as never) ? schema.enum[0] : (named[key] ?? sampleOf(schema, named))

function requiredOf(schema: Schema, named: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    (schema.required ?? []).map((key) => [key, valueOf((schema.properties?.[key] ?? {}) as Schema, key, named)]),
  )
}
