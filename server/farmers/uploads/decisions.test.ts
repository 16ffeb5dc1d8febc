import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Upload } from '#contract/uploads/uploads.ts'
import { isPgError } from '#server/kit/db.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { verifyAudit } from '#server/kit/audit/verifyAudit.ts'
import { newFarmers } from '#test/kit/farmerFiles.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import {
  decide,
  decline,
  farmersOf,
  problemsOf,
  rowsOf,
  silence,
  society,
  trailOf,
  until,
  uploadOf,
  uploadRows,
  type Cells,
} from '#test/faults/farmerWays.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterEach(() => world.bank.clearFaults())
afterAll(() => world.close())

const waiting = (rows: readonly Cells[] = newFarmers(3)) => uploadRows(world, world.people.wanjikuMaker, rows)
const statusOf = async (id: string) => (await uploadOf(world.people.wanjikuMaker, id)).status.id

test('a checker approves: every row is a farmer exactly once, with the values the rules understood', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const rows = newFarmers(3, { mobileNumber: '0733 111 222', gender: 'm', acreage: '2,000.5' })
  await world.bank.load([
    { institutionCode: '11', accountNumber: rows[0]!.accountNumber!, name: 'WANJIKU NJERI KAMAU' },
    { institutionCode: '11', accountNumber: rows[1]!.accountNumber!, name: 'SOMEBODY ELSE' },
  ])
  const upload = await waiting(rows)
  const { status, body } = await decide(world, otienoChecker, upload)
  expect({ status, message: body.message }).toEqual({ status: 200, message: 'Success: 3 farmers registered' })
  expect(body.data).toMatchObject({
    done: 3,
    ready: 0,
    failed: 0,
    waitingRows: 0,
    decidedBy: 'Otieno Ouma',
    status: { id: 1 },
  })
  const made = await farmersOf(world, upload.id)
  expect(made).toHaveLength(3)
  expect(made[0]).toMatchObject({
    organisation_id: society(world),
    type: 'FCS_FARMER',
    full_name: 'Wanjiku Njeri Kamau',
    id_number: rows[0]!.farmerId,
    member_number: rows[0]!.memberNumber,
    mobile_number: '254733111222',
    gender: 'MALE',
    acreage: '2000.50',
    account_number: rows[0]!.accountNumber,
    account_state: 'VERIFIED',
    status: 'APPROVED',
    makers: [wanjikuMaker.id],
    decided_by: otienoChecker.id,
  })
  expect(made[1]).toMatchObject({ account_state: 'NAME_DIFFERS' })
  const again = await decide(world, otienoChecker, { id: upload.id })
  expect(again).toMatchObject({
    status: 409,
    body: { code: 'step.wrong_state', details: { by: 'Otieno Ouma', status: 'APPROVED' } },
  })
  expect(again.body.message).toMatch(/^Already approved: Otieno Ouma, /)
  expect(await farmersOf(world, upload.id)).toHaveLength(3)
})

test('nobody decides on an upload of their own, whatever permission they hold, and the database refuses it too', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const upload = await waiting()
  expect(await decide(world, wanjikuMaker, upload)).toMatchObject({ status: 403, body: { code: 'permission.missing' } })
  await world.owner.query(`update uploads set makers = array_append(makers, $1) where id = $2`, [
    otienoChecker.id,
    upload.id,
  ])
  expect(await decide(world, otienoChecker, upload)).toMatchObject({ status: 409, body: { code: 'own_submission' } })
  expect(await decline(world, otienoChecker, upload)).toMatchObject({ status: 409, body: { code: 'own_submission' } })
  expect((await uploadOf(otienoChecker, upload.id)).steps).toMatchObject({
    approve: 'own_submission',
    decline: 'own_submission',
  })
  const direct = world.house.db.transaction({ organisationId: society(world), wide: false }, (tx) =>
    tx
      .updateTable('uploads')
      .set({ status: 'APPROVED', decided_by: otienoChecker.id })
      .where('id', '=', upload.id)
      .execute(),
  )
  const error: unknown = await direct.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(isPgError(error) && error.constraint).toBe('maker_is_not_checker')
  expect(await statusOf(upload.id)).toBe(3)
})

