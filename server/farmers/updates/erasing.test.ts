import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableClasses } from '#contract/keeping/dataClasses.ts'
import { erasureLeftovers, erasureRules } from '#contract/keeping/erasure.ts'
import { enterFarmer } from '#test/kit/createdFarmers.ts'
import {
  addEarlierDebt,
  borrower,
  decideLoans,
  fillFund,
  grantLimit,
  ledgerFindings,
  refuseLoan,
  requestLoan,
  settle,
} from '#test/kit/loans.ts'
import {
  askedErasure,
  askErasure,
  canaryMember,
  columnsHolding,
  payCherry,
  repayAll,
  saidIn,
} from '#test/kit/erasures.ts'
import { deliveryForm } from '#test/kit/deliveryFiles.ts'
import type { Person } from '#test/kit/people.ts'
import {
  approve,
  edit,
  freshMember,
  openRequest,
  pageOf,
  rowOf,
  withdraw,
  type UpdateAnswer,
} from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world?.close())

const society = () => world.organisationId('CF4100')
const ask = (person: Person, member: { id: string }, more: object = {}) => askErasure(person, member, more)
const asked = (member: { id: string }) => askedErasure(world, member)
const erase = async (member: { id: string }) => approve(world.people.otienoChecker, await asked(member), 'Letter seen')
const columnsWith = (words: readonly string[], tables?: readonly string[]) => columnsHolding(world, words, tables)
const repay = (farmerId: string) => repayAll(world, farmerId)
const leftovers = erasureLeftovers.flatMap(({ columns }) => columns)
/** What is left of these words where nothing may be. */
const leftOf = async (words: readonly string[]) =>
  (await columnsWith(words)).filter((name) => !leftovers.includes(name))
const exported = async (person: Person, format: 'csv' | 'xlsx'): Promise<string> => {
  const { bytes } = await person.get(`/upload/cherry/getFarmers/${society()}`, { export: format, show: 'all' })
  return saidIn(bytes)
}

const canary = (serial: string) => canaryMember(world, serial)

test('of a person who never traded nothing is left but a number and the trail', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const { member, secrets, accounts } = await canary('a')
  // Where the canary sings, so that its silence says something.
  const spoken = [
    'farmers.first_name',
    'upload_rows.cells',
    'change_requests.after',
    'farm_plots.name',
    'file_pieces.bytes',
  ]
  const tables = spoken.map((column) => column.split('.')[0] ?? '')
  expect(await columnsWith(secrets, tables)).toEqual(expect.arrayContaining(spoken))
  const request = await asked(member)
  expect(request).toMatchObject({ subject: 'erasure', concern: 'ERASURE' })
  expect(request.title).toContain(member.full_name)
  expect(request.notes.map(({ code }) => code)).toEqual(['erases'])
  const { status, body } = await approve(otienoChecker, request, 'Letter seen')
  expect([status, body.data?.status.statusName]).toEqual([200, 'APPROVED'])
  expect(body.data.title).toMatch(/^Erased member \d{5}, ERASED-\d{5}$/)
  expect(await leftOf([...secrets, ...accounts])).toEqual([])
  const row = await rowOf(world, member.id)
  expect(row).toMatchObject({
    life_state: 'ERASED',
    mobile_number: '',
    account_number: '',
    gender: '',
    year_of_birth: null,
  })
  const lists = await exported(otienoChecker, 'csv')
  expect(lists).toContain(String(row['full_name']))
  for (const text of [lists, await exported(otienoChecker, 'xlsx')])
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  // Neither the page, nor its history, nor the pack says who it was.
  for (const path of [`/farmer/${member.id}/page`, `/farmer/${member.id}/history`, `/farmer/${member.id}/pack`]) {
    const { status: answer, bytes } = await wanjikuMaker.get(
      path,
      path.endsWith('pack') ? { format: 'json', language: 'en' } : {},
    )
    const text = bytes.toString()
    expect([path, answer, [...secrets, ...accounts].filter((secret) => text.includes(secret))]).toEqual([path, 200, []])
  }
  const found = await otienoChecker.get<unknown[]>(`/upload/cherry/getFarmers/${society()}`, { search: 'ZORVAX' })
  expect(JSON.stringify(found.body)).not.toContain('ERASED')
})

