import { dashboard, type Dashboard } from '#contract/dashboard/dashboard.ts'
import { Bars } from '#client/kit/charts/Bars.tsx'
import { ChartCard, type ShownAs } from '#client/kit/charts/ChartCard.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { turnsChart } from './dashboardCharts.tsx'
import { everyMinute, useDashboardOf, useEmpty } from './dashboardOf.ts'

/** Whose turn it is: what waits for each person, who has kept something waiting longest first. */
export function TurnsCard({ data, as }: { data: Dashboard; as: ShownAs }) {
  const words = useWords().dashboard
  const format = useFormat()
  const translate = useContractWords()
  const empty = useEmpty()
  const turns = useCall(dashboard.turns, { params: useDashboardOf(data) }, { refetchInterval: everyMinute })
  const chart = turnsChart(turns.data?.people ?? [], { words, format, translate })
  return (
    <ChartCard chart={chart} as={as} hint={words.turnsHint} empty={empty(turns, words.noneWaits)}>
      <Bars
        chart={chart}
        renderValue={({ total, oldest, ages }) => (
          <>
            {format.number(total)}{' '}
            <small className={ages.above7 > 0 ? 'warn' : undefined}>{words.since(format.date(oldest))}</small>
          </>
        )}
      />
    </ChartCard>
  )
}
