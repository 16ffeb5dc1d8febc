import { IconScaleOutline } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { listRoute } from '#client/kit/places/routes.ts'
import { inMenu } from '#client/kit/places/show.ts'

const screen = () => import('./BalancesScreen.tsx')

/** Whether kilograms and money close, from cherry to the accounts of members. */
export const balances = inMenu(
  { Icon: IconScaleOutline, news: 'balance' },
  listRoute('/reports/balances', {
    call: 'balanceReports.list',
    from: screen,
    choose: ({ balancesSource }) => balancesSource,
    area: 'reports',
    screen: 'balances',
    component: lazyRouteComponent(screen, 'BalancesScreen'),
  }),
)