test('a person who traded is masked: number, amounts and the account that was paid stay', async () => {
  const { wanjikuMaker, otienoChecker, mercyKpcuChecker } = world.people
  const { member, secrets, accounts } = await canary('b')
  await world.owner.query(`update farmers set account_changed_at = null, account_state = 'VERIFIED' where id = $1`, [
    member.id,
  ])
  await fillFund(world, 'KPCU', 100_000)
  await grantLimit(world, member.id, 20_000)
  const refused = await requestLoan(wanjikuMaker, member.id, 2_000)
  const waits = await ask(wanjikuMaker, member)
  expect([waits.status, waits.body.code]).toEqual([409, 'erasure.loans_asked'])
  await refuseLoan(otienoChecker, 'reject', refused)
  const loan = await requestLoan(wanjikuMaker, member.id, 3_000)
  await decideLoans(otienoChecker, 'approve', [loan])
  expect((await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])).status).toBe(200)
  const underWay = await ask(wanjikuMaker, member)
  expect(underWay.body.code).toBe('erasure.loans_asked')
  await settle(world, loan.id, 'PAID')
  const owed = await ask(wanjikuMaker, member)
  expect([owed.status, owed.body.code]).toEqual([409, 'erasure.loans_owed'])
  await repay(member.id)
  // The classes of data know every place where the person stands.
  const isPersonal = (column: string): boolean => tableClasses.personal.includes(column.split('.')[0] ?? '')
  const places = await columnsWith([...secrets, ...accounts])
  expect(places.length).toBeGreaterThan(10)
  expect(places.filter((column) => !isPersonal(column))).toEqual([])
  const request = await asked(member)
  expect(request.notes.map(({ code }) => code)).toEqual(['masks'])
  const { status, body } = await approve(otienoChecker, request, 'Letter seen')
  expect([status, body.code]).toEqual([200, undefined])
  expect(await leftOf([...secrets, ...accounts])).toEqual([])
  // The books stand as they were, under the number of the member.
  expect((await rowOf(world, member.id))['member_number']).toBe(member.member_number)
  const { rows } = await world.owner.query<{ account_name: string; account_number: string; status: string }>(
    'select account_name, account_number, status from loan_requests where farmer_id = $1 order by id',
    [member.id],
  )
  const shown = (await rowOf(world, member.id))['full_name']
  expect(rows).toEqual([
    { account_name: null, account_number: null, status: 'REJECTED' },
    { account_name: shown, account_number: accounts[1], status: 'SUCCESS' },
  ])
  expect(await ledgerFindings(world)).toEqual([])
})

test('nobody delivers, borrows, gets a limit or is changed under the name of who was erased', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const member = await borrower(world)
  await settleCherry(member.id)
  expect((await erase(member)).status).toBe(200)
  const { member_number: memberNumber } = await rowOf(world, member.id)
  const delivered = await deliver(String(memberNumber))
  expect([delivered.status, delivered.body.details]).toEqual([
    422,
    { fields: { memberNumber: 'No approved, active member has this number' } },
  ])
  const loan = await wanjikuMaker.post<{ code: string }>('/loan/request', { farmerId: member.id, amount: 1_000 })
  expect(loan.status).toBeGreaterThanOrEqual(400)
  const again = await ask(wanjikuMaker, member)
  expect([again.status, again.body.code]).toEqual([409, 'farmer.erased'])
  const changed = await edit(wanjikuMaker, member, { lastName: 'Back' })
  expect([changed.status, changed.body.code]).toEqual([409, 'farmer.erased'])
  for (const lifeState of ['ACTIVE', 'DECEASED'])
    expect(
      (await wanjikuMaker.post<UpdateAnswer>('/farmer/life-state', { id: member.id, lifeState, reason: 'Came back' }))
        .body.code,
    ).toBe('farmer.erased')
  // Whatever the program forgets, the tables refuse.
  await expect(grantLimit(world, member.id, 1_000)).rejects.toMatchObject({ code: '40001' })
  expect((await pageOf(otienoChecker, member.id)).warnings.map(({ code }) => code)).toEqual(['not_active'])
})

const settleCherry = (farmerId: string) => payCherry(world, farmerId)
const deliver = (memberNumber: string) =>
  world.people.wanjikuMaker.post<UpdateAnswer>('/farmercherry/', deliveryForm(memberNumber, 20))

test('deliveries and old debts stand in the way, and so does a company', async () => {
  const { wanjikuMaker } = world.people
  const member = await freshMember(world)
  await settleCherry(member.id)
  expect((await deliver(member.member_number)).status).toBe(200)
  expect((await ask(wanjikuMaker, member)).body.code).toBe('erasure.deliveries_open')
  await settleCherry(member.id)
  await addEarlierDebt(world, member.id, 500)
  expect((await ask(wanjikuMaker, member)).body.code).toBe('erasure.loans_owed')
  await repay(member.id)
  expect((await ask(wanjikuMaker, member)).status).toBe(200)
  const company = await freshMember(world, { type: 'FCS_FARMER_COMPANY' })
  expect((await ask(wanjikuMaker, company)).body.code).toBe('erasure.company')
})

