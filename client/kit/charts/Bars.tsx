import type { ReactNode } from 'react'
import { useFormat } from '../format.ts'
import { drawnShare, mostOf, sentenceOf, totalOf, type Chart } from './series.ts'

type BarsProps<Row> = {
  chart: Chart<Row>
  /** The name of a row where it leads somewhere. */
  renderName?: (row: Row) => ReactNode
  /** What stands at the end of a row; the total without it. */
  renderValue?: (row: Row) => ReactNode
}

/** Bars that lie, one for each row, as a list whose numbers are text. */
export function Bars<Row>({ chart, renderName, renderValue }: BarsProps<Row>) {
  const format = useFormat()
  const { rows, series, nameOf, valueText } = chart
  const most = mostOf(chart)
  return (
    <ul className="chart-bars">
      {rows.map((row) => (
        <li key={nameOf(row)} title={sentenceOf(chart, row, format)}>
          <span className="chart-bar-name">{renderName?.(row) ?? nameOf(row)}</span>
          <span className="chart-bar-value num">{renderValue?.(row) ?? valueText(totalOf(chart, row))}</span>
          {series.length > 1 && <span className="sr">{sentenceOf(chart, row, format)}</span>}
          <span className="chart-bar" aria-hidden>
            {series.map((one) => {
              const share = drawnShare(one, row, most)
              return share > 0 ? <span key={one.key} data-fill={one.fill} style={{ width: `${share * 100}%` }} /> : null
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}
