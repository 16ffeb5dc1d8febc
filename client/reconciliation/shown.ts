import { IconFileImport, IconGavel, IconScale } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { listRoute } from '#client/kit/places/routes.ts'
import { inMenu, show } from '#client/kit/places/show.ts'

export const reconciliation = inMenu(
  {
    Icon: IconScale,
    acts: [
      {
        says: 'statementFile',
        call: 'reconciliation.import',
        Icon: IconFileImport,
        at: { to: '/money/reconciliation', search: { create: 'Y' } },
      },
    ],
  },
  listRoute('/money/reconciliation', {
    call: 'reconciliation.exceptions',
    from: () => import('./exceptionsSource.ts'),
    choose: ({ exceptionsSource }) => exceptionsSource,
    area: 'money',
    screen: 'reconciliation',
    component: lazyRouteComponent(() => import('./ReconciliationScreen.tsx'), 'ReconciliationScreen'),
  }),
)

export const exceptionResolutions = show('exceptionResolutions', {
  to: '/money/reconciliation/resolutions',
  area: 'money',
  tabOf: 'reconciliation',
  Icon: IconGavel,
  view: async () => (await import('./resolutionView.tsx')).resolutionView,
  Screen: lazyRouteComponent(() => import('./ResolutionsScreen.tsx'), 'ResolutionsScreen'),
})

export const statementImports = show('statementImports', {
  to: '/money/reconciliation/imports',
  area: 'money',
  tabOf: 'reconciliation',
  Icon: IconFileImport,
  view: async () => (await import('./statementImportView.tsx')).statementImportView,
  Screen: lazyRouteComponent(() => import('./StatementImportsScreen.tsx'), 'StatementImportsScreen'),
})
