import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { ExceptionDetail, StatementException } from '#contract/reconciliation/statementExceptions.ts'
import type { StatementFile } from '#contract/reconciliation/statementImports.ts'
import { registerPayoutOwners } from '#server/kit/bank/payout.ts'
import { importStatement, camt, csv, insertLeg, type ImportedFile, type Line } from '#test/kit/bankStatements.ts'
import type { HttpAnswer, Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { matchAccount } from './matchLines.ts'
import { readStatementFile } from './readStatement.ts'
import { saveStatement } from './saveStatement.ts'

// The fund of KPCU in the demo valley.
const account = '01141000100100'
let world: World
let joseph: Person
let mercy: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  ;({ josephKpcuMaker: joseph, mercyKpcuChecker: mercy } = world.people)
  registerPayoutOwners([{ sourceKind: 'test_intent', settled: async () => {} }])
})
afterAll(() => world?.close())

type Answer<Data> = HttpAnswer<{ code?: string; message: string; data: Data }>
let last = 0
/** A payout in doubt, whose only leg left the fund. Answers its reference. */
async function doubted(status: 'IN_DOUBT' | 'PAID' | 'REFUSED' = 'IN_DOUBT', on = '2026-11-10'): Promise<string> {
  const reference = `KPIM000000000${String(++last).padStart(3, '0')}`
  const [lenderId, society] = [world.organisationId('KPCU'), world.organisationId('CF4100')]
  await insertLeg(world.owner, { lenderId, society, account, reference, cents: centsOf(reference), status, on })
  return reference
}
const centsOf = (reference: string): number => 100_000 + 100 * Number(reference.slice(-3))
/** A line that says that the payment left the fund. */
const paid = (reference: string, more: Partial<Line> = {}): Line => ({
  key: `B${reference}`,
  cents: -centsOf(reference),
  on: '2026-11-10',
  reference: `${reference}-1`,
  narration: reference,
  ...more,
})
const bring = (person: Person, lines: Line[], make = camt): Promise<Answer<ImportedFile['data']>> =>
  person.post('/bank/statement', {
    fileName: 'typed.csv',
    text: make({ account, opening: 500_000_000, lines, from: '2026-11-10', to: '2026-11-10' }),
  })
const importedId = async (lines: Line[]): Promise<string> => (await bring(joseph, lines)).body.data[0]?.id ?? ''
const take = (
  person: Person,
  step: 'approve' | 'decline' | 'withdraw',
  id: string,
  approverComment?: string,
): Promise<Answer<ChangeRequest>> => person.post(`/reconciliation/imports/${step}`, { id, approverComment })
async function stand(reference: string): Promise<string> {
  const { rows } = await world.owner.query<{ status: string; by: string | null }>(
    `select status, settled_by as by from payout_legs where reference = $1`,
    [`${reference}-1`],
  )
  return [rows[0]?.status, rows[0]?.by].filter(Boolean).join(' ')
}
const matched = () => matchAccount(world.house, account)
async function exception(narration: string): Promise<ExceptionDetail> {
  const { body } = await joseph.get<StatementException[]>('/reconciliation/exceptions')
  const found = body.find((one) => one.narration === narration && one.kind !== 'MISSING_IN_BANK')
  if (!found) throw new Error(`no line ${narration}`)
  return (await joseph.get<ExceptionDetail>(`/reconciliation/exception/${found.id}`)).body
}
const countOf = async (table: string): Promise<number> =>
  (await world.owner.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? -1
/** The bank's own statement of a day, as the server saves it after a pull. */
async function bankTells(lines: Line[], { from = '2026-11-10', to = '2026-11-11' } = {}): Promise<void> {
  const [statement] = await readStatementFile(camt({ account, opening: 500_000_000, lines, from, to }))
  if (!statement) throw new Error('one statement')
  await world.house.db.transaction('system', (tx) =>
    saveStatement(tx, { ...statement, source: 'BANK' }, { fileName: 'Co-op Connect' }),
  )
  await matched()
}

test('a statement that one person has typed settles nothing, whatever it names', async () => {
  const reference = await doubted()
  const { status, body } = await bring(joseph, [paid(reference)], csv)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      error: false,
      message: 'Sent for approval: new are 1 of 1 line, which count once another person has approved',
      data: [{ accountNumber: account, lines: 1, newLines: 1, waits: true }],
    },
  })
  await matched()
  expect(await stand(reference)).toBe('IN_DOUBT')
  expect([
    await countOf('bank_statements'),
    await countOf('bank_statement_lines'),
    await countOf('recon_items'),
  ]).toEqual([0, 0, 0])
  const id = body.data[0]?.id ?? ''
  expect((await take(joseph, 'approve', id)).body.code).toBe('permission.missing')
  expect((await take(joseph, 'withdraw', id)).status).toBe(200)
  await matched()
  expect([await stand(reference), await countOf('recon_items')]).toEqual(['IN_DOUBT', 0])
})

