import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { saveFile } from '../download.ts'
import { useWords } from '../words.ts'
import { comparedText, csvOf, textOf, totalOf, type Chart } from './series.ts'
import './charts.css'

export type ShownAs = 'charts' | 'tables'

type ChartCardProps<Row> = {
  chart: Chart<Row>
  as: ShownAs
  /** Under the title: what is counted, and since when. */
  hint?: ReactNode
  /** Said instead of a chart without a row. */
  empty: string
  className?: string
  /** Below the chart or table. */
  foot?: ReactNode
  /** The chart itself: `Columns` or `Bars`. */
  children: ReactNode
}

/** A chart with its title, its legend and its other face, the table of the same numbers, which can be saved. */
export function ChartCard<Row>({ chart, as, hint, empty, className, foot, children }: ChartCardProps<Row>) {
  const words = useWords().charts
  const id = useId()
  const { title, rows, series } = chart
  const save = () => saveFile(new Blob([`\uFEFF${csvOf(chart)}`], { type: 'text/csv' }), `${title}.csv`)
  return (
    <section className={`card chart-card ${className ?? ''}`} aria-labelledby={id}>
      <header className="chart-head">
        <div>
          <h2 id={id}>{title}</h2>
          {hint && <p className="sub">{hint}</p>}
        </div>
        {rows.length > 0 && (
          <Tooltip label={words.save}>
            <ActionIcon variant="subtle" color="gray" size={32} aria-label={words.saveOf(title)} onClick={save}>
              <IconDownload size={17} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </header>
      {rows.length === 0 ? <p className="chart-none faint">{empty}</p> : null}
      {rows.length > 0 && as === 'tables' && <ChartTable chart={chart} />}
      {rows.length > 0 && as === 'charts' && (
        <>
          {((series.length > 1 && chart.addsUp !== false) || chart.compared) && (
            <Legend series={series} compared={chart.compared?.title} />
          )}
          {children}
        </>
      )}
      {foot && <footer className="chart-foot">{foot}</footer>}
    </section>
  )
}

const Legend = ({ series, compared }: Pick<Chart<never>, 'series'> & { compared: string | undefined }) => (
  <ul className="chart-legend">
    {series.map(({ key, title, fill }) => (
      <li key={key}>
        <span className="swatch" data-fill={fill} aria-hidden />
        {title}
      </li>
    ))}
    {compared && (
      <li>
        <span className="swatch compared" aria-hidden />
        {compared}
      </li>
    )}
  </ul>
)

function ChartTable<Row>({ chart }: { chart: Chart<Row> }) {
  const words = useWords().charts
  const { title, rows, rowTitle, nameOf, series, compared, valueText } = chart
  const adds = series.length > 1 && chart.addsUp !== false
  return (
    <div className="scroll chart-table" role="region" aria-label={words.tableOf(title)} tabIndex={0}>
      <table className="grid">
        <caption className="sr">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{rowTitle}</th>
            {series.map((one) => (
              <th key={one.key} scope="col" className="right">
                {one.title}
              </th>
            ))}
            {adds && (
              <th scope="col" className="right">
                {words.total}
              </th>
            )}
            {compared && (
              <th scope="col" className="right">
                {compared.title}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={nameOf(row)}>
              <th scope="row">{nameOf(row)}</th>
              {series.map((one) => (
                <td key={one.key} className="right num">
                  {textOf(chart, one, row)}
                </td>
              ))}
              {adds && <td className="right num strong">{valueText(totalOf(chart, row))}</td>}
              {compared && <td className="right num">{comparedText(chart, row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
