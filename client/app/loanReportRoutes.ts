import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settlementSearch } from '#client/loanReports/settlementSearch.ts'
import { guardedBy, inside, listSearch, preparing, root } from './inside.ts'

const sources = () => import('#client/loanReports/loanReportSources.ts')

const commissions = createRoute({
  getParentRoute: () => inside,
  path: '/money/commissions',
  validateSearch: listSearch,
  beforeLoad: guardedBy('loanReports.commissions'),
  loader: preparing(sources, ({ commissionsSource }, { user }) => commissionsSource(user)),
  staticData: { area: 'loans', screen: 'commissions' },
  component: lazyRouteComponent(() => import('#client/loanReports/CommissionsScreen.tsx'), 'CommissionsScreen'),
})
const summary = createRoute({
  getParentRoute: () => inside,
  path: '/loan/summary',
  validateSearch: listSearch,
  beforeLoad: guardedBy('loanReports.summary'),
  loader: preparing(sources, ({ loanSummarySource }, { user }) => loanSummarySource(user)),
  staticData: { area: 'loans', screen: 'loanSummary' },
  component: lazyRouteComponent(() => import('#client/loanReports/LoanSummaryScreen.tsx'), 'LoanSummaryScreen'),
})
const summaryOfSociety = createRoute({
  getParentRoute: () => inside,
  path: '/loan/summary/$organisationCode',
  validateSearch: listSearch,
  beforeLoad: guardedBy('loanReports.summary'),
  loader: preparing(sources, ({ societyLoansSource }, { organisationCode = '' }) =>
    societyLoansSource(organisationCode),
  ),
  staticData: { area: 'loans', parent: { name: 'loanSummary', to: '/loan/summary' }, screen: 'detail' },
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
const schedules = createRoute({
  getParentRoute: () => inside,
  path: '/ccarf/farmer/loan/schedule',
  validateSearch: listSearch,
  beforeLoad: guardedBy('loanSchedules.all'),
  loader: preparing(sources, ({ loanSchedulesSource }, { user }) => loanSchedulesSource(user)),
  staticData: { area: 'loans', screen: 'loanSchedules' },
  component: lazyRouteComponent(scheduleScreens, 'LoanSchedulesScreen'),
})
const schedule = createRoute({
  getParentRoute: () => inside,
  path: '/ccarf/farmer/loan/schedule/$id',
  validateSearch: listSearch,
  beforeLoad: guardedBy('loanSchedules.lines'),
  loader: preparing(sources, ({ loanScheduleSource }, { id = '' }) => loanScheduleSource(id)),
  staticData: {
    area: 'loans',
    parent: { name: 'loanSchedules', to: '/ccarf/farmer/loan/schedule' },
    screen: 'detail',
  },
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