test('the manager may decide; another society, the bank, KPCU and the government may not', async () => {
  const { margaretManager, purityChecker, peterBankChecker, mercyKpcuChecker, aminaViewer, samuelAdministrator } =
    world.people
  const upload = await waiting()
  for (const person of [purityChecker, peterBankChecker, mercyKpcuChecker, aminaViewer, samuelAdministrator]) {
    const { status } = await decide(world, person, upload)
    expect([403, 404], person.username).toContain(status)
  }
  expect((await decide(world, purityChecker, upload)).status).toBe(404)
  const foreign = await purityChecker.post(`/upload/cherry/approve_farmer/${society(world)}`, { id: upload.id })
  expect(foreign.status).toBe(404)
  expect((await decide(world, margaretManager, upload)).status).toBe(200)
})

test('what was decided must be what was seen, and by the call of its kind', async () => {
  const { otienoChecker, wanjikuMaker } = world.people
  const upload = await waiting()
  await wanjikuMaker.post(`/uploads/${upload.id}/withdraw`, { version: upload.version })
  await wanjikuMaker.post(`/uploads/${upload.id}/send`, { version: upload.version + 1 })
  const late = await decide(world, otienoChecker, upload)
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'record.changed', details: { version: upload.version + 2 } },
  })
  expect(late.body.message).toMatch(/^Changed after you opened it: Wanjiku Kamau/)
  const now = { id: upload.id, version: upload.version + 2 }
  expect(await decide(world, otienoChecker, now, { path: 'approve_farmer_company' })).toMatchObject({ status: 404 })
  expect(await decide(world, otienoChecker, now, { action: 'REJECT' })).toMatchObject({ status: 422 })
  const forged = {
    status: 'APPROVED',
    makers: [],
    organisationId: society(world, 'CF4101'),
    decidedBy: wanjikuMaker.id,
  }
  expect(await decide(world, otienoChecker, now, { action: 'APPROVE', ...forged })).toMatchObject({ status: 200 })
  expect((await farmersOf(world, upload.id)).every((one) => one['organisation_id'] === society(world))).toBe(true)
})

test('rows whose account the bank refuses stay behind: 112 with a workbook of just those rows', async () => {
  const { otienoChecker, wanjikuMaker } = world.people
  const rows = newFarmers(4)
  rows[1] = { ...rows[1]!, accountNumber: '0110123456' }
  await world.bank.load([
    { institutionCode: '11', accountNumber: rows[3]!.accountNumber!, name: 'W', status: 'closed' },
  ])
  const upload = await waiting(rows)
  const answer = await decide(world, otienoChecker, upload)
  expect(answer.status).toBe(424)
  expect(answer.headers['content-disposition']).toContain('File_Approved_With_Error_members.xlsx')
  expect(JSON.parse(answer.headers['x-upload-summary'] ?? '')).toMatchObject({
    read: 4,
    failed: 2,
    first: [{ row: 3 }, { row: 5 }],
  })
  const table = await readTable({ bytes: new Uint8Array(answer.bytes), fileName: 'e.xlsx', caps: {} })
  const messages: (string | undefined)[] = []
  for await (const batch of table.batches)
    messages.push(...batch.map(({ cells }) => cells[table.header.indexOf('Error')]))
  expect(messages).toEqual([
    'Account Number: The bank does not know this account',
    'Account Number: The account is closed',
  ])
  expect(await uploadOf(wanjikuMaker, upload.id)).toMatchObject({
    done: 2,
    failed: 2,
    ready: 0,
    numberOfLots: 4,
    status: { id: 112 },
  })
  expect((await rowsOf(wanjikuMaker, upload.id)).map(({ state }) => state)).toEqual([
    'done',
    'failed',
    'done',
    'failed',
  ])
  await world.bank.load([{ institutionCode: '11', accountNumber: rows[3]!.accountNumber!, name: 'W' }])
  const first = await farmersOf(world, upload.id)
  const second = await decide(world, otienoChecker, { id: upload.id })
  expect(second.status).toBe(424)
  const after = await farmersOf(world, upload.id)
  expect(after).toHaveLength(3)
  expect(after).toEqual(expect.arrayContaining(first))
  const declined = await decline(world, otienoChecker, { id: upload.id }, 'One account does not exist')
  expect(declined.body).toMatchObject({
    message: 'Declined; 3 farmers registered before stay',
    data: { status: { id: 2 }, done: 3, failed: 1 },
  })
  expect(await farmersOf(world, upload.id)).toHaveLength(3)
})

