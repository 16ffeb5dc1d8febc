import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { dashboard, type Dashboard, type Lent } from '#contract/dashboard/dashboard.ts'
import { Bars } from '#client/kit/charts/Bars.tsx'
import { ChartCard, type ShownAs } from '#client/kit/charts/ChartCard.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { exceptionsChart, lentChart } from './dashboardCharts.tsx'
import { everyMinute, useDashboardOf, useEmpty } from './dashboardOf.ts'

type CardsProps = { data: Dashboard; as: ShownAs }

const useLent = (data: Dashboard) =>
  useCall(dashboard.lent, { params: useDashboardOf(data) }, { refetchInterval: everyMinute })

/** What members owe, and the loans that are on their way to them. */
export function LentSums({ data }: { data: Dashboard }) {
  const user = useUser()
  return may(user, dashboard.lent.allow) ? <Sums data={data} /> : null
}

function Sums({ data }: { data: Dashboard }) {
  const words = useWords().dashboard
  const { money, number, percent } = useFormat()
  const empty = useEmpty()
  const lent = useLent(data)
  if (!lent.data)
    return lent.error ? (
      <p className="card lent-none faint" role="alert">
        {empty(lent, '')}
      </p>
    ) : (
      <Skeleton height={92} radius="lg" />
    )
  const { all, season, due } = lent.data
  const of = (state: Lent['due'][number]['state']) => due.find((one) => one.state === state) ?? { count: 0, amount: 0 }
  const underWay = due.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <dl className="stats">
      <div className="stat">
        <dt>{words.owed}</dt>
        <dd className="num">{money(all.owed)}</dd>
        <dd className="hint">
          {all.loans > 0 ? words.owedHint(number(all.loans), money(all.lent)) : words.nothingLent}
        </dd>
      </div>
      <div className="stat">
        <dt>{words.lentSeason}</dt>
        <dd className="num">{money(season.lent)}</dd>
        <dd className="hint">{words.loans(number(season.loans))}</dd>
      </div>
      <div className="stat">
        <dt>{words.repaid}</dt>
        <dd className="num">{money(all.repaid)}</dd>
        <dd className="hint">{all.lent > 0 ? words.repaidHint(percent(all.repaid / all.lent)) : words.nothingLent}</dd>
      </div>
      <div className="stat">
        <dt>{words.due}</dt>
        <dd className="num">{money(underWay)}</dd>
        <dd className="hint">
          {words.dueHint(
            number(of('PENDING_APPROVAL').count),
            number(of('APPROVED').count),
            number(of('PROCESSING').count),
          )}
        </dd>
      </div>
    </dl>
  )
}

/** What is owed by society, where all of them are looked at. */
export function LentBySociety({ data, as }: CardsProps) {
  const user = useUser()
  return data.organisation === null && may(user, dashboard.lent.allow) ? <BySociety data={data} as={as} /> : null
}

function BySociety({ data, as }: CardsProps) {
  const words = useWords().dashboard
  const format = useFormat()
  const translate = useContractWords()
  const empty = useEmpty()
  const lent = useLent(data)
  const chart = lentChart(lent.data?.societies ?? [], { words, format, translate })
  return (
    <ChartCard
      chart={chart}
      as={as}
      className="wide"
      hint={words.lentHint}
      empty={empty(lent, words.nothingLent)}
      foot={<Link to="/loan/summary">{words.toLoans}</Link>}
    >
      <Bars
        chart={chart}
        renderName={({ organisationCode, organisationName }) => (
          <Link to="/dashboard/$organisationCode" params={{ organisationCode }}>
            {organisationName}
          </Link>
        )}
        renderValue={({ owed, lent: all }) => (
          <>
            {format.money(owed)} <small>{words.ofLent(format.money(all))}</small>
          </>
        )}
      />
    </ChartCard>
  )
}

/** Open exceptions of bank statements, for who may read them. */
export function ExceptionsCard({ data, as }: CardsProps) {
  const user = useUser()
  return data.organisation === null && may(user, dashboard.exceptions.allow) ? <Exceptions data={data} as={as} /> : null
}

function Exceptions({ data, as }: CardsProps) {
  const words = useWords().dashboard
  const format = useFormat()
  const translate = useContractWords()
  const empty = useEmpty()
  const open = useCall(dashboard.exceptions, { params: useDashboardOf(data) }, { refetchInterval: everyMinute })
  const chart = exceptionsChart(open.data?.kinds ?? [], { words, format, translate })
  return (
    <ChartCard
      chart={chart}
      as={as}
      hint={words.exceptionsHint}
      empty={empty(open, words.noExceptions)}
      foot={<Link to="/money/reconciliation">{words.toExceptions}</Link>}
    >
      <Bars
        chart={chart}
        renderValue={({ total, amount }) => (
          <>
            {format.number(total)} <small>{format.money(amount)}</small>
          </>
        )}
      />
    </ChartCard>
  )
}
