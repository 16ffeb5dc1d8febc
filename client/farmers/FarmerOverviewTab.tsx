import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { findingOf } from '#contract/dataQuality/dataQuality.ts'
import { farmerOverview, type FarmerOverview } from '#contract/farmers/farmerOverview.ts'
import type { FarmerPage } from '#contract/farmers/farmerPage.ts'
import { loanRequestFlow } from '#contract/loans/loanFlow.ts'
import { timelines } from '#contract/outturns/timeline.ts'
import { payoutStates } from '#contract/payouts/payouts.ts'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { changeAgainst } from '#client/kit/charts/series.ts'
import { CoffeeTimeline } from '#client/kit/timelines/CoffeeTimeline.tsx'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { leastRows, Pager } from '#client/kit/lists/Pager.tsx'
import { usePages } from '#client/kit/lists/usePages.ts'
import { PaymentStand } from '#client/kit/timelines/PaymentTracker.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { Warned } from '#client/kit/decisions/Warned.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { accountCheckOf } from './FarmerTabPanels.tsx'
import { FarmerTimeline } from './FarmerTimeline.tsx'

const pageSize = 20

type OverviewProps = { overview: FarmerOverview; page: FarmerPage }

/** How the farmer stands at a glance, what is open, and everything that happened. */
export function FarmerOverviewTab({ page }: { page: FarmerPage }) {
  const words = useWords().farmerPage.overview
  const state = usePages(pageSize)
  const { data, error, refetch } = useCall(
    farmerOverview.overview,
    { params: { id: page.farmer.id }, query: { page: state.page, size: state.size } },
    { placeholderData: keepPreviousData },
  )
  // Nothing is to come of a member who was erased.
  const hasWay = page.farmer.lifeState !== 'ERASED'
  const way = useCall(timelines.farmer, { params: { id: page.farmer.id }, query: {} }, { enabled: hasWay })
  if (error && !data) return <NotLoaded refused={error} onReload={() => void refetch()} />
  if (!data) return <ListSkeleton />
  const { timeline } = data
  return (
    <>
      <Sums overview={data} page={page} />
      {hasWay && <CoffeeTimeline read={way} />}
      <Matters overview={data} page={page} />
      <h2 className="part-title">{words.timeline}</h2>
      <FarmerTimeline entries={timeline.data} />
      {timeline.page.totalElements > leastRows && <Pager page={timeline.page} state={state} />}
    </>
  )
}

function Sums({ overview: { cherry, money }, page: { farmer, account } }: OverviewProps) {
  const words = useWords().farmerPage.overview
  const format = useFormat()
  const { weight, date } = format
  const { before } = cherry
  const change = changeAgainst(cherry.approvedKg, before.toDayKg)
  return (
    <dl className={money ? 'stats' : 'stats two'}>
      <div className="stat">
        <dt>{words.cherry(cherry.season)}</dt>
        <dd className="num">{weight(cherry.approvedKg)}</dd>
        <dd className="hint">
          {before.toDayKg > 0
            ? words.against(change === null ? '' : format.change(change), weight(before.toDayKg), date(before.toDay))
            : words.againstNothing(date(before.toDay))}
        </dd>
      </div>
      {money && <MoneySums money={money} />}
      <div className="stat">
        <dt>{words.account}</dt>
        <dd className="overview-account">
          {farmer.accountNumber ? <Status {...accountCheckOf(farmer.accountState)} /> : '—'}
        </dd>
        <dd className="hint">
          {farmer.institutionName}
          {farmer.accountNumber && ' · '}
          <span className="code">{farmer.accountNumber}</span>
          {account.payableFrom && ` · ${words.payableFrom(date(account.payableFrom))}`}
        </dd>
      </div>
    </dl>
  )
}

function MoneySums({ money: { limit, debt, standing } }: { money: NonNullable<FarmerOverview['money']> }) {
  const words = useWords().farmerPage.overview
  const { money } = useFormat()
  const hint = !limit
    ? words.noLimit
    : limit.isExpired
      ? words.expired(limit.season)
      : words.ofGranted(money(limit.granted), limit.season)
  return (
    <>
      <div className="stat">
        <dt>{words.limit}</dt>
        <dd className="num">{money(limit?.available ?? 0)}</dd>
        <dd className="hint">{hint}</dd>
      </div>
      <div className="stat">
        <dt>{words.debt}</dt>
        <dd className="num">{money(debt)}</dd>
        <dd className="hint">{standing.length > 0 ? words.notArrived(standing.length) : words.debtHint}</dd>
      </div>
    </>
  )
}

const searchOf = (tab: string) => ((now: object) => ({ ...now, tab, page: undefined, size: undefined })) as never // border: one screen of one route

const TabLink = ({ tab, children }: { tab: string; children: ReactNode }) => (
  <Link to="." search={searchOf(tab)}>
    {children}
  </Link>
)

/** What the warnings of the page say already. */
const saidByWarnings: ReadonlySet<string> = new Set([
  'account_unverified',
  'account_name_differs',
  'account_shared',
  'phone_shared',
])

/** What somebody has to decide, send or put right, each with the way there. */
function Matters({ overview: { cherry, money, findings }, page }: OverviewProps) {
  const { overview: words, payableFrom } = useWords().farmerPage
  const translate = useContractWords()
  const format = useFormat()
  const { farmer, warnings, account } = page
  const lines = [
    ...warnings.map(({ code, message }) => ({
      key: code,
      text:
        code === 'cooling_off' && account.payableFrom ? (
          payableFrom(format.dateTime(account.payableFrom))
        ) : code === 'change_waiting' ? (
          <TabLink tab="requests">{translate(message)}</TabLink>
        ) : (
          translate(message)
        ),
    })),
    ...(money?.standing ?? []).map(({ loanId, reference, amount, payout }) => ({
      key: loanId,
      text: (
        <>
          <TabLink tab="loans">{words.payment(format.money(amount), reference)}</TabLink>{' '}
          <Status tone={payoutStates[payout].tone} label={payoutStates[payout].label} />
          <PaymentStand loanId={loanId} />
        </>
      ),
    })),
    ...(money?.waiting ?? []).map(({ id, reference, amount, status }) => ({
      key: id,
      text: (
        <>
          <TabLink tab="loans">{words.loan(format.money(amount), reference)}</TabLink> <LoanStatus status={status} />
        </>
      ),
    })),
    ...(cherry.pending > 0
      ? [{ key: 'deliveries', text: <TabLink tab="deliveries">{words.deliveries(cherry.pending)}</TabLink> }]
      : []),
    ...findings
      .filter((kind) => !saidByWarnings.has(kind))
      .map((kind) => ({
        key: kind,
        text: (
          <Link
            to="/farmers/quality/$organisationCode/$finding"
            params={{ organisationCode: farmer.organisationCode, finding: kind }}
          >
            {translate(findingOf(kind).title)}
          </Link>
        ),
      })),
  ]
  if (lines.length === 0)
    return (
      <p className="faint overview-clear">
        <Status tone="good" label={words.nothingOpen} />
      </p>
    )
  return <Warned className="farmer-warnings overview-matters" title={words.open} lines={lines} />
}

function LoanStatus({ status }: { status: { id: number; statusName: string } }) {
  const state = stateFor(status, loanRequestFlow)
  return <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? status.statusName} />
}
