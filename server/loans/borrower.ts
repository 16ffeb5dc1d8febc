import type { RawBuilder } from 'kysely'
import { wholeAmounts, type FeeTerms, type LoanSum } from '#contract/loans/loanFee.ts'
import { loanBars, type LoanBar } from '#contract/loans/loanRows.ts'
import { updateRequestFlow } from '#contract/farmers/updateRequests.ts'
import { isCoolingOff } from '#server/farmers/updates/coolingOff.ts'
import { plainAccount, type BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { chooseChannel } from '#server/kit/bank/bankWays.ts'
import { now } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { readSetting } from '#server/facts/settings.ts'

/** A member as a lender has to know them. */
export type Borrower = {
  id: string
  organisationId: string
  fullName: string
  memberNumber: string
  idNumber: string
  lifeState: string
  accountState: string
  accountChangedAt: Date | null
  /** Whether a change of the bank details waits for a decision. */
  isChanging: boolean
  institutionCode: string
  institutionName: string
  institutionType: BankAccount['institutionType']
  accountNumber: string
  accountName: string
  /** The last season in which somebody granted a limit. */
  season: string | null
}

/** Finds approved members that the transaction may see. */
export const findBorrowers = (tx: Tx, which: RawBuilder<unknown>): Promise<Borrower[]> =>
  rows(
    tx,
    sql<Borrower>`select f.id, f.organisation_id as "organisationId", f.full_name as "fullName", f.member_number as "memberNumber", f.id_number as "idNumber",
      f.life_state as "lifeState", f.account_state as "accountState", f.account_changed_at as "accountChangedAt",
      exists (select from change_requests c where c.kind = ${updateRequestFlow.kind} and c.target_id = f.id::text and c.status = 'PENDING_APPROVAL'
        and c.after ?| array['institution', 'accountName', 'accountNumber']) as "isChanging",
      f.institution_code as "institutionCode", i.name as "institutionName", i.type as "institutionType", f.account_number as "accountNumber", f.account_name as "accountName",
      (select max(l.season) from limit_rows l where l.farmer_id = f.id) as season
      from farmers f join institutions i on i.code = f.institution_code
      where f.status = 'APPROVED' and ${which}`,
  )

/** The same of one. */
export async function findBorrower(tx: Tx, which: RawBuilder<unknown>): Promise<Borrower | undefined> {
  const [borrower] = await findBorrowers(tx, which)
  return borrower
}

const ways = { internal: 'INTERNALFT', pesalink: 'PESALINK', mpesa: 'MPESA' } as const

/** Which way the money of an account goes. */
export const paymentTypeOf = (account: BankAccount): (typeof ways)[keyof typeof ways] =>
  ways[plainAccount(account).channel]

/** Whether an amount can go to the account of a member, cents and ceilings and all. */
export function hasWay(borrower: BankAccount, netCents: bigint): boolean {
  const way = chooseChannel({ to: borrower, amountCents: netCents, currency: 'KES' })
  return typeof way !== 'string' && way.paymentType === paymentTypeOf(borrower)
}

/** Refuses what cannot go to the account of a member, and says what can. `docs/decisions/0018-no-cents-to-mpesa.md`. */
export function mustHaveWay(
  borrower: BankAccount,
  { amountCents, netCents }: Pick<LoanSum, 'amountCents' | 'netCents'>,
  terms: FeeTerms,
): void {
  if (hasWay(borrower, netCents)) return
  const amount =
    netCents % 100n !== 0n && paymentTypeOf(borrower) === 'MPESA'
      ? noCents(wholeAmounts(Number(amountCents / 100n), terms))
      : 'This amount cannot be paid to the account of the member'
  throw new Refused('loan.no_way', { details: { fields: { amount } } })
}

const noCents = ({ below, above }: ReturnType<typeof wholeAmounts>): string =>
  [
    'M-PESA pays no cents: ask for',
    below === null ? [] : [below.toLocaleString('en'), 'or'],
    above.toLocaleString('en'),
  ]
    .flat()
    .join(' ')

/** Whether a fund has so much; nobody learns how much it has. */
export async function fundCovers(tx: Tx, lenderId: string, cents: bigint): Promise<boolean> {
  const { covered } = await one(tx, sql<{ covered: boolean }>`select fund_covers(${lenderId}, ${cents}) as covered`)
  return covered
}

/** What stands in the way of lending to a member, the worst first. */
export const barsOf = async (tx: Tx, borrower: Borrower): Promise<LoanBar[]> => (await readBars(tx))(borrower)

/** The same of as many as one asks about. */
export async function readBars(tx: Tx): Promise<(borrower: Borrower) => LoanBar[]> {
  const hours = await readSetting(tx, 'bankChangeCoolingHours')
  return (borrower) => {
    const bars: [boolean, LoanBar][] = [
      [borrower.lifeState !== 'ACTIVE', 'loan.member_not_active'],
      [borrower.season === null, 'loan.no_lender'],
      [borrower.accountState !== 'VERIFIED', 'loan.account_not_verified'],
      [borrower.isChanging, 'loan.account_changing'],
      [isCoolingOff(borrower, now(), hours), 'loan.account_cooling_off'],
    ]
    return bars.flatMap(([stands, code]) => (stands ? [code] : []))
  }
}

/** Refuses what stands in the way of lending to a member. */
export async function mustBeLendable(tx: Tx, borrower: Borrower): Promise<void> {
  const [bar] = await barsOf(tx, borrower)
  if (bar) throw new Refused(bar)
}

export const barsOnWire = (codes: readonly LoanBar[]) => codes.map((code) => ({ code, message: loanBars[code] }))
