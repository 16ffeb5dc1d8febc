import { randomUUID } from 'node:crypto'
import type { LoanRequest, LoanRequestDetail } from '#contract/loans/loanRows.ts'
import { now } from '#server/kit/clock.ts'
import { sql } from '#server/kit/db.ts'
import { loanPayouts } from '#server/loans/settleLoan.ts'
import type { PayoutNews } from '#server/kit/bank/payout.ts'
import { checkLedger } from '#server/ledger/checkLedger.ts'
import { move } from '#server/ledger/ledger.ts'
import { limitGrant, limitOf, type LiveLimit } from '#server/ledger/limits.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { userOf } from '../../db/seed/organisations.ts'
import type { HttpAnswer, Person } from './people.ts'
import { freshMember, freshMembers, type Member } from './updateRequests.ts'
import type { World } from './world.ts'

type Outcomes = {
  done: number
  skipped: number
  failed: number
  rows: { id: string; outcome: string; code?: string }[]
}
type LimitOptions = { society?: string; lender?: 'KPCU' | 'COOP'; season?: string }
type Body = { code?: string; message: string; details?: Record<string, unknown>; data: LoanRequest }
export type DecidedLoans = {
  code?: string
  message: string
  data: Outcomes
  /** Where none was done: the refusal of the first, and the outcomes. */
  details: Outcomes & Record<string, unknown>
}

/** A lender's fund gets money from outside. */
export const fillFund = (world: World, lender: 'KPCU' | 'COOP', shillings: number) =>
  world.house.db.transaction('system', (tx) => {
    const organisationId = world.organisationId(lender)
    const id = randomUUID()
    const account = { organisationId, subjectId: organisationId }
    return move(tx, [
      {
        type: 'post',
        reference: `fill/${id}`,
        debit: { kind: 'fund', ...account },
        credit: { kind: 'outside', ...account },
        amountCents: BigInt(shillings) * 100n,
        cause: { kind: 'test', id },
      },
    ])
  })

/** A member may borrow so many shillings more, as an approved limit file would say. */
export const grantLimit = (
  world: World,
  farmerId: string,
  shillings: number,
  { society = 'CF4100', lender = 'KPCU', season = currentSeason() }: LimitOptions = {},
) =>
  world.house.db.transaction('system', async (tx) => {
    const [organisationId, grantedBy] = [world.organisationId(society), world.organisationId(lender)]
    const limit = { organisationId, farmerId, season }
    const { grantedCents } = await limitOf(tx, limit)
    const [rowId, amountCents] = [randomUUID(), BigInt(Math.round(shillings * 100))]
    await sql`insert into limit_rows (id, organisation_id, farmer_id, season, kind, kilograms, rate_cents, added_cents, previous_cents, limit_cents, granted_by, approved_by, approved_at, place)
      select ${rowId}, ${organisationId}, ${farmerId}, ${season}, 'CHERRY', 1, 4000, ${amountCents}, ${grantedCents}, ${grantedCents + amountCents}, ${grantedBy}, ${userOf('kpcu.checker').id}, ${now()},
        coalesce(max(place), 0) + 1 from limit_rows where farmer_id = ${farmerId} and season = ${season}`.execute(tx)
    await move(tx, [limitGrant(limit, { grantedBy, rowId, amountCents, cause: { kind: 'test', id: rowId } })])
  })

/** The live limit of a member this season. */
const liveLimit = (world: World, farmerId: string, society = 'CF4100'): Promise<LiveLimit> =>
  world.house.db.transaction('system', (tx) =>
    limitOf(tx, { organisationId: world.organisationId(society), farmerId, season: currentSeason() }),
  )

export const postLoanRequest = (
  person: Person,
  farmerId: string,
  amount: number,
  more: object = {},
): Promise<HttpAnswer<Body>> => person.post<Body>('/loan/request', { farmerId, amount, ...more })

/** A request that was accepted; throws when it was not. */
export async function requestLoan(
  person: Person,
  farmerId: string,
  amount: number,
  more: object = {},
): Promise<LoanRequest> {
  const { status, body } = await postLoanRequest(person, farmerId, amount, more)
  if (status !== 200) throw new Error(`no loan request: ${status} ${JSON.stringify(body)}`)
  return body.data
}

type RecordVersion = { id: string; version?: number }
export const decideLoans = (person: Person, step: 'approve' | 'authorize', loans: readonly RecordVersion[]) =>
  person.post<DecidedLoans>(`/disbursement/${step}`, loans)
