import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import type { StatementException } from '#contract/reconciliation/statementExceptions.ts'
import { businessDate } from '#server/kit/clock.ts'
import { matchAccount } from '#server/reconciliation/matchLines.ts'
import { bankTells, camt, importStatement, type ImportedFile } from '#test/kit/bankStatements.ts'
import { ledgerFindings } from '#test/kit/loans.ts'
import { decideRetry, initiateRetry, payAgain } from '#test/kit/paymentRetries.ts'
import { makePayingWorld, shortCode, transitAccount } from '#test/kit/payouts.ts'
import type { Person } from '#test/kit/people.ts'
import {
  agreeFloor,
  decideSchedule,
  detailsOf,
  fewMembers,
  fillPool,
  linesOf,
  membersOf,
  owe,
  payable,
  paySchedule,
  saveSchedule,
} from '#test/kit/schedules.ts'
import { atTheBank } from '#test/kit/societyTransfers.ts'
import type { World } from '#test/kit/world.ts'

// What a bank sends back days after it was paid: the line is open again, once, and can be paid again.
let world: World
let maker: Person
beforeAll(async () => {
  world = (await makePayingWorld()).world
  maker = world.people.wanjikuMaker
  await fewMembers(world, 4)
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.bank.clearFaults()
  await world.owner.query(
    `update communal_payments set status = 'REJECTED' where status in ('PENDING_APPROVAL', 'APPROVED', 'PARTIALLY_PAID', 'COMPLETED');
     delete from communal_rate_limits; delete from payment_retries;
     ${payable}`,
  )
})

const words = 'Returned AC04: the account is closed'
type Leg = { reference: string; from_account: string; amount_cents: string; kind: string; status: string }
const legsOf = async (sourceId: string) =>
  (
    await world.owner.query<Leg>(
      `select l.reference, l.from_account, l.amount_cents, l.kind, l.status from payout_legs l join payouts p on p.id = l.payout_id
       where p.source_id = $1 or p.source_id in (select id from payment_retries where line_id = $1 or lender_payment_id = $1) order by p.id, l.place`,
      [sourceId],
    )
  ).rows
const stateOf = async (id: string) =>
  (await maker.get<CommunalPayment>(`/payment/communalPayment/${id}`)).body.status.statusName
const clearing = async () =>
  Number(
    (
      await world.owner.query<{ cents: string }>(
        `select coalesce(sum(debits_cents - credits_cents), 0)::text as cents from ledger_accounts where kind = 'clearing' and organisation_id = $1 and currency = 'KES'`,
        [world.organisationId('CF4100')],
      )
    ).rows[0]!.cents,
  )

const accountsAt = {
  inside: ['11', '01109091234500'],
  elsewhere: ['0068', '0680191234500'],
  mobile: ['MPESA', '254712345600'],
} as const
/** A schedule that is paid whole; its first member has an account inside the bank, at another one, or at M-PESA. */
async function paidSchedule(at: keyof typeof accountsAt = 'inside') {
  const [member] = await membersOf(world)
  const [code, number] = accountsAt[at]
  const { rows } = await world.owner.query<{ name: string }>(
    `update farmers set institution_code = $2, account_number = $3 where id = $1 returning full_name as name`,
    [member!.id, (await institution(code)) ?? code, number],
  )
  await world.bank.load([{ institutionCode: code, accountNumber: number, name: rows[0]!.name, status: 'active' }])
  await fillPool(world, 'CF4100', 60_000)
  await agreeFloor(world)
  const { body } = await saveSchedule(world, maker)
  if (!body.data) throw new Error(JSON.stringify(body))
  await decideSchedule(world, world.people.margaretManager, 'APPROVE', body.data)
  await paySchedule(world, body.data.id)
  expect(await stateOf(body.data.id)).toBe('COMPLETED')
  const line = async () =>
    (await linesOf(maker, body.data.id)).find(({ memberNumber }) => memberNumber === member!.number)!
  return { id: body.data.id, member: member!, line }
}
const institution = async (code: string) =>
  (
    await world.owner.query<{ code: string }>('select code from institutions where code = any ($1)', [
      [code, code.replace(/^00/, '')],
    ])
  ).rows[0]?.code

let serial = 0
/** The bank's own statement of an account says that so much came back under a reference. */
const told = (account: string, reference: string, cents: bigint, key = `RT${(serial += 1)}`): Promise<void> =>
  bankTells(world, account, { reference, cents, narration: words, key })
const exceptionsOf = async (account: string) =>
  (await world.people.estherBankMaker.get<StatementException[]>('/reconciliation/exceptions')).body.filter(
    ({ accountNumber, narration }) => accountNumber === account && narration === words,
  )

