import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BorrowedLoan, BorrowerLimit, InterestCommission, LoanSummary } from '#contract/loanReports/loanReports.ts'
import type { LoanRequest } from '#contract/loans/loanRows.ts'
import type { LoanSchedule, LoanScheduleLine } from '#contract/loanReports/loanSchedules.ts'
import type { FarmerLimit, SettlementLine } from '#contract/loanReports/loanStatements.ts'
import type { SettlementEntry } from '#contract/loanReports/settlementAccounts.ts'
import { businessDate } from '#server/kit/clock.ts'
import { move } from '#server/ledger/ledger.ts'
import { sendFarmers } from '#test/kit/farmerUploads.ts'
import { limitRow, membersWithCherry, sendLimits } from '#test/kit/limitFiles.ts'
import { approvedSchedules, authorisedLoans } from '#test/kit/loanReports.ts'
import { refuseLoan, settle, waitingLoan } from '#test/kit/loans.ts'
import { freshMember, type Member } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type History = { borrowerLimit: BorrowerLimit; loanHistory: BorrowedLoan[]; items: BorrowedLoan[] }

let world: World
let member: Member
let society: string
/** Paid, on the way, refused, came back before and after it was paid, and one that came back nowhere. */
let loans: string[]
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  society = world.organisationId('CF4100')
  member = await freshMember(world)
  loans = await authorisedLoans(world, member.id, [16_500, 1_000, 2_000, 3_000, 4_000, 5_000])
  const [paid = '', , failed = '', reversed = '', undone = '', stuck = ''] = loans
  await settle(world, [paid, undone], 'PAID')
  await settle(world, [failed], 'FAILED')
  await settle(world, [reversed, undone], 'REVERSED')
  await settle(world, [stuck], 'REVERSAL_FAILED')
})
afterAll(() => world?.close())

const historyOf = (by = world.people.wanjikuMaker, organisation = society, id = member.id) =>
  by.get<History>(`/disbursement/farmer/history/${organisation}/${id}`)

describe('interest commissions', () => {
  test('show each loan that went out with its fee, in the envelope of the specification', async () => {
    const { status, body } = await world.people.otienoChecker.get<{ items: InterestCommission[]; totalPages: number }>(
      '/disbursement_transactions',
      { page: 0, size: 5, name: member.full_name },
    )
    expect(status).toBe(200)
    expect([body.items.length, body.totalPages]).toEqual([5, 2])
    const rest = await world.people.otienoChecker.get<{ items: InterestCommission[] }>('/disbursement_transactions', {
      page: 1,
      size: 5,
      name: member.full_name,
    })
    const all = [...body.items, ...rest.body.items]
    expect(all.map(({ id }) => id).toSorted()).toEqual(loans.toSorted())
    expect(all.find(({ id }) => id === loans[0])).toMatchObject({
      disbursementAmount: 16_500,
      interestAmount: 495,
      disbursementStatus: 'SUCCESS',
      fullName: member.full_name,
    })
  })

  test('of other societies are not among those of a society, and are among those of who lends', async () => {
    const read = async (by = world.people.purityChecker) =>
      (await by.get<{ items: unknown[] }>('/disbursement_transactions', { size: 100 })).body.items.length
    expect(await read()).toBe(0)
    expect(await read(world.people.mercyKpcuChecker)).toBeGreaterThanOrEqual(6)
  })
})

