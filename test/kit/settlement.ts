import type pg from 'pg'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { buyerPayment, type BuyerPayment } from '#contract/settlement/buyerPayments.ts'
import { saleReportList } from '#contract/settlement/saleReports.ts'
import { saleClaim, type SaleClaim } from '#contract/settlement/saleClaims.ts'
import { tradeAccount, type TradePurpose } from '#contract/settlement/tradeAccounts.ts'
import { businessDate } from '#server/kit/clock.ts'
import { eslipIn, readEslip } from './eslips.ts'
import type { Person } from './people.ts'
import { addBankAccount } from './updateRequests.ts'
import type { World } from './world.ts'

type Answer<Row> = { code?: string; message: string; details?: { fields?: Record<string, string> }; data: Row }

let serial = 0
const next = (): number => (serial += 1)

/** The invoice of a new lot that waits for its buyer. */
export async function invoiceOf(world: World): Promise<{ invoiceNumber: string; amount: number; slip: string }> {
  const slip = await eslipIn(world)
  const { invoiceNumber, gross } = (await readEslip(world.people.peterBankChecker, slip)).body
  return { invoiceNumber: invoiceNumber ?? '', amount: gross ?? 0, slip }
}

/** Records that a buyer has paid an invoice. */
export const enterPayment = (
  person: Person,
  {
    invoiceNumber,
    amount,
    ...more
  }: { invoiceNumber: string; amount: number; bankReference?: string; paidOn?: string; slip?: string },
) =>
  person.post<Answer<BuyerPayment>>('/settlement/payments', {
    invoiceNumber,
    amount,
    paidOn: more.paidOn ?? businessDate(),
    bankReference: more.bankReference ?? `BR${next()}`,
  })

export const decidePayment = (
  person: Person,
  step: 'approve' | 'decline' | 'withdraw',
  payment: { id: string; version?: number },
  approverComment?: string,
) =>
  person.post<Answer<BuyerPayment>>(`/settlement/payments/${step}`, {
    ...payment,
    ...(approverComment ? { approverComment } : {}),
  })

export const lodgeClaim = (person: Person, more: { growerCode?: string; amount?: number; document?: string } = {}) =>
  person.post<Answer<SaleClaim>>('/settlement/claims', {
    growerCode: 'CF4100',
    amount: 1_000,
    document: `MIN/${next()}`,
    ...more,
  })

export const decideClaim = (
  person: Person,
  step: 'approve' | 'decline' | 'withdraw',
  claim: { id: string; version?: number },
  approverComment?: string,
) =>
  person.post<Answer<SaleClaim>>(`/settlement/claims/${step}`, {
    ...claim,
    ...(approverComment ? { approverComment } : {}),
  })

/** Opens an account of the settlement, as the owner: how it is opened is tested elsewhere. Answers its number. */
export async function openAccount(
  { owner }: { owner: Pick<pg.Client, 'query'> },
  purpose: TradePurpose,
  code = 'COOP',
): Promise<string> {
  const { rows } = await owner.query<{ number: string }>(
    `insert into trade_accounts (id, organisation_id, purpose, account_number, account_name, opened_at, changed_at)
     select gen_random_uuid(), id, $2, $3, name, now(), now() from organisations where code = $1
     on conflict (organisation_id, purpose) do update set changed_at = trade_accounts.changed_at returning account_number as number`,
    [code, purpose, `0288${String(next()).padStart(10, '0')}`],
  )
  return rows[0]?.number ?? ''
}

/** A line of the bank's own statement of the account that buyers pay onto. */
export async function bookedByBank(
  { owner }: Pick<World, 'owner'>,
  accountNumber: string,
  reference: string,
  amount: number,
): Promise<void> {
  await owner.query(
    `with said as (insert into bank_statements (id, organisation_id, account_number, source, file_name, sha256, from_on, to_on, opening_cents, closing_cents, line_count, new_count, created_at)
       select gen_random_uuid(), organisation_id, $1, 'BANK', 'told', sha256(('told' || $4)::bytea), $5, $5, 0, $3, 1, 1, now() from trade_accounts where account_number = $1 returning *),
     line as (insert into bank_statement_lines (id, organisation_id, statement_id, account_number, place, line_key, reference, booked_on, narration, amount_cents)
       select gen_random_uuid(), organisation_id, id, $1, 1, 'FT' || $4, $2, $5, 'Buyer', $3 from said returning *)
     insert into recon_items (id, organisation_id, account_number, line_id, kind, amount_cents, booked_on, told_by_bank, created_at)
     select id, organisation_id, account_number, id, 'MISSING_HERE', amount_cents, booked_on, true, now() from line`,
    [accountNumber, reference, Math.round(amount * 100), String(next()), businessDate()],
  )
}

/** Proposes the account of the broker; the bank knows the number. */
export async function proposeTradeAccount(
  world: World,
  more: { organisationCode?: string; purpose?: TradePurpose; accountNumber?: string } = {},
) {
  const accountNumber = more.accountNumber ?? `0266${String(next()).padStart(10, '0')}`
  await addBankAccount(world, accountNumber, 'RIDGE BROKERS')
  return world.people.estherBankMaker.post<Answer<ChangeRequest>>('/settlement/accounts', {
    organisationCode: 'BR5001',
    purpose: 'PROVIDER',
    ...more,
    accountNumber,
  })
}

export const decideTradeAccount = (
  person: Person,
  step: 'approve' | 'decline' | 'withdraw',
  { id, version }: Pick<ChangeRequest, 'id' | 'version'>,
  approverComment?: string,
) =>
  person.post<Answer<ChangeRequest>>('/settlement/accounts/decide', {
    step,
    id,
    version,
    ...(approverComment ? { approverComment } : {}),
  })

export const settlementLists = [
  { screen: saleReportList, reader: 'peterBankChecker', path: () => '/sales/settlement' },
  { screen: buyerPayment.list, reader: 'peterBankChecker', path: () => '/settlement/payments' },
  { screen: saleClaim.list, reader: 'peterBankChecker', path: () => '/settlement/claims' },
  { screen: tradeAccount.list, reader: 'peterBankChecker', path: () => '/settlement/accounts/changes' },
] as const

/** Payments, claims and accounts in every state that people bring about. */
export async function makeSettlement(world: World): Promise<void> {
  const { estherBankMaker: maker, peterBankChecker: checker } = world.people
  await openAccount(world, 'BUYERS')
  const entered = async () => (await enterPayment(maker, await invoiceOf(world))).body.data
  await decidePayment(checker, 'approve', await entered())
  await decidePayment(checker, 'decline', await entered(), 'Another buyer')
  await decidePayment(maker, 'withdraw', await entered())
  for (let more = 0; more < 8; more += 1) await entered()
  const lodged = async () => (await lodgeClaim(maker)).body.data
  await decideClaim(checker, 'approve', await lodged())
  await decideClaim(checker, 'decline', await lodged(), 'No minute')
  await decideClaim(maker, 'withdraw', await lodged())
  await lodged()
  const proposed = async () => (await proposeTradeAccount(world)).body.data
  await decideTradeAccount(checker, 'approve', await proposed())
  await decideTradeAccount(checker, 'decline', await proposed(), 'Not theirs')
  await decideTradeAccount(maker, 'withdraw', await proposed())
  await proposed()
}
