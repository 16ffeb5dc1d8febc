import type { AccountName } from './ledger/accounts.ts'
import { beyondOwed } from './ledger/asFarAsOwed.ts'
import type { Movement, Post } from './ledger/ledger.ts'
import { authorised, paid, returned as loanReturned, undone, type LoanMoney } from './loans/loanMoney.ts'
import {
  keepCents,
  lenderPaid,
  lenderReturned,
  memberPaid,
  memberReturned,
  setAside,
} from './schedules/scheduleMoney.ts'
import { arrived, ordered, returned, type TransferMoney } from './payments/transferMoney.ts'
import { buyerPaid, distributed, legArrived } from './settlement/saleMoney.ts'
import { cameIn, layThere } from './reconciliation/creditSocieties.ts'
import { resolvedBy } from './reconciliation/resolveException.ts'

/** Invented parties of the examples below. */
export const examples = {
  society: '01900000-0000-7000-8000-000000000001',
  lender: '01900000-0000-7000-8000-000000000002',
  bank: '01900000-0000-7000-8000-000000000003',
  member: '01900000-0000-7000-8000-000000000004',
} as const
const record = '01900000-0000-7000-8000-000000000009'
const { society, lender, bank, member } = examples
const season = '2026/2027'
const day = '2026-11-23'

const loan: LoanMoney = {
  id: record,
  organisationId: society,
  lenderId: lender,
  farmerId: member,
  season,
  amountCents: 1_650_000n,
  feeCents: 49_500n,
  netCents: 1_600_500n,
}
const transfer = (kind: TransferMoney['kind']): TransferMoney => ({
  id: record,
  organisationId: society,
  kind,
  amountCents: 4_800_000n,
  receivedCents: kind === 'CONVERSION' ? 618_960_000n : 4_800_000n,
  positionId: bank,
  narration: 'As ordered',
})
const account = { organisationId: society, purpose: 'NON_CHECKOFF', currency: 'USD' } as const
const charge = { id: record, ...account, amountCents: -1_500n, narration: 'Fee', bookedOn: day }
const schedule = { id: record, organisationId: society, timesReturned: 0 }

type MoneyPost = Pick<Post, 'debit' | 'credit' | 'amountCents' | 'reference'>
/** What happens to money, and when; the movements are made by the very functions that the program posts by. */
type Posting = { event: string; when: string; movements: MoneyPost[] }

const leg = {
  id: record,
  eslipId: record,
  place: 6,
  kind: 'GROWER',
  payeeId: society,
  amountCents: 1_976_954n,
  narration: '12TH0001 ES/2026-27/09/0123',
}

const only = (movements: readonly (Movement | Post | null)[]): MoneyPost[] =>
  movements.flatMap((one) => (one && 'debit' in one && moneyKinds.has(one.debit.kind) ? [one] : []))
// A limit is no money: how it moves stands with the limits.
const moneyKinds: ReadonlySet<AccountName['kind']> = new Set([
  'checkoff',
  'clearing',
  'farmers',
  'fee',
  'fund',
  'loan',
  'non_checkoff',
  'outside',
  'position',
  'proceeds',
  'settlement',
])

