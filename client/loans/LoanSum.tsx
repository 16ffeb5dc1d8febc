import type { ReactNode } from 'react'
import './loans.css'

type SumLine = { title: string; value: ReactNode; sign?: '−' | '='; strong?: boolean; note?: ReactNode }

/** Amounts under each other as on paper: what is added, what is taken away, and what it comes to. */
export function LoanSum({ title, lines }: { title: string; lines: readonly (SumLine | false | null)[] }) {
  return (
    <dl className="loan-sum" aria-label={title}>
      {lines.map(
        (line) =>
          line && (
            <div key={line.title} className={line.sign === '=' ? 'comes-to' : undefined}>
              <dt>
                {line.title}
                {line.note && <span className="faint"> {line.note}</span>}
              </dt>
              <dd className="num">
                {line.sign === '−' && <span aria-hidden>− </span>}
                {line.strong ? <b>{line.value}</b> : line.value}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
