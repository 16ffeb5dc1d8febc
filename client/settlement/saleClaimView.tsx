import { saleClaim, type SaleClaim } from '#contract/settlement/saleClaims.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'

/** What is claimed of whom, and how much of it sales have paid. */
function SaleClaimLead({ row }: { row: SaleClaim }) {
  const words = useWords().settlement
  const { money } = useFormat()
  const { amount, taken, document, growerName, reason } = row
  return (
    <>
      <div className="hero">
        <span className="big">{money(amount, 'USD')}</span>
      </div>
      <p className="faint">{words.claimed(growerName, document, money(taken, 'USD'))}</p>
      <Quoted title={words.reason}>{reason}</Quoted>
    </>
  )
}

/** How lodged claims are listed and decided. */
export const saleClaimView = viewRecord(saleClaim, {
  title: ({ document }) => document,
  Lead: SaleClaimLead,
  leads: ['amount', 'taken', 'document', 'growerName'],
})
