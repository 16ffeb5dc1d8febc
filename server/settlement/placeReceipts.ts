import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import { post } from '#server/ledger/ledger.ts'
import { cameIn, layThere } from '#server/reconciliation/creditSocieties.ts'
import { lockAccount } from '#server/reconciliation/saveStatement.ts'
import { lockInvoice, owedOf, payEslips } from './payInvoice.ts'
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

/** The dollars of a line are in the books by the bank's own word. `paymentId`: the recorded payment that it is. */
export async function keepReceipt(tx: Tx, receipt: Receipt, paymentId: string | null): Promise<void> {
  const account = await findBuyersAccount(tx)
  if (!account) throw new Error('a line of the settlement account without the account')
  const kept = { organisationId: account.bankId, purpose: 'BUYERS', currency: 'USD' } as const
  await post(tx, [cameIn(kept, receipt)])
  await isKnown(tx, receipt)
  if (paymentId !== null)
    await sql`update buyer_payments set line_id = ${receipt.lineId} where id = ${paymentId}`.execute(tx)
}

const isKnown = (tx: Tx, { id }: Receipt) =>
  sql`update recon_items set kind = 'CREDITED', version = version + 1 where id = ${id}`.execute(tx)

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
    let placed = 0
    for (const receipt of await rows(
      tx,
      sql<Receipt>`${open(accountNumber)} order by s.booked_on, s.line_key limit 500`,
    )) {
      const { amountCents, key, reference, bookedOn } = receipt
      const [recorded] = await rows(
        tx,
        sql<{
          id: string
        }>`select id from buyer_payments where status = 'APPROVED' and line_id is null and amount_cents = ${amountCents}
          and (bank_reference in (${key}, ${reference}) or invoice_number = ${reference}) order by id limit 1 for update`,
      )
      if (recorded) {
        await sql`update buyer_payments set line_id = ${receipt.lineId} where id = ${recorded.id}`.execute(tx)
        await isKnown(tx, receipt)
        placed += 1
        continue
      }
      const slips = await lockInvoice(tx, reference)
      if (slips.length === 0 || owedOf(slips) !== amountCents) continue
      await keepReceipt(tx, receipt, null)
      await payEslips(tx, { slips, paidOn: bookedOn, paymentId: receipt.lineId, bankId })
      placed += 1
    }
    return placed
  })

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
  startInterval({ everyMs: 30_000, work: () => placeReceipts(house), log: house.log, what: 'reading what buyers paid' })
