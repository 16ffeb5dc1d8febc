import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { PayoutDetail } from '#contract/payouts/payouts.ts'
import { importStatement, camt } from '#test/kit/bankStatements.ts'
import { requestLoan, decideLoans, grantLimit, inShillings, ledgerFindings, readLoan } from '#test/kit/loans.ts'
import { fundAccount, makePayingWorld, shortCode, type PayingWorld } from '#test/kit/payouts.ts'
import type { Person } from '#test/kit/people.ts'
import { freshMember } from '#test/kit/updateRequests.ts'

type ResolutionAnswer = {
  code?: string
  message: string
  data: ChangeRequest
  details?: { fields?: Record<string, string> }
}

let paying: PayingWorld
let esther: Person
let peter: Person
let joseph: Person
let mercy: Person
/** The loans are settled by their own owner, as in the running server. */
let asInForce: PayingWorld['paying']
beforeAll(async () => {
  paying = await makePayingWorld()
  const { owners: _, ...rest } = paying.paying
  asInForce = rest
  const { people } = paying.world
  ;[esther, peter, joseph, mercy] = [
    people.estherBankMaker,
    people.peterBankChecker,
    people.josephKpcuMaker,
    people.mercyKpcuChecker,
  ]
})
afterEach(() => paying.world.bank.clearFaults())
afterAll(async () => {
  const findings = await ledgerFindings(paying.world)
  await paying.close()
  expect(findings).toEqual([])
})

const accounts = {
  PESALINK: `institution_code = (select code from institutions where pic = '0068' limit 1), account_number = '0680' || lpad((random() * 1e9)::bigint::text, 9, '0')`,
  MPESA: `institution_code = (select code from institutions where type = 'M-PESA' limit 1), account_number = mobile_number`,
}

type Stuck = { loanId: string; payoutId: string; memberId: string; amount: number }

/** A loan whose money the member's bank has refused, and whose return our own bank has refused. */
async function stuckLoan(paymentType: 'PESALINK' | 'MPESA' = 'PESALINK', amount = 10_000): Promise<Stuck> {
  const { world } = paying
  const member = await freshMember(world)
  await world.owner.query(
    `update farmers set ${accounts[paymentType]}, account_state = 'VERIFIED', account_changed_at = null where id = $1`,
    [member.id],
  )
  await grantLimit(world, member.id, amount, { lender: 'COOP' })
  const loan = await requestLoan(world.people.wanjikuMaker, member.id, amount)
  await decideLoans(world.people.otienoChecker, 'approve', [loan])
  await world.bank.setFault({ kind: 'refuse', code: '40507020', accounts: [fundAccount] })
  if (paymentType === 'PESALINK') await refuseMember(member.id, '40507020')
  expect((await decideLoans(peter, 'authorize', [{ id: loan.id }])).body.data).toMatchObject({ done: 1 })
  if (paymentType === 'MPESA') {
    await paying.until(async () => {
      const { rows } = await world.owner.query(
        `select from payout_legs l join payouts p on p.id = l.payout_id where p.source_id = $1 and l.kind = 'EXTERNAL' and l.status = 'PAID'`,
        [loan.id],
      )
      return rows.length > 0
    }, asInForce)
    await refuseMember(member.id, '1')
  }
  await paying.drain(asInForce)
  const { rows } = await world.owner.query<{ id: string; status: string }>(
    'select id, status from payouts where source_id = $1',
    [loan.id],
  )
  expect(rows[0]?.status).toBe('REVERSAL_FAILED')
  await world.bank.clearFaults()
  return { loanId: loan.id, payoutId: rows[0]!.id, memberId: member.id, amount }
}

// Each provider refuses in codes of its own.
const refuseMember = async (memberId: string, code: '40507020' | '1'): Promise<void> => {
  const { rows } = await paying.world.owner.query<{ account: string }>(
    'select right(account_number, 9) as account from farmers where id = $1',
    [memberId],
  )
  await paying.world.bank.setFault({ kind: 'refuse', code, accounts: `${rows[0]?.account}$` })
}

const detail = async (id: string): Promise<PayoutDetail> => (await peter.get<PayoutDetail>(`/payouts/${id}`)).body
const propose = (person: Person, { payoutId }: Stuck, resolution: string, more: object = {}) =>
  person.post<ResolutionAnswer>(`/payouts/${payoutId}/resolution`, {
    resolution,
    reason: 'As the bank told us on the telephone',
    ...more,
  })
