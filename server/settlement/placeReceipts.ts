import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import { post } from '#server/ledger/ledger.ts'
import { cameIn, layThere } from '#server/reconciliation/creditSocieties.ts'
import { lockAccount } from '#server/reconciliation/saveStatement.ts'
import { lockInvoices, owedOf, payEslips } from './payInvoice.ts'
import { findBuyersAccount } from './tradeAccountRows.ts'

/** A line of the bank's own statement of the settlement account that nobody has explained yet. */
type Receipt = {
  id: string
  lineId: string
  key: string
  reference: string
  amountCents: bigint
  bookedOn: string
  narration: string
}

type Part = ReturnType<typeof sql>

const open = (
  accountNumber: string,
) => sql<Receipt>`select i.id, s.id as "lineId", s.line_key as key, s.reference, i.amount_cents as "amountCents", i.booked_on as "bookedOn", s.narration
  from recon_items i join bank_statement_lines s on s.id = i.line_id
  where i.account_number = ${accountNumber} and i.told_by_bank and i.amount_cents > 0 and i.kind = 'MISSING_HERE' and i.leg_id is null and i.resolution is null`

type Wanted = { accountNumber: string; invoice: string; reference: string; amountCents: bigint }

/** The line that says a recorded payment, by the bank's own reference or the number of the invoice, and of the same amount. */
export async function findReceipt(
  tx: Tx,
  { accountNumber, invoice, reference, amountCents }: Wanted,
): Promise<Receipt | undefined> {
  const [receipt] = await rows(
    tx,
    sql<Receipt>`${open(accountNumber)} and i.amount_cents = ${amountCents} and (s.line_key = ${reference} or s.reference in (${reference}, ${invoice}))
      order by s.line_key = ${reference} desc, s.booked_on, s.line_key limit 1`,
  )
  return receipt
}

/** The dollars of lines are in the books by the bank's own word. */
async function keepReceipts(tx: Tx, receipts: readonly Receipt[], bankId: string): Promise<void> {
  const kept = { organisationId: bankId, purpose: 'BUYERS', currency: 'USD' } as const
  await post(
    tx,
    receipts.map((receipt) => cameIn(kept, receipt)),
  )
  await areKnown(tx, receipts)
}

/** A line that says a payment which two people have recorded is that payment. Its dollars come into the books here. */
export async function keepReceipt(
  tx: Tx,
  receipt: Receipt,
  { paymentId, bankId }: { paymentId: string; bankId: string },
): Promise<void> {
  await keepReceipts(tx, [receipt], bankId)
  await sql`update buyer_payments set line_id = ${receipt.lineId} where id = ${paymentId}`.execute(tx)
}

const areKnown = (tx: Tx, receipts: readonly Receipt[]) =>
  sql`update recon_items set kind = 'CREDITED', version = version + 1 where id = any (${receipts.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )

const recordedAs = (amount: Part, key: Part, reference: Part) => sql`from buyer_payments p
  where p.status = 'APPROVED' and p.line_id is null and p.amount_cents = ${amount} and (p.bank_reference in (${key}, ${reference}) or p.invoice_number = ${reference})`

/** Lines that may be told by themselves. Others, however many lie there, are in nobody's way. */
const explained = (
  accountNumber: string,
) => sql<Receipt>`${open(accountNumber)} and (exists (select ${recordedAs(sql`i.amount_cents`, sql`s.line_key`, sql`s.reference`)})
    or i.amount_cents = (select sum(e.gross_cents) from eslips e where e.invoice_number = s.reference and e.status in ('PENDING_PAYMENT', 'DEFAULTED')))
  order by s.booked_on, s.line_key limit 1000`

/**
 * Reads the settlement account: a line under the number of an invoice, of the whole amount that its lots wait for, pays them. A line that
 * says a payment which people have recorded is that payment, and moves nothing. Any other stays an exception for people.
 */
export const placeReceipts = ({ db }: Pick<House, 'db'>): Promise<number> =>
  db.transaction('system', async (tx) => {
    const account = await findBuyersAccount(tx)
    if (!account) return 0
    const { accountNumber, bankId } = account
    await lockAccount(tx, accountNumber)
    await keepOpening(tx, account)
    const receipts = await rows(tx, explained(accountNumber))
    const isAwaited = (await rows(tx, awaited)).length > 0
    const others: Receipt[] = []
    for (const receipt of receipts) if (!isAwaited || !(await isRecorded(tx, receipt))) others.push(receipt)
    const owed = Map.groupBy(
      await lockInvoices(
        tx,
        others.map(({ reference }) => reference),
      ),
      ({ invoice }) => invoice,
    )
    const paying = others.flatMap((receipt) => {
      const slips = owed.get(receipt.reference) ?? []
      if (slips.length === 0 || owedOf(slips) !== receipt.amountCents) return []
      owed.delete(receipt.reference)
      return [{ receipt, slips, paidOn: receipt.bookedOn, paymentId: receipt.lineId }]
    })
    await keepReceipts(
      tx,
      paying.map(({ receipt }) => receipt),
      bankId,
    )
    await payEslips(tx, { payments: paying, bankId })
    return receipts.length - others.length + paying.length
  })

const awaited = sql`select from buyer_payments where status = 'APPROVED' and line_id is null limit 1`

/** Whether a line says a payment that people have recorded: then it is that payment, and moves nothing. */
async function isRecorded(tx: Tx, receipt: Receipt): Promise<boolean> {
  const { amountCents, key, reference } = receipt
  const [recorded] = await rows(
    tx,
    sql<{
      id: string
    }>`select p.id ${recordedAs(sql`${amountCents}`, sql`${key}`, sql`${reference}`)} order by p.id limit 1 for update`,
  )
  if (!recorded) return false
  await sql`update buyer_payments set line_id = ${receipt.lineId} where id = ${recorded.id}`.execute(tx)
  await areKnown(tx, [receipt])
  return true
}

/** As often as there is something to place: a sale is paid within minutes of its statement. */
async function placeEveryReceipt(house: Pick<House, 'db'>): Promise<number> {
  let placed = 0
  for (let now = -1; now !== 0; placed += now) now = await placeReceipts(house)
  return placed
}

/** What lay on the account before its first statement. */
async function keepOpening(
  tx: Tx,
  { bankId, accountNumber }: { bankId: string; accountNumber: string },
): Promise<void> {
  const [opening] = await rows(
    tx,
    sql<{
      id: string
      day: string
      cents: bigint
    }>`select id, from_on as day, opening_cents as cents from bank_statements
      where account_number = ${accountNumber} and source = 'BANK' order by id limit 1`,
  )
  if (opening && opening.cents > 0n)
    await post(tx, [layThere({ organisationId: bankId, purpose: 'BUYERS', currency: 'USD' }, accountNumber, opening)])
}

/** Looks for what buyers have paid. */
export const startPlacingReceipts = (house: House): { stop: () => Promise<void> } =>
  startInterval({
    everyMs: 30_000,
    work: () => placeEveryReceipt(house),
    log: house.log,
    what: 'reading what buyers paid',
  })
