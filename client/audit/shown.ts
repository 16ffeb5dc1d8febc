import { IconHistory } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { guardedBy, inside, preparing } from '#client/kit/places/routes.ts'
import { inMenu } from '#client/kit/places/show.ts'
import { auditSearch } from './auditSearch.ts'

export const audit = inMenu(
  { Icon: IconHistory },
  createRoute({
    getParentRoute: () => inside,
    path: '/audit',
    validateSearch: auditSearch,
    beforeLoad: guardedBy('audit.list'),
    loader: preparing(
      () => import('./auditSource.ts'),
      ({ auditSource }, { search }) => auditSource(search),
    ),
    staticData: { area: 'administration', screen: 'audit' },
    component: lazyRouteComponent(() => import('./AuditScreen.tsx'), 'AuditScreen'),
  }),
)
