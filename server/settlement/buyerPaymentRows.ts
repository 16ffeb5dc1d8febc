import { toAmount } from '#contract/kit/money.ts'
import { buyerPaymentFlow, type BuyerPayment } from '#contract/settlement/buyerPayments.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'

export const buyerPaymentKind = recordKind({
  flow: buyerPaymentFlow,
  table: 'buyer_payments',
  where: sql<boolean>`true`,
  title: sql<string>`t.invoice_number`,
  atStake: sql<string>`'USD ' || to_char(t.amount_cents / 100.0, 'FM999,999,999,990.00')`,
})

type Stored = DecidedRow & {
  id: string
  invoice_number: string
  amount_cents: bigint
  paid_on: string
  bank_reference: string
  reason: string
  buyer_name: string | null
  owed: string
  lots: number
}

const invoiced = sql`lateral (select min(o.name) as buyer_name, count(*)::int as lots,
  coalesce(sum(e.gross_cents) filter (where e.status in ('PENDING_PAYMENT', 'DEFAULTED')), 0) as owed
  from eslips e join organisations o on o.id = e.buyer_id where e.invoice_number = t.invoice_number and e.status <> 'VOID')`

export const buyerPaymentSource = (): ListSource<Stored> => ({
  base: sql`buyer_payments t cross join ${invoiced} i`,
  from: sql`buyer_payments t cross join ${invoiced} i`,
  select: sql<Stored>`t.id, t.invoice_number, t.amount_cents, t.paid_on, t.bank_reference, t.reason, i.buyer_name, i.owed, i.lots, t.status, t.version, t.makers,
    name_of_user(t.made_by) as made_by_name, t.created_at, name_of_user(t.decided_by) as decided_by_name, t.decided_at, t.decision_comment`,
  where: [],
  columns: {
    invoiceNumber: sql`t.invoice_number`,
    amount: sql`t.amount_cents`,
    paidOn: sql`t.paid_on`,
    dateCreated: sql`t.created_at`,
    status: sql`t.status`,
  },
  search: sql<string>`upper(t.invoice_number || ' ' || t.bank_reference || ' ' || coalesce(i.buyer_name, ''))`,
})

export const shapeBuyerPayment =
  (actor: Actor) =>
  (stored: Stored): BuyerPayment => {
    const { created: dateCreated, ...decided } = shapeDecided(buyerPaymentFlow, stored, actor)
    return {
      id: stored.id,
      invoiceNumber: stored.invoice_number,
      buyerName: stored.buyer_name ?? '',
      amount: toAmount(stored.amount_cents),
      owed: toAmount(stored.owed),
      lots: stored.lots,
      paidOn: stored.paid_on,
      bankReference: stored.bank_reference,
      reason: stored.reason,
      ...decided,
      dateCreated,
      approverComment: stored.decision_comment,
    }
  }
