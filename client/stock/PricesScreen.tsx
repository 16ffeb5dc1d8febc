import { NativeSelect } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reference } from '#contract/house/reference.ts'
import { priceLevels, prices, type PriceFigures, type PriceRow } from '#contract/stock/prices.ts'
import { Bars } from '#client/kit/charts/Bars.tsx'
import { ChartCard } from '#client/kit/charts/ChartCard.tsx'
import { ChartsOrTables } from '#client/kit/charts/ChartsOrTables.tsx'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { WithSecondLine } from '#client/kit/lists/cells.tsx'
import { PartPages } from '#client/kit/lists/Pager.tsx'
import { usePages } from '#client/kit/lists/usePages.ts'
import { PlainRows } from '#client/kit/PlainTable.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import { daysChart, gradeChart, priceChart, wentChart } from './priceCharts.ts'
import { PriceParts } from './PriceParts.tsx'
import { SaveStock } from './SaveStock.tsx'
import { SeasonField, StockFilters, StockOwner } from './StockFilters.tsx'
import { useReach, useStock } from './useStock.ts'

const pageSize = 10
/** So many grades are named in a row; the chart and the file have all of them. */
const mostGrades = 3

/** A society compares its seasons, who sees everybody the counties first. */
function useLevel() {
  const { level } = useStock()
  const reach = useReach()
  return level ?? (reach === 'own' ? 'season' : 'county')
}

/** What coffee fetched by county, society or season, what of it reached those who grew it, and when. */
export function PricesScreen() {
  const words = useWords().prices
  const { growerCode = '', season = '', county = '', of, as = 'charts', change: ask } = useStock()
  const level = useLevel()
  const reach = useReach()
  const { page, size, change } = usePages(pageSize)
  const asked = { growerCode, season, county, level }
  const read = useCall(prices.figures, { query: { ...asked, page, size } }, { placeholderData: keepPreviousData })
  const nameOf = ({ name }: Pick<PriceRow, 'name'>) => name || words.noCounty
  const opened = read.data?.content.find(({ key }) => key === of)
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{words.title}</h1>
          <p className="sub">
            <StockOwner />
            {reach === 'own' ? words.subs.own : words.subs.all}
          </p>
        </div>
        <div className="page-actions">
          <SaveStock of={prices.figures} query={asked} />
          <ChartsOrTables as={as} onChange={(next) => ask({ as: next })} />
        </div>
      </header>
      <StockFilters>
        {reach !== 'own' && <CountyField />}
        <SeasonField value={season} all />
        {reach !== 'own' && (
          <NativeSelect
            label={words.level}
            value={level}
            data={priceLevels.map((value) => ({ value, label: words.levels[value] }))}
            onChange={(event) => ask({ level: priceLevels.find((one) => one === event.currentTarget.value) })}
          />
        )}
      </StockFilters>
      {read.isError && <NotLoaded refused={read.error} onReload={() => void read.refetch()} />}
      {read.isPending && <ListSkeleton />}
      {read.data && (
        <>
          <Charts rows={read.data.content} total={read.data.total} nameOf={nameOf} />
          <h2 className="part-title">{words.rows}</h2>
          <Figures rows={read.data.content} total={read.data.total} nameOf={nameOf} />
          <PartPages total={read.data.totalPages} page={page} change={change} />
        </>
      )}
      {of !== undefined && level !== 'county' && (
        <PriceParts
          name={opened ? nameOf(opened) : of}
          asked={level === 'society' ? { growerCode: of, season, county } : { growerCode, season: of, county }}
          onClose={() => ask({ of: undefined })}
        />
      )}
    </div>
  )
}

function CountyField() {
  const words = useWords().prices
  const { county = '', change } = useStock()
  const { data = [] } = useCall(reference.counties, {}, { staleTime: Infinity })
  return (
    <NativeSelect
      label={words.county}
      value={county}
      data={[
        { value: '', label: words.everyCounty },
        ...data.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) => change({ county: event.currentTarget.value || undefined })}
    />
  )
}

type Read = { rows: readonly PriceRow[]; total: PriceFigures; nameOf: (row: PriceRow) => string }