export const refuseLoan = (
  person: Person,
  step: 'reject' | 'decline',
  loan: RecordVersion,
  approvalComment = 'Not now',
) => person.post<Body>(`/disbursement/${step}`, { ...loan, approvalComment })
export const readLoan = async (person: Person, id: string) =>
  (await person.get<LoanRequestDetail>(`/loan/request/${id}`)).body

/** A balance of the ledger in shillings: the fund of a lender, or what is under way to a society. */
export async function ledgerBalance(world: World, kind: string, owner: string, subject: string): Promise<number> {
  const { rows } = await world.owner.query<{ cents: bigint }>(
    `select coalesce(sum(case normal_side when 'CREDIT' then credits_cents - debits_cents else debits_cents - credits_cents end), 0)::bigint as cents
     from ledger_accounts where kind = $1 and organisation_id = $2 and subject_id = $3`,
    [kind, owner, subject],
  )
  return Number(rows[0]?.cents ?? 0n) / 100
}

/** A limit, a fund and a request that waits for the society. */
export async function waitingLoan(world: World, farmerId: string, amount = 16_500): Promise<LoanRequest> {
  await grantLimit(world, farmerId, amount)
  return requestLoan(world.people.wanjikuMaker, farmerId, amount)
}

/** Members whose account at Co-operative Bank the bank has confirmed. */
export const makePayable = (world: World, ids: readonly string[]) =>
  world.owner.query(
    `update farmers set institution_code = (select code from institutions where pic = '0011' limit 1), account_number = '0110' || lpad((random() * 1e9)::bigint::text, 10, '0'),
      account_state = 'VERIFIED', account_changed_at = null where id = any ($1)`,
    [ids],
  )

/** A loan request of each of four members: waiting, approved, rejected and declined. */
export async function makeLoanRequests(world: World): Promise<void> {
  const members = await freshMembers(world, 4)
  const { otienoChecker, mercyKpcuChecker } = world.people
  await fillFund(world, 'KPCU', 100_000)
  await makePayable(
    world,
    members.map(({ id }) => id),
  )
  const loans: LoanRequest[] = []
  for (const [at, { id }] of members.entries()) loans.push(await waitingLoan(world, id, 1_000 + at * 100))
  const [, approved, rejected, declined] = loans
  if (!approved || !rejected || !declined) throw new Error('four members are needed')
  await decideLoans(otienoChecker, 'approve', [approved, declined])
  await refuseLoan(otienoChecker, 'reject', rejected)
  await refuseLoan(mercyKpcuChecker, 'decline', { id: declined.id })
}

/** A member whom no other test of the file has touched, paid through Co-operative Bank. */
export async function borrower(world: World): Promise<Member> {
  const member = await freshMember(world)
  await makePayable(world, [member.id])
  return member
}

/** What became of the payouts of loans to members of the first society, as the payouts would report it. */
export const settle = (world: World, loans: string | readonly string[], status: PayoutNews['status']) =>
  world.house.db.transaction('system', (tx) =>
    loanPayouts.settled(
      tx,
      [loans].flat().map((sourceId) => ({
        sourceId,
        organisationId: world.organisationId('CF4100'),
        status,
        partnerStatus: status === 'PAID' ? 'SUCCESS' : 'FAILED',
        partnerReference: 'FT26001',
        reason: '',
        at: new Date(),
      })),
    ),
  )

/** A limit in shillings. */
export async function inShillings(world: World, farmerId: string) {
  const { usedCents, reservedCents, availableCents } = await liveLimit(world, farmerId)
  const of = (cents: bigint) => Number(cents) / 100
  return { used: of(usedCents), reserved: of(reservedCents), available: of(availableCents) }
}

/** The member owes so much more of an earlier season; by default more than the limit of this one. */
export const addEarlierDebt = (world: World, farmerId: string, shillings = 50_000, lender = 'KPCU') =>
  world.house.db.transaction('system', (tx) => {
    const lenderId = world.organisationId(lender)
    return move(tx, [
      {
        type: 'post',
        reference: `old/${randomUUID()}`,
        debit: {
          kind: 'loan',
          organisationId: world.organisationId('CF4100'),
          subjectId: farmerId,
          season: '2024/2025',
          lenderId,
        },
        credit: { kind: 'outside', organisationId: lenderId, subjectId: lenderId },
        amountCents: BigInt(shillings) * 100n,
        cause: { kind: 'test', id: farmerId },
      },
    ])
  })

/** What `npm run ledger:check` finds. */
export async function ledgerFindings(world: World): Promise<unknown[]> {
  const client = await world.owner.connect()
  const { findings } = await checkLedger(client)
  client.release()
  return findings
}
