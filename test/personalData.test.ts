import { afterAll, beforeAll, expect, test } from 'vitest'
import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import { lists } from '#contract/index.ts'
import { isBinary } from '#contract/kit/endpoint.ts'
import type { Schema } from '#contract/kit/schemas.ts'
import { declaredCalls, schemaOf } from '#server/kit/web/openApi.ts'
import { csvOf, newFarmers } from './kit/farmerFiles.ts'
import { sendFarmers } from './kit/farmerUploads.ts'
import { sampleRequest } from './kit/sampleRequests.ts'
import { makeWorld, type World } from './kit/world.ts'
import { limitRow, membersWithCherry, sendLimits } from './kit/limitFiles.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'

// National ID, mobile and account numbers show to nobody without CAN_VIEW_PERSONAL_DATA, by whatever call.
const farmers = newFarmers(4)
const secretsOfFile = farmers.flatMap(({ farmerId, mobileNumber, accountNumber }) => [
  farmerId,
  mobileNumber.slice(1),
  accountNumber,
])
let world: World
let ids: string[]
// With those of the members of a limit file.
let secrets: string[]
let memberId: string
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  const { wanjikuMaker, otienoChecker } = world.people
  const society = world.organisationId('CF4100')
  const send = async (rows: typeof farmers, name: string) => {
    const { body } = await wanjikuMaker.upload<{ data: { id: string; version: number } }>(
      `/upload/cherry/farmer/${society}`,
      name,
      csvOf(farmersFile, rows),
    )
    return body.data
  }
  const approved = await send(farmers.slice(0, 2), 'approved.csv')
  await otienoChecker.post(`/upload/cherry/approve_farmer/${society}`, { id: approved.id, version: approved.version })
  const waiting = await send(farmers.slice(2), 'waiting.csv')
  await sendFarmers(wanjikuMaker, 1)
  const limited = (await membersWithCherry(world)).slice(0, 2)
  const limits = await sendLimits(
    wanjikuMaker,
    limited.map((member) => limitRow(member)),
  )
  ids = [approved.id, waiting.id, limits.id]
  secrets = [...secretsOfFile, ...limited.map(({ idNumber }) => idNumber)]
  const { rows } = await world.owner.query<{ id: string }>('select id from farmers where upload_id = $1 limit 1', [
    approved.id,
  ])
  memberId = rows[0]?.id ?? ''
})
afterAll(() => world?.close())

const reads = declaredCalls
  .filter(({ declared }) => declared.method === 'GET')
  .map((call) => ({ ...call, title: `GET ${call.declared.path}` }))
const textOf = async (bytes: Buffer): Promise<string> => {
  if (bytes.subarray(0, 2).toString() !== 'PK') return bytes.toString()
  const table = await readTable({ bytes, fileName: 'answer.xlsx', caps: {} }).catch(() => null)
  const cells: string[] = []
  if (table) for await (const batch of table.batches) cells.push(...batch.flatMap((row) => row.cells))
  return cells.join('\n')
}
const organisation = (code: string) => ({ organisationId: world.organisationId(code), organisationCode: code })

// Whoever decides at KPCU or the bank may hold the role without the permission to see personal values.
beforeAll(() =>
  world.owner.query(
    `update roles set permissions = array_remove(permissions, 'CAN_VIEW_PERSONAL_DATA') where name = 'KPCU_CHECKER'`,
  ),
)

test('who may see them does', async () => {
  const visibleAt = async (path: string) => {
    const { bytes } = await world.people.peterBankChecker.get(path)
    return secrets.filter((secret) => bytes.toString().includes(secret))
  }
  expect(await visibleAt(`/upload/cherry/farmer/${ids[1]}`)).toHaveLength(6)
  expect(await visibleAt(`/upload/cherry/limit/${ids[2]}`)).toHaveLength(2)
})

test.each(reads)('$title shows none to who may not see them', async ({ declared }) => {
  const { aminaViewer, mercyKpcuChecker } = world.people
  const names = declared.query ? (schemaOf(declared.query, 'input').properties ?? {}) : {}
  const queries = [{ show: 'all' }, { export: 'csv' }, { export: 'xlsx' }, { search: 'T' }]
  const read = queries.filter((query) => Object.keys(query).some((name) => name in names))
  for (const reader of [aminaViewer, mercyKpcuChecker])
    for (const id of declared.path.includes(':id') ? ids : ids.slice(0, 1))
      for (const query of [{}, ...read]) {
        const sample = await sampleRequest(declared, {
          ...organisation(reader.organisationCode),
          id,
          values: { farmerId: memberId },
        })
        const { bytes } = await reader.get(sample.path, { ...sample.query, ...query })
        const text = await textOf(bytes)
        expect([reader.username, query, secrets.filter((secret) => text.includes(secret))]).toEqual([
          reader.username,
          query,
          [],
        ])
      }
})

/** Where a schema has lists whose rows carry one of the keys. */
function listsWith(keys: ReadonlySet<string>, schema: Schema, path = ''): string[] {
  const shapes = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as Schema[]
  const items = schema.type === 'array' ? ((schema.items ?? {}) as Schema) : null
  return [
    ...shapes.flatMap((shape) => listsWith(keys, shape, path)),
    ...(items && Object.keys(items.properties ?? {}).some((key) => keys.has(key)) ? [path] : []),
    ...(items ? listsWith(keys, items, path) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, one]) =>
      listsWith(keys, one as Schema, `${path}.${key}`),
    ),
  ]
}

test('personal data of many people leaves only by lists that are audited when they are taken whole', () => {
  const keys = new Set<string>(
    lists.flatMap(({ columns }) => columns.flatMap(({ key, personal }) => (personal ? [key] : []))),
  )
  keys.delete('value') // of a work list; other calls call anything so
  const others = reads.flatMap(({ declared, title }) => {
    const isPaged = declared.query && 'paginate' in (schemaOf(declared.query, 'input').properties ?? {})
    const isOfOne = /:(?:id|farmerId)\b/.test(declared.path)
    if (isPaged || isOfOne || isBinary(declared.answer)) return []
    return listsWith(keys, schemaOf(declared.answer, 'output')).map((path) => title + path)
  })
  // Accounts of funds, societies and trade, which are no person's.
  const ofFunds = ['accounts', 'pulls', 'statements'].map((part) => `GET /reconciliation.${part}`)
  // Lists of the specification without pages: whoever takes one leaves a line in the trail.
  const ofSchedules = [
    'GET /payment/fetchUnapprovedPaymentRetries.data.data',
    'GET /payment/generateFarmerPaymentSchedule/:commId.data',
    'GET /payment/getPendingPaymentSchedule/:organisationId/:commId.data.data',
    'GET /payment/getScheduleByCommId/:organisationId/:commId.data.data',
    'GET /payment/rtgsFiles/:organisationId/waiting.data',
  ]
  expect(others.toSorted()).toEqual([
    ...ofSchedules,
    ...ofFunds,
    'GET /settlement/accounts',
    'GET /society-accounts/:organisationId',
  ])
})