/** Every event that moves money in the ledger. */
export const postings: readonly Posting[] = [
  {
    event: 'Money lay on an account of a society',
    when: 'the bank’s first statement of the account is read',
    movements: only([layThere(account, '02109041000010', { id: record, day, cents: 500_000n })]),
  },
  {
    event: 'Money came in on an account of a society',
    when: 'a line of the bank’s own statement is read that names no payment of ours',
    movements: only([cameIn(account, { id: record, amountCents: 1_976_954n, bookedOn: day, narration: 'Outturn' })]),
  },
  {
    event: 'Money was paid in, as two persons resolved',
    when: 'an exception is resolved as money paid in',
    movements: only([resolvedBy({ ...charge, amountCents: 1_500n }, 'FUND_CREDIT')]),
  },
  {
    event: 'The bank took a charge, as two persons resolved',
    when: 'an exception is resolved as a charge of the bank',
    movements: only([resolvedBy(charge, 'BANK_CHARGE')]),
  },
  {
    event: 'A retention is ordered',
    when: 'the second person approves it',
    movements: only(ordered(transfer('RETENTION'))),
  },
  {
    event: 'A retention arrives',
    when: 'the bank has carried it out',
    movements: only(arrived(transfer('RETENTION'))),
  },
  { event: 'A sweep is ordered', when: 'the second person approves it', movements: only(ordered(transfer('SWEEP'))) },
  { event: 'A sweep arrives', when: 'the bank has carried it out', movements: only(arrived(transfer('SWEEP'))) },
  {
    event: 'A conversion is ordered',
    when: 'the second person approves it',
    movements: only(ordered(transfer('CONVERSION'))),
  },
  {
    event: 'A conversion arrives',
    when: 'the bank has carried it out at the deal',
    movements: only(arrived(transfer('CONVERSION'))),
  },
  {
    event: 'A transfer comes back',
    when: 'the bank has refused it',
    movements: only(returned({ ...transfer('SWEEP'), id: examples.member })),
  },
  {
    event: 'A payment schedule is approved',
    when: 'the second person approves it',
    movements: only(setAside({ ...schedule, cents: 2_000_000n })),
  },
  {
    event: 'A lender is paid of a schedule',
    when: 'the bank has paid its fund',
    movements: only(
      lenderPaid({ ...schedule, lenderId: lender, amountCents: 100_000n }, [
        { lineId: record, farmerId: member, season, amountCents: 100_000n },
      ]),
    ),
  },
  {
    event: 'The payee of a deduction is paid of a schedule',
    when: 'the bank has paid the account that the deduction names',
    movements: only(lenderPaid({ ...schedule, id: bank, lenderId: null, amountCents: 420_000n }, [])),
  },
  {
    event: 'A member is paid of a schedule',
    when: 'the bank has paid the account of the member',
    movements: only([memberPaid({ ...schedule, netCents: 1_900_000n })]),
  },
  {
    event: 'What a member was paid comes back',
    when: 'the bank reports that it has sent the payment back',
    movements: only([memberReturned({ ...schedule, netCents: 1_900_000n })]),
  },
  {
    event: 'What the payee of a deduction was paid comes back',
    when: 'the bank reports that it has sent the payment back: it waits for a retry',
    movements: only(lenderReturned({ ...schedule, id: bank, lenderId: null, amountCents: 420_000n }, [])),
  },
  {
    event: 'What a lender was paid comes back',
    when: 'the bank reports that it has sent the payment back: the members owe it again',
    movements: only(
      lenderReturned({ ...schedule, lenderId: lender, amountCents: 100_000n }, [
        { lineId: record, farmerId: member, season, amountCents: 100_000n, beyondCents: 40_000n },
      ]),
    ),
  },
  {
    event: 'A payment of a schedule goes to M-PESA after all',
    when: 'the second person approves the retry: M-PESA pays whole shillings',
    movements: only([keepCents({ ...schedule, cents: 50n })]),
  },
  { event: 'A loan is authorised', when: 'the lender authorises it', movements: only(authorised(loan)) },
  { event: 'A loan is paid', when: 'the bank has paid the member', movements: only(paid(loan)) },
  {
    event: 'A loan that was paid comes back',
    when: 'the bank reports that the money came back',
    movements: only(undone(loan)).slice(0, 2),
  },
  {
    event: 'More is paid off a loan than is owed',
    when: 'a loan comes back of which a schedule has recovered more, or is recovering it',
    movements: lenderPaid({ ...schedule, lenderId: lender, amountCents: 100_000n }, [
      { lineId: record, farmerId: member, season, amountCents: 100_000n },
    ]).flatMap((one) => (one.type === 'post' && one.credit.kind === 'loan' ? beyondOwed(one, 40_000n) : [])),
  },
  {
    event: 'A buyer pays for lots',
    when: 'the bank’s own statement says it under the number of an invoice, or the second person approves a recorded payment',
    movements: only([
      {
        type: 'post',
        ...buyerPaid({ id: record, bankId: bank, amountCents: 2_038_200n, paidOn: day, invoice: 'INV-1' }),
      },
    ]),
  },
  {
    event: 'The proceeds of a lot are distributed',
    when: 'its buyer has paid: every leg of its e-slip at once',
    movements: only(
      distributed([leg, { ...leg, place: 3, kind: 'BROKER', payeeId: lender, amountCents: 20_382n }], bank),
    ),
  },
  {
    event: 'A society has its proceeds of a lot',
    when: 'the bank has paid its non-checkoff account',
    movements: only([legArrived(leg)]),
  },
  {
    event: 'A broker, miller, warehouse, lender or fee is paid of a lot',
    when: 'the bank has paid the account of the payee',
    movements: only([legArrived({ ...leg, kind: 'BROKER', payeeId: lender, amountCents: 20_382n })]),
  },
  { event: 'A loan comes back to the fund', when: 'the bank has refused it', movements: only(loanReturned(loan)) },
]
