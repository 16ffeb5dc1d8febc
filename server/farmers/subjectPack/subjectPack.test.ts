import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEvent } from '#contract/house/audit.ts'
import { cherryDeliveryFlow } from '#contract/deliveries/cherryDeliveries.ts'
import { createdFarmerFlow } from '#contract/farmers/createdFarmers.ts'
import { findingKinds } from '#contract/dataQuality/dataQuality.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { loanRequestFlow } from '#contract/loans/loanFlow.ts'
import { plotFlow } from '#contract/farmers/plots.ts'
import { updateRequestFlow } from '#contract/farmers/updateRequests.ts'
import { sendFarmers } from '#test/kit/farmerUploads.ts'
import { decideLoans, fillFund, makePayable, settle, waitingLoan } from '#test/kit/loans.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { readPack } from './subjectPackData.ts'
import { sectionIn } from './subjectPackPdf.ts'
import { leavePayments } from '#test/kit/memberPayments.ts'
import { decideDeductionFile, sendDeductions } from '#test/kit/deductionFiles.ts'
import { codeInWords, sayIn } from './subjectPackWords.ts'

type Pack = {
  made: { by: string; organisation: string }
  identity: Record<string, unknown>
  payment: Record<string, unknown>
  uploadedRow: Record<string, unknown> | null
} & Record<
  | 'accountLookUps'
  | 'requests'
  | 'plots'
  | 'seasons'
  | 'deliveries'
  | 'limits'
  | 'lenderLimits'
  | 'limitRows'
  | 'limitMovements'
  | 'loans'
  | 'payouts'
  | 'cherryPayments'
  | 'agreedAmounts'
  | 'paymentRetries'
  | 'loanMovements'
  | 'statements'
  | 'texts'
  | 'findings'
  | 'history',
  Record<string, unknown>[]
>

let world: World
let id: string
beforeAll(async () => {
  world = await makeWorld()
  const { wanjikuMaker, otienoChecker, mercyKpcuChecker } = world.people
  const upload = await sendFarmers(wanjikuMaker, 1, { firstName: 'Nyokabi', lastName: "Mũrang'a" }, 'nyokabi.csv')
  await otienoChecker.post(`/upload/cherry/approve_farmer/${world.organisationId('CF4100')}`, {
    id: upload.id,
    version: upload.version,
  })
  const found = await world.owner.query<{ id: string }>('select id from farmers where upload_id = $1', [upload.id])
  id = found.rows[0]?.id ?? ''
  await fillFund(world, 'KPCU', 100_000)
  await makePayable(world, [id])
  const loan = await waitingLoan(world, id, 1500)
  await decideLoans(otienoChecker, 'approve', [loan])
  const lent = await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])
  expect(lent.body.data).toMatchObject({ done: 1 })
  await settle(world, loan.id, 'PAID')
  await world.owner.query(
    `insert into quality_findings (organisation_id, kind, farmer_id) select organisation_id, 'kra_missing', id from farmers where id = $1 on conflict do nothing`,
    [id],
  )
  await leavePayments(world, id)
  const member = await world.owner.query<{ memberNumber: string }>(
    'select member_number as "memberNumber" from farmers where id = $1',
    [id],
  )
  const agreed = await sendDeductions(world, wanjikuMaker, [{ ...member.rows[0], amount: '250.25' }])
  const { status } = await decideDeductionFile(world, world.people.margaretManager, 'approve', agreed)
  expect(status).toBe(200)
  await world.owner.query(
    `insert into member_statements (id, kind, organisation_id, farmer_id, code_hash, initials, from_day, to_day, closing_cents, fingerprint, issued_by, issued_at)
     select gen_random_uuid(), 'loan_statement', f.organisation_id, f.id, sha256('code'), 'N. M.', current_date, current_date, 150000, repeat('A', 16), u.id, now()
     from farmers f join users u on u.username = 'fcs.maker' where f.id = $1`,
    [id],
  )
  await world.owner.query(
    `insert into farmer_texts (id, organisation_id, farmer_id, mobile_number, occasion, record_id, language, told, text, next_at, created_at, expires_at)
     select gen_random_uuid(), organisation_id, id, mobile_number, 'loan_paid', gen_random_uuid(), 'sw', '{}', 'Deni: KES 1,500.', now(), now(), now() from farmers where id = $1`,
    [id],
  )
  const opened = await wanjikuMaker.post<{ data: { id: string } }>(`/farmer/edit`, {
    id,
    mobileNumber: '0733445566',
    reason: 'Lost her phone',
  })
  expect(opened.status).toBe(200)
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

