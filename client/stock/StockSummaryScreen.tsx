import { keepPreviousData } from '@tanstack/react-query'
import { stock } from '#contract/stock/stock.ts'
import { stockSummaryList, type StockSummary } from '#contract/stock/stockRows.ts'
import { Bars } from '#client/kit/charts/Bars.tsx'
import { ChartCard } from '#client/kit/charts/ChartCard.tsx'
import { ChartsOrTables } from '#client/kit/charts/ChartsOrTables.tsx'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { PartPages } from '#client/kit/lists/Pager.tsx'
import { usePages } from '#client/kit/lists/usePages.ts'
import { PlainRows } from '#client/kit/PlainTable.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { SaveStock } from './SaveStock.tsx'
import { SeasonField, StockFilters, StockOwner } from './StockFilters.tsx'
import { soldChart, stagesChart, waitsChart } from './stockCharts.ts'
import { seasonsOffered, useReach, useStock } from './useStock.ts'

const pageSize = 10

/** How much coffee of growers stands at each stage, what of it is sold, and how long it takes to become money. */
export function StockSummaryScreen() {
  const words = useWords().stock
  const { growerCode = '', season = '', as = 'charts', change: ask } = useStock()
  const { page, size, change } = usePages(pageSize)
  const asked = { growerCode, season }
  const read = useCall(stock.summary, { query: { ...asked, page, size } }, { placeholderData: keepPreviousData })
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{words.summaryTitle}</h1>
          <p className="sub">
            <StockOwner />
            {words.summarySub}
          </p>
        </div>
        <div className="page-actions">
          <SaveStock of={stock.summary} query={asked} />
          <ChartsOrTables as={as} onChange={(next) => ask({ as: next })} />
        </div>
      </header>
      <StockFilters>
        <SeasonField value={season} all />
      </StockFilters>
      {read.isError && <NotLoaded refused={read.error} onReload={() => void read.refetch()} />}
      {read.isPending && <ListSkeleton />}
      {read.data && (
        <>
          <Charts data={read.data} />
          <h2 className="part-title">{words.kilograms}</h2>
          <Kilograms data={read.data} />
          <PartPages total={read.data.totalPages} page={page} change={change} />
        </>
      )}
    </div>
  )
}

type Read = { data: { content: StockSummary[]; total: Parameters<typeof stagesChart>[0] } }

/** Whether rows are of more than one grower. */
function useSeveral(): boolean {
  const { growerCode } = useStock()
  return useReach() !== 'own' && growerCode === undefined
}

function Charts({ data: { content, total } }: Read) {
  const words = useWords().stock
  const format = useFormat()
  const texts = { words, format }
  const several = useSeveral()
  const nameOf = ({ growerName, season: of }: StockSummary) => (several ? `${growerName}, ${of}` : of)
  const { as = 'charts', growerCode = '', season = seasonsOffered()[0] } = useStock()
  const figures = useCall(stock.figures, { query: { growerCode, season } }, { placeholderData: keepPreviousData })
  const [stages, sold, waits] = [
    stagesChart(total, texts),
    soldChart(content, nameOf, texts),
    waitsChart(figures.data?.waits ?? [], texts),
  ]
  return (
    <div className="stock-charts">
      <ChartCard chart={stages} as={as} hint={words.stages.hint} empty={words.stages.none}>
        <Bars chart={stages} />
      </ChartCard>
      <ChartCard chart={sold} as={as} hint={words.sold.hint} empty={words.sold.none}>
        <Bars chart={sold} renderValue={({ percentage }) => words.sold.share(format.number(percentage))} />
      </ChartCard>
      <ChartCard
        chart={waits}
        as={as}
        hint={words.waits.hint(season)}
        empty={figures.isPending ? words.loading : figures.isError ? words.failed : words.waits.none}
      >
        <Bars chart={waits} />
      </ChartCard>
    </div>
  )
}

const stageColumns = stockSummaryList.columns.filter(({ as }) => as === 'weight')

function Kilograms({ data: { content, total } }: Read) {
  const words = useWords().stock
  const translate = useContractWords()
  const { kilograms, number } = useFormat()
  const several = useSeveral()
  const of = (row: Read['data']['total'], key: string) => kilograms(Number(row[key as keyof typeof row])) // border: keys of columns that carry kilograms
  return (
    <PlainRows
      title={words.kilograms}
      none={words.noSummary}
      rows={content.map((row) => ({ ...row, id: `${row.growerCode} ${row.season}` }))}
      columns={[
        { title: words.season, strong: true, renderCell: ({ season }) => season, total: words.grades.total },
        ...(several
          ? [
              {
                title: words.grower,
                renderCell: ({ growerName }: StockSummary) => <span className="long">{growerName}</span>,
              },
            ]
          : []),
        ...stageColumns.map(({ key, title }) => ({
          title: translate(title),
          right: true as const,
          renderCell: (row: StockSummary) => of(row, key),
          total: of(total, key),
        })),
        {
          title: words.sold.percentage,
          right: true,
          renderCell: ({ percentage }) => number(percentage),
          total: number(total.percentage),
        },
      ]}
    />
  )
}
