import type pg from 'pg'
import { plainAccount } from '#server/kit/bank/bankAccounts.ts'
import { outside } from '../../tools/bankSimulator/ledger.ts'

type BankOrder = {
  provider: 'coop' | 'mpesa'
  reference: string
  from: string
  to: { pic: string; accountNumber: string }
  cents: string
  state: 'accepted' | 'paid' | 'refused'
  transactionId: string
}
type BankPosting = { n: number; reference: string; transactionId: string; debit: string; credit: string; cents: string }

/** What the bank has in its book of us: every order it took, every movement of money, and what is left where. */
export type BankBook = { orders: BankOrder[]; postings: BankPosting[]; balances: Record<string, string> }

type Leg = {
  reference: string
  channel: string
  institutionCode: string
  institutionType: string
  accountNumber: string
  cents: string
  status: string
  bankReference: string | null
  /** The bank has confirmed that it had the order. */
  wasAccepted: boolean
}
type Payout = {
  reference: string
  institutionCode: string
  institutionType: string
  accountNumber: string
  cents: string
  status: string
}

/** Holds the bank's book against ours, leg by leg, payout by payout and fund by fund. */
export async function compareBooks(
  owner: pg.Client,
  { orders, postings, balances }: BankBook,
): Promise<{ promise: string; rows: readonly unknown[] }[]> {
  const { rows: legs } = await owner.query<Leg>(
    `select l.reference, l.channel, l.to_institution_code as "institutionCode", l.to_institution_type as "institutionType", l.to_account as "accountNumber",
       l.amount_cents::text as cents, l.status, l.bank_reference as "bankReference",
       exists (select from payout_events e where e.leg_id = l.id and e.says in ('ACCEPTED', 'PAID')) as "wasAccepted"
     from payout_legs l`,
  )
  const { rows: payouts } = await owner.query<Payout>(
    `select reference, institution_code as "institutionCode", institution_type as "institutionType", account_number as "accountNumber", amount_cents::text as cents, status from payouts`,
  )
  const { rows: funds } = await owner.query<{ account: string; cents: string }>(
    `select f.account_number as account, coalesce(a.debits_cents - a.credits_cents, 0)::text as cents from funds f
       left join ledger_accounts a on a.organisation_id = f.organisation_id and a.subject_id = f.organisation_id and a.kind = 'fund'`,
  )
  const legOf = new Map(legs.map((leg) => [leg.reference, leg]))
  const orderOf = new Map(orders.map((order) => [order.reference, order]))
  const postingsOf = Map.groupBy(
    // What comes from outside, such as the dollars of a buyer who pays twice, is no order of ours.
    postings.filter(({ debit }) => debit !== outside),
    ({ reference }) => reference,
  )
  const paid = legs.filter(({ status }) => status === 'PAID')
  return [
    {
      promise: `the bank knows every order that it confirmed (${legs.filter(({ wasAccepted }) => wasAccepted).length})`,
      rows: legs.filter(({ wasAccepted, reference }) => wasAccepted && !orderOf.has(reference)),
    },
    {
      promise: `the bank lost no line of its own book (${postings.length})`,
      rows: [
        ...postings.filter(({ n }, at) => n !== at + 1),
        ...orders.filter(({ state, reference }) => (state === 'paid') !== postingsOf.has(reference)),
      ],
    },
    {
      promise: 'the bank has no order that we do not know of',
      rows: orders.filter(({ reference }) => !legOf.has(reference)),
    },
    {
      promise: 'nothing was paid twice',
      rows: [...postingsOf].filter(([, same]) => same.length > 1).map(([reference]) => reference),
    },
    {
      promise: `what we hold as paid was paid, to the cent and to the right account (${paid.length})`,
      rows: paid.filter((leg) => !isPaidBy(leg, orderOf.get(leg.reference))),
    },
    {
      promise: 'what the bank paid we hold as paid',
      rows: orders.filter(({ state, reference }) => state === 'paid' && legOf.get(reference)?.status !== 'PAID'),
    },
    {
      promise: `every member received what is due to them (${payouts.length})`,
      rows: wronglyPaid(payouts, postingsOf),
    },
    {
      promise: 'every fund has at the bank what our ledger says',
      rows: funds
        .map(({ account, cents }) => ({ account, ours: cents, atTheBank: balances[`0011:${account} KES`] ?? '0' }))
        .filter(({ ours, atTheBank }) => ours !== atTheBank),
    },
  ]
}

function isPaidBy(leg: Leg, order: BankOrder | undefined): boolean {
  const to = plainAccount(leg)
  return (
    order?.state === 'paid' &&
    order.provider === (leg.channel === 'mpesa' ? 'mpesa' : 'coop') &&
    order.transactionId === leg.bankReference &&
    order.cents === leg.cents &&
    order.to.pic === to.pic &&
    order.to.accountNumber === to.accountNumber
  )
}

/** A payout that ended well has paid its amount to the member; any other has paid nothing. */
function wronglyPaid(payouts: readonly Payout[], postingsOf: ReadonlyMap<string, readonly BankPosting[]>): unknown[] {
  return payouts.flatMap((payout) => {
    const { pic, accountNumber } = plainAccount(payout)
    let received = 0n
    // One leg at least, two where it goes to another institution, and one that brings it back.
    for (const place of [1, 2, 3, 4])
      for (const { credit, cents } of postingsOf.get(`${payout.reference}-${place}`) ?? [])
        if (credit === `${pic}:${accountNumber}`) received += BigInt(cents)
    const due = payout.status === 'PAID' ? BigInt(payout.cents) : 0n
    return received === due ? [] : [{ ...payout, received: String(received), due: String(due) }]
  })
}