describe('the loan summary', () => {
  test('counts the loans of a society by where they stand, and what was paid', async () => {
    const { body } = await world.people.margaretManager.get<LoanSummary[]>(
      `/disbursement/fcs-manager/summary/${society}`,
    )
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({
      organisationCode: 'CF4100',
      processingCount: 1,
      successCount: 1,
      successValue: 16_500,
      reversedCount: 2,
      reversalFailedCount: 1,
      failedCount: 1,
    })
  })

  test('of all societies is read by who sees all, and of another one by nobody else', async () => {
    const path = `/disbursement/fcs-manager/summary/`
    const all = await world.people.aminaViewer.get<LoanSummary[]>(`${path}GOVT`)
    expect(all.body.length).toBeGreaterThan(1)
    const one = await world.people.aminaViewer.get<LoanSummary[]>(`${path}CF4100`)
    expect(one.body.map(({ organisationCode }) => organisationCode)).toEqual(['CF4100'])
    expect((await world.people.purityChecker.get(`${path}CF4100`)).status).toBe(404)
  })
})

describe('the loan history of a member', () => {
  test('shows the limit as the ledger has it, and every loan, newest first', async () => {
    const { status, body } = await historyOf()
    expect(status).toBe(200)
    // Granted 31,500: paid 16,500, on the way 1,000, stuck 5,000; all others came back.
    expect(body.borrowerLimit).toMatchObject({
      name: member.full_name,
      mobileNumber: member.mobile_number,
      granted: 31_500,
      used: 16_500,
      reserved: 6_000,
      availableBalance: 9_000,
    })
    expect(body.loanHistory.map(({ id }) => id)).toEqual(loans.toReversed())
    expect(body.items).toEqual(body.loanHistory)
    expect(body.loanHistory.map(({ status: one, externalStatus }) => [one.statusName, externalStatus])).toEqual([
      ['REVERSAL-FAILED', 'FAILED'],
      ['REVERSED', 'FAILED'],
      ['REVERSED', 'FAILED'],
      ['FAILED', 'FAILED'],
      ['PROCESSING', expect.any(String)],
      ['SUCCESS', 'SUCCESS'],
    ])
  })

  test('is found by the national ID too, but not by who may not see one', async () => {
    const { wanjikuMaker, aminaViewer } = world.people
    expect((await historyOf(wanjikuMaker, society, member.id_number)).body.borrowerLimit.id).toBe(member.id)
    expect((await historyOf(aminaViewer, 'GOVT', member.id_number)).status).toBe(404)
    const masked = await historyOf(aminaViewer, 'GOVT')
    expect(masked.status).toBe(200)
    expect(masked.bytes.toString()).not.toContain(member.id_number)
    expect(masked.bytes.toString()).not.toContain(member.mobile_number)
  })

  test('of a member of another society is not found, whichever society the path names', async () => {
    const { purityChecker, peterBankChecker } = world.people
    const other = world.organisationId('CF4101')
    expect((await historyOf(purityChecker, other)).status).toBe(404)
    expect((await historyOf(purityChecker)).status).toBe(404)
    expect((await historyOf(peterBankChecker, other)).status).toBe(404)
    expect((await historyOf(peterBankChecker)).status).toBe(200)
    const list = await purityChecker.get(`/loan/history/${other}/${member.id}`)
    expect(list.status).toBe(404)
  })
})

test('payments that nobody has authorised are those that wait, each with what the reader may do', async () => {
  const other = await freshMember(world)
  await world.owner.query(`update farmers set account_state = 'VERIFIED', account_changed_at = null where id = $1`, [
    other.id,
  ])
  const loan = await waitingLoan(world, other.id, 700)
  const read = async (by = world.people.otienoChecker) =>
    (await by.get<LoanRequest[]>('/payment/unapprovedpayments')).body
  expect((await read()).map(({ id }) => id)).toEqual([loan.id])
  expect((await read())[0]?.steps).toMatchObject({ approve: null })
  expect((await read(world.people.wanjikuMaker))[0]?.steps['approve']).not.toBeNull()
  expect(await read(world.people.purityChecker)).toEqual([])
  await refuseLoan(world.people.otienoChecker, 'reject', loan)
  expect(await read()).toEqual([])
})