describe('a member’s payment comes back', () => {
  test('inside the bank: the line is refused with the words of the bank, open again, and paid a second time', async () => {
    const { id, line } = await paidSchedule()
    const before = await clearing()
    const [leg] = await legsOf((await line()).id)
    await world.bank.control('POST', '/simulator/returns', [{ reference: leg!.reference, words }])
    await told(leg!.from_account, leg!.reference, BigInt(leg!.amount_cents))
    expect(await line()).toMatchObject({ status: 'FAILED', reason: words })
    expect(await stateOf(id)).toBe('PARTIALLY_PAID')
    expect((await clearing()) - before).toBe(Number(leg!.amount_cents))
    expect((await legsOf((await line()).id)).map(({ kind }) => kind)).toEqual(['INTERNAL', 'CAME_BACK'])
    const { rows: trail } = await world.owner.query(
      `select changes -> 'bank' ->> 'after' as after from audit_events where kind = 'communal_payment' and record_id = $1 and from_status = 'COMPLETED' and to_status = 'PARTIALLY_PAID'`,
      [id],
    )
    expect(trail).toEqual([{ after: words }])
    // The same again, by another line of the bank: it moves nothing, and stays for people.
    await told(leg!.from_account, leg!.reference, BigInt(leg!.amount_cents))
    expect((await clearing()) - before).toBe(Number(leg!.amount_cents))
    expect((await exceptionsOf(leg!.from_account)).map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
      'MATCHED MATCHED',
      'MISSING_HERE OPEN',
    ])
    const retry = await initiateRetry(maker, (await line()).id)
    expect(retry.body.data).toMatchObject({ attempt: 2, failure: words })
    await decideRetry(world.people.otienoChecker, retry.body.data, 'APPROVE')
    // While the retry is on its way the bank repeats that the first payment came back.
    await told(leg!.from_account, leg!.reference, BigInt(leg!.amount_cents))
    expect(['QUEUED', 'PROCESSING']).toContain((await line()).status)
    await payAgain(world, retry.body.data)
    expect((await line()).status).toBe('SUCCESS')
    expect(await stateOf(id)).toBe('COMPLETED')
    expect(await clearing()).toBe(before)
    // And the second payment comes back too.
    const second = (await legsOf((await line()).id)).at(-1)!
    await told(second.from_account, second.reference, BigInt(second.amount_cents))
    expect((await line()).status).toBe('FAILED')
    expect((await initiateRetry(maker, (await line()).id)).body.data.attempt).toBe(3)
    expect((await clearing()) - before).toBe(Number(leg!.amount_cents))
    expect(await ledgerFindings(world)).toEqual([])
  })

  test('from another bank: it comes to transit, is brought back to the society, and only then is the line open', async () => {
    const { id, line } = await paidSchedule('elsewhere')
    const leg = (await legsOf((await line()).id)).find(({ kind }) => kind === 'EXTERNAL')!
    expect(leg.from_account).toBe(transitAccount)
    await told(transitAccount, leg.reference, BigInt(leg.amount_cents))
    expect(await line()).toMatchObject({ status: 'PROCESSING', reason: words })
    expect(await stateOf(id)).toBe('PARTIALLY_PAID')
    expect((await initiateRetry(maker, (await line()).id)).body.code).toBe('payment_retry.in_doubt')
    await world.bank.control('POST', '/simulator/returns', [{ reference: leg.reference, words }])
    await atTheBank(world)
    expect(await line()).toMatchObject({ status: 'FAILED', reason: words })
    expect((await legsOf((await line()).id)).map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'INTERNAL PAID',
      'EXTERNAL PAID',
      'CAME_BACK PAID',
      'RETURN PAID',
    ])
    expect((await initiateRetry(maker, (await line()).id)).status).toBe(200)
    expect(await ledgerFindings(world)).toEqual([])
  })

  test('from M-PESA: a file about the float, once a second person has approved it, brings it back to the society', async () => {
    const { id, line } = await paidSchedule('mobile')
    const leg = (await legsOf((await line()).id)).find(({ kind }) => kind === 'EXTERNAL')!
    expect(leg.from_account).toBe(shortCode)
    const before = await clearing()
    const reversal = {
      key: 'SKR0000001',
      cents: BigInt(leg.amount_cents),
      on: businessDate(),
      reference: leg.reference,
      narration: words,
    }
    const text = camt({ account: shortCode, opening: 0, lines: [reversal] })
    const { estherBankMaker, peterBankChecker } = world.people
    const { body } = await estherBankMaker.post<ImportedFile>('/bank/statement', { fileName: 'float.xml', text })
    await matchAccount(world.house, shortCode)
    expect((await line()).status).toBe('SUCCESS')
    const decided = await peterBankChecker.post('/reconciliation/imports/approve', { id: body.data[0]?.id })
    expect(decided.status).toBe(200)
    await matchAccount(world.house, shortCode)
    expect(await line()).toMatchObject({ status: 'PROCESSING', reason: words })
    await atTheBank(world)
    expect(await line()).toMatchObject({ status: 'FAILED', reason: words })
    expect((await legsOf((await line()).id)).map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'INTERNAL PAID',
      'EXTERNAL PAID',
      'CAME_BACK PAID',
      'RETURN PAID',
    ])
    expect(await stateOf(id)).toBe('PARTIALLY_PAID')
    expect((await clearing()) - before).toBe(Number(leg.amount_cents))
    // Another file says so again, under another key: it moves nothing.
    const again = camt({ account: shortCode, opening: 0, lines: [{ ...reversal, key: 'SKR0000002' }] })
    await importStatement({ maker: estherBankMaker, checker: peterBankChecker, text: again })
    await matchAccount(world.house, shortCode)
    expect((await clearing()) - before).toBe(Number(leg.amount_cents))
    const retry = await initiateRetry(maker, (await line()).id)
    await decideRetry(world.people.otienoChecker, retry.body.data, 'APPROVE')
    await payAgain(world, retry.body.data)
    expect([(await line()).status, await stateOf(id)]).toEqual(['SUCCESS', 'COMPLETED'])
    expect(await ledgerFindings(world)).toEqual([])
  })

  test('in part, by a file of people, or of what never was paid: nothing moves, and somebody looks at it', async () => {
    const { id, line } = await paidSchedule()
    const [leg] = await legsOf((await line()).id)
    await told(leg!.from_account, leg!.reference, BigInt(leg!.amount_cents) - 100n)
    expect(await exceptionsOf(leg!.from_account)).toContainEqual(
      expect.objectContaining({ kind: 'MISSING_HERE', state: 'OPEN', amount: Number(leg!.amount_cents) / 100 - 1 }),
    )
    const { estherBankMaker, peterBankChecker } = world.people
    const lines = [
      {
        key: 'FILE1',
        cents: BigInt(leg!.amount_cents),
        on: businessDate(),
        reference: leg!.reference,
        narration: words,
      },
    ]
    await importStatement({
      maker: estherBankMaker,
      checker: peterBankChecker,
      text: camt({ account: leg!.from_account, opening: 0, lines }),
    })
    await matchAccount(world.house, leg!.from_account)
    expect((await line()).status).toBe('SUCCESS')
    expect(await stateOf(id)).toBe('COMPLETED')
    // The bank's own statement says the same: now it counts.
    await told(leg!.from_account, leg!.reference, BigInt(leg!.amount_cents), 'FILE1')
    expect((await line()).status).toBe('FAILED')
    expect(await ledgerFindings(world)).toEqual([])
  })

  test('told by two statements at once it comes back once, and a transaction that breaks off changes nothing', async () => {
    const { line } = await paidSchedule()
    const before = await clearing()
    const [leg] = await legsOf((await line()).id)
    const cents = BigInt(leg!.amount_cents)
    await world.owner.query(
      `create or replace function break_off() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
       create trigger break_off before update on communal_payments for each row execute function break_off()`,
    )
    await told(leg!.from_account, leg!.reference, cents, 'BROKEN')
    await world.owner.query('drop trigger break_off on communal_payments; drop function break_off()')
    expect((await line()).status).toBe('SUCCESS')
    expect(await clearing()).toBe(before)
    await Promise.all([told(leg!.from_account, leg!.reference, cents), told(leg!.from_account, leg!.reference, cents)])
    expect((await line()).status).toBe('FAILED')
    expect((await clearing()) - before).toBe(Number(cents))
    expect((await legsOf((await line()).id)).map(({ kind }) => kind)).toEqual(['INTERNAL', 'CAME_BACK'])
  })
})

