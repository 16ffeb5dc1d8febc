import { lazyRouteComponent } from '@tanstack/react-router'
import { listRoute } from './inside.ts'

const desk = listRoute('/money/reconciliation', {
  call: 'reconciliation.exceptions',
  from: () => import('#client/reconciliation/reconciliationSources.ts'),
  choose: ({ exceptionsSource }) => exceptionsSource,
  area: 'money',
  screen: 'reconciliation',
  component: lazyRouteComponent(
    () => import('#client/reconciliation/ReconciliationScreen.tsx'),
    'ReconciliationScreen',
  ),
})
const resolutions = listRoute('/money/reconciliation/resolutions', {
  call: 'resolutions.list',
  from: () => import('#client/reconciliation/reconciliationSources.ts'),
  choose: ({ resolutionsSource }) => resolutionsSource,
  area: 'money',
  parent: { name: 'reconciliation', to: '/money/reconciliation' },
  screen: 'resolutions',
  component: lazyRouteComponent(() => import('#client/reconciliation/ResolutionsScreen.tsx'), 'ResolutionsScreen'),
})
const imports = listRoute('/money/reconciliation/imports', {
  call: 'statementImports.list',
  from: () => import('#client/reconciliation/reconciliationSources.ts'),
  choose: ({ importsSource }) => importsSource,
  area: 'money',
  parent: { name: 'reconciliation', to: '/money/reconciliation' },
  screen: 'statementImports',
  component: lazyRouteComponent(
    () => import('#client/reconciliation/StatementImportsScreen.tsx'),
    'StatementImportsScreen',
  ),
})

/** The screens of bank statements. */
export const reconciliationRoutes = [desk, resolutions, imports] as const