test('a member of another society is only registered with a reason, which stands in the trail', async () => {
  const { otienoChecker, wanjikuMaker } = world.people
  const { rows: known } = await world.owner.query<{ id_number: string }>(
    `select id_number from farmers where organisation_id = $1 and type = 'FCS_FARMER' order by id desc limit 1`,
    [society(world, 'CF4101')],
  )
  const rows = newFarmers(2)
  const upload = await waiting([rows[0]!, { ...rows[1]!, farmerId: known[0]!.id_number }])
  expect((await decide(world, otienoChecker, upload)).status).toBe(424)
  expect(await problemsOf(wanjikuMaker, upload.id)).toContainEqual(
    expect.objectContaining({ row: 3, code: 'not_overridden' }),
  )
  const override = [{ row: 3, reason: 'Moved here; letter of 3 May on file' }]
  expect((await decide(world, otienoChecker, { id: upload.id }, { override })).body.data).toMatchObject({
    done: 2,
    failed: 0,
  })
  const { rows: trail } = await world.owner.query<{ changes: Record<string, unknown> }>(
    `select changes from audit_events where record_id = $1 and action = 'approve' order by id desc limit 1`,
    [upload.id],
  )
  expect(trail[0]?.changes['row 3 override']).toEqual({ before: null, after: override[0]!.reason })
})

test('while the bank is silent the answered rows are farmers already; approving again finishes only the rest', async () => {
  const { otienoChecker, margaretManager, wanjikuMaker } = world.people
  const rows = newFarmers(4)
  await silence(world, [rows[2]!])
  const upload = await waiting(rows)
  const { status, body } = await decide(world, otienoChecker, upload)
  expect({ status, message: body.message }).toEqual({
    status: 200,
    message: 'Approved: 3 farmers registered, 1 account still being checked',
  })
  expect(body.data).toMatchObject({ done: 3, ready: 1, waitingRows: 1, status: { id: 123 } })
  expect((await rowsOf(wanjikuMaker, upload.id)).map(({ state }) => state)).toEqual(['done', 'done', 'waiting', 'done'])
  const before = await farmersOf(world, upload.id)
  await world.bank.clearFaults()
  const second = await decide(world, margaretManager, { id: upload.id, version: body.data.version })
  expect(second.body.data).toMatchObject({ done: 4, status: { id: 1 } })
  const after = await farmersOf(world, upload.id)
  expect(after).toEqual(expect.arrayContaining(before))
  expect(after).toHaveLength(4)
})

test(
  'while the bank is silent the job tries again by itself until every account is answered',
  { timeout: 60_000 },
  async () => {
    const { otienoChecker, wanjikuMaker } = world.people
    const rows = newFarmers(2)
    await silence(world, [rows[0]!])
    const upload = await waiting(rows)
    expect((await decide(world, otienoChecker, upload)).body.data.status.id).toBe(123)
    await world.bank.clearFaults()
    const ended = await until(
      () => uploadOf(wanjikuMaker, upload.id),
      ({ status }) => status.id !== 123,
      45_000,
    )
    expect(ended).toMatchObject({ status: { id: 1 }, done: 2, waitingRows: 0 })
    expect(await trailOf(world, upload.id)).toEqual([
      'upload -> CHECKING',
      'system CHECKING -> PENDING_APPROVAL',
      'approve PENDING_APPROVAL -> PENDING_ACCOUNT_VALIDATION',
      'system PENDING_ACCOUNT_VALIDATION -> APPROVED',
    ])
  },
)

