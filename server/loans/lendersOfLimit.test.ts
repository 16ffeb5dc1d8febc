import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Limit } from '#contract/limits/limits.ts'
import type { BorrowerLimit } from '#contract/loanReports/loanReports.ts'
import type { BorrowingMember, LenderPart } from '#contract/loans/loanRows.ts'
import type { FarmerLimit } from '#contract/loanReports/loanStatements.ts'
import { decideLimits, limitRow, membersWithCherry, sendLimits } from '#test/kit/limitFiles.ts'
import {
  postLoanRequest,
  requestLoan,
  borrower,
  decideLoans,
  fillFund,
  grantLimit,
  inShillings,
  ledgerFindings,
  addEarlierDebt,
  makePayable,
  readLoan,
  refuseLoan,
  settle,
} from '#test/kit/loans.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await fillFund(world, 'KPCU', 1_000_000)
  await fillFund(world, 'COOP', 1_000_000)
})
afterAll(async () => {
  const findings = await ledgerFindings(world)
  await world.close()
  expect(findings).toEqual([])
})

const kpcuName = 'Kenya Planters Co-operative Union'

/** A member with 4,991.00 of KPCU and, granted after it, 78.32 of the bank. */
async function ofTwo({ bank = 78.32 } = {}) {
  const member = await borrower(world)
  await grantLimit(world, member.id, 4_991)
  await grantLimit(world, member.id, bank, { lender: 'COOP' })
  return member
}
const formOf = async (memberNumber: string) =>
  (await world.people.wanjikuMaker.get<BorrowingMember>('/loan/member', { memberNumber })).body
const left = async (memberNumber: string) =>
  (await formOf(memberNumber)).lenders.map(({ code, used, reserved, available }) => [code, used, reserved, available])

