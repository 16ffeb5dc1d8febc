import { NativeSelect } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { dashboard, type Dashboard } from '#contract/dashboard/dashboard.ts'
import type { SideBySide } from '#contract/dashboard/sideBySide.ts'
import { Bars } from '#client/kit/charts/Bars.tsx'
import { ChartCard, type ShownAs } from '#client/kit/charts/ChartCard.tsx'
import { mostOf, sentenceOf, textOf } from '#client/kit/charts/series.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { countyTiles, strengthOf } from './countyTiles.ts'
import { besideChart, measureNames, oneMeasure, type Beside, type MeasureName } from './sideBySideCharts.ts'
import { everyMinute, useDashboardOf, useEmpty, useSearchChange } from './dashboardOf.ts'

/** As many societies as bars; the table has all. */
const mostBars = 12

type CardsProps = { data: Dashboard; as: ShownAs }

/** Counties and societies side by side, by one measure at a time; as tables, by all of them. */
export function SideBySideCards({ data, as }: CardsProps) {
  return data.organisation === null ? <Cards data={data} as={as} /> : null
}

function Cards({ data, as }: CardsProps) {
  const words = useWords().dashboard
  const search: { measure?: string } = useSearch({ strict: false })
  const empty = useEmpty()
  const read = useCall(dashboard.sideBySide, { params: useDashboardOf(data) }, { refetchInterval: everyMinute })
  const beside = read.data
  const measure = measureNames.find((name) => name === search.measure) ?? 'kilograms'
  const faced = { beside, measure, as, empty: empty(read, words.noSocieties) }
  return (
    <>
      <Counties {...faced} />
      <Societies {...faced} />
      <p className="sr" role="status">
        {beside ? '' : words.loading}
      </p>
    </>
  )
}

function Measure({ measure, beside }: { measure: MeasureName; beside: SideBySide | undefined }) {
  const words = useWords().dashboard
  const change = useSearchChange()
  const hasMoney = beside?.counties.some(({ owed }) => owed !== null) ?? false
  return (
    <NativeSelect
      size="xs"
      className="measure"
      aria-label={words.measure}
      value={measure}
      data={measureNames
        .filter((name) => name !== 'owed' || hasMoney)
        .map((value) => ({ value, label: words.measures[value] }))}
      onChange={(event) => change({ measure: event.currentTarget.value })}
    />
  )
}

type FacedProps = { beside: SideBySide | undefined; measure: MeasureName; as: ShownAs; empty: string }

function Counties({ beside, measure, as, empty }: FacedProps) {
  const words = useWords().dashboard
  const format = useFormat()
  const chart = besideChart(beside?.counties ?? [], { words, format, today: beside?.today ?? '' }, words.counties)
  return (
    <ChartCard
      chart={chart}
      as={as}
      className="wide"
      hint={words.countiesHint}
      empty={empty}
      foot={
        <Link className="link" to="/reports/counties">
          {words.toReports}
        </Link>
      }
    >
      <Measure measure={measure} beside={beside} />
      <Tiles counties={beside?.counties ?? []} measure={measure} today={beside?.today ?? ''} />
    </ChartCard>
  )
}

/** All 47 counties, each in its place; what is strongest is filled most, and every value stands in its tile. */
function Tiles({
  counties,
  measure,
  today,
}: {
  counties: SideBySide['counties']
  measure: MeasureName
  today: string
}) {
  const words = useWords().dashboard
  const format = useFormat()
  const all = besideChart(counties, { words, format, today }, words.counties)
  const one = oneMeasure(all, measure)
  const most = mostOf(one)
  const [series] = one.series
  const known = new Map(counties.map((county) => [county.id, county]))
  return (
    <ul className="tiles">
      {Object.entries(countyTiles).map(([id, [column, row]]) => {
        const county = known.get(Number(id))
        const value = county && series ? series.of(county) : null
        return (
          <li
            key={id}
            data-strength={county ? strengthOf(value ?? 0, most) : undefined}
            style={{ gridColumn: column + 1, gridRow: row + 1 }}
            title={county ? sentenceOf(all, county, format) : undefined}
            aria-hidden={county ? undefined : true}
          >
            {county ? (
              <>
                <span className="sr">{sentenceOf(one, county, format)}</span>
                <span aria-hidden className="tile-name">
                  {county.name}
                </span>
                <b aria-hidden className="num">
                  {value === null ? '–' : format.compact(value)}
                </b>
              </>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

function Societies({ beside, measure, as, empty }: FacedProps) {
  const words = useWords().dashboard
  const format = useFormat()
  const translate = useContractWords()
  const texts = { words, format, translate, today: beside?.today ?? '' }
  const all = besideChart(beside?.societies ?? [], texts, words.societiesBeside)
  const one = oneMeasure(all, measure)
  const [series] = one.series
  const value = (row: Beside) => series?.of(row) ?? 0
  const rows = all.rows.toSorted((a, b) => value(b) - value(a))
  return (
    <ChartCard chart={{ ...all, rows }} as={as} hint={words.measures[measure]} empty={empty}>
      <Bars
        chart={{ ...one, rows: rows.slice(0, mostBars) }}
        renderName={(row) =>
          'organisationCode' in row ? (
            <Link to="/dashboard/$organisationCode" params={{ organisationCode: row.organisationCode }}>
              {row.organisationName}
            </Link>
          ) : (
            row.name
          )
        }
        renderValue={(row) => (
          <>
            {series && textOf(one, series, row)}{' '}
            {measure === 'kilograms' && row.beforeKg > 0 && (
              <small>{format.change((row.kilograms - row.beforeKg) / row.beforeKg)}</small>
            )}
          </>
        )}
      />
    </ChartCard>
  )
}
