import {
  IconFileText,
  IconFileDollar,
  IconHandStop,
  IconListDetails,
  IconReceipt,
  IconLockOpen,
  IconRepeat,
  IconScale,
} from '@tabler/icons-react'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { guardedBy, inside, listRoute } from '#client/kit/places/routes.ts'
import { inMenu, show, showUpload } from '#client/kit/places/show.ts'

const schedules = show('communalPayments', {
  to: '/farmers/schedule/view',
  area: 'payments',
  Icon: IconListDetails,
  acts: [
    {
      says: 'schedule',
      call: 'communalPayments.save',
      makes: 'communalPayments',
      Icon: IconListDetails,
      at: { to: '/farmers/schedule/new' },
    },
  ],
  view: async () => (await import('#client/schedules/communalPaymentView.tsx')).communalPaymentView,
  Screen: lazyRouteComponent(() => import('#client/schedules/CommunalPaymentsScreen.tsx'), 'CommunalPaymentsScreen'),
})

/** The lines of one schedule, at the two addresses of the specification. */
const linesAt = <const Path extends string>(path: Path) =>
  listRoute(path, {
    call: 'scheduleLines.list',
    from: () => import('#client/schedules/scheduleLineSource.ts'),
    choose: ({ scheduleLineSource }, { id = '' }) => scheduleLineSource(id),
    area: 'payments',
    parent: 'communalPayments',
    screen: 'detail',
    component: lazyRouteComponent(() => import('#client/schedules/ScheduleScreen.tsx'), 'ScheduleScreen'),
  })

/** Payment schedules: their list, the lines of one, the wizard that computes one, and the address of the list that the specification gives besides. */
export const communalPayments = {
  ...schedules,
  routes: [
    ...schedules.routes,
    linesAt('/farmers/schedule/details/view/$id'),
    linesAt('/farmers/schedule/details/approve/$id'),
    createRoute({
      getParentRoute: () => inside,
      path: '/farmers/schedule/new',
      beforeLoad: guardedBy('communalPayments.save'),
      staticData: { area: 'payments', parent: 'communalPayments', screen: 'detail' },
      component: lazyRouteComponent(() => import('#client/schedules/wizard/ScheduleWizard.tsx'), 'ScheduleWizard'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/farmers/communalRates/view',
      beforeLoad: () => {
        throw redirect({ to: '/farmers/schedule/view', replace: true })
      },
    }),
  ] as const,
}

export const deductions = show('deductions', {
  to: '/money/deductions',
  area: 'payments',
  Icon: IconReceipt,
  acts: [
    {
      says: 'deduction',
      call: 'deductions.propose',
      makes: 'deductions',
      Icon: IconReceipt,
      at: { to: '/money/deductions', search: { create: 'Y' } },
    },
  ],
  view: async () => (await import('./deductions/deductionView.tsx')).deductionView,
  Screen: lazyRouteComponent(() => import('./deductions/DeductionsScreen.tsx'), 'DeductionsScreen'),
})

export const deductionFiles = showUpload('deductionFiles', {
  to: '/money/deductions/files',
  detail: '/money/deductions/files/$id/details',
  review: '/money/deductions/files/$id/review',
  area: 'payments',
  tabOf: 'deductions',
  Icon: IconFileDollar,
  view: async () => (await import('./deductions/deductionUploadView.tsx')).deductionUploadView,
})

export const paymentRetries = show('paymentRetries', {
  to: '/farmers/schedule/retries',
  area: 'payments',
  Icon: IconRepeat,
  view: async () => (await import('./paymentRetryView.tsx')).paymentRetryView,
  Screen: lazyRouteComponent(() => import('./PaymentRetriesScreen.tsx'), 'PaymentRetriesScreen'),
})

export const seasonReopenings = show('seasonReopenings', {
  to: '/farmers/schedule/seasons',
  area: 'payments',
  tabOf: 'communalPayments',
  Icon: IconLockOpen,
  call: 'seasonReopenings.closed',
  view: async () => (await import('./seasonReopeningView.tsx')).seasonReopeningView,
  Screen: lazyRouteComponent(() => import('./SeasonReopeningsScreen.tsx'), 'SeasonReopeningsScreen'),
})

const statementScreens = () => import('./StatementScreen.tsx')

/** The payment statement of a member: found by national ID with the permission, or opened from the farmer's page. */
export const farmerStatement = inMenu(
  { Icon: IconFileText },
  createRoute({
    getParentRoute: () => inside,
    path: '/farmers/statement',
    beforeLoad: guardedBy('farmerStatements.find'),
    staticData: { area: 'payments', screen: 'farmerStatement' },
    component: lazyRouteComponent(statementScreens, 'FindStatementScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/farmers/statement/$farmerId',
    beforeLoad: guardedBy('farmerStatements.statement'),
    staticData: { area: 'payments', parent: 'farmerStatement', screen: 'detail' },
    component: lazyRouteComponent(statementScreens, 'StatementScreen'),
  }),
)

/** What is held or was refused, over all schedules: the work list beside the retries. */
export const openLines = inMenu(
  { Icon: IconHandStop, tabOf: 'paymentRetries' },
  listRoute('/farmers/schedule/open', {
    call: 'openLines.list',
    from: () => import('./openLineSource.ts'),
    choose: ({ openLineSource }, { user }) => openLineSource(user),
    area: 'payments',
    screen: 'openLines',
    component: lazyRouteComponent(() => import('./OpenLinesScreen.tsx'), 'OpenLinesScreen'),
  }),
)

/** The season account of a society. */
export const seasonAccount = inMenu(
  { Icon: IconScale },
  createRoute({
    getParentRoute: () => inside,
    path: '/money/season',
    beforeLoad: guardedBy('seasonAccounts.account'),
    staticData: { area: 'payments', screen: 'seasonAccount' },
    component: lazyRouteComponent(() => import('./SeasonAccountScreen.tsx'), 'SeasonAccountScreen'),
  }),
)
