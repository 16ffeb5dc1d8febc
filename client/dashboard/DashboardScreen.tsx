import { NativeSelect, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { dashboard, type Dashboard } from '#contract/dashboard/dashboard.ts'
import { decides } from '#contract/house/permissions.ts'
import { dayOfSeasonBefore, seasonBefore, seasonOfDate } from '#contract/house/seasons.ts'
import { ChartsOrTables } from '#client/kit/charts/ChartsOrTables.tsx'
import { Bars } from '#client/kit/charts/Bars.tsx'
import { ChartCard, type ShownAs } from '#client/kit/charts/ChartCard.tsx'
import { Columns } from '#client/kit/charts/Columns.tsx'
import { changeAgainst } from '#client/kit/charts/series.ts'
import { useFormat } from '#client/kit/format.ts'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { LookupField } from '#client/kit/forms/LookupField.tsx'
import { organisationLookup } from '#client/kit/forms/organisationLookup.ts'
import { useCall } from '#client/kit/queries.ts'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { agesChart, findingsChart, seasonsChart, weeksChart } from './dashboardCharts.tsx'
import { ExceptionsCard, LentBySociety, LentSums } from './LentCards.tsx'
import { SideBySideCards } from './SideBySideCards.tsx'
import { everyMinute, useDashboardOf, useSearchChange } from './dashboardOf.ts'
import { SocietyTimeline } from './SocietyTimeline.tsx'
import { TurnsCard } from './TurnsCard.tsx'
import { beginsMonth } from './weeks.ts'
import './dashboard.css'

/** As many findings as there is room for beside what waits; the table and data quality have all. */
const mostBars = 8

/** How the own society stands; for the bank, KPCU and the government all societies together, or one of them. */
export function DashboardScreen() {
  const words = useWords().dashboard
  const user = useUser()
  const { organisationCode }: { organisationCode?: string } = useParams({ strict: false })
  const { season }: { season?: string } = useSearch({ strict: false })
  const { data, error, refetch } = useCall(
    dashboard.read,
    {
      params: { organisationId: organisationCode ?? user.organisation.organisationCode },
      query: season ? { season } : {},
    },
    { placeholderData: keepPreviousData, refetchInterval: everyMinute },
  )
  if (data) return <Loaded data={data} />
  return (
    <div className="page">
      <header className="page-head">
        <h1>{words.title}</h1>
      </header>
      {error ? (
        <div className="card">
          <NotLoaded refused={error} onReload={() => void refetch()} />
        </div>
      ) : (
        <div role="status" aria-label={words.loading}>
          <Skeleton height={92} radius="lg" mb={18} />
          <Skeleton height={330} radius="lg" />
        </div>
      )}
    </div>
  )
}

function Loaded({ data }: { data: Dashboard }) {
  const words = useWords().dashboard
  const search: { as?: string } = useSearch({ strict: false })
  const user = useUser()
  const as: ShownAs = search.as === 'tables' ? 'tables' : 'charts'
  // What a house is there for stands first: the books of a bank, the comparison for who only looks on.
  const keepsBooks = may(user, dashboard.exceptions.allow)
  const hasTurns = data.organisation !== null || may(user, decides) || keepsBooks
  const money = (
    <>
      <LentBySociety data={data} as={as} />
      <ExceptionsCard data={data} as={as} />
    </>
  )
  return (
    <div className="page">
      <Head data={data} as={as} />
      <Sums data={data} />
      <LentSums data={data} />
      {data.organisation && <SocietyTimeline society={data.organisation.id} season={data.season} />}
      <div className="dash" data-as={as}>
        {keepsBooks && money}
        {!hasTurns && <SideBySideCards data={data} as={as} />}
        <Weeks data={data} as={as} />
        <Seasons data={data} as={as} />
        {hasTurns && <TurnsCard data={data} as={as} />}
        <Ages data={data} as={as} />
        <Findings data={data} as={as} isWide={!hasTurns} />
        {hasTurns && <SideBySideCards data={data} as={as} />}
        {!keepsBooks && money}
      </div>
      <p className="sr" role="status">
        {words.shownAs[as]}
      </p>
    </div>
  )
}

type ChartsProps = { data: Dashboard; as: ShownAs }

function Head({ data, as }: ChartsProps) {
  const words = useWords().dashboard
  const { number } = useFormat()
  const user = useUser()
  const change = useSearchChange()
  const { organisation, societies, season, seasons } = data
  const isWide = organisation?.id !== user.organisation.id
  const offered = [...new Set([season, ...seasons.map((one) => one.season)])].toSorted().toReversed()
  return (
    <header className="page-head dash-head">
      <div>
        <h1>{words.title}</h1>
        <p className="sub">
          {organisation
            ? `${organisation.organisationName} · ${organisation.organisationCode}`
            : words.everySociety(number(societies))}
        </p>
      </div>
      <div className="page-actions dash-tools">
        {isWide && <SocietyField shown={organisation?.organisationName} code={organisation?.organisationCode ?? ''} />}
        <NativeSelect
          size="sm"
          aria-label={words.season}
          value={season}
          data={offered.map((value) => ({ value, label: `${words.season} ${value}` }))}
          onChange={(event) => change({ season: event.currentTarget.value })}
        />
        <ChartsOrTables as={as} onChange={(next) => change({ as: next })} />
      </div>
    </header>
  )
}

/** One society, or all of them when the field is empty. */
function SocietyField({ code, shown }: { code: string; shown: string | undefined }) {
  const words = useWords().dashboard
  const navigate = useNavigate()
  const search = ((now: object) => now) as never // border: one screen of two routes
  return (
    <LookupField
      label={words.society}
      error={null}
      description={null}
      required={false}
      disabled={false}
      placeholder={words.allSocieties}
      value={code}
      {...(shown ? { initialLabel: shown } : {})}
      {...organisationLookup}
      onBlur={() => {}}
      onChange={(organisationCode) =>
        void (organisationCode
          ? navigate({ to: '/dashboard/$organisationCode', params: { organisationCode }, search })
          : navigate({ to: '/dashboard', search }))
      }
    />
  )
}

function Sums({ data }: { data: Dashboard }) {
  const words = useWords().dashboard
  const { number, dateTime } = useFormat()
  const { farmers, waiting, quality, asOf } = data
  const counted = asOf !== null
  const { organisationId } = useDashboardOf(data)
  const unverified = quality.findings.find(({ kind }) => kind === 'account_unverified')?.farmers ?? 0
  const total = waiting.reduce((sum, one) => sum + one.total, 0)
  const old = waiting.reduce((sum, one) => sum + one.ages.above7, 0)
  return (
    <dl className="stats">
      <div className="stat">
        <dt>{words.farmers}</dt>
        <dd className="num">{counted ? number(farmers.count) : '–'}</dd>
        <dd className="hint">
          {counted ? words.farmersHint(number(farmers.active), number(farmers.verified)) : words.notCounted}
        </dd>
        {unverified > 0 && (
          <dd className="hint warn">
            <Link
              to="/farmers/quality/$organisationCode/$finding"
              params={{ organisationCode: organisationId, finding: 'account_unverified' }}
            >
              {words.unverified(number(unverified))}
            </Link>
          </dd>
        )}
      </div>
      <Kilograms data={data} />
      <div className="stat">
        <dt>{words.waiting}</dt>
        <dd className="num">{number(total)}</dd>
        <dd className={old > 0 ? 'hint warn' : 'hint'}>
          {old > 0 ? words.waitingOld(number(old)) : words.waitingFresh}
        </dd>
      </div>
      <div className="stat">
        <dt>{words.quality}</dt>
        <dd className="num">
          {quality.score === null ? '–' : number(quality.score)} <span className="unit">{words.outOf100}</span>
        </dd>
        <dd className="hint">
          {asOf ? `${words.qualityHint(number(quality.checked))}, ${dateTime(asOf)}` : words.notCounted}
        </dd>
      </div>
    </dl>
  )
}

/** The season that is shown, against the same day of the season before; one that is over, against the whole of it. */
function Kilograms({ data: { season, seasons, today } }: { data: Dashboard }) {
  const words = useWords().dashboard
  const { weight, date, change } = useFormat()
  const of = (name: string) => seasons.find((one) => one.season === name) ?? { approvedKg: 0, pendingKg: 0, toDayKg: 0 }
  const [shown, before] = [of(season), of(seasonBefore(season))]
  const isRunning = seasonOfDate(today) === season
  const against = isRunning ? before.toDayKg : before.approvedKg
  const share = changeAgainst(shown.approvedKg, against)
  return (
    <div className="stat">
      <dt>{words.kilograms}</dt>
      <dd className="num">{weight(shown.approvedKg)}</dd>
      <dd className="hint">{words.kilogramsHint(season, weight(shown.pendingKg))}</dd>
      {share !== null && (
        <dd className="hint">
          {isRunning
            ? words.againstDay(change(share), weight(against), date(dayOfSeasonBefore(today)))
            : words.againstSeason(change(share), weight(against), seasonBefore(season))}
        </dd>
      )}
    </div>
  )
}

const useTexts = () => ({ words: useWords().dashboard, format: useFormat(), translate: useContractWords() })

function Weeks({ data, as }: ChartsProps) {
  const texts = useTexts()
  const chart = weeksChart(data, texts)
  return (
    <ChartCard
      chart={chart}
      as={as}
      className="wide"
      hint={texts.words.weeksHint(data.season)}
      empty={texts.words.noWeeks}
    >
      <Columns
        chart={chart}
        axis={texts.format.number}
        markOf={({ week }, at) => (beginsMonth(chart.rows, at) ? texts.format.month(week) : undefined)}
      />
    </ChartCard>
  )
}

function Seasons({ data, as }: ChartsProps) {
  const texts = useTexts()
  const { weight } = texts.format
  const chart = seasonsChart(data, texts)
  return (
    <ChartCard chart={chart} as={as} empty={texts.words.noSeasons}>
      <Bars
        chart={chart}
        renderValue={({ approvedKg, pendingKg }) => (
          <>
            {weight(approvedKg)} {pendingKg > 0 && <small>{texts.words.pendingMore(weight(pendingKg))}</small>}
          </>
        )}
      />
    </ChartCard>
  )
}

function Ages({ data, as }: ChartsProps) {
  const texts = useTexts()
  const { words, format } = texts
  const user = useUser()
  const chart = agesChart(data, texts)
  return (
    <ChartCard
      chart={chart}
      as={as}
      hint={words.agesHint}
      empty={words.noneWaits}
      foot={may(user, decides) && <Link to="/inbox">{words.toInbox}</Link>}
    >
      <Bars
        chart={chart}
        renderValue={({ total, ages }) => (
          <>
            {format.number(total)}{' '}
            {ages.above7 > 0 && <small className="warn">{words.old(format.number(ages.above7))}</small>}
          </>
        )}
      />
    </ChartCard>
  )
}

function Findings({ data, as, isWide }: ChartsProps & { isWide: boolean }) {
  const texts = useTexts()
  const chart = findingsChart(data, texts)
  const { words, format } = texts
  const { organisationId: code } = useDashboardOf(data)
  return (
    <ChartCard
      chart={chart}
      as={as}
      className={isWide ? 'wide' : ''}
      hint={data.asOf ? words.qualityHint(format.number(data.quality.checked)) : words.notCounted}
      empty={data.asOf ? words.noFindings : words.notCounted}
      foot={
        <Link to="/farmers/quality/$organisationCode" params={{ organisationCode: code }}>
          {words.toQuality(format.number(data.quality.findings.length))}
        </Link>
      }
    >
      <Bars
        chart={{ ...chart, rows: chart.rows.slice(0, mostBars) }}
        renderName={(finding) => (
          <Link
            to="/farmers/quality/$organisationCode/$finding"
            params={{ organisationCode: code, finding: finding.kind }}
          >
            {chart.nameOf(finding)}
          </Link>
        )}
        renderValue={({ farmers, share }) => (
          <>
            {format.number(farmers)} <small>{format.percent(share)}</small>
          </>
        )}
      />
    </ChartCard>
  )
}