function Charts({ rows, total, nameOf }: Read) {
  const words = useWords().prices
  const format = useFormat()
  const texts = { words, format }
  const level = useLevel()
  const { as = 'charts' } = useStock()
  const named = { rows, rowTitle: words.levels[level], nameOf }
  const [price, grades, went, days] = [
    priceChart(named, texts),
    gradeChart(total.grades, texts),
    wentChart(named, texts),
    daysChart(named, texts),
  ]
  return (
    <div className="stock-charts price-charts">
      <ChartCard chart={price} as={as} hint={words.priceChart.hint} empty={words.priceChart.none}>
        <Bars chart={price} />
      </ChartCard>
      <ChartCard chart={went} as={as} hint={words.wentChart.hint} empty={words.priceChart.none}>
        <Bars chart={went} renderValue={({ share }) => words.wentChart.share(format.percent((share ?? 0) / 100))} />
      </ChartCard>
      <ChartCard chart={days} as={as} hint={words.daysChart.hint} empty={words.daysChart.none}>
        <Bars chart={days} />
      </ChartCard>
      <ChartCard chart={grades} as={as} hint={words.gradeChart.hint} empty={words.priceChart.none}>
        <Bars chart={grades} />
      </ChartCard>
    </div>
  )
}

function Figures({ rows, total, nameOf }: Read) {
  const words = useWords().prices
  const { weight, number, amount, percent } = useFormat()
  const { change } = useStock()
  const level = useLevel()
  const mix = ({ grades, kilograms }: PriceFigures) => (
    <span className="price-mix">
      {grades
        .slice(0, mostGrades)
        .map((of) => `${of.grade}\u00a0${percent(of.kilograms / kilograms)}`)
        .join(' · ')}
    </span>
  )
  const orNone = (value: number | null, write: (value: number) => string) => (value === null ? '–' : write(value))
  const share = (value: number) => percent(value / 100)
  const open = ({ key }: PriceRow) =>
    level === 'county' ? change({ level: 'society', county: key || undefined }) : change({ of: key })
  const column = (of: { title: string; renderCell: (of: PriceFigures) => ReactNode }) => ({
    ...of,
    right: true as const,
    total: of.renderCell(total),
  })
  return (
    <PlainRows
      title={words.rows}
      none={words.none}
      rows={rows.map((row) => ({ ...row, id: row.key }))}
      columns={[
        {
          title: words.levels[level],
          strong: true,
          renderCell: (row) =>
            level === 'county' && row.key === '' ? (
              nameOf(row)
            ) : (
              <button
                type="button"
                className="link long stock-open"
                title={level === 'county' ? words.down(nameOf(row)) : words.open(nameOf(row))}
                onClick={() => open(row)}
              >
                {nameOf(row)}
              </button>
            ),
          total: words.total,
        },
        column({
          title: words.weight,
          renderCell: ({ kilograms, parts }) => (
            <WithSecondLine text={words.lotsOf(number(parts))}>{weight(kilograms)}</WithSecondLine>
          ),
        }),
        { title: words.grades, renderCell: mix, total: mix(total) },
        column({ title: words.price, renderCell: ({ price }) => orNone(price, amount) }),
        column({
          title: words.gross,
          renderCell: ({ gross, arrived }) => (
            <WithSecondLine text={words.atSocieties(amount(arrived))}>{amount(gross)}</WithSecondLine>
          ),
        }),
        column({
          title: words.reached,
          renderCell: ({ reached, reachedOfLots }) => (
            <WithSecondLine text={words.ofLots(amount(reachedOfLots))}>{amount(reached)}</WithSecondLine>
          ),
        }),
        column({ title: words.share, renderCell: (of) => orNone(of.share, share) }),
        column({
          title: words.daysTo,
          renderCell: ({ daysToSociety, daysToMembers }) => (
            <WithSecondLine text={words.toMembers(orNone(daysToMembers, number))}>
              {words.toSociety(orNone(daysToSociety, number))}
            </WithSecondLine>
          ),
        }),
      ]}
    />
  )
}
