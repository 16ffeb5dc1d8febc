import { useState, type KeyboardEvent } from 'react'
import { useFormat } from '../format.ts'
import { drawnShare, mostOf, sentenceOf, ticksOf, type Chart } from './series.ts'

type ColumnsProps<Row> = {
  chart: Chart<Row>
  /** A value at the axis, shorter than elsewhere. */
  axis: (value: number) => string
  /** What stands under a column; nothing under most. */
  markOf: (row: Row, at: number) => string | undefined
}

// The drawing stretches to its card, so its units are shares of it: one wide for each column, 100 high.
const height = 100

/** Columns over time. One is always described in words: the last, the one under the pointer, or the one the arrows went to. */
export function Columns<Row>({ chart, axis, markOf }: ColumnsProps<Row>) {
  const format = useFormat()
  const { title, rows, series, nameOf, compared, isRunning } = chart
  const [chosen, choose] = useState<number>()
  const last = rows.length - 1
  const at = Math.min(chosen ?? last, last)
  const current = rows[at]
  const ticks = ticksOf(mostOf(chart))
  const top = ticks.at(-1) ?? 1
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    choose(Math.max(0, Math.min(last, by)))
  }
  const marks = rows.flatMap((row, index) => {
    const mark = markOf(row, index)
    return mark ? [{ mark, index }] : []
  })
  const sentence = current === undefined ? '' : sentenceOf(chart, current, format)
  return (
    <div className="chart-columns">
      <p className="chart-told num" aria-hidden>
        {sentence}
      </p>
      <div className="chart-plot">
        {ticks.map((tick) => (
          <span key={tick} className="chart-tick num" style={{ bottom: `${(tick / top) * 100}%` }} aria-hidden>
            {axis(tick)}
          </span>
        ))}
        <div
          className="chart-cols"
          role="slider"
          tabIndex={0}
          aria-label={title}
          aria-valuemin={1}
          aria-valuemax={rows.length}
          aria-valuenow={at + 1}
          aria-valuetext={sentence}
          onKeyDown={move}
        >
          <svg viewBox={`0 0 ${rows.length} ${height}`} preserveAspectRatio="none" aria-hidden>
            {rows.map((row, index) => {
              let below = 0
              return (
                <g
                  key={nameOf(row)}
                  className={['chart-col', index === at && 'on', isRunning?.(row) && 'running']
                    .filter(Boolean)
                    .join(' ')}
                  onPointerEnter={() => choose(index)}
                  onPointerDown={() => choose(index)}
                >
                  <rect className="back" x={index} y={0} width={1} height={height} />
                  {series.map((one) => {
                    const { key, fill } = one
                    const tall = drawnShare(one, row, top) * height
                    below += tall
                    return tall === 0 ? null : (
                      <rect key={key} data-fill={fill} x={index + 0.14} y={height - below} width={0.72} height={tall} />
                    )
                  })}
                  {(compared?.of(row) ?? 0) > 0 && (
                    <line
                      className="compared"
                      x1={index + 0.04}
                      x2={index + 0.96}
                      y1={height - ((compared?.of(row) ?? 0) / top) * height}
                      y2={height - ((compared?.of(row) ?? 0) / top) * height}
                    />
                  )}
                </g>
              )
            })}
          </svg>
        </div>
      </div>
      <div className={marks.length > 7 ? 'chart-marks many' : 'chart-marks'} aria-hidden>
        {marks.map(({ mark, index }) => (
          <span key={index} style={{ left: `${((index + 0.5) / rows.length) * 100}%` }}>
            {mark}
          </span>
        ))}
      </div>
    </div>
  )
}
