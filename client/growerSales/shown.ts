import { IconFileInvoice } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { listRoute } from '#client/kit/places/routes.ts'
import { inMenu } from '#client/kit/places/show.ts'
import { readsStatement } from './readsStatement.ts'

const screen = () => import('./SalesStatementScreen.tsx')
/** What growers had of their sold lots. */
export const salesStatement = inMenu(
  { Icon: IconFileInvoice, for: readsStatement },
  listRoute('/grower/sales', {
    call: 'salesStatements.list',
    from: screen,
    choose: ({ salesStatementSource }, { user }) => salesStatementSource(user),
    area: 'trade',
    screen: 'salesStatement',
    component: lazyRouteComponent(screen, 'SalesStatementScreen'),
  }),
)