test.each(['garbage', 'wrong', 'error500', 'drop', 'timeout'] as const)(
  'a bank that answers with %s registers nobody it has not answered for',
  { timeout: 60_000 },
  async (kind) => {
    const { otienoChecker } = world.people
    const rows = newFarmers(2)
    await world.bank.setFault({ kind, accounts: [rows[1]!.accountNumber!] })
    const upload = await waiting(rows)
    const { body } = await decide(world, otienoChecker, upload)
    expect(body.data).toMatchObject({ done: 1, waitingRows: 1, status: { id: 123 } })
    await world.bank.clearFaults()
    expect((await decide(world, otienoChecker, { id: upload.id })).body.data).toMatchObject({
      done: 2,
      status: { id: 1 },
    })
    expect(await farmersOf(world, upload.id)).toHaveLength(2)
  },
)

test('a decline needs a comment, ends the upload and leaves its maker nothing running', async () => {
  const { otienoChecker, wanjikuMaker } = world.people
  const rows = newFarmers(2)
  await silence(world, [rows[0]!])
  const upload = await waiting(rows)
  for (const approverComment of [undefined, '', '   '])
    expect(await decide(world, otienoChecker, upload, { path: 'decline_farmer', approverComment })).toMatchObject({
      status: 422,
      body: { code: 'step.comment_required' },
    })
  const approved = await decide(world, otienoChecker, upload)
  const declined = await decline(world, otienoChecker, approved.body.data, 'The bank took too long')
  expect(declined.body).toMatchObject({
    message: 'Declined; 1 farmer registered before stays',
    data: { approverComment: 'The bank took too long', decidedBy: 'Otieno Ouma', status: { statusName: 'REJECTED' } },
  })
  const running = await wanjikuMaker.get<{ id: string; stage: string }[]>('/uploads/running')
  expect(running.body.find(({ id }) => id === upload.id)?.stage).toBe('done')
  await world.bank.clearFaults()
  expect(await farmersOf(world, upload.id)).toHaveLength(1)
})

test('a bulk decision answers for each upload, counts each once and leaves what it may not touch', async () => {
  const { otienoChecker, danielMaker } = world.people
  const [one, two, three] = [await waiting(), await waiting(), await waiting()]
  const foreign = await uploadRows(world, danielMaker, newFarmers(1))
  await decline(world, otienoChecker, three)
  const record = ({ id, version }: Upload) => ({ id, version })
  const records = [record(one), { id: two.id, version: 99 }, record(three), record(foreign), record(one)]
  const { body } = await otienoChecker.post<{ data: { rows: { id: string; outcome: string; code?: string }[] } }>(
    '/upload/cherry/farmer-bulk',
    { step: 'approve', records },
  )
  expect(body).toMatchObject({ message: '1 approved, 3 skipped, 0 failed', data: { done: 1, skipped: 3, failed: 0 } })
  expect(body.data.rows.map(({ id, outcome, code }) => [id, outcome, code])).toEqual([
    [one.id, 'done', undefined],
    [two.id, 'skipped', 'record.changed'],
    [three.id, 'skipped', 'step.wrong_state'],
    [foreign.id, 'skipped', 'record.not_found'],
  ])
  await until(
    () => farmersOf(world, one.id),
    (made) => made.length === 3,
  )
  expect(await statusOf(two.id)).toBe(3)
  const bare = await otienoChecker.post('/upload/cherry/farmer-bulk', { step: 'decline', records: [record(two)] })
  expect(bare.status).toBe(422)
})

test('every change of state has one audit row, none can be altered, and the trail verifies', async () => {
  const { otienoChecker } = world.people
  const upload = await waiting()
  await decide(world, otienoChecker, upload)
  const trail = await trailOf(world, upload.id)
  expect(trail.slice(0, 2)).toEqual(['upload -> CHECKING', 'system CHECKING -> PENDING_APPROVAL'])
  expect(trail.filter((line) => line.startsWith('approve'))).toHaveLength(1)
  for (const change of ['update audit_events set comment = null', 'delete from audit_events'])
    await expect(world.owner.query(`${change} where record_id = $1`, [upload.id])).rejects.toThrow('append-only')
  const client = await world.owner.connect()
  try {
    const heads = { heads: new Map<string, string>(), newest: null, broken: null }
    expect((await verifyAudit({ client, heads, at: new Date() })).broken).toBeNull()
  } finally {
    client.release()
  }
})
