import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settlementSearch } from '#client/loanReports/settlementSearch.ts'
import { guardedBy, inside, listRoute, listSearch, preparing, root } from './inside.ts'

const sources = () => import('#client/loanReports/loanReportSources.ts')

const commissions = listRoute('/money/commissions', {
  call: 'loanReports.commissions',
  from: sources,
  choose: ({ commissionsSource }, { user }) => commissionsSource(user),
  area: 'loans',
  screen: 'commissions',
  component: lazyRouteComponent(() => import('#client/loanReports/CommissionsScreen.tsx'), 'CommissionsScreen'),
})
const summary = listRoute('/loan/summary', {
  call: 'loanReports.summary',
  from: sources,
  choose: ({ loanSummarySource }, { user }) => loanSummarySource(user),
  area: 'loans',
  screen: 'loanSummary',
  component: lazyRouteComponent(() => import('#client/loanReports/LoanSummaryScreen.tsx'), 'LoanSummaryScreen'),
})
const summaryOfSociety = listRoute('/loan/summary/$organisationCode', {
  call: 'loanReports.summary',
  from: sources,
  choose: ({ societyLoansSource }, { organisationCode = '' }) => societyLoansSource(organisationCode),
  area: 'loans',
  parent: { name: 'loanSummary', to: '/loan/summary' },
  screen: 'detail',
  component: lazyRouteComponent(() => import('#client/loanReports/SocietyLoansScreen.tsx'), 'SocietyLoansScreen'),
})
const history = createRoute({
  getParentRoute: () => inside,
  path: '/farmers/loan/history/$organizationId/$farmerId',
  validateSearch: listSearch,
  beforeLoad: guardedBy('loanReports.history'),
  staticData: { area: 'farmers', parent: { name: 'farmers', to: '/farmers/view' }, screen: 'loanHistory' },
  component: lazyRouteComponent(() => import('#client/loanReports/LoanHistoryScreen.tsx'), 'LoanHistoryScreen'),
})
const scheduleScreens = () => import('#client/loanReports/LoanSchedulesScreen.tsx')
const schedules = listRoute('/ccarf/farmer/loan/schedule', {
  call: 'loanSchedules.all',
  from: sources,
  choose: ({ loanSchedulesSource }, { user }) => loanSchedulesSource(user),
  area: 'loans',
  screen: 'loanSchedules',
  component: lazyRouteComponent(scheduleScreens, 'LoanSchedulesScreen'),
})
const schedule = listRoute('/ccarf/farmer/loan/schedule/$id', {
  call: 'loanSchedules.lines',
  from: sources,
  choose: ({ loanScheduleSource }, { id = '' }) => loanScheduleSource(id),
  area: 'loans',
  parent: { name: 'loanSchedules', to: '/ccarf/farmer/loan/schedule' },
  screen: 'detail',
  component: lazyRouteComponent(scheduleScreens, 'LoanScheduleScreen'),
})

const settlement = createRoute({
  getParentRoute: () => inside,
  path: '/money/settlement',
  validateSearch: settlementSearch,
  beforeLoad: guardedBy('settlementAccounts.list'),
  loader: preparing(
    () => import('#client/loanReports/settlementSource.ts'),
    ({ settlementSource }, { user, search }) => settlementSource(user, search),
  ),
  staticData: { area: 'money', screen: 'settlement' },
  component: lazyRouteComponent(() => import('#client/loanReports/SettlementScreen.tsx'), 'SettlementScreen'),
})

/** Where the code of a printed statement is checked, by anybody. */
export const check = createRoute({
  getParentRoute: () => root,
  path: '/check/$code',
  component: lazyRouteComponent(() => import('#client/loanReports/CheckScreen.tsx'), 'CheckScreen'),
})

/** What others read of loans. */
export const loanReportRoutes = [
  commissions,
  summary,
  summaryOfSociety,
  history,
  schedules,
  schedule,
  settlement,
] as const