test('the pack holds everything: who she is, how she came, where she is paid, what was requested, her land, cherry and trail', async () => {
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
  const labels = [...Object.keys(body.identity), ...Object.keys(body.payment)].map((key) => key.toLowerCase())
  const otherwise: Record<string, string> = {
    type: 'farmertype',
    organisation_id: 'society',
    makers: 'enteredby',
    made_by: 'enteredby',
    created_at: 'registeredat',
    acreage: 'acreageacres',
    erased_number: 'fullname',
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
    .filter((column) => !machine.includes(column) && !labels.includes(otherwise[column] ?? column.replaceAll('_', '')))
  expect(missing).toEqual([])
})

// Columns that hold the id of a farmer, each with the part of the pack that says what stands in its rows.
const heldIn: Record<string, keyof Pack> = {
  'audit_events.record_id': 'history',
  'change_requests.target_id': 'requests',
  'cherry_deliveries.farmer_id': 'deliveries',
  'deduction_amounts.farmer_id': 'agreedAmounts',
  'farm_plots.farmer_id': 'plots',
  'farmer_texts.farmer_id': 'texts',
  'farmers.id': 'identity',
  'ledger_accounts.subject_id': 'limitMovements',
  'limit_rows.farmer_id': 'limitRows',
  'loan_requests.farmer_id': 'loans',
  'member_statements.farmer_id': 'statements',
  'payment_retries.farmer_id': 'paymentRetries',
  'quality_findings.farmer_id': 'findings',
  'schedule_lines.farmer_id': 'cherryPayments',
  'season_weights.farmer_id': 'seasons',
  'upload_row_checks.row_id': 'accountLookUps',
  'upload_rows.id': 'uploadedRow',
}

test('every column of every table that holds the id of the farmer is in the pack, and so is every row', async () => {
  const { rows: columns } = await world.owner.query<{ table: string; column: string }>(
    `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
       join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
     where c.table_schema = 'public' and c.data_type in ('uuid', 'text', 'ARRAY', 'jsonb') and c.udt_name in ('uuid', '_uuid', 'text', 'jsonb') order by 1, 2`,
  )
  const held: string[] = []
  const counts: Record<string, number> = {}
  for (const { table, column } of columns) {
    const { rows } = await world.owner.query<{ n: number }>(
      `select count(*)::int as n from ${table} where ${column}::text like '%' || $1 || '%'`,
      [id],
    )
    const n = rows[0]?.n ?? 0
    if (n > 0) held.push(`${table}.${column}`)
    counts[`${table}.${column}`] = n
  }
  const named = columns.filter(({ column }) => column.endsWith('farmer_id'))
  expect(named.length).toBeGreaterThan(6)
  expect(named.map(({ table, column }) => `${table}.${column}`).filter((one) => !held.includes(one))).toEqual([])
  expect(held.filter((one) => !(one in heldIn) && !onItsWay.includes(one))).toEqual([])
  const { body } = await world.people.wanjikuMaker.get<Pack>(path())
  for (const [column, key] of Object.entries(heldIn)) {
    const part = body[key]
    expect([column, Array.isArray(part) ? part.length > 0 : part !== null]).toEqual([column, true])
    if (column.endsWith('.farmer_id') && Array.isArray(part))
      expect([column, part.length]).toEqual([column, counts[column]])
  }
})
// What names a record while something is done with it, and is gone or said again elsewhere.
const onItsWay: readonly string[] = []

test('every entry of the ledger on her accounts is in the pack, and the payout with them', async () => {
  const { rows } = await world.owner.query<{ book: string; n: number; cents: number }>(
    `select a.book, count(*)::int as n, sum(e.posted_cents)::int as cents from ledger_accounts a join ledger_entries e on e.account_id = a.id where a.subject_id = $1 group by 1 order by 1`,
    [id],
  )
  const { body } = await world.people.wanjikuMaker.get<Pack>(path())
  const figuresOf = (moved: Record<string, unknown>[]) => ({
    n: moved.length,
    cents: moved.reduce((sum, { changeKes }) => sum + Math.abs(Number(changeKes)) * 100, 0),
  })
  expect(rows).toEqual([
    { book: 'LIMIT', ...figuresOf(body.limitMovements) },
    { book: 'MONEY', ...figuresOf(body.loanMovements) },
  ])
  expect(body.loanMovements.at(-1)).toMatchObject({ accountType: 'loan', balanceKes: 1500 })
  expect(body.loans).toMatchObject([{ amountKes: 1500, status: 'SUCCESS' }])
  expect(body.payouts).toMatchObject([{ amountKes: 1455, accountNumber: body.payment['accountNumber'] }])
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
  const swahili = await world.people.wanjikuMaker.get(path(), { format: 'pdf', language: 'sw' })
  expect(swahili.bytes.toString('latin1')).toContain('/Lang (sw)')
  expect(bytes.toString('latin1')).toContain('/Lang (en)')
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

test('the print is in the language of its reader: every title, label and code of a full pack has Swahili words', async () => {
  const parts = await world.house.db.transaction('system', (tx) => readPack(tx, id))
  // A column without a value is left out: here each has one.
  const full = parts.map((part) => ({
    ...part,
    rows: part.rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value ?? '…']))),
  }))
  const said = (language: 'en' | 'sw') =>
    full.flatMap((part) => {
      const section = sectionIn(language, part)
      return [
        section.title,
        section.none,
        ...('facts' in section ? section.facts.map(([label]) => label) : section.columns),
      ]
    })
  const [english, swahili] = [said('en'), said('sw')]
  expect(english.length).toBeGreaterThan(150)
  expect(english.filter((text, at) => text !== '' && text === swahili[at])).toEqual([])
  const history = sectionIn(
    'sw',
    parts.find(({ key }) => key === 'history')!,
  )
  expect('rows' in history && history.rows.flat()).toEqual(
    expect.arrayContaining(['Ombi la mkopo', 'Kuidhinisha malipo']),
  )
})

