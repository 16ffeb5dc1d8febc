import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEvent } from '#contract/audit.ts'
import { sendFarmers } from '#test/kit/farmerUploads.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Pack = {
  made: { by: string; organisation: string }
  identity: Record<string, unknown>
  payment: Record<string, unknown>
  uploadedRow: Record<string, unknown> | null
} & Record<
  'accountLookUps' | 'requests' | 'plots' | 'seasons' | 'deliveries' | 'limits' | 'findings' | 'history',
  Record<string, unknown>[]
>

let world: World
let id: string
beforeAll(async () => {
  world = await makeWorld()
  const { wanjikuMaker, otienoChecker } = world.people
  const upload = await sendFarmers(wanjikuMaker, 1, { firstName: 'Nyokabi', lastName: "Mũrang'a" }, 'nyokabi.csv')
  await otienoChecker.post(`/upload/cherry/approve_farmer/${world.organisationId('CF4100')}`, {
    id: upload.id,
    version: upload.version,
  })
  const found = await world.owner.query<{ id: string }>('select id from farmers where upload_id = $1', [upload.id])
  id = found.rows[0]?.id ?? ''
  const asked = await wanjikuMaker.post<{ data: { id: string } }>(`/farmer/edit`, {
    id,
    mobileNumber: '0733445566',
    reason: 'Lost her phone',
  })
  expect(asked.status).toBe(200)
  await world.owner.query(
    `insert into farm_plots (id, organisation_id, farmer_id, name, geometry, area_ha, west, east, south, north, status, makers, made_by)
     select gen_random_uuid(), f.organisation_id, f.id, 'By the river', '{"type": "Point", "coordinates": [36.95, -0.42]}', 1, 36.95, 36.95, -0.42, -0.42, 'DRAFT', array[u.id], u.id
     from farmers f join users u on u.username = 'fcs.maker' where f.id = $1`,
    [id],
  )
  await world.owner.query(
    `insert into cherry_deliveries (id, organisation_id, farmer_id, season, delivered_on, kilograms, type, status, makers, made_by)
     select gen_random_uuid(), f.organisation_id, f.id, s.name, current_date, 10 + n, 'DELIVERY', 'PENDING_APPROVAL', array[u.id], u.id
     from generate_series(1, 60) n cross join farmers f join users u on u.username = 'fcs.maker'
       cross join (select name from seasons where current_date between starts_on and ends_on limit 1) s where f.id = $1`,
    [id],
  )
})
afterAll(() => world?.close())

const path = (farmer = id) => `/farmer/${farmer}/pack`

test('the pack holds everything: who she is, how she came, where she is paid, what was asked, her land, cherry and trail', async () => {
  const { status, body, headers } = await world.people.wanjikuMaker.get<Pack>(path())
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/^attachment; .*subject_pack_/)
  const { rows } = await world.owner.query<Record<string, string>>('select * from farmers where id = $1', [id])
  const farmer = rows[0] ?? {}
  expect(body.made).toMatchObject({ by: 'Wanjiku Kamau', organisation: 'Othameru Farmers Co-operative Society' })
  expect(body.identity).toMatchObject({
    fullName: farmer['full_name'],
    idNumber: farmer['id_number'],
    mobileNumber: farmer['mobile_number'],
    memberNumber: farmer['member_number'],
  })
  expect(body.payment).toMatchObject({ accountNumber: farmer['account_number'], accountName: farmer['account_name'] })
  expect(body.uploadedRow).toMatchObject({ file: 'nyokabi.csv', uploadedBy: 'Wanjiku Kamau' })
  expect(Object.values(body.uploadedRow ?? {}).join(' ')).toContain("Mũrang'a")
  expect(body.accountLookUps.length).toBeGreaterThan(0)
  expect(body.requests).toMatchObject([
    { reason: 'Lost her phone', status: 'PENDING_APPROVAL', after: { mobileNumber: '254733445566' } },
  ])
  expect(body.plots).toMatchObject([{ name: 'By the river', geometry: { type: 'Point' } }])
  expect(body.deliveries).toHaveLength(60)
  expect(body.seasons).toMatchObject([{ approvedKg: 0, pendingKg: 60 * 10 + (60 * 61) / 2 }])
  expect(body.history.map(({ action }) => action)).toContain('propose')
})

