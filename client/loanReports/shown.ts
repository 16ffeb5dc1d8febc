import { IconCalendarDollar, IconChartBar, IconPercentage, IconReceipt } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { guardedBy, inside, listRoute, listSearch, preparing, root } from '#client/kit/places/routes.ts'
import { inMenu } from '#client/kit/places/show.ts'
import { settlementSearch } from './settlementSearch.ts'
import { wholeDictionary } from '#client/kit/words.ts'

const sources = () => import('./loanReportSources.ts')

export const commissions = inMenu(
  { Icon: IconPercentage },
  listRoute('/money/commissions', {
    call: 'loanReports.commissions',
    from: sources,
    choose: ({ commissionsSource }, { user }) => commissionsSource(user),
    area: 'money',
    screen: 'commissions',
    component: lazyRouteComponent(() => import('./CommissionsScreen.tsx'), 'CommissionsScreen'),
  }),
)

/** What members of a society owe, and the loans of one member. */
export const loanSummary = inMenu(
  { Icon: IconChartBar },
  listRoute('/loan/summary', {
    call: 'loanReports.summary',
    from: sources,
    choose: ({ loanSummarySource }, { user }) => loanSummarySource(user),
    area: 'reports',
    screen: 'loanSummary',
    component: lazyRouteComponent(() => import('./LoanSummaryScreen.tsx'), 'LoanSummaryScreen'),
  }),
  listRoute('/loan/summary/$organisationCode', {
    call: 'loanReports.summary',
    from: sources,
    choose: ({ societyLoansSource }, { organisationCode = '' }) => societyLoansSource(organisationCode),
    area: 'reports',
    parent: 'loanSummary',
    screen: 'detail',
    component: lazyRouteComponent(() => import('./SocietyLoansScreen.tsx'), 'SocietyLoansScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/farmers/loan/history/$organizationId/$farmerId',
    validateSearch: listSearch,
    beforeLoad: guardedBy('loanReports.history'),
    staticData: { area: 'farmers', parent: 'farmers', screen: 'loanHistory' },
    component: lazyRouteComponent(() => import('./LoanHistoryScreen.tsx'), 'LoanHistoryScreen'),
  }),
)

const scheduleScreens = () => import('./LoanSchedulesScreen.tsx')
export const loanSchedules = inMenu(
  { Icon: IconCalendarDollar },
  listRoute('/ccarf/farmer/loan/schedule', {
    call: 'loanSchedules.all',
    from: sources,
    choose: ({ loanSchedulesSource }, { user }) => loanSchedulesSource(user),
    area: 'loans',
    screen: 'loanSchedules',
    component: lazyRouteComponent(scheduleScreens, 'LoanSchedulesScreen'),
  }),
  listRoute('/ccarf/farmer/loan/schedule/$id', {
    call: 'loanSchedules.lines',
    from: sources,
    choose: ({ loanScheduleSource }, { id = '' }) => loanScheduleSource(id),
    area: 'loans',
    parent: 'loanSchedules',
    screen: 'detail',
    component: lazyRouteComponent(scheduleScreens, 'LoanScheduleScreen'),
  }),
)

export const settlement = inMenu(
  { Icon: IconReceipt },
  createRoute({
    getParentRoute: () => inside,
    path: '/money/settlement',
    validateSearch: settlementSearch,
    beforeLoad: guardedBy('settlementAccounts.list'),
    loader: preparing(
      () => import('./settlementSource.ts'),
      ({ settlementSource }, { user, search }) => settlementSource(user, search),
    ),
    staticData: { area: 'money', screen: 'settlement' },
    component: lazyRouteComponent(() => import('./SettlementScreen.tsx'), 'SettlementScreen'),
  }),
)

/** Where the code of a printed statement is checked, by anybody. */
export const check = createRoute({
  getParentRoute: () => root,
  path: '/check/$code',
  beforeLoad: wholeDictionary,
  component: lazyRouteComponent(() => import('./CheckScreen.tsx'), 'CheckScreen'),
})