describe('loan schedules', () => {
  test('are approved limit files, with each member, the account by its name, and the amount', async () => {
    const [id = ''] = await approvedSchedules(world, [3])
    const { wanjikuMaker, aminaViewer, purityChecker } = world.people
    const all = await wanjikuMaker.get<LoanSchedule[]>(`/upload/cherry/loanSchedules/${society}`)
    expect(all.body.find((one) => one.id === id)).toMatchObject({ fileName: 'schedule 1.csv', members: 3 })
    const { body } = await wanjikuMaker.get<LoanScheduleLine[]>(`/upload/cherry/loanSchedule/${id}`)
    expect(body).toHaveLength(3)
    for (const line of body) {
      const { rows } = await world.owner.query(
        'select account_name, account_number, id_number from farmers where id = $1',
        [line.farmerId],
      )
      expect(rows).toEqual([
        { account_name: line.accountName, account_number: line.bankAccount, id_number: line.idNumber },
      ])
      expect(line.amount).toBe(line.currentDelivery * 40)
    }
    const masked = await aminaViewer.get(`/upload/cherry/loanSchedule/${id}`)
    expect(body.filter((line) => masked.bytes.toString().includes(line.bankAccount))).toEqual([])
    expect((await purityChecker.get(`/upload/cherry/loanSchedule/${id}`)).status).toBe(404)
    const others = await purityChecker.get<LoanSchedule[]>(
      `/upload/cherry/loanSchedules/${world.organisationId('CF4101')}`,
    )
    expect(others.body.map((one) => one.id)).not.toContain(id)
  })

  test('are not files that still wait, nor files of another kind', async () => {
    const { wanjikuMaker } = world.people
    const [member] = await membersWithCherry(world, 'CF4100', 20)
    const waiting = await sendLimits(wanjikuMaker, [limitRow(member!)]) // the demo valley has deliveries
    expect(waiting.status.statusName).toMatch(/^PENDING/)
    for (const { id } of [waiting, await sendFarmers(wanjikuMaker, 1)])
      expect((await wanjikuMaker.get(`/upload/cherry/loanSchedule/${id}`)).status).toBe(404)
  })
})

test('the timeline of a limit tells what was granted, reserved, used, released and returned, and adds up', async () => {
  const { wanjikuMaker, purityChecker } = world.people
  const { body } = await wanjikuMaker.get<FarmerLimit>(`/farmer/${member.id}/limit`)
  const moved = body.movements.toReversed()
  expect(moved[0]).toMatchObject({ what: 'GRANTED', amount: 31_500, available: 31_500 })
  const counts = Object.groupBy(moved, ({ what }) => what)
  expect(Object.fromEntries(Object.entries(counts).map(([what, all]) => [what, all.length]))).toEqual({
    GRANTED: 1,
    RESERVED: 6,
    USED: 2,
    RELEASED: 2,
    RETURNED: 1,
  })
  const signs = { GRANTED: 1, RESERVED: -1, USED: 0, RELEASED: 1, RETURNED: 1 }
  let left = 0
  for (const { what, amount, available } of moved) {
    left += signs[what] * amount
    expect([what, available]).toEqual([what, left])
  }
  expect(body.seasons[0]).toMatchObject({ available: left, lenderName: expect.any(String) })
  for (const { what, reference } of moved) if (what !== 'GRANTED') expect(reference).toMatch(/^LN/)
  expect((await purityChecker.get(`/farmer/${member.id}/limit`)).status).toBe(404)
})

