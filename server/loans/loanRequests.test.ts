import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  postLoanRequest,
  requestLoan,
  borrower,
  decideLoans,
  fillFund,
  grantLimit,
  inShillings,
  ledgerBalance,
  ledgerFindings,
  readLoan,
  settle,
  waitingLoan,
} from '#test/kit/loans.ts'
import { openRequest } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let kpcu: string
let society: string
beforeAll(async () => {
  world = await makeWorld()
  kpcu = world.organisationId('KPCU')
  society = world.organisationId('CF4100')
  await fillFund(world, 'KPCU', 1_000_000)
})
afterAll(async () => {
  const findings = await ledgerFindings(world)
  await world.close()
  expect(findings).toEqual([])
})

const authorisedLoan = async (id: string, amount = 16_500) => {
  const { otienoChecker, mercyKpcuChecker } = world.people
  const loan = await waitingLoan(world, id, amount)
  await decideLoans(otienoChecker, 'approve', [loan])
  const { body } = await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])
  expect(body.data).toMatchObject({ done: 1 })
  return loan
}

describe('a loan from the request to the money', () => {
  test('request, approval, authorisation and payment move limit, fund, loan and fee to the cent', async () => {
    const { wanjikuMaker, otienoChecker, mercyKpcuChecker } = world.people
    const { id, member_number } = await borrower(world)
    const fund = await ledgerBalance(world, 'fund', kpcu, kpcu)
    await grantLimit(world, id, 20_000)
    const form = await wanjikuMaker.get('/loan/member', { memberNumber: member_number })
    expect(form.body).toMatchObject({
      limit: { granted: 20_000, available: 20_000 },
      lenderName: 'Kenya Planters Co-operative Union',
      paymentType: 'INTERNALFT',
      least: 100,
      feeHundredths: 300,
      bars: [],
    })

    const loan = await requestLoan(wanjikuMaker, id, 16_500, { narration: 'School fees' })
    expect(loan).toMatchObject({
      amount: 16_500,
      feeAmount: 495,
      netAmount: 16_005,
      owedAmount: 16_500,
      channel: 'CLERK',
      paymentType: 'INTERNALFT',
      status: { id: 300, statusName: 'PENDING-APPROVAL' },
      farmer: { id, memberNumber: member_number },
      steps: { approve: 'permission.missing' },
    })
    expect(loan.referenceId).toMatch(/^LN[0-9A-Z]{10}$/)
    expect(await inShillings(world, id)).toEqual({ used: 0, reserved: 16_500, available: 3_500 })

    const approved = await decideLoans(otienoChecker, 'approve', [loan])
    expect([approved.status, approved.body.data.done]).toEqual([200, 1])
    const detail = await readLoan(mercyKpcuChecker, loan.id)
    expect(detail).toMatchObject({
      status: { id: 1 },
      approvedBy: 'Otieno Ouma',
      steps: { authorize: null, decline: null },
      fundAvailable: fund,
      account: { isVerified: true },
      bars: [],
    })
    expect(await readLoan(wanjikuMaker, loan.id)).toMatchObject({ fundAvailable: null })

    const authorised = await decideLoans(mercyKpcuChecker, 'authorize', [detail])
    expect(authorised.body.data.rows).toEqual([{ id: loan.id, outcome: 'done' }])
    expect(await ledgerBalance(world, 'fund', kpcu, kpcu)).toBe(fund - 16_005)
    expect(await ledgerBalance(world, 'clearing', kpcu, society)).toBe(16_005)
    const { rows } = await world.owner.query(
      'select amount_cents, payment_type, lender_id from payouts where source_id = $1',
      [loan.id],
    )
    expect(rows).toEqual([{ amount_cents: 1_600_500n, payment_type: 'INTERNALFT', lender_id: kpcu }])

    await settle(world, loan.id, 'PROCESSING')
    await settle(world, loan.id, 'PAID')
    await settle(world, loan.id, 'PAID')
    expect(await readLoan(wanjikuMaker, loan.id)).toMatchObject({
      status: { id: 303, statusName: 'SUCCESS' },
      partnerStatus: { statusName: 'SUCCESS' },
      internalFtRef: 'FT26001',
    })
    expect(await inShillings(world, id)).toEqual({ used: 16_500, reserved: 0, available: 3_500 })
    expect(await ledgerBalance(world, 'loan', society, id)).toBe(16_500)
    expect(await ledgerBalance(world, 'clearing', kpcu, society)).toBe(0)
    expect(await ledgerBalance(world, 'fee', kpcu, society)).toBe(495)
  })

  test('what the bank refused comes back to the fund and to the limit', async () => {
    for (const [status, wire] of [
      ['FAILED', 'FAILED'],
      ['REVERSED', 'REVERSED'],
    ] as const) {
      const { id } = await borrower(world)
      const fund = await ledgerBalance(world, 'fund', kpcu, kpcu)
      const loan = await authorisedLoan(id)
      await settle(world, loan.id, status)
      expect((await readLoan(world.people.wanjikuMaker, loan.id)).status.statusName).toBe(wire)
      expect(await inShillings(world, id)).toEqual({ used: 0, reserved: 0, available: 16_500 })
      expect(await ledgerBalance(world, 'fund', kpcu, kpcu)).toBe(fund)
    }
  })

  test('money that could not be brought back stays in clearing and the limit held, until it is found', async () => {
    const { id } = await borrower(world)
    const loan = await authorisedLoan(id)
    await settle(world, loan.id, 'REVERSAL_FAILED')
    expect((await readLoan(world.people.wanjikuMaker, loan.id)).status).toEqual({
      id: 306,
      statusName: 'REVERSAL-FAILED',
    })
    expect(await inShillings(world, id)).toMatchObject({ reserved: 16_500 })
    expect(await ledgerBalance(world, 'clearing', kpcu, society)).toBe(16_005)
    await settle(world, loan.id, 'REVERSED')
    expect(await inShillings(world, id)).toMatchObject({ reserved: 0, available: 16_500 })
    expect(await ledgerBalance(world, 'clearing', kpcu, society)).toBe(0)
  })

  test('money that came back after it was paid undoes the loan, the fee and the use of the limit', async () => {
    const { id } = await borrower(world)
    const fee = await ledgerBalance(world, 'fee', kpcu, society)
    const loan = await authorisedLoan(id)
    await settle(world, loan.id, 'PAID')
    await settle(world, loan.id, 'REVERSED')
    expect(await inShillings(world, id)).toEqual({ used: 0, reserved: 0, available: 16_500 })
    expect(await ledgerBalance(world, 'loan', society, id)).toBe(0)
    expect(await ledgerBalance(world, 'fee', kpcu, society)).toBe(fee)
  })

  test('news of the bank that contradicts what is known is refused as a fault, and changes nothing', async () => {
    const { id } = await borrower(world)
    const loan = await authorisedLoan(id)
    await settle(world, loan.id, 'FAILED')
    await expect(settle(world, loan.id, 'PAID')).rejects.toThrow(/from FAILED to SUCCESS/)
    expect(await inShillings(world, id)).toMatchObject({ used: 0, available: 16_500 })
  })
})

