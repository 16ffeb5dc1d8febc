import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reconciliation } from '#contract/reconciliation/reconciliation.ts'
import type { ExceptionDetail, StatementException } from '#contract/reconciliation/statementExceptions.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { post } from '#server/ledger/ledger.ts'
import { importStatement, camt, csv, insertLeg, type ImportedFile, type Line } from '#test/kit/bankStatements.ts'
import { fillFund } from '#test/kit/loans.ts'
import type { HttpAnswer, Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// The fund of KPCU in the demo valley, at the bank.
const account = '01141000100100'
let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await fillFund(world, 'KPCU', 1_000_000)
})
afterAll(() => world?.close())

const byNumber = (a: number | undefined, b: number | undefined): number => (a ?? 0) - (b ?? 0)
type Answer<Data> = HttpAnswer<{ code?: string; message: string; data: Data }>
type Imported = { id: string; accountNumber: string; lines: number; newLines: number; waits: boolean }[]
const send = (person: Person, text: string, fileName = 'statement.xml'): Promise<Answer<Imported>> =>
  person.post('/bank/statement', { fileName, text })
const all = async (): Promise<StatementException[]> =>
  (await world.people.josephKpcuMaker.get<StatementException[]>('/reconciliation/exceptions')).body
// Pairs by amount are made last, when every line has been looked up.
const isMatched = async () =>
  (await world.people.josephKpcuMaker.get<Reconciliation>('/reconciliation')).body.statements.every(
    (one) => one.isMatched,
  )
const settledAll = () => expect.poll(isMatched, { timeout: 20_000 }).toBe(true)
async function bring(
  lines: readonly Line[],
  more: { from?: string; to?: string; person?: Person } = {},
): Promise<void> {
  const { person: maker = world.people.josephKpcuMaker, ...period } = more
  const text = camt({ account, opening: opening(), lines, ...period })
  await importStatement({ maker, checker: world.people.peterBankChecker, text })
  balance += lines.reduce((sum, { cents }) => sum + BigInt(cents), 0n)
  await settledAll()
}
let balance = 100_000_000n
const opening = () => balance
const named = async (narration: string): Promise<StatementException> => {
  const found = (await all()).find((one) => one.narration === narration)
  if (!found) throw new Error(`no line ${narration}`)
  return found
}
const evidence = async (id: string) =>
  (await world.people.josephKpcuMaker.get<ExceptionDetail>(`/reconciliation/exception/${id}`)).body
const propose = (person: Person, id: string, resolution: string, more: object = {}): Promise<Answer<ChangeRequest>> =>
  person.post(`/reconciliation/exception/${id}`, { resolution, reason: 'The bank has told us so', ...more })
const decide = (
  person: Person,
  { id, version }: Pick<ChangeRequest, 'id' | 'version'>,
  step: string,
  comment?: string,
): Promise<Answer<ChangeRequest>> =>
  person.post('/reconciliation/resolutions/decide', { id, version, step, approverComment: comment })
async function fundStanding() {
  const { body } = await world.people.josephKpcuMaker.get<Reconciliation>('/reconciliation')
  const fund = body.accounts.find(({ accountNumber }) => accountNumber === account)
  if (!fund) throw new Error('no fund')
  expect(fund.unexplained === null || fund.unexplained === 0, JSON.stringify(fund)).toBe(true)
  return fund
}
const ledgerOfFund = async () => (await fundStanding()).ours
/** A payment of ours, and what it moved in the ledger. */
async function leg(reference: string, cents: number, status: 'PAID' | 'REFUSED', on = '2026-11-18'): Promise<void> {
  const [lenderId, society] = [world.organisationId('KPCU'), world.organisationId('CF4100')]
  await insertLeg(world.owner, { lenderId, society, account, reference, cents, status, on })
  if (status === 'REFUSED') return
  const [fund, clearing] = (['fund', 'clearing'] as const).map((kind) => ({
    kind,
    organisationId: lenderId,
    subjectId: lenderId,
  }))
  if (!fund || !clearing) throw new Error('two accounts')
  await world.house.db.transaction('system', (tx) =>
    post(tx, [
      {
        reference,
        debit: clearing,
        credit: fund,
        amountCents: BigInt(cents),
        cause: { kind: 'test_intent', id: lenderId },
      },
    ]),
  )
}