describe('a limit that two lenders have granted', () => {
  test('nobody lends what somebody else has granted, whoever granted last', async () => {
    const { wanjikuMaker } = world.people
    const { id, member_number } = await ofTwo()
    const all = await postLoanRequest(wanjikuMaker, id, 5_069)
    expect([all.status, all.body.code]).toEqual([409, 'limit.lender_short'])
    expect(all.body.details).toMatchObject({
      fields: { amount: expect.stringContaining(`${kpcuName} up to KES 4,991`) as string },
      lenders: [
        { code: 'KPCU', available: 4_991 },
        { code: 'COOP', available: 78 },
      ],
    })
    expect(await left(member_number)).toEqual([
      ['KPCU', 0, 0, 4_991],
      ['COOP', 0, 0, 78],
    ])
    // Another grant of KPCU makes nothing of the bank's part its own.
    await grantLimit(world, id, 9)
    expect((await postLoanRequest(wanjikuMaker, id, 5_001)).body.code).toBe('limit.lender_short')
    expect((await requestLoan(wanjikuMaker, id, 5_000)).lenderName).toBe(kpcuName)
  })

  test('a request draws on the lender that it names, by code or id, else on the oldest grant that covers it', async () => {
    const { wanjikuMaker } = world.people
    const { id, member_number } = await ofTwo({ bank: 2_000 })
    const bank = await requestLoan(wanjikuMaker, id, 300, { lender: 'coop' })
    expect(bank.lenderName).toMatch(/Co-operative Bank/)
    await requestLoan(wanjikuMaker, id, 200, { lender: world.organisationId('COOP').toUpperCase() })
    expect((await requestLoan(wanjikuMaker, id, 4_000)).lenderName).toBe(kpcuName)
    // KPCU, whose grant is older, has 991 left: the bank covers the next one.
    expect((await requestLoan(wanjikuMaker, id, 1_000)).lenderName).toBe(bank.lenderName)
    expect((await requestLoan(wanjikuMaker, id, 991, { lender: null })).lenderName).toBe(kpcuName)
    expect(await left(member_number)).toEqual([
      ['KPCU', 0, 4_991, 0],
      ['COOP', 0, 1_500, 500],
    ])
    expect(await inShillings(world, id)).toEqual({ used: 0, reserved: 6_491, available: 500 })
  })

  test('a lender who is named is not stood in for, and one who has granted nothing is refused', async () => {
    const { wanjikuMaker } = world.people
    const { id } = await ofTwo()
    const named = await postLoanRequest(wanjikuMaker, id, 500, { lender: 'COOP' })
    expect([named.status, named.body.code]).toEqual([409, 'limit.lender_short'])
    for (const lender of ['CF4100', 'nobody']) {
      const { status, body } = await postLoanRequest(wanjikuMaker, id, 500, { lender })
      expect([status, body.code, Object.keys((body.details?.['fields'] ?? {}) as object)]).toEqual([
        422,
        'loan.unknown_lender',
        ['lender'],
      ])
    }
    expect(await inShillings(world, id)).toEqual({ used: 0, reserved: 0, available: 5_069 })
  })

  test('what is released, used and returned is of the lender that it came from', async () => {
    const { wanjikuMaker, otienoChecker, mercyKpcuChecker, peterBankChecker } = world.people
    const { id, member_number } = await ofTwo({ bank: 2_000 })
    const rejected = await requestLoan(wanjikuMaker, id, 700, { lender: 'COOP' })
    const paid = await requestLoan(wanjikuMaker, id, 800, { lender: 'COOP' })
    const other = await requestLoan(wanjikuMaker, id, 1_000)
    await refuseLoan(otienoChecker, 'reject', rejected)
    await decideLoans(otienoChecker, 'approve', [paid, other])
    expect(await readLoan(mercyKpcuChecker, paid.id)).toMatchObject({
      bars: [],
      limit: { available: 5_191 },
      lenders: [
        { code: 'KPCU', available: 3_991 },
        { code: 'COOP', available: 1_200, reserved: 800 },
      ],
    })
    const foreign = await decideLoans(mercyKpcuChecker, 'authorize', [{ id: paid.id }])
    expect(foreign.body.code).toBe('loan.other_lender')
    for (const [who, loan] of [
      [peterBankChecker, paid],
      [mercyKpcuChecker, other],
    ] as const)
      expect((await decideLoans(who, 'authorize', [{ id: loan.id }])).body.data).toMatchObject({ done: 1 })
    await settle(world, paid.id, 'PAID')
    await settle(world, other.id, 'FAILED')
    expect(await left(member_number)).toEqual([
      ['KPCU', 0, 0, 4_991],
      ['COOP', 800, 0, 1_200],
    ])
    await settle(world, paid.id, 'REVERSED')
    expect(await left(member_number)).toEqual([
      ['KPCU', 0, 0, 4_991],
      ['COOP', 0, 0, 2_000],
    ])
  })

  test('arrears to one lender are taken off that lender’s part and off the sum, for everybody', async () => {
    const { wanjikuMaker } = world.people
    const { id, member_number } = await borrower(world)
    await grantLimit(world, id, 60_000)
    await grantLimit(world, id, 20_000, { lender: 'COOP' })
    await addEarlierDebt(world, id)
    expect((await formOf(member_number)).limit).toMatchObject({ arrears: 50_000, available: 30_000 })
    expect(await left(member_number)).toEqual([
      ['KPCU', 0, 0, 10_000],
      ['COOP', 0, 0, 20_000],
    ])
    const loan = await requestLoan(wanjikuMaker, id, 10_000, { lender: 'KPCU' })
    // Since the request more has come to be owed to KPCU: the part of the bank still holds.
    await addEarlierDebt(world, id, 1)
    const { body } = await decideLoans(world.people.otienoChecker, 'approve', [loan])
    expect(body.code).toBe('limit.exceeded')
    const bank = await requestLoan(wanjikuMaker, id, 19_999, { lender: 'COOP' })
    expect((await decideLoans(world.people.otienoChecker, 'approve', [bank])).body.data).toMatchObject({ done: 1 })
  })
})