describe('requesting', () => {
  test('two requests at once on one limit: one is accepted', async () => {
    const { id } = await borrower(world)
    await grantLimit(world, id, 10_000)
    const { wanjikuMaker } = world.people
    const answers = await Promise.all([1, 2, 3, 4].map(() => postLoanRequest(wanjikuMaker, id, 6_000)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
      Array.from({ length: 3 }, () => 'limit.exceeded'),
    )
    expect(await inShillings(world, id)).toEqual({ used: 0, reserved: 6_000, available: 4_000 })
    const { rows } = await world.owner.query('select 1 from loan_requests where farmer_id = $1', [id])
    expect(rows).toHaveLength(1)
  })

  test('a channel that sends the same again, even at once, gets the same request', async () => {
    const { id, id_number } = await borrower(world)
    await grantLimit(world, id, 10_000)
    const { wanjikuMaker } = world.people
    const more = { channel: 'USSD', reference: 'USSD-778812' }
    const answers = await Promise.all([1, 2, 3].map(() => postLoanRequest(wanjikuMaker, id_number, 5_000, more)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await inShillings(world, id)).toMatchObject({ reserved: 5_000 })
    for (const [amount, farmer] of [
      [6_000, id],
      [5_000, (await borrower(world)).id],
    ] as const)
      expect((await postLoanRequest(wanjikuMaker, farmer, amount, more)).body.code).toBe('loan.reference_taken')
    // Answered as it stands, even when nothing would be lent any more.
    await world.owner.query(`update farmers set life_state = 'SUSPENDED' where id = $1`, [id])
    expect((await postLoanRequest(wanjikuMaker, id, 5_000, more)).body.data.id).toBe(answers[0]!.body.data.id)
  })

  test('another society’s member, or nobody, is not found', async () => {
    const { danielMaker, wanjikuMaker } = world.people
    const { id, member_number } = await borrower(world)
    await grantLimit(world, id, 10_000)
    expect((await postLoanRequest(danielMaker, id, 1_000)).status).toBe(404)
    expect((await danielMaker.get('/loan/member', { memberNumber: member_number })).status).toBe(404)
    expect((await postLoanRequest(wanjikuMaker, 'nobody', 1_000)).body.code).toBe('loan.unknown_member')
  })

  test('amounts are whole shillings, not too small, and such as the way can carry', async () => {
    const { id } = await borrower(world)
    await grantLimit(world, id, 2_000_000)
    const { wanjikuMaker } = world.people
    expect((await postLoanRequest(wanjikuMaker, id, 99)).body.code).toBe('loan.amount_low')
    for (const amount of [0, -5, 100.5]) expect((await postLoanRequest(wanjikuMaker, id, amount)).status).toBe(422)
    await world.owner.query(
      `update farmers set institution_code = (select code from institutions where type = 'M-PESA' limit 1), account_number = mobile_number where id = $1`,
      [id],
    )
    expect((await postLoanRequest(wanjikuMaker, id, 16_550)).body).toMatchObject({
      code: 'loan.no_way',
      details: { fields: { amount: 'M-PESA pays no cents: ask for 16,500 or 16,600' } },
    })
    expect((await postLoanRequest(wanjikuMaker, id, 16_600)).body.data).toMatchObject({
      paymentType: 'MPESA',
      netAmount: 16_102,
    })
  })

  test('everything that stands in the way refuses, and the form says so before', async () => {
    const { wanjikuMaker } = world.people
    const change = (set: string) => (id: string) => world.owner.query(`update farmers set ${set} where id = $1`, [id])
    const bars: [string, (id: string) => Promise<unknown>][] = [
      ['loan.member_not_active', change(`life_state = 'SUSPENDED'`)],
      ['loan.member_not_active', change(`life_state = 'DECEASED'`)],
      ['loan.account_not_verified', change(`account_state = 'UNVERIFIED'`)],
      ['loan.account_not_verified', change(`account_state = 'NAME_DIFFERS'`)],
      ['loan.account_cooling_off', change(`account_changed_at = now() - interval '47 hours'`)],
      ['loan.account_changing', (id) => openRequest(wanjikuMaker, { id }, { accountName: 'SOMEBODY ELSE' })],
    ]
    for (const [code, spoil] of bars) {
      const { id, member_number } = await borrower(world)
      await grantLimit(world, id, 10_000)
      await spoil(id)
      expect([code, (await postLoanRequest(wanjikuMaker, id, 1_000)).body.code]).toEqual([code, code])
      const { body } = await wanjikuMaker.get<{ bars: { code: string }[] }>('/loan/member', {
        memberNumber: member_number,
      })
      expect(body.bars.map((bar) => bar.code)).toContain(code)
      expect(await inShillings(world, id)).toMatchObject({ reserved: 0 })
    }
    const { id } = await borrower(world)
    expect((await postLoanRequest(wanjikuMaker, id, 1_000)).body.code).toBe('loan.no_lender')
    await grantLimit(world, id, 10_000, { lender: 'COOP' })
    // The bank's fund is empty.
    expect((await postLoanRequest(wanjikuMaker, id, 1_000)).body.code).toBe('loan.fund_short')
  })
})
