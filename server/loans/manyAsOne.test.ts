import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#contract/house/permissions.ts'
import { now, setClock } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { decideMany } from '#server/kit/records/decideMany.ts'
import { takeStep } from '#server/kit/records/takeStep.ts'
import { NothingDone, Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { actorOf } from '#server/kit/web/sessionToken.ts'
import { balanceOf, move, post } from '#server/ledger/ledger.ts'
import { limitBars } from '#server/ledger/limits.ts'
import { openPayouts } from '#server/payouts/openPayouts.ts'
import { addEarlierDebt, decideLoans, fillFund, grantLimit, makePayable, requestLoan } from '#test/kit/loans.ts'
import type { Person } from '#test/kit/people.ts'
import { freshMembers } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { findBorrower, hasWay, mustBeLendable, paymentTypeOf } from './borrower.ts'
import { approveMany, authorizeMany, lockLoans } from './decideLoans.ts'
import { authorised, fundOf, limitOfLoan, type LoanMoney } from './loanMoney.ts'
import { loanRequestKind } from './loanRows.ts'

// Loans of every circumstance are decided one after the other, each in a savepoint of its own, which is taken back, and then the same
// loans by statements about all of them: outcomes, loans, trail, notices, payouts and every line of the ledger are the same.
type Call = { tx: Tx; actor: Actor; request: { id: string } }
type Decision = { id: string; version?: number; approvalComment?: string }
type Deciding = (call: Call, decisions: readonly Decision[]) => Promise<unknown>

let world: World
let loans: { waiting: string[]; approved: string[] }
const request = randomUUID()
const met = new Map<string, number>()

beforeAll(async () => {
  world = await makeWorld()
  const { otienoChecker, mercyKpcuChecker } = world.people
  const { owner } = world
  await fillFund(world, 'KPCU', 1_000_000)
  const circumstances: ((id: string, loan: string) => Promise<unknown>)[] = [
    async () => {},
    async () => {},
    async () => {},
    (id) => addEarlierDebt(world, id),
    (id) => owner.query(`update farmers set life_state = 'SUSPENDED' where id = $1`, [id]),
    (id) => owner.query('update farmers set account_changed_at = now() where id = $1', [id]),
    (id) => owner.query(`update farmers set account_state = 'NAME_DIFFERS' where id = $1`, [id]),
    (_, loan) =>
      owner.query('update loan_requests set makers = makers || array[$2, $3]::uuid[] where id = $1', [
        loan,
        otienoChecker.id,
        mercyKpcuChecker.id,
      ]),
    (_, loan) =>
      owner.query('update loan_requests set lender_id = $2 where id = $1', [loan, world.organisationId('COOP')]),
    (id) =>
      owner.query(
        `update farmers set institution_code = (select code from institutions where type = 'M-PESA' limit 1), account_number = mobile_number where id = $1`,
        [id],
      ),
  ]
  const members = await freshMembers(world, 2 * circumstances.length)
  await makePayable(
    world,
    members.map(({ id }) => id),
  )
  const made: { id: string; farmer: string }[] = []
  for (const { id } of members) {
    await grantLimit(world, id, 16_550)
    made.push({ id: (await requestLoan(world.people.wanjikuMaker, id, 16_550)).id, farmer: id })
  }
  const [waiting, approved] = [made.slice(0, circumstances.length), made.slice(circumstances.length)]
  await decideLoans(otienoChecker, 'approve', approved)
  for (const of of [waiting, approved])
    for (const [place, { id, farmer }] of of.entries()) await circumstances[place]?.(farmer, id)
  const idsOf = (of: { id: string }[]) => of.map(({ id }) => id)
  loans = { waiting: idsOf(waiting), approved: idsOf(approved) }
  const at = now().getTime()
  setClock(() => at)
})
afterAll(async () => {
  setClock(null)
  await world.close()
  // A comparison of nothing would hold as well.
  for (const code of [
    'done',
    'record.not_found',
    'record.changed',
    'own_submission',
    'step.wrong_state',
    'limit.exceeded',
    'loan.other_lender',
    'loan.member_not_active',
    'loan.account_not_verified',
    'loan.account_cooling_off',
    'loan.no_way',
    'loan.fund_short',
  ])
    expect(met.get(code) ?? 0, code).toBeGreaterThan(0)
})

const step = (
  call: Call,
  name: string,
  { approvalComment: comment, ...decision }: Decision,
  work: () => Promise<void>,
) => takeStep({ ...call, kind: loanRequestKind, step: name, ...decision, comment, effect: work })

async function mustHold(tx: Tx, loan: LoanMoney): Promise<void> {
  const [bar] = await limitBars(tx, [limitOfLoan(loan)])
  if (bar) throw new Refused(bar)
}

const approveOneByOne: Deciding = (call, decisions) =>
  decideMany({
    tx: call.tx,
    records: decisions,
    decide: async (decision) => {
      await step(call, 'approve', decision, async () => {
        const [loan] = await lockLoans(call.tx, [decision.id])
        if (loan) await mustHold(call.tx, loan)
      })
      await sql`update loan_requests set approved_by = decided_by, approved_at = decided_at, makers = array_append(makers, decided_by),
        decided_by = null, decided_at = null where id = ${decision.id}`.execute(call.tx)
    },
  })

const authorizeOneByOne: Deciding = async (call, decisions) => {
  const { tx, actor } = call
  let left = (await balanceOf(tx, fundOf(actor.organisationId))).availableCents
  return decideMany({
    tx,
    records: decisions,
    decide: (decision) =>
      step(call, 'authorize', decision, async () => {
        const [loan] = await lockLoans(tx, [decision.id])
        if (loan?.lenderId !== actor.organisationId) throw new Refused('loan.other_lender')
        const borrower = await findBorrower(tx, sql`f.id = ${loan.farmerId}`)
        if (!borrower) throw new Refused('loan.unknown_member')
        await mustBeLendable(tx, borrower)
        await mustHold(tx, loan)
        if (!hasWay(borrower, loan.netCents)) throw new Refused('loan.no_way')
        if (loan.netCents > left) throw new Refused('loan.fund_short')
        left -= loan.netCents
        await sql`update loan_requests set payment_type = ${paymentTypeOf(borrower)}, institution_code = ${borrower.institutionCode}, institution_type = ${borrower.institutionType},
          account_number = ${borrower.accountNumber}, account_name = ${borrower.accountName}, partner_status = 'QUEUED' where id = ${loan.id}`.execute(
          tx,
        )
        await move(tx, authorised(loan))
        await openPayouts(tx, [
          {
            sourceKind: 'loan_request',
            sourceId: loan.id,
            organisationId: loan.organisationId,
            lenderId: loan.lenderId,
            title: loan.title,
            amountCents: loan.netCents,
            paymentType: paymentTypeOf(borrower),
            account: borrower,
            narration: `LOAN ${loan.reference}`,
          },
        ])
      }),
  })
}

/** All that a decision may have written, but for what is random. */
async function standing(tx: Tx): Promise<unknown> {
  const ids = [...loans.waiting, ...loans.approved]
  const of = (query: ReturnType<typeof sql>) => rows(tx, query)
  return {
    loans: await of(sql`select * from loan_requests where id = any (${ids}::uuid[]) order by id`),
    trail:
      await of(sql`select at, organisation_id, actor_id, actor_name, kind, record_id, title, action, from_status, to_status, comment, changes from audit_events
      where request_id = ${request} order by id`),
    notices: await of(
      sql`select user_id, record_id, title, code, to_status, told, count from notifications where batch = ${request} order by user_id, to_status`,
    ),
    payouts:
      await of(sql`select organisation_id, lender_id, source_id, title, payment_type, institution_code, account_number, account_name, amount_cents, narration, status
      from payouts where source_id = any (${ids}::uuid[]) order by source_id`),
    legs: await of(sql`select p.source_id, l.kind, l.channel, l.amount_cents, l.status from payout_legs l join payouts p on p.id = l.payout_id
      where p.source_id = any (${ids}::uuid[]) order by p.source_id`),
    entries:
      await of(sql`select m.reference, m.amount_cents, a.kind, a.subject_id, e.n, e.side, e.posted_cents, e.balance_after_cents, e.available_after_cents
      from ledger_entries e join ledger_movements m on m.id = e.movement_id
      join ledger_accounts a on a.id = e.account_id where m.cause_id = any (${ids}::uuid[]) order by m.reference, e.side`),
    accounts:
      await of(sql`select kind, subject_id, season, debits_cents, credits_cents, held_debits_cents, held_credits_cents, entry_count from ledger_accounts
      where kind in ('fund', 'clearing', 'limit', 'limit_used') order by kind, subject_id, season, lender_id`),
  }
}

class Undone extends Error {
  found: unknown
  constructor(found: unknown) {
    super('undone')
    this.found = found
  }
}

type Run = { by: Person; decisions: readonly Decision[]; leaves: bigint; decide: Deciding }

/** Decides, looks at everything, and takes it back. */
async function tried({ by, decisions, leaves, decide }: Run): Promise<unknown> {
  const actor = await actorOf(world.house, by.token)
  if (!actor) throw new Error('not signed in')
  return world.house.db.changes
    .transaction(scopeOf(actor), async (tx) => {
      if (leaves > 0n) await emptyFund(tx, actor, leaves)
      const outcomes = await decide({ tx, actor, request: { id: request } }, decisions).catch((error: unknown) => {
        if (!(error instanceof NothingDone)) throw error
        return { code: error.code, message: error.message, ...error.details }
      })
      throw new Undone({ outcomes, ...((await standing(tx)) as object) }) // border: one of ours
    })
    .catch((error: unknown) => {
      if (error instanceof Undone) return error.found
      throw error
    })
}
/** Takes so much out of the fund that no more than this is left. */
async function emptyFund(tx: Tx, { organisationId }: Actor, leaves: bigint): Promise<void> {
  const fund = fundOf(organisationId)
  const { availableCents } = await balanceOf(tx, fund)
  const cause = { kind: 'test', id: organisationId }
  const outside = { kind: 'outside', organisationId, subjectId: organisationId } as const
  await post(tx, [{ reference: 'emptied', debit: outside, credit: fund, amountCents: availableCents - leaves, cause }])
}

const decisionsOf = (ids: readonly string[]) =>
  fc.array(
    fc.record(
      {
        id: fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() }),
        version: fc.constantFrom(1, 2, 2, 7),
        approvalComment: fc.constantFrom('As agreed', ' ', 'Of the meeting'),
      },
      { requiredKeys: ['id'] },
    ),
    { minLength: 1, maxLength: 14 },
  )