describe('settlement transactions', () => {
  const ask = (body: object, by = world.people.margaretManager) =>
    by.post<SettlementLine[] & { code?: string }>('/settlement/transactions', body)
  beforeAll(async () => {
    const account = { organisationId: society, subjectId: society }
    const cause = { kind: 'test', id: society }
    const [settlement, outside] = [
      { kind: 'settlement', ...account },
      { kind: 'outside', ...account },
    ] as const
    await world.house.db.transaction('system', (tx) =>
      move(tx, [
        {
          type: 'post',
          reference: 'settle/1',
          debit: outside,
          credit: settlement,
          amountCents: 150_050n,
          cause,
          narration: 'Sale 12, lot 40',
          businessDate: '2026-10-05',
        },
        {
          type: 'post',
          reference: 'settle/2',
          debit: settlement,
          credit: outside,
          amountCents: 50n,
          cause,
          narration: 'Charge',
          businessDate: '2026-10-06',
        },
      ]),
    )
  })
  test('are the lines of the accounts of a society between two days, both included', async () => {
    const { status, body } = await ask({ growerCode: 'CF4100', from: '2026-10-05', to: '2026-10-06' })
    expect(status).toBe(200)
    expect(body).toMatchObject([
      {
        date: '2026-10-05',
        amount: 1500.5,
        drCr: 'CR',
        runningBalance: 1500.5,
        narration: 'Sale 12, lot 40',
        currency: 'KES',
      },
      { date: '2026-10-06', amount: 0.5, drCr: 'DR', runningBalance: 1500 },
    ])
    const later = await ask({ growerCode: 'CF4100', from: '2026-10-06', to: businessDate() })
    expect(later.body).toHaveLength(1)
  })
  test('are of the own society only, unless the reader sees all', async () => {
    const period = { from: '2026-10-01', to: '2026-10-31' }
    expect((await ask({ growerCode: 'CF4100', ...period }, world.people.purityChecker)).status).toBe(404)
    expect((await ask({ growerCode: 'CF4101', ...period }, world.people.purityChecker)).body).toEqual([])
    expect((await ask({ growerCode: 'CF4100', ...period }, world.people.estherBankMaker)).body).toHaveLength(2)
    expect((await ask({ growerCode: 'CF9999', ...period }, world.people.estherBankMaker)).status).toBe(404)
  })
  test('need a first day that is not after the last', async () => {
    const { status, body } = await ask({ growerCode: 'CF4100', from: '2026-10-07', to: '2026-10-06' })
    expect([status, body.code]).toEqual([422, 'loan_statement.period'])
  })
  test('are a list too, of the own society or of all, between days, searched and taken along as a file', async () => {
    type Listed = { data: SettlementEntry[]; code?: string }
    const list = async (code: string, query: Record<string, string> = {}, by = world.people.margaretManager) =>
      by.get<Listed>(`/settlement/transactions/${code}`, { paginate: 'Y', ...query })
    const narrationsOf = ({ body }: Awaited<ReturnType<typeof list>>) => body.data.map(({ narration }) => narration)
    expect(narrationsOf(await list('CF4100'))).toEqual(['Charge', 'Sale 12, lot 40'])
    expect(narrationsOf(await list('CF4100', { to: '2026-10-05' }))).toEqual(['Sale 12, lot 40'])
    expect(narrationsOf(await list('CF4100', { from: '2026-10-06' }))).toEqual(['Charge'])
    expect(narrationsOf(await list('CF4100', { filter: 'drCr:CR' }))).toEqual(['Sale 12, lot 40'])
    expect(narrationsOf(await list('CF4100', { search: 'lot 40' }))).toEqual(['Sale 12, lot 40'])
    const wrong = await list('CF4100', { from: '2026-10-07', to: '2026-10-06' })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'loan_statement.period'])
    const { estherBankMaker, purityChecker } = world.people
    expect((await list('CF4100', {}, purityChecker)).status).toBe(404)
    expect(narrationsOf(await list('CF4101', {}, purityChecker))).toEqual([])
    expect((await list('COOP', {}, estherBankMaker)).body.data).toMatchObject([
      { organisationCode: 'CF4100', runningBalance: 1500 },
      { organisationCode: 'CF4100', runningBalance: 1500.5 },
    ])
    const file = await world.people.margaretManager.get('/settlement/transactions/CF4100', { export: 'csv' })
    expect(file.bytes.toString()).toContain('Sale 12, lot 40')
  })
})
