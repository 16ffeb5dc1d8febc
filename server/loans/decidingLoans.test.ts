import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import {
  requestLoan,
  borrower,
  decideLoans,
  fillFund,
  grantLimit,
  inShillings,
  ledgerBalance,
  ledgerFindings,
  addEarlierDebt,
  makePayable,
  readLoan,
  refuseLoan,
  waitingLoan,
} from '#test/kit/loans.ts'
import { freshMembers } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { expireLoans } from './expireLoans.ts'

let world: World
let kpcu: string
beforeAll(async () => {
  world = await makeWorld()
  kpcu = world.organisationId('KPCU')
  await fillFund(world, 'KPCU', 1_000_000)
})
afterAll(async () => {
  const findings = await ledgerFindings(world)
  await world.close()
  expect(findings).toEqual([])
})

describe('deciding', () => {
  test('the maker approves nothing, who approved authorises nothing, and another lender nothing at all', async () => {
    const { wanjikuMaker, otienoChecker, margaretManager, mercyKpcuChecker, peterBankChecker, purityChecker } =
      world.people
    const { id } = await borrower(world)
    const loan = await waitingLoan(world, id)
    await world.owner.query('update loan_requests set makers = makers || $2::uuid where id = $1', [
      loan.id,
      otienoChecker.id,
    ])
    expect((await decideLoans(otienoChecker, 'approve', [loan])).body).toMatchObject({
      code: 'own_submission',
    })
    expect((await decideLoans(wanjikuMaker, 'approve', [loan])).status).toBe(403)
    expect((await decideLoans(purityChecker, 'approve', [loan])).body).toMatchObject({
      code: 'record.not_found',
    })
    expect((await decideLoans(mercyKpcuChecker, 'authorize', [loan])).body).toMatchObject({
      code: 'step.wrong_state',
    })
    expect((await decideLoans(margaretManager, 'approve', [loan])).body.data.done).toBe(1)
    const again = await decideLoans(margaretManager, 'approve', [{ id: loan.id }])
    expect([again.status, again.body]).toMatchObject([
      409,
      { error: true, code: 'step.wrong_state', details: { by: margaretManager.fullName, done: 0, skipped: 1 } },
    ])
    const bank = await decideLoans(peterBankChecker, 'authorize', [{ id: loan.id }])
    expect([bank.status, bank.body.code]).toEqual([409, 'loan.other_lender'])
    expect((await refuseLoan(peterBankChecker, 'decline', { id: loan.id })).body.code).toBe('loan.other_lender')
    expect((await readLoan(peterBankChecker, loan.id)).steps).toMatchObject({ authorize: 'loan.other_lender' })
    // Somebody who approved at the society and now sits at KPCU.
    await world.owner.query(
      'update loan_requests set makers = array[$2::uuid, $3::uuid], approved_by = $3 where id = $1',
      [loan.id, wanjikuMaker.id, mercyKpcuChecker.id],
    )
    expect((await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])).body).toMatchObject({
      code: 'own_submission',
    })
    await expect(
      world.owner.query(`update loan_requests set status = 'PROCESSING', decided_by = approved_by where id = $1`, [
        loan.id,
      ]),
    ).rejects.toThrow(/maker_is_not_checker|approver_authorises_not/)
    expect(await inShillings(world, id)).toMatchObject({ reserved: 16_500 })
  })

  test('a refusal needs a reason, tells the maker, and frees the limit at once', async () => {
    const { otienoChecker, mercyKpcuChecker, wanjikuMaker } = world.people
    const { id } = await borrower(world)
    const first = await waitingLoan(world, id)
    const bare = await refuseLoan(otienoChecker, 'reject', first, ' ')
    expect([bare.status, bare.body]).toMatchObject([
      422,
      {
        code: 'step.comment_required',
        message: 'Reason is required',
        details: { fields: { approvalComment: 'Reason is required' } },
      },
    ])
    const rejected = await refuseLoan(otienoChecker, 'reject', first, 'Too much for his cherry')
    expect(rejected.body.data).toMatchObject({
      status: { id: 2, statusName: 'REJECTED' },
      approvalComment: 'Too much for his cherry',
    })
    expect(await inShillings(world, id)).toMatchObject({ reserved: 0, available: 16_500 })
    const second = await requestLoan(wanjikuMaker, id, 16_500)
    await decideLoans(otienoChecker, 'approve', [second])
    const declined = await refuseLoan(mercyKpcuChecker, 'decline', { id: second.id })
    expect(declined.body.data.status).toEqual({ id: 308, statusName: 'DECLINED' })
    expect(await inShillings(world, id)).toMatchObject({ reserved: 0, available: 16_500 })
    const { rows } = await world.owner.query(
      'select to_status from notifications where user_id = $1 and record_id = any ($2)',
      [wanjikuMaker.id, [first.id, second.id]],
    )
    expect(rows.map(({ to_status }: { to_status: string }) => to_status)).toContain('REJECTED')
  })

  test('authorise and decline at once: one of them happens', async () => {
    const { otienoChecker, mercyKpcuChecker } = world.people
    for (let round = 0; round < 4; round++) {
      const { id } = await borrower(world)
      const fund = await ledgerBalance(world, 'fund', kpcu, kpcu)
      const loan = await waitingLoan(world, id)
      await decideLoans(otienoChecker, 'approve', [loan])
      const [authorised, declined] = await Promise.all([
        decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }]),
        refuseLoan(mercyKpcuChecker, 'decline', { id: loan.id }),
      ])
      const wasPaid = authorised.status === 200
      expect(declined.status).toBe(wasPaid ? 409 : 200)
      const { rows } = await world.owner.query('select 1 from payouts where source_id = $1', [loan.id])
      expect(rows).toHaveLength(wasPaid ? 1 : 0)
      expect(await ledgerBalance(world, 'fund', kpcu, kpcu)).toBe(wasPaid ? fund - 16_005 : fund)
      expect(await inShillings(world, id)).toMatchObject({ reserved: wasPaid ? 16_500 : 0 })
    }
  })

  test('what was true at the request is checked again: a fallen limit, a suspended member, a changed account', async () => {
    const { otienoChecker, mercyKpcuChecker } = world.people
    const [fallen, suspended, changed] = await freshMembers(world, 3)
    for (const one of [fallen!, suspended!, changed!]) await makePayable(world, [one.id])
    const loans = []
    for (const one of [fallen!, suspended!, changed!]) loans.push(await waitingLoan(world, one.id))
    await decideLoans(otienoChecker, 'approve', loans)
    await addEarlierDebt(world, fallen!.id)
    await world.owner.query(`update farmers set life_state = 'SUSPENDED' where id = $1`, [suspended!.id])
    await world.owner.query(`update farmers set account_changed_at = now() where id = $1`, [changed!.id])
    const { body } = await decideLoans(
      mercyKpcuChecker,
      'authorize',
      loans.map(({ id }) => ({ id })),
    )
    expect(body.details.rows.map(({ code }) => code)).toEqual([
      'limit.exceeded',
      'loan.member_not_active',
      'loan.account_cooling_off',
    ])
    expect((await readLoan(mercyKpcuChecker, loans[0]!.id)).bars.map(({ code }) => code)).toEqual(['limit.exceeded'])
  })

  test('the society approves nothing that the limit no longer covers', async () => {
    const { id } = await borrower(world)
    const loan = await waitingLoan(world, id)
    await addEarlierDebt(world, id)
    const { body } = await decideLoans(world.people.otienoChecker, 'approve', [loan])
    expect(body.details.rows[0]).toMatchObject({ outcome: 'skipped', code: 'limit.exceeded' })
  })

  test('a batch takes what the fund covers, and leaves the rest', async () => {
    const { otienoChecker, peterBankChecker, wanjikuMaker } = world.people
    const members = await freshMembers(world, 3)
    await fillFund(world, 'COOP', 20_000)
    const loans = []
    for (const { id } of members) {
      await makePayable(world, [id])
      await grantLimit(world, id, 10_000, { lender: 'COOP' })
      loans.push(await requestLoan(wanjikuMaker, id, 10_000))
    }
    await decideLoans(otienoChecker, 'approve', loans)
    const { body } = await decideLoans(
      peterBankChecker,
      'authorize',
      loans.map(({ id }) => ({ id })),
    )
    expect(body.data).toMatchObject({ done: 2, skipped: 1, failed: 0 })
    expect(body.data.rows.map(({ code }) => code ?? '')).toEqual(['', '', 'loan.fund_short'])
    const coop = world.organisationId('COOP')
    expect(await ledgerBalance(world, 'fund', coop, coop)).toBe(20_000 - 2 * 9_700)
  })

  test('killed half-way, nothing of an authorisation has happened', async () => {
    const { otienoChecker, mercyKpcuChecker } = world.people
    const { id } = await borrower(world)
    const fund = await ledgerBalance(world, 'fund', kpcu, kpcu)
    const loan = await waitingLoan(world, id)
    await decideLoans(otienoChecker, 'approve', [loan])
    // The last statement of the transaction fails as if the server had died there.
    await world.owner.query(
      `create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
    )
    await world.owner.query('create trigger die before insert on payouts for each row execute function die()')
    const { status } = await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])
    await world.owner.query('drop trigger die on payouts; drop function die()')
    expect(status).toBe(500)
    expect((await readLoan(mercyKpcuChecker, loan.id)).status.statusName).toBe('APPROVED')
    expect(await ledgerBalance(world, 'fund', kpcu, kpcu)).toBe(fund)
    expect((await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])).body.data.done).toBe(1)
  })
})

test('a request with cents is barred, and not authorised, once its account has become one of M-PESA', async () => {
  const { otienoChecker, mercyKpcuChecker } = world.people
  const { id } = await borrower(world)
  const loan = await waitingLoan(world, id, 16_550)
  await decideLoans(otienoChecker, 'approve', [loan])
  await world.owner.query(
    `update farmers set institution_code = (select code from institutions where type = 'M-PESA' limit 1), account_number = mobile_number where id = $1`,
    [id],
  )
  expect((await readLoan(mercyKpcuChecker, loan.id)).bars).toMatchObject([{ code: 'loan.no_way' }])
  const { rows } = (await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])).body.details
  expect(rows[0]).toMatchObject({ outcome: 'skipped', code: 'loan.no_way' })
  expect(await inShillings(world, id)).toMatchObject({ reserved: 16_550 })
})

test('a request that nobody decides for fourteen days expires and gives the limit back', async () => {
  const { otienoChecker, wanjikuMaker } = world.people
  const [waiting, approved, late] = await freshMembers(world, 3)
  for (const one of [waiting!, approved!, late!]) await makePayable(world, [one.id])
  const first = await waitingLoan(world, waiting!.id)
  const second = await waitingLoan(world, approved!.id)
  await decideLoans(otienoChecker, 'approve', [second])
  setClock(() => Date.now() + 13.9 * 86_400_000)
  await expireLoans(world.house)
  setClock(null)
  expect((await readLoan(wanjikuMaker, first.id)).status.statusName).toBe('PENDING-APPROVAL')
  setClock(() => Date.now() + 14.1 * 86_400_000)
  await Promise.all([expireLoans(world.house), expireLoans(world.house)])
  setClock(null)
  for (const [loan, one] of [
    [first, waiting!],
    [second, approved!],
  ] as const) {
    expect((await readLoan(wanjikuMaker, loan.id)).status).toEqual({ id: 309, statusName: 'EXPIRED' })
    expect(await inShillings(world, one.id)).toMatchObject({ reserved: 0, available: 16_500 })
  }
  expect((await decideLoans(otienoChecker, 'approve', [{ id: first.id }])).body).toMatchObject({
    code: 'step.wrong_state',
  })
})