const noteOutcomes = (found: unknown): void => {
  const { outcomes } = found as { outcomes: { rows: { outcome: string; code?: string }[] } } // border: of `tried`
  for (const { outcome, code = outcome } of outcomes.rows) met.set(code, (met.get(code) ?? 0) + 1)
}

async function sameEitherWay(run: Omit<Run, 'decide'>, oneByOne: Deciding, together: Deciding): Promise<void> {
  const expected = await tried({ ...run, decide: oneByOne })
  noteOutcomes(expected)
  expect(await tried({ ...run, decide: together })).toEqual(expected)
}

test('a society approves many as it would approve each of them', async () => {
  const all = [...loans.waiting, ...loans.approved.slice(0, 2)]
  await fc.assert(
    fc.asyncProperty(decisionsOf(all), (decisions) =>
      sameEitherWay({ by: world.people.otienoChecker, decisions, leaves: 0n }, approveOneByOne, approveMany),
    ),
    { numRuns: 60 },
  )
})

test('a lender authorises many as it would authorise each of them, for as long as the fund lasts', async () => {
  const all = [...loans.approved, ...loans.waiting.slice(0, 2)]
  await fc.assert(
    fc.asyncProperty(decisionsOf(all), fc.constantFrom(0n, 0n, 1_605_350n, 4_000_000n), (decisions, leaves) =>
      sameEitherWay({ by: world.people.mercyKpcuChecker, decisions, leaves }, authorizeOneByOne, authorizeMany),
    ),
    { numRuns: 90 },
  )
})
