import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { guardedBy, inside, listSearch, preparing } from './inside.ts'

const desk = createRoute({
  getParentRoute: () => inside,
  path: '/money/reconciliation',
  validateSearch: listSearch,
  beforeLoad: guardedBy('reconciliation.exceptions'),
  loader: preparing(
    () => import('#client/reconciliation/reconciliationSources.ts'),
    ({ exceptionsSource }) => exceptionsSource,
  ),
  staticData: { area: 'money', screen: 'reconciliation' },
  component: lazyRouteComponent(
    () => import('#client/reconciliation/ReconciliationScreen.tsx'),
    'ReconciliationScreen',
  ),
})
const resolutions = createRoute({
  getParentRoute: () => inside,
  path: '/money/reconciliation/resolutions',
  validateSearch: listSearch,
  beforeLoad: guardedBy('resolutions.list'),
  loader: preparing(
    () => import('#client/reconciliation/reconciliationSources.ts'),
    ({ resolutionsSource }) => resolutionsSource,
  ),
  staticData: {
    area: 'money',
    parent: { name: 'reconciliation', to: '/money/reconciliation' },
    screen: 'resolutions',
  },
  component: lazyRouteComponent(() => import('#client/reconciliation/ResolutionsScreen.tsx'), 'ResolutionsScreen'),
})
const imports = createRoute({
  getParentRoute: () => inside,
  path: '/money/reconciliation/imports',
  validateSearch: listSearch,
  beforeLoad: guardedBy('statementImports.list'),
  loader: preparing(
    () => import('#client/reconciliation/reconciliationSources.ts'),
    ({ importsSource }) => importsSource,
  ),
  staticData: {
    area: 'money',
    parent: { name: 'reconciliation', to: '/money/reconciliation' },
    screen: 'statementImports',
  },
  component: lazyRouteComponent(
    () => import('#client/reconciliation/StatementImportsScreen.tsx'),
    'StatementImportsScreen',
  ),
})

/** The screens of bank statements. */
export const reconciliationRoutes = [desk, resolutions, imports] as const
