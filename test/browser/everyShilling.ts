import { expect } from 'vitest'
import { plainAccount } from '#server/kit/bank/bankAccounts.ts'
import { businessDate } from '#server/kit/clock.ts'
import type { StatementFile } from '../kit/bankStatements.ts'
import { ledgerFindings } from '../kit/loans.ts'
import type { World } from '../kit/world.ts'
import type { Member } from './largeSociety.ts'
import { lendersOf, openingShillings } from './unreliableBank.ts'

type Posting = {
  n: number
  at: string
  reference: string
  transactionId: string
  debit: string
  credit: string
  cents: string
  narration: string
}
type Books = { balances: Record<string, string>; postings: Posting[] }
const readBooks = async (world: World) => (await world.bank.control('GET', '/simulator/ledger')) as Books // border: JSON
const isOurs = ({ reference }: Posting) => reference.startsWith('KP')

/** A statement of one of our accounts, from the bank's own book; it begins after the money of the beginning came in. */
export async function statementOf(world: World, key: string, openingCents: bigint): Promise<StatementFile> {
  const { postings } = await readBooks(world)
  const lines = postings
    .filter((posting) => isOurs(posting) && [posting.debit, posting.credit].includes(key))
    .map(({ at, reference, transactionId, debit, cents, narration }) => ({
      key: transactionId,
      cents: debit === key ? -BigInt(cents) : BigInt(cents),
      on: businessDate(new Date(at)),
      reference,
      narration,
    }))
  return { account: key.slice(key.indexOf(':') + 1), opening: openingCents, lines }
}

type Leg = {
  reference: string
  transactionId: string
  debit: string
  institutionCode: string
  institutionType: string
  accountNumber: string
  cents: string
}
type Loan = { id: string; farmerId: string; lenderId: string; status: string; amount: string; fee: string; net: string }

/**
 * Nothing was paid twice and nothing is lost. The book of the bank, which nobody here writes, is held against ours: payment by
 * payment, member by member, account by account, to the cent.
 */
export async function expectEveryShilling(world: World, members: readonly Member[]): Promise<void> {
  const { balances, postings } = await readBooks(world)
  const ours = postings.filter(isOurs)
  await expectSamePayments(world, ours)
  const loans = await readLoans(world)
  const received = expectMembersPaid(loans, ours, members)
  const balanceOf = (key: string) => BigInt(balances[`${key} KES`] ?? '0')
  const disbursed = loans.filter(({ status }) => status === 'SUCCESS')
  const mpesa = new Set(members.filter(({ channel }) => channel === 'mpesa').map(({ id }) => id))
  let atBank = 0n
  let opening = 0n
  for (const { id, code, ...accounts } of await lendersOf(world)) {
    const lent = disbursed.filter(({ lenderId }) => lenderId === id)
    const byMpesa = sum(
      lent.filter(({ farmerId }) => mpesa.has(farmerId)),
      'net',
    )
    const [fund, transit, float] = [`0011:${accounts.fund}`, `0011:${accounts.transit}`, `MPESA:${accounts.float}`]
    expect(
      {
        fund: balanceOf(fund),
        transit: balanceOf(transit),
        float: balanceOf(float),
        clearing: await ledgerCents(world, 'clearing', id),
        fees: await ledgerCents(world, 'fee', id),
      },
      code,
    ).toEqual({
      fund: await ledgerCents(world, 'fund', id),
      transit: byMpesa,
      float: BigInt(openingShillings.float) * 100n - byMpesa,
      clearing: 0n,
      fees: sum(lent, 'fee'),
    })
    expect(balanceOf(fund), code).toBe(BigInt(openingShillings.fund) * 100n - sum(lent, 'net'))
    atBank += balanceOf(fund) + balanceOf(transit) + balanceOf(float)
    opening += BigInt(openingShillings.fund + openingShillings.float) * 100n
  }
  expect(atBank + received).toBe(opening)
  expect(await ledgerCents(world, 'loan')).toBe(sum(disbursed, 'amount'))
  expect(await ledgerCents(world, 'limit_used')).toBe(sum(disbursed, 'amount'))
  await expectNothingOpen(world)
  expect(await ledgerFindings(world)).toEqual([])
}

