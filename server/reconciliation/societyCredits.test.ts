import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reconciliation } from '#contract/reconciliation/reconciliation.ts'
import type { ExceptionDetail, StatementException } from '#contract/reconciliation/statementExceptions.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { SettlementEntry } from '#contract/loanReports/settlementAccounts.ts'
import { businessDate } from '#server/kit/clock.ts'
import { dayAfter } from '#server/facts/days.ts'
import { ledgerFindings } from '#test/kit/loans.ts'
import { camt, importStatement } from '#test/kit/bankStatements.ts'
import { accountsOf, askBank, openAccount, payIn, requestOf, statementOf } from '#test/kit/societyMoney.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { matchAccount } from './matchLines.ts'
import { requestYesterday } from './pullStatements.ts'
import { saveStatement } from './saveStatement.ts'
import type { ReadStatement } from './statementParts.ts'

// Dollars that come to a society, as the bank's own statement tells them: once in the books, whoever asks and how often.
let world: World
let account: string
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world?.close())
beforeEach(async () => {
  // Accounts and what moved on them are never removed: each test has a number of its own, and so an account of its own.
  await world.owner.query('delete from society_accounts')
  account = await openAccount(world, 'NON_CHECKOFF')
})

const today = businessDate()
const ownMovements = async (number: string) =>
  (
    await world.owner.query<{ reference: string; cents: string }>(
      `select m.reference, m.amount_cents::text as cents from ledger_movements m
        where m.reference = 'opening/' || $1 or m.reference in (select 'statement/' || id from recon_items where account_number = $1) order by m.id`,
      [number],
    )
  ).rows.map(({ reference, cents }) => `${reference.split('/')[0]} ${cents}`)
const exceptionsOf = async (number: string): Promise<StatementException[]> =>
  (await world.people.estherBankMaker.get<StatementException[]>('/reconciliation/exceptions')).body.filter(
    ({ accountNumber }) => accountNumber === number,
  )
/** A statement as the bank's own door brings it, of whatever days. */
async function told(lines: { key: string; cents: bigint; on: string }[], more: Partial<ReadStatement> = {}) {
  const days = lines.map(({ on }) => on).toSorted()
  const opening = more.openingCents ?? 0n
  const statement: ReadStatement = {
    source: 'BANK',
    accountNumber: account,
    fromOn: days[0] ?? today,
    toOn: days.at(-1) ?? today,
    openingCents: opening,
    closingCents: opening + lines.reduce((sum, { cents }) => sum + cents, 0n),
    lines: lines.map(({ key, cents, on }, at) => ({
      place: at + 1,
      key,
      reference: '',
      bookedOn: on,
      narration: key,
      amountCents: cents,
    })),
    ...more,
  }
  await world.house.db.transaction('system', (tx) => saveStatement(tx, statement, { fileName: 'Co-op Connect' }))
  await matchAccount(world.house, account)
}

describe('money that came in', () => {
  test('stands in the books once, with the words of the bank, however often the bank is asked', async () => {
    await payIn(world, account, 1_976_954, 'Outturn 47KR0012 e-slip ES-2207')
    await payIn(world, account, 850_000, 'Outturn 46KR0009 e-slip ES-2203')
    await askBank(world, account)
    await askBank(world, account, world.people.otienoChecker)
    expect(await ownMovements(account)).toEqual(['statement 1976954', 'statement 850000'])
    const { body } = await statementOf(world.people.wanjikuMaker, { outturnNumber: '47KR0012' })
    expect(body.transactions).toMatchObject([
      { drCr: 'CR', amount: 19_769.54, currency: 'USD', narration: 'Outturn 47KR0012 e-slip ES-2207', date: today },
    ])
    expect(body).toMatchObject({ accountNumber: account, currencyCode: 'USD', growerCode: 'CF4100' })
    const otherwise = await statementOf(world.people.wanjikuMaker, { outturnNumber: 'CF4100' })
    expect(otherwise.body.transactions).toEqual([])
    expect(body.transactions[0]?.transactionId).toMatch(/^FUNDS-/)
    expect(await exceptionsOf(account)).toMatchObject([{ kind: 'CREDITED', state: 'MATCHED', currency: 'USD' }, {}])
    expect(await ledgerFindings(world)).toEqual([])
  })

  test('is in the books with what lay there before the first statement, and nothing of that counts twice', async () => {
    const [earlier, before, day] = [dayAfter(today, -9), dayAfter(today, -5), dayAfter(today, -2)]
    await told([{ key: 'L3', cents: 30_000n, on: day }], { openingCents: 500_000n })
    // Asked later for earlier days: their lines are in the opening balance.
    await told([{ key: 'L1', cents: 500_000n, on: earlier }], { toOn: before })
    expect(await ownMovements(account)).toEqual(['opening 500000', 'statement 30000'])
    expect((await exceptionsOf(account)).map(({ kind }) => kind)).toEqual(['CREDITED', 'CREDITED'])
  })

  test('by a file of people it waits for the bank’s own word', async () => {
    const { estherBankMaker, peterBankChecker } = world.people
    await payIn(world, account, 700_000, 'Outturn 44KR0001 e-slip ES-2190')
    const { postings } = (await world.bank.control('GET', '/simulator/ledger')) as {
      postings: { transactionId: string; credit: string }[]
    } // border: the simulator's own answer
    const key = postings.find(({ credit }) => credit.endsWith(account))?.transactionId ?? ''
    const file = camt({ account, opening: 0, lines: [{ key, cents: 700_000, on: today }] }).replaceAll('KES', 'USD')
    await importStatement({ maker: estherBankMaker, checker: peterBankChecker, text: file })
    await expect.poll(() => exceptionsOf(account)).toMatchObject([{ kind: 'MISSING_HERE', state: 'OPEN' }])
    expect(await ownMovements(account)).toEqual([])
    await askBank(world, account)
    expect(await exceptionsOf(account)).toMatchObject([{ kind: 'CREDITED' }])
    expect(await ownMovements(account)).toEqual(['statement 700000'])
  })

  test('in shillings on an account of dollars a file is refused', async () => {
    const text = camt({ account, opening: 0, lines: [{ key: 'S1', cents: 100, on: today }] })
    const { body } = await world.people.estherBankMaker.post<{ message: string }>('/bank/statement', {
      fileName: 'statement.xml',
      text,
    })
    expect(body.message).toMatch(/Only USD are taken/)
  })
})

