import type { ReactNode } from 'react'
import './amountRows.css'

/** What an amount is made of, or what it is: `note` stands below its name. */
export type AmountRow = { name: ReactNode; value: string; note?: string | undefined }

/** Rows of a list of amounts. Two may say the same; their order is fixed. */
export const AmountRows = ({ rows }: { rows: readonly AmountRow[] }) =>
  rows.map(({ name, value, note }, at) => (
    <div key={at}>
      <dt>
        {name}
        {note && <small className="faint statement-note">{note}</small>}
      </dt>
      <dd className="num">{value}</dd>
    </div>
  ))
