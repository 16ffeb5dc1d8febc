import { buyerPayment, type BuyerPayment } from '#contract/settlement/buyerPayments.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'

/** What the buyer has paid, beside what the lots of the invoice wait for. */
function BuyerPaymentLead({ row }: { row: BuyerPayment }) {
  const words = useWords().settlement
  const { money, number } = useFormat()
  const { amount, owed, lots, reason, status } = row
  return (
    <>
      <div className="hero">
        <span className="big">{money(amount, 'USD')}</span>
      </div>
      <p className="faint">
        {status.statusName === 'PENDING_APPROVAL' && owed !== amount
          ? words.otherAmount(money(owed, 'USD'))
          : words.wholeInvoice(number(lots))}
      </p>
      <Quoted title={words.reason}>{reason}</Quoted>
    </>
  )
}

/** How recorded payments of buyers are listed and decided. */
export const buyerPaymentView = viewRecord(buyerPayment, {
  title: ({ invoiceNumber }) => invoiceNumber,
  Lead: BuyerPaymentLead,
  leads: ['amount', 'owed', 'lots'],
})