describe('what went out and is not ours', () => {
  test('is an exception of the bank’s people, and a charge once two of them say so', async () => {
    const { estherBankMaker, peterBankChecker, wanjikuMaker } = world.people
    await told([
      { key: 'C1', cents: 90_000n, on: today },
      { key: 'C2', cents: -1_500n, on: today },
    ])
    const exception = (await exceptionsOf(account)).find(({ amount }) => amount < 0)
    const standing = async () =>
      (await estherBankMaker.get<Reconciliation>('/reconciliation')).body.accounts.find(
        ({ accountNumber }) => accountNumber === account,
      )
    expect(await standing()).toMatchObject({ currency: 'USD', bank: 885, openExceptions: 1 })
    const detail = (await estherBankMaker.get<ExceptionDetail>(`/reconciliation/exception/${exception?.id}`)).body
    expect(detail.ways).toEqual(['BANK_CHARGE', 'IN_BOOKS', 'BANK_ERROR'])
    const proposed = await estherBankMaker.post<{ data: ChangeRequest }>(`/reconciliation/exception/${exception?.id}`, {
      resolution: 'BANK_CHARGE',
      reason: 'The fee of November',
    })
    const { id, version, title } = proposed.body.data
    expect(title).toMatch(/^-USD 15\.00/)
    const decision = { id, version, step: 'approve' }
    const { body } = await peterBankChecker.post<{ message: string }>('/reconciliation/resolutions/decide', decision)
    expect(body.message).toBe('Approved: the exception is resolved')
    const { transactions } = (await statementOf(wanjikuMaker)).body
    expect(transactions.find(({ drCr, amount }) => drCr === 'DR' && amount === 15)).toBeDefined()
  })
})

describe('who asks', () => {
  test('a society asks for its own accounts, not for those of another or of a fund', async () => {
    const { danielMaker, wanjikuMaker, kipronoMillerMaker, aminaViewer } = world.people
    expect((await requestOf(danielMaker, account)).body.code).toBe('statement.unknown_account')
    expect((await requestOf(wanjikuMaker, '01141000100100')).body.code).toBe('statement.unknown_account')
    expect((await requestOf(kipronoMillerMaker, account)).body.code).toBe('permission.missing')
    expect((await statementOf(danielMaker, { growerCode: 'CF4100' })).body.code).toBe('record.not_found')
    expect((await statementOf(danielMaker)).body).toMatchObject({ growerCode: 'CF4101', accountNumber: '' })
    expect((await statementOf(aminaViewer, { growerCode: 'CF4100' })).body.accountNumber).toBe(account)
  })

  test('every night each account in use is asked for, and no former number', async () => {
    const next = await openAccount(world, 'NON_CHECKOFF')
    await requestYesterday(world.house)
    const { rows } = await world.owner.query<{ number: string }>(
      'select account_number as number from bank_statement_pulls where account_number = any ($1)',
      [[account, next]],
    )
    expect(rows).toEqual([{ number: next }])
  })

  test('what was said of a former number stays readable, and it becomes nobody else’s', async () => {
    await told([{ key: 'F1', cents: 40_000n, on: today }])
    await openAccount(world, 'NON_CHECKOFF')
    expect(await exceptionsOf(account)).toMatchObject([{ purpose: 'NON_CHECKOFF' }])
    const taken = await world.people.wanjikuMaker.post<{ details?: object }>(
      `/society-accounts/${world.organisationId('CF4100')}`,
      { purpose: 'CHECKOFF', accountNumber: account },
    )
    expect(taken.body.details).toMatchObject({
      fields: { accountNumber: 'Another account of a society has this number' },
    })
  })
})

test('the list says the same as the statement, for each of the four accounts and with a total that is counted', async () => {
  await payIn(world, account, 10_000, 'Outturn 41KR0003')
  await askBank(world, account)
  const { body } = await world.people.wanjikuMaker.get<{ data: SettlementEntry[] }>(
    '/settlement/transactions/CF4100?paginate=Y&size=100&filter=account:NON_CHECKOFF',
  )
  const statement = (await statementOf(world.people.wanjikuMaker, { size: '100' })).body
  expect(body.data).toEqual(statement.transactions)
  expect(body.data[0]).toMatchObject({ account: 'NON_CHECKOFF', drCr: 'CR', runningBalance: statement.bookBalance })
  const [listed] = await accountsOf(world, world.people.wanjikuMaker)
  expect(listed).toMatchObject({
    bookBalance: statement.bookBalance,
    availableBalance: statement.availableBalance,
    upTo: today,
  })
})