const proposed = async (
  person: Person,
  stuck: Stuck,
  resolution: string,
  more: object = {},
): Promise<ChangeRequest> => {
  const { status, body } = await propose(person, stuck, resolution, more)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
const approve = (person: Person, { id, version }: ChangeRequest) =>
  person.post<ResolutionAnswer>('/payouts/resolutions/approve', { id, version })
const statusOf = async ({ loanId }: Stuck) => (await readLoan(peter, loanId)).status.statusName
const legsOf = async ({ payoutId }: Stuck) =>
  (await detail(payoutId)).legs.map(({ kind, status }) => `${kind} ${status}`)
const evidence = { bankReference: 'FT26325/778' }
const otherEvidence = { bankReference: 'FT26325/779' }

describe('a payout whose return was refused', () => {
  test('is sent back once more when two persons say so, and the bank’s word ends it', async () => {
    const stuck = await stuckLoan()
    expect(await statusOf(stuck)).toBe('REVERSAL-FAILED')
    expect(await detail(stuck.payoutId)).toMatchObject({
      resolutions: ['RETURN_AGAIN', 'CAME_BACK', 'WAS_PAID'],
      proposal: null,
    })
    const change = await proposed(esther, stuck, 'RETURN_AGAIN')
    expect((await detail(stuck.payoutId)).proposal).toMatchObject({ id: change.id, createdBy: esther.fullName })
    expect(await legsOf(stuck)).toEqual(['INTERNAL PAID', 'EXTERNAL REFUSED', 'RETURN REFUSED'])
    expect((await approve(peter, change)).body.message).toBe('Approved: the payout goes on')
    await paying.drain(asInForce)
    expect(await legsOf(stuck)).toEqual(['INTERNAL PAID', 'EXTERNAL REFUSED', 'RETURN REFUSED', 'RETURN PAID'])
    expect(await statusOf(stuck)).toBe('REVERSED')
    expect(await inShillings(paying.world, stuck.memberId)).toMatchObject({ reserved: 0, available: stuck.amount })
    const { events, status } = await detail(stuck.payoutId)
    expect(status).toBe('REVERSED')
    expect(events.find(({ what }) => what === 'DECIDED')).toMatchObject({ words: 'RETURN_AGAIN', by: peter.fullName })
    await paying.expectEveryShilling()
  })

  test('that is refused again is stuck again, and somebody may say anew how it goes on', async () => {
    const stuck = await stuckLoan()
    await paying.world.bank.setFault({ kind: 'refuse', code: '40507020', accounts: [fundAccount] })
    await approve(peter, await proposed(esther, stuck, 'RETURN_AGAIN'))
    await paying.drain(asInForce)
    expect(await statusOf(stuck)).toBe('REVERSAL-FAILED')
    await paying.world.bank.clearFaults()
    await approve(peter, await proposed(esther, stuck, 'RETURN_AGAIN'))
    await paying.drain(asInForce)
    expect(await statusOf(stuck)).toBe('REVERSED')
    await paying.expectEveryShilling()
  })

  test('counts as returned, or as paid, by evidence that a second person has looked at', async () => {
    const [back, had] = [await stuckLoan(), await stuckLoan()]
    const missing = await propose(esther, back, 'CAME_BACK')
    expect([missing.status, missing.body.details?.fields]).toEqual([
      422,
      { bankReference: 'Say what the bank calls it' },
    ])
    // Both lean on one payment of the bank: the first that is approved has it.
    const twice = await proposed(esther, had, 'WAS_PAID', evidence)
    const first = await proposed(esther, back, 'CAME_BACK', evidence)
    const answers = await Promise.all([
      approve(peter, first),
      approve(await paying.world.newSession('bank.checker'), twice),
    ])
    const codes = answers.map(({ body }) => body.code ?? 'done').toSorted()
    expect(codes).toEqual(['done', 'payout.evidence_used'])
    const [left, waits] = answers[0].status === 200 ? [had, twice] : [back, first]
    await esther.post('/payouts/resolutions/withdraw', { id: waits.id })
    expect((await propose(esther, left, 'WAS_PAID', evidence)).body.code).toBe('payout.evidence_used')
    await approve(peter, await proposed(esther, left, left === had ? 'WAS_PAID' : 'CAME_BACK', otherEvidence))
    // Nothing is sent for either.
    await paying.drain(asInForce)
    expect(await legsOf(back)).toEqual(['INTERNAL PAID', 'EXTERNAL REFUSED', 'RETURN REFUSED', 'RETURN PAID'])
    expect(await legsOf(had)).toEqual(['INTERNAL PAID', 'EXTERNAL REFUSED', 'RETURN REFUSED', 'EXTERNAL PAID'])
    expect([await statusOf(back), await statusOf(had)]).toEqual(['REVERSED', 'SUCCESS'])
    expect(await inShillings(paying.world, back.memberId)).toMatchObject({ used: 0, reserved: 0 })
    expect(await inShillings(paying.world, had.memberId)).toMatchObject({ used: had.amount, reserved: 0 })
    const last = (await detail(left.payoutId)).legs.at(-1)
    expect(last).toMatchObject({ settledBy: 'EVIDENCE', bankReference: otherEvidence.bankReference })
    const sent = await paying.world.owner.query(
      `select from payout_events e join payout_legs l on l.id = e.leg_id where l.settled_by = 'EVIDENCE' and e.what = 'SENT'`,
    )
    expect(sent.rowCount).toBe(0)
  })
})

test('the line of the bank that people settled it by is found in the statement, whatever its day and its name', async () => {
  const stuck = await stuckLoan()
  const line = { key: 'FT26311/12', cents: 970_000, on: '2026-11-07', narration: 'Return of transit by hand' }
  const text = camt({ account: fundAccount, opening: 1_000_000_00, lines: [line] })
  await importStatement({ maker: esther, checker: peter, text })
  const itemOf = async (): Promise<unknown> => {
    const { rows } = await paying.world.owner.query(
      `select i.kind, l.settled_by as by from recon_items i join bank_statement_lines s on s.id = i.line_id left join payout_legs l on l.id = i.leg_id where s.line_key = $1`,
      [line.key],
    )
    return rows[0]
  }
  await expect.poll(itemOf, { timeout: 30_000 }).toEqual({ kind: 'MISSING_HERE', by: null })
  await approve(peter, await proposed(esther, stuck, 'CAME_BACK', { bankReference: line.key }))
  await expect.poll(itemOf, { timeout: 30_000 }).toEqual({ kind: 'MATCHED', by: 'EVIDENCE' })
  // What a line shows cannot show another payout.
  const other = await stuckLoan()
  expect((await propose(esther, other, 'CAME_BACK', { bankReference: line.key })).body.code).toBe(
    'payout.evidence_used',
  )
})

test('a payout that reached M-PESA in part is never returned in part: the rest goes on, or was paid', async () => {
  const [again, had] = [await stuckLoan('MPESA', 400_000), await stuckLoan('MPESA', 400_000)]
  expect((await detail(again.payoutId)).resolutions).toEqual(['REST_AGAIN', 'WAS_PAID'])
  for (const resolution of ['RETURN_AGAIN', 'CAME_BACK'])
    expect((await propose(esther, again, resolution, evidence)).body.code).toBe('payout.not_stuck')
  const change = await proposed(esther, again, 'REST_AGAIN')
  expect(change.after).toMatchObject({ amount: 194_000 })
  await approve(peter, change)
  await paying.drain(asInForce)
  expect(await legsOf(again)).toEqual(['INTERNAL PAID', 'EXTERNAL PAID', 'EXTERNAL REFUSED', 'EXTERNAL PAID'])
  expect(await statusOf(again)).toBe('SUCCESS')
  await approve(peter, await proposed(esther, had, 'WAS_PAID', { bankReference: 'RKL8Q2' }))
  expect(await statusOf(had)).toBe('SUCCESS')
  const onPhone = (await detail(again.payoutId)).legs.filter(
    ({ kind, status }) => kind === 'EXTERNAL' && status === 'PAID',
  )
  expect(onPhone.map(({ amount, from }) => [amount, from])).toEqual([
    [194_000, shortCode],
    [194_000, shortCode],
  ])
})

describe('nobody alone', () => {
  test('who proposes does not decide, a stranger does neither, and another lender’s money is left alone', async () => {
    const stuck = await stuckLoan()
    const { aminaViewer, otienoChecker } = paying.world.people
    expect((await propose(aminaViewer, stuck, 'RETURN_AGAIN')).status).toBe(403)
    expect((await propose(otienoChecker, stuck, 'RETURN_AGAIN')).status).toBe(403)
    // Another lender's fund is out of sight of KPCU's people.
    expect((await propose(joseph, stuck, 'RETURN_AGAIN')).body.code).toBe('record.not_found')
    const change = await proposed(esther, stuck, 'RETURN_AGAIN')
    expect((await propose(esther, stuck, 'WAS_PAID', { bankReference: 'FT26325/781' })).body.code).toBe('change.open')
    expect((await approve(esther, change)).status).toBe(403)
    expect((await approve(mercy, change)).body.code).toBe('record.not_found')
    await paying.world.owner.query(`update change_requests set makers = array[$2::uuid] where id = $1`, [
      change.id,
      peter.id,
    ])
    expect((await approve(peter, change)).body.code).toBe('own_submission')
    await paying.world.owner.query(`update change_requests set makers = array[$2::uuid] where id = $1`, [
      change.id,
      esther.id,
    ])
    const declined = await peter.post<ResolutionAnswer>('/payouts/resolutions/decline', {
      id: change.id,
      version: change.version,
    })
    expect(declined.body.code).toBe('step.comment_required')
    const withdrawn = await esther.post<ResolutionAnswer>('/payouts/resolutions/withdraw', {
      id: change.id,
      version: change.version,
    })
    expect(withdrawn.body.data.status.statusName).toBe('WITHDRAWN')
    expect((await approve(peter, { ...change, version: change.version + 1 })).body.code).toBe('step.wrong_state')
    expect(await legsOf(stuck)).toHaveLength(3)
    const other = await proposed(esther, stuck, 'CAME_BACK', { bankReference: 'FT26325/780' })
    await peter.post<ResolutionAnswer>('/payouts/resolutions/decline', {
      ...other,
      approverComment: 'That is another payment',
    })
    expect(await statusOf(stuck)).toBe('REVERSAL-FAILED')
    await approve(peter, await proposed(esther, stuck, 'RETURN_AGAIN'))
    await paying.drain(asInForce)
  })

  test('two decisions at the same moment send one return, and a stale proposal sends none', async () => {
    const stuck = await stuckLoan()
    const change = await proposed(esther, stuck, 'RETURN_AGAIN')
    const elsewhere = await paying.world.newSession('bank.checker')
    const answers = await Promise.all([approve(peter, change), approve(elsewhere, change)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await legsOf(stuck)).toHaveLength(4)
    await paying.drain(asInForce)
    expect(await statusOf(stuck)).toBe('REVERSED')
    expect((await propose(esther, stuck, 'RETURN_AGAIN')).body.code).toBe('payout.not_stuck')

    const late = await stuckLoan()
    const first = await proposed(esther, late, 'RETURN_AGAIN')
    // Another server has put a leg after the ones that were seen.
    await paying.world.owner.query(`update change_requests set after = jsonb_set(after, '{legs}', '2') where id = $1`, [
      first.id,
    ])
    expect((await approve(peter, first)).body.code).toBe('payout.not_stuck')
    expect(await statusOf(late)).toBe('REVERSAL-FAILED')
    await esther.post('/payouts/resolutions/withdraw', { id: first.id })
    await approve(peter, await proposed(esther, late, 'RETURN_AGAIN'))
    await paying.drain(asInForce)
  })

  test('what waits stands in the inbox of the lender’s checker and of nobody else', async () => {
    const stuck = await stuckLoan()
    const change = await proposed(esther, stuck, 'RETURN_AGAIN')
    const inbox = async (person: Person) =>
      (await person.get<{ data: { id: string; amount: string }[] }>('/inbox', { paginate: 'Y', size: 100 })).body.data
    expect((await inbox(peter)).find(({ id }) => id === change.id)?.amount).toBe('KES 9,700.00')
    for (const person of [esther, mercy, joseph])
      expect((await inbox(person)).some(({ id }) => id === change.id)).toBe(false)
    await approve(peter, change)
    await paying.drain(asInForce)
    const { rows } = await paying.world.owner.query<{ action: string }>(
      `select action from audit_events where kind = 'payout_resolution' and record_id = $1 order by id`,
      [change.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['propose', 'approve'])
  })
})