test('what a lender was paid comes back: its members owe it again until it is paid again', async () => {
  const [member] = await membersOf(world)
  await owe(world, member!.id, 'KPCU', 20_000n)
  const owed = async () => (await detailsOf(maker)).body.data.loans.reduce((sum, { loanAmount }) => sum + loanAmount, 0)
  const { id } = await paidSchedule()
  expect(await owed()).toBe(0)
  const lenderOf = async () => (await maker.get<CommunalPayment>(`/payment/communalPayment/${id}`)).body.lenders[0]!
  const [leg] = await legsOf((await lenderOf()).id)
  await told(leg!.from_account, leg!.reference, 20_000n)
  expect(await lenderOf()).toMatchObject({ status: 'FAILED', reason: words })
  expect([await owed(), await stateOf(id)]).toEqual([200, 'PARTIALLY_PAID'])
  expect((await detailsOf(maker)).body.data.bars.map(({ code }) => code)).toContain('lender_unpaid')
  const retry = await initiateRetry(maker, (await lenderOf()).id)
  await decideRetry(world.people.otienoChecker, retry.body.data, 'APPROVE')
  await payAgain(world, retry.body.data)
  expect([(await lenderOf()).status, await owed(), await stateOf(id)]).toEqual(['SUCCESS', 0, 'COMPLETED'])
  expect(await ledgerFindings(world)).toEqual([])
})