test('every code that a table may hold of a farmer has Swahili words', async () => {
  const { rows } = await world.owner.query<{ rule: string }>(
    `select pg_get_constraintdef(oid) as rule from pg_constraint where contype = 'c' and conrelid = any (
       '{farmers,institutions,change_requests,account_look_ups,upload_row_checks,farm_plots,cherry_deliveries,limit_rows,loan_requests,payouts,payment_retries,ledger_movements,farmer_texts}'::regclass[])
     and pg_get_constraintdef(oid) ~ '\\m(status|type|payment_type|gender|life_state|account_state|screening|outcome|channel|kind|occasion|state|problem)\\M = ANY'`,
  )
  const flows = [createdFarmerFlow, updateRequestFlow, plotFlow, cherryDeliveryFlow, loanRequestFlow]
  const codes = new Set([
    ...rows.flatMap(({ rule }) => [...rule.matchAll(/'([A-Za-z_-]+)'::text/g)].map(([, code = '']) => code)),
    ...flows.flatMap((flow: Workflow) => [flow.kind, ...Object.keys(flow.states), ...Object.keys(flow.steps)]),
    'limit',
    'limit_used',
    'loan',
    'farmer',
    'create',
    'propose',
    'edit',
    'system',
    'pack',
    'loan_statement',
    'payment_statement',
    ...findingKinds,
  ])
  expect(codes.size).toBeGreaterThan(60)
  const names = ['SACCO', 'M-PESA', 'PesaLink', 'RTGS', 'USSD', 'Parchment']
  const words = [...codes].map(codeInWords).filter((word) => !names.includes(word))
  expect(words.filter((word) => sayIn('sw')(word) === word)).toEqual([])
})

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
