import { NativeSelect } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { stock, type StockFigures } from '#contract/stock/stock.ts'
import { ChartCard } from '#client/kit/charts/ChartCard.tsx'
import { Columns } from '#client/kit/charts/Columns.tsx'
import { ChartsOrTables } from '#client/kit/charts/ChartsOrTables.tsx'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { PartPages } from '#client/kit/lists/Pager.tsx'
import { usePages } from '#client/kit/lists/usePages.ts'
import { PlainRows } from '#client/kit/PlainTable.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import { SaveStock } from './SaveStock.tsx'
import { SeasonField, StockFilters, StockOwner } from './StockFilters.tsx'
import { pricesChart } from './stockCharts.ts'
import { seasonsOffered, useReach, useStock } from './useStock.ts'

/** As many rows as a grower has grades. */
const pageSize = 20
/** Of so many columns each says its grade, on a phone too; of more, each sale's first says the sale. */
const fewMarks = 12

/** What growers have sold of each grade in a season, and what each sale paid for it. */
export function StockGradesScreen() {
  const words = useWords().stock
  const { growerCode = '', season = seasonsOffered()[0], as = 'charts', change } = useStock()
  const reach = useReach()
  const asked = { growerCode, season }
  const figures = useCall(stock.figures, { query: asked }, { placeholderData: keepPreviousData })
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{words.gradesTitle}</h1>
          <p className="sub">
            <StockOwner />
            {words.gradesSub}
          </p>
        </div>
        <div className="page-actions">
          <SaveStock of={stock.grades} query={asked} />
          <ChartsOrTables as={as} onChange={(next) => change({ as: next })} />
        </div>
      </header>
      <StockFilters>
        <SeasonField value={season} />
        <GradeField prices={figures.data?.prices ?? []} />
      </StockFilters>
      {figures.data && <Prices figures={figures.data} />}
      <Grades asked={asked} hasGrower={reach !== 'own' && growerCode === ''} />
    </div>
  )
}

function GradeField({ prices }: Pick<StockFigures, 'prices'>) {
  const words = useWords().stock
  const { grade = '', change } = useStock()
  const grades = [...new Set([...(grade === '' ? [] : [grade]), ...prices.map((price) => price.grade)])].toSorted()
  return (
    <NativeSelect
      label={words.prices.grade}
      value={grade}
      data={[{ value: '', label: words.prices.everyGrade }, ...grades]}
      onChange={(event) => change({ grade: event.currentTarget.value || undefined })}
    />
  )
}

function Prices({ figures }: { figures: StockFigures }) {
  const words = useWords().stock
  const format = useFormat()
  const { grade, as = 'charts' } = useStock()
  const prices = figures.prices.filter((price) => grade === undefined || price.grade === grade)
  const chart = pricesChart(prices, { words, format })
  return (
    <ChartCard chart={chart} as={as} hint={words.prices.hint} empty={words.prices.none} className="stock-prices">
      <Columns
        chart={chart}
        axis={format.number}
        markOf={({ saleNumber, grade }, at) => {
          const sale = prices[at - 1]?.saleNumber === saleNumber ? '' : format.number(saleNumber)
          return (prices.length > fewMarks ? sale : `${sale} ${grade}`) || undefined
        }}
      />
    </ChartCard>
  )
}

function Grades({ asked, hasGrower }: { asked: { growerCode: string; season: string }; hasGrower: boolean }) {
  const words = useWords().stock
  const { weight, money } = useFormat()
  const { page, size, change } = usePages(pageSize)
  const grades = useCall(stock.grades, { query: { ...asked, page, size } }, { placeholderData: keepPreviousData })
  if (grades.isError) return <NotLoaded refused={grades.error} onReload={() => void grades.refetch()} />
  if (!grades.data) return <ListSkeleton />
  const { content, total, totalPages } = grades.data
  const perKilogram = (value: number, kilograms: number) => (kilograms > 0 ? money(value / kilograms, 'USD') : '–')
  return (
    <>
      <h2 className="part-title">{words.grades.title}</h2>
      <PlainRows
        title={words.grades.title}
        none={words.grades.none}
        rows={content.map((row) => ({ ...row, id: `${row.growerCode} ${row.season} ${row.grade}` }))}
        columns={[
          {
            title: words.grades.grade,
            strong: true,
            renderCell: ({ grade }) => grade,
            total: words.grades.total,
          },
          ...(hasGrower
            ? [
                {
                  title: words.grower,
                  renderCell: (row: (typeof content)[number]) => `${row.growerName} (${row.growerCode})`,
                },
              ]
            : []),
          {
            title: words.grades.weight,
            right: true,
            renderCell: ({ totalWeight }) => weight(totalWeight),
            total: weight(total.totalWeight),
          },
          {
            title: words.grades.perKilogram,
            right: true,
            renderCell: ({ totalPrice, totalWeight }) => perKilogram(totalPrice, totalWeight),
            total: perKilogram(total.totalPrice, total.totalWeight),
          },
          {
            title: words.grades.value,
            right: true,
            renderCell: ({ totalPrice }) => money(totalPrice, 'USD'),
            total: money(total.totalPrice, 'USD'),
          },
        ]}
      />
      <PartPages total={totalPages} page={page} change={change} />
    </>
  )
}