describe('at the same moment', () => {
  test('of several requests over one lender’s rest one is accepted, and the other lender is not touched', async () => {
    const { wanjikuMaker } = world.people
    const { id, member_number } = await ofTwo({ bank: 2_000 })
    const answers = await Promise.all([1, 2, 3].map(() => postLoanRequest(wanjikuMaker, id, 1_500, { lender: 'COOP' })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await left(member_number)).toEqual([
      ['KPCU', 0, 0, 4_991],
      ['COOP', 0, 1_500, 500],
    ])
  })

  test('requests on two lenders never take more than the sum that arrears leave', async () => {
    const { wanjikuMaker } = world.people
    for (let round = 0; round < 5; round++) {
      const { id } = await borrower(world)
      await grantLimit(world, id, 60_000)
      await grantLimit(world, id, 60_000, { lender: 'COOP' })
      // Owed to a third, who grants nothing this season: it counts against the sum only.
      await addEarlierDebt(world, id, 50_000, 'ML2001')
      const requests = ['KPCU', 'COOP'].map((lender) => postLoanRequest(wanjikuMaker, id, 60_000, { lender }))
      expect((await Promise.all(requests)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(await inShillings(world, id)).toMatchObject({ reserved: 60_000, available: 10_000 })
    }
  })

  test('a request while a file of the other lender raises limits neither waits for ever nor loses a cent', async () => {
    const { wanjikuMaker, otienoChecker, peterBankChecker } = world.people
    const member = (await membersWithCherry(world)).at(-1)
    if (!member) throw new Error('a member with cherry is needed')
    await makePayable(world, [member.id])
    await grantLimit(world, member.id, 5_000)
    const file = await sendLimits(wanjikuMaker, [limitRow(member)], { shareData: false })
    const passed = await decideLimits(otienoChecker, 'approve', file)
    const [raised, ...answers] = await Promise.all([
      decideLimits(peterBankChecker, 'approve', passed.body.data),
      ...[1, 2, 3].map(() => postLoanRequest(wanjikuMaker, member.id, 2_500)),
    ])
    expect(raised.status).toBe(200)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409])
    expect(await left(member.memberNumber)).toEqual([
      ['KPCU', 0, 5_000, 0],
      ['COOP', 0, 0, 400],
    ])
  })
})

describe('where a limit is shown', () => {
  test('the list, the farmer’s page and the loan history have a line for each lender and the sum above', async () => {
    const { wanjikuMaker } = world.people
    const { id, member_number } = await ofTwo()
    await requestLoan(wanjikuMaker, id, 1_000)
    const parts: LenderPart[] = (await formOf(member_number)).lenders
    expect(parts).toMatchObject([
      { code: 'KPCU', name: kpcuName, granted: 4_991, used: 0, reserved: 1_000, arrears: 0, available: 3_991 },
      { code: 'COOP', granted: 78.32, available: 78 },
    ])
    const path = `/limit/active/${world.organisationId('CF4100')}`
    const { body } = await wanjikuMaker.get<Limit[]>(path, { search: member_number })
    expect(body).toMatchObject([{ currLimit: 5_069.32, reserved: 1_000, available: 4_069, lenders: parts }])
    const csv = await wanjikuMaker.get(path, { search: member_number, export: 'csv' })
    expect(csv.bytes.toString()).toContain(`"${kpcuName} 3,991, ${parts[1]?.name} 78"`)
    const page = (await wanjikuMaker.get<FarmerLimit>(`/farmer/${id}/limit`)).body
    expect(page.seasons).toMatchObject([{ granted: 5_069.32, available: 4_069, lenders: parts }])
    expect(page.movements.map(({ what, available, lenderName }) => [what, available, lenderName])).toEqual([
      ['RESERVED', 4_069.32, kpcuName],
      ['GRANTED', 5_069.32, parts[1]?.name],
      ['GRANTED', 4_991, kpcuName],
    ])
    const history = await wanjikuMaker.get<{ borrowerLimit: BorrowerLimit }>(
      `/disbursement/farmer/history/${world.organisationId('CF4100')}/${id}`,
    )
    expect(history.body.borrowerLimit).toMatchObject({ availableBalance: 4_069, granted: 5_069.32, lenders: parts })
  })

  test('more than the limit is answered about the limit, before the way of the money', async () => {
    const { wanjikuMaker } = world.people
    const { id } = await borrower(world)
    await grantLimit(world, id, 2_000)
    await world.owner.query(
      `update farmers set institution_code = (select code from institutions where type = 'M-PESA' limit 1), account_number = mobile_number where id = $1`,
      [id],
    )
    // Neither an amount with cents nor one above what M-PESA carries hides that the limit is too small.
    for (const amount of [2_050, 900_000])
      expect(await postLoanRequest(wanjikuMaker, id, amount)).toMatchObject({
        status: 409,
        body: {
          code: 'limit.exceeded',
          details: { fields: { amount: 'At most KES 2,000 may be borrowed' }, available: 2_000 },
        },
      })
    expect((await postLoanRequest(wanjikuMaker, id, 1_950)).body.code).toBe('loan.no_way')
  })
})
