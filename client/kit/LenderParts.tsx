import type { LenderPart } from '#contract/loans/loanRows.ts'
import { useFormat } from './format.ts'
import { useWords } from './words.ts'
import './lenderParts.css'

/** Under the sum of a limit, a line for each lender: what is free of what was granted. */
export function LenderParts({ lenders }: { lenders: readonly LenderPart[] }) {
  const words = useWords().limits
  const { money } = useFormat()
  if (lenders.length === 0) return null
  return (
    <ul className="lender-parts" aria-label={words.byLender}>
      {lenders.map(({ code, name, available, granted }) => (
        <li key={code}>
          <span>{name}</span>
          <span className="num">{words.ofLender(money(available), money(granted))}</span>
        </li>
      ))}
    </ul>
  )
}