test('two people of the society erase, with a day and a document; no stranger, and not its maker', async () => {
  const { wanjikuMaker, otienoChecker, danielMaker, purityChecker, margaretManager } = world.people
  const { id } = await enterFarmer(wanjikuMaker)
  expect((await ask(wanjikuMaker, { id })).body.code).toBe('farmer.not_approved')
  const member = await freshMember(world)
  await settleCherry(member.id)
  expect((await ask(otienoChecker, member)).status).toBe(403)
  expect((await ask(danielMaker, member)).status).toBe(404)
  for (const wrong of [{ requestedOn: '2999-01-01' }, { requestedOn: 'soon' }, { document: ' ' }, { reason: '' }])
    expect((await ask(wanjikuMaker, member, wrong)).status).toBe(422)
  expect((await ask(wanjikuMaker, member, { version: 99 })).body.code).toBe('record.changed')
  const request = await asked(member)
  expect((await ask(wanjikuMaker, member)).body.code).toBe('change.open')
  expect((await edit(wanjikuMaker, member, { lastName: 'Meanwhile' })).body.code).toBe('change.open')
  expect((await approve(wanjikuMaker, request)).status).toBe(403)
  expect((await approve(purityChecker, request)).status).toBe(404)
  // Many at once never erase: it cannot be undone.
  const crowd = await otienoChecker.post<{ code?: string }>('/farmer/updates/decide', {
    step: 'approve',
    records: [{ id: request.id, version: request.version }],
  })
  expect([crowd.status, crowd.body.code]).toEqual([409, 'change.has_warnings'])
  const answers = await Promise.all([otienoChecker, margaretManager].map((person) => approve(person, request, 'Seen')))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const { rows } = await world.owner.query<{ title: string }>(`select title from audit_events where record_id = $1`, [
    request.id,
  ])
  expect(new Set(rows.map(({ title }) => title))).toEqual(new Set([`Member ${member.member_number}`]))
})

test('after an edit the values of the edit are erased too, and a withdrawn request erases nothing', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const member = await freshMember(world)
  await settleCherry(member.id)
  const first = await asked(member)
  expect((await withdraw(wanjikuMaker, first)).status).toBe(200)
  expect((await rowOf(world, member.id))['full_name']).toBe(member.full_name)
  await approve(otienoChecker, await openRequest(wanjikuMaker, member, { lastName: 'Xylophant' }), 'Married')
  expect((await erase(member)).status).toBe(200)
  expect(await leftOf(['Xylophant'])).toEqual([])
})

test('a delivery or a loan at the same moment comes before it, or not at all', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  for (let round = 0; round < 6; round++) {
    const member = await borrower(world)
    await settleCherry(member.id)
    await grantLimit(world, member.id, 5_000)
    const request = await asked(member)
    const [erasure] = await Promise.all([
      approve(otienoChecker, request, 'Seen'),
      round % 2 === 0
        ? deliver(member.member_number)
        : wanjikuMaker.post('/loan/request', { farmerId: member.id, amount: 1_000 }),
    ])
    const { rows } = await world.owner.query<{ open: number }>(
      `select (select count(*) from cherry_deliveries where farmer_id = $1 and status = 'PENDING_APPROVAL')::int
         + (select count(*) from loan_requests where farmer_id = $1)::int as open`,
      [member.id],
    )
    const isErased = (await rowOf(world, member.id))['life_state'] === 'ERASED'
    expect([erasure.status, isErased]).toEqual(rows[0]?.open === 0 ? [200, true] : [409, false])
  }
})

test('a server that dies half-way leaves everything as it was, and the next approval erases', async () => {
  const { otienoChecker } = world.people
  const member = await freshMember(world)
  await settleCherry(member.id)
  const request = await asked(member)
  const blocker = await world.owner.connect()
  await blocker.query('begin; lock table payouts in exclusive mode')
  const dying = approve(otienoChecker, request, 'Seen')
  const waiting = `select pid from pg_locks where not granted and relation = 'payouts'::regclass and database = (select oid from pg_database where datname = current_database())`
  let pid: number | undefined
  while (!pid) pid = (await blocker.query<{ pid: number }>(waiting)).rows[0]?.pid
  await blocker.query('select pg_terminate_backend($1)', [pid])
  expect((await dying).status).toBeGreaterThanOrEqual(500)
  await blocker.query('rollback')
  blocker.release()
  expect(await rowOf(world, member.id)).toMatchObject({ full_name: member.full_name, life_state: 'ACTIVE' })
  expect((await approve(otienoChecker, request, 'Seen')).status).toBe(200)
  expect((await rowOf(world, member.id))['life_state']).toBe('ERASED')
})

test('what is declared of erasing names columns and tables that there are', async () => {
  const { rows } = await world.owner.query<{ table: string; name: string }>(
    `select table_name as "table", table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  const columns = new Set(rows.map(({ name }) => name))
  const tables = new Set(rows.map(({ table }) => table))
  expect(leftovers.filter((column) => !columns.has(column))).toEqual([])
  expect(erasureRules.flatMap((rule) => rule.tables).filter((table) => !tables.has(table))).toEqual([])
})
