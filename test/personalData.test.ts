import { afterAll, beforeAll, expect, test } from 'vitest'
import { farmersFile } from '#contract/farmerFiles.ts'
import { declaredCalls } from '#server/kit/openApi.ts'
import { csvOf, newFarmers } from './kit/farmerFiles.ts'
import { sendFarmers } from './kit/farmerUploads.ts'
import { sampleRequest } from './kit/sampleRequests.ts'
import { makeWorld, type World } from './kit/world.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'

// National ID, mobile and account numbers show to nobody without CAN_VIEW_PERSONAL_DATA, by whatever call.
const farmers = newFarmers(4)
const secrets = farmers.flatMap(({ farmerId, mobileNumber, accountNumber }) => [
  farmerId,
  mobileNumber.slice(1),
  accountNumber,
])
let world: World
let ids: string[]
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
  ids = [approved.id, waiting.id]
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

test('who may see them does', async () => {
  const found = await world.people.peterBankChecker.get(`/upload/cherry/farmer/${ids[1]}`)
  expect(secrets.filter((secret) => found.bytes.toString().includes(secret))).toHaveLength(6)
})

test.each(reads)('$title shows none to who may not see them', async ({ declared }) => {
  const { aminaViewer } = world.people
  for (const id of ids)
    for (const query of [{}, { show: 'all' }, { export: 'csv' }, { export: 'xlsx' }, { search: 'T' }]) {
      const sample = await sampleRequest(declared, { ...organisation('GOVT'), id, values: { farmerId: memberId } })
      const { bytes } = await aminaViewer.get(sample.path, { ...sample.query, ...query })
      const said = await textOf(bytes)
      expect([query, secrets.filter((secret) => said.includes(secret))]).toEqual([query, []])
    }
})
