import { lazyRouteComponent, type StaticDataRouteOption } from '@tanstack/react-router'
import type { Stage } from '#client/loans/loanCalls.ts'
import { listRoute } from './inside.ts'

const screen = () => import('#client/loans/LoanRequestsScreen.tsx')

const stageRoute = <const Path extends string>(
  path: Path,
  stage: Stage,
  component: ReturnType<typeof all>,
  staticData: StaticDataRouteOption = { area: 'loans', screen: 'loanRequests' },
) =>
  listRoute(path, {
    call: 'loanRequests.all',
    from: () => import('#client/loans/loanCalls.ts'),
    choose: ({ loansSource }, { user, organisationCode }) => loansSource(user, stage, organisationCode),
    ...staticData,
    component,
  })
const all = () => lazyRouteComponent(screen, 'AllLoanRequests')

/** The screens of loans. */
export const loanRoutes = [
  stageRoute('/loan/requests', 'all', all()),
  stageRoute('/loan/requests/$organisationCode', 'all', all()),
  stageRoute('/loan/pending', 'pending', lazyRouteComponent(screen, 'PendingLoanRequests')),
  stageRoute('/loan/approved', 'approved', lazyRouteComponent(screen, 'ApprovedLoanRequests')),
  stageRoute('/money/unapproved', 'unapproved', lazyRouteComponent(screen, 'UnapprovedPayments'), {
    area: 'money',
    screen: 'unapprovedPayments',
  }),
  stageRoute('/loan/disbursed', 'disbursed', lazyRouteComponent(screen, 'DisbursedLoans')),
] as const
