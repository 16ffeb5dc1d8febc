import { IconCash } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent, type StaticDataRouteOption } from '@tanstack/react-router'
import { listRoute, root } from '#client/kit/places/routes.ts'
import { show } from '#client/kit/places/show.ts'
import { wholeDictionary } from '#client/kit/words.ts'
import type { Stage } from './loanView.ts'

const screen = () => import('./LoanRequestsScreen.tsx')
const all = lazyRouteComponent(screen, 'AllLoanRequests')

const requesting = { call: 'loanRequests.request', Icon: IconCash } as const

export const loanRequests = show('loanRequests', {
  to: '/loan/requests',
  area: 'loans',
  Icon: IconCash,
  acts: [{ says: 'loan', ...requesting, at: { to: '/loan/requests', search: { create: 'Y' } } }],
  actsFor: [
    {
      says: 'loan',
      ...requesting,
      at: ({ memberNumber }) => ({ to: '/loan/requests', search: { create: 'Y', member: memberNumber } }),
    },
  ],
  view: async () => (await import('./loanView.ts')).loanView,
  Screen: all,
})

/** Loan requests in one stage of their way. */
const stageRoute = <const Path extends string>(
  path: Path,
  stage: Stage,
  component: typeof all,
  staticData: StaticDataRouteOption = { area: 'loans', screen: 'loanRequests' },
) =>
  listRoute(path, {
    call: 'loanRequests.all',
    from: () => import('./loanView.ts'),
    choose: ({ loansSource }, { user, organisationCode }) => loansSource(user, stage, organisationCode),
    ...staticData,
    component,
  })

/** The stages that stand apart from the menu. */
export const loanStages = {
  routes: [
    stageRoute('/loan/requests/$organisationCode', 'all', all),
    stageRoute('/loan/pending', 'pending', lazyRouteComponent(screen, 'PendingLoanRequests')),
    stageRoute('/loan/approved', 'approved', lazyRouteComponent(screen, 'ApprovedLoanRequests')),
    stageRoute('/loan/disbursed', 'disbursed', lazyRouteComponent(screen, 'DisbursedLoans')),
  ],
} as const

/** Where the code of a slip leads, for anybody. */
export const follow = createRoute({
  getParentRoute: () => root,
  path: '/follow/$code',
  beforeLoad: wholeDictionary,
  component: lazyRouteComponent(() => import('./FollowScreen.tsx'), 'FollowScreen'),
})