test('no column of the farmer is kept back but those that only the machine needs', async () => {
  const { rows } = await world.owner.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = 'farmers' and table_schema = 'public'`,
  )
  const { body } = await world.people.wanjikuMaker.get<Pack>(path())
  const told = [...Object.keys(body.identity), ...Object.keys(body.payment)].map((key) => key.toLowerCase())
  const otherwise: Record<string, string> = {
    type: 'farmertype',
    organisation_id: 'society',
    makers: 'enteredby',
    made_by: 'enteredby',
    created_at: 'registeredat',
    acreage: 'acreageacres',
    institution_code: 'institution',
    year_one_price_cents: 'yearonepricekes',
    year_two_price_cents: 'yeartwopricekes',
    year_three_price_cents: 'yearthreepricekes',
    variety_id: 'variety',
    county_id: 'county',
    sub_county_id: 'subcounty',
    ward_id: 'ward',
    decided_by: 'decidedby',
  }
  const machine = ['id', 'upload_id', 'search_text', 'created_singly']
  const missing = rows
    .map(({ column_name: column }) => column)
    .filter((column) => !machine.includes(column) && !told.includes(otherwise[column] ?? column.replaceAll('_', '')))
  expect(missing).toEqual([])
})

test('every table that names a farmer is in the pack', async () => {
  const { rows } = await world.owner.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns where table_schema = 'public' and column_name like '%farmer_id' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'cherry_deliveries',
    'farm_plots',
    'farmer_limits',
    'farmer_texts',
    'limit_rows',
    'loan_requests',
    'loan_statements',
    'quality_findings',
    'season_weights',
  ])
})

test('printed it is a document with the same facts, in letters of every language of Kenya', async () => {
  const { status, bytes, headers } = await world.people.wanjikuMaker.get(path(), { format: 'pdf' })
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true)
  const pages = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  expect(pages).toBeGreaterThan(2)
  // The font's own table of letters, as readers and screen readers use it, knows ũ.
  expect(streamsOf(bytes).some((text) => /beginbfrange|beginbfchar/.test(text) && /0169/i.test(text))).toBe(true)
})

/** The inflated streams of a PDF. */
function streamsOf(bytes: Buffer): string[] {
  const found: string[] = []
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7)) {
    const end = bytes.indexOf('endstream', at)
    try {
      found.push(inflateSync(bytes.subarray(at + 7, end)).toString('latin1'))
    } catch {
      found.push(bytes.subarray(at + 7, end).toString('latin1'))
    }
  }
  return found
}

test('each pack leaves a line in the trail of the farmer, where the society reads it', async () => {
  const { peterBankChecker, wanjikuMaker } = world.people
  const before = await linesOf()
  await peterBankChecker.get(path(), { format: 'pdf' })
  expect((await linesOf()).slice(before.length)).toMatchObject([{ by: 'Peter Kinyua Wachira', comment: 'PDF' }])
  const { body } = await wanjikuMaker.get<AuditEvent[]>(`/farmer/${id}/history`)
  expect(body.filter(({ action }) => action === 'pack').map(({ by }) => by)).toContain('Peter Kinyua Wachira')
})
const linesOf = async () =>
  (
    await world.owner.query<{ by: string; comment: string }>(
      `select actor_name as by, comment from audit_events where kind = 'farmer' and action = 'pack' and record_id = $1 order by id`,
      [id],
    )
  ).rows

test('a stranger finds no farmer, who reads masked gets no pack, and neither leaves a line', async () => {
  const { danielMaker, aminaViewer, samuelAdministrator, wanjikuMaker } = world.people
  const before = await linesOf()
  expect((await danielMaker.get(path())).status).toBe(404)
  expect((await aminaViewer.get(path())).status).toBe(403)
  expect((await samuelAdministrator.get(path())).status).toBeGreaterThanOrEqual(403)
  expect((await wanjikuMaker.get(path('01900000-0000-7000-8000-000000000000'))).status).toBe(404)
  expect((await wanjikuMaker.get(path(), { format: 'docx' })).status).toBe(422)
  expect(await linesOf()).toEqual(before)
})