test('who brings a file never approves it, even with both permissions', async () => {
  const reference = await doubted()
  await world.owner.query(
    `update roles set permissions = array_append(permissions, 'CAN_RECONCILE') where name = 'KPCU_CHECKER'`,
  )
  const { body } = await bring(mercy, [paid(reference)])
  const id = body.data[0]?.id ?? ''
  expect((await take(mercy, 'approve', id)).body.code).toBe('own_submission')
  const { peterBankChecker } = world.people
  expect((await take(peterBankChecker, 'decline', id)).body.code).toBe('step.comment_required')
  expect((await take(peterBankChecker, 'decline', id, 'Not a file of the bank')).status).toBe(200)
  await matched()
  expect(await stand(reference)).toBe('IN_DOUBT')
  expect((await take(peterBankChecker, 'approve', id)).body.code).toBe('step.wrong_state')
})

test('the second person sees what it would settle, finds it in the inbox, and settles it once', async () => {
  const [reference, known, strange] = [await doubted(), await doubted('PAID'), await doubted('REFUSED')]
  const id = await importedId([
    paid(reference),
    paid(known),
    paid(strange),
    { key: 'BX', cents: 5_00, on: '2026-11-10', narration: 'interest' },
  ])
  const { body: file } = await mercy.get<StatementFile>(`/reconciliation/imports/${id}/lines`)
  expect(file.effects).toEqual([
    { effect: 'SETTLES', title: 'The payment counts as paid', count: 1, amount: -centsOf(reference) / 100 },
    expect.objectContaining({ effect: 'DIFFERS', count: 1 }),
    expect.objectContaining({ effect: 'AGREES', count: 1 }),
    expect.objectContaining({ effect: 'OTHER', count: 1, amount: 5 }),
  ])
  expect(file.lines[0]).toMatchObject({ reference: `${reference}-1`, before: 'IN_DOUBT', after: 'PAID' })
  const inbox = await mercy.get<{ data: { id: string; kind: string; atStake: string | null }[] }>('/inbox', {
    paginate: 'Y',
    size: 100,
  })
  expect(inbox.body.data.find((item) => item.id === id)).toMatchObject({ kind: 'statement_import' })
  const decisions = await Promise.all([mercy, world.people.peterBankChecker].map((one) => take(one, 'approve', id)))
  expect(decisions.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await matched()
  expect(await stand(reference)).toBe('PAID STATEMENT')
  expect((await exception(strange)).note).toBe('REFUSED_HERE')
  const { rows } = await world.owner.query(
    `select m.username as made, a.username as approved from bank_statements s join users m on m.id = s.made_by join users a on a.id = s.approved_by`,
  )
  expect(rows).toEqual([{ made: joseph.username, approved: expect.not.stringMatching(joseph.username) }])
  const trail = await world.owner.query<{ kind: string; action: string }>(
    `select kind, action from audit_events where record_id = $1 or kind = 'bank_statement' order by at, id`,
    [id],
  )
  expect(trail.rows.map(({ kind, action }) => `${kind} ${action}`).toSorted()).toEqual([
    'bank_statement import',
    'statement_import approve',
    'statement_import propose',
  ])
})

test('of another lender’s account KPCU sees none; the bank that keeps it decides', async () => {
  const { estherBankMaker, peterBankChecker } = world.people
  const text = camt({ account: '01141000200100', opening: 0, lines: [{ key: 'Z1', cents: 1, on: '2026-11-10' }] })
  const { body } = await estherBankMaker.post<ImportedFile>('/bank/statement', { fileName: 'bank.xml', text })
  const id = body.data[0]?.id ?? ''
  expect((await take(mercy, 'approve', id)).body.code).toBe('record.not_found')
  expect((await take(peterBankChecker, 'approve', id)).status).toBe(200)
})

test('a file that was changed after its import is refused, and can be rejected', async () => {
  const [reference, other] = [await doubted(), await doubted()]
  const id = await importedId([paid(reference)])
  const { rows } = await world.owner.query<{ file: string }>(
    `select after ->> 'fileId' as file from change_requests where id = $1`,
    [id],
  )
  await world.owner.query(
    `update file_pieces set bytes = convert_to(replace(convert_from(bytes, 'UTF8'), $2, $3), 'UTF8') where file_id = $1`,
    [rows[0]?.file, reference, other],
  )
  expect((await mercy.get<{ code: string }>(`/reconciliation/imports/${id}/lines`)).body.code).toBe(
    'statement.file_changed',
  )
  expect((await take(mercy, 'approve', id)).body.code).toBe('statement.file_changed')
  await matched()
  expect([await stand(reference), await stand(other)]).toEqual(['IN_DOUBT', 'IN_DOUBT'])
  expect((await take(mercy, 'decline', id, 'Changed')).status).toBe(200)
})

test.each([
  { said: 'does not know the order', what: 'STATUS', says: 'IN_DOUBT', words: 'not_known' },
  { said: 'has contradicted itself', what: 'CALLBACK', says: 'CONTRADICTS', words: '51 FAILED' },
])('where the bank itself $said, an approved file makes an exception, which two persons resolve', async (word) => {
  const reference = await doubted()
  await world.owner.query(
    `insert into payout_events (id, payout_id, organisation_id, leg_id, at, what, says, words)
     select gen_random_uuid(), payout_id, organisation_id, id, now(), $2, $3, $4 from payout_legs where reference = $1`,
    [`${reference}-1`, word.what, word.says, word.words],
  )
  const id = await importedId([paid(reference)])
  const { body: file } = await mercy.get<StatementFile>(`/reconciliation/imports/${id}/lines`)
  expect(file.lines).toMatchObject([{ effect: 'DENIED', before: 'IN_DOUBT', after: 'IN_DOUBT' }])
  expect((await take(mercy, 'approve', id)).status).toBe(200)
  await matched()
  expect(await stand(reference)).toBe('IN_DOUBT')
  const found = await exception(reference)
  expect(found).toMatchObject({ kind: 'MISSING_HERE', note: 'DENIED', ways: ['SAME_PAYMENT', 'BANK_ERROR'] })
  const { body } = await joseph.post<{ data: ChangeRequest }>(`/reconciliation/exception/${found.id}`, {
    resolution: 'SAME_PAYMENT',
    payment: `${reference}-1`,
    reason: 'The bank has confirmed it by letter',
  })
  expect(await stand(reference)).toBe('IN_DOUBT')
  const decision = { id: body.data.id, step: 'approve' }
  expect((await mercy.post('/reconciliation/resolutions/decide', decision)).status).toBe(200)
  expect(await stand(reference)).toBe('PAID STATEMENT')
})

test('what the bank denied is settled when its own statement tells it', async () => {
  const reference = await doubted('IN_DOUBT', '2026-11-08')
  await world.owner.query(
    `insert into payout_events (id, payout_id, organisation_id, leg_id, at, what, says, words)
     select gen_random_uuid(), payout_id, organisation_id, id, now(), 'STATUS', 'IN_DOUBT', 'not_known' from payout_legs where reference = $1`,
    [`${reference}-1`],
  )
  const line = paid(reference, { on: '2026-11-08' })
  await importStatement({
    maker: joseph,
    checker: mercy,
    text: camt({ account, opening: 0, lines: [line], from: '2026-11-08', to: '2026-11-08' }),
  })
  await matched()
  expect((await exception(reference)).note).toBe('DENIED')
  await bankTells([line], { from: '2026-11-08', to: '2026-11-08' })
  expect(await stand(reference)).toBe('PAID STATEMENT')
  expect(await exception(reference)).toMatchObject({ kind: 'MATCHED', note: '' })
})

test('a line that the bank’s own statement of the day lacks explains nothing any more', async () => {
  const reference = await doubted('IN_DOUBT', '2026-11-03')
  const line = paid(reference, { on: '2026-11-03' })
  await importStatement({
    maker: joseph,
    checker: mercy,
    text: camt({ account, opening: 0, lines: [line], from: '2026-11-03', to: '2026-11-03' }),
  })
  await matched()
  expect(await stand(reference)).toBe('PAID STATEMENT')
  expect((await exception(reference)).kind).toBe('MATCHED')
  await bankTells([], { from: '2026-11-03', to: '2026-11-04' })
  expect(await exception(reference)).toMatchObject({ kind: 'MISSING_HERE', note: 'NOT_TOLD', payment: null })
  const { body } = await joseph.get<StatementException[]>('/reconciliation/exceptions')
  expect(body.filter((one) => one.reference === `${reference}-1`).map(({ kind }) => kind)).toContain('MISSING_IN_BANK')
  // In a later statement of the bank it is found again.
  await bankTells([line], { from: '2026-11-02', to: '2026-11-03' })
  expect((await exception(reference)).kind).toBe('MATCHED')
})

test('a file without two people is never kept as a statement', async () => {
  const [statement] = await readStatementFile(
    csv({ account, opening: 0, lines: [{ key: 'N1', cents: 1, on: '2026-11-10' }] }),
  )
  if (!statement) throw new Error('one statement')
  const save = (people?: { madeBy: string; approvedBy: string }) =>
    world.house.db.transaction('system', (tx) =>
      saveStatement(tx, statement, people ? { fileName: 'f', people } : { fileName: 'f' }),
    )
  await expect(save()).rejects.toThrow('needs two of them')
  const { rows } = await world.owner.query<{ id: string }>('select id from users where username = $1', [
    joseph.username,
  ])
  const [only = { id: '' }] = rows
  await expect(save({ madeBy: only.id, approvedBy: only.id })).rejects.toThrow('maker_is_not_checker')
})