test('the same file again, as another kind of file, or overlapping another, brings nothing twice', async () => {
  const { josephKpcuMaker, peterBankChecker } = world.people
  const importText = (text: string, fileName: string): Promise<ImportedFile> =>
    importStatement({ maker: josephKpcuMaker, checker: peterBankChecker, text, fileName })
  const first: Line[] = [
    { key: 'O1', cents: 10_050, on: '2026-11-02', narration: 'overlap one' },
    { key: 'O2', cents: -5, on: '2026-11-03', narration: 'overlap two' },
  ]
  const next: Line = { key: 'O3', cents: 5, on: '2026-11-04', narration: 'overlap three' }
  const text = camt({ account, opening: balance, lines: first })
  const answers = await Promise.all([send(josephKpcuMaker, text), send(josephKpcuMaker, text)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  // One of them waits; who imports it again is shown that one.
  expect(new Set(answers.map(({ body }) => body.data[0]?.id)).size).toBe(1)
  expect((await importText(text, 'statement.xml')).data).toMatchObject([{ lines: 2, newLines: 2, waits: true }])
  expect(await importText(csv({ account, opening: balance, lines: first }), 's.csv')).toMatchObject({
    message: 'Every line was known already',
    data: [{ lines: 2, newLines: 0, waits: false }],
  })
  const over = await importText(camt({ account, opening: balance, lines: [...first, next] }), 'over.xml')
  expect(over.data).toMatchObject([{ lines: 3, newLines: 1 }])
  balance += 10_050n
  await settledAll()
  expect((await all()).filter(({ narration }) => narration.startsWith('overlap'))).toHaveLength(3)
  expect(await fundStanding()).toMatchObject({ bank: 1_000_100.5, upTo: '2026-11-04' })
})

test('a line that the bank now tells otherwise refuses the whole file', async () => {
  const lines: Line[] = [
    { key: 'O1', cents: 10_051, on: '2026-11-02' },
    { key: 'O9', cents: 1, on: '2026-11-02' },
  ]
  const { status, body } = await send(world.people.josephKpcuMaker, camt({ account, opening: 0, lines }))
  expect({ status, code: body.code, message: body.message }).toEqual({
    status: 422,
    code: 'statement.unreadable',
    message: expect.stringMatching(/Line \d+: An earlier statement gives this line with another amount/) as string,
  })
  const { rows } = await world.owner.query(`select 1 from bank_statement_lines where line_key = 'O9'`)
  expect(rows).toEqual([])
})

test('only the lender and the bank bring statements, and only of accounts that a fund has', async () => {
  const { josephKpcuMaker, estherBankMaker, wanjikuMaker, mercyKpcuChecker, peterBankChecker } = world.people
  const line = [{ key: 'X1', cents: 1, on: '2026-11-02' }]
  const of = (number: string) => camt({ account: number, opening: 0, lines: line })
  expect((await send(josephKpcuMaker, of('01141000999999'))).body.code).toBe('statement.unknown_account')
  expect((await send(josephKpcuMaker, of('01141000200100'))).body.code).toBe('statement.other_lender')
  expect((await send(wanjikuMaker, of(account))).body.code).toBe('permission.missing')
  expect((await send(mercyKpcuChecker, of(account))).body.code).toBe('permission.missing')
  await importStatement({ maker: estherBankMaker, checker: peterBankChecker, text: of('01141000200200') })
  const { rows } = await world.owner.query<{ actor_name: string; title: string }>(
    `select actor_name, title from audit_events where kind = 'bank_statement' and action = 'import' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ actor_name: peterBankChecker.fullName, title: 'statement.xml' }])
})

test('a credit that nobody knows becomes money of the fund when two persons say so, once', async () => {
  const { josephKpcuMaker, mercyKpcuChecker, peterBankChecker } = world.people
  await bring([{ key: 'C1', cents: 50_000_03, on: '2026-11-05', narration: 'top up' }])
  const before = await ledgerOfFund()
  const { id, state, kind } = await named('top up')
  expect({ state, kind }).toEqual({ state: 'OPEN', kind: 'MISSING_HERE' })
  expect((await evidence(id)).ways).toEqual(['FUND_CREDIT', 'IN_BOOKS', 'BANK_ERROR'])
  expect((await propose(josephKpcuMaker, id, 'BANK_CHARGE')).body.code).toBe('exception.not_so')
  const { body } = await propose(josephKpcuMaker, id, 'FUND_CREDIT')
  expect((await named('top up')).state).toBe('PROPOSED')
  expect((await propose(josephKpcuMaker, id, 'BANK_ERROR')).body.code).toBe('change.open')
  expect((await decide(josephKpcuMaker, body.data, 'approve')).body.code).toBe('permission.missing')
  const waiting = await mercyKpcuChecker.get<{ data: { id: string; kind: string }[] }>('/inbox', {
    paginate: 'Y',
    size: 100,
  })
  expect(waiting.body.data.map((item) => item.id)).toContain(body.data.id)
  const decisions = await Promise.all(
    [mercyKpcuChecker, peterBankChecker].map((person) => decide(person, body.data, 'approve')),
  )
  expect(decisions.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 409])
  expect((await ledgerOfFund()) - before).toBeCloseTo(50_000.03, 2)
  expect(await named('top up')).toMatchObject({ state: 'RESOLVED', resolution: 'FUND_CREDIT' })
  expect((await propose(josephKpcuMaker, id, 'BANK_ERROR')).body.code).toBe('exception.not_open')
})

test('who proposes never decides, even with both permissions', async () => {
  const { mercyKpcuChecker, peterBankChecker } = world.people
  await world.owner.query(
    `update roles set permissions = array_append(permissions, 'CAN_RECONCILE') where name in ('KPCU_CHECKER', 'BANK_CHECKER')`,
  )
  await bring([{ key: 'W1', cents: -1_00, on: '2026-11-06', narration: 'ledger fee' }])
  const { id } = await named('ledger fee')
  const { body } = await propose(mercyKpcuChecker, id, 'BANK_CHARGE')
  expect((await decide(mercyKpcuChecker, body.data, 'approve')).body.code).toBe('own_submission')
  expect((await decide(peterBankChecker, body.data, 'decline')).body.code).toBe('step.comment_required')
  expect((await decide(peterBankChecker, body.data, 'decline', 'Ask the bank first')).status).toBe(200)
  expect((await named('ledger fee')).state).toBe('OPEN')
  const again = await propose(mercyKpcuChecker, id, 'BANK_CHARGE')
  const before = await ledgerOfFund()
  expect((await decide(peterBankChecker, again.body.data, 'approve')).status).toBe(200)
  expect((await ledgerOfFund()) - before).toBeCloseTo(-1, 2)
})

test('a charge that the fund cannot bear is refused, and stays open', async () => {
  const { josephKpcuMaker, mercyKpcuChecker } = world.people
  await bring([{ key: 'H1', cents: -900_000_000_00, on: '2026-11-06', narration: 'huge charge' }])
  const { id } = await named('huge charge')
  const { body } = await propose(josephKpcuMaker, id, 'BANK_CHARGE')
  expect((await decide(mercyKpcuChecker, body.data, 'approve')).body.code).toBe('ledger.overdrawn')
  expect((await named('huge charge')).state).toBe('PROPOSED')
  expect((await decide(josephKpcuMaker, body.data, 'withdraw')).status).toBe(200)
  await bring([{ key: 'H2', cents: 900_000_000_00, on: '2026-11-07', narration: 'huge charge undone' }])
  for (const narration of ['huge charge', 'huge charge undone']) {
    const line = await named(narration)
    const proposal = await propose(josephKpcuMaker, line.id, 'BANK_ERROR')
    expect((await decide(mercyKpcuChecker, proposal.body.data, 'approve')).status).toBe(200)
  }
  // Put right by the bank: what was to be put right sums up to nothing.
  expect((await fundStanding()).parts.map(({ code }) => code)).not.toContain('BANK_ERROR')
})

test('payments are found by reference, else by amount, date and account; what differs is an exception of its kind', async () => {
  await leg('KPAA0000000000A1', 700_00, 'PAID')
  await leg('KPAA0000000000A2', 701_00, 'PAID')
  await leg('KPAA0000000000A3', 702_00, 'PAID')
  await leg('KPAA0000000000A4', 703_00, 'REFUSED')
  await leg('KPAA0000000000A5', 704_00, 'PAID')
  await leg('KPAA0000000000A6', 705_00, 'PAID')
  await leg('KPAA0000000000A7', 706_00, 'PAID', '2026-11-10')
  await bring(
    [
      { key: 'M1', cents: -700_00, on: '2026-11-18', reference: 'KPAA0000000000A1-1', narration: 'by reference' },
      { key: 'M2', cents: -701_00, on: '2026-11-19', narration: 'by amount' },
      { key: 'M3', cents: -702_01, on: '2026-11-18', reference: 'KPAA0000000000A3-1_1', narration: 'other amount' },
      { key: 'M4', cents: -703_00, on: '2026-11-18', reference: 'KPAA0000000000A4-1', narration: 'refused here' },
      { key: 'M5', cents: -704_00, on: '2026-11-18', reference: 'KPAA0000000000A5-1', narration: 'first' },
      { key: 'M6', cents: -704_00, on: '2026-11-18', reference: 'KPAA0000000000A5-1', narration: 'second' },
      { key: 'M7', cents: -706_00, on: '2026-11-20', narration: 'too late' },
    ],
    { from: '2026-11-10', to: '2026-11-20' },
  )
  const kinds = async (...narrations: string[]) =>
    Promise.all(
      narrations.map(async (narration) => [
        (await named(narration)).kind,
        (await evidence((await named(narration)).id)).how,
      ]),
    )
  expect(
    await kinds('by reference', 'by amount', 'other amount', 'refused here', 'first', 'second', 'too late'),
  ).toEqual([
    ['MATCHED', 'REFERENCE'],
    ['MATCHED', 'AMOUNT'],
    ['AMOUNT_DIFFERS', null],
    ['MISSING_HERE', null],
    ['MATCHED', 'REFERENCE'],
    ['PAID_TWICE', null],
    ['MISSING_HERE', null],
  ])
  const missing = (await all())
    .filter(({ kind }) => kind === 'MISSING_IN_BANK')
    .map(({ reference, amount }) => `${reference} ${amount}`)
  expect(missing.toSorted()).toEqual(['KPAA0000000000A6-1 -705', 'KPAA0000000000A7-1 -706'])
  await fundStanding()
  expect(await evidence((await named('second')).id)).toMatchObject({
    note: '',
    payment: { reference: 'KPAA0000000000A5-1', amount: 704 },
    alike: [{ bankId: 'M5', amount: -704, kindTitle: 'Matched' }],
    ways: ['BANK_CHARGE', 'BANK_ERROR'],
  })
  expect((await evidence((await named('refused here')).id)).ways).toEqual(['BANK_ERROR'])
})

test('two persons can say which payment a line is; the missing payment is then found', async () => {
  const { josephKpcuMaker, mercyKpcuChecker } = world.people
  const { id } = await named('too late')
  const [candidate] = (await evidence(id)).candidates
  expect(candidate?.reference).toBe('KPAA0000000000A7-1')
  expect((await propose(josephKpcuMaker, id, 'SAME_PAYMENT', { payment: 'KPAA0000000000A6-1' })).body.code).toBe(
    'exception.no_payment',
  )
  expect((await propose(josephKpcuMaker, id, 'SAME_PAYMENT')).body.code).toBe('exception.no_payment')
  const { body } = await propose(josephKpcuMaker, id, 'SAME_PAYMENT', { payment: candidate?.reference })
  expect((await decide(mercyKpcuChecker, body.data, 'approve')).status).toBe(200)
  expect(await named('too late')).toMatchObject({ kind: 'MATCHED', state: 'RESOLVED' })
  expect((await all()).filter(({ kind, amount }) => kind === 'MISSING_IN_BANK' && amount === -706)).toEqual([])
  // The bank then names it in another line: that one is the second payment.
  await bring([
    { key: 'M8', cents: -706_00, on: '2026-11-20', reference: 'KPAA0000000000A7-1', narration: 'named later' },
  ])
  expect((await named('named later')).kind).toBe('PAID_TWICE')
  await fundStanding()
})

test('what was proposed for a line does not hold when the line has found its payment meanwhile', async () => {
  const { josephKpcuMaker, mercyKpcuChecker } = world.people
  await bring([{ key: 'S1', cents: -807_00, on: '2026-11-18', narration: 'stale' }])
  const { body } = await propose(josephKpcuMaker, (await named('stale')).id, 'BANK_CHARGE')
  await leg('KPAA0000000000B1', 807_00, 'PAID')
  await bring([{ key: 'S2', cents: 1, on: '2026-11-18', narration: 'a cent' }])
  expect((await named('stale')).kind).toBe('MATCHED')
  const before = await ledgerOfFund()
  expect((await decide(mercyKpcuChecker, body.data, 'approve')).body.code).toBe('exception.not_open')
  expect(await ledgerOfFund()).toBe(before)
})

test('a reference takes a payment back from a line that was paired by its amount', async () => {
  await leg('KPAA0000000000C1', 911_00, 'PAID')
  await bring([{ key: 'R1', cents: -911_00, on: '2026-11-18', narration: 'paired' }])
  expect((await named('paired')).kind).toBe('MATCHED')
  await bring([{ key: 'R2', cents: -911_00, on: '2026-11-18', reference: 'KPAA0000000000C1-1', narration: 'named' }])
  expect([(await named('named')).kind, (await named('paired')).kind]).toEqual(['MATCHED', 'MISSING_HERE'])
})

test('reconfile.csv has every payment with its word, masked, and what only the bank knows', async () => {
  const { josephKpcuMaker, wanjikuMaker } = world.people
  const { headers, bytes } = await josephKpcuMaker.get(`/loan/recon/download/${world.organisationId('KPCU')}`)
  expect(headers['content-disposition']).toContain('reconfile.csv')
  const lines = bytes.toString('utf8').replace('\uFEFF', '').trim().split('\r\n')
  expect(lines[0]).toBe(
    'Our reference,Partner reference,Date,Society,Member number,Account,Channel,Amount,Our status,Partner status,Statement match',
  )
  const matchOf = (reference: string) =>
    lines
      .find((line) => line.startsWith(`${reference},`))
      ?.split(',')
      .at(-1)
  expect(['A1', 'A3', 'A5', 'A6'].map((name) => matchOf(`KPAA0000000000${name}-1`))).toEqual([
    'MATCHED',
    'AMOUNT_DIFFERS',
    'MATCHED',
    'MISSING_IN_BANK',
  ])
  expect(lines.some((line) => line.includes(',C1,') && line.endsWith('MISSING_HERE'))).toBe(true)
  expect(bytes.toString('utf8')).not.toContain('01109001234567')
  expect((await wanjikuMaker.get(`/loan/recon/download/${world.organisationId('CF4100')}`)).status).toBe(403)
})