/** Each payment that we call paid stands in the book of the bank once, and nothing else does. */
async function expectSamePayments({ owner }: World, ours: readonly Posting[]): Promise<void> {
  const { rows } = await owner.query<Leg>(
    `select reference, bank_reference as "transactionId", case channel when 'mpesa' then 'MPESA:' else '0011:' end || from_account as debit,
       to_institution_code as "institutionCode", to_institution_type as "institutionType", to_account as "accountNumber", amount_cents::text as cents
     from payout_legs where status = 'PAID'`,
  )
  const paid = rows.map(({ reference, transactionId, debit, cents, ...account }) => {
    const { pic, accountNumber } = plainAccount(account)
    return [reference, transactionId, debit, `${pic}:${accountNumber}`, cents].join(' ')
  })
  const booked = ours.map(({ reference, transactionId, debit, credit, cents }) =>
    [reference, transactionId, debit, credit, cents].join(' '),
  )
  expect(paid.toSorted()).toEqual(booked.toSorted())
  expect(new Set(ours.map(({ reference }) => reference)).size, 'references that were paid').toBe(ours.length)
}

const readLoans = async ({ owner }: World): Promise<Loan[]> =>
  (
    await owner.query<Loan>(
      `select id, farmer_id as "farmerId", lender_id as "lenderId", status, amount_cents::text as amount, fee_cents::text as fee, net_cents::text as net
       from loan_requests order by id`,
    )
  ).rows

/** Whose loan is disbursed has the money, once; whose is not has none. Answers what all have received. */
function expectMembersPaid(loans: readonly Loan[], ours: readonly Posting[], members: readonly Member[]): bigint {
  const accountOf = new Map(members.map(({ id, account }) => [id, account]))
  const receivedOn = new Map<string, bigint>()
  for (const { credit, cents } of ours) receivedOn.set(credit, (receivedOn.get(credit) ?? 0n) + BigInt(cents))
  const received = loans.map(({ id, farmerId }) => [id, receivedOn.get(accountOf.get(farmerId) ?? '') ?? 0n])
  expect(received).toEqual(loans.map(({ id, status, net }) => [id, status === 'SUCCESS' ? BigInt(net) : 0n]))
  return sum(
    loans.filter(({ status }) => status === 'SUCCESS'),
    'net',
  )
}

/** Nothing is under way or in doubt, no limit is held, no order was sent twice, and the bank never said otherwise than we know. */
async function expectNothingOpen({ owner }: World): Promise<void> {
  const { rows } = await owner.query(
    `select (select count(*)::int from payouts where settled_at is null) as payouts,
       (select count(*)::int from payout_legs where settled_at is null) as legs,
       (select count(*)::int from loan_requests where status not in ('SUCCESS', 'FAILED', 'REVERSED')) as loans,
       (select count(*)::int from ledger_accounts where held_debits_cents + held_credits_cents > 0) as held,
       (select count(*)::int from payout_events where says = 'CONTRADICTS') as contradictions,
       (select count(*)::int from (select from payout_events group by leg_id
          having count(*) filter (where what = 'SENT') - count(*) filter (where what = 'NOT_SENT') > 1) twice) as "sentTwice"`,
  )
  expect(rows).toEqual([{ payouts: 0, legs: 0, loans: 0, held: 0, contradictions: 0, sentTwice: 0 }])
}

/** What accounts of a kind have, of one organisation or of all. */
async function ledgerCents({ owner }: World, kind: string, organisationId: string | null = null): Promise<bigint> {
  const { rows } = await owner.query<{ cents: string }>(
    `select coalesce(sum(case normal_side when 'CREDIT' then credits_cents - debits_cents else debits_cents - credits_cents end), 0)::text as cents
     from ledger_accounts where kind = $1 and ($2::uuid is null or organisation_id = $2)`,
    [kind, organisationId],
  )
  return BigInt(rows[0]?.cents ?? '0')
}

const sum = (loans: readonly Loan[], of: 'amount' | 'fee' | 'net'): bigint =>
  loans.reduce((all, loan) => all + BigInt(loan[of]), 0n)
