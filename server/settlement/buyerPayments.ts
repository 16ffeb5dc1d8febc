import { inWords, toAmount, toCents } from '#contract/kit/money.ts'
import { buyerPayment, buyerPaymentFlow } from '#contract/settlement/buyerPayments.ts'
import { businessDate } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { enterRecord } from '#server/kit/records/enterRecord.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { serveRecord, type StepCall } from '#server/kit/records/serveRecord.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { Refused } from '#server/kit/refused.ts'
import { done } from '#server/kit/web/serve.ts'
import { post } from '#server/ledger/ledger.ts'
import { lockAccount } from '#server/reconciliation/saveStatement.ts'
import { buyerPaymentKind, buyerPaymentSource, shapeBuyerPayment } from './buyerPaymentRows.ts'
import { lockInvoices, owedOf, payEslips } from './payInvoice.ts'
import { findReceipt, keepReceipt } from './placeReceipts.ts'
import { buyerPaid } from './saleMoney.ts'
import { mustHaveBuyersAccount } from './tradeAccountRows.ts'

export const buyerPayments = serveRecord(buyerPayment, {
  kind: buyerPaymentKind,
  source: buyerPaymentSource,
  shape: shapeBuyerPayment,
  steps: { approve: { effect: takeEffect, message: 'Approved: the proceeds are distributed' } },
  calls: (read) => ({
    enter: async ({ tx, actor, body, request }) => {
      mustMake(buyerPaymentFlow, actor)
      const { invoiceNumber, paidOn, bankReference, reason = '' } = body
      const amountCents = toCents(body.amount)
      if (paidOn > businessDate())
        throw new Refused('input.invalid', { details: { fields: { paidOn: 'Choose a day that has come' } } })
      await mustBeNew(tx, bankReference)
      mustBeOwed(await lockInvoices(tx, [invoiceNumber]), amountCents)
      const id = await enterRecord({
        tx,
        actor,
        kind: buyerPaymentKind,
        title: invoiceNumber,
        values: {
          invoice_number: invoiceNumber,
          amount_cents: amountCents,
          paid_on: paidOn,
          bank_reference: bankReference,
          reason,
        },
        once: 'one_waiting_payment_of_an_invoice',
        comment: reason,
        changes: { amount: { before: null, after: toAmount(amountCents) } },
        request,
      })
      return done('Sent for approval', await read(tx, actor, id))
    },
  }),
})

type Recorded = { invoice: string; amountCents: bigint; paidOn: string; reference: string }

/**
 * The line of the statement that says the same payment is that payment; without one the dollars are booked as people say, and the line
 * is known when it comes. Under the lock of the account, so that the statement does not find it at the same time.
 */
function takeEffect({ tx }: StepCall): Effect {
  return async ({ id }) => {
    const { bankId, accountNumber } = await mustHaveBuyersAccount(tx)
    await lockAccount(tx, accountNumber)
    const { invoice, amountCents, paidOn, reference } = await one(
      tx,
      sql<Recorded>`select invoice_number as invoice, amount_cents as "amountCents", paid_on as "paidOn", bank_reference as reference from buyer_payments where id = ${id}`,
    )
    await mustBeNew(tx, reference)
    const slips = await lockInvoices(tx, [invoice])
    mustBeOwed(slips, amountCents)
    const receipt = await findReceipt(tx, { accountNumber, invoice, reference, amountCents })
    if (receipt) await keepReceipt(tx, receipt, { paymentId: id, bankId })
    else await post(tx, [buyerPaid({ id, bankId, amountCents, paidOn, invoice })])
    await payEslips(tx, { payments: [{ slips, paidOn, paymentId: id }], bankId })
  }
}

/** Refuses what is less or more than the e-slips of the invoice wait for: an invoice is paid as a whole. */
function mustBeOwed(slips: Parameters<typeof owedOf>[0], amountCents: bigint): void {
  if (slips.length === 0) throw new Refused('buyer_payment.nothing_owed')
  const owed = owedOf(slips)
  if (owed !== amountCents)
    throw new Refused('buyer_payment.other_amount', {
      message: `The invoice comes to ${inWords(owed, 'USD')}, not ${inWords(amountCents, 'USD')}. It is paid as a whole.`,
    })
}

async function mustBeNew(tx: Tx, reference: string): Promise<void> {
  const known = await rows(
    tx,
    sql`select from buyer_payments where bank_reference = ${reference} and status = 'APPROVED' limit 1`,
  )
  if (known.length > 0) throw new Refused('buyer_payment.known')
}
